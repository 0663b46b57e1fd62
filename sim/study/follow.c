#include "sim/study/follow.h"

#include "sim/base/mem.h"
#include "sim/study/moved_lines.h"

#include <stdlib.h>
#include <string.h>

/* How often files are looked at, and how often work is asked for, ns. */
#define LOOK_EVERY INT64_C(200000000)
#define SOON       INT64_C(50000000)
#define AT_ONCE    INT64_C(10000000)
#define AT_END     INT64_C(500000000) /* how long work that is left is waited for */

/* --- one prediction, in a thread -----------------------------------------------------------------
 */

/* Shares nothing with its owner, who may be gone before it ends. */
struct job {
    struct follow_source source; /* `path` and `options` are the variant's */
    struct variant variant;
    struct conditions conditions;
    bool makes; /* what the source makes of it is wanted, else only its wall time */
    void *shown;
    struct watch read, shown_files;
    struct prediction *prediction; /* of the heap: what is made of it points into it */
    void *made;
    enum variant_outcome outcome;
    int64_t wall; /* ns; TIMELINE_UNKNOWN: none */
    struct err err;
};

static void note(void *context, const char *path, const char *text, size_t length)
{
    watch_note(context, path, text, length);
}

/* A file that is no scenario: read, and predicted if it is a program. */
static enum variant_outcome read_other(struct job *job, const char *path)
{
    const struct follow_source *source = &job->source;
    watch_add(&job->read, path);
    if (source->is_timeline)
        return source->read(source->context, path, job->prediction, &job->err) == 0
                   ? VARIANT_CAME_OUT
                   : VARIANT_FAILED;
    struct prediction file;
    enum variant_outcome outcome = VARIANT_FAILED;
    prediction_init(&file);
    if (source->read(source->context, path, &file, &job->err) == 0) {
        job->variant.program = &file.program;
        outcome = variant_predict(&job->variant, job->prediction, &job->err);
        job->variant.program = NULL;
    }
    prediction_release(&file);
    return outcome;
}

static void prediction_free(struct prediction *prediction)
{
    if (prediction)
        prediction_release(prediction);
    free(prediction);
}

static int make(struct job *job)
{
    const struct follow_source *source = &job->source;
    const struct follow_fresh fresh = {.source = source,
                                       .variant = &job->variant,
                                       .prediction = job->prediction,
                                       .files = &job->read,
                                       .shown = job->shown,
                                       .shown_files = &job->shown_files};
    return source->make(source->context, &fresh, &job->made, &job->err);
}

static void run(void *context, const atomic_bool *stop)
{
    struct job *job = context;
    const struct follow_source *source = &job->source;
    struct predict_options *options = &job->variant.options;
    options->runtime.stop = stop;
    options->on_read = note;
    options->read_context = &job->read;
    job->outcome = source->read ? read_other(job, source->path)
                                : variant_predict(&job->variant, job->prediction, &job->err);
    job->wall = job->outcome == VARIANT_FAILED ? TIMELINE_UNKNOWN : job->prediction->timeline.wall;
    if (job->outcome != VARIANT_FAILED && job->makes && source->make && !atomic_load(stop) &&
        make(job) < 0)
        job->outcome = VARIANT_FAILED;
    if (!job->makes) {
        prediction_free(job->prediction);
        job->prediction = NULL;
    }
}

static void job_release(void *context)
{
    struct job *job = context;
    variant_release(&job->variant);
    watch_release(&job->read);
    watch_release(&job->shown_files);
    if (job->made)
        job->source.unmake(job->made);
    prediction_free(job->prediction);
    if (job->shown && job->source.drop)
        job->source.drop(job->shown);
    free(job);
}

static const struct background_kind kind = {run, job_release};

static struct background *job_begin(const struct follow *follow,
                                    const struct conditions *conditions, bool makes)
{
    const struct follow_source *source = &follow->source;
    struct job *job = mem_zalloc(sizeof *job);
    job->source = *source;
    job->conditions = *conditions;
    watch_init(&job->read);
    watch_init(&job->shown_files);
    job->makes = makes;
    if (makes && follow->on_show) {
        job->shown = follow->on_show;
        watch_copy(&job->shown_files, &follow->shown_files);
        if (source->hold)
            source->hold(job->shown);
    }
    job->prediction = mem_zalloc(sizeof *job->prediction);
    prediction_init(job->prediction);
    err_init(&job->err);
    variant_init(&job->variant, source->path, NULL, source->options);
    conditions_apply(conditions, &follow->base, &job->variant);
    variant_detach(&job->variant);
    job->source.path = job->variant.path;
    if (source->read)
        job->variant.path = NULL;
    return background_begin(&kind, job);
}

/* --- following -----------------------------------------------------------------------------------
 */

void follow_init(struct follow *follow, const struct follow_source *source, struct watch *read,
                 const struct prediction *first)
{
    *follow = (struct follow){.source = *source};
    watch_init(&follow->watch);
    watch_replace(&follow->watch, read);
    watch_copy(&follow->shown_files, &follow->watch);
    watch_init(&follow->fresh_files);
    conditions_base_init(&follow->base, source->read ? NULL : source->path, first, source->options);
    err_init(&follow->err);
}

void follow_show(struct follow *follow, void *shown)
{
    follow->on_show = shown;
}

static void leave(struct background **background)
{
    background_leave(*background);
    *background = NULL;
}

