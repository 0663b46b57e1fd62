#include "sim/engine/latency.h"

#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/engine/loaded.h"
#include "sim/model/cost.h"

/* What a profile says of a link on which copies come in, or go out. */
static int64_t by_link(const struct profile *profile, enum latency_link link, int64_t idle,
                       enum profile_key in, enum profile_key out)
{
    return link == LINK_IN ? profile->value[in] : link == LINK_OUT ? profile->value[out] : idle;
}

static bool is_on_sms(uint8_t role)
{
    return role == ROLE_KERNEL || role == ROLE_MEMSET;
}

/* In one stream. A memset that comes with its command is another one's equal, but that what follows
 * starts sooner, another such at once (traces/experiments/memset-steps.txt). A copy that does is as
 * a kernel to what is on the SMs, and to another such (beside-chain.txt: 2.3 us a copy in a
 * row, 5.1 with a kernel of 1 us). */
static int64_t in_stream(const struct profile *profile, uint8_t from, uint8_t to)
{
    const int64_t *value = profile->value;
    if (from == ROLE_INLINE || to == ROLE_INLINE) {
        uint8_t other = from == ROLE_INLINE ? to : from;
        if (other == ROLE_INLINE || is_on_sms(other))
            return value[PROFILE_latency_kernel_kernel];
        return in_stream(profile, from == ROLE_INLINE ? ROLE_MEMSET : from,
                         to == ROLE_INLINE ? ROLE_MEMSET : to);
    }
    if (from == ROLE_SET) {
        int64_t sooner = value[PROFILE_latency_memset_sooner];
        bool near = to == ROLE_KERNEL || to == ROLE_MEMSET || to == ROLE_SET;
        return above(in_stream(profile, ROLE_MEMSET, to), to == ROLE_SET ? 2 * sooner
                                                          : near         ? sooner
                                                                         : 0);
    }
    if (to == ROLE_SET)
        to = ROLE_MEMSET;
    if (to == ROLE_MARK || from == ROLE_NONE || from == ROLE_MARK)
        return 0;
    if (from == ROLE_HOST)
        return value[to == ROLE_HOST ? PROFILE_latency_host_next : PROFILE_latency_host_done];
    if (to == ROLE_HOST)
        return value[PROFILE_latency_host_call];
    if (to == ROLE_TIMED || to == ROLE_NONE)
        return 0;
    if (latency_is_copy(from)) {
        if (to == ROLE_KERNEL)
            return value[PROFILE_latency_copy_kernel];
        if (to == ROLE_MEMSET)
            return value[PROFILE_latency_copy_memset];
        return value[from == to ? PROFILE_latency_copy_copy : PROFILE_latency_copy_copy_other];
    }
    if (from == ROLE_TIMED)
        return latency_is_copy(to)
                   ? value[PROFILE_latency_kernel_copy]
                   : above(value[PROFILE_latency_event_timed], value[PROFILE_latency_record]);
    if (from == ROLE_KERNEL) {
        if (to == ROLE_KERNEL)
            return value[PROFILE_latency_kernel_kernel];
        return value[to == ROLE_MEMSET ? PROFILE_latency_kernel_memset
                                       : PROFILE_latency_kernel_copy];
    }
    if (to == ROLE_KERNEL)
        return value[PROFILE_latency_memset_kernel];
    return value[to == ROLE_MEMSET ? PROFILE_latency_memset_memset : PROFILE_latency_memset_copy];
}

/* By way of an event (traces/experiments/chains.txt): hardly more than in one stream. What waits
 * for a host function starts sooner, at once; a copy behind one of its direction goes to an engine
 * that has turned to another stream meanwhile (waits-over-160.json). */
