/* How two operations stand to each other in time: before, beside or after; and whether two accounts
 * of them agree. One rule for what is predicted against what was measured, and for one run of the
 * hardware against another. Knows nothing of what orders them. */
#ifndef SIM_MODEL_RELATION_H
#define SIM_MODEL_RELATION_H

#include <stdbool.h>
#include <stdint.h>

/* Ends and starts that are closer than this may be told apart by neither clock: design section 8.
 */
#define RELATION_NEAR INT64_C(3000) /* ns */

enum relation { RELATION_BEFORE = 1, RELATION_BESIDE = 2, RELATION_AFTER = 4 };
enum { RELATION_ALL = RELATION_BEFORE | RELATION_BESIDE | RELATION_AFTER };

struct relation_span {
    int64_t from, to; /* ns */
};

enum relation relation_of(struct relation_span x, struct relation_span y);

/* Bits of enum relation: the one that they have, and those that an end within RELATION_NEAR of a
 * start allows too. */
uint32_t relation_possible(struct relation_span x, struct relation_span y);

/* Bits of relations of x to y, as those of y to x. */
uint32_t relation_turned(uint32_t relations);

/* Whether one account (x, y) stands as the other does. What one says the other must allow, where an
 * end within RELATION_NEAR of a start allows either. Two that touch in both, in opposite orders,
 * are not alike: "beside" would be allowed by both, but is said by neither. */
bool relation_alike(struct relation_span x, struct relation_span y, struct relation_span other_x,
                    struct relation_span other_y);

/* Whether they overlap or are closer than the longer of the two. */
bool relation_is_near(struct relation_span x, struct relation_span y);

#endif
