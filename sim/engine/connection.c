#include "sim/engine/connection.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { RULE_DYNAMIC, RULE_CREATED, RULE_SINGLE }; /* words of rules.connection */

/* A command has been read so long after its call, or before it starts if it waited, ns: its
 * connection is free then (traces/experiments/connection-free.json: launches start 2.3 us after
 * their calls; another stream called 0.9 us after one finds its connection taken, 2.3 us free, 1.3
 * now so, now so). */
enum { READ_AFTER = 1300, READ_BEFORE = 1000 };

static int64_t read_at(const struct live_op *op, int64_t leaves)
{
    int64_t after = op->issued + READ_AFTER;
    return leaves - READ_BEFORE > after ? leaves - READ_BEFORE : after;
}

void connections_init(struct connections *connections, const struct profile *profile,
                      const struct engine_options *options)
{
    const int64_t *value = profile->value;
    memset(connections, 0, sizeof *connections);
    int64_t compute = options->compute_connections > 0 ? options->compute_connections
                                                       : value[PROFILE_connections_compute];
    int64_t copy =
        options->copy_connections > 0 ? options->copy_connections : value[PROFILE_connections_copy];
    connections->rule = value[PROFILE_rules_connection];
    connections->last_user = UINT32_MAX;
    if (connections->rule == RULE_SINGLE || compute < 1)
        compute = 1;
    if (copy < 1)
        copy = 1;
    connections->compute = (uint32_t)compute;
    connections->copy = (uint32_t)copy;
    connections->copies_compute = value[PROFILE_rules_copy_queue] != 0;
    bool shared = value[PROFILE_rules_copy_streams] != 0 || value[PROFILE_copy_engines] < 2;
    connections->directions = shared ? 1 : LIVE_DIRECTIONS;
    connections->row_count = (uint32_t)(compute + copy * connections->directions);
    connections->depth =
        (uint32_t)(options->launch_queue > 0 ? options->launch_queue
                                             : value[PROFILE_connections_launch_queue]);
    connections->fetched = (uint32_t)value[PROFILE_connections_fetched];
    size_t rows = connections->row_count;
    connections->rows = mem_zalloc(rows * sizeof *connections->rows);
    for (size_t i = 0; i < rows; i++)
        connections->rows[i].free_since = INT64_MIN;
    connections->lane = mem_zalloc(rows * sizeof *connections->lane);
    int64_t pbdmas = value[PROFILE_connections_pbdmas];
    for (uint32_t i = 0; pbdmas > 1 && i < connections->compute; i++)
        connections->lane[i].pbdma = i % (uint32_t)pbdmas;
}

static COLD void add_streams(struct connections *connections, uint32_t stream)
{
    size_t before = connections->stream_capacity;
    connections->streams = mem_grow(connections->streams, &connections->stream_capacity,
                                    (size_t)stream + 1, sizeof *connections->streams);
    memset(connections->streams + before, 0,
           (connections->stream_capacity - before) * sizeof *connections->streams);
}

static inline struct connection_stream *stream_of(struct connections *connections, uint32_t stream)
{
    if (stream >= connections->stream_capacity)
        add_streams(connections, stream);
    return &connections->streams[stream];
}

static int set_of(const struct connections *connections, int direction)
{
    if (direction < 0 || connections->copies_compute)
        return SET_COMPUTE;
    return connections->directions > 1 ? SET_COPY + direction : SET_COPY;
}

static uint32_t count_of(const struct connections *connections, int set)
{
    return set == SET_COMPUTE ? connections->compute : connections->copy;
}

static uint32_t row_of(const struct connections *connections, int set, uint32_t number)
{
    if (set == SET_COMPUTE)
        return number;
    return connections->compute + (uint32_t)(set - SET_COPY) * connections->copy + number;
}

static bool is_free(const struct connection *row, int64_t time)
{
    return row->pending == 0 && row->free_since <= time;
}

/* Which turn a compute command of the stream would be. */
static uint32_t turn_of(const struct connections *connections, uint32_t stream)
{
    return connections->turn + (connections->last_user != stream);
}

