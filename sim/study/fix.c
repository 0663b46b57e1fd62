#include "sim/study/fix.h"

#include "sim/analysis/pitfalls.h"
#include "sim/base/mem.h"
#include "sim/study/bound.h"
#include "sim/study/parallel.h"
#include "sim/study/proof.h"
#include "sim/study/steer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fix_init(struct fix *fix)
{
    memset(fix, 0, sizeof *fix);
    fix->wall = fix->gain = TIMELINE_UNKNOWN;
    strbuf_init(&fix->text);
}

void fix_release(struct fix *fix)
{
    strbuf_release(&fix->text);
    memset(fix, 0, sizeof *fix);
}

bool fix_add(struct fix *fix, const struct edit *edit)
{
    if (fix->edit_count == FIX_EDITS_MOST)
        return false;
    fix->edits[fix->edit_count++] = *edit;
    return true;
}

static void refuse(struct fix *fix, const char *why)
{
    fix->offered = false;
    snprintf(fix->why, sizeof fix->why, "%s", why);
}

/* Whether a call returns an error that it did not return before, in a replay. */
static bool fails_anew(const struct timeline *before, const struct timeline *after)
{
    size_t old_errors = 0, new_errors = 0;
    for (size_t i = 0; i < before->calls.count; i++)
        old_errors += before->calls.rows[i].result != 0;
    for (size_t i = 0; i < after->calls.count; i++)
        new_errors += after->calls.rows[i].result != 0;
    return new_errors > old_errors;
}

/* The programs that fixes make, by digest: several edits may make the same of one, which is
 * predicted and proven once. */
struct making {
    uint64_t digest;
    size_t row; /* of fixes: the first that made it */
};

struct makings {
    pthread_mutex_t lock;
    struct making *rows; /* as many as are tried */
    size_t count;
};

struct attempt {
    const size_t *tried; /* rows of fixes that are tried; the others are equal to one of them */
    const struct prediction *prediction;
    const struct predict_options *options;
    struct proof proof;
    bool *timers; /* of the original, by place: it measures something else than it is taken for */
    struct fix *fixes;
    struct makings *makings;
    size_t *made_by; /* by row of fixes: the one that made the same */
};

static void begin_attempt(struct attempt *attempt, const struct prediction *prediction,
                          const struct predict_options *options)
{
    *attempt = (struct attempt){.prediction = prediction, .options = options};
    proof_begin(&attempt->proof, prediction);
    attempt->timers = pitfalls_timers(&prediction->program, &prediction->timeline);
}

static void release_attempt(struct attempt *attempt)
{
    proof_release(&attempt->proof);
    free(attempt->timers);
}

/* Whether a timer of that line of the original measures something else than it is taken for. */
static bool timed_before(const struct attempt *attempt, const struct program *edited, size_t place)
{
    const struct program *program = &attempt->prediction->program;
    const struct program_place *row = &edited->places.rows[place];
    for (size_t i = 0; attempt->timers && i < program->places.count; i++)
        if (attempt->timers[i] && program->places.rows[i].line == row->line &&
            strcmp(program_name(program, program->places.rows[i].file),
                   program_name(edited, row->file)) == 0)
            return true;
    return false;
}

/* Whether a timer measures something else than it is taken for, and none of its line did before. */
static bool times_anew(const struct attempt *attempt, const struct prediction *edited)
{
    bool *timers = pitfalls_timers(&edited->program, &edited->timeline);
    size_t count = edited->program.places.count;
    bool anew = false;
    for (size_t place = 0; timers && place < count && !anew; place++)
        anew = timers[place] && !timed_before(attempt, &edited->program, place);
    free(timers);
    return anew;
}

