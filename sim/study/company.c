#include "sim/study/company.h"

#include "sim/analysis/pinning.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/study/variant.h"

#include <stdlib.h>
#include <string.h>

/* What can be changed, in the order in which it is: a copy has to be asynchronous before it gets
 * another stream. Of each the change of all places is tried, and what findings say of theirs. */
static const struct {
    enum edit_kind edit;
    enum pitfall_rule rule; /* whose change it is */
} changes[] = {
    {EDIT_LAUNCH_BLOCKING, PITFALL_ID_LAUNCH_BLOCKING},
    {EDIT_PINNED, PITFALL_ID_PAGEABLE_COPY},
    {EDIT_HOIST, PITFALL_ID_TIMED_ALLOCATION},
    {EDIT_KEEP_POOL, PITFALL_ID_POOL_THRESHOLD},
    {EDIT_ASYNC, PITFALL_ID_SYNC_COPY},
    {EDIT_NO_SYNCHRONIZE, PITFALL_ID_SYNC_IN_LOOP},
    {EDIT_ONE_STREAM, PITFALL_ID_SYNC_ALL},
    {EDIT_LAUNCH, PITFALL_ID_DEFAULT_STREAM},
    {EDIT_MOVE, PITFALL_ID_HIDDEN_FENCE},
    {EDIT_NONBLOCKING_STREAM, PITFALL_ID_DEFAULT_STREAM},
    {EDIT_NONBLOCKING_STREAMS, PITFALL_ID_DEFAULT_STREAM},
    {EDIT_TURNS, PITFALL_ID_UNUSED_STREAMS},
    {EDIT_BREADTH, PITFALL_ID_ISSUE_ORDER},
    {EDIT_DEPTH, PITFALL_ID_ISSUE_ORDER},
};
enum { CHANGES = sizeof changes / sizeof *changes };

enum {
    MOST = 10,       /* changes that are combined: 45 pairs, and 36 sets of three */
    LEAST_SETS = 20, /* that there must be time for */
    MUCH = 10,       /* the share of the wall time that must be left to gain: one in so many */
    WORTH = 20,      /* likewise that a set must gain beyond what is offered, and each member add */
    FIFTH = 5,       /* the share of what is offered that it must gain beyond that as well */
    HARDLY = 200,    /* likewise that makes no difference: the smaller value is as good */
    VALUES_MOST = 6, /* of constants */
};

/* A change that can be made, as it came out alone; the fix is borrowed. */
struct change {
    const struct fix *fix;
    int rank; /* row of changes */
};

/* A set of changes: those of `changes` by row, and a constant at another value (NULL: none). */
struct set {
    size_t members[PITFALL_COMPANY_MOST];
    size_t count;
    const struct tuning_finding *constant;
    const struct tuning_step *step;
    struct fix fix; /* of the members, in the program that the constant makes */
    int64_t gain;   /* ns, 0 unless it is proven */
};

struct search {
    const struct company_input *in;
    struct change changes[MOST];
    size_t count;
    struct set *sets;
    size_t set_count, capacity;
    uint64_t size, left; /* records: of the program, and that may be tried */
};

/* --- which changes there are ---------------------------------------------------------------------
 */

static int rank_of(enum edit_kind kind)
{
    for (int i = 0; i < CHANGES; i++)
        if (changes[i].edit == kind)
            return i;
    return -1;
}

/* Whether it unsets what makes no launch wait: the program is not run so. */
static bool changes_nothing(const struct search *search, const struct fix *fix)
{
    return fix->edits[0].kind == EDIT_LAUNCH_BLOCKING &&
           !timeline_waits_by(&search->in->prediction->timeline, RULE_ID_LAUNCH_BLOCKING);
}

/* One that was made, and that no other of them makes. */
static void take(struct search *search, const struct fix *fix)
{
    int rank = rank_of(fix->edits[0].kind);
    if (rank < 0 || changes_nothing(search, fix) || fix->changed == 0 || fix->text.length == 0 ||
        search->count == MOST)
        return;
    for (size_t i = 0; i < search->count; i++)
        if (strcmp(search->changes[i].fix->text.text, fix->text.text) == 0)
            return;
    search->changes[search->count++] = (struct change){fix, rank};
}

