#include "sim/study/trial.h"

#include "sim/model/edit.h"
#include "sim/study/parallel.h"

/* Returns whether it came out so. */
static bool replay(const struct trial *trial, struct prediction *prediction)
{
    const struct predict_options *options = trial->options;
    struct predict_options again = {.gpu = options->gpu,
                                    .sets = options->sets,
                                    .set_count = options->set_count,
                                    .costs = options->costs,
                                    .cost_count = options->cost_count,
                                    .on_predicted = options->on_predicted,
                                    .predicted_context = options->predicted_context,
                                    .runtime = options->runtime};
    struct err unused;
    err_init(&unused);
    program_release(&prediction->program);
    edit_copy_program(&prediction->program, trial->program);
    struct failures failures = {0};
    bool came_out = predict_program(prediction, &again, &unused) == 0;
    if (came_out)
        failures_find(&failures, &prediction->timeline);
    if (came_out && failures.count == 0)
        return true;
    prediction_release(prediction);
    prediction_init(prediction);
    return false;
}

static int predict(struct trial *trial, struct prediction *prediction)
{
    if (trial->path && trial->replays && replay(trial, prediction))
        return 0;
    if (trial->path)
        return predict_file(prediction, trial->path, trial->options, &trial->err);
    program_release(&prediction->program);
    edit_copy_program(&prediction->program, trial->program);
    if (trial->edit) {
        int rc = trial->edit(&prediction->program, trial->context, &trial->err);
        trial->skipped = rc == 1;
        if (rc != 0)
            return rc;
    }
    return predict_program(prediction, trial->options, &trial->err);
}

static void count_work(struct trial *trial, const struct program *program)
{
    trial->copied = trial->threads = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        enum call_object object = call_info((enum call)record->call)->object;
        if (record->result != 0 || record->object == 0)
            continue;
        if (object == OBJECT_COPY && record->object < program->copies.count) {
            trial->copied += program_copy_bytes(&program->copies.rows[record->object]);
        } else if (object == OBJECT_LAUNCH && record->object < program->launches.count) {
            const struct program_launch *launch = &program->launches.rows[record->object];
            uint64_t threads = 1;
            for (int axis = 0; axis < 3; axis++)
                threads *= (uint64_t)launch->grid[axis] * launch->block[axis];
            trial->threads += threads;
        }
    }
}

static void run_one(void *context, size_t index)
{
    struct trial *trial = (struct trial *)context + index;
    struct prediction prediction;
    prediction_init(&prediction);
    err_init(&trial->err);
    trial->skipped = false;
    int rc = predict(trial, &prediction);
    trial->status = rc < 0 ? -1 : 0;
    if (rc == 0) {
        struct critical critical;
        critical_find(&critical, &prediction.timeline);
        summary_find(&trial->summary, &prediction.timeline, &prediction.profile, &critical);
        critical_release(&critical);
        failures_find(&trial->failures, &prediction.timeline);
        trial->exit_code = prediction.exit_code;
        trial->wall = prediction.timeline.wall;
        trial->span = prediction.timeline.span;
        count_work(trial, &prediction.program);
        if (trial->keep)
            trial->keep(&prediction, trial->context);
    }
    prediction_release(&prediction);
}

void trials_run(struct trial *trials, size_t count, unsigned threads)
{
    parallel_run(count, threads, run_one, trials);
}

bool trial_came_out(const struct trial *trial)
{
    return trial->status == 0 && trial->wall != TIMELINE_UNKNOWN;
}

void trial_judge(struct trial *trial, const struct failures *before, int exit_before)
{
    if (trial->status != 0 || trial->skipped)
        return;
    const struct failure *failure = failures_beyond(&trial->failures, before);
    if (!failure && trial->exit_code != 0 && trial->exit_code != exit_before)
        trial->status =
            err_set(&trial->err, ERR_RUN, "the program ends with exit status %d", trial->exit_code);
    if (!failure)
        return;
    struct strbuf text;
    strbuf_init(&text);
    failure_text(&text, failure);
    trial->status = err_set(&trial->err, ERR_RUN, "%s", text.text);
    strbuf_release(&text);
}
