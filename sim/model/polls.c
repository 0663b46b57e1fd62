#include "sim/model/polls.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

/* Records of a thread that follow one another and only ask, or are what loops do meanwhile. */
struct row {
    uint32_t *records;
    size_t count, capacity;
};

/* Work and sleeps by their place, and whether all that is done there may be a turn's of a loop that
 * looks at the device, which makes as many as that needs. */
struct pastime {
    uint32_t place;
    uint16_t call;
    int64_t value; /* ns of each; rows of work at one place are one record, which is longer */
    bool of_turns;
    uint32_t stretch; /* the last one that it stands in */
};

struct pastimes {
    struct pastime *rows;
    size_t count, capacity;
};

enum { LOOP_QUERIES = 16 }; /* different ones of a row that are told apart */
enum { TURN_MOST = 1024 };  /* records of a turn */

/* Different queries of a row that found their stream or event done, by one record each. */
struct done {
    uint32_t records[LOOP_QUERIES];
    size_t count;
};

struct seeking {
    const struct program *program;
    const uint32_t *following;
    struct polls *polls;
};

static const struct program_record *record_at(const struct seeking *seeking, uint32_t record)
{
    return &seeking->program->records.rows[record];
}

static bool only_asks(const struct program_record *record)
{
    return call_is_query(record->call) || call_reports_error(record->call);
}

static struct pastime *pastime_of(const struct pastimes *pastimes,
                                  const struct program_record *record)
{
    for (size_t i = 0; i < pastimes->count; i++)
        if (pastimes->rows[i].place == record->place && pastimes->rows[i].call == record->call)
            return &pastimes->rows[i];
    return NULL;
}

static bool may_pass_time(const struct program_record *record)
{
    return call_is_work(record->call) && !program_is_turn(record) && !program_sleeps_until(record);
}

static bool is_alike(const struct program *program, uint32_t a, uint32_t b)
{
    const struct program_record *x = &program->records.rows[a], *y = &program->records.rows[b];
    return x->call == y->call && x->place == y->place && x->object == y->object &&
           x->stream == y->stream;
}

/* Where the query's like is; the count if it is not there. */
static size_t find(const struct seeking *seeking, const struct done *done, uint32_t query)
{
    size_t i = 0;
    while (i < done->count && !is_alike(seeking->program, done->records[i], query))
        i++;
    return i;
}

static void put(const struct seeking *seeking, struct done *done, uint32_t query)
{
    size_t at = find(seeking, done, query);
    if (at == LOOP_QUERIES)
        return;
    done->records[at] = query;
    done->count += at == done->count;
}

static bool is_done(const struct program_record *record)
{
    return call_is_query(record->call) && record->flags & RECORD_POLL;
}

/* What is done at a place, whatever a program asks there, is no turn's: a loop of so many turns
 * goes on when the device is done, asks again, or works more than a turn. */
static void see_work(struct pastimes *pastimes, const struct program_record *record,
                     uint32_t stretch)
{
    struct pastime *row = pastime_of(pastimes, record);
    if (!row) {
        pastimes->rows = mem_grow(pastimes->rows, &pastimes->capacity, pastimes->count + 1,
                                  sizeof *pastimes->rows);
        row = &pastimes->rows[pastimes->count++];
        *row = (struct pastime){
            .place = record->place, .call = record->call, .value = record->value, .of_turns = true};
    }
    row->of_turns &= row->value == record->value;
    row->stretch = stretch;
}

static void see_asked_again(struct pastimes *pastimes, uint32_t stretch)
{
    for (size_t i = 0; i < pastimes->count; i++)
        pastimes->rows[i].of_turns &= pastimes->rows[i].stretch != stretch;
}

/* Of the thread whose first record that is. A stretch is what stands between two records of other
 * kinds. */
static void find_pastimes(const struct seeking *seeking, uint32_t first, struct pastimes *pastimes)
{
    struct done before = {.count = 0};
    uint32_t stretch = 1;
    pastimes->count = 0;
    for (uint32_t i = first; i < seeking->program->records.count; i = seeking->following[i]) {
        const struct program_record *record = record_at(seeking, i);
        if (may_pass_time(record)) {
            see_work(pastimes, record, stretch);
        } else if (!only_asks(record)) {
            before.count = 0;
            stretch++;
        } else if (is_done(record)) {
            if (find(seeking, &before, i) < before.count)
                see_asked_again(pastimes, stretch);
            put(seeking, &before, i);
        }
    }
}

