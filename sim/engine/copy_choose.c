#include "sim/engine/copy_choose.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"

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

/* How much later a copy of this path comes that follows one out, beside one in that has begun,
 * though its bytes need not move yet (out-beside.txt). */
static int64_t late_out(const struct copy_engines *engines, enum engine_path path)
{
    bool late = path == PATH_D2H && copy_opposite_is(engines, path, COPY_LATENCY, COPY_FIXED);
    return late ? engines->out_beside : 0;
}

/* How long the engine needs for a record with timing behind such a copy: beside a copy the other
 * way it waits until what it has written is across the link (engine_writes()). */
static int64_t writes(const struct copy_engines *engines, enum engine_path path)
{
    if (!copy_opposite_is(engines, path, COPY_LATENCY, COPY_FIXED))
        return engines->record;
    return engines->record + (path == PATH_D2H ? engines->across_in : engines->across_out);
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
    int64_t at = engine->last_end + engine->writing + (lane == engine->last_lane ? 0 : engine->gap);
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

void copy_wake_idle(struct copy_engines *engines, int64_t now)
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
    struct copy_candidates *candidates = copy_candidates_of(engines, index);
    const struct copy_candidate *chosen = &candidates->rows[place];
    const struct live_op *op = live_get(live, engines->lanes[chosen->lane].head);
    int64_t start = earliest(engines, index, op, chosen->start_at, chosen->lane);
    engine->phase = COPY_CLAIMED;
    engine->path = chosen->path;
    engine->writes = op->by_copies;
    if (engine->last_lane == UINT32_MAX || chosen->free_at > engine->last_end)
        engine->busy_from = start;
    if (chosen->lane != engine->last_lane)
        engine->since = chosen->free_at > engine->last_end ? chosen->free_at : engine->last_end;
    engine->last_lane = chosen->lane;
    engines->due[index] = start > now ? start : now;
    engine->slot = take(engines, live, candidates, place);
    if (engines->shared)
        copy_wake_idle(engines, now);
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

HOT void copy_choose(struct copy_engines *engines, struct live *live, uint32_t index, int64_t now)
{
    struct copy_engine *engine = &engines->engine[index];
    const struct copy_candidates *candidates = copy_candidates_of(engines, index);
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
        int64_t written = live_get(live, head)->timed_marks * writes(engines, next->path);
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

bool copy_engines_elsewhere(const struct copy_engines *engines, const struct live_op *op)
{
    uint32_t own = first_engine(engines, op);
    const struct copy_engine *engine = &engines->engine[own];
    return !engines->shared && engine->last_lane != lane_of(engines, op) &&
           (engine->phase != COPY_IDLE || engines->candidates[own].count > 0);
}

void copy_put_back(struct copy_engines *engines, struct live *live, uint32_t slot)
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
    set_candidate(&engines->candidates[own], lane->place, op, lane_index);
}
