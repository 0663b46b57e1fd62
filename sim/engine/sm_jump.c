/* Skipping waves.
 *
 * While the kernel at the head of the queue fills every place that its own blocks leave, and
 * nothing else happens, its batches repeat: no SM has room for it after a pass, so what a batch of
 * its blocks leaves is exactly what the same number of new blocks take, on the same SMs, and what
 * is resident never changes. Each of its batches then recurs after the start-up and time of a
 * block. So their ends are moved on, as long as blocks remain for all of them and no other
 * kernel's block ends.
 */
#include "sim/base/duration.h"
#include "sim/engine/sm_share.h"

#include <string.h>

/* ns of a batch's next blocks, without the start-up. */
static int64_t block_time(const struct sm_kernel *k, const struct sm_batch *b)
{
    return k->by_work ? sm_share_time(SM_SHARE_BLOCK, b->pace.rate) : k->block_time;
}

/* ns from when a block takes the place of one of a batch to its work. */
static int64_t start_time(const struct sm_array *sms, const struct sm_kernel *k,
                          const struct sm_batch *b)
{
    return k->by_work ? b->pace.behind : sms->profile->value[PROFILE_sm_block_start];
}

/* Takes those SMs from `mask` that never get empty while waves are skipped: those with blocks of
 * other kernels, none of which ends, or with blocks of the head that end at different times. */
static void forget_never_empty(const struct sm_array *sms, uint32_t head, struct sm_mask *mask)
{
    int64_t end[64 * SM_MASK_WORDS];
    memset(end, -1, sizeof end);
    for (size_t i = 0; i < sms->batches.heap_count; i++) {
        const struct sm_batch *b = &sms->batches.rows[sms->batches.heap[i]];
        const struct sm_kernel *k = &sms->kernels[b->kernel];
        bool stays = b->kernel != head;
        int64_t period = stays ? 1 : duration_add(start_time(sms, k, b), block_time(k, b));
        for (uint32_t p = b->parts; p != SM_NONE; p = sms->batches.parts[p].next)
            for (int w = 0; w < sms->groups.words; w++) {
                uint64_t here = sms->batches.parts[p].part.sms.word[w] & mask->word[w];
                for (; here; here &= here - 1) {
                    int64_t *first = &end[64 * w + __builtin_ctzll(here)];
                    if (stays || (*first >= 0 && (b->end - *first) % period != 0))
                        mask->word[w] &= ~(here & (~here + 1));
                    *first = b->end;
                }
            }
    }
}

/* An SM that only this kernel fills may get another carveout each time it is empty, and with it
 * another number of blocks: not if the one in force is the kernel's own, nor if it never is empty.
 * (Beside others one starts with theirs and may keep it over all its waves.) */
static bool carveouts_agree(const struct sm_array *sms, const struct sm_mask *mask, uint32_t head)
{
    struct sm_mask other;
    bool any = false;
    memset(&other, 0, sizeof other);
    for (size_t i = 0; i < sms->groups.count; i++) {
        const struct sm_group *group = &sms->groups.groups[i];
        if (group->blocks == 0 || group->carveout == sms->kernels[head].need.carveout)
            continue;
        for (int w = 0; w < sms->groups.words; w++) {
            other.word[w] |= group->sms.word[w] & mask->word[w];
            any |= other.word[w] != 0;
        }
    }
    if (!any)
        return true;
    forget_never_empty(sms, head, &other);
    for (int w = 0; w < sms->groups.words; w++)
        if (other.word[w])
            return false;
    return true;
}

void sm_jump_prepare(struct sm_array *sms)
{
    sms->jump_until = -1;
    uint32_t head = sm_queue_head(sms);
    if (head == SM_NONE)
        return;
    const struct sm_kernel *k = &sms->kernels[head];
    if (!k->started || k->resident == 0 || k->unplaced <= 2 * k->resident)
        return;
    int64_t shortest = DURATION_NEVER, others = DURATION_NEVER;
    struct sm_pace pace = {0, 0};
    struct sm_mask mask;
    memset(&mask, 0, sizeof mask);
    for (size_t i = 0; i < sms->batches.heap_count; i++) {
        const struct sm_batch *b = &sms->batches.rows[sms->batches.heap[i]];
        /* Blocks to come are younger or older than others: who gets to issue changes with them. */
        if (sms->crowded && !sms->kernels[b->kernel].by_work)
            return;
        /* Blocks of which some go before others have no period: each new one goes last. */
        if (k->in_order && (b->kernel != head ? sms->kernels[b->kernel].by_work
                                              : pace.rate && !sm_pace_equal(b->pace, pace)))
            return;
        if (b->kernel != head) {
            others = b->end < others ? b->end : others;
            continue;
        }
        pace = b->pace;
        int64_t period = duration_add(start_time(sms, k, b), block_time(k, b));
        shortest = period < shortest ? period : shortest;
        for (uint32_t p = b->parts; p != SM_NONE; p = sms->batches.parts[p].next)
            for (int w = 0; w < sms->groups.words; w++)
                mask.word[w] |= sms->batches.parts[p].part.sms.word[w];
    }
    const struct sm_line_item *arrival = sm_line_peek(&sms->arrivals);
    if (arrival && arrival->time < others)
        others = arrival->time;
    const struct sm_line_item *notice = sm_line_peek(&sms->notices);
    if (notice && notice->time < others)
        others = notice->time;
    if (!carveouts_agree(sms, &mask, head))
        return;
    /* All batches lie within a period from now, so that by now + n * shortest none recurs more than
     * n + 1 times. At least one block must remain, for then the head is not dispatched yet. */
    int64_t times = (k->unplaced - 1) / k->resident - 1, until;
    if (__builtin_mul_overflow(times, shortest, &until))
        until = DURATION_NEVER;
    sms->jump_until = duration_add(sms->now, until);
    sms->jump_kernel = head;
    sm_jump_limit(sms, others);
}

void sm_jump_limit(struct sm_array *sms, int64_t time)
{
    if (time != DURATION_NEVER && sms->jump_until >= time)
        sms->jump_until = time - 1;
}

bool sm_jump(struct sm_array *sms, int64_t until)
{
    /* Not to `until` itself: what comes in then must find the places that are left then. */
    int64_t to = until - 1 < sms->jump_until ? until - 1 : sms->jump_until;
    uint32_t first = sm_batches_first(&sms->batches);
    if (to <= sms->now || first == SM_NONE || sms->batches.rows[first].end > to)
        return false;
    struct sm_kernel *k = &sms->kernels[sms->jump_kernel];
    for (size_t i = 0; i < sms->batches.count; i++) {
        struct sm_batch *b = &sms->batches.rows[i];
        if (b->parts == SM_NONE || b->kernel != sms->jump_kernel || b->end > to)
            continue;
        int64_t start = start_time(sms, k, b), time = block_time(k, b);
        int64_t period = duration_add(start, time);
        int64_t times = (to - b->end) / period + 1;
        b->end += times * period;
        b->since = b->end - time;
        b->begin = sm_block_begin(sms, b->since, k->by_work ? start : 0);
        b->left = SM_SHARE_BLOCK;
        b->waves = (int32_t)(times < INT32_MAX - b->waves ? b->waves + times : INT32_MAX);
        k->unplaced -= times * b->blocks;
        sms->given[k->level] += times * b->blocks;
        sm_batches_moved(&sms->batches, (uint32_t)i);
    }
    sms->now = to;
    sm_jump_prepare(sms);
    return true;
}
