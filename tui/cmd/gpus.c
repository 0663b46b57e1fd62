/* `nullstream gpus`: the device profiles and where their numbers come from. */
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/profile_compare.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"
#include "tui/cmd/stored.h"

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
    struct strbuf path;
    strbuf_init(&path);
    int rc = 0;
    if (!names_only && stored_find(NULL, &path)) {
        strbuf_adds(sb, "stored by calibrate, the default here:\n");
        rc = add_row(sb, path.text, err);
    }
    strbuf_release(&path);
    return rc;
}

static int add_profile(struct strbuf *sb, const char *name, struct err *err)
{
    struct profile profile;
    struct strbuf path;
    strbuf_init(&path);
    bool is_stored = !profile_builtin_text(name) && stored_find(name, &path);
    int rc = profile_load(&profile, is_stored ? path.text : name, err);
    strbuf_release(&path);
    if (rc == 0)
        profile_write_all(&profile, sb);
    profile_release(&profile);
    return rc;
}

/* Two profiles beside each other: those of two calibrations, say. */
static int add_comparison(struct strbuf *sb, const char *const names[2], struct err *err)
{
    struct profile profiles[2];
    struct profile_agreement agreement;
    int rc = profile_load(&profiles[0], names[0], err);
    if (rc == 0) {
        rc = profile_load(&profiles[1], names[1], err);
        if (rc == 0)
            profile_compare(&profiles[0], &profiles[1], sb, &agreement);
        profile_release(&profiles[1]);
    }
    profile_release(&profiles[0]);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = args->operand_count == 0   ? add_list(&sb, arguments_has(args, OPTION_QUIET), err)
             : args->operand_count == 1 ? add_profile(&sb, args->operands[0], err)
                                        : add_comparison(&sb, args->operands, err);
    if (rc == 0)
        rc = output_fold(args, &sb, err);
    if (rc == 0)
        rc = output_write(NULL, sb.text, sb.length, err);
    strbuf_release(&sb);
    return rc;
}

const struct command command_gpus = {
    .name = "gpus",
    .usage = "[NAME|FILE] [OTHER]",
    .summary = "device profiles and where their numbers come from",
    .text =
        "Lists the built-in device profiles (with -q only their names); with a name or a file, "
        "writes that profile: every number with its unit, its state (measured, data-sheet, "
        "published, assumed, inherited) and its source. The output is itself a profile: edit it "
        "and give it to --gpu. With two, whatever was measured in both stands side by side, and "
        "whether it agrees within the spread that is stated.",
    .groups = 0,
    .least = 0,
    .most = 2,
    .complete = "gpu",
    .exec = exec,
};
