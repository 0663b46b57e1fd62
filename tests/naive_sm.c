#include "tests/naive_sm.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/engine/loaded.h"
#include "sim/engine/sm_share.h"
#include "sim/model/cost.h"
#include "sim/model/cost_brief.h"

#include <stdlib.h>

struct sm {
    int64_t blocks, threads, registers, shared, carveout, freed;
    /* What ended at `freed`, the carveout before, and how many of these blocks are not heard of. */
    int64_t fresh, fresh_threads, fresh_registers, fresh_shared, fresh_carveout, unheard;
};

/* What the distributor has heard of: sim/engine/sm_news.h. */
struct news {
    bool active;
    int64_t elapsed, spread;             /* ps */
    int64_t waves, blocks, ran, reading; /* of what ended; ran and reading: ns */
    int64_t lag, most, heard, keys, count;
    int sms[512];
};

struct block {
    int sm, kernel;
    int64_t end;
    int64_t left, since, rate; /* of kernels by work */
    uint64_t serial;           /* its place or, of what shares equally, its kernel's first */
    uint64_t place;            /* in the order of placing */
    int64_t begin, due;        /* due: of kernels by time, when starved, or never */
    bool starved, follows;     /* follows: its work begins when its pace is known */
    int64_t ahead;             /* then: so much sooner */
    int64_t waves;             /* of blocks right behind each other, this one included */
};

struct state {
    const struct profile *profile;
    struct naive_kernel *kernels;
    int count;
    struct sm *sms;
    struct block *blocks;
    size_t block_count, block_capacity;
    int64_t *unplaced, *resident;
    /* of kernels: bytes on their way from memory, as rates were found last, for so many blocks, and
     * now; of all */
    int64_t *way, *way_blocks, *on_way, all_on_way;
    int64_t *first;           /* when its first blocks were placed */
    int64_t *together, *last; /* blocks that were placed then, and last */
    uint64_t *age;            /* of kernels: the place of the first block */
    int *order;               /* the queue: kernels that have come and have blocks to place */
    int waiting;
    /* When blocks were placed last, those that the kernel then still had; when blocks ended last,
     * and those that it had until then. */
    int64_t *placed_at, *stayed, *ended_at, *before;
    int64_t giving_until; /* the distributor gives out blocks of kernels by work */
    int giving_level;
    int64_t given[64],
        *between; /* blocks by level; of more urgent ones, until a kernel began or in it */
    bool held;    /* the head of the queue waits for that */
    int64_t now, grids;
    uint64_t places;
    int stuck;  /* the kernel at the head that has blocks left to place, or -1 */
    int waited; /* which one that was when `now` came */
    struct news news;
};

static int64_t room(const struct state *s, const struct sm *sm, const struct engine_kernel *k)
{
    const int64_t *v = s->profile->value;
    const struct occupancy *o = &k->occupancy;
    if (sm->blocks == 0)
        return o->blocks;
    if (o->carveout_least > sm->carveout || o->carveout_most < sm->carveout)
        return 0;
    int64_t fits = 0;
    while (sm->blocks + fits + 1 <= v[PROFILE_sm_blocks] &&
           sm->threads + (fits + 1) * o->block_threads <= v[PROFILE_sm_threads] &&
           sm->registers + (fits + 1) * o->block_registers <= v[PROFILE_sm_registers] &&
           sm->shared + (fits + 1) * o->block_shared <= sm->carveout)
        fits++;
    return fits;
}

/* As far as the distributor knows. */
static int64_t known_room(const struct state *s, const struct sm *sm, const struct engine_kernel *k)
{
    if (sm->unheard == 0)
        return room(s, sm, k);
    struct sm known = *sm;
    if (sm->blocks == 0)
        known.carveout = sm->fresh_carveout;
    known.blocks += sm->unheard;
    known.threads += (sm->fresh_threads * sm->unheard + sm->fresh - 1) / sm->fresh;
    known.registers += (sm->fresh_registers * sm->unheard + sm->fresh - 1) / sm->fresh;
    known.shared += (sm->fresh_shared * sm->unheard + sm->fresh - 1) / sm->fresh;
    return room(s, &known, k);
}

