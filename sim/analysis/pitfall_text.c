/* The report of pitfalls for people, and the list of their rules. */
#include "sim/analysis/pitfall_text.h"
#include "sim/analysis/label.h"
#include "sim/analysis/pinning.h"
#include "sim/base/duration.h"
#include "sim/base/wrap.h"
#include "sim/model/lesson_name.h"

#include <string.h>

enum { INDENT = 6 };

/* Writes a line from `line`, wrapped, and empties it. */
static void flush(struct strbuf *sb, struct strbuf *line, int width, int first)
{
    wrap_add(sb, line->text, width, first, INDENT + 2);
    strbuf_clear(line);
}

static void add_share(struct strbuf *sb, int64_t part, int64_t whole)
{
    duration_add_human(sb, part);
    strbuf_adds(sb, " of ");
    duration_add_human(sb, whole);
    strbuf_adds(sb, " (");
    label_percent(sb, whole > 0 ? duration_divide(part, 1000000, whole) : 0);
    strbuf_addc(sb, ')');
}

/* What else would decide the gain, and only the source can tell. */
static void add_kept(struct strbuf *line, bool kept)
{
    if (kept)
        strbuf_adds(line, ", each host thread doing what it does now");
}

static void add_gain(struct strbuf *line, const struct pitfalls *pitfalls,
                     const struct pitfall *pitfall)
{
    if (pitfall->gain == TIMELINE_UNKNOWN) {
        if (pitfall->ungained[0])
            strbuf_addf(line, "gain: not known: %s", pitfall->ungained);
        return;
    }
    bool is_bound = pitfall->kind == PITFALL_BOUND;
    strbuf_adds(line, is_bound ? "gain: at most " : "gain: ");
    add_share(line, pitfall->gain, pitfalls->wall);
    strbuf_adds(line, is_bound ? ", a bound: the run as if this cost nothing"
                               : ", simulated with the change made");
    add_kept(line, pitfall->kept);
    pinning_text(line, pitfall->set_up, pitfall->gain);
}

static void add_lesson(struct strbuf *sb, struct strbuf *line, int width, const char *slug)
{
    strbuf_adds(line, "lesson: ");
    lesson_name_add(line, slug);
    flush(sb, line, width, INDENT);
}

/* A line each. */
static void add_change(struct strbuf *sb, struct strbuf *line, int width, const char *text)
{
    const char *from = text;
    while (*from) {
        const char *end = strchr(from, '\n');
        size_t length = end ? (size_t)(end - from) : strlen(from);
        strbuf_adds(line, from == text ? "change: " : "and ");
        strbuf_add(line, from, length);
        flush(sb, line, width, INDENT);
        from += length + (end != NULL);
    }
}

/* Whether the evidence says how long calls hold the host, which can be summed. */
static bool holds_host(enum pitfall_rule rule)
{
    return rule == PITFALL_ID_PAGEABLE_COPY || rule == PITFALL_ID_TIMED_ALLOCATION ||
           rule == PITFALL_ID_SYNC_COPY;
}

/* The instances that the same change takes away: in that line, and in others. */
static void add_others(struct strbuf *line, const struct pitfall *pitfall)
{
    if (pitfall->again == 0 && pitfall->others == 0)
        return;
    strbuf_adds(line, "; likewise ");
    if (pitfall->again)
        strbuf_addf(line, "%zu more time%s in that line", pitfall->again,
                    pitfall->again > 1 ? "s" : "");
    if (pitfall->others)
        strbuf_addf(line, "%sin %zu more line%s", pitfall->again ? " and " : "", pitfall->others,
                    pitfall->others > 1 ? "s" : "");
    if (holds_host(pitfall->rule)) {
        strbuf_adds(line, ", ");
        duration_add_human(line, pitfall->with_others);
        strbuf_adds(line, " in all");
    }
}