static void try_everywhere(const struct search *search, struct fix *fixes)
{
    for (int i = 0; i < CHANGES; i++) {
        fix_init(&fixes[i]);
        fix_add(&fixes[i], &(struct edit){.kind = changes[i].edit, .stream = EDIT_ANY});
    }
    fixes_try(search->in->prediction, search->in->options, fixes, CHANGES, 0);
}

/* --- sets of them --------------------------------------------------------------------------------
 */

static bool excludes(const struct search *search, size_t one, size_t other)
{
    enum edit_kind a = changes[search->changes[one].rank].edit;
    enum edit_kind b = changes[search->changes[other].rank].edit;
    return (a == EDIT_BREADTH && b == EDIT_DEPTH) || (a == EDIT_DEPTH && b == EDIT_BREADTH);
}

/* To make and prove a change takes time by what the program says; to predict it, by what its
 * kernels share. */
static uint64_t size_of(const struct program *program)
{
    const uint64_t as_long = 10; /* as so many other records takes a kernel given by work */
    uint64_t size = program->records.count + 1;
    for (size_t i = 0; i < program->records.count && size < UINT32_MAX; i++) {
        const struct program_record *record = &program->records.rows[i];
        enum call_object object = call_info((enum call)record->call)->object;
        if (object == OBJECT_LAUNCH)
            size += program->launches.rows[record->object].cost == COST_WORK ? as_long : 0;
        else if (object == OBJECT_COPY && program->copies.rows[record->object].rows > UINT32_MAX)
            size = UINT32_MAX;
        else if (object == OBJECT_COPY)
            size += program->copies.rows[record->object].rows;
    }
    return size;
}

static bool can_pay(struct search *search)
{
    if (search->left < search->size)
        return false;
    search->left -= search->size;
    return true;
}

/* The edits of all members, in the order of `changes`. False: too many for one fix. */
static bool gather(const struct search *search, const struct set *set, struct fix *fix)
{
    bool fits = true;
    fix_init(fix);
    for (int rank = 0; rank < CHANGES; rank++)
        for (size_t i = 0; i < set->count; i++) {
            const struct change *change = &search->changes[set->members[i]];
            for (size_t e = 0; change->rank == rank && e < change->fix->edit_count; e++)
                fits &= fix_add(fix, &change->fix->edits[e]);
        }
    return fits;
}

static void add_set(struct search *search, const struct set *set)
{
    struct set more = *set;
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = 0; k < i; k++)
            if (excludes(search, set->members[i], set->members[k]))
                return;
    if (!gather(search, set, &more.fix) || !can_pay(search)) {
        fix_release(&more.fix);
        return;
    }
    search->sets =
        mem_grow(search->sets, &search->capacity, search->set_count + 1, sizeof *search->sets);
    search->sets[search->set_count++] = more;
}

/* Tries the sets from a row on, which are all of one program. */
static void try_sets(struct search *search, size_t from, const struct prediction *prediction,
                     const struct predict_options *options)
{
    size_t count = search->set_count - from;
    struct fix *fixes = mem_zalloc((count + 1) * sizeof *fixes);
    for (size_t i = 0; i < count; i++)
        fixes[i] = search->sets[from + i].fix;
    fixes_try(prediction, options, fixes, count, 0);
    for (size_t i = 0; i < count; i++) {
        struct set *set = &search->sets[from + i];
        set->fix = fixes[i];
        if (set->fix.offered)
            set->gain = search->in->prediction->timeline.wall - set->fix.wall;
    }
    free(fixes);
}

static int64_t alone(const struct search *search, size_t member)
{
    const struct fix *fix = search->changes[member].fix;
    return fix->offered && fix->gain > 0 ? fix->gain : 0;
}

static void try_pairs(struct search *search)
{
    size_t from = search->set_count;
    for (size_t i = 0; i < search->count; i++)
        for (size_t k = i + 1; k < search->count; k++)
            add_set(search, &(struct set){.members = {i, k}, .count = 2});
    try_sets(search, from, search->in->prediction, search->in->options);
}

