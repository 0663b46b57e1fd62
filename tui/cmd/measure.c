/* `nullstream measure`: runs a scenario's program on the GPU. */
#include "tui/cmd/measure.h"
#include "sim/base/mem.h"
#include "sim/io/program_file.h"
#include "tui/cmd/batch.h"
#include "tui/cmd/command.h"
#include "tui/cmd/message.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(void *context, const struct gpu_progress *progress)
{
    struct measure_shown *shown = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)(now.tv_sec - shown->began.tv_sec) * 1000 +
                 (now.tv_nsec - shown->began.tv_nsec) / 1000000;
    if (ms < 1000)
        return;
    fprintf(stderr, "\r\033[Kmeasuring: process %u of %u, run %u of %u", progress->process,
            progress->processes, progress->run, progress->runs);
    shown->any = true;
}

void measure_shown_end(const struct measure_shown *shown)
{
    if (shown->any)
        fputs("\r\033[K", stderr);
}

static enum gpu_clock clock_of(const struct arguments *args)
{
    static const char *const names[] = {
#define CLOCK(id, name) name,
        GPU_CLOCKS(CLOCK)
#undef CLOCK
    };
    const char *name = arguments_value(args, OPTION_CLOCK, names[GPU_CLOCK_AUTO]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (enum gpu_clock)i;
    return GPU_CLOCK_AUTO; /* the option takes nothing else */
}

int measure_options(struct gpu_options *options, struct measure_shown *shown,
                    const struct arguments *args, struct err *err)
{
    long processes = 3, repetitions = 15, warm_ups = 3, timeout = 20;
    if (arguments_number(args, OPTION_PROCESSES, 1, 1000, &processes, err) < 0 ||
        arguments_number(args, OPTION_REPETITIONS, 1, 100000, &repetitions, err) < 0 ||
        arguments_number(args, OPTION_WARM_UPS, 0, 100000, &warm_ups, err) < 0 ||
        arguments_number(args, OPTION_TIMEOUT, 1, 86400, &timeout, err) < 0)
        return -1;
    shown->any = false;
    clock_gettime(CLOCK_MONOTONIC, &shown->began);
    bool shows = isatty(STDERR_FILENO) && !arguments_has(args, OPTION_QUIET);
    *options = (struct gpu_options){
        .processes = (uint32_t)processes,
        .repetitions = (uint32_t)repetitions,
        .warm_ups = (uint32_t)warm_ups,
        .limit = timeout * INT64_C(1000000000),
        .clock = clock_of(args),
        .progress = shows ? show : NULL,
        .progress_context = shown,
    };
    return 0;
}

int measure_environment(struct gpu_options *options, const struct operand *operand,
                        const struct arguments *args, struct err *err)
{
    const struct runtime_options *runtime = &operand->study.options.runtime;
    long connections = 0, copy_connections = 0;
    if (arguments_number(args, OPTION_CONNECTIONS, 1, 128, &connections, err) < 0 ||
        arguments_number(args, OPTION_COPY_CONNECTIONS, 1, 128, &copy_connections, err) < 0)
        return -1;
    struct gpu_variable *variables = mem_zalloc((runtime->variable_count + 1) * sizeof *variables);
    for (size_t i = 0; i < runtime->variable_count; i++)
        variables[i] =
            (struct gpu_variable){runtime->variables[i].name, runtime->variables[i].value};
    options->connections = (uint32_t)connections;
    options->copy_connections = (uint32_t)copy_connections;
    options->variables = variables;
    options->variable_count = runtime->variable_count;
    return 0;
}

void measure_environment_release(struct gpu_options *options)
{
    free((void *)(uintptr_t)options->variables);
    options->variables = NULL;
    options->variable_count = 0;
}

static int run(struct operand *operand, struct timeline *measured, const struct arguments *args,
               struct err *err)
{
    struct gpu_options options;
    struct measure_shown shown;
    if (measure_options(&options, &shown, args, err) < 0 ||
        measure_environment(&options, operand, args, err) < 0)
        return -1;
    int rc = gpu_measure(&operand->prediction.program, &operand->prediction.profile, &options,
                         measured, err);
    measure_shown_end(&shown);
    measure_environment_release(&options);
    return rc;
}

/* A program that branched on an answer does on the device what it did in the prediction. */
static void warn_time_dependent(const struct program *program, const struct arguments *args)
{
    if (!program->time_dependent || arguments_has(args, OPTION_QUIET))
        return;
    struct err note;
    err_init(&note);
    const struct program_place *place = &program->places.rows[program->time_dependent_place];
    err_set_at(&note, ERR_NONE,
               program->time_dependent_place ? program_name(program, place->file) : "",
               program->time_dependent_place ? place->line : 0, 0,
               "the program depends on time here: what is run are the calls that the prediction "
               "made");
    message_print(MESSAGE_WARNING, &note,
                  message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDERR_FILENO));
}