static void add_row(struct strbuf *sb, struct strbuf *line, int width, size_t number,
                    const struct pitfalls *pitfalls, const struct pitfall *pitfall)
{
    const struct pitfall_info *info = pitfall_info(pitfall->rule);
    strbuf_addf(line, "%zu. %s: %s", number, info->name, pitfall->evidence.text);
    add_others(line, pitfall);
    flush(sb, line, width, 2);
    add_change(sb, line, width, pitfall->fix.text);
    if (pitfall->turns[0]) {
        strbuf_addf(line, "but %s", pitfall->turns);
        flush(sb, line, width, INDENT);
    }
    add_gain(line, pitfalls, pitfall);
    if (line->length)
        flush(sb, line, width, INDENT);
    add_lesson(sb, line, width, info->lesson);
}

/* "a", "a and b", "a, b and c". */
static void add_between(struct strbuf *line, size_t i, size_t count)
{
    if (i > 0)
        strbuf_adds(line, i + 1 == count ? " and " : ", ");
}

static void add_alone(struct strbuf *line, const struct pitfall_part *part)
{
    if (part->gain == TIMELINE_UNKNOWN) {
        strbuf_adds(line, "is not proven right");
    } else if (part->gain == 0) {
        strbuf_adds(line, "gains nothing");
    } else {
        strbuf_adds(line, part->gain > 0 ? "gains " : "loses ");
        duration_add_human(line, part->gain > 0 ? part->gain : -part->gain);
    }
}

static void add_company(struct strbuf *sb, struct strbuf *line, int width, size_t number,
                        const struct pitfalls *pitfalls)
{
    const struct pitfall_company *company = &pitfalls->company;
    strbuf_addf(line, "%zu. together: ", number);
    for (size_t i = 0; i < company->count; i++) {
        add_between(line, i, company->count);
        strbuf_adds(line, pitfall_info(company->parts[i].rule)->name);
    }
    flush(sb, line, width, 2);
    add_change(sb, line, width, company->fix.text);
    strbuf_adds(line, "gain: ");
    add_share(line, company->gain, pitfalls->wall);
    strbuf_addf(line, ", simulated with %s changes made", company->count == 2 ? "both" : "all");
    add_kept(line, company->kept);
    strbuf_adds(line, "; alone ");
    for (size_t i = 0; i < company->count; i++) {
        add_between(line, i, company->count);
        strbuf_addf(line, "%s ", pitfall_info(company->parts[i].rule)->name);
        add_alone(line, &company->parts[i]);
    }
    pinning_text(line, company->set_up, company->gain);
    flush(sb, line, width, INDENT);
    for (size_t i = 0; i < company->count; i++) {
        const char *lesson = pitfall_info(company->parts[i].rule)->lesson;
        size_t same = 0;
        while (strcmp(pitfall_info(company->parts[same].rule)->lesson, lesson) != 0)
            same++;
        if (same == i)
            add_lesson(sb, line, width, lesson);
    }
}

static bool is_in_company(const struct pitfalls *pitfalls, enum pitfall_rule rule)
{
    for (size_t i = 0; i < pitfalls->company.count; i++)
        if (pitfalls->company.parts[i].rule == rule)
            return true;
    return false;
}

/* Whether what a change of those that matter gains is only known to be no more. */
static bool has_bound(const struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->kind == PITFALL_BOUND && pitfall->gain != TIMELINE_UNKNOWN &&
            pitfall_matters(pitfalls, pitfall))
            return true;
    }
    return false;
}

static void add_together(struct strbuf *sb, struct strbuf *line, int width,
                         const struct pitfalls *pitfalls)
{
    if (pitfalls->together == TIMELINE_UNKNOWN || pitfalls->together <= pitfalls->company.gain)
        return; /* unknown, or said already */
    strbuf_addf(line, "All changes of calls and launches together gain %s",
                has_bound(pitfalls) ? "at most " : "");
    add_share(line, pitfalls->together, pitfalls->wall);
    add_kept(line, pitfalls->together_kept);
    if (pitfalls->together_left)
        strbuf_addf(line, "; %zu of them add%s nothing to the others", pitfalls->together_left,
                    pitfalls->together_left == 1 ? "s" : "");
    flush(sb, line, width, 2);
}

