#include "tests/timeline_check.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* The pasts of all operations as bits, n * n / 8 bytes. */
struct pasts {
    size_t count, words;
    uint64_t *bits;
};

static bool has(const struct pasts *pasts, uint32_t a, uint32_t b)
{
    return pasts->bits[(size_t)b * pasts->words + a / 64] >> (a % 64) & 1;
}

static void pasts_init(struct pasts *pasts, const struct timeline *timeline)
{
    pasts->count = timeline->ops.count;
    pasts->words = pasts->count / 64 + 1;
    pasts->bits = mem_zalloc((pasts->count + 1) * pasts->words * sizeof *pasts->bits);
    for (size_t i = 0; i < pasts->count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        uint64_t *own = pasts->bits + i * pasts->words;
        for (uint32_t j = 0; j < op->after_count; j++) {
            uint32_t before = timeline->afters.rows[op->first_after + j];
            if (before >= i)
                continue;
            const uint64_t *theirs = pasts->bits + before * pasts->words;
            for (size_t w = 0; w < pasts->words; w++)
                own[w] |= theirs[w];
            own[before / 64] |= UINT64_C(1) << (before % 64);
        }
    }
}

bool timeline_is_after(const struct timeline *timeline, uint32_t a, uint32_t b)
{
    struct pasts pasts;
    pasts_init(&pasts, timeline);
    bool result = has(&pasts, a, b);
    free(pasts.bits);
    return result;
}

#define COMPLAIN(...) return strbuf_addf(complaint, __VA_ARGS__), false

static bool check_times(const struct timeline *timeline, uint32_t id, struct strbuf *complaint)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    int64_t times[] = {op->call, op->returned, op->ready, op->start, op->end};
    for (int i = 0; i < 5; i++)
        if (times[i] == TIMELINE_UNKNOWN)
            COMPLAIN("op %u: time %d of 5 is unknown", id, i);
    if (op->call > op->returned || op->call > op->ready || op->ready > op->start ||
        op->start > op->end)
        COMPLAIN("op %u: times out of order: call %lld, ready %lld, start %lld, end %lld", id,
                 (long long)op->call, (long long)op->ready, (long long)op->start,
                 (long long)op->end);
    return true;
}

bool timeline_in_pieces(const struct timeline *timeline, const struct timeline_op *op)
{
    const uint64_t piece = 512 << 10; /* the tests' staging buffer; a profile's is not smaller */
    if (op->kind != OP_COPY || op->machine != MACHINE_COPY)
        return false;
    const struct program_copy *copy = &timeline->copies.rows[op->detail];
    return copy->host_memory == MEMORY_PAGEABLE && program_copy_bytes(copy) > piece;
}

/* Rules whose blocker need not have ended when the wait ends: it made way in another manner. */
static bool makes_way_early(enum rule rule)
{
    return rule == RULE_ID_CONNECTION || rule == RULE_ID_HEAD_OF_LINE || rule == RULE_ID_CARVEOUT ||
           rule == RULE_ID_SIGNAL_DELAY || rule == RULE_ID_SM_FULL || rule == RULE_ID_LAUNCH_QUEUE;
}

static bool check_waits(const struct timeline *timeline, uint32_t id, struct strbuf *complaint)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    int64_t at = op->call;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &timeline->waits.rows[op->first_wait + i];
        const char *rule = rule_info((enum rule)wait->rule)->name;
        enum rule_group group = rule_info((enum rule)wait->rule)->group;
        if (wait->to <= at)
            COMPLAIN("op %u: wait %u (%s) ends at %lld, not after %lld", id, i, rule,
                     (long long)wait->to, (long long)at);
        at = wait->to;
        if (group == RULE_HOST)
            COMPLAIN("op %u: waits by the host's rule %s", id, rule);
        if (wait->blocker == TIMELINE_NO_OP) {
            if (group == RULE_ORDER)
                COMPLAIN("op %u: %s blames nobody", id, rule);
            continue;
        }
        if (group == RULE_TIME)
            COMPLAIN("op %u: %s blames op %u", id, rule, wait->blocker);
        if (wait->blocker >= timeline->ops.count || wait->blocker == id)
            COMPLAIN("op %u: %s blames op %u", id, rule, wait->blocker);
        const struct timeline_op *blocker = &timeline->ops.rows[wait->blocker];
        if (makes_way_early((enum rule)wait->rule)) {
            /* One that stands first in a queue has left it, or was ready to, at least. */
            bool queue = wait->rule == RULE_ID_HEAD_OF_LINE || wait->rule == RULE_ID_CONNECTION ||
                         wait->rule == RULE_ID_SIGNAL_DELAY || wait->rule == RULE_ID_LAUNCH_QUEUE;
            if ((queue ? blocker->ready : blocker->start) > wait->to)
                COMPLAIN("op %u: %s blames op %u until %lld, which was not that far", id, rule,
                         wait->blocker, (long long)wait->to);
        } else if (wait->rule == RULE_ID_COPY_ENGINE && timeline_in_pieces(timeline, blocker)) {
            if (wait->to <= blocker->start || wait->to > blocker->end)
                COMPLAIN("op %u: %s blames op %u until %lld, when no piece of it ended", id, rule,
                         wait->blocker, (long long)wait->to);
        } else if (blocker->end != wait->to) {
            COMPLAIN("op %u: %s blames op %u until %lld, which ended at %lld", id, rule,
                     wait->blocker, (long long)wait->to, (long long)blocker->end);
        }
    }
    if (at != op->start)
        COMPLAIN("op %u: its waits end at %lld, it starts at %lld", id, (long long)at,
                 (long long)op->start);
    return true;
}

