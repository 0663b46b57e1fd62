#include "sim/engine/sm_cells.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/engine/loaded.h"
#include "sim/model/cost.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of some SMs, which leave their cells. */
static struct sm_cell *new_cell(struct sm_cells *cells, const struct sm_mask *sms, int words)
{
    cells->rows = mem_grow(cells->rows, &cells->capacity, cells->count + 1, sizeof *cells->rows);
    cells->ids = mem_grow(cells->ids, &cells->id_capacity, cells->count + 1, sizeof *cells->ids);
    cells->ids[cells->count] = 0; /* not known yet, as the key */
    cells->rows[cells->count].changed = true;
    cells->rows[cells->count].key = 0; /* not known yet; merge() looks at it before it is */
    for (int w = 0; w < words; w++)
        for (uint64_t rest = sms->word[w]; rest; rest &= rest - 1)
            cells->of[w * 64 + __builtin_ctzll(rest)] = (uint16_t)cells->count;
    cells->rows[cells->count].sms = *sms;
    return &cells->rows[cells->count++];
}

/* Adds a cell to the sums, or takes it out: sign 1 or -1. */
static void sum_up(struct sm_array *sms, struct sm_cells *cells, struct sm_cell *cell, int sign)
{
    cell->changed = sign < 0;
    cells->keys += cell->key * (uint64_t)(sign * (int64_t)cell->count);
    cells->crowded += cell->crowded ? sign * cell->count : 0;
    for (int u = 0; u < cell->users; u++)
        sms->kernels[cell->user[u].kernel].asked += sign * cell->user[u].way;
}

/* What a cell holds, or how many SMs hold that, is about to change. */
static void change(struct sm_array *sms, struct sm_cells *cells, struct sm_cell *cell)
{
    if (!cell->changed)
        sum_up(sms, cells, cell, -1);
}

const struct sm_cell *sm_cells_at(const struct sm_array *sms, const struct sm_cells *cells,
                                  const struct sm_mask *mask)
{
    for (int w = 0; w < sms->groups.words; w++)
        for (uint64_t left = mask->word[w]; left; left &= left - 1) {
            uint16_t row = cells->of[w * 64 + __builtin_ctzll(left)];
            if (row != NO_CELL)
                return &cells->rows[row];
        }
    return NULL;
}

bool sm_cells_next(const struct sm_array *sms, const struct sm_cells *cells, struct sm_mask *rest,
                   struct sm_in_cell *in)
{
    const struct sm_cell *cell = sm_cells_at(sms, cells, rest);
    if (!cell)
        return false;
    in->row = (size_t)(cell - cells->rows);
    in->count = sm_mask_both(&cell->sms, rest, sms->groups.words, &in->sms);
    sm_mask_without(sms, rest, &in->sms);
    return true;
}

uint64_t sm_cells_serial(const struct sm_array *sms, const struct sm_batch *batch)
{
    const struct sm_kernel *k = &sms->kernels[batch->kernel];
    return k->in_order ? batch->serial : k->serial;
}

int sm_cell_user(const struct sm_cell *cell, uint64_t serial)
{
    /* Half of what is left at a time, without a branch that nobody can foretell. */
    const struct sm_cell_user *from = cell->user;
    for (int left = cell->users; left > 0;) {
        int half = (left + 1) / 2;
        from += from[half - 1].serial < serial ? half : 0;
        left -= half;
    }
    return (int)(from - cell->user);
}

static void add_user(const struct sm_array *sms, struct sm_cell *cell, const struct sm_batch *batch,
                     int64_t blocks)
{
    uint64_t serial = sm_cells_serial(sms, batch);
    int at = sm_cell_user(cell, serial);
    if (at < cell->users && cell->user[at].kernel == batch->kernel &&
        cell->user[at].serial == serial) {
        cell->user[at].blocks += (int32_t)blocks;
        return;
    }
    for (int i = cell->users++; i > at; i--)
        cell->user[i] = cell->user[i - 1];
    cell->user[at] =
        (struct sm_cell_user){.kernel = batch->kernel, .blocks = (int32_t)blocks, .serial = serial};
}

