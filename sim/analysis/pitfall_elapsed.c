/* Elapsed times that say something else than they are taken for: asked for too early, or between
 * events that do not see the work (S4.4). */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

static void add_event(struct strbuf *sb, const struct pitfall_look *look, uint32_t event)
{
    const char *name = program_name(look->program, look->program->events.rows[event].name);
    strbuf_adds(sb, *name ? name : "the event");
}

static void report_early(struct pitfall_look *look, uint32_t i, size_t count)
{
    const struct program_record *record = &look->program->records.rows[i];
    struct pitfall *row = pitfall_add(look, PITFALL_ID_EARLY_ELAPSED);
    row->record = i;
    row->place = record->place;
    row->count = count;
    strbuf_adds(&row->evidence, "cudaEventElapsedTime");
    pitfall_add_line(&row->evidence, look->timeline, row->place);
    strbuf_adds(&row->evidence, " is called before ");
    add_event(&row->evidence, look, (uint32_t)record->value);
    strbuf_adds(&row->evidence, " is done: it returns cudaErrorNotReady and gives no time");
    strbuf_adds(&row->fix, "cudaEventSynchronize(");
    add_event(&row->fix, look, (uint32_t)record->value);
    strbuf_adds(&row->fix, ") before it");
}

/* A pair of events that timed work which neither of them waits for. */
struct blind_pair {
    uint32_t record;   /* that asks for the time */
    uint32_t from, to; /* operations: the records of the two events */
    uint32_t unseen;   /* work between them */
};

/* All pairs that a time was asked for. */
struct blind_pairs {
    struct blind_pair *rows; /* those that see nothing */
    size_t count, capacity;
    int64_t *seen; /* by operation, a record that times begin with: the latest end of such a time */
};

struct blind_cause {
    size_t count;
    struct blind_pair pair; /* the first */
};

/* The record of an event as it would be in that stream. */
static void add_record(struct strbuf *sb, const struct pitfall_look *look,
                       const struct timeline_op *op, uint32_t stream)
{
    strbuf_adds(sb, "cudaEventRecord(");
    add_event(sb, look, op->detail);
    strbuf_adds(sb, ", ");
    label_stream_code(sb, look->timeline, stream);
    strbuf_adds(sb, ")");
    pitfall_add_line(sb, look->timeline, op->place);
}

static void report_blind(struct pitfall_look *look, size_t count, const struct blind_pair *cause)
{
    const struct timeline *t = look->timeline;
    const struct timeline_op *from = &t->ops.rows[cause->from], *to = &t->ops.rows[cause->to];
    const struct timeline_op *unseen = &t->ops.rows[cause->unseen];
    struct pitfall *row = pitfall_add(look, PITFALL_ID_BLIND_EVENTS);
    row->op = cause->to;
    row->other = cause->unseen;
    row->record = cause->record;
    row->place = to->place;
    row->count = count;
    const bool apart = from->stream != to->stream;
    add_event(&row->evidence, look, from->detail);
    if (apart) {
        strbuf_adds(&row->evidence, " is recorded in ");
        label_the_stream(&row->evidence, t, from->stream);
    }
    strbuf_adds(&row->evidence, " and ");
    add_event(&row->evidence, look, to->detail);
    strbuf_adds(&row->evidence, apart ? " in " : " are recorded in ");
    label_the_stream(&row->evidence, t, to->stream);
    strbuf_adds(&row->evidence, ", which does not wait for ");
    pitfall_add_op(&row->evidence, t, cause->unseen, 1);
    strbuf_adds(&row->evidence, " of ");
    label_the_stream(&row->evidence, t, unseen->stream);
    strbuf_adds(&row->evidence, ": they are ");
    pitfall_add_time(&row->evidence, to->end - from->end);
    strbuf_adds(&row->evidence, " apart, the work alone takes ");
    pitfall_add_time(&row->evidence, unseen->end - unseen->start);
    if (from->stream != unseen->stream) {
        add_record(&row->fix, look, from, unseen->stream);
        strbuf_adds(&row->fix, " and ");
    }
    add_record(&row->fix, look, to, unseen->stream);
}

/* The work asked for between two records of which they see nothing: the longest; TIMELINE_NO_OP
 * where they see some of it, or there is none. *budget: operations that may still be looked at. */