static void judge(const struct attempt *attempt, const struct prediction *edited, struct fix *fix)
{
    const struct prediction *prediction = attempt->prediction;
    fix->wall = edited->timeline.wall;
    fix->gain = prediction->timeline.wall - fix->wall;
    if (fix->stay && fix->gain > 0) { /* it is in which order threads come to locks, by chance */
        fix->gain = 0;
        fix->wall = prediction->timeline.wall;
    }
    if (fails_anew(&prediction->timeline, &edited->timeline))
        refuse(fix, "a call of the changed program would fail");
    else
        fix->offered = proof_holds(&attempt->proof, edited, fix->why, sizeof fix->why);
    if (fix->offered && times_anew(attempt, edited))
        refuse(fix, "the program times the work, and would read the time before it is done");
}

/* Of a program whose threads would go on in another order its source is interpreted again. */
static void judge_steered(const struct attempt *attempt, struct fix *fix)
{
    struct prediction steered;
    struct err err;
    prediction_init(&steered);
    err_init(&err);
    if (steer_predict(&steered, attempt->prediction, attempt->options, fix->edits, fix->edit_count,
                      &err) != 0)
        snprintf(fix->why, sizeof fix->why, "the changed source cannot be predicted: %.140s",
                 err.message);
    else
        judge(attempt, &steered, fix);
    /* which thread does what is then another matter, and so is what stands in the bytes */
    if (fix->wall != TIMELINE_UNKNOWN && fix->gain < 0)
        refuse(
            fix,
            "tried from the source, host threads take turns in another way then, and the run takes "
            "longer");
    else if (!fix->offered && strcmp(fix->why, PROOF_OTHER_RESULTS) == 0)
        refuse(fix, "host threads would take turns in another way, and nothing proves that "
                    "it computes the same");
    prediction_release(&steered);
}

static void predict_edited(const struct attempt *attempt, struct prediction *edited,
                           struct fix *fix)
{
    const struct predict_options *options = attempt->options;
    const struct prediction *prediction = attempt->prediction;
    /* What else the options say has done its work on the program. */
    struct predict_options again = {.gpu = options->gpu,
                                    .sets = options->sets,
                                    .set_count = options->set_count,
                                    .on_predicted = options->on_predicted,
                                    .predicted_context = options->predicted_context,
                                    .runtime = options->runtime};
    struct err err;
    err_init(&err);
    if (predict_program(edited, &again, &err) != 0) {
        snprintf(fix->why, sizeof fix->why, "the changed program cannot be predicted: %.140s",
                 err.message);
        return;
    }
    bool alike = bound_alike(&prediction->timeline, &edited->timeline);
    const bool knows = edit_knows_loops(&prediction->program);
    fix->frozen = !knows || !bound_by_turns(&prediction->timeline, &edited->timeline);
    if (fix->steers && (!alike || fix->frozen)) {
        fix->frozen = false;
        judge_steered(attempt, fix);
        return;
    }
    judge(attempt, edited, fix);
    /* alone one of them is told by the source, which is to be no worse than what is told of both */
    const bool mixed = fix->frozen && fix->edit_count > 1 && prediction->interpreted &&
                       steer_has(fix->edits, fix->edit_count);
    if (fix->frozen && edit_looks_under_locks(&prediction->program))
        refuse(fix, "a host thread looks under a lock, again and again, until another one gets on: "
                    "only the source can tell how often");
    else if (!knows && fix->gain < prediction->timeline.wall / 50)
        refuse(fix, "a host thread looks at an atomic until another one writes it, in turns that "
                    "differ: only the source can tell how often");
    else if (!alike || mixed)
        refuse(
            fix,
            "host threads would come to their waits and locks in another order than here, and what "
            "they would do then is not known");
}

/* An event that is waited for more than once in one place is recorded anew in between: a loop,
 * whose turns need the wait as much as they did. A read goes before a write. */
static void find_turn(struct fix *fix, const struct edit_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        const struct edit_change *change = &changes->rows[i];
        if (change->kind == CHANGE_SYNCHRONIZE && change->count > 1 && !change->turns_anywhere &&
            change->other &&
            (change->new_call == CALL_host_read ||
             (change->new_call == CALL_host_write && fix->turn_call == CALL_NONE))) {
            fix->turn_call = change->new_call;
            fix->turn_place = change->other;
        }
    }
}

