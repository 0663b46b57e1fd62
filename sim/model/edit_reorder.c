/* Another issue order: the calls of one host thread between two that hold it up, or that others
 * could tell apart, are made in another legal order. Each stream keeps its own order, and a wait
 * stays behind the record that it binds to and before the next one of that event. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* A call of the stretch that is issued anew. */
struct item {
    uint32_t row;        /* of records */
    uint32_t stream;     /* rank: the order in which the stretch first names them */
    uint32_t round;      /* turn of the loop: how often the stream's first call came before */
    uint32_t position;   /* in that turn */
    uint32_t next;       /* item of the same stream; NONE */
    uint32_t after;      /* item that has to be issued first; NONE */
    uint32_t wait;       /* of a record: the last item that binds to the record before; NONE */
    uint32_t other_wait; /* of a wait: the one before it that binds to the same record; NONE */
    bool issued;
};

struct stretch {
    struct item *items;
    size_t count, capacity;
};

/* By stream or event of the program, for the stretch under view. */
struct sight {
    uint32_t *first, *last;            /* by stream: items */
    uint32_t *rank, *round, *position; /* by stream */
    uint32_t *recorded, *waited;       /* by event: items */
};

/* Whether the call may change places with calls of other streams. */
static bool is_movable(const struct program *program, const struct program_record *record)
{
    if (!edit_enqueues(program, record) || record->stream == PROGRAM_STREAM_LEGACY ||
        record->flags || record->result)
        return false;
    if (call_info((enum call)record->call)->object != OBJECT_COPY)
        return record->call != CALL_cudaMallocAsync && record->call != CALL_cudaFreeAsync &&
               record->call != CALL_cudaMallocFromPoolAsync;
    const struct program_copy *copy = &program->copies.rows[record->object];
    bool host = copy->kind == COPY_H2D || copy->kind == COPY_D2H;
    return call_async((enum call)record->call) == CALL_NONE && copy->kind != COPY_H2H &&
           (!host || memory_is_page_locked(copy->host_memory));
}

static void add_item(struct stretch *stretch, struct sight *sight, const struct program *program,
                     uint32_t row, uint32_t *ranks)
{
    const struct program_record *record = &program->records.rows[row];
    uint32_t stream = record->stream, id = (uint32_t)stretch->count;
    stretch->items =
        mem_grow(stretch->items, &stretch->capacity, stretch->count + 1, sizeof *stretch->items);
    struct item *item = &stretch->items[stretch->count++];
    *item =
        (struct item){.row = row, .next = NONE, .after = NONE, .wait = NONE, .other_wait = NONE};
    if (sight->first[stream] == NONE) {
        sight->first[stream] = id;
        sight->rank[stream] = (*ranks)++;
        sight->round[stream] = sight->position[stream] = 0;
    } else {
        stretch->items[sight->last[stream]].next = id;
        const struct program_record *first =
            &program->records.rows[stretch->items[sight->first[stream]].row];
        bool again = record->place == first->place && record->call == first->call;
        sight->round[stream] += again;
        sight->position[stream] = again ? 0 : sight->position[stream] + 1;
    }
    sight->last[stream] = id;
    item->stream = sight->rank[stream];
    item->round = sight->round[stream];
    item->position = sight->position[stream];
    if (call_is_event_record((enum call)record->call)) {
        item->after = sight->recorded[record->object];
        item->wait = sight->waited[record->object];
        sight->recorded[record->object] = id;
        sight->waited[record->object] = NONE;
    } else if (record->call == CALL_cudaStreamWaitEvent) {
        item->after = sight->recorded[record->object];
        item->other_wait = sight->waited[record->object];
        sight->waited[record->object] = id;
    }
}

static bool is_ready(const struct stretch *stretch, const struct item *item)
{
    if (item->after != NONE && !stretch->items[item->after].issued)
        return false;
    for (uint32_t wait = item->wait; wait != NONE; wait = stretch->items[wait].other_wait)
        if (!stretch->items[wait].issued)
            return false;
    return true;
}

static bool goes_before(const struct item *a, const struct item *b, enum edit_kind kind)
{
    if (a->round != b->round)
        return a->round < b->round;
    if (kind == EDIT_BREADTH && a->position != b->position)
        return a->position < b->position;
    return a->stream < b->stream;
}