/* The connection that a command of the stream would take at that time. */
HOT static uint32_t choose(const struct connections *connections, uint32_t stream, int set,
                           int64_t time)
{
    uint32_t count = count_of(connections, set);
    if (connections->rule == RULE_CREATED)
        return stream % count;
    const struct connection *rows = &connections->rows[row_of(connections, set, 0)];
    const struct connection_stream *state = &connections->streams[stream];
    if (state->keeps && set == SET_COMPUTE)
        return 0;
    if (state->used[set] && rows[state->held[set]].user == stream)
        return state->held[set];
    uint32_t best = count, oldest = 0;
    uint64_t last = UINT64_MAX;
    if (set == SET_COMPUTE)
        for (uint32_t i = 0, from = turn_of(connections, stream); i < count; i++)
            if (is_free(&rows[(from + i) % count], time))
                return (from + i) % count;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].last < last && is_free(&rows[i], time)) {
            best = i;
            last = rows[i].last;
        }
    for (uint32_t i = 0; best == count && i < count; i++) /* none is free: of all */
        if (rows[i].last < last) {
            oldest = i;
            last = rows[i].last;
        }
    return best == count ? oldest : best;
}

bool connections_idle(const struct connections *connections, uint32_t stream, int64_t since)
{
    if (stream >= connections->stream_capacity)
        return true;
    const struct connection_stream *state = &connections->streams[stream];
    for (int set = 0; set < SET_COUNT; set++)
        if (state->pending[set] || (state->used[set] && state->idle_since[set] > since))
            return false;
    return true;
}

void connections_called(struct connections *connections, uint32_t stream, int direction)
{
    stream_of(connections, stream)->last_set = (uint8_t)set_of(connections, direction);
}

int connections_copied_last(const struct connections *connections, uint32_t stream)
{
    int set =
        stream < connections->stream_capacity ? connections->streams[stream].last_set : SET_COMPUTE;
    return set == SET_COMPUTE ? -1 : set - SET_COPY;
}

static void take_turn(struct connections *connections, uint32_t stream)
{
    connections->turn = turn_of(connections, stream);
    connections->last_user = stream;
}

void connections_take_room(struct connections *connections, struct live_op *record)
{
    int set = SET_COPY + record->writer;
    if (!record->keeps)
        take_turn(connections, record->stream);
    uint32_t number = stream_of(connections, record->stream)->held[set];
    record->queue = (uint16_t)row_of(connections, set, number);
    connections->lane[record->queue].waiting++;
}

void connections_give_room(struct connections *connections, const struct live_op *record)
{
    connections->lane[record->queue].waiting--;
}

/* Of a connection, or of a queue, of which each has the number of its connection. */
static int set_with(const struct connections *connections, uint32_t number)
{
    return number < connections->compute
               ? SET_COMPUTE
               : SET_COPY + (int)((number - connections->compute) / connections->copy);
}

/* The operation's queue holds commands back from now on (1), or no longer (-1). */
static inline void hold(struct connections *connections, const struct live_op *op, int change)
{
    if (op->queue < connections->compute) {
        connections->held_back += (uint32_t)change;
        connections->held_by[connections->lane[op->queue].pbdma] += (uint32_t)change;
    } else {
        int set = set_with(connections, op->queue) - SET_COPY;
        connections->copies_held_back[set] += (uint32_t)change;
    }
}

HOT void connections_enter(struct connections *connections, struct live *live, uint32_t slot,
                           int64_t chosen, int direction)
{
    struct live_op *op = live_get(live, slot);
    struct connection_stream *stream = stream_of(connections, op->stream);
    int set = set_of(connections, direction);
    stream->keeps = op->keeps;
    uint32_t number = choose(connections, op->stream, set, chosen);
    if (set == SET_COMPUTE && !op->keeps)
        take_turn(connections, op->stream);
    stream->held[set] = (uint16_t)number;
    stream->used[set] = true;
    stream->pending[set]++;
    op->connection = (uint16_t)row_of(connections, set, number);
    struct connection *row = &connections->rows[op->connection];
    row->pending++;
    row->last = ++connections->commands;
    row->user = op->stream;
    op->queue = op->connection;
    op->behind_copy = stream->copied ? stream->copy : TIMELINE_NO_OP;
    if (direction >= 0) {
        stream->copied = true;
        stream->copy = op->id;
    }

    struct connection_queue *queue = &connections->lane[op->queue];
    op->queued = queue->waiting >= connections->fetched;
    queue->waiting++;
    op->next = 0;
    op->head_at = op->issued;
    op->before = TIMELINE_NO_OP;
    if (queue->head) {
        op->before = live_get(live, queue->tail)->id;
        live_get(live, queue->tail)->next = slot;
    } else {
        queue->head = slot;
        hold(connections, op, 1);
    }
    queue->tail = slot;
}

