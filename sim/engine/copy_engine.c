#include "sim/engine/copy_engine.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/engine/copy_choose.h"
#include "sim/engine/loaded.h"
#include "sim/model/cost.h"

#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000) /* ns */

void copy_engines_init(struct copy_engines *engines, const struct profile *profile,
                       uint32_t connection_count)
{
    const int64_t *value = profile->value;
    memset(engines, 0, sizeof *engines);
    engines->profile = profile;
    int64_t count = value[PROFILE_copy_engines];
    engines->next = DURATION_NEVER;
    engines->shared = value[PROFILE_rules_copy_streams] != 0 || count < 2;
    if (count < 1)
        count = 1;
    if (count > COPY_ENGINES)
        count = COPY_ENGINES;
    engines->count = engines->shared ? (uint32_t)count : LIVE_DIRECTIONS;
    engines->stream_first = value[PROFILE_rules_copy_order] == 0;
    engines->window = value[PROFILE_latency_copy_copy];
    engines->out_beside = value[PROFILE_latency_copy_out_beside];
    engines->record = value[PROFILE_latency_record];
    engines->across_in = 2 * value[PROFILE_latency_flush_in];
    engines->across_out = 2 * value[PROFILE_latency_flush_out];
    engines->gap = value[PROFILE_latency_engine_next];
    engines->turn = value[PROFILE_latency_engine_turn];
    engines->choice = value[PROFILE_latency_engine_choice];
    engines->notice = value[PROFILE_latency_engine_notice];
    size_t lanes = (size_t)connection_count * LIVE_DIRECTIONS;
    engines->lane_count = (uint32_t)lanes;
    engines->lanes = mem_zalloc(lanes * sizeof *engines->lanes);
    for (int i = 0; i < LIVE_DIRECTIONS; i++)
        engines->candidates[i].rows =
            mem_zalloc(connection_count * sizeof *engines->candidates[i].rows);
    for (uint32_t i = 0; i < engines->count; i++) {
        engines->due[i] = DURATION_NEVER;
        engines->engine[i].last_lane = UINT32_MAX;
        engines->engine[i].clear_due = DURATION_NEVER;
    }
}

int64_t copy_piece_bytes(const struct engine_copy *copy)
{
    return copy->piece > 0 && copy->piece < copy->bytes ? copy->piece : copy->bytes;
}

int64_t copy_piece_at(const struct engine_copy *copy)
{
    if (copy->path == PATH_D2H)
        return copy->moved == 0                ? copy->staged_at
               : copy->moved < STAGING_BUFFERS ? copy->moved_at
                                               : copy->emptied_at;
    int64_t behind = copy->bytes - copy_piece_bytes(copy), last = copy->staged_at + copy->lag;
    return behind == 0 ? last : last - duration_divide(behind, copy->piece_time, copy->piece);
}

/* A piece has moved. The host empties one buffer after the other; the next piece needs that of the
 * last but one. */
static void next_piece(struct live_op *op, int64_t now)
{
    struct engine_copy *copy = &op->copy;
    int64_t from = copy->emptied_at > copy->moved_at ? copy->emptied_at : copy->moved_at;
    copy->bytes -= copy_piece_bytes(copy);
    if (++copy->moved >= STAGING_BUFFERS)
        copy->emptied_at = duration_add(from, copy->piece_time);
    copy->moved_at = now;
    op->start_at = copy_piece_at(copy);
}

/* What a copy in keeps of its rate beside copies out, permille. Those that move to memory which the
 * host's caches have lost slow it down on every host, by 0 to 16 % (duplex-memory.txt), and more
 * where that is rows far apart, on hosts that feel nothing otherwise, too: by 8 to 14 %
 * (strided-out.txt); themselves by nothing. */
static int64_t beside_far(const struct copy_engines *engines)
{
    const int64_t *value = engines->profile->value;
    int64_t left = 1000;
    for (uint32_t i = 0; i < engines->count; i++) {
        const struct copy_engine *engine = &engines->engine[i];
        if (engine->path != PATH_D2H || engine->phase != COPY_MOVING || !engine->far)
            continue;
        int64_t share = value[engine->apart ? PROFILE_copy_h2d_far_rows : PROFILE_copy_h2d_far];
        left = share < left ? share : left;
    }
    return left;
}

