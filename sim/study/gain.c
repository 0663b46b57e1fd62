#include "sim/study/gain.h"

#include "sim/analysis/event_waits.h"
#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/study/fix.h"
#include "sim/study/remedies.h"
#include "sim/study/trial.h"
#include "sim/study/tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one by one ----------------------------------------------------------------------------------
 */

static void set_why(struct pitfall *pitfall, const char *why)
{
    snprintf(pitfall->ungained, sizeof pitfall->ungained, "%s", why);
}

static void bounds_one_by_one(struct pitfalls *pitfalls, const struct prediction *prediction,
                              const char *path, const struct predict_options *options)
{
    struct trial *trials = mem_zalloc((pitfalls->count + 1) * sizeof *trials);
    struct remedies *tried = mem_zalloc((pitfalls->count + 1) * sizeof *tried);
    size_t *rows = mem_zalloc((pitfalls->count + 1) * sizeof *rows), count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        if (!remedies_simulated(&pitfalls->rows[i]))
            continue;
        tried[count] = (struct remedies){.pitfalls = pitfalls, .prediction = prediction, .only = i};
        remedies_prepare(&tried[count], &trials[count], path, options);
        rows[count++] = i;
    }
    trials_run(trials, count, 0);
    for (size_t k = 0; k < count; k++) {
        struct pitfall *pitfall = &pitfalls->rows[rows[k]];
        if (trials[k].status != 0)
            set_why(pitfall, "the changed program could not be predicted");
        else
            pitfall->gain = remedies_gain(&tried[k], &trials[k]);
        remedies_release(&tried[k]);
    }
    free(trials);
    free(tried);
    free(rows);
}

/* --- rewrites ------------------------------------------------------------------------------------
 */

/* All ways to make all changes: those of a finding stand together. */
struct rewrites {
    struct fix *fixes;
    size_t *rows; /* by fix: row of pitfalls */
    size_t *ways; /* by fix: which of its edits */
    size_t count;
};

/* A wait is narrowed in its own place, or in all places that wait for the same record: the program
 * then still has one event for them. */
static void add_way(struct fix *fix, const struct pitfall *pitfall, const struct edit *edit,
                    const struct program *program)
{
    uint32_t places[FIX_EDITS_MOST];
    size_t count = 0;
    if (edit->kind == EDIT_NARROW_WAIT && edit->place == 0)
        count = event_waits(program, pitfall->place, places, FIX_EDITS_MOST);
    if (count == 0 || count > FIX_EDITS_MOST)
        fix_add(fix, edit);
    for (size_t i = 0; i < count && count <= FIX_EDITS_MOST; i++) {
        struct edit one = *edit;
        one.place = places[i];
        fix_add(fix, &one);
    }
}

static void rewrites_try(struct rewrites *rewrites, const struct pitfalls *pitfalls,
                         const struct prediction *prediction, const struct predict_options *options)
{
    size_t most = pitfalls->count * PITFALL_EDITS + 1;
    rewrites->fixes = mem_zalloc(most * sizeof *rewrites->fixes);
    rewrites->rows = mem_zalloc(most * sizeof *rewrites->rows);
    rewrites->ways = mem_zalloc(most * sizeof *rewrites->ways);
    rewrites->count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy != REMEDY_EDIT || pitfall->ungained[0])
            continue;
        for (size_t way = 0; way < pitfall->edit_count; way++) {
            struct fix *fix = &rewrites->fixes[rewrites->count];
            fix_init(fix);
            add_way(fix, pitfall, &pitfall->edits[way], &prediction->program);
            rewrites->rows[rewrites->count] = i;
            rewrites->ways[rewrites->count++] = way;
        }
    }
    fixes_try(prediction, options, rewrites->fixes, rewrites->count, 0);
}

static void rewrites_release(struct rewrites *rewrites)
{
    for (size_t k = 0; k < rewrites->count; k++)
        fix_release(&rewrites->fixes[k]);
    free(rewrites->fixes);
    free(rewrites->rows);
    free(rewrites->ways);
}