static uint32_t unseen_between(const struct timeline *t, uint32_t from, uint32_t to,
                               uint64_t *budget)
{
    const struct timeline_op *first = &t->ops.rows[from], *last = &t->ops.rows[to];
    uint32_t longest = TIMELINE_NO_OP;
    for (uint32_t id = from + 1; id < to; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!timeline_is_work(op) || op->thread != last->thread)
            continue;
        if ((op->start >= first->start && op->end <= last->end) || (*budget)-- == 0)
            return TIMELINE_NO_OP;
        if (longest == TIMELINE_NO_OP ||
            op->end - op->start > t->ops.rows[longest].end - t->ops.rows[longest].start)
            longest = id;
    }
    return longest;
}

static void note_pair(struct blind_pairs *pairs, const struct timeline *t,
                      const struct blind_pair *pair)
{
    if (t->ops.rows[pair->to].end > pairs->seen[pair->from])
        pairs->seen[pair->from] = t->ops.rows[pair->to].end;
    if (pair->unseen == TIMELINE_NO_OP)
        return;
    pairs->rows = mem_grow(pairs->rows, &pairs->capacity, pairs->count + 1, sizeof *pairs->rows);
    pairs->rows[pairs->count++] = *pair;
}

/* Who asks for the times from one begin to the ends of several streams, and takes the longest, sees
 * in one of them what the others don't. */
static void report_pairs(struct pitfall_look *look, const struct blind_pairs *pairs)
{
    const struct timeline *t = look->timeline;
    struct blind_cause *causes = mem_zalloc((t->places.count + 1) * sizeof *causes);
    for (size_t i = 0; i < pairs->count; i++) {
        const struct blind_pair *pair = &pairs->rows[i];
        struct blind_cause *cause = &causes[look->program->records.rows[pair->record].place];
        if (t->ops.rows[pair->unseen].end > pairs->seen[pair->from] && cause->count++ == 0)
            cause->pair = *pair;
    }
    for (uint32_t place = 0; place < t->places.count; place++)
        if (causes[place].count)
            report_blind(look, causes[place].count, &causes[place].pair);
    free(causes);
}

void pitfall_find_elapsed(struct pitfall_look *look)
{
    if (!look->program)
        return;
    const struct program *program = look->program;
    const struct timeline *t = look->timeline;
    uint32_t *recorded = mem_realloc(NULL, (program->events.count + 1) * sizeof *recorded);
    for (size_t i = 0; i <= program->events.count; i++)
        recorded[i] = TIMELINE_NO_OP;
    size_t *early = mem_zalloc((t->places.count + 1) * sizeof *early);
    uint32_t *early_first = mem_zalloc((t->places.count + 1) * sizeof *early_first);
    struct blind_pairs pairs = {.seen = mem_zalloc((t->ops.count + 1) * sizeof *pairs.seen)};
    for (size_t i = 0; i < t->ops.count; i++)
        pairs.seen[i] = INT64_MIN;
    uint64_t budget = 8 * (uint64_t)t->ops.count;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_is_event_record((enum call)record->call)) {
            if (look->op_of_record[i] != PITFALL_NOWHERE)
                recorded[record->object] = look->op_of_record[i];
            continue;
        }
        if (record->call != CALL_cudaEventElapsedTime || (record->flags & RECORD_REFUSED) ||
            record->value < 0 || (size_t)record->value >= program->events.count)
            continue;
        if (record->result == CUDA_cudaErrorNotReady) {
            if (early[record->place]++ == 0)
                early_first[record->place] = i;
            continue;
        }
        uint32_t from = recorded[record->object], to = recorded[record->value];
        if (record->result || from == TIMELINE_NO_OP || to == TIMELINE_NO_OP || from >= to)
            continue;
        note_pair(&pairs, t,
                  &(struct blind_pair){i, from, to, unseen_between(t, from, to, &budget)});
    }
    for (uint32_t place = 0; place < t->places.count; place++)
        if (early[place])
            report_early(look, early_first[place], early[place]);
    report_pairs(look, &pairs);
    free(recorded);
    free(early);
    free(early_first);
    free(pairs.rows);
    free(pairs.seen);
}