static void add_turns(struct strbuf *line, const struct pitfall *pitfall)
{
    if (pitfall->turns[0])
        strbuf_addf(line, ": %s", pitfall->turns);
}

/* Why one is left as it is. */
static void add_reason(struct strbuf *line, const struct pitfalls *pitfalls,
                       const struct pitfall *pitfall)
{
    if (pitfall->refused) {
        strbuf_addf(line, "no change is offered: %s", pitfall->ungained);
        return;
    }
    strbuf_adds(line, "left as it is: changing it ");
    bool is_part = is_in_company(pitfalls, pitfall->rule);
    if (is_part)
        strbuf_adds(line, "alone ");
    if (pitfall->gain <= 0) {
        strbuf_adds(line, "gains nothing");
        add_kept(line, pitfall->kept);
        add_turns(line, pitfall);
        return;
    }
    strbuf_adds(line, pitfall->kind == PITFALL_BOUND ? "gains at most " : "gains ");
    add_share(line, pitfall->gain, pitfalls->wall);
    add_kept(line, pitfall->kept);
    add_turns(line, pitfall);
}

/* What holds things up and is not to be changed; returns how many. */
static size_t add_left(struct strbuf *sb, struct strbuf *line, int width,
                       const struct pitfalls *pitfalls)
{
    const size_t most = 5; /* each cause has its line of the source, of which there may be many */
    size_t count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (!pitfall_is_left(pitfalls, pitfall) || ++count > most)
            continue;
        strbuf_addf(line, "%s: %s", pitfall_info(pitfall->rule)->name, pitfall->evidence.text);
        flush(sb, line, width, 2);
        add_reason(line, pitfalls, pitfall);
        flush(sb, line, width, INDENT);
    }
    if (count > most) {
        strbuf_addf(line, "%zu more that are left as they are: --format json", count - most);
        flush(sb, line, width, 2);
    }
    return count;
}

/* What the copy engines have to do, all of them, as nothing runs at the same time, ns; 0: there are
 * no copies. */
static int64_t copied(const struct summary *summary)
{
    int64_t sum = 0;
    for (size_t i = 0; i < summary->machine_count; i++)
        if (summary->machines[i].kind == MACHINE_COPY)
            sum += summary->machines[i].busy;
    return sum;
}

/* Kernels that run one behind the other, and hardly any copies: how much of that could be at the
 * same time is up to what they compute, so the machines set no bound that says anything. */
static void add_kernels_apart(struct strbuf *sb, struct strbuf *line, int width,
                              const struct summary *summary)
{
    strbuf_adds(line, summary->many > 0 ? "Hardly anything" : "Nothing");
    strbuf_adds(line, " runs at the same time. Copies take only ");
    duration_add_human(line, copied(summary));
    strbuf_adds(line, ", so that only kernels could run side by side: those that do not need each "
                      "other's results, in streams of their own; which these are the program's "
                      "author knows.");
    flush(sb, line, width, 2);
    add_lesson(sb, line, width, "side-by-side");
}

/* The most that changes gain of which that is known, ns. */
static int64_t known_gain(const struct pitfalls *pitfalls)
{
    int64_t most = pitfalls->company.count ? pitfalls->company.gain : 0;
    if (pitfalls->together != TIMELINE_UNKNOWN && pitfalls->together > most)
        most = pitfalls->together;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall_matters(pitfalls, pitfall) && pitfall->gain != TIMELINE_UNKNOWN &&
            pitfall->gain > most)
            most = pitfall->gain;
    }
    return most;
}

/* The most that is gained of `gain`, as no thread's own work and sleep gets shorter; *by_host: that
 * is what limits it. */
static int64_t beside_host(const struct pitfalls *pitfalls, int64_t gain, bool *by_host)
{
    int64_t host = pitfalls->wall - pitfalls->host_work;
    *by_host = host < gain;
    return *by_host ? host : gain;
}

static void add_host_limit(struct strbuf *line, const struct pitfalls *pitfalls, bool by_host)
{
    if (!by_host)
        return;
    strbuf_adds(line, ", as a host thread works or sleeps for ");
    duration_add_human(line, pitfalls->host_work);
}

