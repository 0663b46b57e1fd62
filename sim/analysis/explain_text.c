#include "sim/analysis/explain_text.h"

#include "sim/analysis/chain.h"
#include "sim/analysis/explain_inside.h"
#include "sim/analysis/label.h"
#include "sim/analysis/lock_across.h"
#include "sim/analysis/readback.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/wrap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { GROUPS_SHOWN = 8 };

void page_begin(struct page *page, struct strbuf *sb, const struct explain *explain, int width)
{
    *page = (struct page){.sb = sb, .explain = explain, .t = explain->timeline, .width = width};
    strbuf_init(&page->line);
    page->told = mem_zalloc(page->t->ops.count + 1);
}

void page_end(struct page *page)
{
    strbuf_release(&page->line);
    free(page->told);
}

void page_flush(struct page *page, int first, int indent)
{
    wrap_add(page->sb, page->line.text, page->width, first, indent);
    strbuf_clear(&page->line);
}

/* --- why it waited -------------------------------------------------------------------------------
 */

/* "k3 waited 599 us", "24 operations waited during 3.10 ms, each at most 310 us (k3)". */
static void add_group_sum(struct strbuf *sb, const struct timeline *t,
                          const struct waits_group *group)
{
    if (group->count == 1) {
        if (group->host) {
            strbuf_addf(sb, "the host %s ", page_waited_word(t, group->row));
            duration_add_human(sb, group->sum);
            strbuf_adds(sb, " in ");
            label_calls(sb, t, group->row, 1);
            strbuf_adds(sb, group->ran_out ? " that nobody ended before" : "");
        } else {
            label_op(sb, t, group->row);
            strbuf_adds(sb, " waited ");
            duration_add_human(sb, group->sum);
        }
        return;
    }
    if (group->host) {
        strbuf_addf(sb, "the host %s ", page_waited_word(t, group->row));
        duration_add_human(sb, group->during);
        strbuf_adds(sb, " in ");
        label_calls(sb, t, group->row, group->count);
        strbuf_adds(sb, group->ran_out ? " that nobody ended before, at most " : ", at most ");
    } else {
        strbuf_addf(sb, "%zu operations waited during ", group->count);
        duration_add_human(sb, group->during);
        strbuf_adds(sb, ", each at most ");
    }
    duration_add_human(sb, group->longest);
    if (!group->host) {
        strbuf_adds(sb, " (");
        label_op(sb, t, group->row);
        strbuf_addc(sb, ')');
    }
}

/* Whether the chain's first link is a host call or goes on by a wait of the rule. */
static bool leads_by(const struct chain *chain, uint32_t rule)
{
    return chain->count == 0 || chain->links[0].op == TIMELINE_NO_OP ||
           (chain->links[0].longest != SIZE_MAX &&
            chain->waits[chain->links[0].longest].rule == rule);
}

/* Whether it is the last call that waited, or nothing but the final readback is behind it. */
static bool ends_with(const struct timeline *t, const struct readback *readback,
                      const struct waits_group *group)
{
    if (!group->host)
        return group->count == 1 && readback_has_op(readback, t, group->row);
    return group->row == critical_last_call(t) ||
           readback_has_call(readback, &t->calls.rows[group->row]);
}

/* Who held the lock that the call waited for, in a call that waited for the device, and why that
 * did. */
static void add_holder(struct page *page, uint32_t row)
{
    const struct timeline *t = page->t;
    uint32_t *held = lock_across_find(t), holder = held ? held[row] : LOCK_ACROSS_NONE;
    free(held);
    bool within = holder == LOCK_ACROSS_NONE; /* one of the driver, which the call itself takes */
    struct lock_holder calls = {.count = 1};
    if (within) {
        calls = lock_held_in_calls(t, row);
        holder = calls.call;
    }
    if (holder == LOCK_ACROSS_NONE)
        return;
    const struct timeline_call *call = &t->calls.rows[holder];
    strbuf_addf(&page->line, "%sheld by %s %s ", within ? "the driver's lock is " : "",
                calls.several ? "other threads"
                              : timeline_name(t, t->threads.rows[call->thread].name),
                within ? "in" : "across");
    label_calls(&page->line, t, holder, calls.count);
    if (call->place) {
        strbuf_adds(&page->line, ", ");
        page_add_line(&page->line, t, call->place);
    }
    if (within) {
        strbuf_adds(&page->line, ", which took ");
        duration_add_human(&page->line, calls.time);
    }
    page_flush(page, 5, 7);
    struct chain chain;
    chain_find_call(&chain, t, holder, LINKS_SHOWN);
    if (!within || (chain.count && chain.links[0].longest != SIZE_MAX))
        page_add_chain(page, &chain);
    chain_release(&chain);
}

