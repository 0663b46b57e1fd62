/* `nullstream gpus`: the device profiles and where their numbers come from. */
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"

static int add_row(struct strbuf *sb, const char *name, struct err *err)
{
    struct profile profile;
    int rc = profile_load(&profile, name, err);
    if (rc == 0) {
        int inherited, total;
        profile_count_inherited(&profile, &inherited, &total);
        strbuf_addf(sb, "%-11s %-28s %-9s %4lld  ", profile.id, profile.name, profile.rule_set,
                    (long long)profile.value[PROFILE_device_sm_count]);
        if (inherited > 0)
            strbuf_addf(sb, "%d of %d values inherited from %s, not measured\n", inherited, total,
                        profile.base);
        else
            strbuf_addf(sb, "%d values, none inherited\n", total);
    }
    profile_release(&profile);
    return rc;
}

static int add_list(struct strbuf *sb, bool names_only, struct err *err)
{
    if (!names_only)
        strbuf_addf(sb, "%-11s %-28s %-9s %4s  %s\n", "profile", "device", "rules", "SMs",
                    "its numbers");
    for (const char *const *name = profile_builtin_names(); *name; name++) {
        if (names_only)
            strbuf_addf(sb, "%s\n", *name);
        else if (add_row(sb, *name, err) < 0)
            return -1;
    }
    return 0;
}

static int add_profile(struct strbuf *sb, const char *name, struct err *err)
{
    struct profile profile;
    int rc = profile_load(&profile, name, err);
    if (rc == 0)
        profile_write_all(&profile, sb);
    profile_release(&profile);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = args->operand_count == 0 ? add_list(&sb, arguments_has(args, OPTION_QUIET), err)
                                      : add_profile(&sb, args->operands[0], err);
    if (rc == 0)
        rc = output_write(NULL, sb.text, sb.length, err);
    strbuf_release(&sb);
    return rc;
}

const struct command command_gpus = {
    .name = "gpus",
    .usage = "[NAME|FILE]",
    .summary = "device profiles and where their numbers come from",
    .text =
        "Lists the built-in device profiles (with -q only their names); with a name or a file, "
        "writes that profile: every number with its unit, its state (measured, data-sheet, "
        "published, assumed, inherited) and its source. The output is itself a profile: edit it "
        "and give it to --gpu.",
    .groups = 0,
    .least = 0,
    .most = 1,
    .complete = "gpu",
    .exec = exec,
};
