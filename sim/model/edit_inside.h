/* What the files of edits share; sim/model/edit.h is the door.
 *
 * While a program is being edited its records keep their row numbers: one that is left out has
 * CALL_NONE, and what is put in stands in a list of its own. So the edited program can be read side
 * by side with the original. At the end (edit.c) the records are made one list again.
 */
#ifndef SIM_MODEL_EDIT_INSIDE_H
#define SIM_MODEL_EDIT_INSIDE_H

#include "sim/model/edit.h"

/* A record to be put in. `key`: twice the row that it stands before, or that plus 1: behind it. */
struct edit_insertion {
    uint64_t key;
    uint64_t turn; /* of several with one key, in order */
    struct program_record record;
};

struct editing {
    const struct program *original;
    struct program *program;
    struct edit_changes *changes;
    const atomic_bool *stop; /* of edit_rewrite() */
    struct edit_insertion *insertions;
    size_t insertion_count, insertion_capacity;
    bool launch_blocking; /* in the original every launch holds up the host */
    bool timed_events;    /* what is put in for orders takes times, as what it stands for did */
    bool orders_lost;     /* an edit took an order away: those that the data needs are to be kept */
    uint16_t reorder;     /* EDIT_BREADTH or EDIT_DEPTH, or EDIT_NONE */
};

/* A call of the source, of which several may stand in one line. */
struct edit_site {
    uint32_t place;
    uint16_t call;
    uint8_t column;
};

static inline struct edit_site edit_site_of(const struct program_record *record)
{
    return (struct edit_site){record->place, record->call, record->column};
}

/* Less than, equal to or greater than 0, as for qsort(). */
static inline int edit_site_order(struct edit_site a, struct edit_site b)
{
    if (a.place != b.place)
        return a.place < b.place ? -1 : 1;
    if (a.call != b.call)
        return a.call < b.call ? -1 : 1;
    return (a.column > b.column) - (a.column < b.column);
}

static inline uint64_t edit_before(size_t row)
{
    return 2 * (uint64_t)row;
}

static inline uint64_t edit_behind(size_t row)
{
    return 2 * (uint64_t)row + 1;
}

void editing_insert(struct editing *editing, uint64_t key, const struct program_record *record);

/* Notes a change; one that is equal but for its count is there once. */
void editing_note(struct editing *editing, const struct edit_change *change);

/* Why the edit does not apply; the first reason counts. */
void editing_refuse(struct editing *editing, const char *why);

/* Whether the result is not wanted any more. */
bool editing_is_stopped(const struct editing *editing);

/* A stream that is created before anything else, by main; its row. */
uint32_t editing_new_stream(struct editing *editing, const char *name);

/* Whether the call puts something into a stream; whether the program chooses which. */
bool edit_enqueues(const struct program *program, const struct program_record *record);
bool edit_takes_stream(const struct program *program, const struct program_record *record);

/* By record: of the chosen calls the stream whose work they belong to by the bytes that they touch;
 * the default stream if there is none. free() it. */
uint32_t *edit_streams_by_data(const struct program *program, const bool *chosen);

/* Of a record's number, from 1; 0: the default one. */
uint32_t edit_stream_of(const struct program *program, uint32_t record);

/* By record: of the chosen launches the record, from 1, of the work that touched last before it (or
 * `behind`: touches next) what one of the two writes to; 0: none is known, or it is in the default
 * stream. free() it. */
uint32_t *edit_work_by_data(const struct program *program, const bool *chosen, bool behind);

/* Where the program page-locks memory of the chosen rows itself, later than it copies them first:
 * it does so once, before. False, and refused, where that cannot be done. `registered` says of
 * which rows it is. */
bool edit_register_early(struct editing *editing, const bool *chosen, bool *registered);

/* The wait of a row is made behind the release of locks that its thread takes after the row
 * `before`, where it does nothing else until then. Returns the row where the last of these is
 * taken, from 1; 0: there are none. */
size_t edit_behind_locks(struct program *program, size_t before, size_t row);

/* Where the host has to wait that touches at a row what the work of an earlier row `before` does.
 * What it touches between two calls is noted by memory, not by time, and the work of a function
 * that a pragma gives a time stands before or behind what it is done with: the first record of
 * those that stand together with this one behind `before`. */
uint32_t edit_first_touch(const struct editing *editing, uint32_t before, uint32_t row);

/* Whether all that was done is to leave out waits of the host, each of which came back, for the
 * same work, before the host did anything else. What was put in is in order. */
bool edit_waits_stay(const struct editing *editing);

/* By row of streams: the record that makes it, from 1; 0: none does. free() it. */
size_t *edit_streams_made(const struct program *program);

/* Whether the source has the stream where the call of a record stands: it is made before that, and
 * by main or the same thread: what another thread makes is its own, as a variable of a function. */
bool edit_stream_is_there(const struct program *program, const size_t *made, uint32_t stream,
                          size_t row);

/* What to call host memory: by its name if it has one. */
const char *edit_memory_text(const struct program *program, uint32_t alloc);

/* The row before which the process has ended all its work. */
size_t edit_program_end(const struct program *program);

/* Each does one kind of edit to the records. */
void edit_own_stream(struct editing *editing, const struct edit *edit);
void edit_keep_pool(struct editing *editing, const struct edit *edit);
void edit_no_timing(struct editing *editing, const struct edit *edit);
void edit_nonblocking(struct editing *editing, const struct edit *edit);
void edit_per_thread(struct editing *editing, const struct edit *edit);
void edit_pinned(struct editing *editing, const struct edit *edit);
void edit_pageable(struct editing *editing, const struct edit *edit);
void edit_async(struct editing *editing, const struct edit *edit);
void edit_move(struct editing *editing, const struct edit *edit);
void edit_launch(struct editing *editing, const struct edit *edit);
void edit_turns(struct editing *editing, const struct edit *edit);
void edit_apart(struct editing *editing, const struct edit *edit);
void edit_no_synchronize(struct editing *editing, const struct edit *edit);
void edit_release(struct editing *editing, const struct edit *edit);
void edit_one_stream(struct editing *editing, const struct edit *edit);
void edit_no_wait(struct editing *editing, const struct edit *edit);
void edit_narrow_wait(struct editing *editing, const struct edit *edit);
void edit_hoist(struct editing *editing, const struct edit *edit);
void edit_launch_blocking(struct editing *editing, const struct edit *edit);

/* Puts in the events that keep the orders between accesses to the same bytes that the original
 * guarantees and the edited program lost. Returns how many orders those are; with `only_count`
 * nothing is put in. */
size_t edit_keep_orders(struct editing *editing, bool only_count);

/* Which lines another issue order moves. */
struct edit_moves {
    bool *places; /* by row of places: calls there come elsewhere */
    /* Where each line that is issued anew has one stream of its own, each turn of a loop alike: by
     * row of places the one that it stands behind then, 0: it stays; and the rows that move, in
     * their new order. Otherwise nothing of that is known. */
    bool in_lines;
    uint32_t *behind, *order;
    size_t count;
    uint32_t *stream; /* by row of places: of the calls there; EDIT_ANY: of several */
};

/* Of the program before; edit_moves_release() is needed. */
void edit_moves_begin(struct edit_moves *moves, const struct program *program);
void edit_moves_release(struct edit_moves *moves);

/* Issues the calls of each stretch in another order; after the end. Returns how many calls
 * have another place; 0: it cannot, or they stand so already. */
size_t edit_reorder(struct program *program, enum edit_kind kind, struct edit_moves *moves);

#endif
