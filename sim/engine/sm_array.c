#include "sim/engine/sm_array.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/base/minmax.h"
#include "sim/engine/sm_share.h"
#include "sim/model/cost.h"
#include "sim/model/cost_brief.h"

#include <stdlib.h>
#include <string.h>

struct sm_array *sm_array_new(const struct profile *profile, struct timeline *steps,
                              bool dispatched)
{
    struct sm_array *sms = mem_zalloc(sizeof *sms);
    sms->tell_dispatched = dispatched;
    sms->profile = profile;
    sms->steps = steps;
    sm_groups_init(&sms->groups, profile);
    sm_batches_init(&sms->batches);
    for (int i = 0; i < SM_LEVELS; i++)
        sms->queues[i].first = sms->queues[i].last = SM_NONE;
    sms->free_kernel = sms->told = sms->stuck = sms->waited = SM_NONE;
    sms->jump_until = -1;
    sms->copies_at = sms->held_until = DURATION_NEVER;
    sms->last_ended = sms->last_grid = sms->last_dispatched = sms->giving_op = TIMELINE_NO_OP;
    sms->grid_limit = profile->value[PROFILE_rules_concurrent_kernels] == 0
                          ? 1
                          : profile->value[PROFILE_sm_resident_grids];
    return sms;
}

/* --- kernels -------------------------------------------------------------------------------------
 */

static uint32_t new_kernel(struct sm_array *sms)
{
    uint32_t row = sms->free_kernel;
    if (row != SM_NONE) {
        sms->free_kernel = sms->kernels[row].next;
        struct sm_kernel *k = &sms->kernels[row];
        *k = (struct sm_kernel){.waits = k->waits, .wait_capacity = k->wait_capacity};
        return row;
    }
    row = (uint32_t)sms->kernel_count++;
    sms->kernels =
        mem_grow(sms->kernels, &sms->kernel_capacity, sms->kernel_count, sizeof *sms->kernels);
    sms->kernels[row] = (struct sm_kernel){0};
    return row;
}

/* The queue of a priority: the hardware tells only so many levels apart, 0 being the least. */
static int32_t level_of(const struct sm_array *sms, int32_t priority)
{
    int32_t levels = (int32_t)sms->profile->value[PROFILE_sm_priority_levels];
    if (priority >= 0)
        return 0;
    return priority <= -levels ? levels - 1 : -priority;
}

/* What is written for a byte that the kernel reads, in such bytes (1/1024). */
static int64_t driven(const struct profile *profile, const struct engine_kernel *kernel)
{
    enum { MOST = 64 * 1024 };
    int64_t cost = profile->value[PROFILE_device_write_back_cost];
    if (kernel->driven <= 0 || kernel->bytes <= 0 || cost == 0)
        return 0;
    int64_t each = duration_divide(kernel->driven, cost * 1024 / 1000, kernel->bytes);
    return each < MOST ? each : MOST;
}

void sm_array_submit(struct sm_array *sms, uint32_t op, const struct engine_kernel *kernel,
                     int64_t time)
{
    uint32_t row = new_kernel(sms);
    struct sm_kernel *k = &sms->kernels[row];
    const struct occupancy *o = &kernel->occupancy;
    k->op = op;
    k->need =
        (struct sm_need){o->blocks,
                         o->block_threads,
                         o->block_registers,
                         (int32_t)o->block_shared,
                         (int32_t)o->carveout_bytes,
                         (int32_t)o->carveout_least,
                         (int32_t)(o->carveout_most < INT32_MAX ? o->carveout_most : INT32_MAX)};
    k->level = level_of(sms, kernel->priority);
    k->blocks = k->unplaced = o->blocks > 0 ? larger(kernel->blocks, 0) : 0;
    int64_t most = o->blocks * sms->profile->value[PROFILE_device_sm_count];
    k->cooperative = kernel->cooperative && k->blocks <= most;
    k->block_time = larger(kernel->block_time, 1);
    k->by_work = kernel->block_time < 0 && (kernel->flops > 0 || kernel->bytes > 0);
    k->flops = sm_share_per_block(kernel->flops, k->blocks);
    k->bytes = sm_share_per_block(kernel->bytes, k->blocks);
    k->driven = driven(sms->profile, kernel);
    k->copies = kernel->copies;
    k->brief = !k->copies && cost_is_brief(k->flops, k->bytes, k->need.threads);
    k->in_order = k->by_work &&
                  sm_share_in_order(sms->profile, k->flops, k->blocks, k->brief, k->blocks <= most);
    int64_t threads = k->need.threads, resident = threads * k->need.alone;
    bool crowded = resident + threads > sms->profile->value[PROFILE_sm_threads];
    if (k->brief)
        k->follow = cost_brief_of(sms->profile, k->flops, k->bytes, threads, crowded);
    k->shape = sm_cells_shape(k);
    sm_line_push(&sms->arrivals, time, 0, row);
    sm_jump_limit(sms, time);
}

