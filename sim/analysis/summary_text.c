#include "sim/analysis/summary.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/wrap.h"

#include <inttypes.h>

/* 0.67, from parts of a million. */
static void add_ratio(struct strbuf *sb, int64_t ppm)
{
    int64_t hundredths = ppm < 0 ? -((-ppm + 5000) / 10000) : (ppm + 5000) / 10000;
    int64_t magnitude = hundredths < 0 ? -hundredths : hundredths;
    strbuf_addf(sb, "%s%" PRId64 ".%02" PRId64, hundredths < 0 ? "-" : "", magnitude / 100,
                magnitude % 100);
}

/* What is on the critical path; host functions whose work nobody declared take no time. */
static void add_chain(struct strbuf *sb, const struct summary *s)
{
    if (s->chain == 0) {
        strbuf_addf(sb, "Bound by waiting: %s.",
                    s->sum == 0 ? "no operation takes any time"
                                : "no operation is on the critical path");
        return;
    }
    if (s->chain_count == 1)
        strbuf_adds(sb, "Bound by waiting: one operation takes ");
    else
        strbuf_addf(sb, "Bound by waiting: %zu operations that ran one after the other take ",
                    s->chain_count);
    duration_add_human(sb, s->chain);
    strbuf_addc(sb, '.');
}

/* "host calls, host work and waits of host threads make up 53.4 %": what is at least a hundredth of
 * the path. */
static void add_host_kinds(struct strbuf *sb, const struct summary *s)
{
    static const struct {
        enum share kind;
        const char *text, *verb;
    } kinds[] = {
        {SHARE_ID_LAUNCH, "host calls", "make"},
        {SHARE_ID_HOST_WORK, "host work", "makes"},
        {SHARE_ID_SLEEP, "sleep", "makes"},
        {SHARE_ID_IDLE, "waits of host threads", "make"},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    size_t said[KINDS] = {0}, count = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < KINDS; i++)
        if (s->host_on[kinds[i].kind] >= 10000) {
            said[count++] = i;
            sum += s->host_on[kinds[i].kind];
        }
    for (size_t i = 0; i < count; i++)
        strbuf_addf(sb, "%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", kinds[said[i]].text);
    strbuf_addf(sb, " %s up ", count == 1 ? kinds[said[0]].verb : "make");
    label_percent(sb, sum);
}

/* How much of the path is the host's says nothing of the device, which may run all the while beside
 * it: how long nothing is on it is said too, and how little a faster host would gain where that is
 * not much. */
static void add_host(struct strbuf *sb, const struct summary *s)
{
    const struct summary_machine *most = &s->machines[s->most_machine];
    strbuf_adds(sb, "Bound by the host: ");
    add_host_kinds(sb, s);
    strbuf_adds(sb, " of the critical path; the device is idle for ");
    label_percent(sb, label_ppm(s->span - s->any, s->span));
    strbuf_adds(sb, " of the span.");
    if (label_ppm(most->least, s->span) < SUMMARY_NEAR_BOUND)
        return;
    strbuf_adds(sb, " A faster host gains at most ");
    duration_add_human(sb, s->span - most->least);
    strbuf_adds(sb, " of it, as the work takes the ");
    label_machine(sb, most->kind, most->index);
    strbuf_addc(sb, ' ');
    duration_add_human(sb, most->least);
    strbuf_addc(sb, '.');
}

static void add_latency(struct strbuf *sb, const struct summary *s)
{
    strbuf_addf(sb, "Bound by latency: of the critical path %zu operation%s make up only ",
                s->chain_count, s->chain_count == 1 ? "" : "s");
    duration_add_human(sb, s->chain);
    strbuf_adds(sb, ", the latency before and behind them makes up ");
    label_percent(sb, s->latency_share);
    strbuf_addc(sb, '.');
}

/* Whether one of several streams has work, one operation after the other, for nearly all of the
 * span: by the order that the program gives it nothing else matters. */
static bool fills(const struct summary *s)
{
    bool meant = s->bound_rule == RULE_ID_STREAM &&
                 (s->named_rule == RULE_COUNT || critical_is_meant(s->named_rule));
    return meant && s->stream_count > 1 && s->longest_count > 1 &&
           s->longest_sum >= s->span / 20 * 17;
}

