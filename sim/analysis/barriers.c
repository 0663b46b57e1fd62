#include "sim/analysis/barriers.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

struct finder {
    struct barriers *barriers;
    const struct program *p;
    uint32_t *last;   /* by thread: its last record */
    uint32_t *first;  /* by thread: the record with which it lets go the first of some waiters */
    uint32_t *holder; /* by lock: the record that took it */
    size_t holder_count, holder_capacity;
};

static uint32_t *holder_at(struct finder *f, uint32_t lock)
{
    if (lock >= f->holder_count) {
        f->holder = mem_grow(f->holder, &f->holder_capacity, (size_t)lock + 1, sizeof *f->holder);
        memset(f->holder + f->holder_count, 0xff,
               (f->holder_capacity - f->holder_count) * sizeof *f->holder);
        f->holder_count = f->holder_capacity;
    }
    return &f->holder[lock];
}

static void let_go(struct finder *f, uint32_t record)
{
    struct barriers *barriers = f->barriers;
    const struct program_record *row = &f->p->records.rows[record];
    const uint32_t held = *holder_at(f, row->object);
    uint32_t *first = &f->first[row->thread];
    if (*first == none)
        *first = record;
    if (held != none) {
        barriers->rows = mem_grow(barriers->rows, &barriers->capacity, barriers->count + 1,
                                  sizeof *barriers->rows);
        barriers->rows[barriers->count++] =
            (struct barrier_waiter){*first, f->last[f->p->records.rows[held].thread]};
    }
    if (row->value == 1)
        *first = none;
}

static int by_record(const void *a, const void *b)
{
    const struct barrier_waiter *x = a, *y = b;
    if (x->record != y->record)
        return x->record < y->record ? -1 : 1;
    return x->before < y->before ? -1 : x->before > y->before;
}

void barriers_find(struct barriers *barriers, const struct program *program)
{
    struct finder f = {.barriers = barriers, .p = program};
    const size_t threads = program->threads.count + 1;
    *barriers = (struct barriers){0};
    f.last = mem_realloc(NULL, threads * sizeof *f.last);
    f.first = mem_realloc(NULL, threads * sizeof *f.first);
    memset(f.last, 0xff, threads * sizeof *f.last);
    memset(f.first, 0xff, threads * sizeof *f.first);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        const bool is_lock = row->object < PROGRAM_LOCKS_MOST;
        if (is_lock && row->call == CALL_lock_acquire)
            *holder_at(&f, row->object) = i;
        else if (is_lock && barriers_lets_go(row))
            let_go(&f, i);
        f.last[row->thread] = i;
    }
    if (barriers->count)
        qsort(barriers->rows, barriers->count, sizeof *barriers->rows, by_record);
    free(f.last);
    free(f.first);
    free(f.holder);
}

void barriers_release(struct barriers *barriers)
{
    free(barriers->rows);
    *barriers = (struct barriers){0};
}