/* Those SMs of a cell leave it for a new one. */
static void cut(struct sm_array *sms, struct sm_cells *cells, size_t row, const struct sm_mask *out,
                int32_t count)
{
    change(sms, cells, &cells->rows[row]);
    struct sm_cell *piece = new_cell(cells, out, sms->groups.words), *from = &cells->rows[row];
    memcpy(piece, from, offsetof(struct sm_cell, user) + (size_t)from->users * sizeof *from->user);
    piece->sms = *out;
    piece->count = count;
    sm_mask_without(sms, &from->sms, out);
    from->count -= count;
}

/* The SMs of a part that are in one cell, as one, which changes; others leave it. */
static struct sm_cell *cut_out(struct sm_array *sms, struct sm_cells *cells,
                               const struct sm_in_cell *in)
{
    size_t row = in->row;
    change(sms, cells, &cells->rows[row]);
    if (in->count < cells->rows[row].count) {
        cut(sms, cells, row, &in->sms, in->count);
        row = cells->count - 1;
    }
    return &cells->rows[row];
}

static void add_changed(const struct sm_array *sms, struct sm_cells *cells,
                        const struct sm_mask *mask)
{
    for (int w = 0; w < sms->groups.words; w++)
        cells->changed.word[w] |= mask->word[w];
}

/* Cuts the cells along one part, whose blocks are then in them. */
static void add_part(struct sm_array *sms, struct sm_cells *cells, const struct sm_batch *batch,
                     const struct sm_part *part)
{
    struct sm_mask rest = part->sms;
    int32_t left = part->count;
    add_changed(sms, cells, &rest);
    for (struct sm_in_cell in; sm_cells_next(sms, cells, &rest, &in); left -= in.count)
        add_user(sms, cut_out(sms, cells, &in), batch, part->blocks);
    if (left == 0)
        return;
    struct sm_cell *cell = new_cell(cells, &rest, sms->groups.words);
    cell->count = left;
    cell->users = 0;
    add_user(sms, cell, batch, part->blocks);
}

static void remove_user(const struct sm_array *sms, struct sm_cell *cell,
                        const struct sm_batch *batch, int64_t blocks)
{
    int at = sm_cell_user(cell, sm_cells_serial(sms, batch));
    cell->user[at].blocks -= (int32_t)blocks;
    if (cell->user[at].blocks > 0)
        return;
    cell->users--;
    for (; at < cell->users; at++)
        cell->user[at] = cell->user[at + 1];
}

/* The row of a cell, which is in no sum, goes to the last one; its SMs must be in another. */
static void drop_cell(struct sm_cells *cells, size_t row, int words)
{
    struct sm_cell *cell = &cells->rows[row], *last = &cells->rows[--cells->count];
    if (cell == last)
        return;
    memcpy(cell, last, offsetof(struct sm_cell, user) + (size_t)last->users * sizeof *last->user);
    cells->ids[row] = cells->ids[cells->count];
    for (int w = 0; w < words; w++)
        for (uint64_t rest = cell->sms.word[w]; rest; rest &= rest - 1)
            cells->of[w * 64 + __builtin_ctzll(rest)] = (uint16_t)row;
}

static void move_sms(struct sm_cells *cells, const struct sm_cell *from, size_t to, int words)
{
    for (int w = 0; w < words; w++)
        for (uint64_t rest = from->sms.word[w]; rest; rest &= rest - 1)
            cells->of[w * 64 + __builtin_ctzll(rest)] = (uint16_t)to;
}

void sm_share_ended(struct sm_array *sms, uint32_t batch)
{
    const struct sm_batch *b = &sms->batches.rows[batch];
    struct sm_cells *cells = sms->cells;
    for (uint32_t p = b->parts; p != SM_NONE; p = sms->batches.parts[p].next) {
        const struct sm_part *part = &sms->batches.parts[p].part;
        struct sm_mask rest = part->sms;
        add_changed(sms, cells, &rest);
        for (struct sm_in_cell in; sm_cells_next(sms, cells, &rest, &in);)
            remove_user(sms, cut_out(sms, cells, &in), b, part->blocks);
    }
}