/* Whether a query of a row is the first of its like to find its stream or event done: a run must
 * not go on before it is. The others ask what is known. */
static void find_first(const struct seeking *seeking, const struct row *row, bool *first)
{
    struct done before = {.count = 0};
    for (size_t i = 0; i < row->count; i++) {
        uint32_t query = row->records[i];
        if (!is_done(record_at(seeking, query)))
            continue;
        first[i] = find(seeking, &before, query) == before.count;
        put(seeking, &before, query);
    }
}

/* Whether the row goes on with that record. */
static bool is_of_row(const struct seeking *seeking, const struct row *row,
                      const struct pastimes *pastimes, uint32_t record)
{
    const struct program_record *r = record_at(seeking, record);
    if (only_asks(r))
        return true;
    const struct pastime *pastime = may_pass_time(r) ? pastime_of(pastimes, r) : NULL;
    return row->count > 0 && pastime && pastime->of_turns;
}

/* The turn before a query that found something done: what comes behind the last of its like that
 * did not, if that is more than to ask. */
static void find_turn(const struct seeking *seeking, const struct row *row, size_t at)
{
    bool works = false;
    size_t least = at > TURN_MOST ? at - TURN_MOST : 0;
    for (size_t i = at; i-- > least;) {
        uint32_t query = row->records[i];
        const struct program_record *record = record_at(seeking, query);
        works |= call_is_work(record->call);
        if (!call_is_query(record->call) || !is_alike(seeking->program, query, row->records[at]))
            continue;
        if (works && !is_done(record))
            seeking->polls->turns[row->records[at]] = seeking->following[query];
        return;
    }
}

static void finish_row(const struct seeking *seeking, struct row *row)
{
    bool *first = mem_zalloc(row->count + 1);
    find_first(seeking, row, first);
    struct done ahead = {.count = 0};
    uint32_t next = POLLS_NONE; /* the nearest of the first ones ahead */
    for (size_t i = row->count; i-- > 0;) {
        uint32_t query = row->records[i];
        const struct program_record *record = record_at(seeking, query);
        if (is_done(record)) {
            put(seeking, &ahead, query);
            next = first[i] ? query : next;
            find_turn(seeking, row, i);
        } else if (call_is_query(record->call) && record->result == CUDA_cudaErrorNotReady) {
            size_t at = find(seeking, &ahead, query);
            if (at < ahead.count) /* a thread's records stand in its order */
                seeking->polls->until[query] = next < ahead.records[at] ? next : ahead.records[at];
        }
    }
    free(first);
    row->count = 0;
}

void polls_find(struct polls *polls, const struct program *program, const uint32_t *first,
                const uint32_t *following)
{
    const struct seeking seeking = {program, following, polls};
    size_t count = program->records.count;
    struct row row = {0};
    struct pastimes pastimes = {0};
    polls->until = mem_zalloc((count + 1) * sizeof *polls->until);
    polls->turns = mem_zalloc((count + 1) * sizeof *polls->turns);
    for (size_t i = 0; i < count; i++)
        polls->until[i] = polls->turns[i] = POLLS_NONE;
    for (size_t t = 0; t < program->threads.count; t++) {
        find_pastimes(&seeking, first[t], &pastimes);
        for (uint32_t i = first[t]; i < count; i = following[i]) {
            if (!is_of_row(&seeking, &row, &pastimes, i)) {
                finish_row(&seeking, &row);
                continue;
            }
            row.records = mem_grow(row.records, &row.capacity, row.count + 1, sizeof *row.records);
            row.records[row.count++] = i;
        }
        finish_row(&seeking, &row);
    }
    free(row.records);
    free(pastimes.rows);
}

uint32_t polls_behind(const struct polls *polls, const struct program *program,
                      const uint32_t *following, uint32_t query)
{
    uint32_t until = polls->until[query];
    return is_alike(program, query, until) ? following[until] : until;
}

void polls_release(struct polls *polls)
{
    free(polls->until);
    free(polls->turns);
    *polls = (struct polls){0};
}
