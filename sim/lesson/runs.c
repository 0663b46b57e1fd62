#include "sim/lesson/runs.h"

#include "sim/base/mem.h"
#include "sim/io/program_file.h"
#include "sim/io/timeline_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_RECORDING = 1 << 28 };

void lesson_runs_init(struct lesson_runs *runs, struct lesson *lesson, const char *traces)
{
    *runs = (struct lesson_runs){.lesson = lesson, .traces = mem_strdup(traces ? traces : "")};
}

void lesson_run_name(const struct lesson_run *run, struct strbuf *name)
{
    size_t length = strlen(run->file);
    strbuf_add(name, run->file, length > 3 ? length - 3 : length);
    for (size_t i = 0; i < run->option_count; i++) {
        const char *value = run->options[i].kind == LESSON_COLD ? "cold" : run->options[i].value;
        strbuf_addc(name, '-');
        for (; *value; value++)
            strbuf_addc(name, isalnum((unsigned char)*value) || *value == '_' ? *value : '-');
    }
}

void lesson_run_text(const struct lesson_run *run, struct strbuf *text)
{
    static const char *const words[] = {
        [LESSON_DEFINE] = "-D",
        [LESSON_GPU] = "--gpu ",
        [LESSON_SET] = "--set ",
        [LESSON_COST] = "--cost ",
        [LESSON_ENV] = "--env ",
        [LESSON_DEFAULT_STREAM] = "--default-stream ",
        [LESSON_CONNECTIONS] = "--connections ",
        [LESSON_COLD] = "--cold",
    };
    strbuf_adds(text, run->file);
    for (size_t i = 0; i < run->option_count; i++)
        strbuf_addf(text, " %s%s", words[run->options[i].kind], run->options[i].value);
}

/* --- options ------------------------------------------------------------------------------------
 */

/* The options of a prediction; the run's strings stay in use. */
struct lesson_options {
    struct predict_options options;
    const char **values;
    struct runtime_variable *variables;
    char **names;
    size_t name_count;
};

/* The values of a kind, behind those collected already. */
static void collect(struct lesson_options *o, const struct lesson_run *run,
                    enum lesson_option_kind kind, size_t *used, const char *const **list,
                    size_t *count)
{
    *list = o->values + *used;
    *count = 0;
    for (size_t i = 0; i < run->option_count; i++)
        if (run->options[i].kind == kind) {
            o->values[(*used)++] = run->options[i].value;
            ++*count;
        }
}

static void add_variable(struct lesson_options *o, const char *value)
{
    const char *equals = strchr(value, '=');
    size_t length = equals ? (size_t)(equals - value) : strlen(value);
    char *name = mem_zalloc(length + 1);
    memcpy(name, value, length);
    o->names[o->name_count] = name;
    o->variables[o->name_count++] =
        (struct runtime_variable){name, equals ? equals + 1 : value + length};
}

static void lesson_options_init(struct lesson_options *o, const struct lesson *lesson,
                                const struct lesson_run *run)
{
    *o = (struct lesson_options){0};
    o->values = mem_zalloc((run->option_count + 1) * sizeof *o->values);
    o->variables = mem_zalloc((run->option_count + 1) * sizeof *o->variables);
    o->names = mem_zalloc((run->option_count + 1) * sizeof *o->names);
    struct predict_options *p = &o->options;
    size_t used = 0;
    p->gpu = lesson->gpu;
    collect(o, run, LESSON_DEFINE, &used, &p->defines, &p->define_count);
    collect(o, run, LESSON_SET, &used, &p->sets, &p->set_count);
    collect(o, run, LESSON_COST, &used, &p->costs, &p->cost_count);
    for (size_t i = 0; i < run->option_count; i++) {
        const char *value = run->options[i].value;
        switch (run->options[i].kind) {
        case LESSON_GPU:
            p->gpu = value;
            break;
        case LESSON_ENV:
            add_variable(o, value);
            break;
        case LESSON_DEFAULT_STREAM:
            p->runtime.per_thread_default = strcmp(value, "per-thread") == 0;
            break;
        case LESSON_CONNECTIONS:
            p->runtime.compute_connections = atoi(value);
            break;
        case LESSON_COLD:
            p->runtime.cold = true;
            break;
        case LESSON_DEFINE:
        case LESSON_SET:
        case LESSON_COST:
            break;
        }
    }
    p->runtime.variables = o->variables;
    p->runtime.variable_count = o->name_count;
}

static void lesson_options_release(struct lesson_options *o)
{
    for (size_t i = 0; i < o->name_count; i++)
        free(o->names[i]);
    free(o->names);
    free(o->variables);
    free(o->values);
    *o = (struct lesson_options){0};
}

/* --- outcomes -----------------------------------------------------------------------------------
 */

static bool same_run(const struct lesson_run *a, const struct lesson_run *b)
{
    if (strcmp(a->file, b->file) != 0 || a->option_count != b->option_count)
        return false;
    for (size_t i = 0; i < a->option_count; i++)
        if (a->options[i].kind != b->options[i].kind ||
            strcmp(a->options[i].value, b->options[i].value) != 0)
            return false;
    return true;
}

