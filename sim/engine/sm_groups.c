#include "sim/engine/sm_groups.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/base/minmax.h"

#include <stdlib.h>
#include <string.h>

void sm_groups_init(struct sm_groups *groups, const struct profile *profile)
{
    memset(groups, 0, sizeof *groups);
    int32_t sms = (int32_t)profile->value[PROFILE_device_sm_count];
    groups->words = (sms + 63) / 64;
    groups->blocks = (int32_t)profile->value[PROFILE_sm_blocks];
    groups->threads = (int32_t)profile->value[PROFILE_sm_threads];
    groups->registers = (int32_t)profile->value[PROFILE_sm_registers];
    groups->ascending = profile->value[PROFILE_rules_placement] == 1;
    groups->groups = mem_grow(NULL, &groups->capacity, 1, sizeof *groups->groups);
    struct sm_group *all = groups->groups;
    memset(all, 0, sizeof *all);
    for (int i = 0; i < sms; i++)
        all->sms.word[i / 64] |= UINT64_C(1) << (i % 64);
    all->count = sms;
    all->freed = -1;
    groups->count = 1;
}

/* At most `room`, or as many as take `each` of what is `left`. Mostly that is enough, and there is
 * nothing to divide. */
static inline int32_t limited(int32_t room, int32_t left, int32_t each)
{
    return each == 0 || (int64_t)room * each <= left ? room : left / each;
}

static int32_t room_of(const struct sm_groups *groups, const struct sm_group *group,
                       const struct sm_need *need)
{
    if (group->blocks == 0)
        return need->alone;
    if (need->least > group->carveout || need->most < group->carveout)
        return 0;
    int32_t room = groups->blocks - group->blocks;
    room = limited(room, groups->threads - group->threads, need->threads);
    room = limited(room, groups->registers - group->registers, need->registers);
    room = limited(room, group->carveout - group->shared, need->shared);
    return room;
}

/* As far as the distributor knows. */
static int32_t known_room(const struct sm_groups *groups, const struct sm_group *group,
                          const struct sm_need *need)
{
    if (group->unheard == 0)
        return room_of(groups, group, need);
    struct sm_group known = *group;
    int64_t unheard = group->unheard, fresh = group->fresh;
    if (group->blocks == 0)
        known.carveout = group->fresh_carveout;
    known.blocks += group->unheard;
    known.threads += (int32_t)((group->fresh_threads * unheard + fresh - 1) / fresh);
    known.registers += (int32_t)((group->fresh_registers * unheard + fresh - 1) / fresh);
    known.shared += (int32_t)((group->fresh_shared * unheard + fresh - 1) / fresh);
    return room_of(groups, &known, need);
}

int64_t sm_groups_room(const struct sm_groups *groups, const struct sm_need *need, int64_t enough,
                       bool *carveout)
{
    int64_t total = 0;
    *carveout = false;
    for (size_t i = 0; i < groups->count && total < enough; i++) {
        const struct sm_group *group = &groups->groups[i];
        total += (int64_t)room_of(groups, group, need) * group->count;
        if (group->blocks > 0 && (need->least > group->carveout || need->most < group->carveout)) {
            struct sm_group other = *group;
            other.carveout = need->carveout;
            *carveout |= room_of(groups, &other, need) > 0;
        }
    }
    return total;
}

HOT size_t sm_groups_split(struct sm_groups *groups, size_t i, const struct sm_mask *mask,
                           int32_t count)
{
    groups->groups =
        mem_grow(groups->groups, &groups->capacity, groups->count + 1, sizeof *groups->groups);
    struct sm_group *from = &groups->groups[i], *to = &groups->groups[groups->count];
    *to = *from;
    to->sms = *mask;
    to->count = count;
    from->count -= count;
    for (int w = 0; w < groups->words; w++)
        from->sms.word[w] &= ~mask->word[w];
    groups->dirty = true;
    return groups->count++;
}

