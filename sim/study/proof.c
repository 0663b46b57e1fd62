#include "sim/study/proof.h"

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/values.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A hazard by what stays when calls are changed, moved or added, or when the source is interpreted
 * again: its rule and its lines. */
struct proof_hazard {
    enum hazard_rule rule;
    struct side {
        const char *file; /* the program's; "": no such side */
        int32_t line;
    } earlier, later;
    uint64_t count; /* pairs */
};

static int compare_sides(const struct side *left, const struct side *right)
{
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    return strcmp(left->file, right->file);
}

static int by_lines(const void *a, const void *b)
{
    const struct proof_hazard *left = a, *right = b;
    if (left->rule != right->rule)
        return left->rule < right->rule ? -1 : 1;
    int earlier = compare_sides(&left->earlier, &right->earlier);
    return earlier ? earlier : compare_sides(&left->later, &right->later);
}

static struct side side_of(const struct program *program, happens_event event)
{
    uint32_t place =
        event == HAZARD_NO_EVENT ? 0 : program->records.rows[happens_record(event)].place;
    if (!place)
        return (struct side){.file = ""};
    const struct program_place *row = &program->places.rows[place];
    return (struct side){program_name(program, row->file), row->line};
}

static struct proof_hazard row_of(const struct program *program, const struct hazard *hazard)
{
    return (struct proof_hazard){.rule = hazard->rule,
                                 .earlier = side_of(program, hazard->earlier),
                                 .later = side_of(program, hazard->later),
                                 .count = hazard->count};
}

/* Sorted, one for all of the same rule and lines, certain or possible. */
static struct proof_hazard *list_hazards(const struct hazards *hazards,
                                         const struct program *program, size_t *count)
{
    struct proof_hazard *rows = mem_zalloc((hazards->count + 1) * sizeof *rows);
    for (size_t i = 0; i < hazards->count; i++)
        rows[i] = row_of(program, &hazards->rows[i]);
    qsort(rows, hazards->count, sizeof *rows, by_lines);
    *count = 0;
    for (size_t i = 0; i < hazards->count; i++) {
        if (*count && by_lines(&rows[*count - 1], &rows[i]) == 0)
            rows[*count - 1].count += rows[i].count;
        else
            rows[(*count)++] = rows[i];
    }
    return rows;
}

static const struct program_record *record_of(const struct program *program, happens_event event)
{
    return event == HAZARD_NO_EVENT ? NULL : &program->records.rows[happens_record(event)];
}

/* Whether the kernel only reads what the copy or memset touches. Then every byte comes out the same
 * whichever is first: what a kernel writes is unknown in any case. Not one that finds by pointers
 * in memory what it touches. */
static bool only_reads(const struct program *program, const struct program_record *kernel,
                       const struct program_record *copy)
{
    const struct program_launch *launch = &program->launches.rows[kernel->object];
    const struct program_copy *row = &program->copies.rows[copy->object];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        uint32_t alloc = access->range.alloc;
        if (access->followed || !access->certain ||
            ((access->mode & ACCESS_WRITE) && (alloc == row->dst.alloc || alloc == row->src.alloc)))
            return false;
    }
    return launch->access_count != 0;
}

static bool is_harmless_pair(const struct program *program, const struct hazard *hazard)
{
    const struct program_record *earlier = record_of(program, hazard->earlier);
    const struct program_record *later = record_of(program, hazard->later);
    if (hazard->rule != HAZARD_ID_STREAM_RACE || !hazard->certain || !earlier || !later)
        return false;
    enum call_object first = call_info((enum call)earlier->call)->object;
    enum call_object second = call_info((enum call)later->call)->object;
    return (first == OBJECT_LAUNCH && second == OBJECT_COPY &&
            only_reads(program, earlier, later)) ||
           (first == OBJECT_COPY && second == OBJECT_LAUNCH && only_reads(program, later, earlier));
}

/* All its pairs must be known. Of two writes that are not ordered one is in a hazard with what
 * stands between them, if it hides the other. */
static bool is_harmless(const struct hazards *hazards, const struct program *program,
                        const struct hazard *hazard)
{
    uint32_t pairs = 1;
    if (hazard->rule == HAZARD_ID_WILD_POINTER)
        return true; /* what goes wrong by itself goes wrong in any order */
    bool harmless = is_harmless_pair(program, hazard);
    for (uint32_t at = hazard->further; at && harmless; at = hazards->further[at - 1].further) {
        harmless = is_harmless_pair(program, &hazards->further[at - 1]);
        pairs++;
    }
    return harmless && pairs == hazard->count;
}

void proof_begin(struct proof *proof, const struct prediction *original)
{
    struct hazards hazards;
    proof->original = original;
    hazards_find(&hazards, &original->program);
    proof->hazards = list_hazards(&hazards, &original->program, &proof->count);
    proof->decides = false;
    for (size_t i = 0; i < hazards.count; i++)
        proof->decides |= !is_harmless(&hazards, &original->program, &hazards.rows[i]);
    hazards_release(&hazards);
}