static struct lesson_outcome *outcome_of(struct lesson_runs *runs, const struct lesson_run *run)
{
    for (size_t i = 0; i < runs->count; i++)
        if (same_run(&runs->rows[i]->run, run))
            return runs->rows[i];
    struct lesson_outcome *outcome = mem_zalloc(sizeof *outcome);
    outcome->run = *run;
    outcome->path = lesson_path(runs->lesson, run->file);
    err_init(&outcome->err);
    prediction_init(&outcome->prediction);
    timeline_init(&outcome->measured);
    timeline_init(&outcome->here);
    struct lesson_options options;
    lesson_options_init(&options, runs->lesson, run);
    outcome->status =
        predict_file(&outcome->prediction, outcome->path, &options.options, &outcome->err);
    lesson_options_release(&options);
    if (outcome->status == 0)
        program_file_sha256(&outcome->prediction.program,
                            outcome->prediction.timeline.program_sha256);
    runs->rows = mem_grow(runs->rows, &runs->capacity, runs->count + 1, sizeof *runs->rows);
    runs->rows[runs->count++] = outcome;
    return outcome;
}

int lesson_runs_predict(struct lesson_runs *runs, const struct lesson_run *run,
                        const struct lesson_outcome **result, struct err *err)
{
    struct lesson_outcome *outcome = outcome_of(runs, run);
    *result = outcome;
    if (outcome->status < 0 && err->status == ERR_NONE)
        *err = outcome->err;
    return outcome->status;
}

/* Reads the file at `path`, if there is one: in a folder, or built in. */
static bool read_if_there(struct strbuf *text, const char *path)
{
    struct err absent;
    err_init(&absent);
    return strbuf_read_file(text, path, LARGEST_RECORDING, &absent) == 0;
}

static int read_recording(struct lesson_outcome *outcome, const struct strbuf *text,
                          struct err *err)
{
    timeline_release(&outcome->measured);
    timeline_init(&outcome->measured);
    int rc =
        timeline_json_read(&outcome->measured, text->text, text->length, outcome->recording, err);
    if (rc == 0 && outcome->measured.source != TIMELINE_MEASURED)
        rc = err_set_at(err, ERR_INPUT, outcome->recording, 0, 0,
                        "this is a prediction, not a recording");
    if (rc == 0)
        outcome->recorded = strcmp(outcome->measured.program_sha256,
                                   outcome->prediction.timeline.program_sha256) == 0
                                ? RECORDED_SAME
                                : RECORDED_OTHER;
    return rc;
}

/* In the lesson's own folder, else among all lessons' recordings. */
static int look(struct lesson_runs *runs, struct lesson_outcome *outcome, struct err *err)
{
    struct strbuf path, name, text;
    strbuf_init(&text);
    strbuf_init(&path);
    strbuf_init(&name);
    lesson_run_name(&outcome->run, &name);
    strbuf_addf(&path, "%s/recorded/%s.json", runs->lesson->folder, name.text);
    bool found = read_if_there(&text, path.text);
    if (!found && *runs->traces) {
        strbuf_clear(&path);
        strbuf_addf(&path, "%s/%s/%s.json", runs->traces, runs->lesson->slug, name.text);
        found = read_if_there(&text, path.text);
    }
    outcome->looked = true;
    outcome->recording = mem_strdup(path.text);
    strbuf_release(&path);
    strbuf_release(&name);
    int rc = found ? read_recording(outcome, &text, err) : 0;
    strbuf_release(&text);
    return rc;
}

/* NULL: its prediction or its recording failed. */
static struct lesson_outcome *looked_up(struct lesson_runs *runs, const struct lesson_run *run,
                                        struct err *err)
{
    const struct lesson_outcome *ignored;
    if (lesson_runs_predict(runs, run, &ignored, err) < 0)
        return NULL;
    struct lesson_outcome *outcome = outcome_of(runs, run);
    return outcome->looked || look(runs, outcome, err) == 0 ? outcome : NULL;
}

int lesson_runs_measured(struct lesson_runs *runs, const struct lesson_run *run,
                         bool recording_first, const struct timeline **measured, struct err *err)
{
    *measured = NULL;
    struct lesson_outcome *outcome = looked_up(runs, run, err);
    if (!outcome)
        return -1;
    const struct timeline *here = outcome->is_here ? &outcome->here : NULL;
    const struct timeline *recorded =
        outcome->recorded == RECORDED_SAME ? &outcome->measured : NULL;
    *measured = here && !(recording_first && recorded) ? here : recorded;
    return 0;
}

int lesson_runs_take(struct lesson_runs *runs, const struct lesson_run *run,
                     struct timeline *measured, struct err *err)
{
    struct lesson_outcome *outcome = looked_up(runs, run, err);
    if (!outcome)
        return -1;
    const struct timeline *predicted = &outcome->prediction.timeline;
    const char *meant = timeline_name(predicted, predicted->device_name);
    if (*meant && strcmp(meant, timeline_name(measured, measured->device_name)) != 0)
        runs->other_device = true;
    timeline_release(&outcome->here);
    outcome->here = *measured;
    outcome->is_here = true;
    *measured = (struct timeline){0};
    return 0;
}

void lesson_runs_release(struct lesson_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        prediction_release(&runs->rows[i]->prediction);
        timeline_release(&runs->rows[i]->measured);
        timeline_release(&runs->rows[i]->here);
        free(runs->rows[i]->recording);
        free(runs->rows[i]);
    }
    free(runs->rows);
    free(runs->traces);
    *runs = (struct lesson_runs){0};
}