/* The lines of a text, equal ones once: buffers of one name are several rows of a program. */
static void add_once(struct strbuf *sb, const char *text)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) : strlen(text);
        struct strbuf line;
        strbuf_init(&line);
        strbuf_add(&line, text, length);
        strbuf_addc(&line, '\n');
        if (!strstr(sb->text, line.text))
            strbuf_add(sb, line.text, line.length);
        strbuf_release(&line);
        text += length + (end != NULL);
    }
}

static size_t count_lines(const struct strbuf *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->text[i] == '\n';
    return count;
}

/* What the host does with the result of each turn it waits for, wherever it waits. */
static void set_turns(struct pitfall *pitfall, const struct fix *fix, const struct program *program)
{
    pitfall->turns[0] = '\0';
    if (fix->turn_call == CALL_NONE)
        return;
    int line = (int)program->places.rows[fix->turn_place].line;
    bool reads = fix->turn_call == CALL_host_read;
    snprintf(pitfall->turns, sizeof pitfall->turns,
             reads ? "in each turn the host reads the result in line %d, and waits there all the "
                     "same; to ask for the next turn before it takes two buffers by turns, and a "
                     "loop that ends by the result ends a turn later"
                   : "in each turn the host writes what the device reads in line %d, and waits "
                     "there all the same; to write while the device still reads takes two buffers "
                     "by turns",
             line);
}

/* The best proven way is the finding's. Where none is, there is nothing to offer: the program needs
 * what it does, or nobody can tell. */
static void take_way(struct pitfall *pitfall, size_t way, const struct fix *fix,
                     const struct prediction *prediction)
{
    /* Where what is asked for next needs what the other streams did, all are waited for by design.
     */
    if (pitfall->rule == PITFALL_ID_SYNC_ALL && fix->offered && fix->waits) {
        pitfall->refused = true;
        set_why(pitfall, "what is asked for next needs the work of the other streams");
        return;
    }
    if (!fix->offered) {
        if (pitfall->gain == TIMELINE_UNKNOWN) {
            pitfall->refused = !prediction->program.time_dependent ||
                               pitfall_needs_proof(pitfall->rule) ||
                               pitfall->held < prediction->timeline.wall / 50;
            /* the way at the finding's own place comes first, and has its reason */
            if (!pitfall->ungained[0])
                set_why(pitfall, fix->why);
        }
        return;
    }
    pitfall->refused = false;
    pitfall->ungained[0] = '\0';
    /* The simpler way goes before so much: what is one change in one line, before more. */
    bool is_simpler = pitfall->gain != TIMELINE_UNKNOWN && count_lines(&pitfall->fix) == 1 &&
                      count_lines(&fix->text) > 1;
    int64_t little = prediction->timeline.wall / (is_simpler ? 50 : 200);
    if (pitfall->gain != TIMELINE_UNKNOWN && pitfall->gain + little >= fix->gain)
        return;
    pitfall->gain = fix->gain;
    pitfall->edit = way;
    set_turns(pitfall, fix, &prediction->program);
    if (fix->text.length) {
        strbuf_clear(&pitfall->fix);
        add_once(&pitfall->fix, fix->text.text);
    }
}

/* What the change of a finding's own place alone gains, ns, and which way makes it; 0: nothing. */
static int64_t own_gain(const struct rewrites *rewrites, const struct pitfalls *pitfalls,
                        size_t row, size_t *fix)
{
    int64_t most = 0;
    for (size_t k = 0; k < rewrites->count; k++) {
        const struct edit *edit = &pitfalls->rows[row].edits[rewrites->ways[k]];
        if (rewrites->rows[k] != row || edit->place == 0 || !rewrites->fixes[k].offered ||
            rewrites->fixes[k].gain <= most)
            continue;
        most = rewrites->fixes[k].gain;
        *fix = k;
    }
    return most;
}

/* In place of what it took: the change of its own place alone, which `fix` makes; the last: none
 * does. */
static void take_own(struct pitfall *pitfall, const struct rewrites *rewrites, size_t fix,
                     const struct prediction *prediction)
{
    if (fix == rewrites->count) {
        pitfall->gain = 0;
        pitfall->turns[0] = '\0';
        return;
    }
    pitfall->gain = TIMELINE_UNKNOWN;
    take_way(pitfall, rewrites->ways[fix], &rewrites->fixes[fix], prediction);
}