static void try_triples(struct search *search)
{
    size_t from = search->set_count, most = 0;
    for (size_t i = 1; i < search->count; i++)
        if (alone(search, i) > alone(search, most))
            most = i;
    for (size_t i = 0; i < search->count; i++)
        for (size_t k = i + 1; k < search->count; k++)
            if (i != most && k != most)
                add_set(search, &(struct set){.members = {most, i, k}, .count = 3});
    try_sets(search, from, search->in->prediction, search->in->options);
}

/* --- with a constant -----------------------------------------------------------------------------
 */

/* Each change in the program that the constant at that value makes. */
static void try_value(struct search *search, const struct tuning_finding *constant,
                      const struct tuning_step *step)
{
    const struct company_input *in = search->in;
    struct prediction changed;
    struct variant variant;
    struct err err;
    if (!can_pay(search))
        return;
    err_init(&err);
    prediction_init(&changed);
    variant_init(&variant, in->path, NULL, in->options);
    variant_define(&variant, constant->name, step->value);
    if (predict_file(&changed, in->path, &variant.options, &err) == 0) {
        size_t from = search->set_count;
        for (size_t i = 0; i < search->count; i++)
            add_set(search,
                    &(struct set){.members = {i}, .count = 1, .constant = constant, .step = step});
        try_sets(search, from, &changed, &variant.options);
    }
    variant_release(&variant);
    prediction_release(&changed);
}

/* Every second of the values that leave the program right. */
static void try_constants(struct search *search)
{
    const struct tuning *tuning = search->in->tuning;
    for (size_t i = 0; tuning && search->in->path && i < tuning->count; i++) {
        const struct tuning_finding *constant = &tuning->findings[i];
        size_t tried = 0;
        for (size_t s = 0; s < constant->step_count; s++) {
            const struct tuning_step *step = &constant->steps[s];
            if (step->wall == TIMELINE_UNKNOWN || step->value == constant->value ||
                step->breach.found || tried++ % 2 || tried > (size_t)2 * VALUES_MOST)
                continue;
            try_value(search, constant, step);
        }
    }
}

/* --- what came out -------------------------------------------------------------------------------
 */

/* What all that is offered gains, ns. */
static int64_t offered(const struct pitfalls *pitfalls)
{
    int64_t most = pitfalls->together > 0 ? pitfalls->together : 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->kind == PITFALL_REWRITE && pitfall->gain != TIMELINE_UNKNOWN &&
            pitfall->gain > most && pitfall_matters(pitfalls, pitfall))
            most = pitfall->gain;
    }
    return most;
}

static bool much_is_left(const struct search *search, const struct pitfalls *pitfalls, int64_t gain)
{
    return search->in->prediction->timeline.wall != TIMELINE_UNKNOWN &&
           pitfalls->wall - gain - pitfalls->floor >= pitfalls->wall / MUCH;
}

/* Whether no member gains nearly as much alone. */
static bool needs_all(const struct search *search, const struct set *set, int64_t nearly)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->gain - alone(search, set->members[i]) < nearly)
            return false;
    return !set->constant || set->gain - (set->constant->wall - set->step->wall) >= nearly;
}

/* The one that gains most, of fewer members where the others add little: those come first. NULL:
 * none gains enough beyond `known`. */
static const struct set *best(const struct search *search, const struct pitfalls *pitfalls,
                              int64_t known)
{
    const struct set *most = NULL;
    for (size_t i = 0; i < search->set_count; i++) {
        const struct set *set = &search->sets[i];
        int64_t least = known + pitfalls->wall / WORTH;
        least = least > known + known / FIFTH ? least : known + known / FIFTH;
        if (most && set->count > most->count)
            least = most->gain + pitfalls->wall / WORTH;
        else if (most)
            least = most->gain + 1 + (set->constant ? pitfalls->wall / HARDLY : 0);
        if (set->gain >= least && set->gain > 0 && needs_all(search, set, pitfalls->wall / WORTH))
            most = set;
    }
    return most;
}