static bool is_by_work(const struct engine_kernel *k)
{
    return k->block_time < 0;
}

static int best_sm(const struct state *s, const struct engine_kernel *k)
{
    int best = -1;
    int64_t most = 0;
    for (int i = 0; i < s->profile->value[PROFILE_device_sm_count]; i++) {
        int64_t here = known_room(s, &s->sms[i], k);
        if (here > 0 && s->profile->value[PROFILE_rules_placement] == 1)
            return i;
        if (here > most) {
            best = i;
            most = here;
        }
    }
    return best;
}

static int level(const struct state *s, const struct engine_kernel *k)
{
    int levels = (int)s->profile->value[PROFILE_sm_priority_levels];
    int l = k->priority > 0 ? 0 : -k->priority;
    return l < levels ? l : levels - 1;
}

static int64_t room_in_all(const struct state *s, const struct engine_kernel *k)
{
    int64_t total = 0;
    for (int i = 0; i < s->profile->value[PROFILE_device_sm_count]; i++)
        total += room(s, &s->sms[i], k);
    return total;
}

/* All its blocks at once, if that can be. */
static bool is_cooperative(const struct state *s, const struct engine_kernel *k)
{
    return k->cooperative &&
           k->blocks <= k->occupancy.blocks * s->profile->value[PROFILE_device_sm_count];
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void hear_until(struct state *s, int64_t until)
{
    struct news *news = &s->news;
    for (; news->heard < until && news->heard < news->keys; news->heard++) {
        if (news->lag == 0)
            s->sms[news->sms[news->heard]].unheard = 0;
        for (int64_t i = 0; news->lag > 0 && i < news->most; i++) {
            int64_t number = news->heard - i * news->lag;
            if (number >= 0 && number < news->count && s->sms[news->sms[number]].unheard > 0)
                s->sms[news->sms[number]].unheard--;
        }
    }
}

static int64_t news_due(const struct news *news)
{
    return news->elapsed >= news->spread ? news->keys : news->elapsed * news->keys / news->spread;
}

static void begin_news(struct state *s)
{
    struct news *news = &s->news;
    news->count = news->most = news->elapsed = news->heard = 0;
    for (int i = 0; i < s->profile->value[PROFILE_device_sm_count]; i++) {
        struct sm *sm = &s->sms[i];
        if (sm->freed != s->now)
            continue;
        sm->unheard = sm->fresh;
        news->most = larger(news->most, sm->fresh);
        news->sms[news->count++] = i;
    }
    news->active = news->count > 0;
    news->spread = 110000;
    if (news->waves > 1)
        news->spread = news->waves * 60000 + news->blocks * s->profile->value[PROFILE_sm_dispatch];
    if (news->spread > news->ran * 1000)
        news->spread = news->ran * 1000;
    news->spread = larger(news->spread, news->reading / 16 * 1000);
    news->keys = news->count + news->lag * (news->most > 0 ? news->most - 1 : 0);
    hear_until(s, 1);
}

static void end_news(struct state *s)
{
    for (int i = 0; i < s->profile->value[PROFILE_device_sm_count]; i++)
        s->sms[i].unheard = 0;
    s->news.active = false;
    s->news.blocks = s->news.ran = s->news.reading = s->news.lag = 0;
}

static bool is_brief(const struct naive_kernel *n)
{
    const struct engine_kernel *k = &n->kernel;
    return is_by_work(k) && !k->copies &&
           cost_is_brief(sm_share_per_block(k->flops, k->blocks),
                         sm_share_per_block(k->bytes, k->blocks), k->occupancy.block_threads);
}

/* How its blocks follow each other: crowded where one more has no room for its threads. */
static struct cost_brief brief_of(const struct state *s, const struct naive_kernel *n)
{
    const struct engine_kernel *k = &n->kernel;
    int64_t threads = k->occupancy.block_threads;
    bool crowded = (k->occupancy.blocks + 1) * threads > s->profile->value[PROFILE_sm_threads];
    return cost_brief_of(s->profile, sm_share_per_block(k->flops, k->blocks),
                         sm_share_per_block(k->bytes, k->blocks), threads, crowded);
}

static int64_t urgent_blocks(const struct state *s, int level)
{
    int64_t blocks = 0;
    for (int l = level + 1; l < 64; l++)
        blocks += s->given[l];
    return blocks;
}

static void finish_if_done(struct state *s, int kernel)
{
    struct naive_kernel *n = &s->kernels[kernel];
    if (s->unplaced[kernel] || s->resident[kernel])
        return;
    const int64_t *v = s->profile->value;
    int64_t least = duration_divide(n->kernel.blocks, v[PROFILE_sm_dispatch], 1000);
    if (is_brief(n))
        least = cost_starts(s->profile, n->kernel.blocks + s->between[kernel]) +
                cost_brief_block(s->profile, n->kernel.occupancy.block_threads);
    if (least < v[PROFILE_sm_kernel_minimum])
        least = v[PROFILE_sm_kernel_minimum];
    int64_t late = 0;
    if (!is_by_work(&n->kernel) && n->kernel.blocks > 0)
        late = cost_starts(s->profile, s->last[kernel]);
    if (!is_by_work(&n->kernel) && n->kernel.blocks > s->together[kernel])
        late = larger(late, cost_starts(s->profile, s->together[kernel]) -
                                v[PROFILE_sm_block_start] - n->kernel.block_time);
    n->end = larger(n->start + least, s->now + late);
}

/* The kernel at the head: the most urgent level, then the first that came; only among the resident
 * grids when no other can be added. */
static int head(const struct state *s, bool full)
{
    int best = -1;
    for (int i = 0; i < s->waiting; i++)
        if (full && s->kernels[s->order[i]].start < 0)
            continue;
        else if (best < 0 || level(s, &s->kernels[s->order[i]].kernel) >
                                 level(s, &s->kernels[s->order[best]].kernel))
            best = i;
    return best;
}

/* One block more on an SM. */
static void place_block(struct state *s, int i, int where)
{
    const int64_t *v = s->profile->value;
    struct naive_kernel *n = &s->kernels[i];
    const struct engine_kernel *k = &n->kernel;
    struct sm *sm = &s->sms[where];
    if (sm->blocks == 0)
        sm->carveout = sm->unheard > 0 ? sm->fresh_carveout : k->occupancy.carveout_bytes;
    sm->blocks++;
    sm->threads += k->occupancy.block_threads;
    sm->registers += k->occupancy.block_registers;
    sm->shared += k->occupancy.block_shared;
    int64_t start = s->now + (sm->freed == s->now ? v[PROFILE_sm_block_start] : 0);
    if (n->start < 0) {
        s->grids++;
        s->age[i] = s->places + 1;
        s->first[i] = s->now;
    }
    if (n->start < 0 || start < n->start)
        n->start = start;
    s->blocks = mem_grow(s->blocks, &s->block_capacity, s->block_count + 1, sizeof *s->blocks);
    int64_t loaded =
        s->first[i] == s->now ? loaded_more(s->profile, PROFILE_loaded_kernel, s->all_on_way) : 0;
    int64_t end = is_by_work(k) ? DURATION_NEVER : start + loaded + k->block_time;
    int64_t together = k->occupancy.blocks * v[PROFILE_device_sm_count];
    bool in_order =
        is_by_work(k) && sm_share_in_order(s->profile, sm_share_per_block(k->flops, k->blocks),
                                           k->blocks, is_brief(n), k->blocks <= together);
    uint64_t place = ++s->places;
    s->blocks[s->block_count++] = (struct block){
        .sm = where,
        .kernel = i,
        .end = end,
        .left = SM_SHARE_BLOCK,
        .since = start,
        .serial = in_order ? place : s->age[i],
        .place = place,
        .begin = start,
        .follows = is_by_work(k) && s->first[i] < s->now && sm->freed == s->now,
        .waves = sm->freed == s->now ? s->news.waves + 1 : 1,
    };
    s->unplaced[i]--;
    s->resident[i]++;
}

/* What blocks of a last wave of few gain on the wave before, of which none is left. */
static int64_t ahead(const struct state *s, int i)
{
    const struct occupancy *o = &s->kernels[i].kernel.occupancy;
    int64_t sms = s->profile->value[PROFILE_device_sm_count];
    int64_t last = s->unplaced[i] + s->resident[i], on_one = (last + sms - 1) / sms;
    if (!is_brief(&s->kernels[i]) || s->stayed[i] > 0 || last > s->before[i] || on_one >= o->blocks)
        return 0;
    struct cost_brief brief = brief_of(s, &s->kernels[i]);
    return duration_divide(cost_brief_wave(s->profile, &brief), o->blocks - on_one, o->blocks);
}

/* When the work of blocks begins that were placed together, at most so many on one SM. */
static void start_work(struct state *s, int i, int64_t placed, int64_t most)
{
    const int64_t *v = s->profile->value;
    const struct engine_kernel *k = &s->kernels[i].kernel;
    bool first = s->first[i] == s->now;
    int64_t loaded = first ? loaded_more(s->profile, PROFILE_loaded_kernel, s->all_on_way) : 0;
    for (size_t b = s->block_count - (size_t)placed; is_by_work(k) && b < s->block_count; b++) {
        struct block *block = &s->blocks[b];
        int64_t threads = k->occupancy.block_threads;
        if (is_brief(&s->kernels[i])) {
            int64_t bytes = v[PROFILE_device_memory_start] / COST_BRIEF_FIRST,
                    read = sm_share_per_block(k->bytes, k->blocks),
                    most_read = k->occupancy.block_threads * INT64_C(16384);
            if (s->unplaced[i] == 0 && read < most_read)
                bytes = duration_divide(bytes, read + most_read / 2, most_read + most_read / 2);
            int64_t start = first ? cost_brief_start(s->profile, threads * most) + bytes
                                  : brief_of(s, &s->kernels[i]).next;
            block->since = larger(block->since, s->now + start);
        } else {
            int64_t bytes = cost_first_bytes(s->profile, sm_share_per_block(k->flops, k->blocks),
                                             sm_share_per_block(k->bytes, k->blocks), threads);
            block->since += v[PROFILE_sm_work_start] + (first ? bytes : 0);
        }
        block->since += loaded;
        block->ahead = first ? 0 : ahead(s, i);
    }
}

/* Places what fits of the kernel, with what is known and what gets known meanwhile. */
static void place_kernel(struct state *s, int i)
{
    struct news *news = &s->news;
    const struct engine_kernel *k = &s->kernels[i].kernel;
    const int64_t dispatch = s->profile->value[PROFILE_sm_dispatch];
    if (news->active && (is_cooperative(s, k) || room_in_all(s, k) <= s->unplaced[i]))
        end_news(s);
    for (;;) {
        int64_t placed = 0, most = 0, on[512] = {0};
        if (s->placed_at[i] != s->now)
            s->stayed[i] = s->resident[i];
        s->placed_at[i] = s->now;
        for (int where; s->unplaced[i] > 0 && (where = best_sm(s, k)) >= 0;) {
            place_block(s, i, where);
            placed++;
            most = larger(most, ++on[where]);
        }
        start_work(s, i, placed, most);
        if (!news->active)
            return;
        news->elapsed += larger(most * (4000 + (int64_t)k->occupancy.block_threads * 1000 / 80),
                                placed * dispatch);
        if (s->unplaced[i] == 0 || news->heard >= news->keys)
            return;
        hear_until(s, larger(news_due(news), news->heard + 1));
    }
}

static void place(struct state *s)
{
    const int64_t *v = s->profile->value;
    int64_t limit = v[PROFILE_rules_concurrent_kernels] ? v[PROFILE_sm_resident_grids] : (int64_t)1;
    s->stuck = -1;
    s->held = false;
    for (int at; (at = head(s, s->grids >= limit)) >= 0;) {
        int i = s->order[at];
        s->held = s->kernels[i].start < 0 && s->giving_until > s->now &&
                  level(s, &s->kernels[i].kernel) <= s->giving_level;
        if (s->held)
            return;
        s->stuck = i;
        struct naive_kernel *n = &s->kernels[i];
        const struct engine_kernel *k = &n->kernel;
        if (is_cooperative(s, k) && n->start < 0 && room_in_all(s, k) < k->blocks)
            return;
        bool starts = n->start < 0;
        int64_t before = s->unplaced[i];
        place_kernel(s, i);
        if (starts && before > s->unplaced[i])
            s->between[i] = urgent_blocks(s, level(s, k));
        s->given[level(s, k)] += before - s->unplaced[i];
        if (starts)
            s->together[i] = before - s->unplaced[i];
        if (before > s->unplaced[i])
            s->last[i] = before - s->unplaced[i];
        if (s->unplaced[i] > 0)
            return;
        s->between[i] = urgent_blocks(s, level(s, k)) - s->between[i];
        int64_t given = n->start + duration_divide(k->blocks + s->between[i],
                                                   s->profile->value[PROFILE_sm_dispatch], 1000);
        if (is_by_work(k) && given > s->giving_until) {
            s->giving_until = given;
            s->giving_level = level(s, k);
        }
        n->dispatched = s->now;
        for (int j = at; j + 1 < s->waiting; j++)
            s->order[j] = s->order[j + 1];
        s->waiting--;
        s->stuck = -1;
        if (s->news.active) {
            s->news.elapsed += 150000;
            hear_until(s, news_due(&s->news));
        }
    }
}

static void end_blocks(struct state *s)
{
    for (size_t b = 0; b < s->block_count;) {
        struct block block = s->blocks[b];
        if (block.end != s->now) {
            b++;
            continue;
        }
        const struct occupancy *o = &s->kernels[block.kernel].kernel.occupancy;
        struct sm *sm = &s->sms[block.sm];
        const struct engine_kernel *k = &s->kernels[block.kernel].kernel;
        int64_t ran = s->now - block.begin < 1000000000 ? s->now - block.begin : 1000000000;
        s->news.waves = larger(s->news.waves, block.waves);
        s->news.blocks++;
        s->news.ran = larger(s->news.ran, ran);
        if (is_by_work(k) && k->bytes > 0) {
            s->news.lag = 8;
            s->news.reading = larger(s->news.reading, ran);
        }
        if (sm->freed != s->now) {
            sm->fresh = sm->fresh_threads = sm->fresh_registers = sm->fresh_shared = 0;
            sm->fresh_carveout = sm->carveout;
        }
        sm->fresh++;
        sm->fresh_threads += o->block_threads;
        sm->fresh_registers += o->block_registers;
        sm->fresh_shared += o->block_shared;
        sm->blocks--;
        sm->threads -= o->block_threads;
        sm->registers -= o->block_registers;
        sm->shared -= o->block_shared;
        sm->freed = s->now;
        if (s->ended_at[block.kernel] != s->now)
            s->before[block.kernel] = s->resident[block.kernel];
        s->ended_at[block.kernel] = s->now;
        s->resident[block.kernel]--;
        if (s->on_way[block.kernel] > 0) {
            s->all_on_way -= s->on_way[block.kernel];
            s->on_way[block.kernel] =
                s->unplaced[block.kernel] > 0
                    ? duration_divide(s->way[block.kernel], s->resident[block.kernel],
                                      s->way_blocks[block.kernel])
                    : 0;
            s->all_on_way += s->on_way[block.kernel];
        }
        s->blocks[b] = s->blocks[--s->block_count];
        finish_if_done(s, block.kernel);
    }
}

/* The users of one SM, the oldest first. */
static int users_of(const struct state *s, int sm, struct sm_share_user *users)
{
    int count = 0;
    for (size_t b = 0; b < s->block_count; b++) {
        const struct engine_kernel *k = &s->kernels[s->blocks[b].kernel].kernel;
        if (s->blocks[b].sm != sm || !is_by_work(k))
            continue;
        int at = 0;
        while (at < count && ((int)users[at].kernel != s->blocks[b].kernel ||
                              users[at].serial != s->blocks[b].serial))
            at++;
        if (at == count)
            users[count++] = (struct sm_share_user){
                .kernel = (uint32_t)s->blocks[b].kernel,
                .serial = s->blocks[b].serial,
                .threads = k->occupancy.block_threads,
                .flops = sm_share_per_block(k->flops, k->blocks),
                .bytes = sm_share_per_block(k->bytes, k->blocks),
                .brief = is_brief(&s->kernels[s->blocks[b].kernel]),
                .follow = brief_of(s, &s->kernels[s->blocks[b].kernel]),
                .copies = k->copies,
            };
        users[at].blocks++;
    }
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && users[j].serial < users[j - 1].serial; j--) {
            struct sm_share_user swap = users[j];
            users[j] = users[j - 1];
            users[j - 1] = swap;
        }
    return count;
}

