#include "tui/view/chart.h"

#include "sim/analysis/slack.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* --- waits ---------------------------------------------------------------------------------------
 */

/* For another stream or for the hardware: what the lanes show as a wait. */
static bool is_for_others(uint32_t rule)
{
    enum rule_group group = rule_info((enum rule)rule)->group;
    return (group == RULE_ORDER || group == RULE_RESOURCE) && rule != RULE_ID_STREAM;
}

static struct chart_wait no_wait(void)
{
    return (struct chart_wait){.op = TIMELINE_NO_OP, .blocker = TIMELINE_NO_OP};
}

/* The longest; for others before for its own stream. */
struct chart_wait chart_wait_of(const struct chart *chart, uint32_t id)
{
    const struct timeline *t = chart->timeline;
    const struct timeline_op *op = &t->ops.rows[id];
    struct chart_wait best = no_wait();
    bool best_for_others = false;
    int64_t from = op->call;
    for (uint32_t i = 0; i < op->wait_count && from != TIMELINE_UNKNOWN; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        bool for_others = is_for_others(wait->rule);
        bool meant = wait->to > from && rule_info((enum rule)wait->rule)->group != RULE_TIME;
        if (meant && (best.op == TIMELINE_NO_OP || (for_others && !best_for_others) ||
                      (for_others == best_for_others && wait->to - from > best.to - best.from))) {
            best = (struct chart_wait){from, wait->to, id, wait->blocker, wait->rule};
            best_for_others = for_others;
        }
        from = wait->to > from ? wait->to : from;
    }
    if (best.blocker >= t->ops.count)
        best.blocker = TIMELINE_NO_OP;
    return best;
}

struct chart_wait chart_wait_of_call(const struct chart *chart, uint32_t row)
{
    const struct timeline *t = chart->timeline;
    const struct timeline_call *call = &t->calls.rows[row];
    struct chart_wait last = no_wait();
    int64_t from = call->enter;
    for (uint32_t i = 0; i < call->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->blocker < t->ops.count)
            last = (struct chart_wait){from, wait->to, TIMELINE_NO_OP, wait->blocker, wait->rule};
        from = wait->to;
    }
    return last;
}

/* Longest first; equal ones in the order of their calls. */
static bool is_larger(const struct chart_wait *a, const struct chart_wait *b)
{
    int64_t x = a->to - a->from, y = b->to - b->from;
    return x != y ? x > y : a->op < b->op;
}

static int by_length(const void *a, const void *b)
{
    const struct chart_wait *x = a, *y = b;
    return is_larger(x, y) ? -1 : is_larger(y, x);
}

/* `largest` is a heap whose first is the smallest that is kept. */
static void sift_down(struct chart_wait *heap, size_t count, size_t at)
{
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            if (is_larger(&heap[least], &heap[child]))
                least = child;
        if (least == at)
            return;
        struct chart_wait moved = heap[at];
        heap[at] = heap[least];
        heap[least] = moved;
        at = least;
    }
}

static void keep_wait(struct chart *chart, const struct chart_wait *wait)
{
    struct chart_wait *heap = chart->largest;
    if (chart->largest_count == CHART_LARGEST) {
        if (is_larger(wait, &heap[0])) {
            heap[0] = *wait;
            sift_down(heap, CHART_LARGEST, 0);
        }
        return;
    }
    heap[chart->largest_count++] = *wait;
    for (size_t i = chart->largest_count / 2; i > 0 && chart->largest_count == CHART_LARGEST; i--)
        sift_down(heap, CHART_LARGEST, i - 1);
}

static void add_waits(struct chart *chart, uint32_t end)
{
    for (uint32_t i = 0; i < end; i++) {
        struct chart_wait wait = chart_wait_of(chart, i);
        if (wait.op == TIMELINE_NO_OP || is_for_others(wait.rule) == chart->own_stream_only ||
            chart->timeline->ops.rows[i].start == TIMELINE_UNKNOWN)
            continue;
        chart->waiting[chart->waiting_count++] = i;
        keep_wait(chart, &wait);
    }
}

/* Of a pair only the first one's: the second says the same again, or had to infer it. Where nothing
 * waits for others, waits for the own stream are all there is to see. */
