/* `nullstream rules`: the call list and the rule list, as they stand in sim/model. */
#include "sim/model/rules.h"
#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"
#include "sim/model/calls.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"

#include <string.h>

static const char *const group_names[] = {"order", "resource", "time", "host"};

static const char *blocks_sentence(enum call_blocks blocks)
{
    static const char *const sentences[] = {
        [BLOCKS_NEVER] = "does not wait for the device",
        [BLOCKS_DEVICE] = "the host waits until all work of the device is done",
        [BLOCKS_STREAM] = "the host waits until all work of the stream is done",
        [BLOCKS_EVENT] = "the host waits until the event's captured record is done",
        [BLOCKS_COPY] = "depends on direction and kind of host memory",
        [BLOCKS_MAY] = "may wait for the device; the documentation does not promise either",
        [BLOCKS_HOST] = "waits for another host thread",
    };
    return sentences[blocks];
}

static const char *fences_sentence(enum call_fences fences)
{
    static const char *const sentences[] = {
        [FENCES_NO] = "no barrier to other streams",
        [FENCES_LEGACY] = "in the default stream a barrier to all blocking streams, both ways",
        [FENCES_DEVICE] = "later work of the device waits too",
    };
    return sentences[fences];
}

static const char *state_note(enum call_state state)
{
    static const char *const notes[] = {
        [CALL_MODELLED] = "",
        [CALL_GRAPH] = "not predicted yet (graphs)",
        [CALL_DEVICES] = "not predicted yet for devices other than 0",
    };
    return notes[state];
}

static void add_pair(struct strbuf *sb, const char *title, const char *guaranteed,
                     const char *observed)
{
    strbuf_addf(sb, "  %s, guaranteed: %s\n", title, guaranteed);
    strbuf_addf(sb, "  %s, observed:   %s%s\n", title, observed,
                strcmp(guaranteed, observed) == 0 ? "" : "   <- differs");
}

static void add_call(struct strbuf *sb, const struct call_info *info)
{
    if (info->group == CALL_GROUP_HOST)
        strbuf_addf(sb, "%s: %s\n", info->name, info->parameters);
    else
        strbuf_addf(sb, "cudaError_t %s(%s)\n", info->name, info->parameters);
    add_pair(sb, "blocks", blocks_sentence(info->blocks_guaranteed),
             blocks_sentence(info->blocks_observed));
    add_pair(sb, "fences", fences_sentence(info->fences_guaranteed),
             fences_sentence(info->fences_observed));
    if (info->state != CALL_MODELLED)
        strbuf_addf(sb, "  state: %s\n", state_note(info->state));
    strbuf_addf(sb, "  source: %s\n", info->source);
}

static void add_rule(struct strbuf *sb, const struct rule_info *info)
{
    strbuf_addf(sb, "%s (%s): %s\n", info->name, group_names[info->group], info->sentence);
    if (*info->lesson)
        strbuf_addf(sb, "  lesson: %s\n", info->lesson);
    if (*info->source)
        strbuf_addf(sb, "  source: %s\n", info->source);
}

static void add_columns(struct strbuf *sb, const char *guaranteed, const char *observed)
{
    struct strbuf cell;
    strbuf_init(&cell);
    strbuf_adds(&cell, guaranteed);
    if (strcmp(guaranteed, observed) != 0)
        strbuf_addf(&cell, "/%s", observed);
    strbuf_addf(sb, "%-14s", cell.text);
    strbuf_release(&cell);
}

static void add_all(struct strbuf *sb)
{
    strbuf_adds(sb, "Calls: what each blocks and fences (documented, or documented/observed where "
                    "they differ)\n");
    enum call_group group = CALL_GROUP_COUNT;
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        const struct call_info *info = call_info((enum call)i);
        if (info->group != group) {
            group = info->group;
            strbuf_addf(sb, "\n%-40s%-14s%s\n", call_group_name(group), "blocks", "fences");
        }
        strbuf_addf(sb, "  %-38s", info->name);
        add_columns(sb, call_blocks_name(info->blocks_guaranteed),
                    call_blocks_name(info->blocks_observed));
        add_columns(sb, call_fences_name(info->fences_guaranteed),
                    call_fences_name(info->fences_observed));
        strbuf_adds(sb, state_note(info->state));
        while (sb->length && sb->text[sb->length - 1] == ' ')
            sb->text[--sb->length] = '\0';
        strbuf_addc(sb, '\n');
    }
    strbuf_adds(sb, "\nRules: why an operation or a host thread waits\n\n");
    for (int i = 0; i < RULE_COUNT; i++) {
        const struct rule_info *info = rule_info((enum rule)i);
        strbuf_addf(sb, "  %-20s%-10s%s\n", info->name, group_names[info->group], info->sentence);
    }
}

static int unknown(const char *name, struct err *err)
{
    struct suggest suggest;
    suggest_init(&suggest, name);
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        suggest_offer(&suggest, call_info((enum call)i)->name);
    for (int i = 0; i < RULE_COUNT; i++)
        suggest_offer(&suggest, rule_info((enum rule)i)->name);
    err_set(err, ERR_INPUT, "no call and no rule is named '%.200s'", name);
    if (suggest.best)
        err_hint(err, "did you mean '%s'?", suggest.best);
    return -1;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = 0;
    if (args->operand_count == 0) {
        add_all(&sb);
    } else {
        const char *name = args->operands[0];
        enum call call = call_find(name);
        int rule = rule_find(name);
        if (call != CALL_NONE)
            add_call(&sb, call_info(call));
        if (rule >= 0)
            add_rule(&sb, rule_info((enum rule)rule));
        if (sb.length == 0)
            rc = unknown(name, err);
    }
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
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
