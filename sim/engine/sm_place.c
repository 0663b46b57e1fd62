/* How the blocks of a kernel get their places: what fits is placed as it is known of the blocks
 * that have ended, and given out by the work distributor one after the other. */
#include "sim/engine/sm_state.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/minmax.h"
#include "sim/engine/loaded.h"
#include "sim/engine/sm_share.h"
#include "sim/model/cost_brief.h"

/* What is being placed: batches that start now, and those that start where a block just ended; of
 * each one or, of a kernel whose blocks go in order, one for each place in that. */
struct placing {
    struct sm_array *sms;
    uint32_t kernel;
    int count[2];
    uint32_t batch[2][SM_SHARE_USERS];
    int32_t on_one; /* the most blocks on one SM */
};

static void place_part(void *context, const struct sm_part *part, bool late)
{
    struct placing *placing = context;
    struct sm_array *sms = placing->sms;
    const struct sm_kernel *k = &sms->kernels[placing->kernel];
    struct sm_part piece = *part;
    int batches = 1;
    if (k->in_order) {
        batches = part->blocks;
        piece.blocks = 1;
    }
    for (; placing->count[late] < batches; placing->count[late]++) {
        uint32_t batch = sm_batches_new(&sms->batches, placing->kernel);
        sms->batches.rows[batch].serial = sms->serials++;
        placing->batch[late][placing->count[late]] = batch;
    }
    for (int i = 0; i < batches; i++)
        sm_batches_add(&sms->batches, placing->batch[late][i], &piece, sms->groups.words);
    if (part->blocks > placing->on_one)
        placing->on_one = part->blocks;
    sms->resident_blocks += (int64_t)part->blocks * part->count;
    sms->resident_threads += (int64_t)part->blocks * part->count * k->need.threads;
}

/* ns from the start of blocks to their work when so many find room on one SM at once. Those of a
 * started kernel that take the place of a block that has just ended, its own or another's, get it
 * anew with their pace (set_pace()). */
static int64_t work_start(const struct sm_array *sms, const struct sm_kernel *k, int64_t on_one)
{
    const int64_t *v = sms->profile->value;
    if (!k->by_work)
        return 0;
    if (k->brief) {
        int64_t first = v[PROFILE_device_memory_start] / COST_BRIEF_FIRST;
        /* in one wave the less, the less is read (kernel-shapes.txt: by 4 bytes a thread 1.6 us of
         * 264 blocks of 256 threads, 2.0 of 1024, by 16 1.8 and 2.7) */
        int64_t most = k->need.threads * INT64_C(16) * 1024;
        if (k->unplaced == 0 && k->bytes < most)
            first = duration_divide(first, k->bytes + most / 2, most + most / 2);
        return k->started ? k->follow.next
                          : cost_brief_start(sms->profile, on_one * k->need.threads) + first;
    }
    int64_t first =
        k->started ? 0 : cost_first_bytes(sms->profile, k->flops, k->bytes, k->need.threads);
    return v[PROFILE_sm_work_start] + first;
}

/* ns by which the blocks of a kernel's last wave, if it has fewer on an SM than find room, follow
 * sooner than the wave before has ended, when none of that is left: brief blocks that begin one
 * after the other end so (1639 of 320 threads, 12.4 an SM and room for 6: 3.0 us measured, 3.7 by
 * three whole waves; traces/experiments/kernel-shapes.txt). */
static int64_t ahead(const struct sm_array *sms, const struct sm_kernel *k)
{
    int64_t last = k->unplaced + k->resident, count = sms->profile->value[PROFILE_device_sm_count];
    int64_t on_one = (last + count - 1) / count;
    if (!k->brief || !k->started || k->stayed > 0 || last > k->before || on_one >= k->need.alone)
        return 0;
    return duration_divide(cost_brief_wave(sms->profile, &k->follow), k->need.alone - on_one,
                           k->need.alone);
}

/* Blocks of more urgent kernels that were given out so far. */
static int64_t urgent_blocks(const struct sm_array *sms, int32_t level)
{
    int64_t blocks = 0;
    for (int32_t l = level + 1; l < sms->profile->value[PROFILE_sm_priority_levels]; l++)
        blocks += sms->given[l];
    return blocks;
}

