#include "sim/analysis/hazard_reach.h"

#include "sim/analysis/hazard_words.h"

static bool is_hosts_own(const struct program *p, const struct program_access *access)
{
    return access->range.alloc && access->range.alloc < p->allocs.count &&
           p->allocs.rows[access->range.alloc].kind == MEMORY_PAGEABLE;
}

static void add_fault(struct hazard_pairs *pairs, enum hazard_rule rule, uint32_t record)
{
    hazard_pairs_add(pairs, &(struct hazard){.rule = rule,
                                             .certain = true,
                                             .earlier = HAZARD_NO_EVENT,
                                             .later = happens_op(record)});
}

static void find_in(struct hazard_pairs *pairs, uint32_t record)
{
    const struct program *p = pairs->hazards->happens.program;
    const struct program_record *row = &p->records.rows[record];
    const struct program_launch *launch = &p->launches.rows[row->object];
    const struct program_access *accesses = p->accesses.rows + launch->first_access;
    if (program_fault_of(p, row, FAULT_BEYOND))
        add_fault(pairs, HAZARD_ID_OUT_OF_BOUNDS, record);
    if (program_fault_of(p, row, FAULT_WILD))
        add_fault(pairs, HAZARD_ID_WILD_POINTER, record);
    for (uint32_t i = 0; i < launch->access_count; i++) {
        bool known = !is_hosts_own(p, &accesses[i]);
        for (uint32_t k = 0; k < i && !known; k++)
            known = accesses[k].range.alloc == accesses[i].range.alloc;
        if (!known)
            hazard_pairs_add(pairs,
                             &(struct hazard){.rule = HAZARD_ID_HOST_POINTER,
                                              .certain = accesses[i].certain,
                                              .earlier = HAZARD_NO_EVENT,
                                              .later = happens_op(record),
                                              .later_writes = accesses[i].mode & ACCESS_WRITE,
                                              .range = accesses[i].range,
                                              .kernel = launch->kernel});
    }
}

void hazard_reach_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (call_info((enum call)record->call)->object == OBJECT_LAUNCH && record->object &&
            record->object < p->launches.count && happens_enqueues(p, record))
            find_in(pairs, i);
    }
}

void hazard_reach_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *record = hazard_record(hazards, hazard->later);
    hazard_add_side(sb, hazards, hazard->later, hazard->later);
    if (hazard->rule != HAZARD_ID_HOST_POINTER) {
        bool wild = hazard->rule == HAZARD_ID_WILD_POINTER;
        const struct program_fault *fault =
            program_fault_of(p, record, wild ? FAULT_WILD : FAULT_BEYOND);
        strbuf_addf(sb, "%s %.300s", wild ? "" : " makes",
                    fault ? program_name(p, fault->words) : "");
        return;
    }
    strbuf_adds(sb, hazard->later_writes ? " writes " : " reads ");
    hazard_add_bytes(sb, hazards, hazard);
    strbuf_adds(sb, ", which is pageable memory of the host");
}

void hazard_reach_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->allocs.rows[hazard->range.alloc].name);
    if (hazard->rule == HAZARD_ID_OUT_OF_BOUNDS) {
        strbuf_adds(sb, "a bound, such as `if (i < n)` in the kernel, or more bytes in the "
                        "allocation");
        return;
    }
    strbuf_adds(sb, "memory of cudaMalloc");
    if (*name)
        strbuf_addf(sb, " instead of `%.200s`", name);
    if (hazard->later_writes) {
        strbuf_adds(sb, ", and copies");
    } else {
        strbuf_adds(sb, ", and a copy into it before ");
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
    }
    strbuf_adds(sb, "; or cudaMallocManaged, for memory that both can touch");
}