/* Work of which nothing runs at the same time, though it has copies and kernels: no rewrite divides
 * it, its author can. Beside changes that are known it is named where they gain little of that,
 * and the device has work most of the time: idle it waits for something else. */
static void add_division(struct strbuf *sb, struct strbuf *line, int width,
                         const struct pitfalls *pitfalls, const struct summary *summary)
{
    enum { LITTLE = 5 };
    const int64_t worth = 100000; /* parts of a million */
    bool by_host;
    int64_t gain = beside_host(pitfalls, summary->span - summary->least, &by_host);
    if (summary->bound != BOUND_WAITING || summary->many > summary->span / 50 ||
        summary->overlap_most < worth || copied(summary) == 0 ||
        gain <= (by_host ? pitfalls->wall / 50 : 0) || known_gain(pitfalls) > gain / LITTLE)
        return;
    if (copied(summary) < summary->span / 20) {
        add_kernels_apart(sb, line, width, summary);
        return;
    }
    strbuf_adds(line, summary->many > 0 ? "Hardly anything" : "Nothing");
    strbuf_adds(line,
                " runs at the same time. Where parts of the data can be worked on by "
                "themselves: divide the work into chunks, each with its copies and kernels in a "
                "stream of its own; to run all machines side by side gains at most ");
    add_share(line, gain, pitfalls->wall);
    add_host_limit(line, pitfalls, by_host);
    flush(sb, line, width, 2);
    add_lesson(sb, line, width, "pipeline");
}

/* Turns that go by what the host reads in each: chunks have nothing to do beside each other. */
static void add_results(struct strbuf *sb, struct strbuf *line, int width,
                        const struct pitfalls *pitfalls, const struct summary *summary)
{
    bool by_host;
    int64_t gain =
        beside_host(pitfalls, summary->span - summary->any + summary->trips.time, &by_host);
    if (gain <= pitfalls->wall / 50)
        return;
    strbuf_addf(line,
                "In each turn the host waits for a few bytes, %zu times, and the device for the "
                "host: leave on the device what only kernels need (a factor that the next one "
                "reads through a pointer), and read what ends the loop only every so many turns; "
                "without these waits the run gains at most ",
                summary->trips.count);
    add_share(line, gain, pitfalls->wall);
    add_host_limit(line, pitfalls, by_host);
    flush(sb, line, width, 2);
    add_lesson(sb, line, width, "host-bound");
}

/* Short operations with long ways between them: more of the same streams would not shorten these.
 */
static void add_round_trips(struct strbuf *sb, struct strbuf *line, int width,
                            const struct pitfalls *pitfalls, const struct summary *summary)
{
    if (summary->bound != BOUND_LATENCY || pitfalls->wall <= summary->chain)
        return;
    strbuf_adds(
        line, "The operations are short, and the ways between them long: let each launch, copy and "
              "wait do more (several turns for one wait, one kernel or copy in place of several, "
              "the test for the end on the device), or capture the calls into a CUDA graph; "
              "without any way between them the run gains at most ");
    add_share(line, pitfalls->wall - summary->chain, pitfalls->wall);
    flush(sb, line, width, 2);
    add_lesson(sb, line, width, "host-bound");
}

