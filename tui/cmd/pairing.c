#include "tui/cmd/pairing.h"

#include "sim/base/mem.h"
#include "sim/io/detect.h"
#include "sim/io/input.h"
#include "sim/io/program_file.h"
#include "sim/io/timeline_json.h"
#include "tui/cmd/data.h"
#include "tui/cmd/measure.h"
#include "tui/cmd/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void init(struct pairing *pairing)
{
    *pairing = (struct pairing){0};
    timeline_init(&pairing->measured);
    strbuf_init(&pairing->name);
    strbuf_init(&pairing->trace);
    strbuf_init(&pairing->folder);
    strbuf_init(&pairing->scenario);
}

static int read_trace(struct pairing *pairing, struct err *err)
{
    struct input input;
    struct strbuf found;
    const char *path = pairing->trace.text;
    strbuf_init(&found);
    int rc = input_open(&input, data_find(path, &found), (size_t)4 << 30, err);
    strbuf_release(&found);
    if (rc < 0)
        return -1;
    if (detect(input.text, input.length) != FILE_TIMELINE)
        rc = err_set_at(err, ERR_INPUT, path, 0, 0, "this is %s, not a measured timeline",
                        file_kind_name(detect(input.text, input.length)));
    if (rc == 0)
        rc = timeline_json_read(&pairing->measured, input.text, input.length, path, err);
    input_release(&input);
    if (rc == 0 && pairing->measured.source != TIMELINE_MEASURED) {
        err_set_at(err, ERR_INPUT, path, 0, 0,
                   "a prediction is nothing to hold predictions against");
        return err_hint(err, "`nullstream compare` takes any two timelines");
    }
    return rc;
}

static bool is_of_the_source(enum option_id id)
{
    return id == OPTION_DEFINE || id == OPTION_ASSUME || id == OPTION_COST || id == OPTION_STRICT;
}

/* The trace's options, then the user's, which win. `source`: with those that only a scenario takes.
 * Where nobody says it, the GPU is the one that the trace was made for. */
static int merge(struct pairing *pairing, const struct arguments *args, bool source,
                 struct err *err)
{
    const struct timeline *t = &pairing->measured;
    struct arguments *merged = &pairing->args;
    int count = (int)t->options.count;
    arguments_release(merged);
    free(pairing->words);
    pairing->words = mem_zalloc((t->options.count + 1) * sizeof *pairing->words);
    struct intern *names = &pairing->measured.names;
    for (int i = 0; i < count; i++)
        pairing->words[i] = (char *)(uintptr_t)intern_name(names, t->options.rows[i].text);
    struct arguments recorded;
    if (arguments_parse(&recorded, count, pairing->words, GROUP_PREDICT | GROUP_PART, err) < 0) {
        char message[sizeof err->message];
        snprintf(message, sizeof message, "%s", err->message);
        err_init(err);
        return err_set_at(err, ERR_INPUT, pairing->trace.text, 0, 0, "in its \"options\": %s",
                          message);
    }
    *merged = (struct arguments){
        .groups = args->groups,
        .given = mem_zalloc((recorded.given_count + args->given_count + 1) * sizeof *merged->given),
        .operands = mem_zalloc(sizeof *merged->operands),
        .rest = source ? recorded.rest : NULL,
        .rest_count = source ? recorded.rest_count : 0};
    const char *profile = timeline_name(t, t->profile);
    for (size_t i = 0; i < option_count; i++)
        if (option_table[i].id == OPTION_GPU && *profile && profile_builtin_text(profile))
            merged->given[merged->given_count++] = (struct given){&option_table[i], profile};
    for (size_t i = 0; i < recorded.given_count; i++)
        if (source || !is_of_the_source(recorded.given[i].option->id))
            merged->given[merged->given_count++] = recorded.given[i];
    for (size_t i = 0; i < args->given_count; i++)
        merged->given[merged->given_count++] = args->given[i];
    arguments_release(&recorded);
    return 0;
}

static void take_hash(struct operand *operand)
{
    program_file_sha256(&operand->prediction.program, operand->prediction.timeline.program_sha256);
}

static bool is_recorded_one(const struct pairing *pairing)
{
    const char *recorded = pairing->measured.program_sha256;
    return !*recorded ||
           strcmp(recorded, pairing->predicted.prediction.timeline.program_sha256) == 0;
}

/* A recorded program takes no options that are for sources. */
static bool is_program(const char *path)
{
    struct input input;
    struct err ignored;
    struct strbuf found;
    err_init(&ignored);
    strbuf_init(&found);
    bool result = false;
    if (input_open(&input, data_find(path, &found), (size_t)4 << 30, &ignored) == 0) {
        result = detect(input.text, input.length) == FILE_PROGRAM;
        input_release(&input);
    }
    strbuf_release(&found);
    return result;
}

/* "-D X=1 --cold": what the trace was recorded with. */
static void add_options(struct strbuf *sb, const struct timeline *t)
{
    for (size_t i = 0; i < t->options.count; i++)
        strbuf_addf(sb, "%s%s", i ? " " : "", timeline_name(t, t->options.rows[i].text));
}

/* An error that may come from the trace's options, which the user did not write, names it. */
static int blame_trace(const struct pairing *pairing, struct err *err)
{
    if (pairing->measured.options.count == 0)
        return -1;
    struct strbuf sb;
    strbuf_init(&sb);
    add_options(&sb, &pairing->measured);
    if (err->file[0] == '\0') {
        char message[sizeof err->message];
        snprintf(message, sizeof message, "%s", err->message);
        snprintf(err->file, sizeof err->file, "%s", pairing->trace.text);
        snprintf(err->message, sizeof err->message, "with its \"options\" (%.160s): %.300s",
                 sb.text, message);
    } else {
        err_hint(err, "predicted with the options of %.100s: %.100s", pairing->trace.text, sb.text);
    }
    strbuf_release(&sb);
    return -1;
}