/* Whether each call of the stretch stands in a line of its own. */
static bool is_in_lines(const struct program *program, const struct stretch *stretch,
                        const struct edit_moves *moves)
{
    bool *seen = mem_zalloc(program->places.count + 1), each = true;
    for (size_t i = 0; i < stretch->count && each; i++) {
        uint32_t place = program->records.rows[stretch->items[i].row].place;
        each = place && moves->stream[place] != EDIT_ANY && !seen[place];
        seen[place] = true;
    }
    free(seen);
    return each;
}

/* Which lines stand behind which others then. Those that keep the order among themselves stay, from
 * the first on: the others come later than they did. */
static void note_moves(const struct program *program, const struct stretch *stretch,
                       const uint32_t *order, struct edit_moves *moves)
{
    if (!moves->in_lines || !is_in_lines(program, stretch, moves)) {
        moves->in_lines = false;
        return;
    }
    uint32_t last = 0; /* item that stays */
    for (size_t turn = 0; turn < stretch->count; turn++) {
        uint32_t item = order[turn];
        if (item >= last) {
            last = item;
            continue;
        }
        uint32_t place = program->records.rows[stretch->items[item].row].place;
        uint32_t behind = program->records.rows[stretch->items[last].row].place;
        if (moves->behind[place] == 0)
            moves->order[moves->count++] = place;
        else if (moves->behind[place] != behind)
            moves->in_lines = false; /* not the same in each turn */
        moves->behind[place] = behind;
    }
}

/* Issues the stretch; how many calls come elsewhere. `heads`: one item a stream. */
static size_t issue(struct program *program, struct stretch *stretch, uint32_t *heads,
                    uint32_t ranks, enum edit_kind kind, struct edit_moves *moves)
{
    size_t moved = 0;
    struct program_record *records = mem_zalloc((stretch->count + 1) * sizeof *records);
    uint32_t *order = mem_zalloc((stretch->count + 1) * sizeof *order);
    for (size_t turn = 0; turn < stretch->count; turn++) {
        uint32_t best = NONE;
        for (uint32_t k = 0; k < ranks; k++)
            if (heads[k] != NONE && is_ready(stretch, &stretch->items[heads[k]]) &&
                (best == NONE ||
                 goes_before(&stretch->items[heads[k]], &stretch->items[heads[best]], kind)))
                best = k;
        uint32_t best_item = heads[best];
        struct item *item = &stretch->items[best_item];
        item->issued = true;
        heads[best] = item->next;
        records[turn] = program->records.rows[item->row];
        if (item->row != stretch->items[turn].row) {
            moved++;
            moves->places[records[turn].place] = true;
        }
        order[turn] = best_item;
    }
    if (moved)
        note_moves(program, stretch, order, moves);
    for (size_t turn = 0; turn < stretch->count; turn++)
        program->records.rows[stretch->items[turn].row] = records[turn];
    free(records);
    free(order);
    return moved;
}

static size_t end_stretch(struct program *program, struct stretch *stretch, struct sight *sight,
                          uint32_t *ranks, enum edit_kind kind, struct edit_moves *moves)
{
    size_t moved = 0;
    uint32_t *heads = mem_zalloc((*ranks + 1) * sizeof *heads);
    for (uint32_t i = 0; i < program->streams.count; i++)
        if (sight->first[i] != NONE)
            heads[sight->rank[i]] = sight->first[i];
    if (*ranks > 1)
        moved = issue(program, stretch, heads, *ranks, kind, moves);
    free(heads);
    memset(sight->first, 0xff, program->streams.count * sizeof *sight->first);
    for (size_t i = 0; i < program->events.count; i++)
        sight->recorded[i] = sight->waited[i] = NONE;
    stretch->count = 0;
    *ranks = 0;
    return moved;
}

/* By stream: whether several host threads put work into it, so that what one of them issues stands
 * between what another one does. */
static bool *find_shared(const struct program *program)
{
    uint32_t *user = mem_zalloc((program->streams.count + 1) * sizeof *user);
    bool *shared = mem_zalloc(program->streams.count + 1);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!edit_enqueues(program, record))
            continue;
        uint32_t *before = &user[record->stream], now = record->thread + UINT32_C(1);
        shared[record->stream] |= *before && *before != now;
        *before = now;
    }
    free(user);
    return shared;
}

/* By place: the one stream that it puts work into; EDIT_ANY: several. */
static void find_streams(const struct program *program, uint32_t *stream)
{
    bool *seen = mem_zalloc(program->places.count + 1);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!edit_enqueues(program, record))
            continue;
        uint32_t *of = &stream[record->place];
        *of = seen[record->place] && *of != record->stream ? EDIT_ANY : record->stream;
        seen[record->place] = true;
    }
    free(seen);
}

