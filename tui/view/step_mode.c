#include "tui/view/step_mode.h"

#include <string.h>

enum {
    SPLIT = 30,      /* rows of the screen from which the chart is shown too */
    LEAST_STEPS = 18 /* rows of the steps then */
};

/* Which of the chart's timelines is stepped through. */
static int side_of(const struct step_mode *mode, const struct view *view)
{
    return view->chart->compare ? mode->side : 0;
}

static const struct timeline *own_timeline(const struct step_mode *mode, const struct view *view)
{
    return view->chart->explain[side_of(mode, view)].timeline;
}

/* Rows of the screen that the chart has; 0: none. */
static int32_t chart_rows(const struct step_mode *mode)
{
    if (mode->height < SPLIT || mode->width < AREAS_LEAST_WIDTH)
        return 0;
    int32_t steps = mode->height * 11 / 20;
    return mode->height - (steps > LEAST_STEPS ? steps : LEAST_STEPS);
}

/* The chart has a row more than is shown, its keys, which do not hold now. */
static void arrange(struct step_mode *mode, struct view *view)
{
    int32_t rows = chart_rows(mode);
    if (rows)
        view_resize(view, mode->width, rows + 1);
    else
        view_resize(view, mode->width, mode->height);
    step_view_place(&mode->steps, &(struct pane_area){rows, 0, mode->height - 1, mode->width - 1});
}

/* The line of the chart, in sight. */
static void mark(const struct step_mode *mode, struct view *view)
{
    int64_t time =
        step_view_time(&mode->steps) - mode->timeline->zero + view->chart->timeline->zero;
    view->instant = time;
    camera_reach(&view->camera, time, time);
}

static void make(struct step_mode *mode, const struct view *view)
{
    int side = side_of(mode, view);
    const struct timeline *timeline = own_timeline(mode, view);
    if (mode->timeline == NULL)
        step_view_init(&mode->steps, timeline, mode->profiles[side]);
    else
        step_view_show(&mode->steps, timeline, mode->profiles[side]);
    mode->steps.whose = view->chart->compare ? view->chart->names[side] : NULL;
    mode->timeline = timeline;
    mode->stale = false;
}

/* What the cursor is on, as the stepped timeline numbers it. */
static uint32_t op_of_cursor(const struct step_mode *mode, const struct view *view)
{
    uint32_t op = view_op(view), own;
    int side = side_of(mode, view);
    if (op == TIMELINE_NO_OP)
        return op;
    if (chart_own_op(view->chart, op, &own) == side)
        return own;
    op = chart_partner(view->chart, op);
    return op != TIMELINE_NO_OP && chart_own_op(view->chart, op, &own) == side ? own
                                                                               : TIMELINE_NO_OP;
}

static void go_to_cursor(struct step_mode *mode, struct view *view)
{
    uint32_t op = op_of_cursor(mode, view);
    if (op != TIMELINE_NO_OP)
        step_view_go_to(&mode->steps, op);
}

static void take_profiles(struct step_mode *mode, const struct profile *const profiles[2])
{
    mode->profiles[0] = profiles[0];
    mode->profiles[1] = profiles[1];
}

void step_mode_begin(struct step_mode *mode, struct view *view,
                     const struct profile *const profiles[2], int action)
{
    if (!view->chart)
        return;
    take_profiles(mode, profiles);
    if (mode->stale || mode->timeline != own_timeline(mode, view))
        make(mode, view);
    mode->on = true;
    mode->width = view->width;
    mode->height = view->height;
    if (action == VIEW_STEP_HERE)
        go_to_cursor(mode, view);
    arrange(mode, view);
    mark(mode, view);
}

void step_mode_follow(struct step_mode *mode, struct view *view,
                      const struct profile *const profiles[2])
{
    if (mode->timeline == NULL || !view->chart)
        return;
    mode->stale = true;
    if (!mode->on)
        return;
    take_profiles(mode, profiles);
    make(mode, view);
    mark(mode, view);
}

int step_mode_key(struct step_mode *mode, struct view *view, int32_t key)
{
    int action = step_view_key(&mode->steps, key);
    if (action == STEP_VIEW_GO)
        go_to_cursor(mode, view);
    if (action == STEP_VIEW_OTHER) {
        mode->side = !mode->side;
        make(mode, view);
    }
    if (action == STEP_VIEW_LEAVE) {
        mode->on = false;
        mode->steps.stepper.playing = false;
        view_resize(view, mode->width, mode->height);
    }
    mark(mode, view);
    return action == STEP_VIEW_QUIT ? VIEW_QUIT : VIEW_NOTHING;
}

void step_mode_mouse(struct step_mode *mode, struct view *view, const struct view_mouse *mouse)
{
    if (mouse->wheel)
        step_view_act(&mode->steps, mouse->wheel > 0 ? STEPPER_CALL_NEXT : STEPPER_CALL_PREVIOUS);
    else if (mouse->button == 1 && mouse->row < chart_rows(mode))
        view_mouse(view, mouse);
    else if (mouse->button == 1)
        step_view_click(&mode->steps, mouse->row, mouse->column);
    mark(mode, view);
}

bool step_mode_tick(struct step_mode *mode, struct view *view, int64_t elapsed)
{
    if (!mode->on || !step_view_tick(&mode->steps, elapsed))
        return false;
    mark(mode, view);
    return true;
}

int step_mode_timeout(const struct step_mode *mode)
{
    return mode->on ? step_view_timeout(&mode->steps) : -1;
}

void step_mode_resize(struct step_mode *mode, struct view *view, int32_t width, int32_t height)
{
    mode->width = width;
    mode->height = height;
    arrange(mode, view);
}

void step_mode_draw(const struct step_mode *mode, const struct view *view, struct grid *grid)
{
    int32_t rows = chart_rows(mode);
    if (mode->width < AREAS_LEAST_WIDTH || mode->height < AREAS_LEAST_HEIGHT) {
        view_draw(view, grid); /* it says so */
        return;
    }
    if (rows) {
        struct grid chart;
        grid_init(&chart, view->width, view->height);
        view_draw(view, &chart);
        for (int32_t row = 0; row < rows && row < grid->height; row++)
            for (int32_t column = 0; column < grid->width; column++) {
                const struct grid_cell *cell = grid_at(&chart, row, column);
                if (cell)
                    *grid_at(grid, row, column) = *cell;
            }
        grid_release(&chart);
    }
    step_view_draw(&mode->steps, grid);
}

void step_mode_release(struct step_mode *mode)
{
    if (mode->timeline)
        step_view_release(&mode->steps);
    memset(mode, 0, sizeof *mode);
}