static void add_group(struct page *page, const struct readback *readback,
                      const struct waits_group *group)
{
    const struct timeline *t = page->t;
    struct strbuf *sb = &page->line;
    strbuf_addf(sb, "%s", page_rule_word(group->rule));
    if (group->place) {
        strbuf_adds(sb, ", ");
        label_place(sb, t, group->place);
    }
    strbuf_adds(sb, ": ");
    add_group_sum(sb, t, group);
    if (group->path) {
        strbuf_adds(sb, "; ");
        duration_add_human(sb, group->path);
        strbuf_adds(sb, " of it on the critical path");
    } else if (ends_with(t, readback, group)) {
        strbuf_adds(sb, "; the run ends with it");
    }
    page_flush(page, 2, 4);
    page_add_sentence(page, group->rule, group->host ? TIMELINE_NO_OP : group->row, group->row,
                      group->blocker);
    if (group->host && group->rule == RULE_ID_LOCK && group->row != UINT32_MAX)
        add_holder(page, group->row);
    if (group->row == UINT32_MAX || group->blocker == TIMELINE_NO_OP ||
        (!group->host && page->told[group->row]))
        return;
    struct chain chain;
    if (group->host)
        chain_find_call(&chain, t, group->row, LINKS_SHOWN);
    else
        chain_find(&chain, t, group->row, LINKS_SHOWN);
    if (leads_by(&chain, group->rule)) {
        page_add_chain(page, &chain);
    } else { /* it waited longer for something else: that is told there */
        label_op(sb, t, group->row);
        strbuf_adds(sb, " waited ");
        page_add_wait(sb, t,
                      &(struct chain_wait){
                          .to = group->longest, .blocker = group->blocker, .rule = group->rule});
        page_flush(page, 5, 7);
    }
    chain_release(&chain);
}

/* Whether it is worth a line: one percent of the wall time on the critical path, or in all for what
 * is not as the program meant it to be (its streams' order) nor the hardware's own moment. */
static bool matters(const struct explain *explain, const struct waits_group *group)
{
    int64_t wall = explain->shares.wall;
    if (label_ppm(group->path, wall) >= 10000)
        return true;
    return group->rule != RULE_ID_STREAM && label_ppm(group->during, wall) >= 10000 &&
           (group->rule == RULE_COUNT || rule_info((enum rule)group->rule)->group != RULE_TIME);
}

void explain_text_waits(struct strbuf *sb, const struct explain *explain, int width)
{
    struct page page;
    page_begin(&page, sb, explain, width);
    const struct readback readback = readback_find(explain->timeline);
    strbuf_adds(sb, "Why it waited\n");
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < explain->waits.count; i++) {
        const struct waits_group *group = &explain->waits.groups[i];
        if (shown < GROUPS_SHOWN && matters(explain, group)) {
            add_group(&page, &readback, group);
            shown++;
        } else {
            left++;
        }
    }
    if (shown == 0)
        strbuf_adds(sb, "  Nothing waited long enough to matter.\n");
    else if (left)
        strbuf_addf(sb, "  %zu more that cost%s less: --format json\n", left, left == 1 ? "s" : "");
    page_end(&page);
}

/* --- one operation -------------------------------------------------------------------------------
 */

static void add_times(struct page *page, const struct timeline_op *op)
{
    struct strbuf *sb = &page->line;
    strbuf_adds(sb, "called at ");
    duration_add_us(sb, op->call - page->t->zero);
    strbuf_adds(sb, ", started at ");
    duration_add_us(sb, op->start - page->t->zero);
    strbuf_adds(sb, ", ended at ");
    duration_add_us(sb, op->end - page->t->zero);
    strbuf_adds(sb, " us");
    page_flush(page, 2, 2);
}

