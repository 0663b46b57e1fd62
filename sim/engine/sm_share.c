#include "sim/engine/sm_share.h"

#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/model/cost.h"
#include "sim/model/cost_brief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

#define PARTS  INT64_C(1000000000) /* of an SM's throughput */
#define SECOND 1000000000          /* ns */

/* Of an SM's throughput, to the kernels that read behind one that just fills it. */
#define READERS_PART 30

/* ns from one instruction of a warp to the next where older warps issue whenever they can: 265 us
 * for a brief block with one load a thread, however many there are, 1.6 ms with 64 FMAs behind it
 * (traces/experiments/readers-behind.txt). */
#define STARVED_ISSUE 16600

int64_t sm_share_per_block(int64_t total, int64_t blocks)
{
    if (total <= 0 || blocks <= 0)
        return 0;
    int64_t each = duration_divide(total, 1024, blocks);
    return each > 0 ? each : 1;
}

bool sm_share_in_order(const struct profile *profile, int64_t flops, int64_t blocks, bool brief,
                       bool at_once)
{
    enum { WAVES = 1024 }; /* of one block an SM */
    return flops > 0 && !(brief && at_once) &&
           blocks <= WAVES * profile->value[PROFILE_device_sm_count];
}

/* What a block's flops and bytes take of the SM's throughput, in flops (1/1024). */
static int64_t issue(const struct sm_share_user *u)
{
    wide batch = (wide)u->threads * COST_BATCH_BYTES * 1024;
    wide batches = ((wide)u->bytes + batch - 1) / batch;
    wide each = u->brief ? (wide)cost_brief_besides(u->flops, u->bytes, u->threads)
                         : COST_THREAD_FLOPS + batches * COST_BATCH_FLOPS;
    wide all = (wide)u->flops + (wide)u->threads * each * 1024;
    return all < INT64_MAX ? (int64_t)all : INT64_MAX;
}

/* Whether its arithmetic is no more than what comes with reading. */
static bool reads_only(const struct sm_share_user *u)
{
    return u->flops == 0 || u->brief;
}

/* The part of the SM's throughput that it could use if it were alone. */
static int64_t want_of(const struct profile *profile, const struct sm_share_user *u, int64_t whole)
{
    const int64_t *v = profile->value;
    wide part = PARTS;
    if (u->flops > 0)
        part = (wide)(u->blocks * u->threads) * PARTS / (wide)v[PROFILE_device_sm_threads_full];
    if (reads_only(u)) {
        wide reads = (wide)u->byte_most * PARTS / (wide)whole * (wide)u->issue / (wide)u->bytes;
        part = reads < part ? reads : part;
    }
    return part < PARTS ? (int64_t)part : PARTS;
}

/* The square root, rounded down; the processor's is right but for the last place. */
static uint64_t square_root(uint64_t value)
{
    uint64_t found = (uint64_t)sqrt((double)value);
    while (found * found > value)
        found--;
    while ((found + 1) * (found + 1) <= value)
        found++;
    return found;
}

/* The `degree`-th root, rounded down; of less than 2^125. */
static wide root(wide value, int degree)
{
    if (degree == 2 && value >> 62 == 0)
        return square_root((uint64_t)value);
    wide found = 0;
    for (wide bit = (wide)1 << (degree == 2 ? 62 : 24); bit; bit >>= 1) {
        wide power = found + bit;
        for (int i = 1; i < degree; i++)
            power *= found + bit;
        if (power <= value)
            found += bit;
    }
    return found;
}

/* x to the power of 5/2; both of `BITS` binary places. */
enum { BITS = 18 };
static wide power(wide x)
{
    return root(x * x * x * x * x, 2);
}

/* The 2/5th power. */
static wide unpower(wide x)
{
    return root(x * x, 5);
}

enum { PART_BITS = 20 };

/* Of what an SM's threads ask for, the part that it lets through, in 1/2^PART_BITS: y with
 * 1/y^2 = 1/x^2 + 1/most^2 (traces/experiments/work.txt, bytes-short.txt). */
