/* Waits for the device that are made while a lock is held: behind its release. */
#include "sim/model/edit_inside.h"

/* Where the thread takes the lock that it releases at `to`, after `from`; from 1, 0: it does not.
 */
static size_t taken(const struct program *program, size_t from, size_t to)
{
    const struct program_record *records = program->records.rows;
    for (size_t i = to; i-- > from;)
        if (records[i].call == CALL_lock_acquire && records[i].thread == records[to].thread &&
            records[i].object == records[to].object)
            return i + 1;
    return 0;
}

/* Rows of other threads stay where they are: they are in no order with these. */
size_t edit_behind_locks(struct program *program, size_t before, size_t row)
{
    struct program_record *records = program->records.rows;
    uint16_t thread = records[row].thread;
    size_t at = row, found = 0;
    for (size_t i = row + 1; i < program->records.count; i++) {
        if (records[i].thread != thread)
            continue;
        size_t take = records[i].call == CALL_lock_release ? taken(program, before, i) : 0;
        if (take == 0)
            break;
        struct program_record wait = records[at];
        records[at] = records[i];
        records[i] = wait;
        at = i;
        found = take;
    }
    return found;
}

static bool is_asked(const struct program *program, const struct program_record *record,
                     const struct edit *edit)
{
    return call_is_synchronize(record->call) && record->place &&
           (edit->place == 0 || record->place == edit->place) &&
           record->thread < program->threads.count;
}

/* The row of the wait of this place that the thread made before, whose turn is over; 0: none. */
static size_t turn_before(const struct program *program, size_t row, const struct edit *edit)
{
    const struct program_record *records = program->records.rows;
    for (size_t i = row; i-- > 0;)
        if (records[i].thread == records[row].thread && records[i].place == records[row].place &&
            is_asked(program, &records[i], edit))
            return i;
    return 0;
}

void edit_release(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    bool any = false;
    /* the last first, or it would stand in the way of one before it */
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record record = program->records.rows[i];
        if (!is_asked(program, &record, edit))
            continue;
        size_t lock = edit_behind_locks(program, turn_before(program, i, edit), i);
        if (lock == 0)
            continue;
        any = editing->orders_lost = true;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_RELEASE,
                                                    .call = record.call,
                                                    .place = record.place,
                                                    .other = program->records.rows[lock - 1].place,
                                                    .count = 1});
    }
    if (!any)
        editing_refuse(editing, "no lock is released right behind it");
}
