/* A host clock around work that it does not wait for, which measures something else than it is
 * taken for (S4.4). */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/timer_streams.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* From one reading of the clock to the next with work asked for between them that was not done. */
struct open_timer {
    int64_t begin, end; /* ns, as the clock says */
    int64_t done;       /* when the work was */
    uint32_t from, to;  /* records */
    uint32_t op;        /* the work that ends last */
    bool several;       /* there is work of more streams than its own, in this timer or the next */
};

/* A host thread on its way through the program. */
struct clock_thread {
    bool begun;                   /* `now` is known: a thread begins some time after it was made */
    int64_t now;                  /* ns: what the clock would say */
    uint32_t clock;               /* record of the last reading, PITFALL_NOWHERE if none */
    bool paced;                   /* readings since then decided what it does: only_paces() */
    int64_t begin;                /* when that was */
    uint32_t op;                  /* of the work asked for since, that which ends last */
    int64_t done;                 /* its end */
    uint32_t stream;              /* that the first of that work is in; */
    bool several;                 /* some is in others */
    struct timer_streams streams; /* by stream, also of work asked for before the reading */
    struct open_timer *open;      /* those not yet read again once the work was done, by time */
    size_t first, count, capacity;
};

struct timer_cause {
    size_t count;
    struct open_timer timer; /* the first */
};

/* By place of the reading that is too early. */
struct timer_causes {
    struct timer_cause *ends;   /* before the work is done */
    struct timer_cause *begins; /* before earlier work is done */
};

/* Where other host threads have the device work, too, all of it would be waited for. */
static bool has_others(const struct timeline *t, uint32_t thread)
{
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (timeline_is_work(&t->ops.rows[id]) && t->ops.rows[id].thread != thread)
            return true;
    return false;
}

static void add_wait(struct strbuf *sb, const struct timeline *t, const struct open_timer *timer)
{
    const struct timeline_op *op = &t->ops.rows[timer->op];
    if (!has_others(t, op->thread)) {
        strbuf_adds(sb, "cudaDeviceSynchronize()");
    } else if (timer->several) {
        strbuf_adds(sb, "cudaStreamSynchronize() of each stream that its work is in");
    } else {
        strbuf_adds(sb, "cudaStreamSynchronize(");
        label_stream_code(sb, t, op->stream);
        strbuf_adds(sb, ")");
    }
}

/* `early`: the reading that ends it, else the one that begins it, comes while work runs. */
static void report_clock(struct pitfall_look *look, const struct timer_cause *cause, bool early)
{
    const struct timeline *t = look->timeline;
    const struct open_timer *timer = &cause->timer;
    uint32_t other = pitfall_place(look, early ? timer->from : timer->to);
    int line = (int)t->places.rows[other].line;
    struct pitfall *row = pitfall_add(look, PITFALL_ID_HOST_TIMER);
    row->op = timer->op;
    row->record = early ? timer->to : timer->from;
    row->place = pitfall_place(look, row->record);
    row->count = cause->count;
    strbuf_adds(&row->evidence, "the host clock is read");
    pitfall_add_line(&row->evidence, t, row->place);
    strbuf_adds(&row->evidence, " while ");
    pitfall_add_op(&row->evidence, t, timer->op, 1);
    if (early)
        strbuf_addf(&row->evidence, " still runs: since line %d it counts ", line);
    else
        strbuf_adds(&row->evidence, ", asked for before, still runs: of the ");
    pitfall_add_time(&row->evidence, timer->end - timer->begin);
    if (early)
        strbuf_adds(&row->evidence, ", the work takes ");
    else
        strbuf_addf(&row->evidence, " until line %d, ", line);
    pitfall_add_time(&row->evidence, timer->done - timer->begin);
    strbuf_adds(&row->evidence, early ? "" : " are its");
    strbuf_adds(&row->fix, early ? "to time the work, " : "");
    add_wait(&row->fix, t, timer);
    strbuf_adds(&row->fix, " before the clock is read");
    pitfall_add_line(&row->fix, t, row->place);
    strbuf_adds(&row->fix, early ? ", or cudaEventRecord before and behind the work" : "");
}

static void add_cause(struct timer_cause *cause, const struct open_timer *timer,
                      const struct timeline *t)
{
    if (cause->count++ == 0)
        cause->timer = *timer;
    cause->timer.several |=
        timer->several || t->ops.rows[timer->op].stream != t->ops.rows[cause->timer.op].stream;
}

/* `read_again`: only those whose work is done by now; `ends_any`: then this reading may be the one
 * that ends them. One that only begins another timer leaves them with the end that they had. */
