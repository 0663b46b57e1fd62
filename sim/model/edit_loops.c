/* Loops of host threads that wait for another thread: in a changed program they last until that has
 * done what they wait for, be it later than in the run that was recorded or sooner. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* --- that look at an atomic ----------------------------------------------------------------------
 */

enum { TURN_NS = 50, PARTS_MOST = 4 }; /* of a loop that does nothing but look */

/* What a thread did last: the parts of turns that do nothing but wait, or work of turns. */
struct looking {
    struct program_record *parts[PARTS_MOST];
    size_t count;
    struct program_record *work;
};

static void note_part(struct looking *looking, struct program_record *record)
{
    looking->work = record->call == CALL_host_work && record->count == WORK_WHOLE ? record : NULL;
    if (!program_is_turn(record)) {
        looking->count = 0;
        return;
    }
    if (looking->count == PARTS_MOST) /* not a loop that is known */
        looking->count = 0;
    looking->parts[looking->count++] = record;
}

/* One turn is left of those that ended with a look: of `turns` (0: not known) that are as long. */
static void leave_one(const struct looking *looking, uint32_t turns)
{
    if (looking->work && turns)
        looking->work->value /= turns;
    for (size_t i = 0; i < looking->count; i++) {
        const int64_t most = i + 1 < looking->count ? 0 : TURN_NS;
        if (looking->parts[i]->value > most)
            looking->parts[i]->value = most;
    }
}

/* A loop that looks at an atomic until it is written lasts until then, whether what it waits for
 * comes later than in the run that was recorded or sooner: of its turns one is left, where it does
 * nothing else in them. */
void edit_bind_loops(struct program *program)
{
    int64_t *published = NULL; /* by atomic */
    size_t count = 0, capacity = 0;
    struct looking *threads = mem_zalloc((program->threads.count + 1) * sizeof *threads);
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        struct looking *looking =
            record->thread < program->threads.count ? &threads[record->thread] : NULL;
        if ((record->call == CALL_publish || record->call == CALL_observe) &&
            record->object < PROGRAM_LOCKS_MOST) {
            for (; count <= record->object; count++) {
                published = mem_grow(published, &capacity, count + 1, sizeof *published);
                published[count] = 0;
            }
            if (record->call == CALL_publish) {
                published[record->object]++;
            } else if (record->flags & RECORD_POLL) {
                record->value = published[record->object];
                if (looking)
                    leave_one(looking, record->count);
            }
        }
        if (looking)
            note_part(looking, record);
    }
    free(published);
    free(threads);
}

/* --- that look under a lock ----------------------------------------------------------------------
 */

enum { IN_VAIN = 8 }; /* turns in a row, at least: fewer may do something each */

/* A thread that takes a lock and releases it, turn by turn: rows from 1, 0: none. */
struct pairs {
    size_t taken, released; /* by its last turn */
    size_t vain;            /* turns before that */
    size_t last;            /* the release of the last of those */
};

/* Whether another thread releases the lock between two rows. */
static bool is_told(const struct program *program, size_t from, size_t to)
{
    const struct program_record *rows = program->records.rows;
    for (size_t i = from; i < to; i++)
        if (rows[i].call == CALL_lock_release && rows[i].object == rows[to].object &&
            rows[i].thread != rows[to].thread)
            return true;
    return false;
}

/* Whether the turns that are over were a loop that looks. */
static bool end_pairs(const struct program *program, struct pairs *pairs)
{
    const bool looks =
        pairs->vain >= IN_VAIN && is_told(program, pairs->last - 1, pairs->taken - 1);
    *pairs = (struct pairs){0};
    return looks;
}

/* Takes a record of the thread; whether a loop that looks is over with it. */
static bool take(const struct program *program, struct pairs *pairs, size_t row)
{
    const struct program_record *record = &program->records.rows[row];
    const struct program_record *before =
        pairs->taken ? &program->records.rows[pairs->taken - 1] : NULL;
    if (call_is_work(record->call)) /* is part of a turn */
        return false;
    if (record->call == CALL_lock_release && before && !pairs->released &&
        before->object == record->object) {
        pairs->released = row + 1;
        return false;
    }
    if (record->call != CALL_lock_acquire)
        return end_pairs(program, pairs);
    bool over = false;
    if (pairs->released && before->object == record->object && before->place == record->place) {
        pairs->vain++;
        pairs->last = pairs->released;
    } else {
        over = end_pairs(program, pairs);
    }
    pairs->taken = row + 1;
    pairs->released = 0;
    return over;
}

bool edit_looks_under_locks(const struct program *program)
{
    struct pairs *threads = mem_zalloc((program->threads.count + 1) * sizeof *threads);
    bool looks = false;
    for (size_t i = 0; i < program->records.count && !looks; i++)
        if (program->records.rows[i].thread < program->threads.count)
            looks = take(program, &threads[program->records.rows[i].thread], i);
    free(threads);
    return looks;
}
