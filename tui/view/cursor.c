#include "tui/view/cursor.h"

#include "sim/base/mem.h"

#include <string.h>

enum { MOST_BACK = 1000 };

struct view_spot cursor_nowhere(void)
{
    return (struct view_spot){.bar = WINDOW_NO_BAR};
}

static const struct layout_bar *bar_at(const struct view *view, size_t bar)
{
    return &view->chart->layout->bars[bar];
}

static struct view_spot spot_of(const struct view *view, size_t lane, size_t bar)
{
    if (bar == WINDOW_NO_BAR)
        return cursor_nowhere();
    return (struct view_spot){.bar = bar, .lane = lane, .time = bar_at(view, bar)->from};
}

/* --- finding -------------------------------------------------------------------------------------
 */

static struct view_spot find_in(const struct view *view, enum lane_group group, uint32_t key,
                                uint32_t op, uint32_t call, int64_t start)
{
    size_t lane = rows_lane(view->chart, group, key);
    if (lane == SIZE_MAX || start == TIMELINE_UNKNOWN)
        return cursor_nowhere();
    return spot_of(view, lane, window_find(&view->chart->window, lane, op, call, start));
}

struct view_spot cursor_find(const struct view *view, uint32_t op, uint32_t call)
{
    const struct timeline *t = view->chart->timeline;
    if (op == TIMELINE_NO_OP) {
        if (call >= t->calls.count)
            return cursor_nowhere();
        const struct timeline_call *row = &t->calls.rows[call];
        return find_in(view, LANE_HOST, row->thread, op, call, row->enter);
    }
    const struct timeline_op *row = &t->ops.rows[op];
    struct view_spot spot = cursor_nowhere();
    if (view->grouping == VIEW_BY_MACHINE && row->machine != MACHINE_NONE)
        spot = find_in(view, LANE_MACHINE, layout_machine_key(row), op, call, row->start);
    if (spot.bar == WINDOW_NO_BAR)
        spot = find_in(view, LANE_STREAM, row->stream, op, call, row->start);
    if (spot.bar == WINDOW_NO_BAR)
        spot = find_in(view, LANE_HOST, row->thread, op, call, row->call);
    return spot;
}

struct view_spot cursor_first(const struct view *view)
{
    struct view_spot spot = cursor_nowhere();
    const struct timeline *t = view->chart->timeline;
    for (uint32_t op = 0; op < t->ops.count && spot.bar == WINDOW_NO_BAR; op++)
        spot = cursor_find(view, op, 0);
    return spot;
}

/* From a row on, up (-1) or down (1), the first with something to stand on. */
static struct view_spot from_row(const struct view *view, int64_t row, int step, int64_t time)
{
    for (; row >= 0 && row < (int64_t)view->rows.count; row += step) {
        const struct view_row *r = &view->rows.list[row];
        size_t bar = WINDOW_NO_BAR;
        if (r->kind == ROW_BARS)
            bar = window_nearest(&view->chart->window, r->lane, r->sub, time);
        if (bar != WINDOW_NO_BAR)
            return spot_of(view, r->lane, bar);
    }
    return cursor_nowhere();
}

struct view_spot cursor_near(const struct view *view, size_t lane, int64_t time)
{
    size_t row = lane < view->chart->layout->lane_count ? view->rows.first[lane] : 0;
    struct view_spot spot = from_row(view, (int64_t)row, 1, time);
    return spot.bar != WINDOW_NO_BAR ? spot : from_row(view, (int64_t)row, -1, time);
}

size_t cursor_row(const struct view *view)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return 0;
    const struct layout_bar *bar = bar_at(view, view->at.bar);
    size_t sub = window_is_thin((enum bar_role)bar->role) ? 0 : bar->sub;
    return view->rows.first[view->at.lane] + sub;
}

int32_t cursor_top(const struct view *view, int32_t shown)
{
    int64_t row = (int64_t)cursor_row(view), top = view->top;
    int64_t most = (int64_t)view->rows.count - shown;
    if (row < top)
        top = row;
    if (row > top + shown - 1)
        top = row - shown + 1;
    if (top > most)
        top = most;
    return top < 0 ? 0 : (int32_t)top;
}

/* --- going ---------------------------------------------------------------------------------------
 */

static void remember_spot(struct view *view)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return;
    if (view->back_count == MOST_BACK) {
        memmove(view->back, view->back + 1, (MOST_BACK - 1) * sizeof *view->back);
        view->back_count--;
    }
    view->back =
        mem_grow(view->back, &view->back_capacity, view->back_count + 1, sizeof *view->back);
    view->back[view->back_count++] = view->at;
}

void cursor_go(struct view *view, struct view_spot spot, bool remember)
{
    if (spot.bar == WINDOW_NO_BAR)
        return;
    if (remember && spot.bar != view->at.bar)
        remember_spot(view);
    view->at = spot;
    const struct layout_bar *bar = bar_at(view, spot.bar);
    bool seen = bar->from <= view->camera.to && bar->to >= view->camera.from;
    if (!seen || bar->to - bar->from < view->camera.to - view->camera.from)
        camera_reach(&view->camera, bar->from, bar->to);
    struct areas areas;
    view_areas(view, &areas);
    view->top = cursor_top(view, areas.chart_bottom - areas.chart_top + 1);
}