static int64_t room_of(const struct state *s, int sm)
{
    return sm_share_room(s->profile, s->sms[sm].carveout);
}

static void share(struct state *s)
{
    struct sm_share_user users[128];
    int sms = (int)s->profile->value[PROFILE_device_sm_count];
    int64_t memory = SM_SHARE_ALL, before = 0;
    for (int turn = 0; turn < SM_SHARE_TURNS && memory != before; turn++) {
        int64_t want = 0;
        for (int i = 0; i < sms; i++) {
            int count = users_of(s, i, users);
            sm_share_ask(s->profile, users, count, room_of(s, i));
            want += sm_share_split(s->profile, users, count, memory);
        }
        before = memory;
        memory = sm_share_memory(s->profile, want, 0);
    }
    s->all_on_way = 0;
    for (int k = 0; k < s->count; k++) {
        s->way[k] = s->on_way[k] = 0;
        s->way_blocks[k] = s->resident[k];
    }
    for (int i = 0; i < sms; i++) {
        int count = users_of(s, i, users);
        sm_share_ask(s->profile, users, count, room_of(s, i));
        sm_share_split(s->profile, users, count, memory);
        sm_share_paces(s->profile, users, count, memory);
        for (int u = 0; u < count; u++) {
            s->way[users[u].kernel] += users[u].on_way;
            s->on_way[users[u].kernel] = s->way[users[u].kernel];
            s->all_on_way += users[u].on_way;
        }
        for (size_t b = 0; b < s->block_count; b++) {
            struct block *block = &s->blocks[b];
            if (block->sm != i || !is_by_work(&s->kernels[block->kernel].kernel))
                continue;
            if (s->now > block->since) {
                block->left -= block->rate * (s->now - block->since);
                block->since = s->now;
            }
            int u = 0;
            while ((int)users[u].kernel != block->kernel || users[u].serial != block->serial)
                u++;
            block->rate = users[u].pace.rate;
            if (block->follows) {
                block->since = s->now + users[u].pace.behind;
                block->begin =
                    larger(s->now, block->since - s->profile->value[PROFILE_sm_work_start]);
                if (block->ahead > users[u].pace.behind)
                    block->left -= block->rate * (block->ahead - users[u].pace.behind);
                block->since -=
                    block->ahead < users[u].pace.behind ? block->ahead : users[u].pace.behind;
                block->follows = false;
            }
            block->end = block->since + sm_share_time(block->left, block->rate);
        }
    }
}