static int64_t by_event(const struct profile *profile, uint8_t from, uint8_t to)
{
    const int64_t *value = profile->value;
    int64_t direct = in_stream(profile, from, to), event = value[PROFILE_latency_event];
    if (to == ROLE_MARK || to == ROLE_NONE || to == ROLE_TIMED || to == ROLE_HOST ||
        from == ROLE_NONE || from == ROLE_MARK || from == ROLE_TIMED)
        return direct;
    if (from == ROLE_HOST)
        return latency_is_copy(to) ? direct : event;
    if (latency_is_copy(from) && from == to)
        return direct + event;
    if (latency_is_copy(from) && latency_is_copy(to))
        return direct;
    if (latency_is_copy(from) || latency_is_copy(to))
        return value[PROFILE_latency_event_copy];
    return direct + above(event, value[PROFILE_latency_kernel_kernel]);
}

/* By a fence of the legacy stream. */
static int64_t by_fence(const struct profile *profile, uint8_t from, uint8_t to)
{
    int64_t fence = profile->value[PROFILE_latency_fence];
    if (to == ROLE_MARK || from == ROLE_NONE || from == ROLE_MARK)
        return 0;
    return from == ROLE_KERNEL && to == ROLE_KERNEL ? fence
                                                    : larger(fence, in_stream(profile, from, to));
}

/* The curve goes by the connections of all PBDMAs, dealt evenly to so many; `times` in thousandths.
 */
static void read_pending(int64_t *pending, const struct profile_curve *curve, int64_t pbdmas,
                         int64_t times)
{
    for (int i = 0; i <= LATENCY_CONNECTIONS; i++)
        pending[i] = i && curve->count
                         ? duration_divide(profile_curve_at(curve, i * pbdmas), times, 1000)
                         : 0;
}

/* From the end of the call to the start on an idle device. Marks are over with their call, and a
 * record with timing takes less than a launch (traces/experiments/host-chains.txt: "event only",
 * "timed only"). */
static int64_t issue(const struct profile *profile, enum latency_link link, uint8_t role)
{
    const int64_t *value = profile->value;
    int64_t launch = value[PROFILE_latency_launch];
    launch += by_link(profile, link, 0, PROFILE_latency_launch_in, PROFILE_latency_launch_out);
    if (role == ROLE_MARK || role == ROLE_NONE)
        return 0;
    if (role == ROLE_HOST)
        return value[PROFILE_latency_host_idle];
    if (latency_is_copy(role))
        return value[PROFILE_latency_copy] + (link == LINK_IN && role == ROLE_D2H
                                                  ? value[PROFILE_latency_copy_out_beside] / 2
                                                  : 0);
    return role == ROLE_TIMED ? above(launch, value[PROFILE_latency_record]) : launch;
}

/* Beside a copy of that direction. */
static int64_t copies_more(const struct latency *latency, uint8_t copy, int64_t on_way)
{
    int64_t more = loaded_copy(latency->profile, copy == ROLE_D2H, on_way);
    return duration_divide(more, latency->profile->value[PROFILE_loaded_copies], 1000);
}

