#include "sim/analysis/hazard_scope.h"

#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/model/callers.h"
#include "sim/model/source_lines.h"

#include <inttypes.h>
#include <stdlib.h>

enum { CALLS_MOST = 4 };

/* The calls by which a side is reached from the function that both sides have in common. */
struct way {
    uint32_t calls[CALLS_MOST]; /* rows of program.function_calls */
    size_t count;               /* 0: its own line is in that function, */
    uint32_t caller;            /* unless this row of program.callers is, which led to the side */
    bool found;
};

static bool same_line(const struct program_function_call *a, const struct program_function_call *b)
{
    return a->file == b->file && a->line == b->line;
}

static void add_call(struct way *way, const struct program *p, uint32_t call)
{
    for (size_t i = 0; i < way->count; i++)
        if (same_line(&p->function_calls.rows[way->calls[i]], &p->function_calls.rows[call]))
            return;
    way->found = way->count < CALLS_MOST;
    if (way->found)
        way->calls[way->count++] = call;
}

/* Who calls the function, and who calls those: all of them, nearest first. `into`: gets the calls
 * that stand in `stop`, beyond which nobody is looked for. The list's length; the caller frees it.
 */
static size_t callers(const struct program *p, uint32_t function, uint32_t stop, struct way *into,
                      uint32_t **list)
{
    uint32_t *found = mem_realloc(NULL, (p->functions.count + 1) * sizeof *found);
    bool *seen = mem_zalloc(p->functions.count + 1);
    size_t count = 0;
    found[count++] = function;
    seen[function] = true;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < p->function_calls.count; c++) {
            const struct program_function_call *call = &p->function_calls.rows[c];
            uint32_t caller = call->function == found[i]
                                  ? source_function_at(p, call->file, call->line)
                                  : SOURCE_NO_FUNCTION;
            if (caller == SOURCE_NO_FUNCTION)
                continue;
            if (caller == stop && into)
                add_call(into, p, c);
            else if (!seen[caller])
                found[count++] = caller;
            seen[caller] = true;
        }
    }
    free(seen);
    *list = found;
    return count;
}

static struct way way_to(const struct program *p, uint32_t from, uint32_t function)
{
    struct way way = {.found = from == function};
    uint32_t *list;
    if (way.found)
        return way;
    callers(p, function, from, &way, &list);
    free(list);
    return way;
}

static uint32_t function_of(const struct hazards *hazards, happens_event event)
{
    const struct program *p = hazard_program(hazards);
    return source_function_of(p, hazard_issuer(hazards, event)->place);
}

/* The call by which a side was reached from the function, in the run that was looked at. */
static struct way reached_from(const struct hazards *hazards, happens_event side, uint32_t function)
{
    const struct program *p = hazard_program(hazards);
    struct way way = {.found = function_of(hazards, side) == function};
    if (way.found)
        return way;
    uint32_t caller = program_caller_of(p, hazard_issuing_record(hazards, side));
    while (caller && source_function_of(p, p->callers.rows[caller].place) != function)
        caller = p->callers.rows[caller].caller;
    return (struct way){.caller = caller, .found = caller != 0};
}

/* A line of its own between the two has no place then: an object without a name, which ends there.
 */
static bool in_one_line(const struct hazards *hazards, const struct hazard *hazard,
                        const struct way ways[2])
{
    const struct program *p = hazard_program(hazards);
    happens_event sides[2] = {[SCOPE_EARLIER] = hazard->earlier, [SCOPE_LATER] = hazard->later};
    uint32_t places[2];
    for (int i = 0; i < 2; i++)
        places[i] = ways[i].caller ? p->callers.rows[ways[i].caller].place
                                   : hazard_issuer(hazards, sides[i])->place;
    return places[0] == places[1];
}

/* Of functions that are not called by name, such as those that end objects: the innermost function
 * that both sides were reached from. */
static bool find_callers(const struct hazards *hazards, const struct hazard *hazard,
                         struct way ways[2])
{
    const struct program *p = hazard_program(hazards);
    uint32_t caller = program_caller_of(p, hazard_issuing_record(hazards, hazard->earlier));
    uint32_t function = function_of(hazards, hazard->earlier);
    for (;; caller = p->callers.rows[caller].caller) {
        if (function != SOURCE_NO_FUNCTION) {
            ways[SCOPE_LATER] = reached_from(hazards, hazard->later, function);
            ways[SCOPE_EARLIER] = reached_from(hazards, hazard->earlier, function);
            if (ways[SCOPE_LATER].found)
                return !in_one_line(hazards, hazard, ways);
        }
        if (!caller)
            return false;
        function = source_function_of(p, p->callers.rows[caller].place);
    }
}

