/* What the distributor of blocks has heard of the blocks that have just ended.
 *
 * Blocks that end together do not get known together, and the distributor does not look all the
 * time: it fills what it knows of, level by level, and only when that is full, or the kernel's
 * blocks are all placed, does it take notice of what has ended meanwhile. So a kernel that waits
 * for room piles up on the first SMs that get free, and the next one finds some more of them free,
 * or all. Measured by blocks that say where and when they ran (traces/experiments/ends.txt;
 * piled.txt).
 *
 * Only kernels that waited are placed so. Knows nothing of kernels' times or order. Private to
 * sm_array.
 */
#ifndef SIM_ENGINE_SM_NEWS_H
#define SIM_ENGINE_SM_NEWS_H

#include "sim/engine/sm_groups.h"

struct sm_news {
    bool active;
    int64_t elapsed; /* ps since the first of the blocks ended */
    int64_t spread;  /* ps from the first end to the last */
    int64_t blocks;  /* that ended */
    int64_t ran;     /* ns, the longest of them */
    int64_t reading; /* ns, the longest of those that read */
    int32_t waves;   /* the most of them, see sm_news_ended(); kept until time passes */
    /* The SM that is number i of those where blocks ended is heard of as number i, or, of kernels
     * that read, its first block as number i, the next as number i + lag, and so on. */
    int32_t lag, most;   /* blocks of one SM */
    int32_t heard, keys; /* numbers */
    int32_t count;       /* of the SMs */
    int16_t sms[64 * SM_MASK_WORDS];
};

/* Time has passed: nothing has ended yet. */
void sm_news_pass(struct sm_news *news);

/* Blocks that ran for `ran` ns end in this pass, the `waves`-th that were in their places one right
 * behind the other, and whether they read memory. Of several, those that end farthest apart count.
 */
void sm_news_ended(struct sm_news *news, int32_t waves, int64_t blocks, bool reads, int64_t ran);

/* Nothing is heard of what ended at `now` but of the first; everything, where no block did.
 * `dispatch`: ps that a block takes to be placed. */
void sm_news_begin(struct sm_news *news, struct sm_groups *groups, int64_t now, int64_t dispatch);

/* So many blocks of so many threads were placed, `on_one` on one SM at most. */
void sm_news_placed(struct sm_news *news, int64_t blocks, int64_t on_one, int64_t threads,
                    int64_t dispatch);

/* The distributor goes on to the next kernel. */
void sm_news_next(struct sm_news *news, struct sm_groups *groups);

/* Takes notice of what has ended by now, of something at least; false if everything is known. */
bool sm_news_hear(struct sm_news *news, struct sm_groups *groups);

/* Everything is known. */
void sm_news_end(struct sm_news *news, struct sm_groups *groups);

#endif