/* From here on other files are newer than the prediction. */
static void begin(struct follow *follow, int64_t now)
{
    leave(&follow->job);
    leave(&follow->aside);
    watch_accept(&follow->watch);
    follow->held = false;
    follow->begun = now;
    follow->job = job_begin(follow, &follow->wanted, true);
}

void follow_conditions(struct follow *follow, const struct conditions *conditions, int64_t now)
{
    follow->wanted = *conditions;
    follow->saved |= watch_poll(&follow->watch, now) == WATCH_CHANGED;
    begin(follow, now);
}

static void throw_away(struct follow *follow)
{
    if (follow->made)
        follow->source.unmake(follow->made);
    prediction_free(follow->fresh);
    follow->fresh = NULL;
    follow->made = NULL;
    watch_release(&follow->fresh_files);
}

static void save(struct follow *follow, int64_t now)
{
    follow->saved = true;
    begin(follow, now);
}

/* The prediction under way has ended. */
static enum follow_news finish(struct follow *follow, int64_t now)
{
    struct job *job = background_take(follow->job);
    follow->job = NULL;
    if (job->read.count) /* else it failed before it read anything */
        watch_replace(&follow->watch, &job->read);
    if (watch_poll(&follow->watch, now) == WATCH_CHANGED) { /* while it was read */
        background_discard(job_release, job);
        save(follow, now);
        return FOLLOW_NOTHING;
    }
    if (job->outcome == VARIANT_FAILED) {
        follow->err = job->err;
        follow->held = true;
        background_discard(job_release, job);
        return FOLLOW_NOTHING;
    }
    throw_away(follow);
    watch_copy(&follow->fresh_files, &follow->watch);
    follow->fresh = job->prediction;
    follow->made = job->made;
    job->prediction = NULL;
    job->made = NULL;
    follow->outcome = job->outcome;
    follow->failed = false;
    job_release(job);
    return FOLLOW_PREDICTED;
}

static enum follow_news finish_figure(struct follow *follow)
{
    struct job *job = background_take(follow->aside);
    follow->aside = NULL;
    follow->figure = (struct follow_figure){
        .conditions = job->conditions, .outcome = job->outcome, .wall = job->wall};
    job_release(job);
    return FOLLOW_FIGURE;
}

enum follow_news follow_poll(struct follow *follow, int64_t now)
{
    enum watch_state state = watch_poll(&follow->watch, now);
    bool settled = watch_is_settled(&follow->watch, now);
    if (state == WATCH_GONE) {
        if (!follow->gone && settled) {
            follow->gone = true;
            return FOLLOW_GONE;
        }
    } else if (follow->gone) {
        follow->gone = false;
        if (state == WATCH_SAME)
            return FOLLOW_BACK;
    }
    if (state == WATCH_CHANGED)
        save(follow, now);
    if (follow->job && background_wait(follow->job, 0)) {
        enum follow_news news = finish(follow, now);
        if (news != FOLLOW_NOTHING)
            return news;
    }
    if (follow->held && settled && state != WATCH_GONE) {
        follow->held = false;
        follow->failed = true;
        return FOLLOW_FAILED;
    }
    if (follow->aside && background_wait(follow->aside, 0))
        return finish_figure(follow);
    return FOLLOW_NOTHING;
}

void follow_wait(struct follow *follow, int64_t ns)
{
    if (follow->job)
        (void)background_wait(follow->job, ns);
}

int64_t follow_busy(const struct follow *follow, int64_t now)
{
    return follow->job ? now - follow->begun : -1;
}

int64_t follow_patience(const struct follow *follow, int64_t now)
{
    if (follow->job || follow->aside)
        return AT_ONCE;
    return watch_is_settled(&follow->watch, now) ? LOOK_EVERY : SOON;
}

void follow_give_up(struct follow *follow)
{
    leave(&follow->job);
    follow->held = false;
    follow->wanted = follow->shown;
}

int32_t *follow_lines(const struct watch *before, const struct watch *after,
                      const struct timeline *shown)
{
    int32_t *lines = NULL;
    for (size_t i = 0; i < before->count; i++) {
        const struct watch_file *old = &before->files[i];
        const char *text = watch_text(after, old->path);
        if (!old->text || !text || strcmp(old->text, text) == 0)
            continue;
        if (!lines)
            lines = moved_lines_begin(shown);
        moved_lines_note(lines, shown, old->path, old->text, text);
    }
    return lines;
}

struct prediction *follow_take(struct follow *follow, bool *saved, void **made)
{
    struct prediction *prediction = follow->fresh;
    *saved = follow->saved;
    if (made)
        *made = follow->made;
    follow->fresh = NULL;
    follow->made = NULL;
    watch_release(&follow->shown_files);
    follow->shown_files = follow->fresh_files;
    watch_init(&follow->fresh_files);
    follow->saved = false;
    follow->shown = follow->wanted;
    return prediction;
}

void follow_ask(struct follow *follow, const struct conditions *conditions)
{
    if (!follow->job && !follow->aside)
        follow->aside = job_begin(follow, conditions, false);
}

/* Returns whether it has ended. */
static bool end(struct background **background)
{
    if (!*background)
        return true;
    background_stop(*background);
    bool ended = background_wait(*background, AT_END);
    leave(background);
    return ended;
}

bool follow_release(struct follow *follow)
{
    bool ended = end(&follow->job);
    ended &= end(&follow->aside);
    throw_away(follow);
    watch_release(&follow->watch);
    watch_release(&follow->shown_files);
    return ended;
}
