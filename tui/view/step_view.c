#include "tui/view/step_view.h"

#include "sim/analysis/instant_text.h"
#include "sim/base/duration.h"
#include "sim/draw/scale.h"

#include <string.h>

#define STEPS STEP_VIEW_ON_STEPS
#define HELP  STEP_VIEW_ON_HELP

static const struct binding rows[] = {
    {{' ', KEYCODE_DOWN, 'j'},
     STEPPER_CALL_NEXT,
     STEPS,
     "next call",
     "to the next call of the program",
     "Stepping"},
    {{KEYCODE_BACKSPACE, KEYCODE_UP, 'k'},
     STEPPER_CALL_PREVIOUS,
     STEPS,
     NULL,
     "back to the call before",
     NULL},
    {{KEYCODE_RIGHT, 'l'},
     STEPPER_EVENT_NEXT,
     STEPS,
     "next event",
     "to the next moment at which the device makes something ready, starts or ends it",
     NULL},
    {{KEYCODE_LEFT, 'h'}, STEPPER_EVENT_PREVIOUS, STEPS, NULL, "back to the moment before", NULL},
    {{KEYCODE_HOME, '0'}, STEPPER_BEGINNING, STEPS, NULL, "to the beginning of the run", NULL},
    {{KEYCODE_END, '$'}, STEPPER_END, STEPS, NULL, "to its end", NULL},
    {{'o', KEYCODE_ENTER},
     STEP_VIEW_GO,
     STEPS,
     NULL,
     "to the start of the operation that the cursor of the chart is on",
     NULL},
    {{'t'},
     STEPPER_THREAD,
     STEPS,
     NULL,
     "step through the calls of one host thread, or of all",
     NULL},
    {{'p'}, STEPPER_PLAY, STEPS, "play", "play the run, or pause", "Playing"},
    {{'+', '='}, STEPPER_FASTER, STEPS, NULL, "faster", NULL},
    {{'-', '_'}, STEPPER_SLOWER, STEPS, NULL, "slower", NULL},
    {{'u'}, STEPPER_PACE, STEPS, NULL, "pace as time of the run in a second, or as steps", NULL},
    {{'f'}, STEP_VIEW_FOLD, STEPS, NULL, "open all includes, or fold them", "Besides"},
    {{KEYCODE_TAB},
     STEP_VIEW_OTHER,
     STEP_VIEW_ON_TWO,
     "other",
     "of two timelines: step through the other one",
     NULL},
    {{'s', KEYCODE_ESCAPE}, STEP_VIEW_LEAVE, STEPS, "chart", "back to the chart", NULL},
    {{'?', KEYCODE_F1}, STEP_VIEW_HELP, STEPS, "help", "this page", NULL},
    {{'q'}, STEP_VIEW_QUIT, STEPS, "quit", "leave", NULL},
    {{KEYCODE_DOWN, 'j', ' '}, STEP_VIEW_DOWN, HELP, "scroll", "a line down", "Reading"},
    {{KEYCODE_UP, 'k'}, STEP_VIEW_UP, HELP, NULL, "a line up", NULL},
    {{KEYCODE_ESCAPE, KEYCODE_ENTER, 'q', '?'},
     STEP_VIEW_CLOSE,
     HELP,
     "back",
     "back to the steps",
     NULL},
};

static const struct bindings bindings = {rows, sizeof rows / sizeof rows[0]};

/* --- where the parts stand -----------------------------------------------------------------------
 */

enum {
    BESIDE = 70,      /* columns from which the panes stand side by side */
    LEAST_SOURCE = 3, /* rows of the source under each other */
    LEAST_STATE = 5,
};

struct parts {
    struct pane_area all, source, state; /* bottom < top: there is no room for it */
    int32_t heading, line, status;       /* rows; line: -1 if there is no room */
    int32_t border;                      /* column between the panes; -1: none */
};

static void find_parts(const struct step_view *view, struct parts *parts)
{
    const struct pane_area *all = &view->area;
    int32_t width = all->right - all->left + 1, height = all->bottom - all->top + 1;
    *parts = (struct parts){.all = *all, .heading = all->top, .line = -1, .border = -1};
    parts->status = all->bottom;
    int32_t top = all->top + 1, bottom = all->bottom - 1;
    if (height >= 8)
        parts->line = top++;
    parts->source = parts->state = (struct pane_area){top, all->left, bottom, all->right};
    if (width >= BESIDE) {
        parts->border = all->left + width * 9 / 20;
        parts->source.right = parts->border - 1;
        parts->state.left = parts->border + 2;
        return;
    }
    int32_t room = bottom - top + 1;
    int32_t need = instant_pane_rows(&view->instants, &view->instant);
    int32_t source = room - need > room / 3 ? room - need : room / 3;
    if (source < LEAST_SOURCE)
        source = room >= LEAST_SOURCE + LEAST_STATE ? LEAST_SOURCE : 0;
    parts->source.bottom = top + source - 1;
    parts->state.top = top + source;
}

