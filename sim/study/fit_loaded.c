/* What operations take longer beside kernels that read: the section [loaded]. */
#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/model/cost.h"
#include "sim/study/fits.h"

#include <string.h>

enum chain_name { CHAIN_K, CHAIN_IN, CHAIN_OUT, CHAIN_K_IN, CHAIN_K_OUT, CHAIN_NAMES };

static const char *const names[CHAIN_NAMES] = {"k", "in", "out", "k in", "k out"};

enum { LEAST_STEPS = 4 }; /* of a chain that is looked at by itself */

/* One chain: the long kernel in front, its operations, the synchronize; what reads beside it. */
struct chain {
    enum chain_name name;
    int64_t on_way; /* bytes; 0: alone */
    int64_t steps;  /* of one operation or two */
    int64_t rest;   /* from the lead's call to the synchronize's return; 0 where nobody saw that */
    /* of the operations behind the first step, each as seen, and of what lies before them: ns */
    int64_t kernels, copies, gaps;
    int64_t kernel_count, copy_count, gap_count;
};

static enum chain_name name_of(const char *label)
{
    int name = 0;
    while (name < CHAIN_NAMES && strcmp(names[name], label) != 0)
        name++;
    return (enum chain_name)name;
}

static bool works(const struct sight_row *row)
{
    return row->kind == SIGHT_KERNEL || row->kind == SIGHT_H2D || row->kind == SIGHT_D2H;
}

/* The launch's threads, with all that each asks for at once (sim/engine/sm_share.h). */
static int64_t on_way(const struct sight_row *row)
{
    return (int64_t)row->launch->grid[0] * row->launch->block[0] * COST_BATCH_BYTES;
}

static void add_operation(struct chain *chain, const struct sight_row *before,
                          const struct sight_row *row)
{
    if (row->start == TIMELINE_UNKNOWN || before->start == TIMELINE_UNKNOWN)
        return;
    bool kernel = row->kind == SIGHT_KERNEL;
    *(kernel ? &chain->kernels : &chain->copies) += row->seen_end - row->start;
    *(kernel ? &chain->kernel_count : &chain->copy_count) += 1;
    chain->gaps += row->start - before->seen_end;
    chain->gap_count++;
}

/* The next chain; false behind the last. */
static bool next_chain(const struct sight *sight, size_t *next, struct chain *chain)
{
    while (*next < sight->count && name_of(sight->rows[*next].label) == CHAIN_NAMES)
        ++*next;
    if (*next == sight->count)
        return false;
    const struct sight_row *first = &sight->rows[*next], *lead = NULL, *before = NULL;
    *chain = (struct chain){.name = name_of(first->label)};
    for (; *next < sight->count && sight->rows[*next].section == first->section; ++*next) {
        const struct sight_row *row = &sight->rows[*next];
        if (row->kind == SIGHT_KERNEL && strcmp(row->name, "load") == 0) {
            chain->on_way = on_way(row);
        } else if (works(row) && !lead) {
            lead = row;
        } else if (works(row)) {
            chain->steps++;
            if (before)
                add_operation(chain, before, row);
            before = row;
        } else if (row->call == CALL_cudaStreamSynchronize && lead &&
                   row->enter != TIMELINE_UNKNOWN) {
            chain->rest = row->returned - lead->returned;
        }
    }
    if (chain->name == CHAIN_K_IN || chain->name == CHAIN_K_OUT)
        chain->steps /= 2;
    return true;
}

static int64_t mean(int64_t sum, int64_t count)
{
    return count ? duration_divide(sum > 0 ? sum : 0, 1, count) : 0;
}

/* What the kernels themselves take longer; and what the instrument makes of the gaps between
 * copies, where these take longest. */
void fit_seen_load(const struct sight *sight, struct figures *figures)
{
    struct chain alone[CHAIN_NAMES] = {0}, chain, most = {0};
    for (size_t next = 0; next_chain(sight, &next, &chain);) {
        const struct chain *none = &alone[chain.name];
        if (chain.steps < LEAST_STEPS)
            continue;
        if (chain.on_way == 0) {
            alone[chain.name] = chain;
        } else if (chain.name == CHAIN_K && chain.kernel_count) {
            figures_add_at(figures, PROFILE_loaded_kernel, chain.on_way,
                           above(mean(chain.kernels, chain.kernel_count),
                                 mean(none->kernels, none->kernel_count)));
        } else if (chain.name == CHAIN_IN && chain.on_way >= most.on_way) {
            most = chain;
            int64_t copy =
                above(mean(chain.copies, chain.copy_count), mean(none->copies, none->copy_count));
            int64_t gap =
                above(mean(chain.gaps, chain.gap_count), mean(none->gaps, none->gap_count));
            if (copy > 0)
                figures_add(figures, PROFILE_cupti_loaded_copies, duration_divide(gap, 1000, copy));
        }
    }
}

/* Two of a name and a load, the short one first: what the long one takes more, ns a step; -1 where
 * nobody saw that. */
static int64_t step_of(const struct chain *brief, const struct chain *longer)
{
    bool seen = brief->rest > 0 && longer->rest > 0 && longer->steps > brief->steps;
    return seen ? mean(longer->rest - brief->rest, longer->steps - brief->steps) : -1;
}

/* What a step takes longer than alone. The chains of one load come in the order of their names: the
 * kernel's and the copies' own part before those with both. */
void fit_load(const struct sight *sight, struct figures *figures)
{
    struct chain brief, longer;
    int64_t alone[CHAIN_NAMES], more[CHAIN_NAMES] = {0};
    for (int i = 0; i < CHAIN_NAMES; i++)
        alone[i] = -1;
    for (size_t next = 0; next_chain(sight, &next, &brief) && next_chain(sight, &next, &longer);) {
        enum chain_name name = brief.name;
        int64_t at = brief.on_way, step = step_of(&brief, &longer);
        if (at == 0)
            alone[name] = step;
        if (at == 0 || step < 0 || alone[name] < 0)
            continue;
        more[name] = above(step, alone[name]);
        int64_t kernel = figures_value_at(figures, PROFILE_loaded_kernel, at, 0);
        int64_t copy = more[name == CHAIN_K_OUT ? CHAIN_OUT : CHAIN_IN];
        if (name == CHAIN_K)
            figures_add_at(figures, PROFILE_loaded_next, at, above(more[name], kernel));
        else if (name == CHAIN_IN)
            figures_add_at(figures, PROFILE_loaded_copy_in, at, more[name]);
        else if (name == CHAIN_OUT)
            figures_add_at(figures, PROFILE_loaded_copy_out, at, more[name]);
        else
            figures_add_at(figures, PROFILE_loaded_turn, at, above(more[name], kernel + copy) / 2);
    }
}
