/* Chains of waits in words, and what each rule says. */
#include "sim/analysis/chain.h"
#include "sim/analysis/explain_inside.h"
#include "sim/analysis/label.h"
#include "sim/analysis/lock_across.h"
#include "sim/analysis/truths.h"
#include "sim/base/duration.h"
#include "sim/model/calls.h"

#include <inttypes.h>
#include <string.h>

/* --- words ---------------------------------------------------------------------------------------
 */

const char *page_rule_word(uint32_t rule)
{
    return rule < RULE_COUNT ? rule_info((enum rule)rule)->name : "not known";
}

/* "default stream", "stream a", "stream 3". */
static void add_stream(struct strbuf *sb, const struct timeline *t, uint32_t stream)
{
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_adds(sb, "default stream");
    else
        label_the_stream(sb, t, stream);
}

void page_add_line(struct strbuf *sb, const struct timeline *t, uint32_t place)
{
    if (place == 0 || place >= t->places.count)
        return;
    if (t->places.rows[place].file == t->places.rows[1].file)
        strbuf_addf(sb, "line %" PRId32, t->places.rows[place].line);
    else
        label_place(sb, t, place);
}

/* "k2, line 14, default stream". */
static void add_blocker(struct strbuf *sb, const struct timeline *t, uint32_t op)
{
    label_op(sb, t, op);
    if (t->ops.rows[op].place) {
        strbuf_adds(sb, ", ");
        page_add_line(sb, t, t->ops.rows[op].place);
    }
    strbuf_adds(sb, ", ");
    add_stream(sb, t, t->ops.rows[op].stream);
}

static void add_waiter(struct strbuf *sb, const struct timeline *t, const struct chain_link *link)
{
    if (link->op != TIMELINE_NO_OP)
        label_op(sb, t, link->op);
    else if (call_info((enum call)t->calls.rows[link->call].call)->group == CALL_GROUP_HOST)
        strbuf_adds(sb, "the host");
    else
        label_calls(sb, t, link->call, 1);
}

const char *page_waited_word(const struct timeline *t, uint32_t call)
{
    return call < t->calls.count && call_is_query((enum call)t->calls.rows[call].call) ? "polled"
                                                                                       : "waited";
}

/* --- a chain -------------------------------------------------------------------------------------
 */

/* "599 us: legacy-fence (k2, line 14, default stream)". */
void page_add_wait(struct strbuf *sb, const struct timeline *t, const struct chain_wait *wait)
{
    duration_add_human(sb, wait->to - wait->from);
    strbuf_addf(sb, ": %s", page_rule_word(wait->rule));
    if (wait->blocker == TIMELINE_NO_OP)
        return;
    strbuf_adds(sb, " (");
    add_blocker(sb, t, wait->blocker);
    strbuf_addc(sb, ')');
}

/* The longest other wait for somebody, if it is not much shorter; and how many more there are. */
static void add_others(struct page *page, const struct chain *chain, const struct chain_link *link)
{
    const struct chain_wait *longest = &chain->waits[link->longest];
    size_t best = SIZE_MAX, count = 0;
    int64_t sum = 0;
    for (size_t i = link->first_wait; i < link->first_wait + link->wait_count; i++) {
        const struct chain_wait *wait = &chain->waits[i];
        int64_t length = wait->to - wait->from;
        if (i == link->longest || wait->blocker == TIMELINE_NO_OP ||
            length * 10 < longest->to - longest->from)
            continue;
        count++;
        sum += length;
        if (best == SIZE_MAX || length > chain->waits[best].to - chain->waits[best].from)
            best = i;
    }
    if (count == 1) {
        strbuf_adds(&page->line, best < link->longest ? ", before that " : ", then ");
        page_add_wait(&page->line, page->t, &chain->waits[best]);
    } else if (count) {
        strbuf_addf(&page->line, "; and for %zu others, ", count);
        duration_add_human(&page->line, sum);
    }
}

/* How much of it was until the call had a lock, if that is a tenth or more. */
static void add_lock_before(struct strbuf *sb, const struct timeline *t, uint32_t op,
                            int64_t length)
{
    int64_t lock = op == TIMELINE_NO_OP ? 0 : lock_wait_before(t, op);
    if (lock * 10 < length || lock == 0)
        return;
    strbuf_adds(sb, ", ");
    duration_add_human(sb, lock);
    strbuf_adds(sb, " of it until its call had a lock");
}

