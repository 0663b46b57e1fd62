/* What goes wrong far from its cause: an error reported long after the launch that caused it, and
 * memory that another stream frees. */
#include "sim/analysis/label.h"
#include "sim/analysis/order.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- errors --------------------------------------------------------------------------------------
 */

static bool enqueues(const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    return !call_is_touch(record->call) &&
           (object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN);
}

/* Where an error comes from: a kernel that fails as it runs, or a launch that is refused, which
 * <<<>>> tells nobody. */
struct error_cause {
    uint32_t launch; /* record; PITFALL_NOWHERE: none yet */
    int32_t error;
    bool refused;
};

static void report_error(struct pitfall_look *look, const struct error_cause *cause,
                         uint32_t reporter, size_t calls)
{
    const struct program *program = look->program;
    const struct program_record *record = &program->records.rows[cause->launch];
    const struct program_launch *launch = &program->launches.rows[record->object];
    struct pitfall *row = pitfall_add(look, PITFALL_ID_DISTANT_ERROR);
    row->op = look->op_of_record[cause->launch];
    row->record = cause->launch;
    row->place = record->place;
    strbuf_addf(&row->evidence, "%s%s", cause->refused ? "the launch of " : "",
                program_name(program, program->kernels.rows[launch->kernel].name));
    pitfall_add_line(&row->evidence, look->timeline, row->place);
    strbuf_addf(&row->evidence, " fails with %s; ", cuda_error_name(cause->error));
    if (reporter == PITFALL_NOWHERE) {
        strbuf_adds(&row->evidence, "no call reports it");
    } else {
        strbuf_addf(&row->evidence, "the first to report it is %s",
                    call_info((enum call)program->records.rows[reporter].call)->name);
        pitfall_add_line(&row->evidence, look->timeline, pitfall_place(look, reporter));
        strbuf_addf(&row->evidence, ", %zu call%s that enqueue%s work later", calls,
                    calls == 1 ? "" : "s", calls == 1 ? "s" : "");
    }
    strbuf_adds(&row->fix, cause->refused ? "check cudaGetLastError() right behind the launch"
                                          : "to find it, run with CUDA_LAUNCH_BLOCKING=1 or check "
                                            "cudaDeviceSynchronize() behind the launch");
    pitfall_add_line(&row->fix, look->timeline, row->place);
}

static struct error_cause cause_at(const struct pitfall_look *look, uint32_t i)
{
    const struct program_record *record = &look->program->records.rows[i];
    struct error_cause none = {.launch = PITFALL_NOWHERE};
    if (call_info((enum call)record->call)->object != OBJECT_LAUNCH || record->object == 0)
        return none;
    if (look->op_of_record[i] == PITFALL_NOWHERE)
        return record->result ? (struct error_cause){i, record->result, true} : none;
    int32_t fails = look->program->launches.rows[record->object].fails;
    return fails ? (struct error_cause){i, fails, false} : none;
}

/* The first launch that fails. Where more work is asked for before a call reports it, the place
 * that is named is not that of the cause. */
static void find_error(struct pitfall_look *look)
{
    const struct program *program = look->program;
    struct error_cause cause = {.launch = PITFALL_NOWHERE};
    size_t calls = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (cause.launch == PITFALL_NOWHERE) {
            cause = cause_at(look, i);
            continue;
        }
        bool reports =
            record->result == cause.error && (!cause.refused || call_reports_error(record->call));
        if (reports) {
            if (calls || enqueues(record))
                report_error(look, &cause, i, calls + enqueues(record));
            return;
        }
        calls += enqueues(record);
    }
    if (cause.launch != PITFALL_NOWHERE)
        report_error(look, &cause, PITFALL_NOWHERE, calls);
}

/* --- memory freed elsewhere ----------------------------------------------------------------------
 */

/* What is known of a row of allocs on the way through the program. */
struct pool_use {
    uint32_t stream; /* that it was allocated in */
    uint32_t last;   /* operation that used it last in another stream than that of the free */
    bool is_pooled;
};

static void use(struct pool_use *uses, size_t count, uint32_t alloc, uint32_t op)
{
    if (alloc && alloc < count && uses[alloc].is_pooled)
        uses[alloc].last = op;
}

