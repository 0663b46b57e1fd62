#include "sim/study/proof.h"

#include "sim/analysis/hazard.h"
#include "sim/analysis/values.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A hazard by what stays when calls are changed, moved or added: its rule and its lines. */
struct proof_hazard {
    enum hazard_rule rule;
    uint32_t earlier, later; /* rows of places, which edits do not renumber */
    uint64_t count;          /* pairs */
};

static int by_lines(const void *a, const void *b)
{
    const struct proof_hazard *left = a, *right = b;
    if (left->rule != right->rule)
        return left->rule < right->rule ? -1 : 1;
    if (left->earlier != right->earlier)
        return left->earlier < right->earlier ? -1 : 1;
    return left->later < right->later ? -1 : left->later > right->later;
}

static uint32_t place_of(const struct program *program, happens_event event)
{
    return event == HAZARD_NO_EVENT ? 0 : program->records.rows[happens_record(event)].place;
}

/* Sorted, one for all of the same rule and lines, certain or possible. */
static struct proof_hazard *list_hazards(const struct program *program, size_t *count)
{
    struct hazards hazards;
    hazards_find(&hazards, program);
    struct proof_hazard *rows = mem_zalloc((hazards.count + 1) * sizeof *rows);
    for (size_t i = 0; i < hazards.count; i++) {
        const struct hazard *hazard = &hazards.rows[i];
        rows[i] = (struct proof_hazard){.rule = hazard->rule,
                                        .earlier = place_of(program, hazard->earlier),
                                        .later = place_of(program, hazard->later),
                                        .count = hazard->count};
    }
    size_t all = hazards.count;
    hazards_release(&hazards);
    qsort(rows, all, sizeof *rows, by_lines);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (*count && by_lines(&rows[*count - 1], &rows[i]) == 0)
            rows[*count - 1].count += rows[i].count;
        else
            rows[(*count)++] = rows[i];
    }
    return rows;
}

void proof_begin(struct proof *proof, const struct prediction *original)
{
    proof->original = original;
    proof->hazards = list_hazards(&original->program, &proof->count);
}

void proof_release(struct proof *proof)
{
    free(proof->hazards);
    memset(proof, 0, sizeof *proof);
}

static int line_of(const struct program *program, uint32_t place)
{
    return place ? (int)program->places.rows[place].line : 0;
}

/* That row of the original's, whichever side of it comes first. */
static bool has_lines(const struct proof *proof, const struct proof_hazard *hazard)
{
    struct proof_hazard turned = {
        .rule = hazard->rule, .earlier = hazard->later, .later = hazard->earlier};
    return proof->count &&
           (bsearch(hazard, proof->hazards, proof->count, sizeof *hazard, by_lines) ||
            bsearch(&turned, proof->hazards, proof->count, sizeof turned, by_lines));
}

static bool no_new_hazard(const struct proof *proof, const struct program *program, size_t *count,
                          char *why, size_t why_bytes)
{
    struct proof_hazard *rows = list_hazards(program, count), *new = NULL;
    for (size_t i = 0; i < *count; i++) {
        const struct proof_hazard *old =
            proof->count ? bsearch(&rows[i], proof->hazards, proof->count, sizeof *rows, by_lines)
                         : NULL;
        if (old && old->count >= rows[i].count)
            continue;
        new = &rows[i];
        break;
    }
    if (new) {
        const char *adds =
            has_lines(proof, new) ? "make more of a hazard that the program has" : "add a hazard";
        int earlier = line_of(program, new->earlier), later = line_of(program, new->later);
        const char *name = hazard_info(new->rule)->name;
        if (earlier && later)
            snprintf(why, why_bytes, "it would %s, %s between line %d and line %d", adds, name,
                     earlier, later);
        else
            snprintf(why, why_bytes, "it would %s, %s at line %d", adds, name,
                     earlier ? earlier : later);
    }
    bool none = !new;
    free(rows);
    return none;
}

bool proof_holds(const struct proof *proof, const struct prediction *rewritten, char *why,
                 size_t why_bytes)
{
    size_t hazards;
    if (!no_new_hazard(proof, &rewritten->program, &hazards, why, why_bytes))
        return false;
    /* Without a hazard every run computes what the order of the calls does. */
    bool ordered = hazards + proof->count == 0;
    struct values before, after;
    values_compute(&before, &proof->original->program, ordered ? NULL : &proof->original->timeline);
    values_compute(&after, &rewritten->program, ordered ? NULL : &rewritten->timeline);
    bool same = values_same_results(&before, &after, NULL);
    values_release(&before);
    values_release(&after);
    if (!same)
        snprintf(why, why_bytes, "the changed program would compute something else");
    return same;
}