static int64_t rate_of(const struct copy_engines *engines, enum engine_path path, bool duplex)
{
    const int64_t *value = engines->profile->value;
    if (path == PATH_H2D)
        return value[duplex ? PROFILE_copy_h2d_duplex_rate : PROFILE_copy_h2d_rate];
    if (path == PATH_D2H)
        return value[duplex ? PROFILE_copy_d2h_duplex_rate : PROFILE_copy_d2h_rate];
    return value[PROFILE_copy_p2p_rate];
}

int64_t copy_engines_busy_until(const struct copy_engines *engines, enum engine_path path)
{
    for (uint32_t i = 0; i < engines->count; i++) {
        const struct copy_engine *engine = &engines->engine[i];
        if (engine->path != path)
            continue;
        if (engine->phase == COPY_MOVING || engine->phase == COPY_FIXED)
            return engines->due[i];
        if (engine->phase == COPY_LATENCY)
            return duration_add(engines->due[i], duration_divide(engine->bytes_left, SECOND,
                                                                 rate_of(engines, path, true)));
    }
    return 0;
}

const struct copy_engine *copy_engines_serving(const struct copy_engines *engines,
                                               enum engine_path path, int64_t now)
{
    for (uint32_t i = 0; i < engines->count; i++) {
        const struct copy_engine *engine = &engines->engine[i];
        const struct copy_candidates *ready = &engines->candidates[engines->shared ? 0 : i];
        if (engine->phase != COPY_IDLE && engine->path == path)
            return engine;
        for (uint32_t k = 0; engine->phase == COPY_IDLE && k < ready->count; k++)
            if (ready->rows[k].path == path && ready->rows[k].free_at <= now)
                return engine;
    }
    return NULL;
}

/* With what moves the other way, and what else the link carries: of that staged copies, which go as
 * fast as the host does, feel nothing. */
static int64_t rate_now(const struct copy_engines *engines, const struct copy_engine *engine)
{
    bool duplex = copy_opposite_is(engines, engine->path, COPY_MOVING, COPY_MOVING);
    int64_t rate = rate_of(engines, engine->path, duplex);
    if (duplex && engine->path == PATH_H2D)
        rate = duration_divide(rate, beside_far(engines), 1000);
    uint32_t slow = engine->path == PATH_H2D   ? engines->slow.in
                    : engine->path == PATH_D2H ? engines->slow.out
                                               : 0;
    if (slow != 0 && !engine->staged)
        rate = duration_divide(rate, 1000, 1000 + slow);
    return rate > 0 ? rate : 1;
}

/* Takes what was moved since `settled` off the rest, exactly. */
static void settle(struct copy_engine *engine, int64_t now)
{
    __extension__ typedef __int128 wide;
    wide left = (wide)engine->bytes_left * SECOND + engine->fraction_left -
                (wide)engine->rate * (now - engine->settled);
    if (left < 0)
        left = 0;
    engine->bytes_left = (int64_t)(left / SECOND);
    engine->fraction_left = (int64_t)(left % SECOND);
    engine->settled = now;
}

/* A direction began or ceased to move, or the link carries more or less: rates change. */
static void change_rates(struct copy_engines *engines, int64_t now)
{
    for (uint32_t i = 0; i < engines->count; i++) {
        struct copy_engine *engine = &engines->engine[i];
        if (engine->phase != COPY_MOVING)
            continue;
        int64_t rate = rate_now(engines, engine);
        if (rate == engine->rate)
            continue;
        if (engine->settled < now)
            settle(engine, now);
        engine->rate = rate;
        int64_t bytes = engine->bytes_left + (engine->fraction_left > 0);
        engines->due[i] = duration_add(engine->settled, duration_divide(bytes, SECOND, rate));
    }
}

