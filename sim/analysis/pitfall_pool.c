/* Memory that a pool gives back to the device when the host waits, and takes anew right behind; and
 * what is allocated from pools while the work is timed. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* The least that such a call takes the host: of one whose memory the pool has already. */
static int64_t least_call(const struct timeline *t)
{
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        const int64_t took = pitfall_length(op->call, op->returned);
        if (op->kind == OP_FREE_ALLOC && took > 0 && took < least)
            least = took;
    }
    return least;
}

static bool allocates(uint16_t call)
{
    return call == CALL_cudaMallocAsync || call == CALL_cudaMallocFromPoolAsync;
}

/* What a place allocates from a pool in the timed part, and how much of that is not given back and
 * taken anew: that has a rule of its own. */
struct taken {
    struct pitfall_cause all;
    size_t first; /* calls for which the pool takes memory from the device, */
    int64_t held; /* and how long these take */
};

static void report_taken(struct pitfall_look *look, const struct taken *taken)
{
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_TIMED_ALLOCATION, &taken->all);
    const struct program_record *record = &look->program->records.rows[row->record];
    strbuf_addf(&row->evidence, "%s (", call_info((enum call)record->call)->name);
    label_place(&row->evidence, t, row->place);
    if (row->count > 1)
        strbuf_addf(&row->evidence, "%s%zu times", row->place ? ", " : "", row->count);
    strbuf_adds(&row->evidence, ") holds the host for ");
    pitfall_add_time(&row->evidence, row->held);
    if (taken->first && taken->first < row->count) {
        strbuf_adds(&row->evidence, ", ");
        pitfall_add_time(&row->evidence, taken->held);
        strbuf_adds(&row->evidence, " of it");
        if (taken->first == 1)
            strbuf_adds(&row->evidence, " the first time");
        else
            strbuf_addf(&row->evidence, " in %zu calls", taken->first);
    }
    if (taken->first)
        strbuf_adds(&row->evidence, ", as its pool has too little memory yet");
    strbuf_adds(&row->evidence, ", and the stream waits for each and its free");
    strbuf_adds(&row->fix, "allocate");
    pitfall_add_line(&row->fix, t, row->place);
    strbuf_adds(&row->fix, " once, before the work, and use the memory again");
    pitfall_add_edit(row, EDIT_HOIST, row->place);
    pitfall_add_edit(row, EDIT_HOIST, 0);
}

/* What is allocated before it is set-up, whenever the time began. */
static bool begins_work(const struct program_record *record)
{
    const enum call_object object = call_info((enum call)record->call)->object;
    return record->call == CALL_range_push ||
           (call_enqueues((enum call)record->call) &&
            (object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN));
}

/* `again`: by record, as edit_given_back() has it. */
static void find_taken(struct pitfall_look *look, const bool *again)
{
    enum { LONGER = 4 }; /* than one whose memory is there */
    const struct timeline *t = look->timeline;
    const struct program *program = look->program;
    struct taken *places = mem_zalloc((t->places.count + 1) * sizeof *places);
    const int64_t least = least_call(t);
    bool works = false;
    for (size_t i = 0; i <= t->places.count; i++)
        places[i].all.op = places[i].all.other = TIMELINE_NO_OP;
    for (uint32_t i = 0; program && i < program->records.count; i++) {
        const uint32_t id = look->op_of_record[i];
        works |= begins_work(&program->records.rows[i]);
        if (!works || !allocates(program->records.rows[i].call) || (again && again[i]) ||
            id == PITFALL_NOWHERE || !timeline_is_timed(t, &t->ops.rows[id]) ||
            t->ops.rows[id].call < t->zero)
            continue;
        const struct timeline_op *op = &t->ops.rows[id];
        struct taken *taken = &places[op->place];
        const int64_t took = pitfall_length(op->call, op->returned);
        pitfall_cause_add(&taken->all, took, id, TIMELINE_NO_OP);
        if (took / LONGER >= least) {
            taken->first++;
            taken->held += took;
        }
    }
    for (size_t i = 0; i <= t->places.count; i++)
        if (places[i].all.count && !pitfall_is_small(look, places[i].all.held))
            report_taken(look, &places[i]);
    free(places);
}

static void find_given_back(struct pitfall_look *look, const bool *again)
{
    const struct timeline *t = look->timeline;
    const struct program *program = look->program;
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

void pitfall_find_pools(struct pitfall_look *look)
{
    bool *again = look->program ? edit_given_back(look->program) : NULL;
    find_given_back(look, again);
    find_taken(look, again);
    free(again);
}