/* Whether a block by time does not get to issue: older blocks on its SM compute, with more threads
 * than four schedulers of warps of 32 can serve. */
static bool is_starved(const struct state *s, const struct block *block)
{
    int64_t threads = 0;
    for (size_t b = 0; b < s->block_count; b++) {
        const struct block *other = &s->blocks[b];
        const struct engine_kernel *k = &s->kernels[other->kernel].kernel;
        if (other->sm != block->sm || !is_by_work(k) || k->flops == 0)
            continue;
        if (other->serial < block->place)
            threads += k->occupancy.block_threads;
    }
    return threads > s->profile->value[PROFILE_device_sm_threads_full] + 96;
}

static void starve(struct state *s)
{
    for (size_t b = 0; b < s->block_count; b++) {
        struct block *block = &s->blocks[b];
        const struct engine_kernel *k = &s->kernels[block->kernel].kernel;
        if (is_by_work(k) || block->starved == is_starved(s, block))
            continue;
        block->starved = !block->starved;
        int64_t issues = block->begin > s->now ? block->begin : s->now;
        if (block->starved) {
            block->due = s->now > block->begin ? block->end : DURATION_NEVER;
            issues += SM_SHARE_STARVED_MOST;
        }
        int64_t end = block->due > issues ? block->due : issues;
        if (block->due == DURATION_NEVER)
            end = issues + k->block_time;
        if (block->starved || end < block->end)
            block->end = end;
    }
}