/* What memcpy takes on the host is work of the program that is run: it was that much by the profile
 * of this run, whatever one the measurement is compared by. To be freed. */
static char *host_move_option(const struct prediction *prediction, enum profile_key key)
{
    const struct profile *profile = &prediction->profile;
    if (!prediction->program.moves_on_host || profile->state[key] == PROFILE_SET)
        return NULL;
    struct strbuf set;
    strbuf_init(&set);
    strbuf_addf(&set, "host.%s=", profile_key_info(key)->name);
    profile_add_value(profile, key, &set);
    return set.text;
}

static void note_options(const struct prediction *prediction, struct timeline *measured,
                         const struct arguments *args)
{
    char *reads = host_move_option(prediction, PROFILE_host_read_per_mib);
    char *writes = host_move_option(prediction, PROFILE_host_write_per_mib);
    operand_note_options(measured, args, (const char *const[]){reads, writes}, 2);
    free(reads);
    free(writes);
}

int measure_note_origin(struct operand *operand, struct timeline *measured,
                        const struct arguments *args, struct err *err)
{
    note_options(&operand->prediction, measured, args);
    program_file_sha256(&operand->prediction.program, measured->program_sha256);
    struct sink sink;
    sink_init(&sink);
    int rc = program_file_write(&operand->prediction.program, &sink, err);
    strbuf_clear(&measured->program);
    strbuf_add(&measured->program, sink.text.text, sink.text.length);
    sink_release(&sink);
    return rc;
}

int measure_operand(struct operand *operand, struct timeline *measured,
                    const struct arguments *args, struct err *err)
{
    if (operand->kind == OPERAND_TIMELINE)
        return err_set_at(err, ERR_INPUT, operand->path, 0, 0, "a timeline is no program to run");
    warn_time_dependent(&operand->prediction.program, args);
    if (run(operand, measured, args, err) < 0)
        return -1;
    return measure_note_origin(operand, measured, args, err);
}

/* What is asked of predictions only. */
static int refuse(const struct arguments *args, struct err *err)
{
    if (!arguments_has(args, OPTION_INSTRUMENT))
        return 0;
    err_set(err, ERR_INPUT, "--instrument is for predictions: it makes calls slower than they are");
    return err_hint(err, "--clock says how a measurement finds starts and ends");
}

static int exec(const struct arguments *args, struct err *err)
{
    if (refuse(args, err) < 0)
        return -1;
    if (arguments_has(args, OPTION_BATCH))
        return batch_measure(args->operands[0], args, err);
    struct operand operand;
    int rc = operand_load(&operand, args->operands[0], args, err);
    if (rc == 0) {
        struct timeline measured = {0};
        rc = measure_operand(&operand, &measured, args, err);
        if (rc == 0) {
            operand.timeline = &measured;
            rc = report_write(&operand, args, FORMAT_GANTT, err);
        }
        timeline_release(&measured);
    }
    operand_release(&operand);
    return rc;
}

const struct command command_measure = {
    .name = "measure",
    .usage = "FILE [-- ARGUMENT...]",
    .summary = "runs it on the GPU, writes a measured timeline",
    .text = "Runs the program of the scenario (or the recorded program) FILE on GPU 0: the same "
            "calls, with kernels that spin for their declared cost. Repeats it, plain for the wall "
            "time and under CUPTI for starts and ends, and writes the medians with their spread.",
    .groups = GROUP_PREDICT | GROUP_MEASURE | GROUP_BATCH | GROUP_WRITE | GROUP_TEXT,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
