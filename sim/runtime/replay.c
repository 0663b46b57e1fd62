#include "sim/runtime/replay.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/polls.h"

#include <stdlib.h>

/* Where a thread stands. */
struct cursor {
    uint32_t next; /* row of records; past the end: none is left */
    uint32_t left; /* of a run of queries: those still to make */
    bool in_run;
    bool polls;            /* until it succeeds */
    bool looks;            /* it is behind a look: `turn` is made again if that was in vain */
    uint32_t turn, looked; /* rows: where the turn begins, and the look; as many turns are */
    uint32_t turns;        /* left, as a loop that nobody ends is to come to an end */
    bool within;           /* of a worker: inside a host function */
};

struct replay {
    const struct program *program;
    uint32_t *following;      /* by record: the next one of its thread; NULL: it is the next row */
    uint32_t *first;          /* by thread */
    uint32_t *hostfn_records; /* by host function: where its records begin; 0: it has none */
    struct cursor *cursors;   /* by thread */
    size_t thread_count;
    bool loops;         /* queries are asked as often as it takes, by */
    struct polls polls; /* these, which are empty otherwise */
};

static bool is_mark(const struct program *program, const struct program_record *record)
{
    return record->call == CALL_cudaLaunchHostFunc &&
           program->threads.rows[record->thread].kind == THREAD_WORKER;
}

struct replay *replay_new(const struct program *program)
{
    struct replay *replay = mem_zalloc(sizeof *replay);
    uint32_t count = (uint32_t)program->records.count;
    replay->program = program;
    replay->thread_count = program->threads.count;
    replay->first = mem_zalloc(replay->thread_count * sizeof *replay->first);
    replay->cursors = mem_zalloc(replay->thread_count * sizeof *replay->cursors);
    replay->hostfn_records =
        mem_zalloc((program->hostfns.count + 1) * sizeof *replay->hostfn_records);
    for (size_t i = 0; i < replay->thread_count; i++)
        replay->first[i] = count;
    bool linked = false; /* or the next record of a thread is the next row */
    for (uint32_t i = 0; i < count && !replay->loops; i++) {
        const struct program_record *record = &program->records.rows[i];
        linked |= record->thread != program->records.rows[0].thread;
        replay->loops = call_is_query(record->call) && record->flags & RECORD_LOOPS;
    }
    linked |= replay->loops;
    if (linked)
        replay->following = mem_zalloc(count * sizeof *replay->following);
    else if (count)
        replay->first[program->records.rows[0].thread] = 0;
    for (uint32_t i = count; linked && i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        replay->following[i] = replay->first[record->thread];
        replay->first[record->thread] = i;
        if (is_mark(program, record) && record->object < program->hostfns.count)
            replay->hostfn_records[record->object] = i + 1;
    }
    for (size_t i = 0; i < replay->thread_count; i++)
        replay->cursors[i].next = replay->first[i];
    if (replay->loops)
        polls_find(&replay->polls, program, replay->first, replay->following);
    return replay;
}

enum { TURNS_MOST = 1 << 20 };

/* Behind a look at what nobody has written yet the turn before it is made again. Turns beyond the
 * most just wait: if nobody ever writes it, the runtime says so. */
static void look(const struct replay *replay, struct cursor *cursor, struct program_record *record)
{
    const struct program_record *rows = replay->program->records.rows;
    const uint32_t row = (uint32_t)cursor->next;
    if (cursor->turns == 0 || cursor->looked != row) {
        cursor->looked = cursor->turn = row;
        cursor->turns = TURNS_MOST;
        for (uint32_t left = rows[row].count; left > 0 && cursor->turn > 0;) {
            cursor->turn--;
            left -= rows[cursor->turn].thread == rows[row].thread;
        }
    }
    cursor->turns--;
    cursor->looks = cursor->turns > 0;
    if (!cursor->looks)
        record->count = 0;
}

static uint32_t following(const struct replay *replay, uint32_t record)
{
    return replay->following ? replay->following[record] : record + 1;
}

/* A query of a loop is told that what it asks for is done, sooner than it was recorded: true, and
 * the loop is over as far as it waits for that. */
