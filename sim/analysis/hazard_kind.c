#include "sim/analysis/hazard_kind.h"

#include "sim/analysis/hazard_words.h"

/* "cudaMemcpyHostToDevice, but ..."; NULL: nothing was noted of the copy when it was called. */
static const char *noted(const struct program *p, const struct program_record *record)
{
    const struct program_fault *fault = program_fault_of(p, record, FAULT_TOLD);
    return fault ? program_name(p, fault->words) : NULL;
}

void hazard_kind_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    for (uint32_t i = 0; i < p->records.count && p->faults.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (call_info((enum call)record->call)->object == OBJECT_COPY && record->result == 0 &&
            happens_enqueues(p, record) && noted(p, record))
            hazard_pairs_add(pairs, &(struct hazard){.rule = HAZARD_ID_COPY_KIND,
                                                     .certain = true,
                                                     .earlier = HAZARD_NO_EVENT,
                                                     .later = happens_op(i)});
    }
}

void hazard_kind_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    const char *words = noted(hazard_program(hazards), hazard_record(hazards, hazard->later));
    hazard_add_side(sb, hazards, hazard->later, hazard->later);
    strbuf_addf(sb, " is called with %.200s", words ? words : "another kind");
}
