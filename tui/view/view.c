#include "tui/view/view.h"

#include "sim/analysis/match.h"
#include "sim/base/mem.h"
#include "tui/view/cursor.h"
#include "tui/view/ghost_draw.h"
#include "tui/view/inspector.h"
#include "tui/view/minimap.h"
#include "tui/view/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void view_init(struct view *view, int32_t width, int32_t height)
{
    *view = (struct view){.bindings = &view_bindings,
                          .page = VIEW_ON_CHART,
                          .at = cursor_nowhere(),
                          .note_role = ROLE_LABEL,
                          .instant = TIMELINE_UNKNOWN,
                          .drag_column = -1};
    view_resize(view, width, height);
}

void view_release(struct view *view)
{
    rows_release(&view->rows);
    free(view->back);
    memset(view, 0, sizeof *view);
}

void view_say(struct view *view, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(view->message, sizeof view->message, format, arguments);
    va_end(arguments);
}

/* --- what is shown -------------------------------------------------------------------------------
 */

static void arrange(struct view *view)
{
    struct areas areas;
    if (!view->chart)
        return;
    /* as many rows as the chart could have at most */
    areas_find(&areas, view->width, view->height, INT32_MAX, 0, view->pane);
    const struct ghost *ghost =
        view->ghost && ghost_is_behind(view->ghost, view->chart) ? view->ghost : NULL;
    rows_find(&view->rows, view->chart, ghost, view->grouping,
              areas.chart_bottom - areas.chart_top + 1);
    view_areas(view, &areas);
    view->top = cursor_top(view, areas.chart_bottom - areas.chart_top + 1);
}

void view_resize(struct view *view, int32_t width, int32_t height)
{
    view->width = width;
    view->height = height;
    arrange(view);
}

void view_areas(const struct view *view, struct areas *areas)
{
    areas_find(areas, view->width, view->height, (int32_t)view->rows.count, view->rows.label,
               view->pane);
}

/* From when to when there is something to see, the ghost included. */
static void extent(const struct view *view, const struct chart *chart, int64_t *low, int64_t *high)
{
    *low = chart->layout->from;
    *high = chart->layout->to;
    if (!view->ghost || !ghost_is_behind(view->ghost, chart))
        return;
    int64_t from, to;
    ghost_extent(view->ghost, chart->layout, &from, &to);
    *low = from < *low ? from : *low;
    *high = to > *high ? to : *high;
}

void view_set_ghost(struct view *view, const struct ghost *ghost)
{
    int64_t low, high;
    bool other = view->ghost != ghost;
    view->ghost = ghost;
    if (!view->chart)
        return;
    if (other)
        arrange(view);
    extent(view, view->chart, &low, &high);
    if (low != view->camera.low || high != view->camera.high)
        camera_move_to(&view->camera, low, high);
}

void view_show(struct view *view, const struct chart *chart, uint32_t op)
{
    const struct layout *layout = chart->layout;
    int64_t time = view->chart ? view->at.time : layout->from;
    enum lane_group group = LANE_STREAM;
    uint32_t key = UINT32_MAX;
    if (view->chart && view->at.bar != WINDOW_NO_BAR) {
        group = view->chart->layout->lanes[view->at.lane].group;
        key = view->chart->layout->lanes[view->at.lane].key;
    }
    int64_t low, high;
    extent(view, chart, &low, &high);
    if (view->chart)
        camera_move_to(&view->camera, low, high);
    else
        camera_init(&view->camera, low, high);
    view->chart = chart;
    view->at = cursor_nowhere();
    view->back_count = 0;
    view->rank = view->error = 0;
    arrange(view);
    struct view_spot spot = cursor_nowhere();
    if (op != TIMELINE_NO_OP)
        spot = cursor_find(view, op, 0);
    if (spot.bar == WINDOW_NO_BAR) {
        size_t lane = rows_lane(chart, group, key);
        if (lane == SIZE_MAX)
            spot = cursor_first(view);
        if (spot.bar == WINDOW_NO_BAR)
            spot = cursor_near(view, lane, time);
    }
    cursor_go(view, spot, false);
    view->searched_from = view->at; /* of a search that goes on */
}

uint32_t view_op(const struct view *view)
{
    if (!view->chart || view->at.bar == WINDOW_NO_BAR)
        return TIMELINE_NO_OP;
    return view->chart->layout->bars[view->at.bar].op;
}

uint32_t view_call(const struct view *view)
{
    if (view_op(view) != TIMELINE_NO_OP || !view->chart || view->at.bar == WINDOW_NO_BAR)
        return UINT32_MAX;
    return view->chart->layout->bars[view->at.bar].call;
}

/* The timeline that an operation of a chart is of. */
static const struct timeline *own_timeline(const struct chart *chart, int side)
{
    return chart->explain[side].timeline;
}