static void note_uses(const struct pitfall_look *look, struct pool_use *uses, uint32_t i)
{
    const struct program *program = look->program;
    const struct program_record *record = &program->records.rows[i];
    uint32_t op = look->op_of_record[i];
    size_t count = program->allocs.count;
    if (op == PITFALL_NOWHERE)
        return;
    enum call_object object = call_info((enum call)record->call)->object;
    if (object == OBJECT_COPY) {
        use(uses, count, program->copies.rows[record->object].src.alloc, op);
        use(uses, count, program->copies.rows[record->object].dst.alloc, op);
    } else if (object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t k = 0; k < launch->access_count; k++)
            use(uses, count, program->accesses.rows[launch->first_access + k].range.alloc, op);
    }
}

static void report_free(struct pitfall_look *look, uint32_t i, const struct pool_use *pool,
                        size_t count)
{
    const struct program_record *record = &look->program->records.rows[i];
    const struct timeline *t = look->timeline;
    const char *name = program_name(look->program, look->program->allocs.rows[record->object].name);
    uint32_t used_in = t->ops.rows[pool->last].stream;
    struct pitfall *row = pitfall_add(look, PITFALL_ID_FREED_ELSEWHERE);
    row->op = look->op_of_record[i];
    row->other = pool->last;
    row->record = i;
    row->place = record->place;
    row->count = count;
    strbuf_addf(&row->evidence, "%s is allocated in ", *name ? name : "memory");
    label_the_stream(&row->evidence, t, pool->stream);
    strbuf_adds(&row->evidence, " and freed in ");
    label_the_stream(&row->evidence, t, record->stream);
    pitfall_add_line(&row->evidence, t, row->place);
    strbuf_adds(&row->evidence, ", which does not wait for ");
    pitfall_add_op(&row->evidence, t, pool->last, 1);
    strbuf_adds(&row->evidence, " of ");
    label_the_stream(&row->evidence, t, used_in);
    strbuf_addf(&row->fix, "cudaFreeAsync(%s, ", *name ? name : "...");
    label_stream_code(&row->fix, t, used_in);
    strbuf_adds(&row->fix, ")");
    pitfall_add_line(&row->fix, t, row->place);
    strbuf_adds(&row->fix, ", or an event behind the last use for which ");
    label_the_stream(&row->fix, t, record->stream);
    strbuf_adds(&row->fix, " waits first");
}

static void find_frees(struct pitfall_look *look)
{
    const struct program *program = look->program;
    const struct timeline *t = look->timeline;
    struct pool_use *uses = mem_zalloc((program->allocs.count + 1) * sizeof *uses);
    size_t *counts = mem_zalloc((t->places.count + 1) * sizeof *counts);
    struct order order = {0};
    bool built = false;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaMallocAsync || record->call == CALL_cudaMallocFromPoolAsync) {
            uses[record->object] = (struct pool_use){record->stream, TIMELINE_NO_OP, true};
            continue;
        }
        if (record->call != CALL_cudaFreeAsync) {
            note_uses(look, uses, i);
            continue;
        }
        const struct pool_use *pool = &uses[record->object];
        uint32_t op = look->op_of_record[i];
        if (!pool->is_pooled || pool->stream == record->stream || pool->last == TIMELINE_NO_OP ||
            op == PITFALL_NOWHERE || t->ops.rows[pool->last].stream == record->stream)
            continue;
        if (!built)
            order_build(&order, t);
        built = true;
        if (!order_is_before(&order, pool->last, op) && counts[record->place]++ == 0)
            report_free(look, i, pool, 1);
    }
    if (built)
        order_release(&order);
    for (size_t k = 0; k < look->out->count; k++) {
        struct pitfall *row = &look->out->rows[k];
        if (row->rule == PITFALL_ID_FREED_ELSEWHERE)
            row->count = counts[row->place];
    }
    free(uses);
    free(counts);
}

void pitfall_find_errors(struct pitfall_look *look)
{
    if (!look->program)
        return;
    find_error(look);
    find_frees(look);
}
