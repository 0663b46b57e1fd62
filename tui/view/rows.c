#include "tui/view/rows.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static const enum lane_group orders[][LANE_GROUPS] = {
    [VIEW_BY_STREAM] = {LANE_HOST, LANE_STREAM, LANE_MACHINE, LANE_CONNECTION},
    [VIEW_BY_MACHINE] = {LANE_MACHINE, LANE_HOST, LANE_STREAM, LANE_CONNECTION},
};

static void add(struct rows *rows, enum row_kind kind, size_t lane, uint16_t sub)
{
    rows->list = mem_grow(rows->list, &rows->capacity, rows->count + 1, sizeof *rows->list);
    rows->list[rows->count++] = (struct view_row){kind, lane, sub};
}

static bool has_kernels(const struct chart *chart, size_t lane)
{
    const struct layout_lane *l = &chart->layout->lanes[lane];
    return l->group == LANE_MACHINE && l->bar_count > 0 &&
           chart->layout->bars[l->first_bar].role == ROLE_KERNEL;
}

/* Sub-lanes of the ghost that are not there any more, from the `first` on. */
static void add_old(struct rows *rows, const struct ghost *ghost, size_t lane, uint32_t first)
{
    for (uint32_t sub = first; sub < ghost->chart->layout->lanes[lane].subs; sub++)
        add(rows, ROW_GHOST, lane, (uint16_t)sub);
}

static bool is_of(const struct ghost *ghost, size_t lane, enum lane_group group)
{
    const struct layout *layout = ghost ? ghost->chart->layout : NULL;
    return layout && lane < layout->lane_count && layout->lanes[lane].group == group;
}

/* Lanes of one group stand together, in the order of their keys: an old one gets its place among
 * the new. */
static void add_group(struct rows *rows, const struct chart *chart, const struct ghost *ghost,
                      enum lane_group group)
{
    const struct layout *layout = chart->layout;
    bool told = chart->timeline->sm_steps.count == 0 || chart->most_threads == 0;
    size_t old = 0;
    while (ghost && old < ghost->chart->layout->lane_count && !is_of(ghost, old, group))
        old++;
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        if (lane->group != group)
            continue;
        bool second = chart->compare && pair_is_second(lane->key);
        uint32_t key = chart->compare ? pair_own_key(group, lane->key) : lane->key;
        for (; !second && is_of(ghost, old, group) && ghost->chart->layout->lanes[old].key < key;
             old++)
            add_old(rows, ghost, old, 0);
        if (!told && has_kernels(chart, i)) {
            for (uint16_t r = rows->resident; r > 0; r--)
                add(rows, ROW_RESIDENT, i, (uint16_t)(r - 1));
            told = true;
        }
        rows->first[i] = rows->count;
        for (uint32_t sub = 0; sub < lane->subs; sub++)
            add(rows, ROW_BARS, i, (uint16_t)sub);
        if (!second && is_of(ghost, old, group) && ghost->chart->layout->lanes[old].key == key)
            add_old(rows, ghost, old++, lane->subs);
    }
    for (; is_of(ghost, old, group); old++)
        add_old(rows, ghost, old, 0);
}

static void arrange(struct rows *rows, const struct chart *chart, const struct ghost *ghost,
                    enum view_grouping grouping, bool gaps)
{
    rows->count = 0;
    for (int g = 0; g < LANE_GROUPS; g++) {
        size_t before = rows->count;
        if (gaps && before > 0)
            add(rows, ROW_GAP, 0, 0);
        size_t begin = rows->count;
        add_group(rows, chart, ghost, orders[grouping][g]);
        if (rows->count == begin)
            rows->count = before;
    }
}

static int32_t longest_label(const struct layout *layout, int32_t length)
{
    for (size_t i = 0; i < layout->lane_count; i++) {
        int32_t own = grid_text_width(layout->lanes[i].label);
        length = own > length ? own : length;
    }
    return length;
}

void rows_find(struct rows *rows, const struct chart *chart, const struct ghost *ghost,
               enum view_grouping grouping, int32_t room)
{
    const struct layout *layout = chart->layout;
    rows_release(rows);
    rows->first = mem_zalloc((layout->lane_count + 1) * sizeof *rows->first);
    rows->resident = room >= 40 ? 3 : room >= 20 ? 2 : 1;
    arrange(rows, chart, ghost, grouping, true);
    if (rows->count > (size_t)(room > 0 ? room : 0))
        arrange(rows, chart, ghost, grouping, false);
    rows->label = longest_label(layout, 4);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->list[i].kind == ROW_GHOST) {
            int32_t length = grid_text_width(ghost->chart->layout->lanes[rows->list[i].lane].label);
            rows->label = length > rows->label ? length : rows->label;
        }
    if (chart->timeline->sm_steps.count && rows->label < 9)
        rows->label = 9; /* "occupancy" */
}

void rows_release(struct rows *rows)
{
    free(rows->list);
    free(rows->first);
    memset(rows, 0, sizeof *rows);
}

size_t rows_lane(const struct chart *chart, enum lane_group group, uint32_t key)
{
    const struct layout *layout = chart->layout;
    for (size_t i = 0; i < layout->lane_count; i++)
        if (layout->lanes[i].group == group && layout->lanes[i].key == key)
            return i;
    return SIZE_MAX;
}
