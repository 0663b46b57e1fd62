#include "sim/engine/sm_news.h"

#include "sim/base/minmax.h"

#include <string.h>

/* The figures are those of traces/experiments/ends.txt, and DRIFT of drift.txt: from its second
 * wave on, the blocks of a wave end as far apart as they are placed, one after the other, and each
 * wave drifts further apart. */
enum {
    FIRST = 1,                 /* SM, or block that read, known at first */
    SPREAD_FIRST = 110 * 1000, /* ps: of blocks that did not wait for others to end */
    DRIFT = 60 * 1000,         /* ps of a wave */
    WAVES_MOST = 1000000,      /* that are told apart */
    READS_PART = 16,           /* of the time that blocks took that read, */
    RAN_MOST = 1000000000,     /* but of so many ns at most */
    READS_LAG = 8,
    NEXT_KERNEL = 150 * 1000, /* ps */
    LAUNCH = 4 * 1000,        /* ps that an SM takes for a block */
    LAUNCH_THREADS = 80,      /* threads of it that take another ns */
};

static int32_t lesser(int64_t a, int32_t b)
{
    return a < b ? (int32_t)a : b;
}

void sm_news_pass(struct sm_news *news)
{
    news->waves = 0;
}

void sm_news_ended(struct sm_news *news, int32_t waves, int64_t blocks, bool reads, int64_t ran)
{
    ran = lesser(ran, RAN_MOST);
    news->waves = lesser(larger(news->waves, waves), WAVES_MOST);
    news->blocks += blocks;
    news->ran = larger(news->ran, ran);
    if (reads) {
        news->lag = READS_LAG;
        news->reading = larger(news->reading, ran);
    }
}

/* ps from the first end to the last. */
static int64_t spread(const struct sm_news *news, int64_t dispatch)
{
    int64_t apart = SPREAD_FIRST;
    if (news->waves > 1)
        apart = (int64_t)news->waves * DRIFT + news->blocks * dispatch;
    if (apart > news->ran * 1000)
        apart = news->ran * 1000;
    return larger(apart, news->reading / READS_PART * 1000);
}

/* The SMs that are the numbers `from` to `to` but one; returns how many. */
static int32_t numbered(const struct sm_news *news, int32_t from, int32_t to, struct sm_mask *mask)
{
    memset(mask, 0, sizeof *mask);
    from = from < 0 ? 0 : from;
    to = to < news->count ? to : news->count;
    for (int32_t i = from; i < to; i++)
        mask->word[news->sms[i] / 64] |= UINT64_C(1) << (news->sms[i] % 64);
    return to - from;
}

/* One block more, or all, is known on each of these, `left` in number. Each is in one group: mostly
 * it is one SM, and the groups behind its own need not be looked at. */
static void know(struct sm_groups *groups, const struct sm_mask *mask, int32_t left, bool all)
{
    size_t before = groups->count;
    for (size_t i = 0; i < before && left > 0; i++) {
        struct sm_mask both;
        if (groups->groups[i].unheard == 0)
            continue;
        int32_t count = sm_mask_both(&groups->groups[i].sms, mask, groups->words, &both);
        if (count == 0)
            continue;
        left -= count;
        size_t row =
            count == groups->groups[i].count ? i : sm_groups_split(groups, i, &both, count);
        struct sm_group *group = &groups->groups[row];
        group->unheard = all ? 0 : group->unheard - 1;
        group->touched = groups->groups[i].touched = groups->dirty = true;
    }
}

static void hear_until(struct sm_news *news, struct sm_groups *groups, int32_t until)
{
    if (until <= news->heard)
        return;
    int32_t turns = news->lag == 0 ? 1 : news->most;
    for (int32_t i = 0; i < turns; i++) {
        int32_t from = news->heard - i * news->lag, to = until - i * news->lag;
        if (to <= 0 || from >= news->count)
            continue;
        struct sm_mask mask;
        int32_t count = numbered(news, from, to, &mask);
        know(groups, &mask, count, news->lag == 0);
    }
    news->heard = until;
}

void sm_news_begin(struct sm_news *news, struct sm_groups *groups, int64_t now, int64_t dispatch)
{
    struct sm_mask ended;
    memset(&ended, 0, sizeof ended);
    news->count = 0;
    news->most = 0;
    for (size_t i = 0; i < groups->count; i++) {
        struct sm_group *group = &groups->groups[i];
        if (group->freed != now)
            continue;
        group->unheard = group->fresh;
        news->most = group->fresh > news->most ? group->fresh : news->most;
        for (int w = 0; w < groups->words; w++)
            ended.word[w] |= group->sms.word[w];
    }
    for (int w = 0; w < groups->words; w++)
        for (uint64_t left = ended.word[w]; left; left &= left - 1)
            news->sms[news->count++] = (int16_t)(64 * w + __builtin_ctzll(left));
    news->active = news->count > 0;
    news->elapsed = 0;
    news->spread = spread(news, dispatch);
    news->heard = 0;
    news->keys = news->count + news->lag * (news->most > 0 ? news->most - 1 : 0);
    hear_until(news, groups, lesser(FIRST, news->keys));
}

/* How many are known by the time that it is. */
static int32_t due(const struct sm_news *news)
{
    if (news->elapsed >= news->spread)
        return news->keys;
    return lesser(news->elapsed * news->keys / news->spread, news->keys);
}

void sm_news_placed(struct sm_news *news, int64_t blocks, int64_t on_one, int64_t threads,
                    int64_t dispatch)
{
    int64_t launching = on_one * (LAUNCH + threads * 1000 / LAUNCH_THREADS);
    news->elapsed += larger(launching, blocks * dispatch);
}

void sm_news_next(struct sm_news *news, struct sm_groups *groups)
{
    news->elapsed += NEXT_KERNEL;
    hear_until(news, groups, due(news));
}

bool sm_news_hear(struct sm_news *news, struct sm_groups *groups)
{
    if (news->heard >= news->keys)
        return false;
    hear_until(news, groups, (int32_t)larger(due(news), news->heard + 1));
    return true;
}

void sm_news_end(struct sm_news *news, struct sm_groups *groups)
{
    if (news->active)
        for (size_t i = 0; i < groups->count; i++)
            groups->groups[i].unheard = 0;
    news->active = false;
    news->blocks = news->ran = news->reading = 0;
    news->lag = 0;
}
