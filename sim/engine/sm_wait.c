#include "sim/base/mem.h"
#include "sim/engine/sm_state.h"

uint32_t sm_queue_head(const struct sm_array *sms)
{
    if (sms->waiting == 0)
        return SM_NONE;
    uint32_t head = sms->queues[63 - __builtin_clzll(sms->waiting)].first;
    if (sms->grids < sms->grid_limit || sms->kernels[head].started)
        return head;
    /* No grid can be added: those that are resident go on. */
    for (uint64_t left = sms->waiting; left;) {
        int level = 63 - __builtin_clzll(left);
        uint32_t first = sms->queues[level].first;
        if (sms->kernels[first].started)
            return first;
        left &= ~(UINT64_C(1) << level);
    }
    return head;
}

/* The kernel behind `kernel`, in order of queues; SM_NONE. */
static uint32_t queue_behind(const struct sm_array *sms, uint32_t kernel)
{
    const struct sm_kernel *k = &sms->kernels[kernel];
    if (k->next != SM_NONE)
        return k->next;
    uint64_t below = sms->waiting & ((UINT64_C(1) << k->level) - 1);
    return below ? sms->queues[63 - __builtin_clzll(below)].first : SM_NONE;
}

/* Ends the open stretch at `to`. */
static void close_stretch(struct sm_kernel *k, int64_t to, uint32_t blocker)
{
    if (to <= k->since || k->rule < 0)
        return;
    k->waits = mem_grow(k->waits, &k->wait_capacity, k->wait_count + 1, sizeof *k->waits);
    k->waits[k->wait_count++] =
        (struct timeline_wait){.to = to, .blocker = blocker, .rule = (uint32_t)k->rule};
    k->since = to;
}

/* Who is to blame for the open stretch, now that it ends. */
static uint32_t blocker_now(const struct sm_array *sms, const struct sm_kernel *k)
{
    switch (k->rule) {
    case RULE_ID_HEAD_OF_LINE:
        return k->blocker;
    case RULE_ID_GRID_LIMIT:
        return sms->last_grid;
    default:
        return sms->last_ended;
    }
}

/* Ends the open stretch now. Those further back than the second are not looked at when a grid ends:
 * from then on it was the kernel before them that held them back. */
static void close_open(const struct sm_array *sms, struct sm_kernel *k)
{
    if (k->rule == RULE_ID_GRID_LIMIT && sms->last_grid_end < sms->now &&
        sms->last_grid != TIMELINE_NO_OP && sms->last_dispatched != k->op) {
        close_stretch(k, sms->last_grid_end, sms->last_grid);
        k->rule = RULE_ID_HEAD_OF_LINE;
        k->blocker = sms->last_dispatched;
    }
    close_stretch(k, sms->now, blocker_now(sms, k));
}

static void set_rule(struct sm_array *sms, struct sm_kernel *k, int rule, uint32_t blocker)
{
    if (k->rule == rule && (rule != RULE_ID_HEAD_OF_LINE || k->blocker == blocker))
        return;
    /* Before any block has ended nobody is to blame for the stretch so far: it goes on. */
    if (blocker_now(sms, k) != TIMELINE_NO_OP)
        close_open(sms, k);
    k->rule = rule;
    k->blocker = blocker;
}

/* What would keep the kernel from starting if it were at the head; -1: nothing. */
static int reason(const struct sm_array *sms, const struct sm_kernel *k)
{
    if (sms->grids >= sms->grid_limit)
        return RULE_ID_GRID_LIMIT;
    bool carveout;
    int64_t enough = k->cooperative ? k->blocks : 1;
    if (sm_groups_room(&sms->groups, &k->need, enough, &carveout) >= enough)
        return -1;
    return carveout ? RULE_ID_CARVEOUT : RULE_ID_SM_FULL;
}

static void set_reason_behind(struct sm_array *sms, struct sm_kernel *k, uint32_t head)
{
    int rule = reason(sms, k);
    uint32_t ahead = sms->kernels[head].op;
    set_rule(sms, k, rule < 0 ? RULE_ID_HEAD_OF_LINE : rule, ahead);
}

void sm_wait_begin(struct sm_array *sms, uint32_t kernel)
{
    struct sm_kernel *k = &sms->kernels[kernel];
    k->since = sms->now;
    k->rule = -1;
    k->wait_count = 0;
    sms->arrived = mem_grow(sms->arrived, &sms->arrived_capacity, sms->arrived_count + 1,
                            sizeof *sms->arrived);
    sms->arrived[sms->arrived_count++] = kernel;
}

void sm_wait_first(struct sm_array *sms, uint32_t kernel)
{
    struct sm_kernel *k = &sms->kernels[kernel];
    if (!k->started && k->rule < 0)
        set_reason_behind(sms, k, sm_queue_head(sms));
}

void sm_wait_held(struct sm_array *sms, uint32_t head, uint32_t op)
{
    set_rule(sms, &sms->kernels[head], RULE_ID_HEAD_OF_LINE, op);
}

void sm_wait_update(struct sm_array *sms, uint32_t head)
{
    struct sm_kernel *k = &sms->kernels[head];
    if (!k->started) {
        int rule = reason(sms, k);
        set_rule(sms, k, rule < 0 ? RULE_ID_SM_FULL : rule, TIMELINE_NO_OP);
    }
    uint32_t behind = queue_behind(sms, head);
    if (behind != SM_NONE && !sms->kernels[behind].started)
        set_reason_behind(sms, &sms->kernels[behind], head);
}

void sm_wait_end(struct sm_array *sms, uint32_t kernel, int64_t begin)
{
    struct sm_kernel *k = &sms->kernels[kernel];
    close_open(sms, k);
    k->rule = RULE_ID_LATENCY;
    close_stretch(k, begin, TIMELINE_NO_OP);
    k->rule = -1;
}