/* --- placing -------------------------------------------------------------------------------------
 */

HOT static size_t split_placed(struct sm_groups *groups, size_t i, const struct sm_mask *mask,
                               int32_t count)
{
    groups->room =
        mem_grow(groups->room, &groups->room_capacity, groups->count + 1, sizeof *groups->room);
    groups->placed = mem_grow(groups->placed, &groups->placed_capacity, groups->count + 1,
                              sizeof *groups->placed);
    size_t to = sm_groups_split(groups, i, mask, count);
    groups->room[to] = groups->room[i];
    groups->placed[to] = groups->placed[i];
    return to;
}

/* One block more on each of the `wanted` lowest SMs among the groups whose room is `level`. */
static void place_lowest(struct sm_groups *groups, int32_t level, int64_t wanted)
{
    struct sm_mask chosen;
    memset(&chosen, 0, sizeof chosen);
    for (int w = 0; w < groups->words && wanted > 0; w++) {
        uint64_t any = 0;
        for (size_t i = 0; i < groups->count; i++)
            if (groups->room[i] == level)
                any |= groups->groups[i].sms.word[w];
        int32_t count = sm_count_bits(any);
        if (count <= wanted) {
            chosen.word[w] = any;
            wanted -= count;
            continue;
        }
        for (; wanted > 0; wanted--) {
            chosen.word[w] |= any & (~any + 1);
            any &= any - 1;
        }
    }
    size_t before = groups->count;
    for (size_t i = 0; i < before; i++) {
        if (groups->room[i] != level)
            continue;
        struct sm_mask both;
        int32_t count = sm_mask_both(&groups->groups[i].sms, &chosen, groups->words, &both);
        if (count == 0)
            continue;
        size_t row = count == groups->groups[i].count ? i : split_placed(groups, i, &both, count);
        groups->placed[row]++;
        groups->room[row]--;
    }
}

/* Level by level: the SMs with the most room get one block each, until they have no more room than
 * the next ones. */
static int64_t fill_most_room(struct sm_groups *groups, int64_t blocks)
{
    int64_t left = blocks;
    while (left > 0) {
        int32_t level = 0, next = 0, sms = 0;
        for (size_t i = 0; i < groups->count; i++) {
            int32_t room = groups->room[i];
            if (room > level) {
                next = level;
                level = room;
                sms = groups->groups[i].count;
            } else if (room == level) {
                sms += groups->groups[i].count;
            } else if (room > next) {
                next = room;
            }
        }
        if (level == 0)
            break;
        if (left < sms) {
            place_lowest(groups, level, left);
            return blocks;
        }
        int32_t each = (int32_t)smaller(level - next, left / sms);
        for (size_t i = 0; i < groups->count; i++)
            if (groups->room[i] == level) {
                groups->room[i] -= each;
                groups->placed[i] += each;
            }
        left -= (int64_t)each * sms;
    }
    return blocks - left;
}

/* The lowest SMs first, as much as each has room for. */
static __attribute__((noinline)) int64_t fill_ascending(struct sm_groups *groups, int64_t blocks)
{
    int64_t left = blocks;
    for (int sm = 0; sm < groups->words * 64 && left > 0; sm++) {
        struct sm_mask one;
        memset(&one, 0, sizeof one);
        one.word[sm / 64] = UINT64_C(1) << (sm % 64);
        size_t i = 0;
        while (i < groups->count && !(groups->groups[i].sms.word[sm / 64] & one.word[sm / 64]))
            i++;
        if (i == groups->count || groups->room[i] == 0)
            continue;
        size_t row = groups->groups[i].count == 1 ? i : split_placed(groups, i, &one, 1);
        int32_t fits = (int32_t)smaller(groups->room[row], left);
        groups->placed[row] += fits;
        groups->room[row] = 0;
        left -= fits;
    }
    return blocks - left;
}

