#include "sim/study/predict.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/model/cost.h"
#include "sim/runtime/replay.h"
#include "sim/script/script.h"
#include "sim/study/gate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_GPU "h200"

void prediction_init(struct prediction *prediction)
{
    memset(prediction, 0, sizeof *prediction);
    program_init(&prediction->program);
    timeline_init(&prediction->timeline);
}

const struct profile *prediction_profile(const struct prediction *prediction)
{
    return prediction->profile.id[0] ? &prediction->profile : NULL;
}

void prediction_release(struct prediction *prediction)
{
    profile_release(&prediction->profile);
    program_release(&prediction->program);
    timeline_release(&prediction->timeline);
    free(prediction->warnings);
    memset(prediction, 0, sizeof *prediction);
}

int predict_profile(struct profile *profile, const struct predict_options *options, struct err *err)
{
    const char *gpu = options->gpu ? options->gpu : DEFAULT_GPU;
    if (profile_load(profile, gpu, err) < 0)
        return -1;
    for (size_t i = 0; i < options->set_count; i++) {
        if (profile_set(profile, options->sets[i], err) < 0)
            return -1;
    }
    return options->set_count ? profile_check(profile, err) : 0;
}

static void add_warning(struct prediction *prediction, const struct err *text)
{
    prediction->warnings = mem_grow(prediction->warnings, &prediction->warning_capacity,
                                    prediction->warning_count + 1, sizeof *prediction->warnings);
    prediction->warnings[prediction->warning_count++].text = *text;
}

/* The first launch of each kernel that is said to take less than it takes to place its blocks: the
 * engine holds to the larger (sim/engine/sm_array.c), which nobody sees in the timeline. */
static void warn_of_blocks(struct prediction *prediction)
{
    const struct program *p = &prediction->program;
    bool *warned = mem_zalloc(p->kernels.count + 1);
    for (size_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (call_info((enum call)record->call)->object != OBJECT_LAUNCH || record->object == 0 ||
            record->result != 0)
            continue;
        const struct program_launch *launch = &p->launches.rows[record->object];
        int64_t blocks = cost_grid_blocks(launch);
        int64_t place =
            duration_divide(blocks, prediction->profile.value[PROFILE_sm_dispatch], 1000);
        if (launch->cost != COST_TIME || place <= duration_add(launch->time, launch->time / 20) ||
            warned[launch->kernel])
            continue;
        warned[launch->kernel] = true;
        struct strbuf said, takes;
        strbuf_init(&said);
        strbuf_init(&takes);
        duration_add_human(&said, launch->time);
        duration_add_human(&takes, place);
        struct err text;
        err_init(&text);
        err_set_at(&text, ERR_NONE, program_name(p, p->places.rows[record->place].file),
                   p->places.rows[record->place].line, 0,
                   "kernel `%.100s` takes %s here, not the %s that are said: to place its %" PRId64
                   " blocks takes as long",
                   program_name(p, p->kernels.rows[launch->kernel].name), takes.text, said.text,
                   blocks);
        add_warning(prediction, &text);
        strbuf_release(&said);
        strbuf_release(&takes);
    }
    free(warned);
}

/* Once the script stands: its calls through the runtime, its output and its warnings. */
static int run_script(struct prediction *prediction, struct script *script,
                      const struct predict_options *options, struct err *err)
{
    struct runtime_options runtime_options = options->runtime;
    runtime_options.record = true;
    struct runtime *runtime = runtime_new(&prediction->profile, &runtime_options,
                                          &prediction->program, &prediction->timeline);
    int rc = script_attach(script, &prediction->profile, &prediction->program, runtime, err);
    if (rc == 0) {
        struct runtime_source source = script_source(script);
        if (options->between)
            source = options->between(options->between_context, &source);
        rc = runtime_run(runtime, &source, err);
    }
    if (rc != 0)
        script_complete_error(script, err);
    for (size_t i = 0; i < script_warning_count(script); i++) {
        struct err text;
        bool remark;
        err_init(&text);
        script_warning(script, i, &text, &remark);
        add_warning(prediction, &text);
    }
    if (rc == 0)
        warn_of_blocks(prediction);
    prediction->exit_code = script_exit_status(script);
    prediction->turns = script_turns(script);
    strbuf_adds(&prediction->timeline.output, script_output(script)); /* after an error: so far */
    runtime_free(runtime);
    return rc;
}

