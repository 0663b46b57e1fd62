/* `nullstream rules`: the call list and the rule list, as they stand in sim/model, and the lists of
 * pitfalls and hazards. */
#include "sim/analysis/hazard_text.h"
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
    int hazard = args->operand_count ? hazard_find_rule(args->operands[0]) : -1;
    int pitfall = args->operand_count ? pitfall_find(args->operands[0]) : -1;
    if (args->operand_count == 0) {
        rules_text_all(&sb);
        strbuf_addc(&sb, '\n');
        pitfall_list_text(&sb);
        strbuf_addc(&sb, '\n');
        hazard_list_text(&sb);
    } else if (strcmp(args->operands[0], "pitfalls") == 0) {
        pitfall_list_text(&sb);
    } else if (strcmp(args->operands[0], "hazards") == 0) {
        hazard_list_text(&sb);
    } else if (pitfall >= 0) {
        pitfall_rule_text(&sb, (enum pitfall_rule)pitfall);
    } else if (hazard >= 0) {
        hazard_rule_text(&sb, (enum hazard_rule)hazard);
    } else {
        rc = rules_text_one(&sb, args->operands[0], &profile, err);
    }
    if (rc == 0)
        rc = output_fold(args, &sb, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
    profile_release(&profile);
    return rc;
}

const struct command command_rules = {
    .name = "rules",
    .usage = "[NAME|pitfalls|hazards]",
    .summary = "what a call blocks and fences; why things wait; pitfalls, hazards",
    .text = "Shows the call list (what each call blocks and fences, as documented and as observed "
            "on hardware), the list of reasons for which an operation waits, the pitfalls that "
            "explain and the hazards that check looks for (alone: rules pitfalls, rules hazards); "
            "with the name of a call or of any of these, all that is known about it, with its "
            "sources.",
    .groups = 0,
    .least = 0,
    .most = 1,
    .complete = "call",
    .exec = exec,
};
