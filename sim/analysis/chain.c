#include "sim/analysis/chain.h"

#include "sim/analysis/poll_begin.h"
#include "sim/base/mem.h"
#include "sim/model/calls.h"

#include <stdlib.h>
#include <string.h>

/* Two waits for one operation by one rule, one after the other, are one: a copy that is staged has
 * a wait for each part. `first`: of the link. */
static bool goes_on(struct chain *chain, size_t first, const struct chain_wait *wait)
{
    struct chain_wait *before =
        chain->wait_count > first ? &chain->waits[chain->wait_count - 1] : NULL;
    if (!before || wait->blocker == TIMELINE_NO_OP || before->blocker != wait->blocker ||
        before->rule != wait->rule || before->to != wait->from)
        return false;
    before->to = wait->to;
    return true;
}

static void add_wait(struct chain *chain, size_t first, const struct chain_wait *wait)
{
    if (wait->to <= wait->from || goes_on(chain, first, wait))
        return;
    chain->waits =
        mem_grow(chain->waits, &chain->wait_capacity, chain->wait_count + 1, sizeof *chain->waits);
    chain->waits[chain->wait_count++] = *wait;
}

/* Whether it names a cause: an operation, or what an engine does that is none. */
static bool tells(const struct chain_wait *wait)
{
    return wait->blocker != TIMELINE_NO_OP || wait->rule == RULE_ID_CLEARING;
}

/* The waits from `from` to `to`; what they leave at the end is not known. */
static void add_waits(struct chain *chain, struct chain_link *link, const struct timeline *t,
                      uint32_t first, uint32_t count)
{
    link->first_wait = chain->wait_count;
    link->longest = SIZE_MAX;
    int64_t at = link->from;
    for (uint32_t i = 0; i < count && at < link->to; i++) {
        const struct timeline_wait *wait = &t->waits.rows[first + i];
        int64_t to = wait->to < link->to ? wait->to : link->to;
        uint32_t blocker = wait->blocker < t->ops.count ? wait->blocker : TIMELINE_NO_OP;
        add_wait(chain, link->first_wait, &(struct chain_wait){at, to, blocker, wait->rule});
        at = to > at ? to : at;
    }
    add_wait(chain, link->first_wait,
             &(struct chain_wait){at, link->to, TIMELINE_NO_OP, RULE_COUNT});
    link->wait_count = chain->wait_count - link->first_wait;
    bool call = link->op == TIMELINE_NO_OP;
    for (size_t i = link->first_wait; i < chain->wait_count; i++) {
        const struct chain_wait *wait = &chain->waits[i];
        const struct chain_wait *best =
            link->longest == SIZE_MAX ? NULL : &chain->waits[link->longest];
        if (tells(wait) && (!best || call || wait->to - wait->from > best->to - best->from))
            link->longest = i;
    }
}

static bool is_known(const struct timeline_op *op)
{
    return op->call != TIMELINE_UNKNOWN && op->start != TIMELINE_UNKNOWN && op->start >= op->call;
}

static bool make_link(struct chain *chain, struct chain_link *link, const struct timeline *t,
                      uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    if (!is_known(op))
        return false;
    *link = (struct chain_link){.op = id, .call = CHAIN_NO_CALL, .from = op->call, .to = op->start};
    add_waits(chain, link, t, op->first_wait, op->wait_count);
    return true;
}

static uint32_t place_of(const struct timeline *t, uint32_t op)
{
    return op == TIMELINE_NO_OP ? UINT32_MAX : t->ops.rows[op].place;
}

/* Whether `b` says again what `a` says. */
static bool repeats(const struct chain *chain, const struct timeline *t, const struct chain_link *a,
                    const struct chain_link *b)
{
    if (a->op == TIMELINE_NO_OP || a->longest == SIZE_MAX || b->longest == SIZE_MAX)
        return false;
    const struct chain_wait *x = &chain->waits[a->longest], *y = &chain->waits[b->longest];
    return x->rule == y->rule && place_of(t, a->op) == place_of(t, b->op) &&
           place_of(t, x->blocker) == place_of(t, y->blocker) &&
           t->ops.rows[a->op].name == t->ops.rows[b->op].name;
}

/* Keeps a link, or counts it: as a repetition of the one before, or as one too many. */
static void keep(struct chain *chain, const struct timeline *t, const struct chain_link *link,
                 size_t most)
{
    struct chain_link *before = chain->count ? &chain->links[chain->count - 1] : NULL;
    if (before && chain->left == 0 && repeats(chain, t, before, link)) {
        before->repeats++;
        chain->wait_count = link->first_wait;
        return;
    }
    bool round = chain->left != 0; /* a loop's turn that has been told */
    for (size_t i = 0; i + 1 < chain->count && !round; i++)
        round = repeats(chain, t, &chain->links[i], link);
    if (round || chain->count == most) {
        chain->left++;
        chain->wait_count = link->first_wait;
        return;
    }
    chain->links = mem_grow(chain->links, &chain->capacity, chain->count + 1, sizeof *chain->links);
    chain->links[chain->count++] = *link;
}

/* From a link on through blockers. Each began before the wait for it ended, and that is before the
 * one that waited began, so the way ends; ties go to smaller ids. */
static void follow(struct chain *chain, const struct timeline *t, struct chain_link link,
                   size_t most)
{
    while (chain->left < CHAIN_WALK) {
        uint32_t next =
            link.longest == SIZE_MAX ? TIMELINE_NO_OP : chain->waits[link.longest].blocker;
        int64_t start = link.to;
        uint32_t op = link.op;
        keep(chain, t, &link, most);
        if (op != TIMELINE_NO_OP)
            chain->last = op;
        if (next == TIMELINE_NO_OP)
            return;
        const struct timeline_op *row = &t->ops.rows[next];
        if (!is_known(row) || row->start > start || (row->start == start && next >= op) ||
            !make_link(chain, &link, t, next))
            return;
    }
}

static void begin(struct chain *chain)
{
    memset(chain, 0, sizeof *chain);
    chain->last = TIMELINE_NO_OP;
}

void chain_find(struct chain *chain, const struct timeline *timeline, uint32_t op, size_t most)
{
    struct chain_link link;
    begin(chain);
    if (make_link(chain, &link, timeline, op))
        follow(chain, timeline, link, most);
}

void chain_find_call(struct chain *chain, const struct timeline *timeline, uint32_t call,
                     size_t most)
{
    begin(chain);
    const struct timeline_call *row = &timeline->calls.rows[call];
    if (row->returned == TIMELINE_UNKNOWN || row->enter == TIMELINE_UNKNOWN ||
        row->returned < row->enter)
        return;
    int64_t from = row->enter;
    if (call_is_query(row->call)) {
        int64_t *begins = poll_begin_find(timeline);
        from = begins[call];
        free(begins);
    }
    struct chain_link link = {
        .op = TIMELINE_NO_OP, .call = call, .from = from, .to = row->returned};
    add_waits(chain, &link, timeline, row->first_wait, row->wait_count);
    follow(chain, timeline, link, most);
}

void chain_release(struct chain *chain)
{
    free(chain->links);
    free(chain->waits);
    memset(chain, 0, sizeof *chain);
}