void cursor_step(struct view *view, int step)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return;
    size_t bar = window_neighbor(&view->chart->window, view->at.lane, view->at.bar, step);
    if (bar == WINDOW_NO_BAR)
        view_say(view,
                 step < 0 ? "This is the first of its lane." : "This is the last of its lane.");
    cursor_go(view, spot_of(view, view->at.lane, bar), false);
}

void cursor_climb(struct view *view, int32_t by)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return;
    int step = by < 0 ? -1 : 1;
    int64_t last = (int64_t)view->rows.count - 1, row = (int64_t)cursor_row(view) + by;
    row = row < 0 ? 0 : row > last ? last : row;
    struct view_spot spot = from_row(view, row, step, view->at.time);
    if (spot.bar == WINDOW_NO_BAR && by != step) /* a page, beyond the end */
        spot = from_row(view, row, -step, view->at.time);
    if (spot.bar == WINDOW_NO_BAR)
        return;
    const struct layout_bar *bar = bar_at(view, spot.bar);
    if (view->at.time >= bar->from && view->at.time <= bar->to)
        spot.time = view->at.time;
    cursor_go(view, spot, false);
}

void cursor_end(struct view *view, int which)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return;
    const struct window *window = &view->chart->window;
    size_t first = window->first_stop[view->at.lane], end = window->first_stop[view->at.lane + 1];
    cursor_go(view, spot_of(view, view->at.lane, window->stops[which < 0 ? first : end - 1]), true);
}

/* --- waits ---------------------------------------------------------------------------------------
 */

struct chart_wait cursor_wait_of(const struct view *view)
{
    uint32_t op = view_op(view), call = view_call(view);
    if (op != TIMELINE_NO_OP)
        return chart_wait_of(view->chart, op);
    if (call < view->chart->timeline->calls.count)
        return chart_wait_of_call(view->chart, call);
    return (struct chart_wait){.op = TIMELINE_NO_OP, .blocker = TIMELINE_NO_OP};
}

static void no_waits(struct view *view)
{
    view_say(view, "No operation had to wait.");
}

/* In the order of the calls. */
void cursor_wait(struct view *view, int step)
{
    const struct chart *chart = view->chart;
    uint32_t op = view_op(view);
    size_t low = 0, high = chart->waiting_count;
    if (chart->waiting_count == 0) {
        no_waits(view);
        return;
    }
    while (low < high && op != TIMELINE_NO_OP) {
        size_t middle = low + (high - low) / 2;
        if (step > 0 ? chart->waiting[middle] <= op : chart->waiting[middle] < op)
            low = middle + 1;
        else
            high = middle;
    }
    if (step < 0 && low == 0) {
        view_say(view, "No operation before this one had to wait.");
        return;
    }
    if (step > 0 && low == chart->waiting_count) {
        view_say(view, "No operation after this one had to wait.");
        return;
    }
    view_go(view, chart->waiting[step > 0 ? low : low - 1], 0, true);
}

void cursor_largest_wait(struct view *view)
{
    const struct chart *chart = view->chart;
    if (chart->largest_count == 0) {
        no_waits(view);
        return;
    }
    if (view->rank >= chart->largest_count)
        view->rank = 0;
    const struct chart_wait *wait = &chart->largest[view->rank++];
    if (view_go(view, wait->op, 0, true))
        view_say(view, "The %s wait of %zu%s.", view->rank == 1 ? "largest" : "next largest",
                 chart->waiting_count,
                 chart->own_stream_only ? ", all for what is before it in its own stream" : "");
}

void cursor_blocker(struct view *view)
{
    struct chart_wait wait = cursor_wait_of(view);
    if (wait.blocker == TIMELINE_NO_OP)
        view_say(view, "It waited for no other operation.");
    else if (!view_go(view, wait.blocker, 0, true))
        view_say(view, "What it waited for is not on the chart.");
}

void cursor_largest_error(struct view *view)
{
    const struct chart *chart = view->chart;
    if (!chart->compare) {
        view_say(view, "There is only one timeline here.");
        return;
    }
    if (chart->worst_count == 0) {
        view_say(view, "They have no operation in common whose times are known.");
        return;
    }
    if (view->error >= chart->worst_count)
        view->error = 0;
    uint32_t pair = chart->worst[view->error++];
    if (view_go(view, chart->pair.ops[0][chart->compare->match.pairs[pair].a], 0, true))
        view_say(view, "The %s difference of %zu.", view->error == 1 ? "largest" : "next largest",
                 chart->compare->known);
}

void cursor_partner(struct view *view)
{
    uint32_t partner = chart_partner(view->chart, view_op(view));
    if (!view->chart->compare)
        view_say(view, "There is only one timeline here.");
    else if (partner == TIMELINE_NO_OP || !view_go(view, partner, 0, false))
        view_say(view, "The other timeline has no such operation.");
}

void cursor_back(struct view *view)
{
    if (view->back_count == 0)
        view_say(view, "The cursor was nowhere else before.");
    else
        cursor_go(view, view->back[--view->back_count], false);
}