static int predict_scenario(struct pairing *pairing, const struct arguments *args, struct err *err)
{
    if (merge(pairing, args, !is_program(pairing->scenario.text), err) < 0)
        return -1;
    if (operand_load(&pairing->predicted, pairing->scenario.text, &pairing->args, err) < 0)
        return blame_trace(pairing, err);
    if (pairing->predicted.kind == OPERAND_TIMELINE)
        return err_set_at(err, ERR_INPUT, pairing->scenario.text, 0, 0,
                          "a timeline is nothing to predict");
    take_hash(&pairing->predicted);
    return 0;
}

static int predict_recorded(struct pairing *pairing, const struct arguments *args, struct err *err)
{
    const struct strbuf *program = &pairing->measured.program;
    pairing->origin = PAIRING_PROGRAM;
    if (merge(pairing, args, false, err) < 0 ||
        operand_load_program(&pairing->predicted, pairing->trace.text, program->text,
                             program->length, &pairing->args, err) < 0)
        return -1;
    take_hash(&pairing->predicted);
    return 0;
}

static int refuse_absent(struct pairing *pairing, struct err *err)
{
    pairing->absent = true;
    struct strbuf sb;
    strbuf_init(&sb);
    const char *note = trace_scenarios_note(pairing->trace.text, &sb);
    err_set_at(err, ERR_INPUT, pairing->trace.text, 0, 0, "its scenario is not here: %.300s",
               timeline_name(&pairing->measured, pairing->measured.scenario));
    err_hint(err, "%.300s",
             note ? note : "--scenarios FOLDER, or SCENARIO --against TRACE, says where it is");
    strbuf_release(&sb);
    return -1;
}

/* The scenario where it is at hand and still the one that was recorded, else what the trace holds.
 */
static int predict_again(struct pairing *pairing, const struct arguments *args, struct err *err)
{
    bool holds = pairing->measured.program.length > 0;
    if (pairing->scenario.length == 0 && !holds)
        return refuse_absent(pairing, err);
    if (pairing->scenario.length) {
        if (predict_scenario(pairing, args, err) < 0)
            return -1;
        if (is_recorded_one(pairing))
            return 0;
        pairing->origin = PAIRING_CHANGED;
        if (!holds)
            return 0;
        operand_release(&pairing->predicted);
    }
    return predict_recorded(pairing, args, err);
}

static int compare(struct pairing *pairing, const struct arguments *args, struct err *err)
{
    const struct strbuf *program =
        pairing->predicted.kind == OPERAND_PROGRAM && pairing->origin == PAIRING_PROGRAM
            ? &pairing->measured.program
            : NULL;
    struct operand *plain = &pairing->predicted;
    const struct timeline *measured = &pairing->measured;
    if (seen_find(&pairing->seen, plain, program, measured, args, err) < 0 ||
        seen_compare(&pairing->seen, plain, measured, args, &pairing->compare, err) < 0)
        return -1;
    pairing->compared = true;
    return 0;
}

/* As the trace says, else in the folders of --scenarios. */
static const char *find_scenario(const struct pairing *pairing, const struct arguments *args,
                                 struct strbuf *found)
{
    const char *named = timeline_name(&pairing->measured, pairing->measured.scenario);
    const char *scenario = trace_find_scenario(pairing->trace.text, named, found);
    size_t at = 0;
    for (const char *folder; !scenario && (folder = arguments_next(args, OPTION_SCENARIOS, &at));)
        scenario = trace_find_in(folder, named, found);
    return scenario;
}

int pairing_trace(struct pairing *pairing, const char *trace, const char *scenario,
                  const struct arguments *args, struct err *err)
{
    init(pairing);
    strbuf_adds(&pairing->trace, trace);
    trace_name(&pairing->name, trace);
    const char *slash = strrchr(trace, '/');
    strbuf_add(&pairing->folder, trace, slash ? (size_t)(slash - trace) : 0);
    if (read_trace(pairing, err) < 0)
        return -1;
    struct strbuf found;
    strbuf_init(&found);
    if (!scenario)
        scenario = find_scenario(pairing, args, &found);
    if (scenario)
        strbuf_adds(&pairing->scenario, scenario);
    strbuf_release(&found);
    if (predict_again(pairing, args, err) < 0)
        return -1;
    return compare(pairing, &pairing->args, err);
}

int pairing_measure(struct pairing *pairing, const char *scenario, const struct arguments *args,
                    struct err *err)
{
    init(pairing);
    strbuf_adds(&pairing->scenario, scenario);
    trace_name(&pairing->name, scenario);
    if (operand_load(&pairing->predicted, pairing->scenario.text, args, err) < 0)
        return -1;
    take_hash(&pairing->predicted);
    timeline_release(&pairing->measured);
    if (measure_operand(&pairing->predicted, &pairing->measured, args, err) < 0)
        return -1;
    return compare(pairing, args, err);
}

void pairing_release(struct pairing *pairing)
{
    if (pairing->compared)
        compare_release(&pairing->compare);
    seen_release(&pairing->seen);
    operand_release(&pairing->predicted);
    timeline_release(&pairing->measured);
    arguments_release(&pairing->args);
    free(pairing->words);
    strbuf_release(&pairing->name);
    strbuf_release(&pairing->trace);
    strbuf_release(&pairing->folder);
    strbuf_release(&pairing->scenario);
    *pairing = (struct pairing){0};
}
