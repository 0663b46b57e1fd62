#include "sim/model/edit_enclosed.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static int by_stop(const void *a, const void *b)
{
    const struct enclosed_span *left = a, *right = b;
    if (left->stop != right->stop)
        return left->stop < right->stop ? -1 : 1;
    return left->start < right->start ? -1 : left->start > right->start;
}

static void add_spans(struct enclosed *enclosed, const struct program *program)
{
    uint32_t *recorded = mem_zalloc((program->events.count + 1) * sizeof *recorded); /* from 1 */
    size_t capacity = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_is_event_record((enum call)record->call))
            recorded[record->object] = i + 1;
        if (record->call != CALL_cudaEventElapsedTime || record->value < 0 ||
            (uint64_t)record->value >= program->events.count)
            continue;
        uint32_t start = recorded[record->object], stop = recorded[record->value];
        if (!start || stop <= start)
            continue;
        enclosed->spans =
            mem_grow(enclosed->spans, &capacity, enclosed->count + 1, sizeof *enclosed->spans);
        enclosed->spans[enclosed->count++] = (struct enclosed_span){start - 1, stop - 1};
    }
    free(recorded);
}

void enclosed_find(struct enclosed *enclosed, const struct program *program)
{
    *enclosed = (struct enclosed){0};
    add_spans(enclosed, program);
    if (!enclosed->count)
        return;
    qsort(enclosed->spans, enclosed->count, sizeof *enclosed->spans, by_stop);
    enclosed->stops = mem_zalloc(program->records.count * sizeof *enclosed->stops);
    enclosed->last_stop = mem_zalloc(program->records.count * sizeof *enclosed->last_stop);
    size_t kept = 0;
    for (size_t i = 0; i < enclosed->count; i++) {
        struct enclosed_span span = enclosed->spans[i];
        if (kept && by_stop(&enclosed->spans[kept - 1], &span) == 0)
            continue;
        enclosed->spans[kept++] = span;
        enclosed->last_stop[span.start] = span.stop;
        if (!enclosed->stops[span.stop])
            enclosed->stops[span.stop] = (uint32_t)kept;
    }
    enclosed->count = kept;
}

void enclosed_release(struct enclosed *enclosed)
{
    free(enclosed->spans);
    free(enclosed->stops);
    free(enclosed->last_stop);
    *enclosed = (struct enclosed){0};
}