/* All blocks of a kernel by work have their places. The work distributor is busy with them until it
 * has given them out, one after the other, and those of more urgent kernels in between. */
static void give_out(struct sm_array *sms, struct sm_kernel *k)
{
    int64_t dispatch = sms->profile->value[PROFILE_sm_dispatch];
    k->between = urgent_blocks(sms, k->level) - k->between;
    int64_t until = duration_add(k->begin, duration_divide(k->blocks + k->between, dispatch, 1000));
    if (!k->by_work || until <= sms->giving_until)
        return;
    sms->giving_until = until;
    sms->giving_level = k->level;
    sms->giving_op = k->op;
}

bool sm_place_is_held(const struct sm_array *sms, const struct sm_kernel *k)
{
    return !k->started && sms->giving_until > sms->now && k->level <= sms->giving_level;
}

/* Places what fits by what is known of the blocks that ended; returns how many. The first blocks
 * begin at `*first`, or later if that is earlier. */
HOT static int64_t place_known(struct sm_array *sms, uint32_t row, int64_t *first)
{
    struct placing placing;
    placing.sms = sms;
    placing.kernel = row;
    placing.count[0] = placing.count[1] = 0;
    placing.on_one = 0;
    struct sm_kernel *k = &sms->kernels[row];
    int64_t placed =
        sm_groups_place(&sms->groups, &k->need, k->unplaced, sms->now, place_part, &placing);
    if (sms->news.active)
        sm_news_placed(&sms->news, placed, placing.on_one, k->need.threads,
                       sms->profile->value[PROFILE_sm_dispatch]);
    if (k->placed_at != sms->now)
        k->stayed = k->resident;
    k->placed_at = sms->now;
    sm_note_held(sms, k);
    k->unplaced -= placed;
    k->resident += placed;
    sms->given[k->level] += placed;
    int64_t loaded = 0, start = work_start(sms, k, placing.on_one);
    int64_t sooner = ahead(sms, k);
    if (!k->started)
        loaded = loaded_more(sms->profile, PROFILE_loaded_kernel, sms->on_way);
    for (int late = 0; late < 2; late++)
        for (int i = 0; i < placing.count[late]; i++) {
            struct sm_batch *b = &sms->batches.rows[placing.batch[late][i]];
            b->begin = sms->now + (late ? sms->profile->value[PROFILE_sm_block_start] : 0);
            b->end = k->by_work ? DURATION_NEVER : duration_add(b->begin + loaded, k->block_time);
            b->since = (k->brief ? larger(b->begin, sms->now + start) : b->begin + start) + loaded;
            b->left = SM_SHARE_BLOCK;
            b->follows = late && k->started && k->by_work;
            b->ahead = b->follows ? sooner : 0;
            b->waves = late ? sms->news.waves + 1 : 1;
            *first = b->begin < *first ? b->begin : *first;
            sms->work_changed |= k->by_work || sms->crowded;
            sm_batches_push(&sms->batches, placing.batch[late][i]);
        }
    return placed;
}

HOT void sm_place_blocks(struct sm_array *sms, uint32_t row)
{
    struct sm_kernel *k = &sms->kernels[row];
    struct sm_news *news = &sms->news;
    bool carveout;
    if (k->cooperative && sm_groups_room(&sms->groups, &k->need, k->blocks, &carveout) < k->blocks)
        return;
    /* What fills all that there is does so in any order. */
    if (news->active && (k->cooperative || sm_groups_room(&sms->groups, &k->need, k->unplaced + 1,
                                                          &carveout) <= k->unplaced))
        sm_news_end(news, &sms->groups);
    int64_t placed = 0, first = DURATION_NEVER;
    if (!k->started)
        k->serial = sms->serials;
    do
        placed += place_known(sms, row, &first);
    while (news->active && k->unplaced > 0 && sm_news_hear(news, &sms->groups));
    if (placed == 0)
        return;
    k->last = placed;
    if (!k->started) {
        k->started = true;
        k->together = placed;
        k->between = urgent_blocks(sms, k->level);
        k->begin = first;
        sms->grids++;
        sm_wait_end(sms, row, first);
        sm_line_push(&sms->notices, first, SM_STARTED, row);
    }
    if (k->unplaced == 0)
        give_out(sms, k);
}
