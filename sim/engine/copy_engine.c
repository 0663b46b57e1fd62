#include "sim/engine/copy_engine.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
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
static void count_piece(struct engine_copy *copy, int64_t now)
{
    int64_t from = copy->emptied_at > copy->moved_at ? copy->emptied_at : copy->moved_at;
    copy->bytes -= copy_piece_bytes(copy);
    if (++copy->moved >= STAGING_BUFFERS)
        copy->emptied_at = duration_add(from, copy->piece_time);
    copy->moved_at = now;
}

/* --- choosing ----------------------------------------------------------------------------------
 */

static uint32_t engine_of(enum engine_path path)
{
    return path == PATH_P2P ? MACHINE_COPY_DRIVER : path == PATH_D2H ? 1 : 0;
}

/* The engine, or the first of those, that carries the copy out; its connection's lane there. */
static uint32_t first_engine(const struct copy_engines *engines, const struct live_op *op)
{
    return engines->shared ? 0 : engine_of(op->copy.path);
}

static uint32_t lane_of(const struct copy_engines *engines, const struct live_op *op)
{
    return op->connection * (uint32_t)LIVE_DIRECTIONS + first_engine(engines, op);
}

static bool is_opposite(const struct copy_engine *engine, enum engine_path path)
{
    return (path == PATH_H2D && engine->path == PATH_D2H) ||
           (path == PATH_D2H && engine->path == PATH_H2D);
}

/* Whether an engine that carries copies the other way is in one of these phases. */
static bool opposite_is(const struct copy_engines *engines, enum engine_path path,
                        enum copy_phase first, enum copy_phase last)
{
    for (uint32_t i = 0; i < engines->count; i++) {
        enum copy_phase phase = engines->engine[i].phase;
        if (phase >= first && phase <= last && is_opposite(&engines->engine[i], path))
            return true;
    }
    return false;
}

/* How much later a copy of this path comes that follows one out, beside one in that has begun,
 * though its bytes need not move yet (out-beside.txt). */
static int64_t late_out(const struct copy_engines *engines, enum engine_path path)
{
    bool late = path == PATH_D2H && opposite_is(engines, path, COPY_LATENCY, COPY_FIXED);
    return late ? engines->out_beside : 0;
}

/* When a copy could start on this engine. What follows in the stream or in the connection that the
 * engine leaves comes at once: twelve copies of 1 MiB take 267 to 268 us, of three streams by turns
 * in one connection or one after the other in three (copies-in-1-conn and copies-in-3x4-1m of
 * tests/validation). Within a stream `start_at` says how late a copy out comes beside one in. */
static int64_t earliest(const struct copy_engines *engines, uint32_t index,
                        const struct live_op *op, int64_t start_at, uint32_t lane)
{
    const struct copy_engine *engine = &engines->engine[index];
    if (op->stream == engine->last_stream || engine->last_lane == UINT32_MAX)
        return start_at;
    int64_t at = engine->last_end + (lane == engine->last_lane ? 0 : engine->gap);
    if (engine->path == PATH_D2H)
        at += late_out(engines, op->copy.path);
    return at > start_at ? at : start_at;
}

/* An idle engine looks for work at `time`, if not before. */
static void look_at(struct copy_engines *engines, uint32_t index, int64_t time)
{
    if (time >= engines->due[index])
        return;
    engines->due[index] = time;
    if (time < engines->next)
        engines->next = time;
}

/* Engines that found nothing may find something now. */
static void wake_idle(struct copy_engines *engines, int64_t now)
{
    for (uint32_t i = 0; i < engines->count; i++)
        if (engines->engine[i].phase == COPY_IDLE)
            look_at(engines, i, now);
}

/* Whether no other engine runs a copy of this path. */
static bool is_free(const struct copy_engines *engines, uint32_t index, enum engine_path path)
{
    for (uint32_t i = 0; engines->shared && i < engines->count; i++)
        if (i != index && engines->engine[i].slot && engines->engine[i].path == path)
            return false;
    return true;
}