/* As a timeline's operation is called on a chart that shows it. */
static uint32_t op_on(const struct chart *chart, const struct timeline *timeline, uint32_t op)
{
    for (int side = 0; side < (chart->compare ? 2 : 1); side++)
        if (own_timeline(chart, side) == timeline)
            return chart_op_of(chart, side, op);
    return TIMELINE_NO_OP;
}

uint32_t view_follow(const struct chart *from, uint32_t op, const struct chart *to)
{
    uint32_t own;
    if (op == TIMELINE_NO_OP)
        return op;
    int side = chart_own_op(from, op, &own);
    const struct timeline *timeline = own_timeline(from, side);
    uint32_t found = op_on(to, timeline, own);
    struct match match;
    if (found != TIMELINE_NO_OP)
        return found;
    match_find(&match, timeline, own_timeline(to, 0));
    for (size_t i = 0; i < match.count && found == TIMELINE_NO_OP; i++)
        if (match.pairs[i].a == own)
            found = op_on(to, own_timeline(to, 0), match.pairs[i].b);
    match_release(&match);
    return found;
}

bool view_go(struct view *view, uint32_t op, uint32_t call, bool remember)
{
    struct view_spot spot = cursor_find(view, op, call);
    cursor_go(view, spot, remember);
    return spot.bar != WINDOW_NO_BAR;
}

/* --- keys ----------------------------------------------------------------------------------------
 */

static void zoom(struct view *view, int numerator, int denominator)
{
    camera_zoom(&view->camera, view->at.time, numerator, denominator);
}

static void frame(struct view *view)
{
    if (view->at.bar == WINDOW_NO_BAR)
        return;
    const struct layout_bar *bar = &view->chart->layout->bars[view->at.bar];
    struct chart_wait wait = cursor_wait_of(view);
    bool waited = wait.op != TIMELINE_NO_OP && wait.from < bar->from;
    camera_frame(&view->camera, waited ? wait.from : bar->from, bar->to);
}

static void regroup(struct view *view)
{
    uint32_t op = view_op(view), call = view_call(view);
    view->grouping = view->grouping == VIEW_BY_STREAM ? VIEW_BY_MACHINE : VIEW_BY_STREAM;
    view->top = 0;
    arrange(view);
    view_go(view, op, call, false);
    view_say(view, view->grouping == VIEW_BY_STREAM ? "Streams first." : "Machines first.");
}

static void open_page(struct view *view, enum view_page page)
{
    view->page = page;
    view->scroll = 0;
}

static int32_t page_rows(const struct view *view)
{
    struct areas areas;
    view_areas(view, &areas);
    return view->page == VIEW_ON_CHART ? areas.chart_bottom - areas.chart_top : areas.height - 3;
}

/* Scrolls a page; how far it goes depends on its text. */
static void scroll(struct view *view, int32_t by)
{
    int32_t lines = sheet_lines(view), rows = view->height - 2;
    int32_t most = lines > rows ? lines - rows : 0;
    int32_t next = view->scroll + by;
    view->scroll = next < 0 ? 0 : next > most ? most : next;
}

static void act_on_page(struct view *view, int action)
{
    switch (action) {
    case VIEW_UP:
        scroll(view, -1);
        break;
    case VIEW_DOWN:
        scroll(view, 1);
        break;
    case VIEW_PAGE_UP:
        scroll(view, -page_rows(view));
        break;
    case VIEW_PAGE_DOWN:
        scroll(view, page_rows(view));
        break;
    case VIEW_HELP:
        open_page(view, VIEW_ON_HELP);
        break;
    case VIEW_CLOSE:
        open_page(view, VIEW_ON_CHART);
        break;
    default:
        break;
    }
}

/* Returns false for what is not the view's own. */
static bool move(struct view *view, int action)
{
    int64_t span = view->camera.to - view->camera.from;
    switch (action) {
    case VIEW_LEFT:
    case VIEW_RIGHT:
        cursor_step(view, action == VIEW_LEFT ? -1 : 1);
        return true;
    case VIEW_UP:
    case VIEW_DOWN:
        cursor_climb(view, action == VIEW_UP ? -1 : 1);
        return true;
    case VIEW_FIRST:
    case VIEW_LAST:
        cursor_end(view, action == VIEW_FIRST ? -1 : 1);
        return true;
    case VIEW_NEXT_WAIT:
    case VIEW_PREVIOUS_WAIT:
        cursor_wait(view, action == VIEW_NEXT_WAIT ? 1 : -1);
        return true;
    case VIEW_LARGEST_WAIT:
        cursor_largest_wait(view);
        return true;
    case VIEW_BLOCKER:
        cursor_blocker(view);
        return true;
    case VIEW_BACK:
        cursor_back(view);
        return true;
    case VIEW_LARGEST_ERROR:
        cursor_largest_error(view);
        return true;
    case VIEW_PARTNER:
        cursor_partner(view);
        return true;
    case VIEW_PAGE_UP:
    case VIEW_PAGE_DOWN:
        cursor_climb(view, action == VIEW_PAGE_UP ? -page_rows(view) : page_rows(view));
        return true;
    case VIEW_PAN_LEFT:
    case VIEW_PAN_RIGHT:
        camera_pan(&view->camera, action == VIEW_PAN_LEFT ? -span / 4 : span / 4);
        return true;
    default:
        return false;
    }
}

