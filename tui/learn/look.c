#include "tui/learn/look.h"

#include <stdio.h>
#include <string.h>

static void entitle(struct look *look)
{
    snprintf(look->view.title, sizeof look->view.title, " %.80s: predicted%s", look->exhibit->name,
             look->over ? ", measured below each lane" : "");
}

static const struct chart *chart_of(struct look *look)
{
    struct chart *chart = &look->charts[look->over];
    if (look->made[look->over])
        return chart;
    if (look->over)
        chart_init_pair(chart, &look->exhibit->compare, NULL, "the prediction", "the measurement");
    else
        chart_init(chart, look->exhibit->predicted, NULL, "the prediction");
    look->made[look->over] = true;
    return chart;
}

static void show_ghost(struct look *look)
{
    view_set_ghost(&look->view, look->over ? NULL : look->ghost);
}

void look_init(struct look *look, const struct exhibit *exhibit, const struct ghost *ghost,
               bool steps, bool over, int32_t width, int32_t height)
{
    memset(look, 0, sizeof *look);
    look->exhibit = exhibit;
    look->ghost = ghost;
    look->steps = steps;
    look->over = over && exhibit->measured;
    if (steps) {
        step_view_init(&look->step, exhibit->predicted, NULL);
        step_view_set_source(&look->step, exhibit->name, exhibit->source.text);
    } else {
        view_init(&look->view, width, height);
        view_show(&look->view, chart_of(look), TIMELINE_NO_OP);
        show_ghost(look);
        entitle(look);
    }
    look_resize(look, width, height);
}

void look_resize(struct look *look, int32_t width, int32_t height)
{
    if (look->steps)
        step_view_place(&look->step, &(struct pane_area){0, 0, height - 1, width - 1});
    else
        view_resize(&look->view, width, height);
}

/* With the measurement, or without. */
static void change_over(struct look *look)
{
    if (!look->exhibit->measured) {
        view_say(&look->view, "There is no measurement of this run.");
        return;
    }
    const struct chart *before = chart_of(look);
    uint32_t op = view_op(&look->view);
    look->over = !look->over;
    const struct chart *after = chart_of(look);
    view_show(&look->view, after, view_follow(before, op, after));
    show_ghost(look);
    entitle(look);
}

bool look_key(struct look *look, int32_t key)
{
    if (look->steps) {
        int action = step_view_key(&look->step, key);
        return action == STEP_VIEW_LEAVE || action == STEP_VIEW_QUIT;
    }
    int action = view_key(&look->view, key);
    if (action == VIEW_MEASURED)
        change_over(look);
    return action == VIEW_QUIT;
}

void look_mouse(struct look *look, int32_t row, int32_t column, int button, int wheel)
{
    if (!look->steps)
        view_mouse(&look->view, &(struct view_mouse){row, column, button, wheel});
    else if (wheel != 0)
        step_view_key(&look->step, wheel < 0 ? KEYCODE_UP : KEYCODE_DOWN);
}

bool look_tick(struct look *look, int64_t elapsed)
{
    return look->steps && step_view_tick(&look->step, elapsed);
}

int look_timeout(const struct look *look)
{
    return look->steps ? step_view_timeout(&look->step) : -1;
}

void look_draw(const struct look *look, struct grid *grid, int32_t *row, int32_t *column)
{
    if (look->steps) {
        step_view_draw(&look->step, grid);
        *row = *column = 0;
        return;
    }
    view_draw(&look->view, grid);
    view_cursor_cell(&look->view, row, column);
}

void look_release(struct look *look)
{
    if (look->steps) {
        step_view_release(&look->step);
    } else {
        view_release(&look->view);
        for (int over = 0; over < 2; over++)
            if (look->made[over])
                chart_release(&look->charts[over]);
    }
    memset(look, 0, sizeof *look);
}
