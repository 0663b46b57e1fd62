/* What one stream holds in order though it is about other data: a copy that waits behind a kernel
 * of its stream, or the other way round, and could run beside it. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>

enum { FINDINGS_MOST = 3 }; /* each is predicted twice */

/* What a record touches, as far as that is told. */
enum { RANGES_MOST = 16 };

struct touched {
    struct program_range ranges[RANGES_MOST];
    uint8_t modes[RANGES_MOST]; /* ACCESS_READ, ACCESS_WRITE */
    size_t count;
    bool complete;
};

static void touch(struct touched *touched, const struct program_range *range, uint64_t bytes,
                  uint8_t mode)
{
    touched->complete &= touched->count < RANGES_MOST && range->alloc != 0;
    if (touched->count == RANGES_MOST || range->alloc == 0)
        return;
    touched->ranges[touched->count] = (struct program_range){range->alloc, range->offset, bytes};
    touched->modes[touched->count++] = mode;
}

static struct touched touched_by(const struct program *program, const struct program_record *record)
{
    const enum call_object object = call_info((enum call)record->call)->object;
    struct touched touched = {.complete = object == OBJECT_LAUNCH || object == OBJECT_COPY};
    if (object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &program->accesses.rows[launch->first_access + i];
            touched.complete &= access->certain;
            touch(&touched, &access->range, access->range.bytes, access->mode);
        }
    } else if (object == OBJECT_COPY && record->call != CALL_host_read &&
               record->call != CALL_host_write) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        touch(&touched, &copy->dst, program_copy_extent(copy, true), ACCESS_WRITE);
        if (copy->kind != COPY_MEMSET)
            touch(&touched, &copy->src, program_copy_extent(copy, false), ACCESS_READ);
    }
    return touched;
}

/* Whether any work does that with any of the bytes. */
static bool is_used(const struct program *program, const struct program_range *range, uint8_t mode)
{
    for (size_t i = 0; i < program->records.count; i++) {
        const struct touched touched = touched_by(program, &program->records.rows[i]);
        for (size_t k = 0; k < touched.count; k++)
            if ((touched.modes[k] & mode) && program_ranges_overlap(&touched.ranges[k], range))
                return true;
    }
    return false;
}

/* Whether what is told can be all: a kernel reads something, and what a copy or memset brings is
 * read by somebody, or what it fetches made by somebody. */
static bool is_told(const struct program *program, const struct program_record *record)
{
    const struct touched touched = touched_by(program, record);
    if (call_info((enum call)record->call)->object == OBJECT_LAUNCH) {
        bool reads = false;
        for (size_t i = 0; i < touched.count; i++)
            reads |= (touched.modes[i] & ACCESS_READ) != 0;
        return reads;
    }
    const struct program_copy *copy = &program->copies.rows[record->object];
    return copy->kind == COPY_D2H ? is_used(program, &copy->src, ACCESS_WRITE)
                                  : is_used(program, &copy->dst, ACCESS_READ);
}

static bool is_told_of(const struct pitfall_look *look, uint32_t op)
{
    return is_told(look->program, &look->program->records.rows[look->record_of_op[op]]);
}

static bool are_apart(const struct pitfall_look *look, uint32_t a, uint32_t b)
{
    const struct program *program = look->program;
    const struct touched x = touched_by(program, &program->records.rows[look->record_of_op[a]]);
    const struct touched y = touched_by(program, &program->records.rows[look->record_of_op[b]]);
    bool apart = x.complete && y.complete;
    for (size_t i = 0; i < x.count && apart; i++)
        for (size_t k = 0; k < y.count && apart; k++)
            apart = !(((x.modes[i] | y.modes[k]) & ACCESS_WRITE) &&
                      program_ranges_overlap(&x.ranges[i], &y.ranges[k]));
    return apart;
}

/* Where different lines ask for work of different machines, in a stream that the program made. */
static bool could_overlap(const struct pitfall_look *look, uint32_t a, uint32_t b)
{
    const struct timeline_op *x = &look->timeline->ops.rows[a], *y = &look->timeline->ops.rows[b];
    const enum stream_kind kind = x->stream < look->program->streams.count
                                      ? look->program->streams.rows[x->stream].kind
                                      : STREAM_LEGACY;
    return (kind == STREAM_BLOCKING || kind == STREAM_NONBLOCKING) && x->place && y->place &&
           x->place != y->place && look->record_of_op[a] != PITFALL_NOWHERE &&
           look->record_of_op[b] != PITFALL_NOWHERE &&
           (x->machine != y->machine || x->machine_index != y->machine_index) &&
           are_apart(look, a, b);
}

