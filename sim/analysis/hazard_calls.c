#include "sim/analysis/hazard_calls.h"

#include "sim/analysis/hazard_sync.h"
#include "sim/analysis/hazard_words.h"

static bool is_work(const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    return object == OBJECT_LAUNCH || object == OBJECT_COPY;
}

static bool commute(const struct program *p, const struct program_record *a,
                    const struct program_record *b)
{
    enum call_object object = call_info((enum call)a->call)->object;
    if (object != call_info((enum call)b->call)->object)
        return false;
    if (object == OBJECT_LAUNCH)
        return p->launches.rows[a->object].kernel == p->launches.rows[b->object].kernel;
    return a->object == b->object && p->copies.rows[a->object].kind == COPY_MEMSET;
}

/* A copy to the host that only looks at how far the others have come. */
static bool is_look(const struct program *p, const struct program_record *record, bool writes)
{
    return !writes && call_info((enum call)record->call)->object == OBJECT_COPY &&
           p->copies.rows[record->object].kind == COPY_D2H;
}

bool hazard_calls_matter(const struct program *program, const struct hazard *hazard)
{
    const struct program_record *a = &program->records.rows[happens_record(hazard->earlier)];
    const struct program_record *b = &program->records.rows[happens_record(hazard->later)];
    return a->stream == b->stream && is_work(a) && is_work(b) &&
           !is_look(program, a, hazard->earlier_writes) &&
           !is_look(program, b, hazard->later_writes) &&
           !(hazard->earlier_writes && hazard->later_writes && commute(program, a, b));
}

void hazard_calls_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    strbuf_adds(sb, " behind ");
    hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
    strbuf_addf(sb, ", which %s it, by chance: ", hazard->earlier_writes ? "writes" : "reads");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->earlier)->thread);
    strbuf_adds(sb, " and ");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->later)->thread);
    strbuf_adds(sb, " make the calls in no order");
}

/* Of calls in one line, which both threads come to. */
static void fix_in_line(struct strbuf *sb, const struct hazards *hazards,
                        const struct hazard *hazard)
{
    strbuf_adds(sb, "a join or a condition that puts ");
    if (hazard->count > 1) {
        strbuf_adds(sb, "the calls of ");
        hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
        strbuf_adds(sb, " in one order");
        return;
    }
    hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " in ");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->later)->thread);
    strbuf_adds(sb, " behind that in ");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->earlier)->thread);
    strbuf_adds(sb, ", or before it");
}

void hazard_calls_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazard_in_one_line(hazards, hazard)) {
        fix_in_line(sb, hazards, hazard);
        return;
    }
    strbuf_adds(sb, "a join or a condition that puts ");
    hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " behind ");
    hazard_add_call_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, ", or before it");
}
