#include "tui/learn/exhibit.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void exhibit_init(struct exhibit *exhibit, const char *name, const char *text,
                  const struct timeline *predicted, const struct timeline *measured)
{
    memset(exhibit, 0, sizeof *exhibit);
    err_init(&exhibit->err);
    exhibit->name = mem_strdup(name);
    exhibit->predicted = predicted;
    source_init(&exhibit->source, text);
    if (predicted) {
        layout_init(&exhibit->layout, predicted);
        figure_init(&exhibit->figure, &exhibit->layout);
    }
    exhibit_measured(exhibit, measured);
}

static void release_over(struct exhibit *exhibit)
{
    if (!exhibit->measured)
        return;
    figure_release(&exhibit->over);
    pair_release(&exhibit->pair);
    compare_release(&exhibit->compare);
    exhibit->measured = NULL;
}

void exhibit_measured(struct exhibit *exhibit, const struct timeline *measured)
{
    release_over(exhibit);
    if (!measured || !exhibit->predicted)
        return;
    exhibit->measured = measured;
    compare_find(&exhibit->compare, exhibit->predicted, measured);
    pair_init(&exhibit->pair, &exhibit->compare);
    figure_init(&exhibit->over, &exhibit->pair.layout);
}

void exhibit_stand(struct exhibit *exhibit, int64_t time)
{
    if (!exhibit->stands) {
        instants_init(&exhibit->instants, exhibit->predicted, NULL);
        instant_init(&exhibit->instant, &exhibit->instants);
        exhibit->stands = true;
    }
    struct host_point point = host_point_at(time);
    instant_find(&exhibit->instant, &exhibit->instants, &point);
}

void exhibit_release(struct exhibit *exhibit)
{
    release_over(exhibit);
    if (exhibit->stands) {
        instant_release(&exhibit->instant);
        instants_release(&exhibit->instants);
    }
    if (exhibit->predicted) {
        figure_release(&exhibit->figure);
        layout_release(&exhibit->layout);
    }
    source_release(&exhibit->source);
    free(exhibit->name);
    memset(exhibit, 0, sizeof *exhibit);
}
