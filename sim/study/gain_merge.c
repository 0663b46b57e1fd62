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

/* With those that the other one stands for. Of another rule they are about the same operations,
 * seen in another way: their time counts once. */
static void merge(struct pitfalls *pitfalls, struct pitfall *one, struct pitfall *other)
{
    const size_t into = (size_t)(one - pitfalls->rows) + 1;
    const size_t from = (size_t)(other - pitfalls->rows) + 1;
    other->merged = true;
    other->merged_into = into;
    for (size_t i = 0; i < pitfalls->count; i++)
        if (pitfalls->rows[i].merged_into == from)
            pitfalls->rows[i].merged_into = into;
}

/* Whether it is one of those that a finding stands for, and like it. */
static bool is_like(const struct pitfalls *pitfalls, size_t row, size_t one)
{
    return pitfalls->rows[row].merged_into == one + 1 &&
           pitfalls->rows[row].rule == pitfalls->rows[one].rule;
}

/* Whether one before the row is at its place. */
static bool is_counted(const struct pitfalls *pitfalls, size_t one, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (is_like(pitfalls, i, one) && pitfalls->rows[i].place == pitfalls->rows[row].place)
            return true;
    return false;
}

/* Findings of one place differ in something else, as their buffers: that is no other place. */
static void count_places(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *row = &pitfalls->rows[i];
        if (row->merged_into == 0 || !is_like(pitfalls, i, row->merged_into - 1))
            continue;
        struct pitfall *one = &pitfalls->rows[row->merged_into - 1];
        one->with_others = duration_add(one->with_others ? one->with_others : one->held, row->held);
        if (row->place == one->place)
            one->again += row->count;
        else
            one->others += !is_counted(pitfalls, row->merged_into - 1, i);
    }
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
            merge(pitfalls, one, other);
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
    part->place = shown.place;
    part->count = shown.count;
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
            merge(pitfalls, all, part);
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
    count_places(pitfalls);
}