uint32_t connections_leave(struct connections *connections, struct live *live, uint32_t slot,
                           int64_t time)
{
    struct live_op *op = live_get(live, slot);
    struct connection_queue *queue = &connections->lane[op->queue];
    queue->head = op->next;
    queue->waiting--;
    struct connection *row = &connections->rows[op->connection];
    if (op->direction < 0 && --row->pending == 0)
        row->free_since = read_at(op, time);
    op->next = 0;
    op->left = true;
    if (queue->head) {
        live_get(live, queue->head)->head_at = time;
        live_prefetch(live, live_get(live, queue->head)->next);
    } else {
        queue->tail = 0;
        hold(connections, op, -1);
    }
    return queue->head;
}

void connections_end(struct connections *connections, struct live *live, uint32_t slot,
                     int64_t time)
{
    struct live_op *op = live_get(live, slot);
    struct connection *row = &connections->rows[op->connection];
    int set = set_with(connections, op->connection);
    struct connection_stream *stream = &connections->streams[op->stream];
    if (--stream->pending[set] == 0)
        stream->idle_since[set] = time;
    if (op->direction >= 0 && --row->pending == 0)
        row->free_since = time;
}

/* The queue that a command of the stream would enter now, if it is full, or NULL. */
static const struct connection_queue *full(struct connections *connections, uint32_t stream,
                                           int direction)
{
    (void)stream_of(connections, stream);
    int set = set_of(connections, direction);
    uint32_t number = choose(connections, stream, set, INT64_MAX);
    const struct connection_queue *queue = &connections->lane[row_of(connections, set, number)];
    return queue->waiting >= connections->depth ? queue : NULL;
}

bool connections_full(struct connections *connections, const struct live *live, uint32_t stream,
                      int direction, uint32_t *first)
{
    if (live->count < connections->depth) /* the usual case, told soon */
        return false;
    const struct connection_queue *queue = full(connections, stream, direction);
    if (queue == NULL)
        return false;
    *first = queue->head ? live_get(live, queue->head)->id : TIMELINE_NO_OP;
    for (size_t i = 0; i < connections->wanted_count; i++)
        if (connections->wanted[i].stream == stream &&
            connections->wanted[i].direction == direction)
            return true;
    connections->wanted = mem_grow(connections->wanted, &connections->wanted_capacity,
                                   connections->wanted_count + 1, sizeof *connections->wanted);
    connections->wanted[connections->wanted_count++] = (struct connection_want){stream, direction};
    return true;
}

bool connections_room(struct connections *connections, uint32_t *stream)
{
    for (size_t i = 0; i < connections->wanted_count; i++) {
        if (full(connections, connections->wanted[i].stream, connections->wanted[i].direction))
            continue;
        *stream = connections->wanted[i].stream;
        connections->wanted_count--;
        memmove(connections->wanted + i, connections->wanted + i + 1,
                (connections->wanted_count - i) * sizeof *connections->wanted);
        return true;
    }
    return false;
}

uint16_t connections_number(const struct connections *connections, const struct live_op *op)
{
    uint32_t compute = connections->compute;
    uint32_t row = op->connection;
    return (uint16_t)((row >= compute ? (row - compute) % connections->copy : row) + 1);
}

void connections_release(struct connections *connections)
{
    free(connections->rows);
    free(connections->lane);
    free(connections->streams);
    free(connections->wanted);
    memset(connections, 0, sizeof *connections);
}