static wide sm_part(wide x, wide most)
{
    enum { FAR = 1024 };
    wide one = (wide)1 << PART_BITS;
    if (x >= most * FAR)
        return (most << PART_BITS) / (x + 1);
    wide ratio = (x << PART_BITS) / most;
    return one * one / root(one * one + ratio * ratio, 2);
}

int64_t sm_share_room(const struct profile *profile, int64_t carveout)
{
    int64_t whole = profile->value[PROFILE_sm_data_cache];
    return whole == 0 ? INT64_MAX : whole > carveout ? whole - carveout : 0;
}

/* What a kernel's threads have on their way (1/1024 bytes): each a batch or, where its block has
 * less for it, that. */
static wide on_way(const struct sm_share_user *u)
{
    wide batches = (wide)u->threads * COST_BATCH_BYTES * 1024;
    wide bytes = (wide)u->bytes;
    return (wide)u->blocks * (batches < bytes ? batches : bytes);
}

/* What the threads can ask for. */
static void set_byte_most(const struct profile *profile, struct sm_share_user *users, int count,
                          int64_t room)
{
    const int64_t *v = profile->value;
    wide together = 0, all = 0, fits = (wide)room * 1024;
    for (int i = 0; i < count; i++)
        all += on_way(&users[i]);
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        wide in_flight = on_way(u), rate = (wide)v[PROFILE_device_memory_thread_rate];
        wide want = in_flight * rate / (COST_BATCH_BYTES * 1024);
        wide held = all > fits ? want * fits / all : want;
        if (u->brief) {
            wide read = (wide)COST_BATCH_BYTES * SECOND * 1000 / rate + 1; /* ps */
            wide pause = (wide)u->follow.pause * 1000;
            want = want * read / (read + pause);
        }
        want = held < want ? held : want;
        u->way_most = (int64_t)((all > fits ? in_flight * fits / all : in_flight) >> 10);
        u->byte_most = want < INT64_MAX >> 10 ? (int64_t)want : INT64_MAX >> 10;
        want = (wide)u->byte_most;
        together = together + want;
    }
    wide part = sm_part(together, (wide)v[PROFILE_device_memory_sm_rate]);
    for (int i = 0; i < count; i++)
        users[i].byte_most = (int64_t)((wide)users[i].byte_most * part >> PART_BITS);
}

/* An SM's part of device.flops. */
static int64_t throughput(const struct profile *profile)
{
    int64_t whole = profile->value[PROFILE_device_flops] / profile->value[PROFILE_device_sm_count];
    return whole > 0 ? whole : 1;
}

void sm_share_ask(const struct profile *profile, struct sm_share_user *users, int count,
                  int64_t room)
{
    int64_t whole = throughput(profile);
    set_byte_most(profile, users, count, room);
    for (int i = 0; i < count; i++) {
        users[i].issue = issue(&users[i]);
        users[i].want = want_of(profile, &users[i], whole);
    }
}

int64_t sm_share_split(const struct profile *profile, struct sm_share_user *users, int count,
                       int64_t memory)
{
    const int64_t *v = profile->value;
    int64_t whole = throughput(profile);
    int64_t left = PARTS, younger = 0, readers = 0, computing = 0, total = 0;
    for (int i = 0; i < count; i++) {
        younger = duration_add(younger, users[i].want);
        readers = duration_add(readers, reads_only(&users[i]) ? users[i].want : 0);
    }
    for (int i = 0; i < count; i++) {
        struct sm_share_user *u = &users[i];
        younger -= u->want;
        readers -= reads_only(u) ? u->want : 0;
        u->computing = u->flops > 0 ? u->blocks * u->threads : 0;
        int64_t most = left * v[PROFILE_sm_share_older] / 1000;
        if (!reads_only(u) && !sm_share_crowded(profile, computing + u->computing))
            most -= smaller(readers, PARTS / READERS_PART);
        if (most < left - younger)
            most = left - younger;
        int64_t part = smaller(u->want, most);
        u->flop_rate = (int64_t)((wide)whole * (wide)part / PARTS);
        if (u->bytes > 0) {
            wide given = (wide)u->byte_most * (wide)memory >> 30;
            wide used = (wide)u->flop_rate * (wide)u->bytes / (wide)u->issue;
            wide asked = used << 30, part_given = (wide)memory;
            asked = asked / part_given;
            asked = asked < (wide)u->byte_most ? asked : (wide)u->byte_most;
            total = duration_add(total, (int64_t)asked);
            if (u->driven > 0)
                total = duration_add(total, duration_divide((int64_t)asked, u->driven, 1024));
            u->on_way = (int64_t)((wide)u->way_most * asked / ((wide)u->byte_most + 1));
            if (given < used) {
                part = (int64_t)((wide)part * given / used);
                u->computing = (int64_t)((wide)u->computing * given / used);
            }
        }
        computing += u->computing;
        left -= part;
    }
    return total;
}