enum { NOTHING_OPPOSITE = -1 };

static int64_t latency_of(const struct copy_engines *engines, const struct copy_engine *engine,
                          int64_t opposite)
{
    bool out = engine->path == PATH_D2H;
    const struct profile *profile = engines->profile;
    int64_t more = loaded_copy(profile, out, engines->on_way);
    return more + (opposite == NOTHING_OPPOSITE
                       ? cost_copy_latency(profile, !out, engine->bytes_left)
                       : cost_duplex_latency(profile, !out, engine->bytes_left, opposite));
}

/* How many bytes copies still have to move that run the other way. One whose latency was to need no
 * step gets one now. */
static int64_t opposite_left(struct copy_engines *engines, enum engine_path path, int64_t now)
{
    int64_t left = NOTHING_OPPOSITE;
    for (uint32_t i = 0; i < engines->count; i++) {
        struct copy_engine *engine = &engines->engine[i];
        if ((engine->phase != COPY_MOVING && engine->phase != COPY_LATENCY) ||
            !copy_is_opposite(engine, path))
            continue;
        if (engine->phase == COPY_MOVING && engine->settled > now) {
            engine->phase = COPY_LATENCY;
            engines->due[i] = engine->settled;
        } else if (engine->phase == COPY_MOVING) {
            settle(engine, now);
        }
        left = engine->bytes_left > left ? engine->bytes_left : left;
    }
    return left;
}

HOT static void begin_moving(struct copy_engines *engines, uint32_t index, int64_t from)
{
    struct copy_engine *engine = &engines->engine[index];
    engine->phase = COPY_MOVING;
    engine->settled = from;
    engine->rate = rate_now(engines, engine);
    engines->due[index] =
        duration_add(from, duration_divide(engine->bytes_left, SECOND, engine->rate));
}

static void start(struct copy_engines *engines, uint32_t index, const struct live_op *op,
                  int64_t now)
{
    struct copy_engine *engine = &engines->engine[index];
    if (op->copy.duration >= 0) {
        engine->phase = COPY_FIXED;
        engines->due[index] = duration_add(now, op->copy.duration);
        return;
    }
    engine->bytes_left = copy_piece_bytes(&op->copy);
    engine->fraction_left = 0;
    engine->staged = op->copy.staged;
    engine->far = op->copy.far;
    engine->apart = op->copy.apart;
    int64_t opposite = opposite_left(engines, engine->path, now);
    int64_t from = duration_add(now, latency_of(engines, engine, opposite));
    if (opposite != NOTHING_OPPOSITE) {
        engine->phase = COPY_LATENCY;
        engines->due[index] = from;
    } else {
        begin_moving(engines, index, from);
    }
}

/* The engine's copy, or a piece of it, has moved. */
static enum copy_event_kind finish(struct copy_engines *engines, struct live *live, uint32_t index,
                                   int64_t now)
{
    struct copy_engine *engine = &engines->engine[index];
    uint32_t slot = engine->slot;
    const struct live_op *op = live_get(live, slot);
    bool moved = engine->phase == COPY_MOVING;
    bool more = moved && copy_piece_bytes(&op->copy) < op->copy.bytes;
    service_log_add(&engine->log, op->id, now);
    engine->phase = COPY_IDLE;
    engine->slot = 0;
    engine->last_end = now;
    engine->gap = engines->gap;
    engine->writing = 0;
    engine->last_stream = op->stream;
    if (engine->clear_left > 0) {
        engine->clear_until = duration_add(now, engine->clear_left);
        engine->clear_left = 0;
        if (!engine->clearing)
            engine->clear_due = now;
    }
    if (moved)
        change_rates(engines, now);
    if (more) {
        next_piece(live_get(live, slot), now);
        copy_put_back(engines, live, slot);
    }
    /* What follows in its stream will wake it; those of other connections cannot start before. */
    bool waited_for = copy_candidates_of(engines, index)->count > 0;
    uint32_t following = engines->lanes[engine->last_lane].head;
    engines->due[index] = waited_for ? now + engines->gap : DURATION_NEVER;
    if (following) {
        int64_t start = live_get(live, following)->start_at;
        start = start > now ? start : now;
        engines->due[index] = start < engines->due[index] ? start : engines->due[index];
    }
    if (engines->shared && waited_for)
        copy_wake_idle(engines, now);
    return more ? COPY_PAUSED : COPY_ENDED;
}