static struct copy_candidates *candidates_of(struct copy_engines *engines, uint32_t index)
{
    return &engines->candidates[engines->shared ? 0 : index];
}

static void set_candidate(struct copy_candidates *candidates, uint32_t place,
                          const struct live_op *op, uint32_t lane)
{
    int64_t met =
        op->cause_count > op->host_causes ? live_causes(op)[op->cause_count - 1].to : op->issued;
    candidates->rows[place] = (struct copy_candidate){
        .issued = op->issued,
        .free_at = met > op->issued ? met : op->issued,
        .start_at = op->start_at,
        .id = op->id,
        .lane = lane,
        .path = op->copy.path,
    };
}

/* Takes the first copy of a candidate's lane; the next one takes its place. */
static uint32_t take(struct copy_engines *engines, struct live *live,
                     struct copy_candidates *candidates, uint32_t place)
{
    struct copy_lane *lane = &engines->lanes[candidates->rows[place].lane];
    uint32_t slot = lane->head;
    lane->head = live_get(live, slot)->next;
    if (lane->head) {
        set_candidate(candidates, place, live_get(live, lane->head), candidates->rows[place].lane);
        return slot;
    }
    lane->tail = 0;
    candidates->rows[place] = candidates->rows[--candidates->count];
    engines->lanes[candidates->rows[place].lane].place = place;
    return slot;
}

HOT static void claim(struct copy_engines *engines, struct live *live, uint32_t index,
                      uint32_t place, int64_t now)
{
    struct copy_engine *engine = &engines->engine[index];
    struct copy_candidates *candidates = candidates_of(engines, index);
    const struct copy_candidate *chosen = &candidates->rows[place];
    const struct live_op *op = live_get(live, engines->lanes[chosen->lane].head);
    int64_t start = earliest(engines, index, op, chosen->start_at, chosen->lane);
    engine->phase = COPY_CLAIMED;
    engine->path = chosen->path;
    if (engine->last_lane == UINT32_MAX || chosen->free_at > engine->last_end)
        engine->busy_from = start;
    if (chosen->lane != engine->last_lane)
        engine->since = chosen->free_at > engine->last_end ? chosen->free_at : engine->last_end;
    engine->last_lane = chosen->lane;
    engines->due[index] = start > now ? start : now;
    engine->slot = take(engines, live, candidates, place);
    if (engines->shared)
        wake_idle(engines, now);
}

/* Copies that could start go in the order in which they became ready. */
static bool goes_before(const struct copy_candidate *a, const struct copy_candidate *b)
{
    return a->start_at != b->start_at ? a->start_at < b->start_at : a->id < b->id;
}

/* An engine does not see at once that a copy is ready: of those that become so within a few us it
 * takes the one that was called first (traces/experiments/two-outcomes.txt). */
static uint32_t called_first(const struct copy_engines *engines, uint32_t index, uint32_t best)
{
    const struct copy_candidate *rows = engines->candidates[engines->shared ? 0 : index].rows;
    uint32_t count = engines->candidates[engines->shared ? 0 : index].count;
    int64_t until = rows[best].start_at + engines->choice;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].id < rows[best].id && rows[i].start_at <= until &&
            is_free(engines, index, rows[i].path))
            best = i;
    return best;
}

/* An engine that gets free while copies wait goes on to the next connection, in their order,
 * whoever became ready or was called first (traces/experiments/next-copy-8.txt); but first come
 * those whose copies had been called when it took up the connection that it leaves
 * (traces/experiments/known-copies.json). UINT32_MAX: none has waited. */
