#include "tui/learn/scene.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void scene_init(struct scene *scene, const char *name, const char *text,
                const struct timeline *predicted, const struct timeline *measured)
{
    memset(scene, 0, sizeof *scene);
    err_init(&scene->err);
    scene->name = mem_strdup(name);
    scene->predicted = predicted;
    source_init(&scene->source, text);
    if (predicted) {
        layout_init(&scene->layout, predicted);
        figure_init(&scene->figure, &scene->layout);
    }
    scene_measured(scene, measured);
}

static void release_over(struct scene *scene)
{
    if (!scene->measured)
        return;
    figure_release(&scene->over);
    pair_release(&scene->pair);
    compare_release(&scene->compare);
    scene->measured = NULL;
}

void scene_measured(struct scene *scene, const struct timeline *measured)
{
    release_over(scene);
    if (!measured || !scene->predicted)
        return;
    scene->measured = measured;
    compare_find(&scene->compare, scene->predicted, measured);
    pair_init(&scene->pair, &scene->compare);
    figure_init(&scene->over, &scene->pair.layout);
}

int scene_line(const struct scene *scene, int64_t time)
{
    const struct timeline *timeline = scene->predicted;
    int64_t latest = INT64_MIN;
    uint32_t place = 0;
    if (!timeline)
        return 0;
    for (uint32_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (op->thread == 0 && op->call != TIMELINE_UNKNOWN && op->call <= time &&
            op->call >= latest) {
            latest = op->call;
            place = op->place;
        }
    }
    for (uint32_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (call->thread == 0 && call->enter <= time && call->enter >= latest) {
            latest = call->enter;
            place = call->place;
        }
    }
    return place ? timeline->places.rows[place].line : 0;
}

void scene_release(struct scene *scene)
{
    release_over(scene);
    if (scene->predicted) {
        figure_release(&scene->figure);
        layout_release(&scene->layout);
    }
    source_release(&scene->source);
    free(scene->name);
    memset(scene, 0, sizeof *scene);
}