/* Whether what a cell's threads read at once has room beside any carveout. */
static bool has_room(const struct sm_array *sms, const struct sm_cell *cell)
{
    int64_t batches = 0;
    for (int u = 0; u < cell->users; u++) {
        const struct sm_kernel *k = &sms->kernels[cell->user[u].kernel];
        batches += k->bytes ? (int64_t)cell->user[u].blocks * k->need.threads : 0;
    }
    int64_t least = sm_share_room(sms->profile, sms->profile->value[PROFILE_sm_shared]);
    return batches * COST_BATCH_BYTES <= least;
}

/* Cuts the cells, once all parts are in them, along the carveouts: an SM's stays as it is while it
 * holds anything. */
static void find_rooms(struct sm_array *sms, struct sm_cells *cells)
{
    for (size_t i = 0; i < cells->count; i++) {
        if (!cells->rows[i].changed)
            continue;
        bool found = false;
        int64_t room = INT64_MAX;
        /* SMs whose group is not found yet: each is in one */
        int32_t left = has_room(sms, &cells->rows[i]) ? 0 : cells->rows[i].count;
        for (size_t g = 0; left > 0 && g < sms->groups.count; g++) {
            const struct sm_group *group = &sms->groups.groups[g];
            struct sm_mask common;
            int32_t count =
                sm_mask_both(&cells->rows[i].sms, &group->sms, sms->groups.words, &common);
            int64_t here = sm_share_room(sms->profile, group->carveout);
            left -= count;
            if (count == 0 || (found && here == room))
                continue;
            if (!found)
                room = here;
            else
                cut(sms, cells, i, &common, count);
            found = true;
        }
        cells->rows[i].room = room;
    }
}

static uint64_t mix(uint64_t hash, int64_t value)
{
    hash = (hash ^ (uint64_t)value) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

uint64_t sm_cells_shape(const struct sm_kernel *k)
{
    uint64_t shape = mix(1, k->need.threads);
    shape = mix(mix(shape, k->flops), k->bytes);
    shape = mix(mix(shape, k->follow.next), k->follow.pause);
    return mix(shape, k->driven << 2 | k->brief | k->copies << 1);
}

/* The key is equal for cells with the same rates, the id, which is returned, for cells that hold
 * the same; both of others, as good as never. */
static uint64_t find_key(const struct sm_array *sms, struct sm_cell *cell)
{
    const uint64_t apart = UINT64_C(0x9e3779b1); /* numbers of blocks of one kernel */
    uint64_t key = mix(1, cell->room), id = key;
    for (int u = 0; u < cell->users; u++) {
        const struct sm_cell_user *user = &cell->user[u];
        uint64_t blocks = (uint64_t)user->blocks * apart;
        key = mix(key, (int64_t)(sms->kernels[user->kernel].shape + blocks));
        id = mix(id, (int64_t)(user->serial + blocks));
    }
    cell->key = key;
    return id;
}

static bool hold_the_same(const struct sm_cell *a, const struct sm_cell *b)
{
    if (a->room != b->room || a->users != b->users)
        return false;
    for (int u = 0; u < a->users; u++)
        if (a->user[u].kernel != b->user[u].kernel || a->user[u].serial != b->user[u].serial ||
            a->user[u].blocks != b->user[u].blocks)
            return false;
    return true;
}

/* The row of another cell that holds the same; the count if there is none. */
static size_t find_same(const struct sm_cells *cells, size_t row)
{
    for (size_t i = 0; i < cells->count; i++)
        if (cells->ids[i] == cells->ids[row] && i != row &&
            hold_the_same(&cells->rows[i], &cells->rows[row]))
            return i;
    return cells->count;
}

/* Cells that have changed go to others that hold the same. */
static void merge(struct sm_array *sms, struct sm_cells *cells)
{
    int words = sms->groups.words;
    for (size_t i = 0; i < cells->count; i++) {
        struct sm_cell *cell = &cells->rows[i];
        if (!cell->changed)
            continue;
        cells->ids[i] = find_key(sms, cell);
        size_t to = find_same(cells, i);
        if (to == cells->count && cell->users > 0)
            continue;
        if (cell->users == 0) {
            move_sms(cells, cell, NO_CELL, words);
        } else {
            struct sm_cell *other = &cells->rows[to];
            change(sms, cells, other);
            for (int w = 0; w < words; w++)
                other->sms.word[w] |= cell->sms.word[w];
            other->count += cell->count;
            move_sms(cells, cell, to, words);
        }
        drop_cell(cells, i, words);
        i--; /* unsigned: wraps and comes back */
    }
}

static void get_users(const struct sm_array *sms, const struct sm_cell *cell,
                      struct sm_share_user *users)
{
    for (int u = 0; u < cell->users; u++) {
        const struct sm_kernel *k = &sms->kernels[cell->user[u].kernel];
        users[u] = (struct sm_share_user){.blocks = cell->user[u].blocks,
                                          .threads = k->need.threads,
                                          .flops = k->flops,
                                          .bytes = k->bytes,
                                          .driven = k->driven,
                                          .brief = k->brief,
                                          .follow = k->follow,
                                          .copies = k->copies};
    }
}

/* One cell stands for all with its key. Returns the users of those that do. */
static size_t find_alike(struct sm_cells *cells)
{
    size_t all = 0;
    cells->alike_count = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const struct sm_cell *cell = &cells->rows[i];
        size_t to = 0;
        while (to < cells->alike_count && cells->alike[to].key != cell->key)
            to++;
        if (to == cells->alike_count) {
            cells->alike = mem_grow(cells->alike, &cells->alike_capacity, ++cells->alike_count,
                                    sizeof *cells->alike);
            cells->alike[to] = (struct sm_alike){.key = cell->key, .row = i, .first_user = all};
            all += (size_t)cell->users;
        }
        cells->alike[to].sms += cell->count;
    }
    return all;
}