static uint32_t next_in_turn(const struct copy_engines *engines, uint32_t index)
{
    const struct copy_engine *engine = &engines->engine[index];
    const struct copy_candidates *candidates = &engines->candidates[engines->shared ? 0 : index];
    uint32_t best = UINT32_MAX, nearest = UINT32_MAX;
    bool best_known = false;
    if (!engines->stream_first || engine->last_lane == UINT32_MAX)
        return UINT32_MAX;
    for (uint32_t i = 0; i < candidates->count; i++) {
        const struct copy_candidate *row = &candidates->rows[i];
        uint32_t distance = row->lane > engine->last_lane
                                ? row->lane - engine->last_lane
                                : row->lane + engines->lane_count - engine->last_lane;
        bool known = row->issued <= engine->since;
        if (row->start_at <= engine->last_end &&
            (known != best_known ? known : distance < nearest) &&
            is_free(engines, index, row->path)) {
            best = i;
            nearest = distance;
            best_known = known;
        }
    }
    return best;
}

/* When nothing but the engine's last copy, which has ended, was in the way of one. */
static int64_t ready_behind(const struct copy_engine *engine, const struct live_op *op)
{
    for (uint32_t i = op->cause_count; i-- > op->host_causes;)
        if (live_causes(op)[i].to != engine->last_end)
            return live_causes(op)[i].to > op->issued ? live_causes(op)[i].to : op->issued;
    return op->issued;
}

/* An engine looks for what it does next some time before its copy ends: of the queue that it serves
 * it misses what became ready since, and turns to a copy of another one that was there before
 * (traces/experiments/copy-seen.txt, copy-seen-kernel.txt). `next` is the first of its queue. */
static bool is_missed(const struct copy_engines *engines, const struct live *live, uint32_t index,
                      const struct copy_candidate *next, int64_t now)
{
    const struct live_op *op = live_get(live, engines->lanes[next->lane].head);
    int64_t ready = ready_behind(&engines->engine[index], op);
    if (ready + engines->notice <= now)
        return false;
    const struct copy_candidates *candidates = &engines->candidates[engines->shared ? 0 : index];
    for (uint32_t i = 0; i < candidates->count; i++) {
        const struct copy_candidate *other = &candidates->rows[i];
        int64_t first = other->free_at + (other->id > next->id ? engines->choice : 0);
        if (other != next && other->start_at <= now && first < ready &&
            is_free(engines, index, other->path))
            return true;
    }
    return false;
}

/* Chooses the next copy of an idle engine, or when to look again. That turning to another stream
 * takes longer than staying (engine_next, copy_copy) does not choose. */
HOT static void choose(struct copy_engines *engines, struct live *live, uint32_t index, int64_t now)
{
    struct copy_engine *engine = &engines->engine[index];
    const struct copy_candidates *candidates = candidates_of(engines, index);
    engines->due[index] = DURATION_NEVER;
    if (engine->clear_until > now) {
        engines->due[index] = candidates->count ? engine->clear_until : DURATION_NEVER;
        return;
    }
    if (engines->stream_first && engine->last_lane != UINT32_MAX &&
        engines->lanes[engine->last_lane].head) {
        uint32_t place = engines->lanes[engine->last_lane].place;
        const struct copy_candidate *next = &candidates->rows[place];
        uint32_t head = engines->lanes[engine->last_lane].head;
        int64_t written = live_get(live, head)->timed_marks * engines->record;
        int64_t follows = engines->window + written + late_out(engines, next->path);
        if (next->start_at <= now + follows && is_free(engines, index, next->path) &&
            !is_missed(engines, live, index, next, now)) {
            claim(engines, live, index, place, now);
            return;
        }
    }
    uint32_t turn = next_in_turn(engines, index);
    if (turn != UINT32_MAX) {
        claim(engines, live, index, turn, now);
        return;
    }
    uint32_t best = UINT32_MAX;
    int64_t later = DURATION_NEVER;
    for (uint32_t i = 0; i < candidates->count; i++) {
        const struct copy_candidate *other = &candidates->rows[i];
        if (!is_free(engines, index, other->path))
            continue;
        if (other->start_at > now) {
            later = other->start_at < later ? other->start_at : later;
            continue;
        }
        if (best == UINT32_MAX || goes_before(other, &candidates->rows[best]))
            best = i;
    }
    if (best != UINT32_MAX)
        claim(engines, live, index, called_first(engines, index, best), now);
    else
        engines->due[index] = later;
}

