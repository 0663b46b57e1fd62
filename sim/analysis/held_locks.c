#include "sim/analysis/held_locks.h"

#include "sim/base/mem.h"

#include <stdlib.h>

enum { LOCKS_HELD_MOST = 16, BITS = 64 };

/* The locks of a thread, each as often as it was taken. */
struct holder {
    uint32_t locks[LOCKS_HELD_MOST];
    size_t count;
};

static void take(struct holder *holder, uint32_t lock)
{
    if (holder->count < LOCKS_HELD_MOST)
        holder->locks[holder->count++] = lock;
}

static void let_go(struct holder *holder, uint32_t lock)
{
    for (size_t i = holder->count; i-- > 0;)
        if (holder->locks[i] == lock) {
            holder->locks[i] = holder->locks[--holder->count];
            return;
        }
}

static uint64_t bits_of(const struct holder *holder)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < holder->count; i++)
        bits |= UINT64_C(1) << holder->locks[i] % BITS;
    return bits;
}

uint64_t *held_locks_find(const struct program *program)
{
    uint64_t *held = NULL;
    struct holder *holders = mem_zalloc((program->threads.count + 1) * sizeof *holders);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        struct holder *holder = &holders[row->thread];
        if (row->call == CALL_lock_acquire)
            take(holder, row->object);
        else if (row->call == CALL_lock_release)
            let_go(holder, row->object);
        if (holder->count && !held)
            held = mem_zalloc((program->records.count + 1) * sizeof *held);
        if (held)
            held[i] = bits_of(holder);
    }
    free(holders);
    return held;
}