static void close_timers(struct clock_thread *thread, bool read_again, bool ends_any,
                         struct timer_cause *causes, const struct pitfall_look *look)
{
    while (thread->first < thread->count) {
        const struct open_timer *timer = &thread->open[thread->first];
        if (read_again && timer->done > thread->now)
            break;
        bool covered = read_again && ends_any;
        if (!covered)
            add_cause(&causes[pitfall_place(look, timer->to)], timer, look->timeline);
        thread->first++;
    }
}

/* A timer whose work is done when it is read, but which began while earlier work ran: a tenth of
 * what it counts, or more, is that work's. */
static void check_begin(struct pitfall_look *look, const struct clock_thread *thread,
                        uint32_t record, struct timer_cause *causes)
{
    if (thread->clock == PITFALL_NOWHERE || thread->op == TIMELINE_NO_OP ||
        thread->done > thread->now)
        return;
    const uint32_t op = timer_streams_counted(&thread->streams, thread->begin, thread->now);
    if (op == TIMELINE_NO_OP)
        return;
    const int64_t until = look->timeline->ops.rows[op].end;
    if ((until - thread->begin) * 10 < thread->now - thread->begin)
        return;
    const struct open_timer timer = {.begin = thread->begin,
                                     .end = thread->now,
                                     .done = until,
                                     .from = thread->clock,
                                     .to = record,
                                     .op = op};
    add_cause(&causes[pitfall_place(look, thread->clock)], &timer, look->timeline);
}

/* A reading that only decides what the program does next paces it, or keeps to a deadline: nobody
 * takes it for how long the work took. */
static bool only_paces(const struct program_record *record)
{
    return (record->flags & RECORD_BRANCHED) && !(record->flags & RECORD_REPORTED);
}

static void read_clock(struct pitfall_look *look, struct clock_thread *thread, uint32_t record,
                       const struct timer_causes *causes)
{
    const struct program_record *row = &look->program->records.rows[record];
    if (row->flags & RECORD_KEPT) /* nobody has measured anything by it */
        return;
    if (only_paces(row)) {
        thread->paced = true;
        return;
    }
    bool next_pace = thread->paced && thread->clock != PITFALL_NOWHERE &&
                     pitfall_place(look, thread->clock) == pitfall_place(look, record);
    thread->paced = false;
    bool ends_any = row->count == 0; /* what is only taken from other times ends nothing */
    if (ends_any)
        check_begin(look, thread, record, causes->begins);
    /* A reading at the place where the timer began begins the next round of a loop: it tells
     * nobody how long the last one took. */
    bool next_round =
        thread->first < thread->count &&
        pitfall_place(look, thread->open[thread->first].from) == pitfall_place(look, record);
    close_timers(thread, !next_round, ends_any, causes->ends, look);
    if (ends_any && !next_pace && thread->clock != PITFALL_NOWHERE &&
        thread->op != TIMELINE_NO_OP && thread->done > thread->now) {
        thread->open =
            mem_grow(thread->open, &thread->capacity, thread->count + 1, sizeof *thread->open);
        thread->open[thread->count++] = (struct open_timer){.begin = thread->begin,
                                                            .end = thread->now,
                                                            .done = thread->done,
                                                            .from = thread->clock,
                                                            .to = record,
                                                            .op = thread->op,
                                                            .several = thread->several};
    }
    thread->clock = record;
    thread->begin = thread->now;
    timer_streams_read(&thread->streams);
    thread->op = TIMELINE_NO_OP;
    thread->done = INT64_MIN;
    thread->several = false;
}

/* What the thread read before its first call, it read right before that. */
static void begin(struct clock_thread *thread, int64_t now)
{
    if (!thread->begun && now != TIMELINE_UNKNOWN) {
        thread->begun = true;
        thread->now = thread->begin = now;
    }
}

/* Whether nothing but the stream is waited for. */
static bool waits_for_one(const struct pitfall_look *look, const struct program_record *record)
{
    return (record->call == CALL_cudaStreamSynchronize || record->call == CALL_cudaStreamQuery) &&
           look->program->streams.rows[record->stream].kind != STREAM_LEGACY;
}

/* What a record marks the end of: the work before it in its stream, if there is some. */
static uint32_t work_of(const struct timeline *t, uint32_t op)
{
    for (uint32_t i = op + 1; i-- > 0;)
        if (t->ops.rows[i].stream == t->ops.rows[op].stream && timeline_is_work(&t->ops.rows[i]))
            return i;
    return op;
}

/* Waits of an operation or a call: for the streams of those that it waited for. */
static void note_waits(const struct pitfall_look *look, struct clock_thread *thread, uint32_t first,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t op = look->timeline->waits.rows[first + i].blocker;
        if (op == TIMELINE_NO_OP) /* until it was issued */
            continue;
        const uint32_t record = look->record_of_op[op];
        if (record == PITFALL_NOWHERE)
            timer_streams_wait_for_all(&thread->streams);
        else if (thread->clock != PITFALL_NOWHERE && record < thread->clock)
            timer_streams_wait_for(&thread->streams, work_of(look->timeline, op),
                                   look->timeline->ops.rows[op].end);
        else
            timer_streams_wait(&thread->streams, look->program->records.rows[record].stream);
    }
}