/* A change of all places gains for each of them as much; where nearly all of that is what one other
 * finding gains by its own place alone, this one takes what its own gains, if anything: else
 * nothing, as the other has it. */
static void leave_to_others(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                            const struct prediction *prediction)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        size_t fix = rewrites->count, other = 0;
        if (one->remedy != REMEDY_EDIT || one->gain == TIMELINE_UNKNOWN || one->place == 0 ||
            one->edits[one->edit].place != 0)
            continue;
        int64_t own = own_gain(rewrites, pitfalls, i, &fix), most = 0;
        for (size_t k = 0; k < pitfalls->count; k++) {
            if (k == i || pitfalls->rows[k].rule != one->rule)
                continue;
            int64_t gain = own_gain(rewrites, pitfalls, k, &other);
            most = gain > most ? gain : most;
        }
        if (own >= most || own + most < one->gain - one->gain / 20)
            continue;
        take_own(one, rewrites, fix, prediction);
    }
}

/* Whether the way that a finding took changes everything in the default stream that the way of the
 * other changes. */
static bool takes_in(const struct pitfall *one, const struct pitfall *other)
{
    const struct edit *wide = &one->edits[one->edit], *narrow = &other->edits[other->edit];
    bool fences =
        (one->rule == PITFALL_ID_DEFAULT_STREAM || one->rule == PITFALL_ID_HIDDEN_FENCE) &&
        (other->rule == PITFALL_ID_DEFAULT_STREAM || other->rule == PITFALL_ID_HIDDEN_FENCE);
    return fences && wide->place == 0 &&
           (wide->kind == EDIT_NONBLOCKING_STREAMS || wide->kind == EDIT_MOVE) &&
           (narrow->kind == EDIT_LAUNCH || (narrow->kind == EDIT_MOVE && narrow->place != 0));
}

/* To change all that fences where the few changes of another finding do, or these and what is in
 * its own place: a launch that lacks its stream holds up whatever else is in the default stream. */
static void leave_to_simpler(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                             const struct prediction *prediction)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        size_t fix = rewrites->count;
        if (one->remedy != REMEDY_EDIT || one->gain == TIMELINE_UNKNOWN)
            continue;
        int64_t own = own_gain(rewrites, pitfalls, i, &fix), most = 0;
        for (size_t k = 0; k < pitfalls->count; k++) {
            const struct pitfall *other = &pitfalls->rows[k];
            if (k != i && other->remedy == REMEDY_EDIT && other->gain != TIMELINE_UNKNOWN &&
                other->gain > most && takes_in(one, other) &&
                count_lines(&other->fix) < count_lines(&one->fix))
                most = other->gain;
        }
        if (most > 0 && own + most + pitfalls->wall / 50 >= one->gain)
            take_own(one, rewrites, fix, prediction);
    }
}

/* --- together ------------------------------------------------------------------------------------
 */

/* The fixes that were taken one by one, in one program. */
static void rewrite_together(struct fix *together, const struct rewrites *rewrites,
                             const struct pitfalls *pitfalls, const struct prediction *prediction,
                             const struct predict_options *options)
{
    struct fix *best = mem_zalloc((rewrites->count + 1) * sizeof *best);
    bool *taken = mem_zalloc(rewrites->count + 1);
    size_t count = 0;
    for (size_t k = 0; k < rewrites->count; k++) {
        const struct pitfall *pitfall = &pitfalls->rows[rewrites->rows[k]];
        if (pitfall->edit == rewrites->ways[k] && rewrites->fixes[k].offered &&
            pitfall_matters(pitfalls, pitfall))
            best[count++] = rewrites->fixes[k]; /* borrowed */
    }
    if (count)
        fixes_together(prediction, options, best, count, together, taken);
    free(best);
    free(taken);
}