static struct source_pane source_of(const struct step_view *view)
{
    return (struct source_pane){.listing = &view->source,
                                .instants = &view->instants,
                                .instant = &view->instant,
                                .focus = view->stepper.focus,
                                .top = view->top};
}

/* --- life ----------------------------------------------------------------------------------------
 */

/* The state at the stepper's point, and the line in sight. */
static void look(struct step_view *view)
{
    const struct timeline *t = view->timeline;
    instant_find(&view->instant, &view->instants, &view->stepper.point);
    const struct instant_host *host = view->stepper.focus < view->instants.hosts.threads
                                          ? &view->instant.hosts[view->stepper.focus]
                                          : NULL;
    if (host && host->n != HOST_NO_CALL && host->call.place && host->call.place < t->places.count)
        listing_open(&view->source, timeline_name(t, t->places.rows[host->call.place].file));
    struct parts parts;
    find_parts(view, &parts);
    struct source_pane pane = source_of(view);
    view->top = source_pane_top(&pane, parts.source.bottom - parts.source.top);
}

static void make(struct step_view *view, const struct timeline *timeline,
                 const struct profile *profile)
{
    struct err err;
    view->timeline = timeline;
    view->zero = timeline->zero;
    instants_init(&view->instants, timeline, profile);
    instant_init(&view->instant, &view->instants);
    listing_release(&view->source);
    if (timeline->scenario) /* without it, its calls are shown */
        (void)listing_read(&view->source, timeline_name(timeline, timeline->scenario), &err);
}

void step_view_init(struct step_view *view, const struct timeline *timeline,
                    const struct profile *profile)
{
    memset(view, 0, sizeof *view);
    view->page = STEP_VIEW_ON_STEPS;
    view->area = (struct pane_area){0, 0, 23, 79};
    listing_init(&view->source);
    make(view, timeline, profile);
    stepper_init(&view->stepper, &view->instants);
    look(view);
}

void step_view_set_source(struct step_view *view, const char *path, const char *text)
{
    listing_set(&view->source, path, text);
    look(view);
}

void step_view_show(struct step_view *view, const struct timeline *timeline,
                    const struct profile *profile)
{
    int64_t time = view->stepper.point.time - view->zero;
    struct stepper was = view->stepper;
    instant_release(&view->instant);
    instants_release(&view->instants);
    make(view, timeline, profile);
    stepper_init(&view->stepper, &view->instants);
    stepper_go(&view->stepper, timeline->zero + time);
    view->stepper.pace = was.pace;
    view->stepper.steps = was.steps;
    view->stepper.rate = was.rate;
    view->stepper.focus = was.focus < view->instants.hosts.threads ? was.focus : 0;
    look(view);
}

void step_view_release(struct step_view *view)
{
    instant_release(&view->instant);
    instants_release(&view->instants);
    listing_release(&view->source);
}

/* --- what it does --------------------------------------------------------------------------------
 */

void step_view_place(struct step_view *view, const struct pane_area *area)
{
    view->area = *area;
    look(view);
}

int64_t step_view_time(const struct step_view *view)
{
    return view->stepper.point.time;
}

static void go(struct step_view *view, int64_t time)
{
    stepper_go(&view->stepper, time);
    look(view);
}

bool step_view_go_to(struct step_view *view, uint32_t op)
{
    bool known = stepper_go_to(&view->stepper, op);
    look(view);
    return known;
}

int step_view_act(struct step_view *view, int action)
{
    switch (action) {
    case STEP_VIEW_HELP:
        view->page = STEP_VIEW_ON_HELP;
        view->scroll = 0;
        return STEP_VIEW_NOTHING;
    case STEP_VIEW_CLOSE:
        view->page = STEP_VIEW_ON_STEPS;
        return STEP_VIEW_NOTHING;
    case STEP_VIEW_DOWN:
        view->scroll++;
        return STEP_VIEW_NOTHING;
    case STEP_VIEW_UP:
        view->scroll -= view->scroll > 0;
        return STEP_VIEW_NOTHING;
    case STEP_VIEW_FOLD:
        listing_fold_all(&view->source);
        look(view);
        return STEP_VIEW_NOTHING;
    case STEP_VIEW_GO:
    case STEP_VIEW_OTHER:
    case STEP_VIEW_LEAVE:
    case STEP_VIEW_QUIT:
        return action;
    default:
        if (stepper_act(&view->stepper, action))
            look(view);
        return STEP_VIEW_NOTHING;
    }
}

/* Which keys there are now. */
static unsigned bound(const struct step_view *view)
{
    bool two = view->whose && view->page == STEP_VIEW_ON_STEPS;
    return (unsigned)view->page | (two ? (unsigned)STEP_VIEW_ON_TWO : 0);
}