void summary_bound_text(struct strbuf *sb, const struct summary *s)
{
    const struct summary_machine *machine = &s->machines[s->bound_machine];
    switch (s->bound) {
    case BOUND_NONE:
        strbuf_adds(sb, "Nothing ran on the device.");
        break;
    case BOUND_MACHINE:
        if (s->count > 1 && machine->kind == MACHINE_SM &&
            label_ppm(s->sm_load, s->span) < SUMMARY_NEAR_BOUND) {
            strbuf_adds(sb, "Bound by one kernel: it takes ");
            duration_add_human(sb, machine->least);
            strbuf_adds(sb, ", ");
            label_percent(sb, label_ppm(machine->least, s->span));
            strbuf_adds(sb, " of the span, and does not fill the SMs.");
            break;
        }
        strbuf_adds(sb, "Bound by the ");
        label_machine(sb, machine->kind, machine->index);
        if (s->count == 1) {
            strbuf_adds(sb, ": there is one operation.");
            break;
        }
        strbuf_adds(sb, ": it needs ");
        duration_add_human(sb, machine->least);
        strbuf_adds(sb, " for this work, ");
        label_percent(sb, label_ppm(machine->least, s->span));
        strbuf_adds(sb, " of the span.");
        break;
    case BOUND_HOST:
        add_host(sb, s);
        break;
    case BOUND_LATENCY:
        add_latency(sb, s);
        break;
    case BOUND_WAITING:
        if (fills(s)) {
            strbuf_addf(sb, "Bound by one stream's own order: its %zu operations take ",
                        s->longest_count);
            duration_add_human(sb, s->longest_sum);
            strbuf_adds(sb, ", ");
            label_percent(sb, label_ppm(s->longest_sum, s->span));
            strbuf_adds(sb, " of the span.");
            break;
        }
        add_chain(sb, s);
        if (s->bound_rule != RULE_COUNT)
            strbuf_addf(sb, " Most of the waiting comes from this: %s (%s).",
                        rule_info(s->bound_rule)->sentence, rule_info(s->bound_rule)->name);
        /* what the verdict says first, though it is not the most */
        if (s->named_rule != RULE_COUNT && s->named_rule != s->bound_rule &&
            !critical_is_meant(s->named_rule))
            strbuf_addf(sb,
                        " Apart from orders that were asked for and busy copy engines, most comes "
                        "from this: %s (%s).",
                        rule_info(s->named_rule)->sentence, rule_info(s->named_rule)->name);
        break;
    }
}

/* How full the SMs were while anything ran on them, where that is not nearly full: so much more
 * could have run beside it. */
static void add_fill(struct strbuf *sb, const struct summary *s,
                     const struct summary_machine *machine)
{
    int64_t fill = label_ppm(s->sm_load, machine->busy);
    if (machine->kind != MACHINE_SM || s->sm_load == 0 || fill >= 900000)
        return;
    strbuf_adds(sb, ", ");
    label_percent(sb, fill);
    strbuf_adds(sb, " full");
}

/* Under what a line says, behind the word that it begins with. */
enum { HANG = 9 };

static void add_machines(struct strbuf *sb, const struct summary *s)
{
    strbuf_adds(sb, "wall     ");
    label_time(sb, s->wall);
    strbuf_adds(sb, ", span ");
    duration_add_human(sb, s->span);
    strbuf_addc(sb, '\n');
    bool any = false;
    for (size_t i = 0; i < s->machine_count; i++) {
        const struct summary_machine *machine = &s->machines[i];
        size_t begin = sb->length;
        if (machine->count == 0) /* it had its work before what is looked at */
            continue;
        strbuf_adds(sb, any ? "         " : "busy     ");
        any = true;
        label_machine(sb, machine->kind, machine->index);
        strbuf_pad(sb, begin, 26);
        duration_add_human(sb, machine->busy);
        strbuf_adds(sb, ", ");
        label_percent(sb, label_ppm(machine->busy, s->span));
        strbuf_adds(sb, " of the span");
        add_fill(sb, s, machine);
        strbuf_addf(sb, ", %zu operation%s\n", machine->count, machine->count == 1 ? "" : "s");
    }
}

void summary_part_text(struct strbuf *sb, const struct summary *s, int width)
{
    struct strbuf lines;
    strbuf_init(&lines);
    add_machines(&lines, s);
    wrap_add_lines(sb, lines.text, width, 0, HANG);
    strbuf_release(&lines);
}

/* From which share of the span on idle time is a line, parts of a million. */
static const int64_t idle_worth = 10000;

void summary_text(struct strbuf *sb, const struct summary *s, int width)
{
    struct strbuf text;
    strbuf_init(&text);
    summary_part_text(sb, s, width);
    if (s->sum > 0) {
        strbuf_adds(&text, "overlap  ");
        add_ratio(&text, s->overlap);
        strbuf_adds(&text, " of at most ");
        add_ratio(&text, s->overlap_most);
        strbuf_addf(&text, " (1 - time with work / sum of durations), %zu at once at most\n",
                    s->most);
    }
    int64_t idle = s->span - s->any;
    if (label_ppm(idle, s->span) >= idle_worth) {
        strbuf_adds(&text, "idle     ");
        duration_add_human(&text, idle);
        strbuf_adds(&text, ", ");
        label_percent(&text, label_ppm(idle, s->span));
        strbuf_adds(&text, " of the span, with nothing on the device\n");
    }
    wrap_add_lines(sb, text.text, width, 0, HANG);
    strbuf_clear(&text);
    if (s->bound != BOUND_NONE) { /* else the verdict says so */
        summary_bound_text(&text, s);
        wrap_add(sb, text.text, width, 0, 2);
    }
    strbuf_release(&text);
}
