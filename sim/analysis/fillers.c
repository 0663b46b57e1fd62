#include "sim/analysis/fillers.h"

#include "sim/base/mem.h"
#include "sim/model/calls.h"

#include <stdint.h>
#include <stdlib.h>

enum { OFTEN = 3 };

/* What a thread has done since it saw an atomic last. */
struct deeds {
    struct deed {
        uint32_t place, record;
    } * rows;
    size_t count, capacity;
};

static int by_place(const void *a, const void *b)
{
    const struct deed *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

static void mark(bool *fillers, struct deeds *deeds)
{
    if (deeds->count)
        qsort(deeds->rows, deeds->count, sizeof *deeds->rows, by_place);
    for (size_t i = 0, end; i < deeds->count; i = end) {
        for (end = i; end < deeds->count && deeds->rows[end].place == deeds->rows[i].place; end++)
            ;
        for (size_t k = i; k < end && end - i >= OFTEN; k++)
            fillers[deeds->rows[k].record] = true;
    }
    deeds->count = 0;
}

static bool has_atomics(const struct program *program)
{
    for (size_t i = 0; i < program->records.count; i++)
        if (program->records.rows[i].call == CALL_observe)
            return true;
    return false;
}

bool *fillers_find(const struct program *program)
{
    if (!has_atomics(program))
        return NULL;
    bool *fillers = mem_zalloc(program->records.count + 1);
    struct deeds *threads = mem_zalloc((program->threads.count + 1) * sizeof *threads);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        struct deeds *deeds = &threads[record->thread];
        if (record->call == CALL_observe)
            mark(fillers, deeds);
        if (!call_is_work(record->call) || record->place == 0)
            continue;
        deeds->rows =
            mem_grow(deeds->rows, &deeds->capacity, deeds->count + 1, sizeof *deeds->rows);
        deeds->rows[deeds->count++] = (struct deed){record->place, i};
    }
    for (size_t i = 0; i < program->threads.count; i++)
        free(threads[i].rows);
    free(threads);
    return fillers;
}
