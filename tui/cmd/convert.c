/* `nullstream convert`: any reader to any writer. */
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/part.h"
#include "tui/cmd/report.h"

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    int rc = operand_load(&operand, args->operands[0], args, err);
    if (rc < 0)
        report_printed(&operand, args, args->operands[1]);
    if (rc == 0)
        rc = part_take(&operand, args, err);
    if (rc == 0)
        rc = report_write_to(&operand, args->operands[1], args, err);
    operand_release(&operand);
    return rc;
}

const struct command command_convert = {
    .name = "convert",
    .usage = "IN OUT",
    .summary = "any reader to any writer",
    .text = "Reads IN (a scenario, a recorded program or a timeline, found by content; the first "
            "two are predicted) and writes OUT in the format of its suffix or of --format. OUT may "
            "be - for standard output.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_WRITE | GROUP_TEXT,
    .least = 2,
    .most = 2,
    .complete = "file",
    .exec = exec,
};