/* `changes`: some were offered above; `said`: these, or what is left as it is. */
static void add_limit(struct strbuf *sb, struct strbuf *line, int width,
                      const struct pitfalls *pitfalls, const struct summary *summary, bool changes,
                      bool said)
{
    static const char by[] = "Bound by ";
    struct strbuf bound;
    strbuf_init(&bound);
    summary_bound_text(&bound, summary);
    bool is_by = strncmp(bound.text, by, sizeof by - 1) == 0;
    strbuf_adds(line, said ? "No other change that these rules know gains 2 %"
                           : "No change that these rules know gains 2 %");
    if (is_by) { /* what it is; why stands beside the critical path */
        const char *name = bound.text + sizeof by - 1, *end = strchr(name, ':');
        strbuf_adds(line, "; the bound is ");
        strbuf_add(line, name, end ? (size_t)(end - name) : strlen(name));
        strbuf_addc(line, '.');
    } else {
        strbuf_addf(line, ". %s", bound.text);
    }
    strbuf_release(&bound);
    strbuf_adds(line, " `--what-if` tries more.");
    flush(sb, line, width, 2);
    if (summary->trips.count)
        add_results(sb, line, width, pitfalls, summary);
    else if (!changes)
        add_division(sb, line, width, pitfalls, summary);
    add_round_trips(sb, line, width, pitfalls, summary);
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->kind != PITFALL_LIMIT)
            continue;
        strbuf_addf(line, "%s: %s", pitfall_info(pitfall->rule)->name, pitfall->evidence.text);
        flush(sb, line, width, 2);
        strbuf_addf(line, "what would help: %s", pitfall->fix.text);
        flush(sb, line, width, INDENT);
        add_lesson(sb, line, width, pitfall_info(pitfall->rule)->lesson);
    }
}

void pitfall_text(struct strbuf *sb, const struct pitfalls *pitfalls, const struct summary *summary,
                  int width)
{
    struct strbuf line;
    strbuf_init(&line);
    size_t number = 0, timed = 0, open = 0;
    strbuf_adds(sb, "What to change\n");
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (!pitfall_matters(pitfalls, pitfall))
            continue;
        add_row(sb, &line, width, ++number, pitfalls, pitfall);
        timed += pitfall->kind != PITFALL_FIGURE && pitfall->gain != TIMELINE_UNKNOWN;
        open += pitfall->kind != PITFALL_FIGURE && pitfall->gain == TIMELINE_UNKNOWN;
    }
    if (pitfalls->company.count) {
        add_company(sb, &line, width, ++number, pitfalls);
        timed++;
    }
    if (timed > 1)
        add_together(sb, &line, width, pitfalls);
    if (timed + open && pitfalls->time_dependent) {
        strbuf_adds(&line,
                    "The program branches on times. Other calls might come of a change of its "
                    "calls, so no such change is predicted; ");
        strbuf_adds(&line,
                    pitfalls->interpreted
                        ? "what flags alone change is interpreted again from the source, here "
                          "and in explain --what-if"
                        : "the other figures take its calls as they came here");
        flush(sb, &line, width, 2);
    }
    size_t left = add_left(sb, &line, width, pitfalls);
    if (timed == 0 && open == 0)
        add_limit(sb, &line, width, pitfalls, summary, number > 0, number + left > 0);
    else if (open == 0 && summary->trips.count == 0 && summary->any > summary->span / 2)
        add_division(sb, &line, width, pitfalls, summary);
    if (pitfalls->untold.length) {
        strbuf_addf(&line, "%s.", pitfalls->untold.text);
        flush(sb, &line, width, 2);
    }
    strbuf_release(&line);
}

void pitfall_list_text(struct strbuf *sb)
{
    strbuf_adds(sb, "pitfalls, what `nullstream explain` looks for\n");
    for (int i = 0; i < PITFALL_COUNT; i++) {
        const struct pitfall_info *info = pitfall_info((enum pitfall_rule)i);
        strbuf_addf(sb, "  %-18s%-9s%s\n", info->name, pitfall_kind_name(info->kind),
                    info->looks_for);
    }
}

void pitfall_rule_text(struct strbuf *sb, enum pitfall_rule rule)
{
    static const char *const figures[] = {
        [PITFALL_REWRITE] = "rewrite: what the changed program gains, simulated",
        [PITFALL_BOUND] = "bound: at most so much, from the run as if this cost nothing",
        [PITFALL_FIGURE] =
            "figure: no time is lost, but a figure, a report or an order is not what it seems",
        [PITFALL_LIMIT] = "limit: nothing to gain from streams",
    };
    const struct pitfall_info *info = pitfall_info(rule);
    strbuf_addf(sb, "%s (pitfall)\n  looks for: %s\n  change: %s\n  %s\n  lesson: ", info->name,
                info->looks_for, info->fix, figures[info->kind]);
    lesson_name_add(sb, info->lesson);
    strbuf_addc(sb, '\n');
}
