/* Skipping waves.
 *
 * While the kernel at the head of the queue fills every place that its own blocks leave, and
 * nothing else happens, its state repeats: no SM has room for it after a pass, so what a batch of
 * its blocks leaves is exactly what the same number of new blocks take, on the same SMs. Each of
 * its batches then recurs after the start-up and time of a block. So whole periods are skipped by
 * moving the ends of its batches, as long as blocks remain for all of them and no other kernel's
 * block ends.
 */
#include "sim/base/duration.h"
#include "sim/engine/sm_state.h"

#include <string.h>

/* An SM that only this kernel fills may get another carveout each time it is empty, and with it
 * another number of blocks: not if the one in force is the kernel's own. */
static bool carveouts_agree(const struct sm_array *sms, const struct sm_mask *mask,
                            int64_t carveout)
{
    for (size_t i = 0; i < sms->groups.count; i++) {
        const struct sm_group *group = &sms->groups.groups[i];
        if (group->blocks == 0 || group->carveout == carveout)
            continue;
        for (int w = 0; w < sms->groups.words; w++)
            if (group->sms.word[w] & mask->word[w])
                return false;
    }
    return true;
}

void sm_jump_prepare(struct sm_array *sms)
{
    sms->jump_most = 0;
    uint32_t head = sm_queue_head(sms);
    if (head == SM_NONE)
        return;
    const struct sm_kernel *k = &sms->kernels[head];
    if (!k->started || k->resident == 0 || k->unplaced <= 2 * k->resident)
        return;
    int64_t period = -1, others = DURATION_NEVER;
    struct sm_mask mask;
    memset(&mask, 0, sizeof mask);
    for (size_t i = 0; i < sms->batches.heap_count; i++) {
        const struct sm_batch *b = &sms->batches.rows[sms->batches.heap[i]];
        if (b->kernel != head) {
            others = b->end < others ? b->end : others;
            continue;
        }
        int64_t its = sms->profile->value[PROFILE_sm_block_start];
        its += k->block_time;
        if (period >= 0 && its != period)
            return;
        period = its;
        for (uint32_t p = b->parts; p != SM_NONE; p = sms->batches.parts[p].next)
            for (int w = 0; w < sms->groups.words; w++)
                mask.word[w] |= sms->batches.parts[p].part.sms.word[w];
    }
    const struct heap_item *arrival = heap_peek(&sms->arrivals);
    if (arrival && arrival->time < others)
        others = arrival->time;
    const struct heap_item *notice = heap_peek(&sms->notices);
    if (notice && notice->time < others)
        others = notice->time;
    if (period < 0 || !carveouts_agree(sms, &mask, k->need.carveout))
        return;
    int64_t most = (k->unplaced - 1) / k->resident;
    sms->jump_most = most;
    sms->jump_period = period;
    sms->jump_kernel = head;
    sms->jump_blocks = k->resident;
    sm_jump_limit(sms, others);
}

void sm_jump_limit(struct sm_array *sms, int64_t time)
{
    if (sms->jump_most == 0)
        return;
    int64_t before = time > sms->now ? (time - sms->now - 1) / sms->jump_period : 0;
    if (sms->jump_most > before)
        sms->jump_most = before;
}

bool sm_jump(struct sm_array *sms, int64_t until)
{
    if (sms->jump_most == 0 || until - sms->now < sms->jump_period)
        return false;
    int64_t periods = (until - sms->now) / sms->jump_period;
    if (periods > sms->jump_most)
        periods = sms->jump_most;
    struct sm_kernel *k = &sms->kernels[sms->jump_kernel];
    int64_t time = periods * sms->jump_period;
    k->unplaced -= periods * sms->jump_blocks;
    sms->jump_most -= periods;
    sms->now += time;
    for (size_t i = 0; i < sms->batches.count; i++) {
        struct sm_batch *b = &sms->batches.rows[i];
        if (b->parts == SM_NONE || b->kernel != sms->jump_kernel)
            continue;
        b->end += time;
        b->begin += time;
        b->since += time;
        sm_batches_moved(&sms->batches, (uint32_t)i);
    }
    return true;
}
