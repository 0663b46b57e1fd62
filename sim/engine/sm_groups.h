/* The SMs of a device in groups of equal state, and the rules of where a block goes.
 *
 * SMs that hold the same share one row: what is free on them, the carveout in force, when a block
 * last ended there. A kernel's blocks are placed on all SMs of a group at once, so that the cost
 * does not grow with the grid. Knows nothing of kernels' times or order. Private to sm_array.
 */
#ifndef SIM_ENGINE_SM_GROUPS_H
#define SIM_ENGINE_SM_GROUPS_H

#include "sim/model/occupancy.h"
#include "sim/model/profile.h"

#include <stdbool.h>
#include <stdint.h>

enum { SM_MASK_WORDS = 6 }; /* at most 384 SMs (the range of device.sm_count) */

/* Only the words in use are ever set or read (sm_groups.words). */
struct sm_mask {
    uint64_t word[SM_MASK_WORDS];
};

/* SMs in one word of a mask; without the processor's instruction, which not every machine has. */
static inline int32_t sm_count_bits(uint64_t word)
{
    if ((word & (word - 1)) == 0)
        return word != 0;
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* The SMs of both masks; returns how many. */
static inline int32_t sm_mask_both(const struct sm_mask *a, const struct sm_mask *b, int words,
                                   struct sm_mask *out)
{
    int32_t count = 0;
    for (int w = 0; w < words; w++) {
        out->word[w] = a->word[w] & b->word[w];
        count += sm_count_bits(out->word[w]);
    }
    return count;
}

/* What a block takes; `alone` blocks fit on an empty SM, whose carveout then is `carveout`. */
struct sm_need {
    int32_t alone;
    int32_t threads, registers;
    int32_t shared, carveout; /* bytes */
    int32_t least, most;      /* the carveout that an SM in use must have; bytes */
};

struct sm_group {
    struct sm_mask sms;
    int32_t count;                      /* of its SMs */
    int32_t blocks, threads, registers; /* in use on each */
    int32_t shared, carveout;           /* bytes; 0 on an empty SM */
    int64_t freed;                      /* when a block last ended there, ns */
    /* The blocks that ended then on each, and what they took; the carveout before. */
    int32_t fresh, fresh_threads, fresh_registers, fresh_shared, fresh_carveout;
    int32_t unheard; /* of these, those that the distributor has not heard of: sm_news.h */
    bool touched;    /* since the last merge */
};

struct sm_groups {
    struct sm_group *groups;
    size_t count, capacity;
    int words;                          /* of a mask in use */
    int32_t blocks, threads, registers; /* of one SM */
    bool ascending;                     /* rules.placement */
    bool dirty;
    int32_t *room, *placed; /* by group, while placing */
    size_t room_capacity, placed_capacity;
};

/* A number of blocks on each of some SMs. */
struct sm_part {
    struct sm_mask sms;
    int32_t blocks; /* on each */
    int32_t count;  /* of the SMs */
};

void sm_groups_init(struct sm_groups *groups, const struct profile *profile);

/* Further blocks that fit, on all SMs together; stops counting at `enough`. `*carveout` says
 * whether an SM had room but for its carveout. */
int64_t sm_groups_room(const struct sm_groups *groups, const struct sm_need *need, int64_t enough,
                       bool *carveout);

/* Places up to `blocks` blocks, each on the SM with room for most further ones of this kernel, ties
 * to the lowest SM (semantics S5.4); or each on the lowest with room, if the profile says it. What
 * is not heard of is no room. Returns how many. Each place() gets SMs with an equal number of
 * blocks; `late`: a block ended there just now. */
int64_t sm_groups_place(struct sm_groups *groups, const struct sm_need *need, int64_t blocks,
                        int64_t now,
                        void (*place)(void *context, const struct sm_part *part, bool late),
                        void *context);

/* Blocks of a part end. */
void sm_groups_free(struct sm_groups *groups, const struct sm_need *need,
                    const struct sm_part *part, int64_t now);

/* Takes `count` SMs, those of `mask`, out of a group as one of their own, in the same state;
 * returns its row. */
size_t sm_groups_split(struct sm_groups *groups, size_t group, const struct sm_mask *mask,
                       int32_t count);

/* Puts equal groups together. Only once time has moved on, when it no longer matters where a block
 * ended. */
void sm_groups_merge(struct sm_groups *groups);

void sm_groups_release(struct sm_groups *groups);

#endif