static bool passes(const struct program *p, uint32_t record, const struct program_function_call *by)
{
    for (uint32_t c = program_caller_of(p, record); c; c = p->callers.rows[c].caller) {
        const struct program_place *place = &p->places.rows[p->callers.rows[c].place];
        if (place->file == by->file && place->line == by->line)
            return true;
    }
    return false;
}

/* Whether the side of one of the finding's pairs was reached by that call. */
static bool is_passed(const struct hazards *hazards, const struct hazard *hazard,
                      enum scope_side side, const struct program_function_call *by)
{
    const struct program *p = hazard_program(hazards);
    const struct hazard *pair = hazard;
    for (;;) {
        happens_event event = side == SCOPE_EARLIER ? pair->earlier : pair->later;
        if (event != HAZARD_NO_EVENT && passes(p, hazard_issuing_record(hazards, event), by))
            return true;
        if (!pair->further)
            return false;
        pair = &hazards->further[pair->further - 1];
    }
}

/* Calls by which no pair came there lack nothing, where all pairs are known. */
static void keep_passed(const struct hazards *hazards, const struct hazard *hazard,
                        enum scope_side side, struct way *way)
{
    const struct program *p = hazard_program(hazards);
    size_t count = 0;
    if (hazard->count > HAZARD_PAIRS_KEPT)
        return;
    for (size_t i = 0; i < way->count; i++)
        if (is_passed(hazards, hazard, side, &p->function_calls.rows[way->calls[i]]))
            way->calls[count++] = way->calls[i];
    way->count = count ? count : way->count;
}

/* Whether the side was reached by one of the calls in the first pair, as it must be: which function
 * a line is of is not known of one in which a lambda begins and ends. */
static bool leads_there(const struct hazards *hazards, happens_event side, const struct way *way)
{
    const struct program *p = hazard_program(hazards);
    for (size_t i = 0; i < way->count; i++)
        if (passes(p, hazard_issuing_record(hazards, side), &p->function_calls.rows[way->calls[i]]))
            return true;
    return way->count == 0;
}

/* The outermost call of `chain` within that of which `count` calls are known; 0: there is none. */
static uint32_t call_within(const struct program *p, uint32_t chain, size_t count)
{
    size_t depth = 0;
    for (uint32_t c = chain; c; c = p->callers.rows[c].caller)
        depth++;
    if (depth <= count)
        return 0;
    for (; depth > count + 1; depth--)
        chain = p->callers.rows[chain].caller;
    return chain;
}

/* As the calls were made: where the ways to the two part. */
static bool find_parting(const struct hazards *hazards, const struct hazard *hazard,
                         struct way ways[2])
{
    const struct program *p = hazard_program(hazards);
    const uint32_t earlier = program_caller_of(p, hazard_issuing_record(hazards, hazard->earlier));
    const uint32_t later = program_caller_of(p, hazard_issuing_record(hazards, hazard->later));
    for (size_t count = 0;; count++) {
        const uint32_t a = call_within(p, earlier, count), b = call_within(p, later, count);
        if (a && b && program_same_call(&p->callers.rows[a], &p->callers.rows[b]))
            continue;
        ways[SCOPE_EARLIER] = (struct way){.caller = a, .found = true};
        ways[SCOPE_LATER] = (struct way){.caller = b, .found = true};
        return (a || b) && !in_one_line(hazards, hazard, ways);
    }
}

/* Of sides in two functions that have a caller in common, or call each other. */
static bool find_ways(const struct hazards *hazards, const struct hazard *hazard,
                      struct way ways[2])
{
    const struct program *p = hazard_program(hazards);
    if (hazard->earlier == HAZARD_NO_EVENT || hazard_issuer(hazards, hazard->earlier)->thread !=
                                                  hazard_issuer(hazards, hazard->later)->thread)
        return false;
    uint32_t earlier = function_of(hazards, hazard->earlier);
    uint32_t later = function_of(hazards, hazard->later);
    if (earlier == SOURCE_NO_FUNCTION || later == SOURCE_NO_FUNCTION || earlier == later)
        return false;
    uint32_t *list;
    size_t count = callers(p, earlier, SOURCE_NO_FUNCTION, NULL, &list);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        ways[SCOPE_EARLIER] = way_to(p, list[i], earlier);
        ways[SCOPE_LATER] = way_to(p, list[i], later);
        found = ways[SCOPE_EARLIER].found && ways[SCOPE_LATER].found;
    }
    free(list);
    if (!found)
        return find_callers(hazards, hazard, ways);
    if (!leads_there(hazards, hazard->earlier, &ways[SCOPE_EARLIER]) ||
        !leads_there(hazards, hazard->later, &ways[SCOPE_LATER]))
        return find_parting(hazards, hazard, ways);
    keep_passed(hazards, hazard, SCOPE_EARLIER, &ways[SCOPE_EARLIER]);
    keep_passed(hazards, hazard, SCOPE_LATER, &ways[SCOPE_LATER]);
    return true;
}

