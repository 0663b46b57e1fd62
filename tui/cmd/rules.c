/* `nullstream rules`: the call list and the rule list, as they stand in sim/model, and the list of
 * pitfalls. */
#include "sim/analysis/pitfall_text.h"
#include "sim/base/strbuf.h"
#include "sim/runtime/rules_text.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"

#include <string.h>

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
    int pitfall = args->operand_count ? pitfall_find(args->operands[0]) : -1;
    if (args->operand_count == 0) {
        rules_text_all(&sb);
        strbuf_addc(&sb, '\n');
        pitfall_list_text(&sb);
    } else if (strcmp(args->operands[0], "pitfalls") == 0) {
        pitfall_list_text(&sb);
    } else if (pitfall >= 0) {
        pitfall_rule_text(&sb, (enum pitfall_rule)pitfall);
    } else {
        rc = rules_text_one(&sb, args->operands[0], &profile, err);
    }
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
    profile_release(&profile);
    return rc;
}

const struct command command_rules = {
    .name = "rules",
    .usage = "[CALL|RULE|PITFALL|pitfalls]",
    .summary = "what a call blocks and fences; why things wait; pitfalls",
    .text =
        "Shows the call list (what each call blocks and fences, as documented and as observed "
        "on hardware), the list of reasons for which an operation waits, and the pitfalls that "
        "explain looks for (alone: rules pitfalls); with a name, all that is known about it, with "
        "its sources.",
    .groups = 0,
    .least = 0,
    .most = 1,
    .complete = "call",
    .exec = exec,
};