int view_act(struct view *view, int action)
{
    if (view->page == VIEW_ON_HELP || view->page == VIEW_ON_INSPECTOR) {
        act_on_page(view, action);
        return action == VIEW_QUIT || action >= VIEW_OTHERS ? action : VIEW_NOTHING;
    }
    if (!view->chart || move(view, action))
        return VIEW_NOTHING;
    switch (action) {
    case VIEW_ZOOM_IN:
        zoom(view, 1, 2);
        break;
    case VIEW_ZOOM_OUT:
        zoom(view, 2, 1);
        break;
    case VIEW_FIT:
        camera_fit(&view->camera);
        break;
    case VIEW_FRAME:
        frame(view);
        break;
    case VIEW_SEARCH:
        search_begin(view);
        break;
    case VIEW_SEARCH_NEXT:
    case VIEW_SEARCH_PREVIOUS:
        search_step(view, action == VIEW_SEARCH_NEXT ? 1 : -1);
        break;
    case VIEW_GROUP:
        regroup(view);
        break;
    case VIEW_INSPECT:
        open_page(view, VIEW_ON_INSPECTOR);
        break;
    case VIEW_HELP:
        open_page(view, VIEW_ON_HELP);
        break;
    default:
        return action;
    }
    return VIEW_NOTHING;
}

int view_key(struct view *view, int32_t key)
{
    view->message[0] = '\0';
    if (view->page == VIEW_ON_SEARCH) {
        search_key(view, key);
        return VIEW_NOTHING;
    }
    return view_act(view, bindings_find(view->bindings, key, view->page));
}

/* --- the mouse -----------------------------------------------------------------------------------
 */

/* When a column of the chart begins, or the one behind it. */
static int64_t time_of(const struct view *view, const struct areas *areas, int32_t column)
{
    __extension__ typedef __int128 wide;
    int32_t length = areas->chart_right - areas->chart_left + 1;
    wide span = view->camera.to - view->camera.from;
    return view->camera.from + (int64_t)((column - areas->chart_left) * span / length);
}

static void click(struct view *view, const struct areas *areas, const struct view_mouse *mouse)
{
    size_t row = (size_t)(view->top + mouse->row - areas->chart_top);
    if (row >= view->rows.count || view->rows.list[row].kind != ROW_BARS)
        return;
    const struct view_row *r = &view->rows.list[row];
    int64_t from = time_of(view, areas, mouse->column);
    int64_t to = time_of(view, areas, mouse->column + 1);
    if (mouse->column < areas->chart_left) {
        cursor_go(view, cursor_near(view, r->lane, view->at.time), true);
        return;
    }
    size_t bar =
        window_bar_in(&view->chart->window, r->lane, r->sub, from, to > from ? to : from + 1);
    if (bar == WINDOW_NO_BAR)
        return;
    const struct layout_bar *b = &view->chart->layout->bars[bar];
    int64_t time = from < b->from ? b->from : from > b->to ? b->to : from;
    cursor_go(view, (struct view_spot){bar, r->lane, time}, true);
}

/* Over the chart it zooms where the mouse is, over the labels and pages it scrolls. */
static void wheel(struct view *view, const struct areas *areas, const struct view_mouse *mouse)
{
    if (view->page != VIEW_ON_CHART)
        act_on_page(view, mouse->wheel < 0 ? VIEW_UP : VIEW_DOWN);
    else if (mouse->column < areas->chart_left)
        cursor_climb(view, mouse->wheel < 0 ? -1 : 1);
    else if (mouse->wheel < 0)
        camera_zoom(&view->camera, time_of(view, areas, mouse->column), 2, 3);
    else
        camera_zoom(&view->camera, time_of(view, areas, mouse->column), 3, 2);
}

void view_mouse(struct view *view, const struct view_mouse *mouse)
{
    struct areas areas;
    view_areas(view, &areas);
    view->message[0] = '\0';
    if (!view->chart)
        return;
    if (mouse->wheel) {
        wheel(view, &areas, mouse);
        return;
    }
    if (view->page != VIEW_ON_CHART)
        return;
    if (mouse->button == 0 && view->drag_column >= 0) {
        int64_t here = time_of(view, &areas, mouse->column);
        camera_pan(&view->camera, time_of(view, &areas, view->drag_column) - here);
    }
    bool in_chart = mouse->row >= areas.chart_top && mouse->row <= areas.chart_bottom &&
                    mouse->column <= areas.chart_right;
    view->drag_column = mouse->button == 1 && in_chart ? mouse->column : -1;
    if (mouse->button == 1 && in_chart)
        click(view, &areas, mouse);
    else if (mouse->button == 1 && mouse->row == areas.minimap)
        minimap_click(view, &areas, mouse->column);
}
