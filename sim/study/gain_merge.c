#include "sim/study/gain_merge.h"

#include "sim/base/duration.h"

#include <string.h>

static bool is_same_change(const struct pitfall *one, const struct pitfall *other)
{
    if (one->remedy != other->remedy || one->gain != other->gain)
        return false;
    if (one->remedy == REMEDY_EDIT)
        return strcmp(one->fix.text, other->fix.text) == 0;
    return one->remedy == REMEDY_CARVEOUT && one->object_count == other->object_count &&
           memcmp(one->objects, other->objects, one->object_count * sizeof *one->objects) == 0;
}

/* With those that the other one stands for. */
static void merge(struct pitfall *one, struct pitfall *other)
{
    if (one->others == 0)
        one->with_others = one->held;
    other->merged = true;
    one->others += 1 + other->others;
    one->with_others =
        duration_add(one->with_others, other->others ? other->with_others : other->held);
}

/* Findings that come to the same change are one cause. The one that held things up longest stands
 * for all. */
static void merge_equal(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        if (one->gain == TIMELINE_UNKNOWN || one->merged)
            continue;
        for (size_t k = i + 1; k < pitfalls->count; k++) {
            struct pitfall *other = &pitfalls->rows[k];
            if (other->refused || other->merged || !is_same_change(one, other))
                continue;
            merge(one, other);
        }
    }
}

/* What held things up longest is the evidence. */
static void show_longer(struct pitfall *all, struct pitfall *part)
{
    if (part->held <= all->held)
        return;
    const struct pitfall shown = *all;
    all->op = part->op;
    all->other = part->other;
    all->record = part->record;
    all->place = part->place;
    all->count = part->count;
    all->held = part->held;
    all->evidence = part->evidence;
    part->evidence = shown.evidence;
    part->held = shown.held;
}

/* A change of all allocations holds those of single places: they are no findings beside it. */
static void merge_parts(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *all = &pitfalls->rows[i];
        if (all->rule != PITFALL_ID_TIMED_ALLOCATION || all->remedy != REMEDY_EDIT || all->merged ||
            all->gain == TIMELINE_UNKNOWN || all->edits[all->edit].place != 0)
            continue;
        for (size_t k = 0; k < pitfalls->count; k++) {
            struct pitfall *part = &pitfalls->rows[k];
            if (part->rule != all->rule || part->remedy != REMEDY_EDIT || part->merged ||
                part->gain == TIMELINE_UNKNOWN || part->gain > all->gain ||
                part->edits[part->edit].place == 0)
                continue;
            merge(all, part);
            show_longer(all, part);
        }
    }
}

/* Where the host waits for all streams in a loop, to wait for one is the simpler change: to take
 * the wait out of the loop is offered only where that gains more. */
static void prefer_one_stream(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *all = &pitfalls->rows[i];
        if (all->rule != PITFALL_ID_SYNC_ALL || !pitfall_matters(pitfalls, all))
            continue;
        for (size_t k = 0; k < pitfalls->count; k++) {
            struct pitfall *loop = &pitfalls->rows[k];
            loop->merged |= loop->rule == PITFALL_ID_SYNC_IN_LOOP && loop->place == all->place &&
                            loop->gain != TIMELINE_UNKNOWN &&
                            loop->gain - all->gain < pitfalls->wall / 50;
        }
    }
}

/* Streams that are there and not used do away with what one stream holds in order. */
static void prefer_turns(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *turns = &pitfalls->rows[i];
        if (turns->rule != PITFALL_ID_UNUSED_STREAMS || !pitfall_matters(pitfalls, turns))
            continue;
        for (size_t k = 0; k < pitfalls->count; k++) {
            struct pitfall *order = &pitfalls->rows[k];
            order->merged |= order->rule == PITFALL_ID_STREAM_ORDER && order->gain <= turns->gain;
        }
    }
}

void gain_merge(struct pitfalls *pitfalls)
{
    merge_equal(pitfalls);
    merge_parts(pitfalls);
    prefer_one_stream(pitfalls);
    prefer_turns(pitfalls);
}
