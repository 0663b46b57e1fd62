#include "sim/analysis/hazard_callers.h"

#include "sim/analysis/hazard_words.h"
#include "sim/model/callers.h"

enum { LEVELS_MOST = 4, FURTHER_MOST = 8 };

static uint32_t caller_of(const struct hazards *hazards, happens_event event)
{
    return program_caller_of(hazard_program(hazards), happens_record(event));
}

static const struct program_caller *row_of(const struct hazards *hazards, uint32_t caller)
{
    return &hazard_program(hazards)->callers.rows[caller];
}

static void add_line(struct strbuf *sb, const struct hazards *hazards, uint32_t caller,
                     const char *more, size_t times)
{
    const struct program_caller *row = row_of(hazards, caller);
    hazard_add_location(sb, hazards, row->place, row->column);
    strbuf_addf(sb, ": note: %s", more);
    hazard_add_quoted(sb, program_name(hazard_program(hazards), row->function));
    strbuf_adds(sb, " is called here");
    if (times > 1)
        strbuf_addf(sb, ", %zu times inside each other", times);
    strbuf_addc(sb, '\n');
}

static bool leads_to(const struct hazards *hazards, uint32_t caller, uint32_t sought)
{
    while (caller && caller != sought)
        caller = row_of(hazards, caller)->caller;
    return caller != 0;
}

/* Up to the row that leads to `beside` too. */
static void add_lines(struct strbuf *sb, const struct hazards *hazards, uint32_t caller,
                      uint32_t beside)
{
    size_t levels = 0, times;
    while (caller && !leads_to(hazards, beside, caller)) {
        const uint32_t outermost = program_caller_turns(hazard_program(hazards), caller, &times);
        if (levels++ < LEVELS_MOST)
            add_line(sb, hazards, caller, "", times);
        caller = row_of(hazards, outermost)->caller;
    }
    if (levels > LEVELS_MOST)
        strbuf_addf(sb, "  and %zu more calls around that\n", levels - LEVELS_MOST);
}

/* What a host function did is reached from where that was put into its stream. */
static void add_launch(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                       uint32_t beside)
{
    const struct program *p = hazard_program(hazards);
    const uint32_t issuing = hazard_issuing_record(hazards, event);
    const struct program_record *record = &p->records.rows[issuing];
    if (issuing == happens_record(event))
        return;
    hazard_add_location(sb, hazards, record->place, record->column);
    strbuf_adds(sb, ": note: ");
    hazard_add_quoted(sb, program_name(p, p->hostfns.rows[record->object].name));
    strbuf_adds(sb, " is launched here\n");
    add_lines(sb, hazards, program_caller_of(p, issuing), beside);
}

void hazard_add_callers(struct strbuf *sb, const struct hazards *hazards, happens_event event)
{
    add_lines(sb, hazards, caller_of(hazards, event), 0);
    add_launch(sb, hazards, event, 0);
}

void hazard_add_callers_beside(struct strbuf *sb, const struct hazards *hazards,
                               const struct hazard *hazard)
{
    const uint32_t beside =
        program_caller_of(hazard_program(hazards), hazard_issuing_record(hazards, hazard->later));
    add_lines(sb, hazards, caller_of(hazards, hazard->earlier), beside);
    add_launch(sb, hazards, hazard->earlier, beside);
}

/* The innermost call of `caller` that is not one of `known`; 0: there is none. */
static uint32_t first_other(const struct hazards *hazards, uint32_t caller, uint32_t known)
{
    while (caller && known && program_same_call(row_of(hazards, caller), row_of(hazards, known))) {
        caller = row_of(hazards, caller)->caller;
        known = row_of(hazards, known)->caller;
    }
    return caller;
}

void hazard_add_further_callers(struct strbuf *sb, const struct hazards *hazards,
                                const struct hazard *hazard)
{
    uint32_t seen[HAZARD_PAIRS_KEPT];
    size_t count = 0;
    const uint32_t known[] = {
        caller_of(hazards, hazard->later),
        hazard->earlier == HAZARD_NO_EVENT ? 0 : caller_of(hazards, hazard->earlier)};
    /* the list goes from the last to the first */
    for (uint32_t at = hazard->further; at; at = hazards->further[at - 1].further) {
        const struct hazard *pair = &hazards->further[at - 1];
        uint32_t other = first_other(hazards, caller_of(hazards, pair->later), known[0]);
        if (!other && pair->earlier != HAZARD_NO_EVENT)
            other = first_other(hazards, caller_of(hazards, pair->earlier), known[1]);
        size_t i = 0;
        while (i < count && seen[i] != other)
            i++;
        if (other && i == count && count < HAZARD_PAIRS_KEPT)
            seen[count++] = other;
    }
    for (size_t i = 0; i < count && i < FURTHER_MOST; i++)
        add_line(sb, hazards, seen[count - 1 - i], "likewise: ", 1);
    if (count > FURTHER_MOST)
        strbuf_addf(sb, "  and %zu more calls\n", count - FURTHER_MOST);
}