static bool puts_waits(const struct edit_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        if (changes->rows[i].kind == CHANGE_WAIT)
            return true;
    return false;
}

/* Makes the edits of a fix in `edited`, which prediction_release() is needed of in any case. False:
 * it is refused. */
static bool make_edits(const struct attempt *attempt, struct prediction *edited, struct fix *fix)
{
    const struct prediction *prediction = attempt->prediction;
    prediction_init(edited);
    if (prediction->program.time_dependent) {
        refuse(fix,
               "the program branches on answers that depend on time, so that a change may lead "
               "to other calls");
        return false;
    }
    struct edit_changes changes;
    program_release(&edited->program);
    edit_rewrite(&edited->program, &prediction->program, fix->edits, fix->edit_count, NULL,
                 &changes);
    fix->changed = changes.changed;
    fix->waits = puts_waits(&changes);
    fix->stay = changes.stay;
    bool is_made = !changes.refused;
    if (is_made) {
        edit_text(&fix->text, &edited->program, &changes);
        find_turn(fix, &changes);
        fix->steers = steer_can(prediction, fix->edits, fix->edit_count, &changes);
    } else {
        refuse(fix, changes.refused);
    }
    edit_changes_release(&changes);
    return is_made;
}

static void try_fix(const struct attempt *attempt, struct fix *fix)
{
    struct prediction edited;
    if (make_edits(attempt, &edited, fix))
        predict_edited(attempt, &edited, fix);
    prediction_release(&edited);
}

/* The row of the fix that made this program first; `row` itself if it is the first. */
static size_t first_maker(struct makings *makings, uint64_t digest, size_t row)
{
    pthread_mutex_lock(&makings->lock);
    size_t at = 0;
    while (at < makings->count && makings->rows[at].digest != digest)
        at++;
    if (at == makings->count)
        makings->rows[makings->count++] = (struct making){digest, row};
    size_t first = makings->rows[at].row;
    pthread_mutex_unlock(&makings->lock);
    return first;
}

static void run_one(void *context, size_t index)
{
    const struct attempt *attempt = context;
    size_t row = attempt->tried[index];
    struct prediction edited;
    attempt->made_by[row] = row;
    if (make_edits(attempt, &edited, &attempt->fixes[row])) {
        uint64_t digest = program_digest(&edited.program);
        attempt->made_by[row] = first_maker(attempt->makings, digest, row);
        if (attempt->made_by[row] == row)
            predict_edited(attempt, &edited, &attempt->fixes[row]);
    }
    prediction_release(&edited);
}

static bool is_same_fix(const struct fix *one, const struct fix *other)
{
    if (one->edit_count != other->edit_count)
        return false;
    for (size_t i = 0; i < one->edit_count; i++) {
        const struct edit *a = &one->edits[i], *b = &other->edits[i];
        if (a->kind != b->kind || a->place != b->place || a->alloc != b->alloc ||
            a->stream != b->stream)
            return false;
    }
    return true;
}

/* The first of the fixes with the same edits: what is made in all places each finding asks for. */
static size_t first_same(const struct fix *fixes, size_t row)
{
    size_t first = 0;
    while (first < row && !is_same_fix(&fixes[first], &fixes[row]))
        first++;
    return first;
}

static void copy_outcome(struct fix *to, const struct fix *from)
{
    struct strbuf text = to->text;
    *to = *from;
    to->text = text;
    strbuf_add(&to->text, from->text.text, from->text.length);
}

/* What came out of the same program, made by other edits. */
static void copy_proof(struct fix *to, const struct fix *from)
{
    to->wall = from->wall;
    to->gain = from->gain;
    to->offered = from->offered;
    to->frozen = from->frozen;
    memcpy(to->why, from->why, sizeof to->why);
}

