#include "sim/engine/latency.h"

#include "sim/base/duration.h"

static int64_t above(int64_t a, int64_t b)
{
    return a > b ? a - b : 0;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool is_copy(int role)
{
    return role == ROLE_H2D || role == ROLE_D2H || role == ROLE_P2P;
}

static bool is_record(int role)
{
    return role == ROLE_RECORD || role == ROLE_TIMED;
}

/* Between two pieces of work, neither a record nor a wait. */
static int64_t work(const struct profile *profile, int from, int to)
{
    const int64_t *value = profile->value;
    if (from == ROLE_HOST)
        return value[PROFILE_latency_host_done];
    if (to == ROLE_HOST)
        return value[PROFILE_latency_host_call];
    if (from == ROLE_FREE || to == ROLE_FREE)
        return 0;
    if (is_copy(from)) {
        if (to == ROLE_KERNEL)
            return value[PROFILE_latency_copy_kernel];
        if (to == ROLE_MEMSET)
            return value[PROFILE_latency_copy_memset];
        return value[from == to ? PROFILE_latency_copy_copy : PROFILE_latency_copy_copy_other];
    }
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

static int64_t between(const struct profile *profile, int from, int to)
{
    int64_t record = profile->value[PROFILE_latency_record];
    int64_t event = profile->value[PROFILE_latency_event];
    int64_t event_copy = profile->value[PROFILE_latency_event_copy];
    bool from_mark = is_record(from) || from == ROLE_WAIT;
    bool to_mark = is_record(to) || to == ROLE_WAIT;
    /* record, wait, kernel: what a hop takes beyond the record itself */
    if (from == ROLE_TIMED && to == ROLE_WAIT)
        return above(profile->value[PROFILE_latency_event_timed], event);
    if (from_mark && to_mark)
        return 0;
    if (from_mark && to == ROLE_HOST)
        return profile->value[PROFILE_latency_host_call];
    if (from == ROLE_TIMED && !is_copy(to))
        return above(profile->value[PROFILE_latency_event_timed], record);
    if (from_mark)
        return above(is_copy(to) ? event_copy : event, record);
    if (from == ROLE_HOST)
        return profile->value[PROFILE_latency_host_done];
    if (is_record(to))
        return is_copy(from) ? above(event_copy, event) : 0;
    if (to == ROLE_WAIT)
        return above(work(profile, from, ROLE_KERNEL), above(event, record));
    return work(profile, from, to);
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

/* From a launch to its start on an idle device. */
static int64_t launch(const struct profile *profile, int link)
{
    const int64_t *value = profile->value;
    return value[PROFILE_latency_launch] + (link == LINK_IN    ? value[PROFILE_latency_launch_in]
                                            : link == LINK_OUT ? value[PROFILE_latency_launch_out]
                                                               : 0);
}

void latency_init(struct latency *latency, const struct profile *profile)
{
    const int64_t *value = profile->value;
    int64_t fence = value[PROFILE_latency_fence];
    latency->record = value[PROFILE_latency_record];
    latency->command_next = value[PROFILE_latency_command_next];
    latency->beside = value[PROFILE_latency_copy_kernel_beside];
    latency->longest = 0;
    for (int from = 0; from < ROLE_COUNT; from++) {
        bool mark = is_record(from) || from == ROLE_WAIT || from == ROLE_FREE;
        bool copy = is_copy(from);
        for (int link = 0; link < LINK_COUNT; link++)
            latency->issue[link][from] = mark || from == ROLE_HOST ? 0
                                         : copy                    ? value[PROFILE_latency_copy]
                                                                   : launch(profile, link);
        for (int to = 0; to < ROLE_COUNT; to++) {
            int64_t time = between(profile, from, to);
            latency->stream[from][to] = time;
            latency->fence[from][to] =
                from == ROLE_KERNEL && to == ROLE_KERNEL ? fence : larger(fence, time);
            latency->longest = larger(latency->longest, latency->fence[from][to]);
            latency->longest = larger(latency->longest, time);
        }
    }
    /* A host function's call starts behind the signal that wakes the worker. */
    for (int link = 0; link < LINK_COUNT; link++) {
        latency->issue[link][ROLE_HOST] = value[PROFILE_latency_host_call];
        latency->issue[link][ROLE_RECORD] = latency->issue[link][ROLE_TIMED] =
            launch(profile, link);
        read_pending(latency->pending[link], &profile->curve[PROFILE_latency_pending],
                     value[PROFILE_connections_pbdmas],
                     link == LINK_IN    ? value[PROFILE_latency_pending_in]
                     : link == LINK_OUT ? value[PROFILE_latency_pending_out]
                                        : 1000);
    }
    read_pending(latency->pending_copy, &profile->curve[PROFILE_latency_pending_copy], 1, 1000);
    int64_t most = larger(latency->pending[LINK_IN][LATENCY_CONNECTIONS],
                          latency->pending[LINK_OUT][LATENCY_CONNECTIONS]);
    latency->longest += larger(2 * most, latency->pending_copy[LATENCY_CONNECTIONS]);
}

/* A command that a compute connection holds back until its turn. */
static bool is_command(uint8_t role)
{
    return role == ROLE_KERNEL || role == ROLE_MEMSET || role == ROLE_TIMED;
}

int64_t latency_more(const struct latency *latency, uint8_t from, uint8_t to, enum rule rule,
                     struct latency_pending pending)
{
    bool mark = from == ROLE_RECORD || from == ROLE_WAIT;
    if (rule == RULE_ID_LEGACY_FENCE || (from == to && is_copy(to)))
        return 0;
    bool soon = is_copy(from) && !is_copy(to) && pending.looks;
    uint32_t count = is_copy(to)              ? pending.copy
                     : is_copy(from) && !soon ? pending.compute
                                              : pending.served;
    if (count == 1 && is_command(to))
        count = 0; /* by itself: as the latencies were measured */
    if (count > LATENCY_CONNECTIONS)
        count = LATENCY_CONNECTIONS;
    if (is_copy(to))
        return mark || is_command(from) || is_copy(from) ? latency->pending_copy[count] : 0;
    /* Beside queues of the same PBDMA a turn and a half: 542 to 552 us for 24 steps, 477 beside one
     * of the other (traces/experiments/copy-kernel.json, elapsed). */
    if (soon) {
        int64_t time = latency->beside + latency->pending[pending.link][count] * 3 / 2;
        return time < latency->stream[from][to] ? time - latency->stream[from][to] : 0;
    }
    if (is_copy(from))
        return is_command(to) ? latency->pending_copy[count] : 0;
    /* A turn for every command that follows another; a record with timing is one. */
    int turns = is_command(to) && to != ROLE_TIMED && (mark || is_command(from));
    turns += from == ROLE_TIMED && to != ROLE_TIMED && to != ROLE_HOST;
    return turns * latency->pending[pending.link][count];
}

enum latency_role latency_role(enum op_kind kind, enum engine_path path, bool attached)
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
        return ROLE_MEMSET;
    case OP_RECORD:
        return attached ? ROLE_RECORD : ROLE_TIMED;
    case OP_WAIT:
        return ROLE_WAIT;
    case OP_HOST:
        return ROLE_HOST;
    case OP_FREE_ALLOC:
        break;
    }
    return ROLE_FREE;
}