bool sm_array_copies(struct sm_array *sms, int64_t rate_change, int64_t time)
{
    sms->copy_rate += rate_change;
    if (!sms->cells || rate_change == 0)
        return false;
    sms->copies_at = time < sms->copies_at ? time : sms->copies_at;
    sm_jump_limit(sms, time);
    return true;
}

static void enqueue(struct sm_array *sms, uint32_t row)
{
    struct sm_kernel *k = &sms->kernels[row];
    struct sm_queue *queue = &sms->queues[k->level];
    k->next = SM_NONE;
    if (queue->first == SM_NONE)
        queue->first = row;
    else
        sms->kernels[queue->last].next = row;
    queue->last = row;
    sms->waiting |= UINT64_C(1) << k->level;
    sm_wait_begin(sms, row);
}

static void dequeue(struct sm_array *sms, uint32_t row)
{
    struct sm_kernel *k = &sms->kernels[row];
    struct sm_queue *queue = &sms->queues[k->level];
    queue->first = k->next;
    if (queue->first == SM_NONE) {
        queue->last = SM_NONE;
        sms->waiting &= ~(UINT64_C(1) << k->level);
    }
}

/* --- blocks --------------------------------------------------------------------------------------
 */

static void release_grid(struct sm_array *sms, struct sm_kernel *k, int64_t end)
{
    k->released = true;
    sms->grids--;
    sms->last_grid = k->op;
    sms->last_grid_end = end;
}

/* ns by which a kernel's last block ends later than now, when of those that were placed together
 * the one that was given out first does. The work distributor takes its time for each, so that the
 * last ends later (S5.13, traces/experiments/block-starts.txt); what had to wait for room starts
 * where the first ones end, so that a last wave of few blocks is over soon, and the wave before it
 * perhaps later (b35 of traces/outside). */
static int64_t late_end(const struct sm_array *sms, const struct sm_kernel *k)
{
    if (k->by_work || k->blocks == 0)
        return 0;
    int64_t last = cost_starts(sms->profile, k->last);
    if (k->blocks == k->together)
        return last;
    int64_t period = duration_add(sms->profile->value[PROFILE_sm_block_start], k->block_time);
    return larger(last, cost_starts(sms->profile, k->together) - period);
}

/* The last block of a kernel has ended, or it had none. It lasts its minimum at least, and the
 * distributor's time for all its blocks. */
HOT static void end_kernel(struct sm_array *sms, uint32_t row)
{
    struct sm_kernel *k = &sms->kernels[row];
    const int64_t *v = sms->profile->value;
    int64_t dispatch;
    if (k->brief) /* the last one that is given out has its work before it */
        dispatch = duration_add(cost_starts(sms->profile, k->blocks + k->between),
                                cost_brief_block(sms->profile, k->need.threads));
    else
        dispatch = k->blocks == 1 ? (v[PROFILE_sm_dispatch] + 500) / 1000
                                  : duration_divide(k->blocks, v[PROFILE_sm_dispatch], 1000);
    int64_t least = larger(v[PROFILE_sm_kernel_minimum], dispatch);
    int64_t end = larger(duration_add(sms->now, late_end(sms, k)), duration_add(k->begin, least));
    if (end == sms->now)
        release_grid(sms, k, end);
    sm_line_push(&sms->notices, end, SM_ENDED, row);
}

/* Offers room to the kernels in the order of their queues. */
static void offer_room(struct sm_array *sms)
{
    for (;;) {
        uint32_t head = sm_queue_head(sms);
        sms->stuck = SM_NONE;
        if (head == SM_NONE)
            return;
        struct sm_kernel *k = &sms->kernels[head];
        bool fits = k->started || sms->grids < sms->grid_limit;
        if (fits && sm_place_is_held(sms, k)) {
            sms->held_until = sms->giving_until;
            sm_wait_held(sms, head, sms->giving_op);
            return;
        }
        if (fits)
            sms->stuck = head;
        if (fits && k->blocks == 0) {
            k->started = true;
            k->begin = sms->now;
            sms->grids++;
            sm_wait_end(sms, head, sms->now);
            sm_line_push(&sms->notices, sms->now, SM_STARTED, head);
        } else if (fits) {
            sm_place_blocks(sms, head);
        }
        k = &sms->kernels[head];
        if (!fits || k->unplaced > 0) {
            sm_wait_update(sms, head);
            return;
        }
        dequeue(sms, head);
        sms->last_dispatched = k->op;
        if (sms->tell_dispatched)
            sm_line_push(&sms->notices, sms->now, SM_DISPATCHED, head);
        if (k->blocks == 0)
            end_kernel(sms, head);
        if (sms->news.active)
            sm_news_next(&sms->news, &sms->groups);
    }
}