int predict_file(struct prediction *prediction, const char *path,
                 const struct predict_options *options, struct err *err)
{
    if (predict_profile(&prediction->profile, options, err) < 0)
        return -1;
    struct script_settings settings = {
        .defines = options->defines,
        .define_count = options->define_count,
        .costs = options->costs,
        .cost_count = options->cost_count,
        .assumes = options->assumes,
        .assume_count = options->assume_count,
        .arguments = options->arguments,
        .argument_count = options->argument_count,
        .limits = options->limits,
        .limit_count = options->limit_count,
        .untracked = options->runtime.brief_kernels,
        .strict = options->strict,
        .lenient = options->runtime.lenient,
        .late_thread = options->late_thread,
        .late_end = options->late_end,
        .late_ns = options->late_ns,
        .per_thread = options->runtime.per_thread_default,
        .on_read = options->on_read,
        .read_context = options->read_context,
        .stop = options->runtime.stop,
    };
    struct script *script =
        options->text ? script_load_text(path, options->text, options->text_length, &settings, err)
                      : script_load(path, &settings, err);
    if (!script)
        return -1;
    prediction->program.scenario = intern_adds(&prediction->program.names, path);
    int rc = run_script(prediction, script, options, err);
    prediction->interpreted = rc == 0 && !options->gate;
    script_free(script);
    if (rc == 0 && options->gate)
        rc = gate_predict(prediction, options, err);
    if (options->on_predicted)
        options->on_predicted(options->predicted_context);
    return rc;
}

/* --cost KERNEL=TIME on a recorded program: every launch of that kernel. */
static int set_cost(struct program *program, const char *cost, struct err *err)
{
    const char *equals = strchr(cost, '=');
    size_t length = equals ? (size_t)(equals - cost) : 0;
    int64_t time;
    if (!equals || duration_parse(equals + 1, &time) < 0)
        return err_set(err, ERR_INPUT, "--cost %.200s: not of the form KERNEL=TIME, as in k=400us",
                       cost);
    uint32_t name = intern_find(&program->names, cost, length);
    bool found = false;
    for (size_t i = 1; i < program->launches.count; i++) {
        struct program_launch *launch = &program->launches.rows[i];
        struct program_kernel *kernel = &program->kernels.rows[launch->kernel];
        if (name == 0 || kernel->name != name)
            continue;
        launch->cost = COST_TIME;
        launch->time = time;
        kernel->guessed = false;
        found = true;
    }
    if (found)
        return 0;
    char typo[64] = "";
    if (length < sizeof typo)
        memcpy(typo, cost, length);
    struct suggest suggest;
    suggest_init(&suggest, typo);
    for (size_t i = 1; i < program->kernels.count; i++)
        suggest_offer(&suggest, program_name(program, program->kernels.rows[i].name));
    err_set(err, ERR_INPUT, "--cost %.200s: the program launches no kernel of that name", cost);
    if (suggest.best)
        err_hint(err, "did you mean '%s'?", suggest.best);
    return -1;
}

int predict_replay(struct prediction *prediction, const struct predict_options *options,
                   struct err *err)
{
    struct runtime_options runtime_options = options->runtime;
    runtime_options.record = false;
    struct runtime *runtime = runtime_new(&prediction->profile, &runtime_options,
                                          &prediction->program, &prediction->timeline);
    struct replay *replay = replay_new(&prediction->program);
    struct runtime_source source = replay_source(replay);
    int rc = runtime_run(runtime, &source, err);
    replay_free(replay);
    runtime_free(runtime);
    return rc;
}

bool predict_defines(const char *define, const char *name)
{
    size_t length = strlen(name);
    return strncmp(define, name, length) == 0 && (define[length] == '=' || !define[length]);
}

int predict_program(struct prediction *prediction, const struct predict_options *options,
                    struct err *err)
{
    if (predict_profile(&prediction->profile, options, err) < 0)
        return -1;
    for (size_t i = 0; i < options->cost_count; i++) {
        if (set_cost(&prediction->program, options->costs[i], err) < 0)
            return -1;
    }
    if (options->define_count || options->assume_count || options->argument_count) {
        err_set(err, ERR_INPUT, "a recorded program takes no -D, --assume and arguments");
        return err_hint(err, "they are for scenarios; record it again with them");
    }
    int rc = options->gate ? gate_predict(prediction, options, err)
                           : predict_replay(prediction, options, err);
    if (options->on_predicted)
        options->on_predicted(options->predicted_context);
    return rc;
}
