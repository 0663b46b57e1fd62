#include "sim/engine/sm_share.h"

#include "sim/base/duration.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

#define PARTS  INT64_C(1000000000) /* of an SM's throughput */
#define SECOND 1000000000          /* ns */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t sm_share_per_block(int64_t total, int64_t blocks)
{
    if (total <= 0 || blocks <= 0)
        return 0;
    int64_t each = duration_divide(total, 1024, blocks);
    return each > 0 ? each : 1;
}

static void split_throughput(const struct profile *profile, struct sm_share_user *users, int count)
{
    const int64_t *v = profile->value;
    int64_t whole = v[PROFILE_device_flops] / v[PROFILE_device_sm_count];
    int64_t left = PARTS, younger = 0;
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        u->want = u->flops == 0 ? 0
                                : smaller(PARTS, u->blocks * u->threads * PARTS /
                                                     v[PROFILE_device_sm_threads_full]);
        younger += u->want;
    }
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        younger -= u->want;
        int64_t most = left * v[PROFILE_sm_share_older] / 1000;
        if (most < left - younger)
            most = left - younger;
        int64_t part = smaller(u->want, most);
        left -= part;
        u->flop_rate = (int64_t)((wide)whole * (wide)part / PARTS);
    }
}

int64_t sm_share_want(const struct profile *profile, struct sm_share_user *users, int count)
{
    const int64_t *v = profile->value;
    wide most = (wide)v[PROFILE_device_memory_sm_rate], together = 0;
    split_throughput(profile, users, count);
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        wide want = (wide)(u->blocks * u->threads) * (wide)v[PROFILE_device_memory_thread_rate];
        u->byte_most = u->bytes == 0 ? 0 : (int64_t)(want < most ? want : most);
        want = (wide)u->byte_most;
        together = together + want;
    }
    int64_t total = 0;
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        if (together > most)
            u->byte_most = (int64_t)((wide)u->byte_most * most / together);
        u->byte_want = u->byte_most;
        if (u->flops > 0 && u->bytes > 0) {
            wide used = (wide)u->flop_rate * (wide)u->bytes / (wide)u->flops;
            if (used < (wide)u->byte_most)
                u->byte_want = (int64_t)used;
        }
        total = duration_add(total, u->byte_want);
    }
    return total;
}

static wide square_root(wide value)
{
    wide root = 0;
    for (wide bit = (wide)1 << 63; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= value)
            root += bit;
    return root;
}

int64_t sm_share_memory(const struct profile *profile, int64_t want)
{
    /* In KB/s, so that squares have room. */
    wide x = (wide)(want / 1024), m = (wide)(profile->value[PROFILE_device_memory_rate] / 1024);
    wide root = square_root(x * x + m * m);
    if (root == 0)
        return INT64_C(1) << 30;
    wide part = (m << 30) / root;
    return (int64_t)part;
}

void sm_share_rates(struct sm_share_user *users, int count, int64_t memory)
{
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        wide rate = SM_SHARE_BLOCK;
        if (u->flops > 0) {
            wide each = (wide)(u->flop_rate / u->blocks);
            wide by_flops = each * ((wide)SM_SHARE_BLOCK << 10) / ((wide)u->flops * SECOND);
            rate = by_flops < rate ? by_flops : rate;
        }
        if (u->bytes > 0) {
            wide each = ((wide)u->byte_most * (wide)memory >> 30) / (wide)u->blocks;
            wide by_bytes = each * ((wide)SM_SHARE_BLOCK << 10) / ((wide)u->bytes * SECOND);
            rate = by_bytes < rate ? by_bytes : rate;
        }
        u->rate = rate > 0 ? (int64_t)rate : 1;
    }
}

int64_t sm_share_time(int64_t left, int64_t rate)
{
    return left <= 0 ? 0 : left / rate + (left % rate != 0);
}