void fixes_try(const struct prediction *prediction, const struct predict_options *options,
               struct fix *fixes, size_t count, unsigned threads)
{
    struct attempt attempt;
    begin_attempt(&attempt, prediction, options);
    size_t *tried = mem_zalloc((count + 1) * sizeof *tried), tried_count = 0;
    for (size_t i = 0; i < count; i++)
        if (first_same(fixes, i) == i)
            tried[tried_count++] = i;
    struct makings makings = {.lock = PTHREAD_MUTEX_INITIALIZER,
                              .rows = mem_zalloc((count + 1) * sizeof *makings.rows)};
    attempt.fixes = fixes;
    attempt.tried = tried;
    attempt.makings = &makings;
    attempt.made_by = mem_zalloc((count + 1) * sizeof *attempt.made_by);
    parallel_run(tried_count, threads, run_one, &attempt);
    for (size_t i = 0; i < tried_count; i++)
        if (attempt.made_by[tried[i]] != tried[i])
            copy_proof(&fixes[tried[i]], &fixes[attempt.made_by[tried[i]]]);
    for (size_t i = 0; i < count; i++) {
        size_t same = first_same(fixes, i);
        if (same != i)
            copy_outcome(&fixes[i], &fixes[same]);
    }
    pthread_mutex_destroy(&makings.lock);
    free(makings.rows);
    free(attempt.made_by);
    free(tried);
    release_attempt(&attempt);
}

/* --- all together --------------------------------------------------------------------------------
 */

/* The fix of those left that gains most; `count` if none gains. */
static size_t best_left(const struct fix *fixes, size_t count, const bool *tried)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (!tried[i] && fixes[i].offered && fixes[i].gain > 0 &&
            (best == count || fixes[i].gain > fixes[best].gain))
            best = i;
    return best;
}

static bool has_edit(const struct fix *fix, const struct edit *edit)
{
    for (size_t i = 0; i < fix->edit_count; i++) {
        const struct edit *other = &fix->edits[i];
        if (other->kind == edit->kind && other->place == edit->place &&
            other->alloc == edit->alloc && other->stream == edit->stream)
            return true;
    }
    return false;
}

/* Makes one fix more in the same program, where that is proven and takes nothing back. */
static bool add_fix(const struct attempt *attempt, const struct fix *fix, struct fix *together)
{
    struct fix more;
    fix_init(&more);
    memcpy(more.edits, together->edits, sizeof more.edits);
    more.edit_count = together->edit_count;
    bool fits = true;
    for (size_t i = 0; i < fix->edit_count; i++)
        if (!has_edit(&more, &fix->edits[i]))
            fits &= fix_add(&more, &fix->edits[i]);
    if (fits && more.edit_count > together->edit_count)
        try_fix(attempt, &more);
    else if (fits) /* it is in it */
        copy_outcome(&more, together);
    bool taken = more.offered && more.gain >= together->gain;
    if (taken) {
        fix_release(together);
        *together = more;
    } else {
        fix_release(&more);
    }
    return taken;
}

void fixes_together(const struct prediction *prediction, const struct predict_options *options,
                    const struct fix *fixes, size_t count, struct fix *together, bool *taken)
{
    bool *tried = mem_zalloc(count + 1);
    memset(taken, 0, count * sizeof *taken);
    size_t next = best_left(fixes, count, tried);
    if (next < count) { /* as it came out alone */
        tried[next] = taken[next] = true;
        copy_outcome(together, &fixes[next]);
        next = best_left(fixes, count, tried);
    }
    if (next < count) {
        struct attempt attempt;
        begin_attempt(&attempt, prediction, options);
        for (; next < count; next = best_left(fixes, count, tried)) {
            tried[next] = true;
            taken[next] = add_fix(&attempt, &fixes[next], together);
        }
        release_attempt(&attempt);
    }
    free(tried);
}
