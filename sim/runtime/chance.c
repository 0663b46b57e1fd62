#include "sim/runtime/chance.h"

#include "sim/base/duration.h"

enum { CALL_SPREAD = 300, WAKE_SPREAD = 150, WHOLE = 1000 }; /* to either side */

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

static int64_t scatter(struct chance *chance, int64_t time, int64_t spread)
{
    if (!chance->on || time <= 0)
        return time;
    int64_t share = WHOLE - spread + (int64_t)(draw(chance) % (uint64_t)(2 * spread + 1));
    return duration_divide(time, share, WHOLE);
}

int64_t chance_call(struct chance *chance, int64_t time)
{
    return scatter(chance, time, CALL_SPREAD);
}

int64_t chance_wake(struct chance *chance, int64_t time)
{
    return scatter(chance, time, WAKE_SPREAD);
}
