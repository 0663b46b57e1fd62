#include "gpu/polls.h"

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

/* Different queries of a row that found their stream or event done, by one record each. */
struct done {
    uint32_t records[LOOP_QUERIES];
    size_t count;
};

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

bool polls_alike(const struct plan *plan, uint32_t a, uint32_t b)
{
    const struct program_record *x = plan_record(plan, a), *y = plan_record(plan, b);
    return x->call == y->call && x->place == y->place && x->object == y->object &&
           x->stream == y->stream;
}

/* Where the query's like is; the count if it is not there. */
static size_t find(const struct plan *plan, const struct done *done, uint32_t query)
{
    size_t i = 0;
    while (i < done->count && !polls_alike(plan, done->records[i], query))
        i++;
    return i;
}

static void put(const struct plan *plan, struct done *done, uint32_t query)
{
    size_t at = find(plan, done, query);
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
static void find_pastimes(const struct plan *plan, uint32_t first, struct pastimes *pastimes)
{
    struct done before = {.count = 0};
    uint32_t stretch = 1;
    pastimes->count = 0;
    for (uint32_t i = first; i != PLAN_NONE; i = plan->following[i]) {
        const struct program_record *record = plan_record(plan, i);
        if (may_pass_time(record)) {
            see_work(pastimes, record, stretch);
        } else if (!only_asks(record)) {
            before.count = 0;
            stretch++;
        } else if (is_done(record)) {
            if (find(plan, &before, i) < before.count)
                see_asked_again(pastimes, stretch);
            put(plan, &before, i);
        }
    }
}

/* Whether a query of a row is the first of its like to find its stream or event done: a run must
 * not go on before it is. The others ask what is known. */
static void find_first(const struct plan *plan, const struct row *row, bool *first)
{
    struct done before = {.count = 0};
    for (size_t i = 0; i < row->count; i++) {
        uint32_t query = row->records[i];
        if (!is_done(plan_record(plan, query)))
            continue;
        first[i] = find(plan, &before, query) == before.count;
        put(plan, &before, query);
    }
}

/* Whether the row goes on with that record. */
static bool is_of_row(const struct plan *plan, const struct row *row,
                      const struct pastimes *pastimes, uint32_t record)
{
    const struct program_record *r = plan_record(plan, record);
    if (only_asks(r))
        return true;
    const struct pastime *pastime = may_pass_time(r) ? pastime_of(pastimes, r) : NULL;
    return row->count > 0 && pastime && pastime->of_turns;
}

/* The turn before a query that found something done: what comes behind the last of its like that
 * did not, if that is more than to ask. */
static void find_turn(struct plan *plan, const struct row *row, size_t at)
{
    bool works = false;
    for (size_t i = at; i-- > 0;) {
        uint32_t query = row->records[i];
        const struct program_record *record = plan_record(plan, query);
        works |= call_is_work(record->call);
        if (!call_is_query(record->call) || !polls_alike(plan, query, row->records[at]))
            continue;
        if (works && !is_done(record))
            plan->turns[row->records[at]] = plan->following[query];
        return;
    }
}

static void finish_row(struct plan *plan, struct row *row)
{
    bool *first = mem_zalloc(row->count + 1);
    find_first(plan, row, first);
    struct done ahead = {.count = 0};
    uint32_t next = PLAN_NONE; /* the nearest of the first ones ahead */
    for (size_t i = row->count; i-- > 0;) {
        uint32_t query = row->records[i];
        const struct program_record *record = plan_record(plan, query);
        if (is_done(record)) {
            put(plan, &ahead, query);
            next = first[i] ? query : next;
            find_turn(plan, row, i);
        } else if (call_is_query(record->call) && record->result == CUDA_cudaErrorNotReady) {
            size_t at = find(plan, &ahead, query);
            if (at < ahead.count) /* a thread's records stand in its order */
                plan->until[query] = next < ahead.records[at] ? next : ahead.records[at];
        }
    }
    free(first);
    row->count = 0;
}

void polls_find(struct plan *plan)
{
    const struct program *program = plan->program;
    struct row row = {0};
    struct pastimes pastimes = {0};
    for (size_t i = 0; i < program->records.count; i++)
        plan->until[i] = plan->turns[i] = PLAN_NONE;
    for (size_t t = 0; t < program->threads.count; t++) {
        find_pastimes(plan, plan->first[t], &pastimes);
        for (uint32_t i = plan->first[t]; i != PLAN_NONE; i = plan->following[i]) {
            if (!is_of_row(plan, &row, &pastimes, i)) {
                finish_row(plan, &row);
                continue;
            }
            row.records = mem_grow(row.records, &row.capacity, row.count + 1, sizeof *row.records);
            row.records[row.count++] = i;
        }
        finish_row(plan, &row);
    }
    free(row.records);
    free(pastimes.rows);
}