void copy_engines_submit(struct copy_engines *engines, struct live *live, uint32_t slot,
                         int64_t now)
{
    struct live_op *op = live_get(live, slot);
    uint32_t own = first_engine(engines, op), lane_index = lane_of(engines, op);
    struct copy_lane *lane = &engines->lanes[lane_index];
    op->next = 0;
    if (lane->head) {
        live_get(live, lane->tail)->next = slot;
    } else {
        lane->head = slot;
        lane->place = engines->candidates[own].count++;
        set_candidate(&engines->candidates[own], lane->place, op, lane_index);
    }
    lane->tail = slot;
    uint32_t last = engines->shared ? engines->count - 1 : own;
    for (uint32_t i = own; i <= last; i++) {
        if (engines->engine[i].phase != COPY_IDLE)
            continue;
        int64_t time = earliest(engines, i, op, op->start_at, lane_index);
        look_at(engines, i, time > now ? time : now);
    }
}

/* --- moving ------------------------------------------------------------------------------------
 */

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
    bool duplex = opposite_is(engines, engine->path, COPY_MOVING, COPY_MOVING);
    int64_t rate = rate_of(engines, engine->path, duplex);
    uint32_t slow = engine->path == PATH_H2D   ? engines->slow.in
                    : engine->path == PATH_D2H ? engines->slow.out
                                               : 0;
    if (slow == 0 || engine->staged)
        return rate;
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
            !is_opposite(engine, path))
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
    int64_t opposite = opposite_left(engines, engine->path, now);
    int64_t from = duration_add(now, latency_of(engines, engine, opposite));
    if (opposite != NOTHING_OPPOSITE) {
        engine->phase = COPY_LATENCY;
        engines->due[index] = from;
    } else {
        begin_moving(engines, index, from);
    }
}

/* The next piece of the copy stands first in its lane again. */
static void take_back(struct copy_engines *engines, struct live *live, uint32_t slot, int64_t now)
{
    struct live_op *op = live_get(live, slot);
    uint32_t own = first_engine(engines, op), lane_index = lane_of(engines, op);
    struct copy_lane *lane = &engines->lanes[lane_index];
    if (lane->head == 0) {
        lane->tail = slot;
        lane->place = engines->candidates[own].count++;
    }
    op->next = lane->head;
    lane->head = slot;
    count_piece(&op->copy, now);
    op->start_at = copy_piece_at(&op->copy);
    set_candidate(&engines->candidates[own], lane->place, op, lane_index);
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
    engine->last_stream = op->stream;
    if (engine->clear_left > 0) {
        engine->clear_until = duration_add(now, engine->clear_left);
        engine->clear_left = 0;
        if (!engine->clearing)
            engine->clear_due = now;
    }
    if (moved)
        change_rates(engines, now);
    if (more)
        take_back(engines, live, slot, now);
    /* What follows in its stream will wake it; those of other connections cannot start before. */
    bool waited_for = candidates_of(engines, index)->count > 0;
    uint32_t following = engines->lanes[engine->last_lane].head;
    engines->due[index] = waited_for ? now + engines->gap : DURATION_NEVER;
    if (following) {
        int64_t start = live_get(live, following)->start_at;
        start = start > now ? start : now;
        engines->due[index] = start < engines->due[index] ? start : engines->due[index];
    }
    if (engines->shared && waited_for)
        wake_idle(engines, now);
    return more ? COPY_PAUSED : COPY_ENDED;
}

void copy_engines_turn(struct copy_engines *engines, uint32_t index)
{
    if (engines->turn > engines->gap)
        engines->engine[index].gap = engines->turn;
}

HOT static bool take_step(struct copy_engines *engines, struct live *live, uint32_t index,
                          struct copy_event *event)
{
    struct copy_engine *engine = &engines->engine[index];
    int64_t now = engines->due[index];
    if (engine->phase == COPY_IDLE)
        choose(engines, live, index, now);
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