static void place_all(struct sm_array *sms)
{
    bool waited = sms->waited != SM_NONE && sms->waiting && !sms->groups.ascending;
    if (waited)
        sm_news_begin(&sms->news, &sms->groups, sms->now, sms->profile->value[PROFILE_sm_dispatch]);
    offer_room(sms);
    sm_news_end(&sms->news, &sms->groups);
}

/* Blocks have ended. What is on its way for whom finds their room in this pass: nothing more of a
 * kernel whose last wave ends. */
static void end_reading(struct sm_array *sms, struct sm_kernel *k)
{
    if (k->on_way == 0)
        return;
    sms->on_way -= k->on_way;
    k->on_way = k->unplaced > 0 ? duration_divide(k->way, k->resident, k->of) : 0;
    sms->on_way += k->on_way;
}

static void end_batch(struct sm_array *sms, uint32_t batch)
{
    struct sm_batch *b = &sms->batches.rows[batch];
    uint32_t row = b->kernel;
    struct sm_kernel *k = &sms->kernels[row];
    sm_batches_pop(&sms->batches, batch);
    sm_news_ended(&sms->news, b->waves, b->blocks, k->by_work && k->bytes > 0, sms->now - b->begin);
    for (uint32_t p = b->parts; p != SM_NONE; p = sms->batches.parts[p].next)
        sm_groups_free(&sms->groups, &k->need, &sms->batches.parts[p].part, sms->now);
    sms->resident_blocks -= b->blocks;
    sms->resident_threads -= b->blocks * k->need.threads;
    if (k->last_end != sms->now)
        k->before = k->resident;
    sm_note_held(sms, k);
    k->resident -= b->blocks;
    end_reading(sms, k);
    /* Of several kernels whose blocks end together, the smallest id is blamed. */
    if (k->last_end != sms->now && (sms->last_end != sms->now || k->op < sms->last_ended))
        sms->last_ended = k->op;
    k->last_end = sms->last_end = sms->now;
    sms->work_changed |= k->by_work;
    if (k->by_work)
        sm_share_ended(sms, batch);
    sm_batches_drop(&sms->batches, batch);
    if (k->unplaced == 0 && k->resident == 0)
        end_kernel(sms, row);
}

/* --- time ----------------------------------------------------------------------------------------
 */

static void add_step(struct sm_array *sms)
{
    struct timeline *timeline = sms->steps;
    int32_t blocks = (int32_t)sms->resident_blocks, threads = (int32_t)sms->resident_threads;
    size_t count = timeline->sm_steps.count;
    if (count && timeline->sm_steps.rows[count - 1].time == sms->now) {
        timeline->sm_steps.rows[count - 1].blocks = blocks;
        timeline->sm_steps.rows[count - 1].threads = threads;
        return;
    }
    if (count ? timeline->sm_steps.rows[count - 1].blocks == blocks &&
                    timeline->sm_steps.rows[count - 1].threads == threads
              : blocks == 0)
        return;
    timeline->sm_steps.rows = mem_grow(timeline->sm_steps.rows, &timeline->sm_steps.capacity,
                                       count + 1, sizeof *timeline->sm_steps.rows);
    timeline->sm_steps.rows[timeline->sm_steps.count++] =
        (struct timeline_sm_step){sms->now, blocks, threads};
}

void sm_array_stop(struct sm_array *sms, int64_t time)
{
    sms->now = time;
    sms->resident_blocks = sms->resident_threads = 0;
    if (sms->steps)
        add_step(sms);
}

static void begin_at(struct sm_array *sms, int64_t time)
{
    if (time > sms->now) {
        sm_groups_merge(&sms->groups);
        sm_news_pass(&sms->news);
        sms->waited = sms->stuck;
    }
    sms->now = time;
}