static bool check_after(const struct timeline *timeline, const struct pasts *pasts, uint32_t id,
                        struct strbuf *complaint)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    const uint32_t *after = timeline->afters.rows + op->first_after;
    for (uint32_t i = 0; i < op->after_count; i++) {
        if (after[i] >= id)
            COMPLAIN("op %u is after op %u", id, after[i]);
        if (timeline->ops.rows[after[i]].end > op->start)
            COMPLAIN("op %u starts at %lld, after op %u, which ends at %lld", id,
                     (long long)op->start, after[i], (long long)timeline->ops.rows[after[i]].end);
        for (uint32_t j = 0; j < op->after_count; j++)
            if (i != j && (after[i] == after[j] || has(pasts, after[i], after[j])))
                COMPLAIN("op %u: after op %u goes without saying, it is after op %u", id, after[i],
                         after[j]);
    }
    return true;
}

static bool check_calls(const struct timeline *timeline, struct strbuf *complaint)
{
    for (size_t c = 0; c < timeline->calls.count; c++) {
        const struct timeline_call *call = &timeline->calls.rows[c];
        const char *name = call_info((enum call)call->call)->name;
        int64_t at = call->enter;
        if (call->returned < call->enter)
            COMPLAIN("call %zu (%s) returns before it is entered", c, name);
        for (uint32_t i = 0; i < call->wait_count; i++) {
            const struct timeline_wait *wait = &timeline->waits.rows[call->first_wait + i];
            if (wait->to <= at)
                COMPLAIN("call %zu (%s): wait %u is empty", c, name, i);
            at = wait->to;
            if (wait->blocker == TIMELINE_NO_OP)
                continue;
            if (wait->blocker >= timeline->ops.count)
                COMPLAIN("call %zu (%s) blames op %u", c, name, wait->blocker);
            bool early = wait->rule == RULE_ID_COPY || makes_way_early((enum rule)wait->rule);
            if (!early && timeline->ops.rows[wait->blocker].end > wait->to)
                COMPLAIN("call %zu (%s) waits until %lld for op %u, which ends later", c, name,
                         (long long)wait->to, wait->blocker);
        }
        if (call->wait_count && at != call->returned)
            COMPLAIN("call %zu (%s): its waits end at %lld, it returns at %lld", c, name,
                     (long long)at, (long long)call->returned);
    }
    return true;
}

static bool check_overlap(const struct timeline *timeline, struct strbuf *complaint)
{
    size_t count = timeline->ops.count;
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            const struct timeline_op *x = &timeline->ops.rows[a], *y = &timeline->ops.rows[b];
            if (x->stream == y->stream && x->end > y->start)
                COMPLAIN("ops %u and %u of stream %u overlap", a, b, x->stream);
            if (x->machine == MACHINE_COPY && y->machine == MACHINE_COPY &&
                x->machine_index == y->machine_index && x->start < y->end && y->start < x->end &&
                !timeline_in_pieces(timeline, x) && !timeline_in_pieces(timeline, y))
                COMPLAIN("ops %u and %u overlap on a copy engine", a, b);
        }
    }
    return true;
}

bool timeline_check(const struct timeline *timeline, struct strbuf *complaint)
{
    struct pasts pasts;
    pasts_init(&pasts, timeline);
    bool sound = true;
    for (uint32_t i = 0; sound && i < timeline->ops.count; i++)
        sound = check_times(timeline, i, complaint) && check_waits(timeline, i, complaint) &&
                check_after(timeline, &pasts, i, complaint);
    sound = sound && check_calls(timeline, complaint) && check_overlap(timeline, complaint);
    free(pasts.bits);
    return sound;
}