void latency_init(struct latency *latency, const struct profile *profile)
{
    const int64_t *value = profile->value;
    latency->record = value[PROFILE_latency_record];
    latency->flush[LINK_IDLE] = 0;
    latency->flush[LINK_IN] = value[PROFILE_latency_flush_in];
    latency->flush[LINK_OUT] = value[PROFILE_latency_flush_out];
    latency->relay = value[PROFILE_latency_event_relay];
    latency->command_next = value[PROFILE_latency_command_next];
    latency->beside = value[PROFILE_latency_copy_kernel_beside];
    latency->out_beside = value[PROFILE_latency_copy_out_beside];
    latency->longest = 0;
    for (uint8_t from = 0; from < ROLE_COUNT; from++) {
        for (enum latency_link link = 0; link < LINK_COUNT; link++)
            latency->issue[link][from] = issue(profile, link, from);
        for (uint8_t to = 0; to < ROLE_COUNT; to++) {
            latency->between[WAY_STREAM][from][to] = in_stream(profile, from, to);
            latency->between[WAY_EVENT][from][to] = by_event(profile, from, to);
            latency->between[WAY_FENCE][from][to] = by_fence(profile, from, to);
            for (int way = 0; way < WAY_COUNT; way++)
                latency->longest = larger(latency->longest, latency->between[way][from][to]);
        }
    }
    for (enum latency_link link = 0; link < LINK_COUNT; link++)
        read_pending(
            latency->pending[link], &profile->curve[PROFILE_latency_pending],
            value[PROFILE_connections_pbdmas],
            by_link(profile, link, 1000, PROFILE_latency_pending_in, PROFILE_latency_pending_out));
    read_pending(latency->pending_copy, &profile->curve[PROFILE_latency_pending_copy], 1, 1000);
    int64_t most = larger(latency->pending[LINK_IN][LATENCY_CONNECTIONS],
                          latency->pending[LINK_OUT][LATENCY_CONNECTIONS]);
    latency->longest += larger(2 * most, latency->pending_copy[LATENCY_CONNECTIONS]);
    latency->longest += latency->out_beside;
    latency->longest += larger(latency->flush[LINK_IN], latency->flush[LINK_OUT]);
    latency->profile = profile;
    int64_t on_way = value[PROFILE_device_sm_count] * value[PROFILE_sm_threads] * COST_BATCH_BYTES;
    int64_t turn = loaded_more(profile, PROFILE_loaded_turn, on_way);
    int64_t next = loaded_more(profile, PROFILE_loaded_next, on_way);
    turn += larger(copies_more(latency, ROLE_H2D, on_way), copies_more(latency, ROLE_D2H, on_way));
    latency->longest += larger(turn, next);
}

/* A command that a compute connection holds back until its turn. */
static bool is_command(uint8_t role)
{
    return is_on_sms(role) || role == ROLE_SET || role == ROLE_INLINE || role == ROLE_TIMED;
}

/* What CUPTI, which writes down when they begin and end, makes later beside copies in. What comes
 * behind ROLE_INLINE waits for it anyway. */
static bool is_later(uint8_t role)
{
    return role == ROLE_D2H || role == ROLE_SET;
}

static int64_t by_queues(const int64_t *more, uint32_t queues)
{
    return more[queues < LATENCY_CONNECTIONS ? queues : LATENCY_CONNECTIONS];
}

/* By how many queues take turns; one by itself is as the latencies were measured. */
static int64_t by_turns(const int64_t *more, uint32_t queues)
{
    return queues == 1 ? 0 : by_queues(more, queues);
}

/* To such and from them. */
static int64_t out_more(const struct latency *latency, uint8_t from, uint8_t to,
                        enum latency_link link)
{
    int outs = is_later(from) + (is_later(to) || to == ROLE_INLINE);
    return link == LINK_IN ? outs * latency->out_beside / 2 : 0;
}

/* Where one of the two is a copy. */
static int64_t look_more(const struct latency *latency, uint8_t from, uint8_t to, uint8_t way,
                         const struct latency_pending *pending)
{
    if (latency_is_copy(to))
        return is_command(from) ? by_queues(latency->pending_copy, pending->copy) : 0;
    if (!pending->looks)
        return is_command(to) ? by_turns(latency->pending_copy, pending->compute) : 0;
    /* Beside queues of the same PBDMA a turn and a half: 542 to 552 us for 24 steps, 477 beside one
     * of the other (traces/experiments/copy-kernel.json, elapsed). */
    int64_t soon =
        latency->beside + by_turns(latency->pending[pending->link], pending->served) * 3 / 2;
    int64_t usual = latency->between[way][from][to];
    return soon < usual ? soon - usual : 0;
}

/* Where neither is: a turn of its PBDMA for every command that follows another, and half a one more
 * behind a record with timing that another PBDMA served (traces/experiments/timed-hops.txt: beside
 * a queue of the record's 1.7 us a hop, of what waits 2.1). What a record has written takes its
 * time to arrive, the one while the PBDMA comes round to it and the other while it comes round to
 * the next (timed-beside.txt, "in, waiting kernel": 4.7 us from a kernel's end to the record, 3.0
 * where no queue waits, from there to the next 5.9 either way); so does what a copy in has, and a
 * memset that came with its command, whose time it is. */
