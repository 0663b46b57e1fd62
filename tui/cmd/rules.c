/* `nullstream rules`: the call list and the rule list, as they stand in sim/model. */
#include "sim/base/strbuf.h"
#include "sim/runtime/rules_text.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"

static int exec(const struct arguments *args, struct err *err)
{
    struct profile profile;
    if (profile_load(&profile, arguments_value(args, OPTION_GPU, "h200"), err) != 0) {
        profile_release(&profile);
        return -1;
    }
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = 0;
    if (args->operand_count == 0)
        rules_text_all(&sb);
    else
        rc = rules_text_one(&sb, args->operands[0], &profile, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
    profile_release(&profile);
    return rc;
}

const struct command command_rules = {
    .name = "rules",
    .usage = "[CALL|RULE]",
    .summary = "what a call blocks and fences; why things wait",
    .text = "Shows the call list (what each call blocks and fences, as documented and as observed "
            "on hardware) and the list of reasons for which an operation waits; with a name, all "
            "that is known about it, with its sources.",
    .groups = 0,
    .least = 0,
    .most = 1,
    .complete = "call",
    .exec = exec,
};
