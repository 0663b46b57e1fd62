#include "sim/model/relation.h"

enum relation relation_of(struct relation_span x, struct relation_span y)
{
    return y.from >= x.to ? RELATION_BEFORE : x.from >= y.to ? RELATION_AFTER : RELATION_BESIDE;
}

uint32_t relation_possible(struct relation_span x, struct relation_span y)
{
    int64_t x_to_y = y.from - x.to, y_to_x = x.from - y.to;
    uint32_t result = relation_of(x, y);
    if (x_to_y <= RELATION_NEAR && x_to_y >= -RELATION_NEAR)
        result |= RELATION_BEFORE | RELATION_BESIDE;
    if (y_to_x <= RELATION_NEAR && y_to_x >= -RELATION_NEAR)
        result |= RELATION_AFTER | RELATION_BESIDE;
    return result;
}

uint32_t relation_turned(uint32_t relations)
{
    uint32_t turned = relations & RELATION_BESIDE;
    if (relations & RELATION_BEFORE)
        turned |= RELATION_AFTER;
    if (relations & RELATION_AFTER)
        turned |= RELATION_BEFORE;
    return turned;
}

bool relation_alike(struct relation_span x, struct relation_span y, struct relation_span other_x,
                    struct relation_span other_y)
{
    return (relation_of(x, y) & relation_possible(other_x, other_y)) ||
           (relation_of(other_x, other_y) & relation_possible(x, y));
}

bool relation_is_near(struct relation_span x, struct relation_span y)
{
    int64_t longer = x.to - x.from > y.to - y.from ? x.to - x.from : y.to - y.from;
    int64_t gap = (x.from > y.from ? x.from : y.from) - (x.to < y.to ? x.to : y.to);
    return gap < longer;
}