/* For how long of what `before` took the other was asked for already. */
static int64_t held_by(const struct timeline *t, uint32_t op, uint32_t before)
{
    const struct timeline_op *x = &t->ops.rows[op], *y = &t->ops.rows[before];
    const int64_t from = x->call > y->start ? x->call : y->start;
    return x->call == TIMELINE_UNKNOWN || x->start < y->end ? 0 : pitfall_length(from, y->end);
}

static void report(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_STREAM_ORDER, cause);
    pitfall_add_op(&row->evidence, t, cause->op, cause->count);
    strbuf_adds(&row->evidence, " waits ");
    pitfall_add_time(&row->evidence, cause->held);
    strbuf_adds(&row->evidence, " behind ");
    pitfall_add_op_of_stream(&row->evidence, t, cause->other);
    strbuf_adds(&row->evidence, ", which is about other data");
    pitfall_add_edit(row, EDIT_APART, t->ops.rows[cause->op].place);
    pitfall_add_edit(row, EDIT_APART, t->ops.rows[cause->other].place);
    strbuf_adds(&row->fix, "put one of the two into a stream of its own, with events for what the "
                           "data needs");
}

static uint32_t longest(const struct pitfall_cause *causes, size_t count)
{
    uint32_t most = 0;
    for (uint32_t place = 1; place < count; place++)
        if (causes[place].held > causes[most].held)
            most = place;
    return most;
}

/* What stands between two that could overlap: little beside them, and about other data than what
 * waits, or that would wait for it all the same. */
enum { BETWEEN_MOST = 4, LITTLE = 4 };

/* The work of its stream before an operation, from the last on. `before`: by operation, from 1. The
 * one that holds it longest, from 1; 0: none does. `place`: only one that stands there; 0: any. */
static uint32_t holder(const struct pitfall_look *look, const uint32_t *before, uint32_t id,
                       uint32_t place)
{
    const struct timeline *t = look->timeline;
    uint32_t best = 0;
    int64_t most = 0, between = 0;
    for (uint32_t one = before[id], i = 0; one && i <= BETWEEN_MOST; one = before[one - 1], i++) {
        const struct timeline_op *op = &t->ops.rows[one - 1];
        const int64_t length = pitfall_length(op->start, op->end);
        const bool same_place = op->place == t->ops.rows[id].place;
        if (between <= length / LITTLE && could_overlap(look, id, one - 1) &&
            (place == 0 || op->place == place) && held_by(t, id, one - 1) > most) {
            most = held_by(t, id, one - 1);
            best = one;
        }
        if (same_place || look->record_of_op[one - 1] == PITFALL_NOWHERE ||
            !are_apart(look, id, one - 1))
            break;
        between = duration_add(between, length);
    }
    return best;
}

/* One pass over the work of each stream. `of`: only behind what stands where the other of that
 * cause does, so that a finding is about two lines. */
static void find(const struct pitfall_look *look, struct pitfall_cause *causes,
                 const struct pitfall_cause *of)
{
    const struct timeline *t = look->timeline;
    uint32_t *last = mem_zalloc((look->program->streams.count + 1) * sizeof *last); /* from 1 */
    uint32_t *before = mem_zalloc((t->ops.count + 1) * sizeof *before);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!timeline_is_work(op) || op->stream >= look->program->streams.count)
            continue;
        before[id] = last[op->stream];
        last[op->stream] = id + 1;
        if (!timeline_is_timed(t, op) || look->record_of_op[id] == PITFALL_NOWHERE ||
            (of && of[op->place].count == 0))
            continue;
        const uint32_t by =
            holder(look, before, id, of ? t->ops.rows[of[op->place].other].place : 0);
        if (by)
            pitfall_cause_add(&causes[op->place], held_by(t, id, by - 1), id, by - 1);
    }
    free(last);
    free(before);
}

void pitfall_find_stream_orders(struct pitfall_look *look)
{
    if (!look->program)
        return;
    struct pitfall_cause *behind_any = pitfall_causes(look), *causes = pitfall_causes(look);
    find(look, behind_any, NULL);
    find(look, causes, behind_any);
    for (int left = FINDINGS_MOST; left > 0;) {
        const uint32_t place = longest(causes, look->timeline->places.count);
        if (place == 0 || pitfall_is_small(look, causes[place].held))
            break;
        if (is_told_of(look, causes[place].op) && is_told_of(look, causes[place].other)) {
            report(look, &causes[place]);
            left--;
        }
        causes[place] = (struct pitfall_cause){0};
    }
    free(behind_any);
    free(causes);
}