static void find_waits(struct chart *chart)
{
    size_t count = chart->timeline->ops.count;
    uint32_t end = chart->compare ? chart->pair.second : (uint32_t)count;
    chart->waiting = mem_zalloc((count + 1) * sizeof *chart->waiting);
    chart->largest = mem_zalloc(CHART_LARGEST * sizeof *chart->largest);
    add_waits(chart, end);
    if (chart->waiting_count == 0) {
        chart->own_stream_only = true;
        add_waits(chart, end);
    }
    qsort(chart->largest, chart->largest_count, sizeof *chart->largest, by_length);
}

/* --- names ---------------------------------------------------------------------------------------
 */

static uint32_t name_of_op(const struct timeline *t, size_t row)
{
    return t->ops.rows[row].name;
}

static uint32_t name_of_call(const struct timeline *t, size_t row)
{
    return t->calls.rows[row].call;
}

static void find_names(struct chart_names *names, const struct timeline *t, size_t rows,
                       size_t count, uint32_t (*name_of)(const struct timeline *t, size_t row))
{
    names->count = count;
    names->first = mem_zalloc((count + 2) * sizeof *names->first);
    names->ids = mem_zalloc((rows + 1) * sizeof *names->ids);
    for (size_t i = 0; i < rows; i++)
        if (name_of(t, i) < count)
            names->first[name_of(t, i) + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        names->first[i] += names->first[i - 1];
    for (size_t i = 0; i < rows; i++) /* first[n + 1] runs from the first of n to that of n + 1 */
        if (name_of(t, i) < count)
            names->ids[names->first[name_of(t, i) + 1]++] = (uint32_t)i;
}

/* --- machines -----------------------------------------------------------------------------------
 */

/* Bars come in order of start: what touches the stretch before it makes it longer. */
static void find_busy(struct chart *chart)
{
    const struct layout *layout = chart->layout;
    size_t count = 0, bars = 0;
    for (size_t i = 0; i < layout->lane_count; i++)
        if (layout->lanes[i].group == LANE_MACHINE)
            bars += layout->lanes[i].bar_count;
    chart->busy = mem_zalloc((bars + 1) * sizeof *chart->busy);
    chart->first_busy = mem_zalloc((layout->lane_count + 1) * sizeof *chart->first_busy);
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        size_t first = chart->first_busy[i] = count;
        for (size_t b = 0; lane->group == LANE_MACHINE && b < lane->bar_count; b++) {
            const struct layout_bar *bar = &layout->bars[lane->first_bar + b];
            struct chart_span *last = count > first ? &chart->busy[count - 1] : NULL;
            if (last && bar->from <= last->to)
                last->to = bar->to > last->to ? bar->to : last->to;
            else
                chart->busy[count++] = (struct chart_span){bar->from, bar->to};
        }
    }
    chart->first_busy[layout->lane_count] = count;
}