static bool is_elsewhere(const struct way *way)
{
    return way->count > 0 || way->caller != 0;
}

bool hazard_scope_moves(const struct hazards *hazards, const struct hazard *hazard,
                        enum scope_side side)
{
    struct way ways[2];
    return find_ways(hazards, hazard, ways) && is_elsewhere(&ways[side]);
}

bool hazard_scope_has(const struct hazards *hazards, const struct hazard *hazard,
                      enum scope_side side, uint32_t place)
{
    const struct program *p = hazard_program(hazards);
    if (!p->has_source)
        return true;
    uint32_t function = source_function_of(p, place);
    struct way ways[2] = {0};
    uint32_t stands;
    if (find_ways(hazards, hazard, ways) && ways[side].caller) {
        stands = source_function_of(p, p->callers.rows[ways[side].caller].place);
    } else if (ways[side].count > 0) {
        const struct program_function_call *call = &p->function_calls.rows[ways[side].calls[0]];
        stands = source_function_at(p, call->file, call->line);
    } else
        stands = function_of(hazards, side == SCOPE_EARLIER ? hazard->earlier : hazard->later);
    return function != SOURCE_NO_FUNCTION && function == stands;
}

/* "line 39 (call of Buffer::~Buffer)" */
static void add_caller(struct strbuf *sb, const struct hazards *hazards, uint32_t caller,
                       uint32_t file)
{
    const struct program *p = hazard_program(hazards);
    const struct program_caller *row = &p->callers.rows[caller];
    const struct program_place *place = &p->places.rows[row->place];
    if (place->file != file) {
        const char *file_name = text_file_name(program_name(p, place->file));
        strbuf_addf(sb, "%.200s:%" PRId32, file_name, place->line);
    } else
        strbuf_addf(sb, "line %" PRId32, place->line);
    strbuf_addf(sb, " (call of %.100s)", program_name(p, row->function));
}

static void add_calls(struct strbuf *sb, const struct hazards *hazards, const struct way *way,
                      uint32_t file)
{
    const struct program *p = hazard_program(hazards);
    const struct program_function_call *calls = p->function_calls.rows;
    const uint32_t function = calls[way->calls[0]].function;
    bool one = true;
    for (size_t i = 0; i < way->count; i++) {
        const struct program_function_call *call = &calls[way->calls[i]];
        strbuf_adds(sb, i == 0 ? "" : i + 1 < way->count ? ", " : " and ");
        if (call->file != file) {
            const char *file_name = text_file_name(program_name(p, call->file));
            strbuf_addf(sb, "%.200s:%" PRId32, file_name, call->line);
        } else if (i == 0)
            strbuf_addf(sb, "line %" PRId32, call->line);
        else
            strbuf_addf(sb, "%" PRId32, call->line);
        one = one && call->function == function;
    }
    if (one)
        strbuf_addf(sb, " (call%s of %.100s)", way->count > 1 ? "s" : "",
                    program_name(p, p->functions.rows[function].name));
}

void hazard_scope_add_line(struct strbuf *sb, const struct hazards *hazards,
                           const struct hazard *hazard, enum scope_side side)
{
    struct way ways[2];
    happens_event event = side == SCOPE_EARLIER ? hazard->earlier : hazard->later;
    const bool moves = find_ways(hazards, hazard, ways) && is_elsewhere(&ways[side]);
    if (moves && ways[side].caller)
        add_caller(sb, hazards, ways[side].caller, hazard_place(hazards, hazard->later)->file);
    else if (moves)
        add_calls(sb, hazards, &ways[side], hazard_place(hazards, hazard->later)->file);
    else
        hazard_add_line(sb, hazards, happens_host(hazard_issuing_record(hazards, event)),
                        hazard->later);
}