/* What the record has to do with the streams. */
static void note_streams(const struct pitfall_look *look, struct clock_thread *thread, uint32_t i)
{
    const struct program_record *record = &look->program->records.rows[i];
    const struct timeline *t = look->timeline;
    const uint32_t op = look->op_of_record[i], call = look->call_of_record[i];
    if (op != PITFALL_NOWHERE) {
        const struct timeline_op *row = &t->ops.rows[op];
        if (timeline_is_work(row) && row->end != TIMELINE_UNKNOWN)
            timer_streams_work(&thread->streams, record->stream, op, row->end);
        const enum stream_kind kind = look->program->streams.rows[record->stream].kind;
        if (kind == STREAM_LEGACY)
            timer_streams_wait_for_all(&thread->streams);
        else if (row->kind == OP_WAIT)
            note_waits(look, thread, row->first_wait, row->wait_count);
        else if (kind != STREAM_NONBLOCKING)
            timer_streams_wait(&thread->streams, PROGRAM_STREAM_LEGACY);
    } else if (waits_for_one(look, record)) {
        timer_streams_wait(&thread->streams, record->stream);
    } else if (call != PITFALL_NOWHERE &&
               (record->call == CALL_cudaEventSynchronize || record->call == CALL_cudaEventQuery)) {
        note_waits(look, thread, t->calls.rows[call].first_wait, t->calls.rows[call].wait_count);
    } else if (call != PITFALL_NOWHERE && t->calls.rows[call].wait_count) {
        timer_streams_wait_for_all(&thread->streams);
    }
}

static void pass_record(struct pitfall_look *look, struct clock_thread *thread, uint32_t i)
{
    const struct program_record *record = &look->program->records.rows[i];
    uint32_t op = look->op_of_record[i], call = look->call_of_record[i];
    if (call != PITFALL_NOWHERE)
        begin(thread, look->timeline->calls.rows[call].enter);
    if (op != PITFALL_NOWHERE)
        begin(thread, look->timeline->ops.rows[op].call);
    if (call_is_work(record->call))
        thread->now += record->value;
    if (call != PITFALL_NOWHERE)
        thread->now = look->timeline->calls.rows[call].returned;
    note_streams(look, thread, i);
    if (op == PITFALL_NOWHERE)
        return;
    const struct timeline_op *row = &look->timeline->ops.rows[op];
    if (call == PITFALL_NOWHERE && row->returned != TIMELINE_UNKNOWN)
        thread->now = row->returned;
    if (!timeline_is_work(row) || row->end == TIMELINE_UNKNOWN)
        return;
    if (thread->op == TIMELINE_NO_OP)
        thread->stream = row->stream;
    thread->several |= thread->stream != row->stream;
    if (row->end > thread->done) {
        thread->op = op;
        thread->done = row->end;
    }
}

static void find_clocks(struct pitfall_look *look)
{
    size_t threads = look->program->threads.count;
    struct clock_thread *states = mem_zalloc((threads + 1) * sizeof *states);
    size_t places = look->timeline->places.count + 1;
    struct timer_causes causes = {mem_zalloc(places * sizeof *causes.ends),
                                  mem_zalloc(places * sizeof *causes.begins)};
    for (size_t i = 0; i < threads; i++) {
        states[i].begun = i == 0; /* main, with the program */
        states[i].clock = PITFALL_NOWHERE;
        states[i].op = TIMELINE_NO_OP;
        states[i].done = INT64_MIN;
    }
    for (uint32_t i = 0; i < look->program->records.count; i++) {
        const struct program_record *record = &look->program->records.rows[i];
        if (record->call == CALL_host_clock)
            read_clock(look, &states[record->thread], i, &causes);
        else
            pass_record(look, &states[record->thread], i);
    }
    for (size_t i = 0; i < threads; i++) {
        close_timers(&states[i], false, false, causes.ends, look);
        free(states[i].open);
        timer_streams_release(&states[i].streams);
    }
    for (uint32_t place = 0; place < look->timeline->places.count; place++) {
        if (causes.ends[place].count)
            report_clock(look, &causes.ends[place], true);
        if (causes.begins[place].count)
            report_clock(look, &causes.begins[place], false);
    }
    free(states);
    free(causes.ends);
    free(causes.begins);
}

void pitfall_find_timers(struct pitfall_look *look)
{
    if (look->program)
        find_clocks(look);
}