void copy_engines_turn(struct copy_engines *engines, uint32_t index)
{
    if (engines->turn > engines->gap)
        engines->engine[index].gap = engines->turn;
}

void copy_engines_write(struct copy_engines *engines, uint32_t index, int64_t ns)
{
    engines->engine[index].writing = ns;
}

HOT static bool take_step(struct copy_engines *engines, struct live *live, uint32_t index,
                          struct copy_event *event)
{
    struct copy_engine *engine = &engines->engine[index];
    int64_t now = engines->due[index];
    if (engine->phase == COPY_IDLE)
        copy_choose(engines, live, index, now);
    if (engines->due[index] > now)
        return false;
    *event = (struct copy_event){COPY_STARTED, engine->slot, now, (uint8_t)index};
    switch (engine->phase) {
    case COPY_IDLE:
        return false;
    case COPY_CLAIMED:
        if (live_get(live, engine->slot)->copy.moved > 0)
            event->kind = COPY_RESUMED;
        start(engines, index, live_get(live, engine->slot), now);
        return true;
    case COPY_LATENCY:
        begin_moving(engines, index, now);
        change_rates(engines, now);
        return false;
    case COPY_MOVING:
    case COPY_FIXED:
        event->kind = finish(engines, live, index, now);
        return true;
    }
    return false;
}

/* The clearing that is due begins, or ends unless there is more to clear by now. */
static bool turn_clearing(struct copy_engines *engines, struct copy_event *event)
{
    struct copy_engine *engine = &engines->engine[0];
    int64_t now = engine->clear_due;
    bool clears = engine->clear_until > now;
    engine->clear_due = clears ? engine->clear_until : DURATION_NEVER;
    if (clears == engine->clearing)
        return false;
    engine->clearing = clears;
    *event = (struct copy_event){clears ? COPY_CLEARS : COPY_CLEARED, 0, now, 0};
    return true;
}

static inline void find_next(struct copy_engines *engines)
{
    int64_t next = engines->engine[0].clear_due;
    for (uint32_t i = 0; i < engines->count; i++)
        if (engines->due[i] < next)
            next = engines->due[i];
    engines->next = next;
}

void copy_engines_clear(struct copy_engines *engines, int64_t from, int64_t ns, int64_t now)
{
    struct copy_engine *engine = &engines->engine[0];
    int64_t busy = engine->last_end > engine->clear_until ? engine->last_end : engine->clear_until;
    if (engine->phase != COPY_IDLE) {
        engine->clear_left = duration_add(engine->clear_left, ns);
        return;
    }
    from = from > busy ? from : busy;
    engine->clear_until = duration_add(from, ns);
    if (engine->clear_due == DURATION_NEVER)
        engine->clear_due = from > now ? from : now;
    find_next(engines);
}

void copy_engines_slow(struct copy_engines *engines, struct copy_slow slow, int64_t now)
{
    engines->slow = slow;
    change_rates(engines, now);
    find_next(engines);
}

bool copy_engines_step(struct copy_engines *engines, struct live *live, int64_t until,
                       struct copy_event *event)
{
    if (engines->next > until)
        return false;
    bool happened;
    if (engines->engine[0].clear_due == engines->next) {
        happened = turn_clearing(engines, event);
    } else {
        uint32_t index = 0;
        while (engines->due[index] != engines->next)
            index++;
        happened = take_step(engines, live, index, event);
    }
    find_next(engines);
    return happened;
}

void copy_engines_release(struct copy_engines *engines)
{
    free(engines->lanes);
    for (int i = 0; i < LIVE_DIRECTIONS; i++)
        free(engines->candidates[i].rows);
    memset(engines, 0, sizeof *engines);
}
