/* `nullstream measure`: runs a scenario's program on the GPU. */
#include "tui/cmd/measure.h"
#include "gpu/gpu.h"
#include "sim/io/program_file.h"
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/report.h"

#include <stdlib.h>
#include <string.h>

/* CUDA_DEVICE_MAX_CONNECTIONS as --env gives it; 0 if it does not. */
static long connections_of(const struct operand *operand)
{
    const struct runtime_options *options = &operand->study.options.runtime;
    for (size_t i = options->variable_count; i-- > 0;)
        if (strcmp(options->variables[i].name, "CUDA_DEVICE_MAX_CONNECTIONS") == 0)
            return strtol(options->variables[i].value, NULL, 10);
    return 0;
}

static int run(struct operand *operand, struct timeline *measured, const struct arguments *args,
               struct err *err)
{
    long repetitions = 15, warm_ups = 3, connections = connections_of(operand);
    if (arguments_number(args, OPTION_REPETITIONS, 1, 100000, &repetitions, err) < 0 ||
        arguments_number(args, OPTION_WARM_UPS, 0, 100000, &warm_ups, err) < 0 ||
        arguments_number(args, OPTION_CONNECTIONS, 1, 128, &connections, err) < 0)
        return -1;
    struct gpu_options options = {
        .repetitions = (uint32_t)repetitions,
        .warm_ups = (uint32_t)warm_ups,
        .connections = (uint32_t)connections,
        .stamps = arguments_has(args, OPTION_STAMPS),
    };
    return gpu_measure(&operand->prediction.program, &operand->prediction.profile, &options,
                       measured, err);
}

/* What is needed to predict it again: the options and the program. */
static int note_origin(struct operand *operand, struct timeline *measured,
                       const struct arguments *args, struct err *err)
{
    operand_note_options(measured, args);
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
    if (run(operand, measured, args, err) < 0)
        return -1;
    return note_origin(operand, measured, args, err);
}

static int exec(const struct arguments *args, struct err *err)
{
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
    .groups = GROUP_PREDICT | GROUP_MEASURE | GROUP_WRITE | GROUP_TEXT,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