HOT int64_t sm_groups_place(struct sm_groups *groups, const struct sm_need *need, int64_t blocks,
                            int64_t now,
                            void (*place)(void *context, const struct sm_part *part, bool late),
                            void *context)
{
    groups->room =
        mem_grow(groups->room, &groups->room_capacity, groups->count, sizeof *groups->room);
    groups->placed =
        mem_grow(groups->placed, &groups->placed_capacity, groups->count, sizeof *groups->placed);
    for (size_t i = 0; i < groups->count; i++) {
        groups->room[i] = known_room(groups, &groups->groups[i], need);
        groups->placed[i] = 0;
    }
    int64_t done =
        groups->ascending ? fill_ascending(groups, blocks) : fill_most_room(groups, blocks);
    for (size_t i = 0; i < groups->count && done > 0; i++) {
        int32_t each = groups->placed[i];
        if (each == 0)
            continue;
        struct sm_group *group = &groups->groups[i];
        if (group->blocks == 0)
            group->carveout = group->unheard > 0 ? group->fresh_carveout : need->carveout;
        group->blocks += each;
        group->threads += need->threads * each;
        group->registers += need->registers * each;
        group->shared += need->shared * each;
        group->touched = groups->dirty = true;
        struct sm_part part = {group->sms, each, group->count};
        place(context, &part, group->freed == now);
    }
    return done;
}

/* --- freeing -------------------------------------------------------------------------------------
 */

void sm_groups_free(struct sm_groups *groups, const struct sm_need *need,
                    const struct sm_part *part, int64_t now)
{
    int32_t left = part->count;
    for (size_t i = 0; left > 0 && i < groups->count; i++) {
        struct sm_mask both;
        int32_t count = sm_mask_both(&groups->groups[i].sms, &part->sms, groups->words, &both);
        if (count == 0)
            continue;
        left -= count;
        size_t row =
            count == groups->groups[i].count ? i : sm_groups_split(groups, i, &both, count);
        struct sm_group *group = &groups->groups[row];
        if (group->freed != now) {
            group->fresh = group->fresh_threads = group->fresh_registers = group->fresh_shared = 0;
            group->fresh_carveout = group->carveout;
        }
        group->fresh += part->blocks;
        group->fresh_threads += need->threads * part->blocks;
        group->fresh_registers += need->registers * part->blocks;
        group->fresh_shared += need->shared * part->blocks;
        group->blocks -= part->blocks;
        group->threads -= need->threads * part->blocks;
        group->registers -= need->registers * part->blocks;
        group->shared -= need->shared * part->blocks;
        if (group->blocks == 0)
            group->carveout = 0;
        group->freed = now;
        group->touched = groups->dirty = true;
    }
}

static bool equal(const struct sm_group *a, const struct sm_group *b)
{
    return a->blocks == b->blocks && a->threads == b->threads && a->registers == b->registers &&
           a->shared == b->shared && a->carveout == b->carveout;
}

HOT void sm_groups_merge(struct sm_groups *groups)
{
    if (!groups->dirty)
        return;
    for (size_t i = 0; i < groups->count; i++) {
        struct sm_group *group = &groups->groups[i];
        if (!group->touched)
            continue;
        group->touched = false;
        for (size_t j = 0; j < groups->count; j++) {
            struct sm_group *other = &groups->groups[j];
            if (j == i || !equal(group, other))
                continue;
            for (int w = 0; w < groups->words; w++)
                other->sms.word[w] |= group->sms.word[w];
            other->count += group->count;
            if (group->freed > other->freed)
                other->freed = group->freed;
            *group = groups->groups[--groups->count];
            i--; /* unsigned: wraps and comes back */
            break;
        }
    }
    groups->dirty = false;
}

void sm_groups_release(struct sm_groups *groups)
{
    free(groups->groups);
    free(groups->room);
    free(groups->placed);
    memset(groups, 0, sizeof *groups);
}