static void all_together(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                         const struct prediction *prediction, const char *path,
                         const struct predict_options *options)
{
    size_t edits = 0, others = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->gain == TIMELINE_UNKNOWN || pitfall->remedy == REMEDY_NONE ||
            !pitfall_matters(pitfalls, pitfall))
            continue;
        edits += pitfall->remedy == REMEDY_EDIT;
        others += pitfall->remedy != REMEDY_EDIT;
    }
    if (edits + others < 2)
        return;
    struct fix rewrite;
    fix_init(&rewrite);
    if (edits) {
        rewrite_together(&rewrite, rewrites, pitfalls, prediction, options);
        pitfalls->together = rewrite.gain;
    }
    if (others) {
        struct trial trial;
        struct remedies all = {.pitfalls = pitfalls,
                               .prediction = prediction,
                               .rewrite = rewrite.edit_count ? &rewrite : NULL,
                               .only = SIZE_MAX};
        remedies_prepare(&all, &trial, path, options);
        trials_run(&trial, 1, 1);
        if (trial.status == 0)
            pitfalls->together = remedies_gain(&all, &trial);
        remedies_release(&all);
    }
    fix_release(&rewrite);
}

/* --- another number of streams, or size of chunks ------------------------------------------------
 */

static void add_tuning(struct pitfalls *pitfalls, const struct tuning_finding *finding)
{
    pitfalls->rows =
        mem_grow(pitfalls->rows, &pitfalls->capacity, pitfalls->count + 1, sizeof *pitfalls->rows);
    struct pitfall *row = &pitfalls->rows[pitfalls->count++];
    *row = (struct pitfall){.rule = finding->kind == TUNING_STREAMS ? PITFALL_ID_STREAM_COUNT
                                                                    : PITFALL_ID_CHUNK_SIZE,
                            .kind = PITFALL_REWRITE,
                            .op = TIMELINE_NO_OP,
                            .other = TIMELINE_NO_OP,
                            .record = PITFALL_NOWHERE,
                            .count = 1,
                            .gain = finding->wall - finding->best_wall};
    strbuf_init(&row->evidence);
    strbuf_init(&row->fix);
    bool is_streams = finding->kind == TUNING_STREAMS;
    strbuf_addf(&row->evidence, "%s, %s, is %lld; with %lld the run takes ", finding->name,
                is_streams ? "the number of streams" : "which sizes the chunks",
                (long long)finding->value, (long long)finding->best);
    duration_add_human(&row->evidence, finding->best_wall);
    int64_t of_work = finding->work - finding->best_work;
    if (of_work != row->gain) {
        strbuf_addf(&row->evidence, "; it says how much is set up while it is timed, too: without "
                                    "that it gains ");
        duration_add_human(&row->evidence, of_work);
    }
    strbuf_addf(&row->fix, "%s = %lld", finding->name, (long long)finding->best);
    if (finding->file[0])
        strbuf_addf(&row->fix, " in line %d", finding->line);
    else
        strbuf_addf(&row->fix, " (-D %s=%lld)", finding->name, (long long)finding->best);
    if (finding->memory != finding->best_memory) {
        strbuf_adds(&row->fix, ", with which ");
        label_bytes(&row->fix, finding->best_memory);
        strbuf_adds(&row->fix, " are allocated at once instead of ");
        label_bytes(&row->fix, finding->memory);
    }
    if (!finding->best_proven)
        strbuf_addf(&row->fix, ", if it is free to choose: nothing compares what other %s compute",
                    is_streams ? "parts" : "chunks");
}

void gain_tune(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options)
{
    struct tuning tuning;
    tuning_find(&tuning, prediction, path, options, 0);
    for (size_t i = 0; i < tuning.count; i++)
        add_tuning(pitfalls, &tuning.findings[i]);
}

/* --- how much is tried ---------------------------------------------------------------------------
 */