void proof_release(struct proof *proof)
{
    free(proof->hazards);
    memset(proof, 0, sizeof *proof);
}

static const struct proof_hazard *find_row(const struct proof_hazard *rows, size_t count,
                                           const struct proof_hazard *like)
{
    return count ? bsearch(like, rows, count, sizeof *rows, by_lines) : NULL;
}

/* That row of the original's, whichever side of it comes first. */
static bool has_lines(const struct proof *proof, const struct proof_hazard *hazard)
{
    struct proof_hazard turned = {
        .rule = hazard->rule, .earlier = hazard->later, .later = hazard->earlier};
    return find_row(proof->hazards, proof->count, hazard) ||
           find_row(proof->hazards, proof->count, &turned);
}

/* What nobody waits for says less of a program than a race of it does. */
static bool says_little(const struct hazard *hazard)
{
    return hazard->rule == HAZARD_ID_UNFINISHED_WORK || hazard->rule == HAZARD_ID_STREAM_ABANDONED;
}

/* The first hazard, certain ones first, of which the original has none, or fewer pairs if
 * `fewer_counts`; of work that nobody waits for only where there is no other. Its row, with all its
 * pairs, is *row. NULL: there is none. */
static const struct hazard *find_new(const struct proof *proof, const struct hazards *hazards,
                                     const struct program *program, bool fewer_counts,
                                     struct proof_hazard *row)
{
    size_t count;
    const struct hazard *found = NULL;
    struct proof_hazard *rows = list_hazards(hazards, program, &count);
    bool little = true; /* what is found says little, or nothing is */
    for (size_t i = 0; i < hazards->count && little; i++) {
        const struct hazard *hazard = &hazards->rows[i];
        if (found && (says_little(hazard) || !hazard->certain))
            continue;
        struct proof_hazard like = row_of(program, hazard);
        const struct proof_hazard *now = find_row(rows, count, &like);
        const struct proof_hazard *old = find_row(proof->hazards, proof->count, now);
        if (fewer_counts ? old && old->count >= now->count : has_lines(proof, now))
            continue;
        *row = *now;
        found = hazard;
        little = says_little(hazard);
    }
    free(rows);
    return found;
}

void proof_find_breach(const struct proof *proof, const struct program *rewritten, bool same_calls,
                       struct proof_breach *breach)
{
    struct hazards hazards;
    struct proof_hazard row;
    *breach = (struct proof_breach){.found = false};
    hazards_find(&hazards, rewritten);
    const struct hazard *new = find_new(proof, &hazards, rewritten, same_calls, &row);
    if (new) {
        struct strbuf text;
        strbuf_init(&text);
        if (row.later.line)
            strbuf_addf(&text, "line %d: ", (int)row.later.line);
        hazard_message(&text, &hazards, new);
        breach->found = true;
        breach->rule = new->rule;
        breach->certain = new->certain;
        snprintf(breach->text, sizeof breach->text, "%s", text.text);
        strbuf_release(&text);
    }
    hazards_release(&hazards);
}

static bool no_new_hazard(const struct proof *proof, const struct program *program, char *why,
                          size_t why_bytes)
{
    struct hazards hazards;
    struct proof_hazard row;
    hazards_find(&hazards, program);
    const struct hazard *new = find_new(proof, &hazards, program, true, &row);
    if (new) {
        const char *adds =
            has_lines(proof, &row) ? "make more of a hazard that the program has" : "add a hazard";
        int earlier = row.earlier.line, later = row.later.line;
        const char *name = hazard_info(row.rule)->name;
        if (earlier && later)
            snprintf(why, why_bytes, "it would %s, %s between line %d and line %d", adds, name,
                     earlier, later);
        else
            snprintf(why, why_bytes, "it would %s, %s at line %d", adds, name,
                     earlier ? earlier : later);
    }
    hazards_release(&hazards);
    return !new;
}

bool proof_same_results(const struct proof *proof, const struct program *rewritten)
{
    struct values before, after;
    values_compute(&before, &proof->original->program, NULL);
    values_compute(&after, rewritten, NULL);
    bool same = values_same_results(&before, &after, NULL);
    values_release(&before);
    values_release(&after);
    return same;
}

bool proof_computes_same(const struct proof *proof, const struct prediction *rewritten)
{
    /* Without a hazard every run computes what the order of the calls does. */
    const bool ordered = proof->count == 0;
    struct values before, after;
    values_compute(&before, &proof->original->program, ordered ? NULL : &proof->original->timeline);
    values_compute(&after, &rewritten->program, ordered ? NULL : &rewritten->timeline);
    bool same = values_same_results(&before, &after, NULL);
    values_release(&before);
    values_release(&after);
    return same;
}

bool proof_holds(const struct proof *proof, const struct prediction *rewritten, char *why,
                 size_t why_bytes)
{
    if (!no_new_hazard(proof, &rewritten->program, why, why_bytes))
        return false;
    const bool same = proof_computes_same(proof, rewritten);
    if (!same)
        snprintf(why, why_bytes, "%s", PROOF_OTHER_RESULTS);
    return same;
}