/* What copies leave of the memory's rate. */
static wide memory_rate(const struct profile *profile, int64_t copies)
{
    wide whole = (wide)profile->value[PROFILE_device_memory_rate], taken = (wide)copies;
    wide least = whole / 8 + 1;
    return taken + least < whole ? whole - taken : least;
}

int64_t sm_share_memory(const struct profile *profile, int64_t want, int64_t copies)
{
    enum { FAR = 64 };
    wide x = ((wide)want << BITS) / memory_rate(profile, copies);
    wide one = (wide)1 << BITS;
    if (x >= one * FAR) /* the curve is flat */
        return (int64_t)((one << 30) / x);
    return (int64_t)((one << 30) / unpower(power(x) + power(one)));
}

/* The pace of a brief block whose warps get no more than a turn now and then. */
static wide starving(const struct sm_share_user *u)
{
    return (wide)(SM_SHARE_BLOCK /
                  (cost_brief_issue(u->flops, u->bytes, u->threads) * STARVED_ISSUE));
}

/* The rate of one block when the memory gives `memory` of what is asked for. */
static int64_t rate_of(const struct sm_share_user *u, int64_t memory)
{
    wide rate = SM_SHARE_BLOCK;
    wide each = (wide)(u->flop_rate / u->blocks);
    wide by_flops = each * ((wide)SM_SHARE_BLOCK << 10) / ((wide)u->issue * SECOND);
    if (u->brief && by_flops < starving(u))
        by_flops = starving(u);
    rate = by_flops < rate ? by_flops : rate;
    if (u->bytes > 0) {
        each = ((wide)u->byte_most * (wide)memory >> 30) / (wide)u->blocks;
        wide by_bytes = each * ((wide)SM_SHARE_BLOCK << 10) / ((wide)u->bytes * SECOND);
        rate = by_bytes < rate ? by_bytes : rate;
    }
    return rate > 0 ? (int64_t)rate : 1;
}

/* A place between two blocks asks for nothing, so that its bytes are asked for in so much longer,
 * and of what is asked for the memory gives by its curve (sm_share.h). The waves of copies are made
 * to take the time that was measured, and so much between them (sim/runtime/copy.c). */
static int64_t behind(const struct profile *profile, const struct sm_share_user *u)
{
    enum { FAR = 32 };
    const int64_t *v = profile->value;
    int64_t start = u->brief ? u->follow.next : v[PROFILE_sm_block_start];
    if (u->copies)
        start += v[PROFILE_sm_work_start];
    int64_t time = sm_share_time(SM_SHARE_BLOCK, u->pace.rate);
    int64_t alone = sm_share_time(SM_SHARE_BLOCK, rate_of(u, SM_SHARE_ALL));
    if (u->bytes == 0 || u->copies || alone >= time)
        return start;
    int64_t all = duration_add(start, alone);
    if (all / FAR >= time)
        return all - time;
    wide one = (wide)1 << BITS, whole = (wide)time;
    wide asked = power(((wide)all << BITS) / whole), less = power(((wide)alone << BITS) / whole);
    wide period = unpower(asked + power(one) - less);
    return (int64_t)(whole * (period - one) >> BITS);
}

void sm_share_paces(const struct profile *profile, struct sm_share_user *users, int count,
                    int64_t memory)
{
    for (int i = 0; i < count; i++) {
        users[i].pace.rate = rate_of(&users[i], memory);
        users[i].pace.behind = behind(profile, &users[i]);
    }
}

int64_t sm_share_time(int64_t left, int64_t rate)
{
    return left <= 0 ? 0 : left / rate + (left % rate != 0);
}