static bool is_over(const struct replay *replay, struct cursor *cursor,
                    const struct runtime_answer *answer)
{
    const struct polls *polls = &replay->polls;
    if (!replay->loops || cursor->polls || polls->until[cursor->next] == POLLS_NONE || !answer ||
        answer->error != CUDA_cudaSuccess)
        return false;
    cursor->next = polls_behind(polls, replay->program, replay->following, cursor->next);
    return true;
}

/* One that is not done when it was recorded to be: true if a turn like the last is made again.
 * Beyond the most the query just waits: if it is never done, the runtime says so. */
static bool goes_round(const struct replay *replay, struct cursor *cursor)
{
    uint32_t turn = replay->loops ? replay->polls.turns[cursor->next] : POLLS_NONE;
    if (turn == POLLS_NONE || (cursor->looked == cursor->next && cursor->turns == 0))
        return false;
    if (cursor->looked != cursor->next) {
        cursor->looked = (uint32_t)cursor->next;
        cursor->turns = TURNS_MOST;
    }
    cursor->turns--;
    cursor->next = turn;
    return true;
}

/* Behind a query of a run: true if it is asked again. */
static bool asks_again(const struct replay *replay, struct cursor *cursor,
                       const struct runtime_answer *answer)
{
    bool in_vain = answer && answer->error == CUDA_cudaErrorNotReady;
    cursor->in_run = false;
    if (is_over(replay, cursor, answer) || (cursor->polls && in_vain && goes_round(replay, cursor)))
        return false;
    if (cursor->polls ? in_vain : cursor->left > 0) {
        cursor->left -= !cursor->polls;
        cursor->in_run = true;
    } else {
        cursor->next = following(replay, cursor->next);
    }
    return cursor->in_run;
}

HOT static int replay_next(void *context, uint32_t thread, const struct runtime_answer *answer,
                           struct program_record *record, struct err *err)
{
    (void)err;
    struct replay *replay = context;
    const struct program *program = replay->program;
    if (thread >= replay->thread_count)
        return 0;
    struct cursor *cursor = &replay->cursors[thread];
    if (cursor->in_run && asks_again(replay, cursor, answer)) { /* `next` is still its record */
        *record = program->records.rows[cursor->next];
        return 1;
    }
    if (cursor->looks && answer && answer->error == CUDA_cudaErrorNotReady)
        cursor->next = cursor->turn;
    cursor->looks = false;
    if (cursor->next >= program->records.count)
        return 0;
    *record = program->records.rows[cursor->next];
    if (program->threads.rows[thread].kind == THREAD_WORKER &&
        (!cursor->within || record->call == CALL_thread_end)) {
        cursor->within = false;
        return 0;
    }
    bool loops = replay->loops && replay->polls.until[cursor->next] != POLLS_NONE;
    if (call_is_query(record->call) &&
        (record->count > 1 || loops || (record->flags & RECORD_POLL))) {
        cursor->in_run = true;
        cursor->polls = record->flags & RECORD_POLL;
        cursor->left = record->count ? record->count - 1 : 0;
        return 1;
    }
    if (record->call == CALL_observe && record->value && record->count)
        look(replay, cursor, record);
    cursor->next = following(replay, cursor->next);
    return 1;
}

static int replay_host_function(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                                struct err *err)
{
    (void)error;
    (void)err;
    struct replay *replay = context;
    if (worker >= replay->thread_count)
        return 0; /* the runtime has just added it: nothing was recorded */
    struct cursor *cursor = &replay->cursors[worker];
    uint32_t mark = replay->hostfn_records[hostfn];
    *cursor = (struct cursor){.next = (uint32_t)replay->program->records.count};
    if (mark) {
        cursor->next = following(replay, mark - 1);
        cursor->within = true;
    }
    return 0;
}

struct runtime_source replay_source(struct replay *replay)
{
    return (struct runtime_source){
        .context = replay, .next = replay_next, .host_function = replay_host_function};
}

void replay_free(struct replay *replay)
{
    if (!replay)
        return;
    free(replay->following);
    free(replay->first);
    free(replay->hostfn_records);
    free(replay->cursors);
    polls_release(&replay->polls);
    free(replay);
}