void edit_moves_begin(struct edit_moves *moves, const struct program *program)
{
    size_t count = program->places.count + 1;
    *moves = (struct edit_moves){.places = mem_zalloc(count),
                                 .behind = mem_zalloc(count * sizeof *moves->behind),
                                 .order = mem_zalloc(count * sizeof *moves->order),
                                 .stream = mem_zalloc(count * sizeof *moves->stream),
                                 .in_lines = true};
    find_streams(program, moves->stream);
}

void edit_moves_release(struct edit_moves *moves)
{
    free(moves->places);
    free(moves->behind);
    free(moves->order);
    free(moves->stream);
}

/* Whether a new turn of a loop begins with the record at a place, where each line has its stream:
 * such lines change places within a turn, as nobody can write it otherwise. `rank`, by place: the
 * order in which the thread came to them first. */
static bool is_next_turn(const struct program *program, const struct stretch *stretch,
                         const struct edit_moves *moves, const uint32_t *rank, uint32_t place)
{
    if (stretch->count == 0)
        return false;
    uint32_t before = program->records.rows[stretch->items[stretch->count - 1].row].place;
    return moves->stream[place] != EDIT_ANY && moves->stream[before] != EDIT_ANY && rank[place] &&
           rank[place] < rank[before];
}

/* The rows of records, those of a thread together. */
static uint32_t *by_thread(const struct program *program)
{
    size_t *at = mem_zalloc((program->threads.count + 1) * sizeof *at);
    uint32_t *rows = mem_zalloc((program->records.count + 1) * sizeof *rows);
    for (size_t i = 0; i < program->records.count; i++)
        at[program->records.rows[i].thread + 1]++;
    for (size_t i = 1; i < program->threads.count; i++)
        at[i] += at[i - 1];
    for (uint32_t i = 0; i < program->records.count; i++)
        rows[at[program->records.rows[i].thread]++] = i;
    free(at);
    return rows;
}

/* What a host thread issues between two of its calls that stay: no other thread can tell in which
 * order, since those by which threads wait for each other stay too. */
size_t edit_reorder(struct program *program, enum edit_kind kind, struct edit_moves *moves)
{
    size_t streams = program->streams.count, events = program->events.count, moved = 0;
    struct stretch stretch = {0};
    struct sight sight = {.first = mem_zalloc(streams * sizeof(uint32_t)),
                          .last = mem_zalloc(streams * sizeof(uint32_t)),
                          .rank = mem_zalloc(streams * sizeof(uint32_t)),
                          .round = mem_zalloc(streams * sizeof(uint32_t)),
                          .position = mem_zalloc(streams * sizeof(uint32_t)),
                          .recorded = mem_zalloc((events + 1) * sizeof(uint32_t)),
                          .waited = mem_zalloc((events + 1) * sizeof(uint32_t))};
    uint32_t ranks = 0, *rows = by_thread(program);
    bool *shared = find_shared(program);
    uint32_t *rank = mem_zalloc((program->places.count + 1) * sizeof *rank), places = 0;
    end_stretch(program, &stretch, &sight, &ranks, kind, moves);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[rows[i]];
        bool other = i > 0 && record->thread != program->records.rows[rows[i - 1]].thread;
        if (stretch.count && other)
            moved += end_stretch(program, &stretch, &sight, &ranks, kind, moves);
        if (program->threads.rows[record->thread].kind != THREAD_HOST ||
            call_reports_error(record->call))
            continue;
        if (is_movable(program, record) && !shared[record->stream]) {
            if (is_next_turn(program, &stretch, moves, rank, record->place))
                moved += end_stretch(program, &stretch, &sight, &ranks, kind, moves);
            rank[record->place] = rank[record->place] ? rank[record->place] : ++places;
            add_item(&stretch, &sight, program, rows[i], &ranks);
        } else if (stretch.count) {
            moved += end_stretch(program, &stretch, &sight, &ranks, kind, moves);
        }
    }
    if (stretch.count)
        moved += end_stretch(program, &stretch, &sight, &ranks, kind, moves);
    free(rows);
    free(shared);
    free(rank);
    free(stretch.items);
    free(sight.first);
    free(sight.last);
    free(sight.rank);
    free(sight.round);
    free(sight.position);
    free(sight.recorded);
    free(sight.waited);
    return moved;
}