/* What the users of a cell ask for. */
static struct sm_memo_ask *find_asks(struct sm_array *sms, const struct sm_cell *cell)
{
    struct sm_memo_ask *ask;
    if (sm_memo_asks(&sms->cells->memo, cell->key, &ask))
        return ask;
    sms->shares++;
    get_users(sms, cell, ask->users);
    sm_share_ask(sms->profile, ask->users, cell->users, cell->room);
    ask->all = sm_share_split(sms->profile, ask->users, cell->users, SM_SHARE_ALL);
    return ask;
}

/* What the memory gives of what is asked for. Mostly that is all, or it is known what each cell
 * asks for then. */
static int64_t find_memory(struct sm_array *sms, struct sm_cells *cells)
{
    size_t all = find_alike(cells);
    int64_t want = 0;
    for (size_t i = 0; i < cells->alike_count; i++) {
        const struct sm_alike *alike = &cells->alike[i];
        int64_t here = find_asks(sms, &cells->rows[alike->row])->all;
        want = duration_add(want, duration_divide(here, alike->sms, 1));
    }
    int64_t memory = sm_share_memory(sms->profile, want, sms->copy_rate);
    if (memory == SM_SHARE_ALL)
        return memory;
    cells->users = mem_grow(cells->users, &cells->user_capacity, all + 1, sizeof *cells->users);
    for (size_t i = 0; i < cells->alike_count; i++) {
        const struct sm_cell *cell = &cells->rows[cells->alike[i].row];
        memcpy(cells->users + cells->alike[i].first_user, find_asks(sms, cell)->users,
               (size_t)cell->users * sizeof *cells->users);
    }
    for (int turn = 1; turn < SM_SHARE_TURNS; turn++) {
        int64_t before = memory;
        want = 0;
        for (size_t i = 0; i < cells->alike_count; i++) {
            const struct sm_alike *alike = &cells->alike[i];
            int64_t here = sm_share_split(sms->profile, cells->users + alike->first_user,
                                          cells->rows[alike->row].users, memory);
            want = duration_add(want, duration_divide(here, alike->sms, 1));
        }
        memory = sm_share_memory(sms->profile, want, sms->copy_rate);
        if (memory == before)
            break;
    }
    return memory;
}

