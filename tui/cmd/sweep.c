/* `nullstream sweep`: predicts over a range of values. */
#include "sim/study/sweep.h"

#include "sim/base/mem.h"
#include "sim/study/parameters.h"
#include "tui/cmd/command.h"
#include "tui/cmd/message.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/patience.h"
#include "tui/cmd/sweep_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 1000, MOST_RUNS_EVER = 100000 };

/* Of a scenario, the numbers that it has: an example with the first of them. */
static void hint_numbers(const char *path, struct err *err)
{
    const struct predict_options options = {0};
    struct parameters numbers;
    struct strbuf list;
    struct err unused;
    err_init(&unused);
    if (parameters_find(&numbers, path, &options, &unused) < 0)
        return;
    strbuf_init(&list);
    enum { LISTED = 8 };
    for (size_t i = 0; i < numbers.count && i < LISTED; i++)
        strbuf_addf(&list, "%s%.24s (%" PRId64 ")", i ? ", " : "", numbers.rows[i].name,
                    numbers.rows[i].value);
    if (numbers.count)
        err_hint(err, "its numbers are %s%s: as in -D %.24s=1..8", list.text,
                 numbers.count > LISTED ? ", ..." : "", numbers.rows[0].name);
    strbuf_release(&list);
    parameters_release(&numbers);
}

/* Takes the options with several values as parameters; *rest has the others, whose array the caller
 * frees. */
static int take_parameters(struct sweep *sweep, const struct arguments *args, size_t most,
                           struct arguments *rest, struct err *err)
{
    *rest = *args;
    rest->given = mem_zalloc((args->given_count + 1) * sizeof *rest->given);
    rest->given_count = 0;
    for (size_t i = 0; i < args->given_count; i++) {
        const struct given *given = &args->given[i];
        enum sweep_kind kind = sweep_kind_of(given->option->name);
        int rc = 0;
        if (kind != SWEEP_KIND_COUNT && given->value)
            rc = sweep_add(sweep, kind, given->value, most, err);
        if (rc < 0)
            return -1;
        if (rc == 0)
            rest->given[rest->given_count++] = *given;
    }
    if (sweep->parameter_count > 0)
        return 0;
    err_set(err, ERR_INPUT, "nothing to sweep over: no option has several values");
    hint_numbers(args->operands[0], err);
    return err_hint(err, "as in -D N=1..8, -D CHUNKS=1..64*2 or --gpu h200,a100-pcie");
}

static void warn(const struct sweep *sweep, const struct arguments *args)
{
    struct prediction shown = {.warnings = sweep->warnings, .warning_count = sweep->warning_count};
    study_warn(&shown, args);
}

/* The first run that did not come out is the error of the whole, behind the table of the others. */
static int report_failures(const struct sweep *sweep, struct err *err)
{
    size_t failed = 0, first = 0;
    for (size_t i = 1; i < sweep->count; i++) {
        if (sweep->trials[i].status == 0)
            continue;
        first = failed++ ? first : i;
    }
    if (failed == 0)
        return 0;
    const struct trial *trial = &sweep->trials[first];
    *err = trial->err;
    struct strbuf sb;
    strbuf_init(&sb);
    if (failed < sweep->count - 1 || sweep->trials[0].status == 0) {
        sweep_add_values(&sb, sweep, first);
        strbuf_addf(&sb, ": %s", trial->err.message);
        if (failed > 1)
            strbuf_addf(&sb, " (and %zu more of %zu runs failed)", failed - 1, sweep->count - 1);
        struct err whole;
        err_init(&whole);
        err_set(&whole, trial->err.status, "%s", sb.text);
        memcpy(err->message, whole.message, sizeof err->message);
    }
    strbuf_release(&sb);
    return -1;
}

static int run(struct sweep *sweep, const struct arguments *args, struct err *err)
{
    long most = MOST_RUNS, jobs = 0;
    if (arguments_number(args, OPTION_RUNS, 1, MOST_RUNS_EVER, &most, err) < 0 ||
        arguments_number(args, OPTION_JOBS, 1, 64, &jobs, err) < 0)
        return -1;
    struct operand operand;
    struct arguments rest = {0};
    enum report_format format; /* a mistake in it is said before anything runs */
    int rc = sweep_format(args, &format, err);
    if (rc == 0)
        rc = take_parameters(sweep, args, (size_t)most, &rest, err);
    if (rc < 0) {
        free(rest.given);
        return rc;
    }
    rc = operand_read(&operand, args->operands[0], err);
    if (rc == 0 && operand.kind == OPERAND_TIMELINE)
        rc = err_set_at(err, ERR_INPUT, operand.path, 0, 0, "a timeline is not predicted again");
    if (rc == 0)
        rc = operand_options(&operand, &rest, err);
    bool scenario = operand.kind == OPERAND_SCENARIO;
    if (rc == 0) {
        struct patience patience;
        struct predict_options options = operand.study.options;
        patience_begin(&patience, "sweeping", args, &options);
        rc = sweep_run(sweep, scenario ? operand.file : NULL,
                       scenario ? NULL : &operand.prediction.program, &options, (size_t)most,
                       (unsigned)jobs, err);
        patience_end(&patience);
    }
    if (rc == 0) {
        if (sweep->best) {
            warn(sweep, args);
            rc = sweep_report(sweep, operand.path, format, args, err);
        }
        if (rc == 0)
            rc = report_failures(sweep, err);
    }
    operand_release(&operand);
    free(rest.given);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct sweep sweep;
    sweep_init(&sweep);
    int rc = run(&sweep, args, err);
    sweep_release(&sweep);
    return rc;
}

const struct command command_sweep = {
    .name = "sweep",
    .usage = "FILE -D NAME=VALUES [-- ARGUMENT...]",
    .summary = "predicts over a range of values; table and plot",
    .text =
        "Predicts the scenario or recorded program FILE for every value of an option, or for every "
        "combination of two, on all cores, and once as it is. VALUES is a list, a range or both: "
        "-D N=1..8, 1..64*2 (each twice the one before), 0..100+10, 1,2,4..8; --gpu "
        "h200,a100-pcie, "
        "--connections 1..32*2, --set copy.h2d_rate=60GB/s..120GB/s+20GB/s and --cost "
        "k=50us..800us*2, --env and --default-stream take them as well. The gain is what a value "
        "saves against leaving the option out. Written as a table with bars, the best marked, or "
        "as --format json, csv or svg.",
    .groups = GROUP_PREDICT | GROUP_TEXT | GROUP_SWEEP,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
