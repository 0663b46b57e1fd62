/* Memory that a pool gives back to the device when the host waits, and takes anew right behind. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"

#include <stdlib.h>

void pitfall_find_pools(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    const struct program *program = look->program;
    bool *again = program ? edit_given_back(program) : NULL;
    struct pitfall_cause cause = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
    uint32_t first = PITFALL_NOWHERE; /* record */
    for (uint32_t i = 0; again && i < program->records.count; i++) {
        uint32_t id = look->op_of_record[i];
        if (!again[i] || id == PITFALL_NOWHERE || !timeline_is_timed(t, &t->ops.rows[id]))
            continue;
        const struct timeline_op *op = &t->ops.rows[id];
        first = first == PITFALL_NOWHERE ? i : first;
        pitfall_cause_add(&cause, pitfall_length(op->call, op->returned), id, TIMELINE_NO_OP);
    }
    free(again);
    if (cause.count == 0 || pitfall_is_small(look, cause.held))
        return;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_POOL_THRESHOLD, &cause);
    row->place = pitfall_place(look, first);
    strbuf_addf(&row->evidence, "%s",
                call_info((enum call)program->records.rows[first].call)->name);
    strbuf_adds(&row->evidence, " (");
    label_place(&row->evidence, t, row->place);
    strbuf_addf(&row->evidence, ", %zu times) holds the host for ", cause.count);
    pitfall_add_time(&row->evidence, cause.held);
    strbuf_adds(&row->evidence, " to take memory that its pool gave back when the host waited");
    strbuf_adds(&row->fix, "set cudaMemPoolAttrReleaseThreshold of the pool to UINT64_MAX");
    pitfall_add_edit(row, EDIT_KEEP_POOL, 0);
}