static int compare_held(const void *a, const void *b)
{
    const struct pitfall *x = a, *y = b;
    if (x->held != y->held)
        return x->held > y->held ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* What holds most is tried first, as far as `operations` go. */
static void share_out(struct pitfalls *pitfalls, const struct prediction *prediction,
                      uint64_t operations)
{
    uint64_t size = prediction->timeline.ops.count + 1, left = operations;
    if (pitfalls->count)
        qsort(pitfalls->rows, pitfalls->count, sizeof *pitfalls->rows, compare_held);
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy == REMEDY_NONE)
            continue;
        /* Of several ways to make a change, those that there is room for, the simplest first. */
        while (operations && pitfall->edit_count > 1 && left < size * pitfall->edit_count)
            pitfall->edit_count--;
        uint64_t need = size * (pitfall->remedy == REMEDY_EDIT ? pitfall->edit_count : 1);
        if (operations && left < need) {
            snprintf(
                pitfall->ungained, sizeof pitfall->ungained,
                "the program, of %zu operations, was not predicted again, to be quick; explain "
                "--all-gains does it",
                prediction->timeline.ops.count);
            pitfall->refused =
                pitfall_needs_proof(pitfall->rule) || pitfall->held < pitfalls->wall / 50;
        } else {
            left -= need;
        }
    }
}

static bool is_same_change(const struct pitfall *one, const struct pitfall *other)
{
    if (one->remedy != other->remedy || one->gain != other->gain)
        return false;
    if (one->remedy == REMEDY_EDIT)
        return strcmp(one->fix.text, other->fix.text) == 0;
    return one->remedy == REMEDY_CARVEOUT && one->object_count == other->object_count &&
           memcmp(one->objects, other->objects, one->object_count * sizeof *one->objects) == 0;
}

/* Findings that come to the same change are one cause. The one that held things up longest stands
 * for all. */
static void merge_equal(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        if (one->gain == TIMELINE_UNKNOWN)
            continue;
        for (size_t k = i + 1; k < pitfalls->count; k++) {
            struct pitfall *other = &pitfalls->rows[k];
            if (other->refused || !is_same_change(one, other))
                continue;
            other->merged = true;
            one->others++;
        }
    }
}

/* A change of all allocations holds those of single places: they are no findings beside it. */
static void merge_parts(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *all = &pitfalls->rows[i];
        if (all->rule != PITFALL_ID_TIMED_ALLOCATION || all->remedy != REMEDY_EDIT || all->merged ||
            all->gain == TIMELINE_UNKNOWN || all->edits[all->edit].place != 0)
            continue;
        for (size_t k = 0; k < pitfalls->count; k++) {
            struct pitfall *part = &pitfalls->rows[k];
            if (part->rule != all->rule || part->remedy != REMEDY_EDIT || part->merged ||
                part->gain == TIMELINE_UNKNOWN || part->gain > all->gain ||
                part->edits[part->edit].place == 0)
                continue;
            part->merged = true;
            all->others++;
        }
    }
}

/* Where the host waits for all streams in a loop, to wait for one is the simpler change: to take
 * the wait out of the loop is offered only where that gains more. */
static void prefer_one_stream(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *all = &pitfalls->rows[i];
        if (all->rule != PITFALL_ID_SYNC_ALL || !pitfall_matters(pitfalls, all))
            continue;
        for (size_t k = 0; k < pitfalls->count; k++) {
            struct pitfall *loop = &pitfalls->rows[k];
            loop->merged |= loop->rule == PITFALL_ID_SYNC_IN_LOOP && loop->place == all->place &&
                            loop->gain != TIMELINE_UNKNOWN &&
                            loop->gain - all->gain < pitfalls->wall / 50;
        }
    }
}

void gain_find(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options, uint64_t operations)
{
    pitfalls->time_dependent = prediction->program.time_dependent;
    pitfalls->interpreted = pitfalls->time_dependent && path;
    share_out(pitfalls, prediction, operations);
    bounds_one_by_one(pitfalls, prediction, path, options);
    struct rewrites rewrites;
    rewrites_try(&rewrites, pitfalls, prediction, options);
    for (size_t k = 0; k < rewrites.count; k++)
        take_way(&pitfalls->rows[rewrites.rows[k]], rewrites.ways[k], &rewrites.fixes[k],
                 prediction);
    leave_to_others(pitfalls, &rewrites, prediction);
    leave_to_simpler(pitfalls, &rewrites, prediction);
    merge_equal(pitfalls);
    merge_parts(pitfalls);
    prefer_one_stream(pitfalls);
    all_together(pitfalls, &rewrites, prediction, path, options);
    rewrites_release(&rewrites);
    pitfalls_sort(pitfalls);
}
