#include "sim/runtime/rules_text.h"

#include "sim/base/duration.h"
#include "sim/base/suggest.h"
#include "sim/model/lesson_name.h"
#include "sim/model/rules.h"
#include "sim/model/truth.h"

#include <stdio.h>
#include <string.h>

static const char *const group_names[] = {"order", "resource", "time", "host"};

static void add_lesson(struct strbuf *sb, const char *slug)
{
    if (*slug == '\0')
        return;
    strbuf_adds(sb, "  lesson: ");
    lesson_name_add(sb, slug);
    strbuf_addc(sb, '\n');
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

const char *rules_lesson(enum call call)
{
    switch (call) {
    case CALL_cudaStreamWaitEvent:
        return "events";
    case CALL_cudaStreamSynchronize:
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
    case CALL_cudaEventSynchronize:
        return "who-waits";
    case CALL_cudaEventElapsedTime:
        return "timing";
    case CALL_cudaStreamCreateWithFlags:
        return "ways-out";
    case CALL_cudaStreamCreateWithPriority:
    case CALL_cudaDeviceGetStreamPriorityRange:
        return "priorities";
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaHostRegister:
        return "pinned";
    case CALL_cudaMallocAsync:
    case CALL_cudaMallocFromPoolAsync:
    case CALL_cudaFreeAsync:
        return "pytorch-streams";
    case CALL_cudaLaunchHostFunc:
    case CALL_cudaStreamAddCallback:
        return "host-functions";
    case CALL_cudaLaunchCooperativeKernel:
        return "cooperative";
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
        return "debugging";
    case CALL_cudaMemcpyPeer:
    case CALL_cudaMemcpyPeerAsync:
    case CALL_cudaSetDevice:
        return "several-gpus";
    default:
        break;
    }
    switch (call_info(call)->group) {
    case CALL_GROUP_STREAMS:
        return "two-streams";
    case CALL_GROUP_EVENTS:
        return "events";
    case CALL_GROUP_COPIES:
        return strstr(call_info(call)->name, "Memset") ? "hidden-fences" : "pinned";
    case CALL_GROUP_MEMORY:
        return "hidden-fences";
    case CALL_GROUP_KERNELS:
        return strstr(call_info(call)->name, "Launch") ? "queue" : "side-by-side";
    case CALL_GROUP_GRAPHS:
        return "host-bound";
    default:
        return "";
    }
}

static void add_copies(struct strbuf *sb, enum call call)
{
    size_t count;
    const struct truth_copy *rows = truth_copies(call, &count);
    for (size_t i = 0; i < count; i++) {
        strbuf_addf(sb, "    %-26s%s\n", rows[i].what, rows[i].documented);
        if (rows[i].observed)
            strbuf_addf(sb, "    %-26sobserved: %s\n", "", rows[i].observed);
    }
}

static void add_pair(struct strbuf *sb, const char *title, const char *guaranteed,
                     const char *observed)
{
    strbuf_addf(sb, "  %s, guaranteed: %s\n", title, guaranteed);
    strbuf_addf(sb, "  %s, observed:   %s%s\n", title, observed,
                strcmp(guaranteed, observed) == 0 ? "" : "   <- differs");
}

static void add_cost(struct strbuf *sb, enum call call, const struct profile *profile)
{
    if (!profile || call_info(call)->group == CALL_GROUP_HOST)
        return;
    enum profile_key key;
    if (profile_call_curve(call, &key)) {
        const struct profile_curve *curve = &profile->curve[key];
        strbuf_adds(sb, "  costs the host: ");
        duration_add_human(sb, curve->time[0]);
        strbuf_adds(sb, " and more, by size: ");
        profile_add_value(profile, key, sb);
        strbuf_addf(sb, " on %s (%s)\n", profile->id,
                    profile_state_name((enum profile_state)profile->state[key]));
        return;
    }
    enum profile_state state = (enum profile_state)profile->call_state[call];
    strbuf_adds(sb, "  costs the host: ");
    duration_add_human(sb, profile->call_cost[call]);
    strbuf_addf(sb, " on %s (%s)\n", profile->id,
                state == PROFILE_MISSING ? "assumed: it has no figure of its own"
                                         : profile_state_name(state));
}

static void add_call(struct strbuf *sb, enum call call, const struct profile *profile)
{
    const struct call_info *info = call_info(call);
    if (info->group == CALL_GROUP_HOST)
        strbuf_addf(sb, "%s: %s\n", info->name, info->parameters);
    else
        strbuf_addf(sb, "cudaError_t %s(%s)\n", info->name, info->parameters);
    add_pair(sb, "blocks", truth_blocks(info->blocks_guaranteed),
             truth_blocks(info->blocks_observed));
    add_copies(sb, call);
    add_pair(sb, "fences", truth_fences(info->fences_guaranteed),
             truth_fences(info->fences_observed));
    add_cost(sb, call, profile);
    if (info->state != CALL_MODELLED)
        strbuf_addf(sb, "  state: %s\n", state_note(info->state));
    add_lesson(sb, rules_lesson(call));
    strbuf_addf(sb, "  source: %s (docs/semantics.md)\n", info->source);
}

static void add_rule(struct strbuf *sb, const struct rule_info *info)
{
    strbuf_addf(sb, "%s (%s): %s\n", info->name, group_names[info->group], info->sentence);
    add_lesson(sb, info->lesson);
    if (*info->source)
        strbuf_addf(sb, "  source: %s (docs/semantics.md)\n", info->source);
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

void rules_text_all(struct strbuf *sb)
{
    strbuf_adds(sb, "Calls: what each blocks and fences (documented, or documented/observed where "
                    "they differ)\n");
    enum call_group group = CALL_GROUP_COUNT;
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        const struct call_info *info = call_info((enum call)i);
        if (info->group != group) {
            group = info->group;
            strbuf_addf(sb, "\n%-58s%-14s%s\n", call_group_name(group), "blocks", "fences");
        }
        strbuf_addf(sb, "  %-56s", info->name);
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
    return err_hint(err, "`nullstream rules` lists all names");
}

/* A call for volumes is what it is made of, a call for planes: cudaMemcpy3D of cudaMemcpy2D. */
static enum call plane_call(const char *name)
{
    char plane[64];
    const char *volume = strstr(name, "3D");
    if (strcmp(name, "cudaMalloc3D") == 0)
        return CALL_cudaMallocPitch;
    if (!volume || strlen(name) >= sizeof plane)
        return CALL_NONE;
    snprintf(plane, sizeof plane, "%.*s2D%s", (int)(volume - name), name, volume + 2);
    return call_find(plane);
}

int rules_text_one(struct strbuf *sb, const char *name, const struct profile *profile,
                   struct err *err)
{
    enum call call = call_find(name);
    int rule = rule_find(name);
    if (call == CALL_NONE && rule < 0 && (call = plane_call(name)) != CALL_NONE)
        strbuf_addf(sb, "%s does as this call does:\n", name);
    if (call == CALL_NONE && rule < 0)
        return unknown(name, err);
    if (call != CALL_NONE)
        add_call(sb, call, profile);
    if (rule >= 0)
        add_rule(sb, rule_info((enum rule)rule));
    return 0;
}
