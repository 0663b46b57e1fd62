/* The Gantt view without a terminal, over a scenario that is predicted: for tests of it. */
#ifndef TESTS_UNIT_VIEW_RIG_H
#define TESTS_UNIT_VIEW_RIG_H

#include "sim/study/predict.h"
#include "tui/view/view.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view_rig {
    struct prediction prediction;
    struct chart chart;
    struct view view;
    int answer; /* of the last key */
};

static inline void rig_predict(struct prediction *prediction, const char *scenario,
                               const char *define, const char *gpu)
{
    struct err err;
    struct predict_options options = {.gpu = gpu,
                                      .defines = &define,
                                      .define_count = define != NULL,
                                      .runtime = {.sm_steps = true}};
    err_init(&err);
    prediction_init(prediction);
    ck_assert_msg(predict_file(prediction, scenario, &options, &err) == 0, "%s", err.message);
}

static inline void rig_open(struct view_rig *rig, const char *scenario, const char *define,
                            int32_t width, int32_t height)
{
    rig_predict(&rig->prediction, scenario, define, "h200");
    chart_init(&rig->chart, &rig->prediction.timeline, &rig->prediction.profile, "the prediction");
    view_init(&rig->view, width, height);
    view_show(&rig->view, &rig->chart, TIMELINE_NO_OP);
    snprintf(rig->view.title, sizeof rig->view.title, " %s", scenario);
    rig->answer = VIEW_NOTHING;
}

static inline void rig_close(struct view_rig *rig)
{
    view_release(&rig->view);
    chart_release(&rig->chart);
    prediction_release(&rig->prediction);
}

/* Keys by their names, apart by spaces. */
static inline void rig_keys(struct view_rig *rig, const char *keys)
{
    while (*keys) {
        char name[32];
        size_t length = strcspn(keys, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, keys);
        int32_t key = keycode_from_name(name);
        ck_assert_msg(key != 0, "no key is called '%s'", name);
        rig->answer = view_key(&rig->view, key);
        keys += length + (keys[length] == ' ');
    }
}

/* The name of what the cursor is on. */
static inline const char *rig_name(const struct view_rig *rig)
{
    uint32_t op = view_op(&rig->view);
    const struct timeline *t = rig->chart.timeline;
    if (op != TIMELINE_NO_OP)
        return timeline_name(t, t->ops.rows[op].name);
    uint32_t call = view_call(&rig->view);
    return call == UINT32_MAX ? "" : call_info((enum call)t->calls.rows[call].call)->name;
}

#endif