static void add_slack_of(struct page *page, uint32_t op)
{
    int64_t slack = page->explain->slack[op];
    if (slack == TIMELINE_UNKNOWN) {
        if (timeline_has_times(&page->t->ops.rows[op])) {
            strbuf_adds(&page->line, "slack: not known: the program asks in turn which of several "
                                     "are done, and others may be served before one that is late");
            page_flush(page, 2, 2);
        }
        return;
    }
    if (slack == 0) {
        strbuf_adds(&page->line, "no slack: if it ends later, the run takes longer");
    } else {
        strbuf_adds(&page->line, "slack: it could end ");
        duration_add_human(&page->line, slack);
        strbuf_adds(&page->line, " later before the run takes longer");
    }
    page_flush(page, 2, 2);
}

/* What no rule accounts for of a predicted call is the host at work. */
static bool is_call_itself(const struct timeline *t, const struct chain_link *link,
                           const struct chain_wait *wait)
{
    return link->op == TIMELINE_NO_OP && wait->rule >= RULE_COUNT &&
           t->source == TIMELINE_PREDICTED;
}

static void add_all_waits(struct page *page, const struct chain *chain)
{
    if (chain->count == 0)
        return;
    const struct chain_link *link = &chain->links[0];
    for (size_t i = link->first_wait; i < link->first_wait + link->wait_count; i++) {
        const struct chain_wait *wait = &chain->waits[i];
        if (is_call_itself(page->t, link, wait)) {
            duration_add_human(&page->line, wait->to - wait->from);
            bool ran_out = page->t->calls.rows[link->call].turns == TIMELINE_TIMED;
            strbuf_adds(&page->line, ran_out ? ": until its end" : ": the call itself");
        } else {
            page_add_wait(&page->line, page->t, wait);
        }
        page_flush(page, 2, 4);
        page_add_sentence(page, wait->rule, link->op, link->call, wait->blocker);
    }
}

/* "8 turns of 106 us each, 848 us", of a row that a loop's turns make up. */
static void add_took(struct page *page, const struct explain_pick *pick, int64_t time)
{
    uint32_t turns = pick->op == TIMELINE_NO_OP ? page->t->calls.rows[pick->call].turns : 0;
    duration_add_human(&page->line, time);
    if (turns > 1 && turns != TIMELINE_TIMED) {
        strbuf_addf(&page->line, ", %" PRIu32 " turns of about ", turns);
        duration_add_human(&page->line, time / turns);
    }
}

void explain_text_pick(struct strbuf *sb, const struct explain *explain,
                       const struct explain_pick *pick, int width)
{
    struct page page;
    page_begin(&page, sb, explain, width);
    struct chain chain;
    bool is_op = pick->op != TIMELINE_NO_OP;
    if (is_op)
        chain_find(&chain, page.t, pick->op, LINKS_SHOWN * 2);
    else
        chain_find_call(&chain, page.t, pick->call, LINKS_SHOWN * 2);
    uint32_t place =
        is_op ? page.t->ops.rows[pick->op].place : page.t->calls.rows[pick->call].place;
    if (is_op)
        strbuf_addf(&page.line, "#%" PRIu32 " ", pick->op);
    if (is_op)
        label_op(&page.line, page.t, pick->op);
    else
        label_calls(&page.line, page.t, pick->call, 1);
    if (place) {
        strbuf_adds(&page.line, " (");
        label_place(&page.line, page.t, place);
        strbuf_addc(&page.line, ')');
    }
    if (chain.count == 0) {
        strbuf_adds(&page.line, ": when it was called or when it started is not known");
    } else {
        strbuf_adds(&page.line, is_op ? " waited " : " took ");
        add_took(&page, pick, chain.links[0].to - chain.links[0].from);
    }
    if (pick->others)
        strbuf_addf(&page.line,
                    is_op ? "; it waited longest of the %zu meant"
                          : "; the longest of the %zu meant",
                    pick->others + 1);
    page_flush(&page, 0, 2);
    if (is_op && chain.count)
        add_times(&page, &page.t->ops.rows[pick->op]);
    add_all_waits(&page, &chain);
    if (chain.count > 1) {
        strbuf_adds(sb, "Because\n");
        page_add_chain(&page, &chain);
    }
    if (is_op)
        add_slack_of(&page, pick->op);
    chain_release(&chain);
    page_end(&page);
}
