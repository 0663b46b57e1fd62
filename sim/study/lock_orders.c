#include "sim/study/lock_orders.h"

#include "sim/base/mem.h"

#include <stdlib.h>

enum { LOCKS_MOST = 1 << 20, SEVERAL = UINT16_MAX };

static bool is_taken(const struct program *program, const struct program_record *row)
{
    return row->call == CALL_lock_acquire && row->object < LOCKS_MOST &&
           program->threads.rows[row->thread].kind != THREAD_WORKER;
}

/* By lock: 1 + the thread that takes it, SEVERAL if several do; 0: nobody. */
static uint16_t *find_takers(const struct program *program)
{
    uint32_t most = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        if (is_taken(program, row) && row->object > most)
            most = row->object;
    }
    uint16_t *takers = mem_zalloc(((size_t)most + 1) * sizeof *takers);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        if (!is_taken(program, row))
            continue;
        const uint16_t thread = (uint16_t)(row->thread + 1);
        uint16_t *taker = &takers[row->object];
        *taker = *taker && *taker != thread ? SEVERAL : thread;
    }
    return takers;
}

size_t lock_orders_threads(const struct program *program, uint32_t threads[LOCK_ORDERS_MOST])
{
    size_t count = 0;
    if (program->records.count > LOCK_ORDERS_RECORDS)
        return 0;
    uint16_t *takers = find_takers(program);
    for (size_t i = 0; i < program->records.count && count < LOCK_ORDERS_MOST; i++) {
        const struct program_record *row = &program->records.rows[i];
        bool known = !is_taken(program, row) || takers[row->object] != SEVERAL;
        for (size_t t = 0; t < count && !known; t++)
            known = threads[t] == row->thread;
        if (!known)
            threads[count++] = row->thread;
    }
    free(takers);
    return count;
}

int lock_orders_predict(struct prediction *prediction, const char *path,
                        const struct predict_options *options, uint32_t thread)
{
    struct predict_options late = *options;
    struct err err;
    err_init(&err);
    late.late_thread = thread + 1;
    prediction_init(prediction);
    return predict_file(prediction, path, &late, &err);
}

/* Places are numbered by who came first: of two programs their lines are compared. */
static bool same_call(const struct program *p, size_t record, const struct program *q, size_t other)
{
    const struct program_record *a = &p->records.rows[record], *b = &q->records.rows[other];
    return a->thread == b->thread && a->call == b->call && a->column == b->column &&
           p->places.rows[a->place].line == q->places.rows[b->place].line;
}

/* Where the thread makes the same call for the same time in the other run; SIZE_MAX: it does not.
 */
static size_t find_again(const struct program *program, uint32_t record,
                         const struct program *other)
{
    size_t times = 0;
    for (size_t i = 0; i <= record; i++)
        times += same_call(program, i, program, record);
    for (size_t i = 0; i < other->records.count; i++)
        if (same_call(program, record, other, i) && --times == 0)
            return i;
    return SIZE_MAX;
}

bool lock_orders_turn(const struct program *program, uint32_t earlier, uint32_t later,
                      const struct program *late)
{
    const size_t first = find_again(program, earlier, late);
    const size_t second = find_again(program, later, late);
    return first != SIZE_MAX && second < first;
}