static struct pitfall_part part_of(const struct search *search, size_t member)
{
    const struct change *change = &search->changes[member];
    return (struct pitfall_part){changes[change->rank].rule,
                                 change->fix->offered ? change->fix->gain : TIMELINE_UNKNOWN};
}

/* What it takes to page-lock what its edits do: of all memory, or of each name once. */
static struct pinning set_up_of(const struct prediction *prediction, const struct fix *fix)
{
    struct pinning sum = {0, 0};
    for (size_t e = 0; e < fix->edit_count; e++) {
        const struct edit *edit = &fix->edits[e];
        bool again = false;
        for (size_t k = 0; k < e; k++)
            again |= fix->edits[k].kind == EDIT_PINNED &&
                     prediction->program.allocs.rows[fix->edits[k].alloc].name ==
                         prediction->program.allocs.rows[edit->alloc].name;
        if (edit->kind != EDIT_PINNED || again)
            continue;
        const struct pinning cost = pinning_find(&prediction->timeline, &prediction->program,
                                                 &prediction->profile, edit->alloc);
        if (edit->alloc == 0)
            return cost;
        sum = pinning_sum(sum, cost);
    }
    return sum;
}

static void say(struct pitfalls *pitfalls, const struct search *search, const struct set *set)
{
    struct pitfall_company *company = &pitfalls->company;
    company->gain = set->gain;
    company->set_up = set_up_of(search->in->prediction, &set->fix);
    company->kept = set->fix.frozen;
    for (size_t i = 0; i < set->count; i++)
        company->parts[company->count++] = part_of(search, set->members[i]);
    if (set->constant) {
        bool is_streams = set->constant->kind == TUNING_STREAMS;
        company->parts[company->count++] =
            (struct pitfall_part){is_streams ? PITFALL_ID_STREAM_COUNT : PITFALL_ID_CHUNK_SIZE,
                                  set->constant->wall - set->step->wall};
        tuning_step_text(&company->fix, set->constant, set->step);
        strbuf_addc(&company->fix, '\n');
    }
    rewrites_add_lines(&company->fix, set->fix.text.text);
}

/* Beside it the edits that are offered alone. */
static void join_offered(struct pitfalls *pitfalls, const struct search *search,
                         const struct set *set)
{
    const struct company_input *in = search->in;
    struct fix together;
    if (set->constant ||
        !rewrites_extend(in->rewrites, &set->fix, &together, pitfalls, in->prediction, in->options))
        return;
    if (together.offered && together.gain > pitfalls->company.gain &&
        together.gain > pitfalls->together) {
        pitfalls->together = together.gain;
        pitfalls->together_kept = together.frozen;
    }
    fix_release(&together);
}

void company_find(struct pitfalls *pitfalls, const struct company_input *input)
{
    struct search search = {
        .in = input, .size = size_of(&input->prediction->program), .left = input->records};
    int64_t known = offered(pitfalls);
    if (input->prediction->program.time_dependent || !much_is_left(&search, pitfalls, known) ||
        search.left / (CHANGES + LEAST_SETS) < search.size)
        return;
    search.left -= CHANGES * search.size;
    struct fix everywhere[CHANGES];
    try_everywhere(&search, everywhere);
    for (int i = 0; i < CHANGES; i++)
        take(&search, &everywhere[i]);
    for (size_t k = 0; k < input->rewrites->count; k++)
        take(&search, &input->rewrites->fixes[k]);
    try_pairs(&search);
    try_constants(&search);
    const struct set *set = best(&search, pitfalls, known);
    if (much_is_left(&search, pitfalls, set ? set->gain : known))
        try_triples(&search);
    set = best(&search, pitfalls, known);
    if (set) {
        say(pitfalls, &search, set);
        join_offered(pitfalls, &search, set);
    }
    for (int i = 0; i < CHANGES; i++)
        fix_release(&everywhere[i]);
    for (size_t i = 0; i < search.set_count; i++)
        fix_release(&search.sets[i].fix);
    free(search.sets);
}
