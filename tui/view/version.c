#include "tui/view/version.h"

#include "sim/base/mem.h"
#include "sim/study/background.h"

#include <stdlib.h>
#include <time.h>

struct version *version_new(const struct timeline *timeline, const struct profile *profile,
                            const char *name)
{
    struct version *version = mem_zalloc(sizeof *version);
    atomic_init(&version->holders, 1);
    chart_init(&version->chart, timeline, profile, name);
    return version;
}

void version_put_over(struct version *version, struct version_over *over,
                      const struct profile *profile, const char *first, const char *second)
{
    chart_init_pair(&over->chart, &over->compare, profile, first, second);
    version->over = over;
}

const struct chart *version_shown(const struct version *version)
{
    return version->over ? &version->over->chart : &version->chart;
}

static void over_free(struct version_over *over)
{
    chart_release(&over->chart);
    compare_release(&over->compare);
    if (over->seen)
        prediction_release(over->seen);
    free(over->seen);
    free(over);
}

void version_compare(struct version *version, struct version *before, const int32_t *lines)
{
    struct version_past *past = mem_zalloc(sizeof *past);
    version_hold(before);
    past->version = before;
    ghost_init(&past->ghost, &before->chart, version->chart.timeline, lines);
    version->past = past;
}

static void past_release(void *what)
{
    struct version_past *past = what;
    ghost_release(&past->ghost);
    version_drop(past->version);
    free(past);
}

void version_forget(struct version *version)
{
    if (version->past)
        background_discard(past_release, version->past);
    version->past = NULL;
}

static void version_free(void *what)
{
    struct version *version = what;
    if (version->past)
        past_release(version->past);
    parameters_release(&version->parameters);
    chart_release(&version->chart);
    if (version->over)
        over_free(version->over);
    if (version->prediction)
        prediction_release(version->prediction);
    free(version->prediction);
    free(version);
}

void version_hold(void *version)
{
    atomic_fetch_add(&((struct version *)version)->holders, 1);
}

void version_drop(void *version)
{
    if (version && atomic_fetch_sub(&((struct version *)version)->holders, 1) == 1)
        background_discard(version_free, version);
}

bool version_end(struct version *version)
{
    const struct timespec pause = {0, 1000000};
    enum { PAUSES = 500 };
    for (int i = 0; i < PAUSES && atomic_load(&version->holders) > 1; i++)
        nanosleep(&pause, NULL);
    if (atomic_load(&version->holders) > 1)
        return false;
    version_free(version);
    return true;
}
