/* The pane of what if: the conditions, the steps, and the command that gives the same. */
#include "tui/view/whatif.h"

#include "sim/base/duration.h"
#include "sim/base/wrap.h"
#include "tui/view/ghost.h"

#include <string.h>

static const struct conditions *now(const struct whatif *whatif)
{
    return &history_now(&whatif->history)->conditions;
}

struct pane {
    const struct whatif *whatif;
    struct grid *grid;
    int32_t row, bottom, left, right;
};

static void put(struct pane *pane, int32_t column, const char *text, enum bar_role role)
{
    if (pane->row <= pane->bottom)
        grid_text(pane->grid, pane->row, pane->left + column, pane->right, text, role);
}

static void put_right(struct pane *pane, int32_t last, const char *text, enum bar_role role)
{
    int32_t column = last - grid_text_width(text) + 1;
    put(pane, column > 0 ? column : 0, text, role);
}

/* The last columns of a step's text and of its wall time; a narrow pane has no room for the change.
 */
enum { CHANGE_WIDTH = 9, WALL_WIDTH = 11, NARROW = 34 };

static int32_t wall_column(const struct pane *pane)
{
    int32_t width = pane->right - pane->left + 1;
    return width >= NARROW ? width - 1 - CHANGE_WIDTH + 1 : width - 1;
}

static void draw_condition(struct pane *pane, size_t row)
{
    const struct whatif *whatif = pane->whatif;
    struct strbuf value;
    const char *name;
    strbuf_init(&value);
    bool changed = whatif_describe(whatif, row, &name, &value);
    bool chosen = whatif->focused && row == whatif->chosen;
    if (chosen)
        put(pane, 0, ">", ROLE_KEY);
    put(pane, 2, name, chosen ? ROLE_KEY : ROLE_LABEL);
    if (chosen && whatif->typed[0]) {
        strbuf_clear(&value);
        strbuf_addf(&value, "%s_", whatif->typed);
    }
    int32_t width = pane->right - pane->left + 1;
    int32_t column = 17;
    if (grid_text_width(name) + 3 > column) /* a long name: its value behind it */
        column = grid_text_width(name) + 3;
    if (column > width - 8)
        column = width - 8;
    put(pane, column - 1, " ", ROLE_LABEL);
    put(pane, column, value.text, changed ? ROLE_NOTE : ROLE_LABEL);
    if (chosen && pane->row <= pane->bottom)
        grid_mark(pane->grid, pane->row, pane->left, pane->right, CELL_BOLD);
    strbuf_release(&value);
    pane->row++;
}

static void draw_conditions(struct pane *pane, int32_t most)
{
    const struct whatif *whatif = pane->whatif;
    size_t count = whatif_rows(whatif);
    size_t room = most > 1 ? (size_t)most : 1;
    size_t first = whatif->chosen >= room ? whatif->chosen - room + 1 : 0;
    for (size_t row = first; row < count && row < first + room; row++)
        draw_condition(pane, row);
}

/* A step: what was changed, the wall time after it, and the change from how it is. */
static void draw_step(struct pane *pane, size_t index)
{
    const struct history *history = &pane->whatif->history;
    const struct history_row *row = &history->rows[index], *plain = &history->rows[0];
    int32_t width = pane->right - pane->left + 1;
    bool ahead = index > history->at;
    enum bar_role role = ahead ? ROLE_NOTE : ROLE_LABEL;
    struct strbuf text;
    strbuf_init(&text);
    if (index >= history->at)
        put(pane, 0, ahead ? "-" : "*", ahead ? role : ROLE_KEY);
    const char *back = ahead ? " (taken back)" : "";
    int32_t from = pane->left + 2, to = pane->left + wall_column(pane) - WALL_WIDTH + 1;
    bool fits = grid_text_width(row->text) + grid_text_width(back) <= to - from + 1;
    strbuf_addf(&text, "%s%s", row->text, fits ? back : "");
    grid_text(pane->grid, pane->row, from, to, text.text, role);
    strbuf_clear(&text);
    if (!row->is_known)
        strbuf_adds(&text, "...");
    else if (row->outcome == VARIANT_UNKNOWN)
        strbuf_adds(&text, "not known");
    else if (row->outcome == VARIANT_FAILED)
        strbuf_adds(&text, "cannot run");
    else if (row->wall != TIMELINE_UNKNOWN)
        duration_add_human(&text, row->wall);
    put_right(pane, wall_column(pane), text.text, role);
    strbuf_clear(&text);
    if (width >= NARROW && index > 0 && row->is_known && plain->is_known &&
        row->outcome != VARIANT_UNKNOWN) {
        int longer = 0;
        if (row->outcome == VARIANT_SKIPPED || plain->wall == row->wall)
            strbuf_adds(&text, "none");
        else
            longer = ghost_percent(&text, plain->wall, row->wall);
        put_right(pane, width - 1, text.text,
                  ahead        ? ROLE_NOTE
                  : longer < 0 ? ROLE_GOOD
                  : longer > 0 ? ROLE_BAD
                               : ROLE_LABEL);
    }
    strbuf_release(&text);
    pane->row++;
}

