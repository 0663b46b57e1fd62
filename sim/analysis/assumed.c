#include "sim/analysis/assumed.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 };

static bool is_assumed(const struct timeline *t, uint32_t op)
{
    return t->ops.rows[op].flags & OP_GUESSED && timeline_is_work(&t->ops.rows[op]) &&
           timeline_is_timed(t, &t->ops.rows[op]);
}

static void add_name(struct assumed *assumed, uint32_t name)
{
    for (size_t i = 0; i < assumed->count; i++)
        if (assumed->names[i] == name)
            return;
    assumed->names =
        mem_grow(assumed->names, &assumed->capacity, assumed->count + 1, sizeof *assumed->names);
    assumed->names[assumed->count++] = name;
}

void assumed_find(struct assumed *assumed, const struct timeline *timeline,
                  const struct critical *critical)
{
    memset(assumed, 0, sizeof *assumed);
    if (timeline->source == TIMELINE_MEASURED)
        return;
    for (uint32_t op = 0; op < timeline->ops.count; op++)
        if (is_assumed(timeline, op))
            add_name(assumed, timeline->ops.rows[op].name);
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->kind == CRITICAL_RUN && is_assumed(timeline, step->op))
            assumed->path += step->to - step->from;
    }
    assumed->whole = critical->to - critical->from;
}

void assumed_text(struct strbuf *sb, const struct assumed *assumed, const struct timeline *timeline)
{
    if (assumed->count == 0)
        return;
    strbuf_adds(sb, "How long ");
    for (size_t i = 0; i < assumed->count && i < NAMED; i++) {
        bool last = i + 1 == assumed->count;
        strbuf_addf(sb, "%s%s?",
                    i == 0 ? ""
                    : last ? " and "
                           : ", ",
                    timeline_name(timeline, assumed->names[i]));
    }
    if (assumed->count > NAMED)
        strbuf_addf(sb, " and %zu more kernels", assumed->count - NAMED);
    strbuf_adds(sb, assumed->count == 1 ? " takes is assumed" : " take is assumed");
    if (assumed->path > 0 && assumed->whole > 0) {
        strbuf_adds(sb, ", ");
        label_percent(sb, duration_divide(assumed->path, 1000000, assumed->whole));
        strbuf_adds(sb, " of the critical path");
    }
    strbuf_adds(sb, ": what is said here rests on it.\n");
}

void assumed_release(struct assumed *assumed)
{
    free(assumed->names);
    memset(assumed, 0, sizeof *assumed);
}