void naive_sm_run(const struct profile *profile, struct naive_kernel *kernels, int count)
{
    size_t sms = (size_t)profile->value[PROFILE_device_sm_count], n = (size_t)count;
    struct state s = {
        .profile = profile, .kernels = kernels, .count = count, .stuck = -1, .waited = -1};
    s.sms = mem_zalloc(sms * sizeof *s.sms);
    s.unplaced = mem_zalloc(n * sizeof *s.unplaced);
    s.resident = mem_zalloc(n * sizeof *s.resident);
    s.order = mem_zalloc(n * sizeof *s.order);
    s.age = mem_zalloc(n * sizeof *s.age);
    s.first = mem_zalloc(n * sizeof *s.first);
    s.way = mem_zalloc(n * sizeof *s.way);
    s.way_blocks = mem_zalloc(n * sizeof *s.way_blocks);
    s.on_way = mem_zalloc(n * sizeof *s.on_way);
    s.together = mem_zalloc(n * sizeof *s.together);
    s.last = mem_zalloc(n * sizeof *s.last);
    s.placed_at = mem_zalloc(n * sizeof *s.placed_at);
    s.stayed = mem_zalloc(n * sizeof *s.stayed);
    s.between = mem_zalloc(n * sizeof *s.between);
    s.before = mem_zalloc(n * sizeof *s.before);
    s.ended_at = mem_zalloc(n * sizeof *s.ended_at);
    bool *come = mem_zalloc(n * sizeof *come), *gone = mem_zalloc(n * sizeof *gone);
    for (size_t i = 0; i < sms; i++)
        s.sms[i].freed = -1;
    for (int i = 0; i < count; i++) {
        kernels[i].start = kernels[i].dispatched = kernels[i].end = -1;
        s.unplaced[i] = kernels[i].kernel.blocks;
        s.placed_at[i] = s.ended_at[i] = -1;
    }
    for (;;) {
        int64_t next = s.held ? s.giving_until : DURATION_NEVER;
        for (size_t b = 0; b < s.block_count; b++)
            next = s.blocks[b].end < next ? s.blocks[b].end : next;
        for (int i = 0; i < count; i++) {
            if (!come[i] && kernels[i].arrival < next)
                next = kernels[i].arrival;
            if (kernels[i].end >= 0 && !gone[i] && kernels[i].end < next)
                next = kernels[i].end;
        }
        if (next == DURATION_NEVER)
            break;
        if (next > s.now) {
            s.waited = s.stuck;
            s.news.waves = 0;
        }
        s.now = next;
        end_blocks(&s);
        for (int i = 0; i < count; i++) {
            if (kernels[i].end == s.now && !gone[i]) {
                gone[i] = true;
                s.grids--;
            }
            if (!come[i] && kernels[i].arrival == s.now) {
                come[i] = true;
                s.order[s.waiting++] = i;
            }
        }
        if (s.waited >= 0 && s.waiting > 0 && profile->value[PROFILE_rules_placement] != 1)
            begin_news(&s);
        place(&s);
        end_news(&s);
        share(&s);
        starve(&s);
    }
    free(s.sms);
    free(s.blocks);
    free(s.unplaced);
    free(s.resident);
    free(s.order);
    free(s.age);
    free(s.first);
    free(s.way);
    free(s.way_blocks);
    free(s.on_way);
    free(s.together);
    free(s.last);
    free(s.placed_at);
    free(s.stayed);
    free(s.between);
    free(s.before);
    free(s.ended_at);
    free(come);
    free(gone);
}