static void draw_steps(struct pane *pane)
{
    const struct history *history = &pane->whatif->history;
    int32_t room = pane->bottom - pane->row + 1;
    size_t shown = room > 0 ? (size_t)room : 0;
    size_t first = 0; /* the present one is in sight */
    if (history->at >= shown)
        first = history->at - shown + 1;
    for (size_t i = first; i < history->count && i < first + shown; i++)
        draw_step(pane, i);
}

/* How to get the same on the command line, wrapped. */
static void draw_command(struct pane *pane, const char *command)
{
    const struct whatif *whatif = pane->whatif;
    struct strbuf text, lines;
    if (conditions_are_plain(now(whatif)))
        return;
    strbuf_init(&text);
    strbuf_init(&lines);
    strbuf_adds(&text, command);
    conditions_command(now(whatif), whatif->base, &text);
    wrap_add(&lines, text.text, pane->right - pane->left + 1, 0, 2);
    for (char *line = lines.text; *line; pane->row++) {
        char *end = strchr(line, '\n');
        *end = '\0';
        put(pane, 0, line, ROLE_NOTE);
        line = end + 1;
    }
    strbuf_release(&lines);
    strbuf_release(&text);
}

static int32_t command_rows(const struct whatif *whatif, const char *command, int32_t width)
{
    struct strbuf text, lines;
    int32_t count = 0;
    if (conditions_are_plain(now(whatif)))
        return 0;
    strbuf_init(&text);
    strbuf_init(&lines);
    strbuf_adds(&text, command);
    conditions_command(now(whatif), whatif->base, &text);
    wrap_add(&lines, text.text, width, 0, 2);
    for (const char *at = lines.text; *at; at++)
        count += *at == '\n';
    strbuf_release(&lines);
    strbuf_release(&text);
    return count;
}

void whatif_draw(const struct whatif *whatif, const char *command, struct grid *grid, int32_t top,
                 int32_t bottom, int32_t left, int32_t right)
{
    struct pane pane = {whatif, grid, top, bottom, left, right};
    int32_t width = right - left + 1;
    for (int32_t row = top; row <= bottom; row++)
        for (int32_t column = left; column <= right; column++)
            *grid_at(grid, row, column) = (struct grid_cell){0};
    put(&pane, 0, "What if", ROLE_TITLE);
    pane.row++;
    if (whatif->focused) {
        int32_t room = bottom - top + 1, count = (int32_t)whatif_rows(whatif);
        draw_conditions(&pane, count < room / 2 ? count : room / 2);
        pane.row++;
    }
    int32_t below = command_rows(whatif, command, width);
    if (below > bottom - pane.row - 2)
        below = 0; /* no room */
    put(&pane, 2, "Steps", ROLE_TITLE);
    put_right(&pane, wall_column(&pane), "wall", ROLE_TITLE);
    if (width >= NARROW)
        put_right(&pane, width - 1, "change", ROLE_TITLE);
    pane.row++;
    pane.bottom -= below;
    draw_steps(&pane);
    pane.bottom = bottom;
    if (below)
        draw_command(&pane, command);
}