bool chart_works(const struct chart *chart, size_t lane, int64_t from, int64_t to)
{
    size_t low = chart->first_busy[lane], end = chart->first_busy[lane + 1], high = end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (chart->busy[middle].to <= from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && chart->busy[low].from < to;
}

/* --- occupancy -----------------------------------------------------------------------------------
 */

static void find_resident(struct chart *chart, const struct profile *profile)
{
    const struct timeline *t = chart->timeline;
    chart->resident = mem_zalloc((t->sm_steps.count + 1) * sizeof *chart->resident);
    for (size_t i = 0; i < t->sm_steps.count; i++) {
        const struct timeline_sm_step *step = &t->sm_steps.rows[i];
        if (step->threads > chart->most_threads)
            chart->most_threads = step->threads;
        if (i > 0)
            chart->resident[i] =
                chart->resident[i - 1] + (step->time - step[-1].time) * step[-1].threads;
    }
    if (profile) {
        int64_t most = profile->value[PROFILE_device_sm_count] * profile->value[PROFILE_sm_threads];
        if (most >= chart->most_threads && most <= INT32_MAX)
            chart->most_threads = (int32_t)most;
    }
}

/* Threads times ns until a time. */
static int64_t resident_until(const struct chart *chart, int64_t time)
{
    const struct timeline_sm_step *steps = chart->timeline->sm_steps.rows;
    size_t low = 0, high = chart->timeline->sm_steps.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (steps[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    return chart->resident[low - 1] + (time - steps[low - 1].time) * steps[low - 1].threads;
}

int64_t chart_resident(const struct chart *chart, int64_t from, int64_t to)
{
    if (to <= from)
        to = from + 1;
    return (resident_until(chart, to) - resident_until(chart, from)) / (to - from);
}

/* --- one timeline or two -------------------------------------------------------------------------
 */

/* Only what the text of one operation needs: the report's other parts are nobody's here. */
static void explain_one(struct explain *explain, const struct timeline *timeline)
{
    *explain = (struct explain){.timeline = timeline};
    explain_find_slack(explain);
}

static void finish(struct chart *chart, const struct profile *profile)
{
    const struct timeline *t = chart->timeline;
    window_init(&chart->window, chart->layout);
    find_waits(chart);
    find_names(&chart->ops, t, t->ops.count, t->names.count, name_of_op);
    find_names(&chart->calls, t, t->calls.count, CALL_COUNT, name_of_call);
    find_busy(chart);
    find_resident(chart, profile);
}

void chart_init(struct chart *chart, const struct timeline *timeline, const struct profile *profile,
                const char *name)
{
    memset(chart, 0, sizeof *chart);
    chart->timeline = timeline;
    chart->names[0] = name;
    layout_init(&chart->own, timeline);
    layout_add_connections(&chart->own);
    chart->layout = &chart->own;
    explain_one(&chart->explain[0], timeline);
    finish(chart, profile);
}

void chart_init_pair(struct chart *chart, const struct compare *compare,
                     const struct profile *profile, const char *first, const char *second)
{
    memset(chart, 0, sizeof *chart);
    chart->compare = compare;
    chart->names[0] = first;
    chart->names[1] = second;
    pair_init(&chart->pair, compare);
    pair_add_connections(&chart->pair, compare);
    chart->timeline = &chart->pair.both;
    chart->layout = &chart->pair.layout;
    explain_one(&chart->explain[0], compare->a);
    explain_one(&chart->explain[1], compare->b);
    size_t count = chart->timeline->ops.count;
    chart->pair_of = mem_zalloc((count + 1) * sizeof *chart->pair_of);
    memset(chart->pair_of, 0xff, count * sizeof *chart->pair_of);
    for (uint32_t i = 0; i < compare->match.count; i++) {
        uint32_t a = chart->pair.ops[0][compare->match.pairs[i].a];
        uint32_t b = chart->pair.ops[1][compare->match.pairs[i].b];
        if (a != TIMELINE_NO_OP && b != TIMELINE_NO_OP)
            chart->pair_of[a] = chart->pair_of[b] = i;
    }
    chart->worst = mem_zalloc(CHART_LARGEST * sizeof *chart->worst);
    chart->worst_count = compare_worst(compare, chart->worst, CHART_LARGEST);
    finish(chart, profile);
}

void chart_release(struct chart *chart)
{
    window_release(&chart->window);
    explain_release(&chart->explain[0]);
    explain_release(&chart->explain[1]);
    free(chart->waiting);
    free(chart->largest);
    free(chart->ops.first);
    free(chart->ops.ids);
    free(chart->calls.first);
    free(chart->calls.ids);
    free(chart->busy);
    free(chart->first_busy);
    free(chart->resident);
    free(chart->pair_of);
    free(chart->worst);
    if (chart->compare)
        pair_release(&chart->pair);
    else
        layout_release(&chart->own);
    memset(chart, 0, sizeof *chart);
}

int chart_own_op(const struct chart *chart, uint32_t op, uint32_t *own)
{
    *own = op;
    if (!chart->compare || op == TIMELINE_NO_OP)
        return 0;
    *own = chart->pair.own[op];
    return op >= chart->pair.second;
}

int chart_own_call(const struct chart *chart, uint32_t call, uint32_t *own)
{
    *own = call;
    if (!chart->compare || call < chart->compare->a->calls.count)
        return 0;
    *own = call - (uint32_t)chart->compare->a->calls.count;
    return 1;
}

uint32_t chart_op_of(const struct chart *chart, int side, uint32_t own)
{
    return chart->compare && own != TIMELINE_NO_OP ? chart->pair.ops[side][own] : own;
}

uint32_t chart_partner(const struct chart *chart, uint32_t op)
{
    if (!chart->compare || op == TIMELINE_NO_OP || chart->pair_of[op] == UINT32_MAX)
        return TIMELINE_NO_OP;
    const struct match_pair *pair = &chart->compare->match.pairs[chart->pair_of[op]];
    return op < chart->pair.second ? chart->pair.ops[1][pair->b] : chart->pair.ops[0][pair->a];
}