int step_view_key(struct step_view *view, int32_t key)
{
    return step_view_act(view, bindings_find(&bindings, key, bound(view)));
}

/* Of the line: from zero on, but while the run is before it; what leads up to it would take most of
 * the line. */
static struct scale line_scale(const struct step_view *view, const struct parts *parts)
{
    struct scale scale = {view->instants.from, view->instants.to,
                          parts->all.right - parts->all.left + 1};
    int64_t zero = view->timeline->zero;
    if (scale.from < zero && zero < scale.to && view->stepper.point.time >= zero)
        scale.from = zero;
    return scale;
}

void step_view_click(struct step_view *view, int32_t row, int32_t column)
{
    struct parts parts;
    find_parts(view, &parts);
    if (row != parts.line || column < parts.all.left || column > parts.all.right)
        return;
    struct scale scale = line_scale(view, &parts);
    go(view,
       scale.from + duration_divide(column - parts.all.left, scale.to - scale.from, scale.length));
}

bool step_view_tick(struct step_view *view, int64_t elapsed)
{
    if (!stepper_tick(&view->stepper, elapsed))
        return false;
    look(view);
    return true;
}

int step_view_timeout(const struct step_view *view)
{
    return stepper_timeout(&view->stepper);
}

/* --- drawing -------------------------------------------------------------------------------------
 */

/* "302 us: k1 ends, k2 becomes ready, k2 starts", and the pace at the right. What a program sets up
 * comes before time 0. */
static void draw_heading(const struct step_view *view, const struct parts *parts, struct grid *grid)
{
    const struct timeline *t = view->timeline;
    struct strbuf text;
    strbuf_init(&text);
    grid_fill(grid, parts->heading, parts->all.left, parts->all.right, ROLE_STATUS);
    stepper_text(&view->stepper, &text);
    int32_t width = grid_text_width(text.text);
    int32_t right = parts->all.right;
    if (width + 24 <= parts->all.right - parts->all.left + 1) {
        right -= width;
        grid_text(grid, parts->heading, right + 1, parts->all.right, text.text, ROLE_STATUS);
        right -= 2;
    }
    strbuf_clear(&text);
    if (view->whose)
        strbuf_addf(&text, "%s, ", view->whose);
    int64_t time = view->stepper.point.time - t->zero;
    duration_add_human(&text, time < 0 ? -time : time);
    if (time < 0)
        strbuf_adds(&text, " before 0");
    if (view->instant.event_count) {
        strbuf_adds(&text, ": ");
        instant_text_events(&text, &view->instants, &view->instant, 4);
    }
    grid_text(grid, parts->heading, parts->all.left, right, text.text, ROLE_STATUS);
    strbuf_release(&text);
}

/* The whole run as a line, and where in it this is. */
static void draw_line(const struct step_view *view, const struct parts *parts, struct grid *grid)
{
    if (parts->line < 0)
        return;
    struct scale scale = line_scale(view, parts);
    grid_fill(grid, parts->line, parts->all.left, parts->all.right, ROLE_AXIS);
    if (scale.to <= scale.from)
        return;
    int32_t column = parts->all.left + scale_place(&scale, view->stepper.point.time);
    for (int32_t c = parts->all.left; c < column; c++)
        grid_text(grid, parts->line, c, c, "\u2550", ROLE_LABEL);
    grid_text(grid, parts->line, column, column, "\u25cf", ROLE_KEY);
}

static void draw_steps(const struct step_view *view, const struct parts *parts, struct grid *grid)
{
    struct source_pane source = source_of(view);
    draw_line(view, parts, grid);
    if (parts->border >= 0)
        for (int32_t row = parts->state.top; row <= parts->state.bottom; row++)
            grid_text(grid, row, parts->border, parts->border, "\u2502", ROLE_NOTE);
    source_pane_draw(&source, grid, &parts->source);
    instant_pane_draw(&view->instants, &view->instant, grid, &parts->state);
}

void step_view_draw(const struct step_view *view, struct grid *grid)
{
    struct parts parts;
    find_parts(view, &parts);
    for (int32_t row = parts.all.top; row <= parts.all.bottom; row++)
        grid_fill(grid, row, parts.all.left, parts.all.right, ROLE_NONE);
    draw_heading(view, &parts, grid);
    if (view->page == STEP_VIEW_ON_HELP)
        bindings_help(&bindings, STEP_VIEW_ON_STEPS | (view->whose ? STEP_VIEW_ON_TWO : 0), grid,
                      parts.heading + 1, parts.status - 1, view->scroll);
    else
        draw_steps(view, &parts, grid);
    bindings_footer(&bindings, bound(view), grid, parts.status, parts.all.left, parts.all.right);
}