/* Everything due at `time`: ends, then arrivals, then places. */
HOT static void pass(struct sm_array *sms, int64_t time)
{
    begin_at(sms, time);
    sms->pass_due = false;
    sms->held_until = DURATION_NEVER;
    uint32_t first;
    while ((first = sm_batches_first(&sms->batches)) != SM_NONE &&
           sms->batches.rows[first].end <= time)
        end_batch(sms, first);
    const struct sm_line_item *arrival;
    sms->arrived_count = 0;
    while ((arrival = sm_line_peek(&sms->arrivals)) && arrival->time <= time)
        enqueue(sms, sm_line_pop(&sms->arrivals).id);
    place_all(sms);
    for (size_t i = 0; i < sms->arrived_count; i++)
        sm_wait_first(sms, sms->arrived[i]);
    if (sms->copies_at <= time) {
        sms->copies_at = DURATION_NEVER;
        sms->work_changed = true;
    }
    if (sms->work_changed)
        sm_share_update(sms);
    if (sms->steps)
        add_step(sms);
    sm_jump_prepare(sms);
}

/* Of the next pass. */
static int64_t next_pass(const struct sm_array *sms)
{
    if (sms->pass_due)
        return sms->now;
    int64_t next = DURATION_NEVER;
    uint32_t first = sm_batches_first(&sms->batches);
    if (first != SM_NONE)
        next = sms->batches.rows[first].end;
    const struct sm_line_item *arrival = sm_line_peek(&sms->arrivals);
    if (arrival && arrival->time < next)
        next = arrival->time > sms->now ? arrival->time : sms->now;
    if (sms->held_until < next)
        next = sms->held_until;
    if (sms->copies_at < next)
        next = sms->copies_at > sms->now ? sms->copies_at : sms->now;
    return next;
}

/* When there is something to tell or to do, the next pass being at `pass`. */
static int64_t next_event(const struct sm_array *sms, int64_t pass)
{
    const struct sm_line_item *notice = sm_line_peek(&sms->notices);
    if (notice && notice->time <= pass)
        return notice->time;
    /* Nothing is told before the waves that can be skipped are over. */
    return sms->pass_due ? pass : larger(pass, sms->jump_until);
}

int64_t sm_array_next(const struct sm_array *sms)
{
    return next_event(sms, next_pass(sms));
}

static void tell(struct sm_array *sms, struct sm_event *event)
{
    struct sm_line_item item = sm_line_pop(&sms->notices);
    struct sm_kernel *k = &sms->kernels[item.id];
    *event = (struct sm_event){.kind = (enum sm_event_kind)item.kind, .op = k->op};
    event->time = item.time;
    if (event->kind == SM_STARTED) {
        event->waits = k->waits;
        event->wait_count = k->wait_count;
    }
    if (event->kind != SM_ENDED)
        return;
    event->block_mean = k->lacked && k->blocks > 0 ? k->held / k->blocks : 0;
    sms->told = item.id;
    if (k->released)
        return;
    release_grid(sms, k, item.time);
    if (sms->grids + 1 < sms->grid_limit || !sms->waiting)
        return;
    /* Another grid may take its place: before anything else that is due now. */
    sms->pass_due = true;
    sms->jump_until = -1;
    begin_at(sms, item.time);
}

HOT bool sm_array_advance(struct sm_array *sms, int64_t until, struct sm_event *event)
{
    if (sms->told != SM_NONE) {
        sms->kernels[sms->told].next = sms->free_kernel;
        sms->free_kernel = sms->told;
        sms->told = SM_NONE;
    }
    for (;;) {
        const struct sm_line_item *notice = sm_line_peek(&sms->notices);
        int64_t due = next_pass(sms);
        if (notice && notice->time <= until && notice->time <= due) {
            tell(sms, event);
            event->next = next_event(sms, sms->pass_due ? sms->now : due);
            event->on_way = sms->on_way;
            return true;
        }
        if (due > until || due == DURATION_NEVER) {
            event->next = next_event(sms, due);
            event->on_way = sms->on_way;
            return false;
        }
        if (!sm_jump(sms, until))
            pass(sms, due);
    }
}

void sm_array_free(struct sm_array *sms)
{
    if (!sms)
        return;
    for (size_t i = 0; i < sms->kernel_count; i++)
        free(sms->kernels[i].waits);
    free(sms->kernels);
    free(sms->arrived);
    sm_groups_release(&sms->groups);
    sm_batches_release(&sms->batches);
    sm_line_release(&sms->arrivals);
    sm_line_release(&sms->notices);
    sm_share_free(sms);
    free(sms);
}