static int64_t turn_more(const struct latency *latency, uint8_t from, uint8_t to,
                         const struct latency_pending *pending)
{
    if (!is_command(from) || !is_command(to))
        return 0;
    int64_t turn = by_turns(latency->pending[pending->link], pending->served);
    int64_t flush = latency->flush[pending->link];
    if (is_on_sms(from))
        return to == ROLE_TIMED ? above(turn, flush) : turn;
    if (from == ROLE_SET)
        return above(turn, 2 * flush);
    if (from == ROLE_TIMED && pending->elsewhere)
        turn = turn * 3 / 2;
    return larger(turn, 2 * flush) - flush;
}

/* While kernels keep the memory busy (traces/experiments/memory-load.txt). */
static int64_t loaded(const struct latency *latency, uint8_t from, uint8_t to, int64_t on_way)
{
    const struct profile *profile = latency->profile;
    if (on_way == 0)
        return 0;
    bool after_copy = latency_is_copy(from), copy = latency_is_copy(to);
    if (!(is_command(from) || after_copy) || !(is_command(to) || copy))
        return 0;
    if (!after_copy && !copy)
        return loaded_more(profile, PROFILE_loaded_next, on_way);
    int64_t turn = after_copy && copy ? 0 : loaded_more(profile, PROFILE_loaded_turn, on_way);
    return turn + copies_more(latency, copy ? to : from, on_way);
}

int64_t latency_more(const struct latency *latency, uint8_t from, uint8_t to, uint8_t way,
                     const struct latency_pending *pending)
{
    bool copies = latency_is_copy(from) || latency_is_copy(to);
    if (to == ROLE_MARK ||
        (to == ROLE_TIMED && way == WAY_STREAM && latency_is_copy(from))) /* the engine writes it */
        return 0;
    int64_t more = loaded(latency, from, to, pending->on_way);
    if (way == WAY_FENCE)
        return more;
    return more + out_more(latency, from, to, pending->link) +
           (copies ? look_more(latency, from, to, way, pending)
                   : turn_more(latency, from, to, pending));
}

int64_t latency_issue(const struct latency *latency, uint8_t role, enum latency_link link,
                      int64_t on_way)
{
    int64_t more =
        is_command(role) ? loaded_more(latency->profile, PROFILE_loaded_next, on_way) : 0;
    return latency->issue[link][role] + more;
}

/* What kernels read from memory drives from level 2 what the next one needs: its code and
 * constants, and of its queue what was fetched ahead but had no room in the unit that takes it from
 * there; from 2.5 MB on, which is less than a part in sixteen of level 2. */
void latency_behind_reads(const struct latency *latency, int64_t bytes, enum latency_link link,
                          int32_t *behind, int32_t *line)
{
    const struct profile_curve *curve = latency->profile->curve;
    *behind = *line = 0;
    if (bytes <= 0)
        return;
    *behind = (int32_t)profile_curve_at(&curve[PROFILE_latency_behind_reads], bytes);
    int64_t times = by_link(latency->profile, link, 1000, PROFILE_latency_queue_line_in,
                            PROFILE_latency_queue_line_out);
    int64_t alone = profile_curve_at(&curve[PROFILE_latency_queue_line], bytes);
    *line = (int32_t)duration_divide(alone, times, 1000);
}

uint8_t latency_role(enum op_kind kind, enum engine_path path, bool attached, bool carried)
{
    switch (kind) {
    case OP_KERNEL:
        return ROLE_KERNEL;
    case OP_COPY:
        return path == PATH_H2D   ? ROLE_H2D
               : path == PATH_D2H ? ROLE_D2H
               : path == PATH_P2P ? ROLE_P2P
                                  : ROLE_MEMSET;
    case OP_MEMSET:
        return carried ? ROLE_SET : ROLE_MEMSET;
    case OP_RECORD:
        return attached ? ROLE_MARK : ROLE_TIMED;
    case OP_WAIT:
        return ROLE_MARK;
    case OP_HOST:
        return ROLE_HOST;
    case OP_FREE_ALLOC:
        break;
    }
    return ROLE_MARK;
}
