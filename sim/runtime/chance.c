#include "sim/runtime/chance.h"

#include "sim/base/duration.h"

enum { LOCK_SPREAD = 150, WHOLE = 1000, STEPS = 1000000 };

/* Up to which share of the mean so many in a million take, linear between. */
struct quantile {
    int32_t of, share; /* millionths, thousandths */
};

static const struct quantile calls[] = {
    {0, 500},       {10000, 580},   {100000, 700},  {250000, 810},  {500000, 925},
    {750000, 1090}, {900000, 1280}, {950000, 1480}, {990000, 2500}, {STEPS, 4000}};

static const struct quantile wakes[] = {{0, 830},       {100000, 870},  {250000, 890},
                                        {500000, 930},  {750000, 1000}, {900000, 1080},
                                        {950000, 1180}, {990000, 2300}, {STEPS, 6000}};

void chance_seed(struct chance *chance, uint64_t seed)
{
    *chance = (struct chance){.state = seed, .on = seed != 0};
}

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): any
 * seed will do. */
static uint64_t draw(struct chance *chance)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int64_t scatter(struct chance *chance, int64_t time, const struct quantile *quantiles)
{
    if (!chance->on || time <= 0)
        return time;
    int32_t at = (int32_t)(draw(chance) % STEPS);
    const struct quantile *q = quantiles;
    while (q[1].of <= at)
        q++;
    int64_t rise = duration_divide(at - q->of, q[1].share - q->share, q[1].of - q->of);
    return duration_divide(time, q->share + rise, WHOLE);
}

int64_t chance_call(struct chance *chance, int64_t time)
{
    return scatter(chance, time, calls);
}

int64_t chance_wake(struct chance *chance, int64_t time)
{
    return scatter(chance, time, wakes);
}

int64_t chance_lock(struct chance *chance, int64_t time)
{
    if (!chance->on || time <= 0)
        return time;
    int64_t share = WHOLE - LOCK_SPREAD + (int64_t)(draw(chance) % (2 * LOCK_SPREAD + 1));
    return duration_divide(time, share, WHOLE);
}
