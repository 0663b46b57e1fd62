/* `nullstream predict`: simulates a scenario or a recorded program. */
#include "tui/cmd/command.h"
#include "tui/cmd/explain.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/part.h"
#include "tui/cmd/report.h"

/* What stood in the file, unless it could not be had: the part that is asked for. */
static int show(struct operand *operand, int rc, const struct arguments *args, struct err *err)
{
    if (rc == 0)
        rc = part_take(operand, args, err);
    if (rc == 0)
        rc = report_write(operand, args, FORMAT_GANTT, err);
    operand_release(operand);
    return rc;
}

/* `nullstream FILE`: a program is predicted, a measurement explained, unless a format says that it
 * is to be shown; any other timeline is shown. */
static int exec_file(const struct arguments *args, struct err *err)
{
    struct operand operand;
    int rc = report_load(&operand, args, err);
    if (rc == 0 && operand.kind == OPERAND_TIMELINE &&
        operand.timeline->source == TIMELINE_MEASURED && !arguments_has(args, OPTION_FORMAT) &&
        !arguments_has(args, OPTION_OUTPUT)) {
        rc = explain_operand(&operand, args, err);
        operand_release(&operand);
        return rc;
    }
    return show(&operand, rc, args, err);
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    int rc = report_load(&operand, args, err);
    if (rc == 0 && operand.kind == OPERAND_TIMELINE) {
        rc = err_set_at(err, ERR_INPUT, operand.path, 0, 0, "a timeline is not predicted again");
        err_hint(err, "nullstream FILE shows it; nullstream compare and convert take it too");
    }
    return show(&operand, rc, args, err);
}

const struct command command_predict = {
    .name = "predict",
    .usage = "FILE [-- ARGUMENT...]",
    .summary = "simulates; verdict, Gantt chart and summary",
    .text =
        "Interprets the scenario (CUDA C++) or replays the recorded program FILE, simulates the "
        "device, and writes the verdict, the timeline and a summary, or the format that "
        "--format or the suffix of -o names. Words after -- are the scenario's arguments.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_WRITE | GROUP_TEXT,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};

const struct command command_file = {
    .name = "predict",
    .usage = "FILE [-- ARGUMENT...]",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_WRITE | GROUP_TEXT,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .exec = exec_file,
};
