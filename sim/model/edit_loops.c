/* Loops of host threads that wait for another thread: in a changed program they last until that has
 * done what they wait for, be it later than in the run that was recorded or sooner. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* --- that look at an atomic ----------------------------------------------------------------------
 */

enum { TURN_NS = 50 }; /* of a loop that does nothing but look */

enum { CALLS_MOST = 16 }; /* of a turn that is made again */

/* The work and sleeps of a thread since it did anything else: rows of records. */
struct looking {
    uint32_t *rows;
    size_t count, capacity;
};

static void note(struct looking *looking, const struct program_record *record, uint32_t row)
{
    if (!call_is_work(record->call)) {
        looking->count = 0;
        return;
    }
    looking->rows =
        mem_grow(looking->rows, &looking->capacity, looking->count + 1, sizeof *looking->rows);
    looking->rows[looking->count++] = row;
}

static bool is_like(const struct program_record *a, const struct program_record *b)
{
    return a->call == b->call && a->place == b->place && a->count == b->count &&
           (a->count == WORK_WHOLE || a->count == WORK_TURNS);
}

/* Whether the last rows are so many turns of as many calls each. */
static bool is_turns_of(const struct looking *looking, const struct program *program, size_t turns,
                        size_t calls)
{
    if (looking->count / calls < turns)
        return false;
    const struct program_record *rows = program->records.rows;
    for (size_t i = looking->count - turns * calls; i + calls < looking->count; i++)
        if (!is_like(&rows[looking->rows[i]], &rows[looking->rows[i + calls]]))
            return false;
    return true;
}

/* How many calls each of the turns makes, which may be several alike; 0: they are no such. Where
 * the script has not told, the rows may have work alike in front of the loop: what takes all of
 * them is most likely nothing but turns, else it is as few as fit. */
static size_t calls_of(const struct looking *looking, const struct program *program,
                       const struct program_record *look)
{
    const size_t turns = look->count, told = (look->flags & RECORD_EACH) / RECORD_EACH_ONE;
    if (told && is_turns_of(looking, program, turns, told))
        return told;
    const size_t all = looking->count / turns;
    if (looking->count % turns == 0 && all > 0 && all <= CALLS_MOST &&
        is_turns_of(looking, program, turns, all))
        return all;
    for (size_t calls = 1; calls <= CALLS_MOST; calls++)
        if (is_turns_of(looking, program, turns, calls))
            return calls;
    return 0;
}

/* How many of the last rows are turns that do nothing but wait. */
static size_t waiting(const struct looking *looking, const struct program *program)
{
    size_t count = 0;
    while (count < looking->count &&
           program_is_turn(&program->records.rows[looking->rows[looking->count - 1 - count]]))
        count++;
    return count;
}

/* How the turns of a loop stand in the records. */
enum turns_kind {
    TURNS_ONE,    /* their time is that of a few records, in one for all turns */
    TURNS_EACH,   /* each has records of its own, as many as the others */
    TURNS_UNTOLD, /* otherwise */
};

static enum turns_kind kind_of(const struct looking *looking, const struct program *program,
                               const struct program_record *look, size_t *calls)
{
    *calls = look->count > 1 ? calls_of(looking, program, look) : 0;
    if (*calls)
        return TURNS_EACH;
    const size_t last = looking->count ? looking->rows[looking->count - 1] : 0;
    const struct program_record *record = looking->count ? &program->records.rows[last] : NULL;
    if (!record || program_is_turn(record))
        return TURNS_ONE;
    return look->count && (look->count == 1 ||
                           (record->call == CALL_host_work && record->count == WORK_WHOLE))
               ? TURNS_ONE
               : TURNS_UNTOLD;
}

/* One turn is left of those that ended with a look, of `turns` (0: not known) that are as long. */
static void leave_one(const struct looking *looking, struct program *program, uint32_t turns)
{
    struct program_record *rows = program->records.rows;
    const size_t parts = waiting(looking, program);
    for (size_t i = 0; i < parts; i++) {
        struct program_record *part = &rows[looking->rows[looking->count - 1 - i]];
        const int64_t most = i ? 0 : TURN_NS;
        part->value = part->value > most ? most : part->value;
    }
    if (parts == 0 && looking->count && turns)
        rows[looking->rows[looking->count - 1]].value /= turns;
}

/* Of turns with records of their own the last is left, and made again after each look in vain. */
static void leave_last(const struct looking *looking, struct program *program,
                       struct program_record *look, size_t turns, size_t calls)
{
    for (size_t i = looking->count - turns * calls; i < looking->count - calls; i++) {
        struct program_record *left_out = &program->records.rows[looking->rows[i]];
        *left_out = (struct program_record){.call = CALL_host_work,
                                            .thread = left_out->thread,
                                            .place = left_out->place,
                                            .count = left_out->count};
    }
    look->count = (uint32_t)calls;
}

/* Goes through the loops that look at an atomic. With `changed` they are bound; returns whether all
 * of them can be. */
static bool find_loops(const struct program *program, struct program *changed)
{
    int64_t *published = NULL; /* by atomic */
    size_t count = 0, capacity = 0;
    bool all = true;
    struct looking *threads = mem_zalloc((program->threads.count + 1) * sizeof *threads);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread >= program->threads.count)
            continue;
        struct looking *looking = &threads[record->thread];
        if ((record->call == CALL_publish || record->call == CALL_observe) &&
            record->object < PROGRAM_LOCKS_MOST) {
            for (; count <= record->object; count++) {
                published = mem_grow(published, &capacity, count + 1, sizeof *published);
                published[count] = 0;
            }
            if (record->call == CALL_publish) {
                published[record->object]++;
            } else if (record->flags & RECORD_POLL) {
                size_t calls;
                const enum turns_kind kind = kind_of(looking, program, record, &calls);
                all &= kind != TURNS_UNTOLD;
                struct program_record *look = changed ? &changed->records.rows[i] : NULL;
                const uint32_t turns = record->count;
                if (look) {
                    look->value = published[record->object];
                    look->count = 0;
                }
                if (look && kind == TURNS_EACH)
                    leave_last(looking, changed, look, turns, calls);
                else if (look && kind == TURNS_ONE)
                    leave_one(looking, changed, turns);
            }
        }
        note(looking, record, i);
    }
    for (size_t i = 0; i < program->threads.count; i++)
        free(threads[i].rows);
    free(published);
    free(threads);
    return all;
}

/* A loop that looks at an atomic until it is written lasts until then, whether what it waits for
 * comes later than in the run that was recorded or sooner: of its turns one is left. So does one
 * that asks the device. */
void edit_bind_loops(struct program *program)
{
    find_loops(program, program);
    for (size_t i = 0; i < program->records.count; i++)
        if (call_is_query(program->records.rows[i].call))
            program->records.rows[i].flags |= RECORD_LOOPS;
}

bool edit_knows_loops(const struct program *program)
{
    return find_loops(program, NULL);
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