/* A link in a line: the wait that leads on, and others that are not much shorter. */
static void add_link(struct page *page, const struct chain *chain, const struct chain_link *link)
{
    struct strbuf *sb = &page->line;
    add_waiter(sb, page->t, link);
    if (link->longest == SIZE_MAX) {
        strbuf_adds(sb, " waited for no other operation: ");
        duration_add_human(sb, link->to - link->from);
        strbuf_adds(sb, " from its call to its start");
        add_lock_before(sb, page->t, link->op, link->to - link->from);
    } else {
        strbuf_addf(sb, " %s ",
                    link->op == TIMELINE_NO_OP ? page_waited_word(page->t, link->call) : "waited");
        page_add_wait(sb, page->t, &chain->waits[link->longest]);
        add_others(page, chain, link);
    }
    if (link->repeats)
        strbuf_addf(sb, "; %zu more before it likewise", link->repeats);
    page_flush(page, 5, 7);
    if (link->op != TIMELINE_NO_OP)
        page->told[link->op] = true;
}

/* As far as it has not been told yet. */
void page_add_chain(struct page *page, const struct chain *chain)
{
    for (size_t i = 0; i < chain->count; i++) {
        uint32_t op = chain->links[i].op;
        if (op != TIMELINE_NO_OP && page->told[op]) {
            label_op(&page->line, page->t, op);
            strbuf_adds(&page->line, ": see above");
            page_flush(page, 5, 7);
            return;
        }
        add_link(page, chain, &chain->links[i]);
    }
    if (chain->left == 0)
        return;
    strbuf_addf(&page->line, "and so on over %s%zu more, back to ",
                chain->left == CHAIN_WALK ? "more than " : "", chain->left);
    label_op(&page->line, page->t, chain->last);
    if (page->t->ops.rows[chain->last].place) {
        strbuf_adds(&page->line, ", ");
        page_add_line(&page->line, page->t, page->t->ops.rows[chain->last].place);
    }
    page_flush(page, 5, 7);
}

void page_add_sentence(struct page *page, uint32_t rule, uint32_t op, uint32_t call,
                       uint32_t blocker)
{
    if (rule >= RULE_COUNT)
        return;
    struct truths truths;
    bool differ = op != TIMELINE_NO_OP ? truths_of_op(&truths, page->t, op, rule, blocker)
                                       : truths_of_call(&truths, page->t, call, rule);
    if (rule == RULE_ID_LATENCY && op != TIMELINE_NO_OP && page->t->ops.rows[op].kind == OP_HOST) {
        strbuf_adds(&page->line,
                    "(a thread of the driver is woken to call each host function, and what follows "
                    "in the stream waits for it to say that the function has returned)");
        page_flush(page, 5, 6);
        return;
    }
    if (rule == RULE_ID_COPY_ENGINE && op != TIMELINE_NO_OP && timeline_is_prefetch(page->t, op)) {
        if (!page->prefetches) {
            strbuf_adds(&page->line,
                        "(the driver moves the pages of one prefetch after the other)");
            page_flush(page, 5, 6);
        }
        page->prefetches = true;
        return;
    }
    if (rule == RULE_ID_LOCK && op == TIMELINE_NO_OP && call < page->t->calls.count &&
        strncmp(call_info((enum call)page->t->calls.rows[call].call)->name, "cuda", 4) == 0) {
        if (!page->driver_lock) {
            strbuf_adds(&page->line,
                        "(it waits for the driver's lock, which is none of the program's)");
            page_flush(page, 5, 6);
        }
        page->driver_lock = true;
        return;
    }
    if (!page->rules[rule]) {
        strbuf_addf(&page->line, "(%s)", rule_info((enum rule)rule)->sentence);
        page_flush(page, 5, 6);
    } else if (op != TIMELINE_NO_OP) {
        return;
    }
    page->rules[rule] = true;
    if (!differ || rule_is_of_thread((enum rule)rule)) /* what it says is of waits for the device */
        return;
    strbuf_addf(&page->line, "documented: %s; observed: %s", truths.documented, truths.observed);
    page_flush(page, 5, 7);
}