int64_t sm_cell_computing(const struct sm_array *sms, const struct sm_cell *cell, uint32_t batch)
{
    int64_t threads = 0;
    for (int u = 0; u < cell->users; u++) {
        const struct sm_cell_user *user = &cell->user[u];
        if (batch != SM_NONE) {
            const struct sm_batch *b = &sms->batches.rows[batch];
            if (user->serial > b->serial)
                continue;
        }
        threads += user->computing;
    }
    return threads;
}

/* Of the users of one SM of a cell. */
static void split(struct sm_array *sms, const struct sm_cell *cell, int64_t memory,
                  struct sm_memo_rate *rates)
{
    struct sm_memo_ask *ask = find_asks(sms, cell);
    struct sm_share_user *users = &ask->users[0];
    sms->shares++;
    sm_share_split(sms->profile, users, cell->users, memory);
    sm_share_paces(sms->profile, users, cell->users, memory);
    for (int u = 0; u < cell->users; u++)
        rates[u] = (struct sm_memo_rate){users[u].pace, users[u].on_way, users[u].computing};
}

/* Of one cell, and what its blocks have on their way. Where they change, its SMs have. */
static void find_cell_rates(struct sm_array *sms, struct sm_cell *cell, int64_t memory)
{
    struct sm_memo_rate *rates;
    if (!sm_memo_rates(&sms->cells->memo, cell->key, memory, &rates))
        split(sms, cell, memory, rates);
    bool changes = false;
    for (int u = 0; u < cell->users; u++) {
        struct sm_cell_user *user = &cell->user[u];
        changes |=
            !sm_pace_equal(user->pace, rates[u].pace) || user->computing != rates[u].computing;
        user->pace = rates[u].pace;
        user->computing = rates[u].computing;
        user->way = duration_divide(rates[u].on_way, cell->count, 1);
        if (sms->kernels[user->kernel].copies)
            user->way = duration_divide(user->way, LOADED_COPY_BYTES, COST_BATCH_BYTES);
    }
    if (changes)
        add_changed(sms, sms->cells, &cell->sms);
    cell->crowded = sm_share_crowded(sms->profile, sm_cell_computing(sms, cell, SM_NONE));
}

/* The rates in the cells that have changed, or in all. */
static void find_rates(struct sm_array *sms, struct sm_cells *cells)
{
    uint64_t keys = cells->keys;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->rows[i].changed)
            keys += cells->rows[i].key * (uint64_t)cells->rows[i].count;
    int64_t before = cells->memory, *memory;
    if (!sm_memo_given(&cells->memo, keys, sms->copy_rate, &memory))
        *memory = find_memory(sms, cells);
    cells->memory = *memory;
    bool all = cells->memory != before;
    for (size_t i = 0; i < cells->count; i++) {
        struct sm_cell *cell = &cells->rows[i];
        if (all)
            change(sms, cells, cell);
        if (!cell->changed)
            continue;
        find_cell_rates(sms, cell, cells->memory);
        sum_up(sms, cells, cell, 1);
    }
}

struct sm_cells *sm_cells_new(void)
{
    struct sm_cells *cells = mem_zalloc(sizeof *cells);
    memset(cells->of, 0xff, sizeof cells->of); /* NO_CELL */
    return cells;
}

void sm_cells_find(struct sm_array *sms, struct sm_cells *cells)
{
    struct sm_batches *batches = &sms->batches;
    for (size_t i = 0; i < batches->heap_count; i++) {
        struct sm_batch *b = &batches->rows[batches->heap[i]];
        if (b->in_cells || !sms->kernels[b->kernel].by_work)
            continue;
        b->in_cells = true;
        for (uint32_t p = b->parts; p != SM_NONE; p = batches->parts[p].next)
            add_part(sms, cells, b, &batches->parts[p].part);
    }
    find_rooms(sms, cells);
    merge(sms, cells);
    find_rates(sms, cells);
}

void sm_share_free(struct sm_array *sms)
{
    if (sms->cells) {
        free(sms->cells->rows);
        free(sms->cells->ids);
        free(sms->cells->users);
        free(sms->cells->alike);
        free(sms->cells->work);
        free(sms->cells->timed);
        sm_memo_release(&sms->cells->memo);
    }
    free(sms->cells);
}
