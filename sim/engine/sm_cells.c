/* Which kernels by work are on which SMs, and the rates that follow for their batches.
 *
 * A cell is a set of SMs that hold the same blocks of the same kernels by work and whose level 1
 * caches have the same room. Cells are found by cutting the SMs along the parts of all batches.
 */
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/engine/loaded.h"
#include "sim/engine/sm_share.h"
#include "sim/model/cost.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct sm_cell {
    struct sm_mask sms;
    int32_t count; /* of its SMs */
    int64_t room;  /* of its level 1 cache for bytes on their way */
    int users;
    size_t first_user; /* among those of all cells */
    struct sm_cell_user {
        uint32_t kernel; /* row; the oldest first */
        int32_t blocks;
        uint64_t serial; /* of its batch or, of what shares equally, of its kernel */
        int64_t rate;
    } user[SM_SHARE_USERS];
};

enum { NO_CELL = UINT16_MAX };

struct sm_cells {
    struct sm_cell *rows;
    size_t count, capacity;
    uint16_t of[SM_MASK_WORDS * 64]; /* an SM's, or NO_CELL */
    struct sm_share_user *users;     /* of all cells, one after the other, while rates are found */
    size_t user_capacity;
    uint32_t *work; /* batches of kernels by work */
    size_t work_capacity;
    uint32_t *timed; /* batches of the others */
    size_t timed_capacity;
};

static void remove_sms(const struct sm_array *sms, struct sm_mask *from, const struct sm_mask *sm)
{
    for (int w = 0; w < sms->groups.words; w++)
        from->word[w] &= ~sm->word[w];
}

/* Of some SMs, which leave their cells. */
static struct sm_cell *new_cell(struct sm_cells *cells, const struct sm_mask *sms, int words)
{
    cells->rows = mem_grow(cells->rows, &cells->capacity, cells->count + 1, sizeof *cells->rows);
    for (int w = 0; w < words; w++)
        for (uint64_t rest = sms->word[w]; rest; rest &= rest - 1)
            cells->of[w * 64 + __builtin_ctzll(rest)] = (uint16_t)cells->count;
    cells->rows[cells->count].sms = *sms;
    return &cells->rows[cells->count++];
}

/* Some of the SMs of a part: those in one cell. */
struct in_cell {
    size_t row;
    struct sm_mask sms;
    int32_t count;
};

/* Takes those of the next cell from `rest`; false when what is left is in none. */
static bool next_cell(const struct sm_array *sms, const struct sm_cells *cells,
                      struct sm_mask *rest, struct in_cell *in)
{
    for (int w = 0; w < sms->groups.words; w++)
        for (uint64_t left = rest->word[w]; left; left &= left - 1) {
            in->row = cells->of[w * 64 + __builtin_ctzll(left)];
            if (in->row == NO_CELL)
                continue;
            in->count = sm_mask_both(&cells->rows[in->row].sms, rest, sms->groups.words, &in->sms);
            remove_sms(sms, rest, &in->sms);
            return true;
        }
    return false;
}

/* When a batch's blocks came among those of its SMs: what shares equally with the rest of its
 * kernel came with that. */
static uint64_t serial_of(const struct sm_array *sms, const struct sm_batch *batch)
{
    const struct sm_kernel *k = &sms->kernels[batch->kernel];
    return k->in_order ? batch->serial : k->serial;
}

static void add_user(const struct sm_array *sms, struct sm_cell *cell, const struct sm_batch *batch,
                     int64_t blocks)
{
    int at = 0;
    uint64_t serial = serial_of(sms, batch);
    while (at < cell->users && cell->user[at].serial < serial)
        at++;
    if (at < cell->users && cell->user[at].kernel == batch->kernel &&
        cell->user[at].serial == serial) {
        cell->user[at].blocks += (int32_t)blocks;
        return;
    }
    for (int i = cell->users++; i > at; i--)
        cell->user[i] = cell->user[i - 1];
    cell->user[at] = (struct sm_cell_user){batch->kernel, (int32_t)blocks, serial, 0};
}

/* Those SMs of a cell leave it for a new one. */
static void cut(const struct sm_array *sms, struct sm_cells *cells, size_t row,
                const struct sm_mask *out, int32_t count)
{
    struct sm_cell *piece = new_cell(cells, out, sms->groups.words), *from = &cells->rows[row];
    memcpy(piece, from, offsetof(struct sm_cell, user) + (size_t)from->users * sizeof *from->user);
    piece->sms = *out;
    piece->count = count;
    remove_sms(sms, &from->sms, out);
    from->count -= count;
}

/* Cuts the cells along one part, whose blocks are then in them. */
static void add_part(const struct sm_array *sms, struct sm_cells *cells,
                     const struct sm_batch *batch, const struct sm_part *part)
{
    struct sm_mask rest = part->sms;
    int32_t left = part->count;
    for (struct in_cell in; next_cell(sms, cells, &rest, &in); left -= in.count) {
        if (in.count < cells->rows[in.row].count) {
            cut(sms, cells, in.row, &in.sms, in.count);
            in.row = cells->count - 1;
        }
        add_user(sms, &cells->rows[in.row], batch, part->blocks);
    }
    if (left == 0)
        return;
    struct sm_cell *cell = new_cell(cells, &rest, sms->groups.words);
    cell->count = left;
    cell->users = 0;
    add_user(sms, cell, batch, part->blocks);
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

/* Cuts the cells, once all parts are in them, along the carveouts. */
static void find_rooms(const struct sm_array *sms, struct sm_cells *cells)
{
    for (size_t i = 0; i < cells->count; i++) {
        bool found = false;
        int64_t room = INT64_MAX;
        size_t groups = has_room(sms, &cells->rows[i]) ? 0 : sms->groups.count;
        for (size_t g = 0; g < groups; g++) {
            const struct sm_group *group = &sms->groups.groups[g];
            struct sm_mask common;
            int32_t count =
                sm_mask_both(&cells->rows[i].sms, &group->sms, sms->groups.words, &common);
            int64_t here = sm_share_room(sms->profile, group->carveout);
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

static void get_users(const struct sm_array *sms, const struct sm_cell *cell,
                      struct sm_share_user *users)
{
    for (int u = 0; u < cell->users; u++) {
        const struct sm_kernel *k = &sms->kernels[cell->user[u].kernel];
        users[u] = (struct sm_share_user){.blocks = cell->user[u].blocks,
                                          .threads = k->need.threads,
                                          .flops = k->flops,
                                          .bytes = k->bytes};
    }
}

static void forget_on_way(struct sm_array *sms, const struct sm_cells *cells)
{
    sms->on_way = 0;
    for (size_t i = 0; i < cells->count; i++)
        for (int u = 0; u < cells->rows[i].users; u++)
            sms->kernels[cells->rows[i].user[u].kernel].way = 0;
}

static void add_on_way(struct sm_array *sms, struct sm_kernel *k, int64_t bytes)
{
    if (k->copies)
        bytes = duration_divide(bytes, LOADED_COPY_BYTES, COST_BATCH_BYTES);
    k->way += bytes;
    k->on_way = k->way;
    k->of = k->resident;
    sms->on_way += bytes;
}

/* And what all have on their way. */
static void find_rates(struct sm_array *sms, struct sm_cells *cells)
{
    size_t all = 0;
    for (size_t i = 0; i < cells->count; i++) {
        cells->rows[i].first_user = all;
        all += (size_t)cells->rows[i].users;
    }
    cells->users = mem_grow(cells->users, &cells->user_capacity, all + 1, sizeof *cells->users);
    for (size_t i = 0; i < cells->count; i++) {
        const struct sm_cell *cell = &cells->rows[i];
        struct sm_share_user *users = cells->users + cell->first_user;
        get_users(sms, cell, users);
        sm_share_ask(sms->profile, users, cell->users, cell->room);
    }
    int64_t memory = SM_SHARE_ALL;
    for (int turn = 0; turn < SM_SHARE_TURNS; turn++) {
        int64_t want = 0, before = memory;
        for (size_t i = 0; i < cells->count; i++) {
            const struct sm_cell *cell = &cells->rows[i];
            int64_t here =
                sm_share_split(sms->profile, cells->users + cell->first_user, cell->users, memory);
            want = duration_add(want, duration_divide(here, cell->count, 1));
        }
        memory = sm_share_memory(sms->profile, want, sms->copy_rate);
        if (memory == before)
            break;
    }
    forget_on_way(sms, cells);
    for (size_t i = 0; i < cells->count; i++) {
        struct sm_cell *cell = &cells->rows[i];
        struct sm_share_user *users = cells->users + cell->first_user;
        sm_share_split(sms->profile, users, cell->users, memory);
        sm_share_rates(users, cell->users, memory);
        for (int u = 0; u < cell->users; u++) {
            cell->user[u].rate = users[u].rate;
            add_on_way(sms, &sms->kernels[cell->user[u].kernel],
                       duration_divide(users[u].on_way, cell->count, 1));
        }
    }
}

static int64_t rate_in(const struct sm_cell *cell, uint32_t kernel, uint64_t serial)
{
    for (int u = 0; u < cell->users; u++)
        if (cell->user[u].kernel == kernel && cell->user[u].serial == serial)
            return cell->user[u].rate;
    return 0;
}

/* From now on at `rate`. */
static void set_rate(struct sm_array *sms, uint32_t batch, int64_t rate)
{
    struct sm_batch *b = &sms->batches.rows[batch];
    if (b->rate == rate)
        return;
    if (sms->now > b->since) {
        b->left -= b->rate * (sms->now - b->since);
        b->since = sms->now;
    }
    b->rate = rate;
    b->end = duration_add(b->since, sm_share_time(b->left, rate));
    sm_batches_moved(&sms->batches, batch);
}

/* Blocks of one batch that no longer go at one rate become several batches. */
static void divide(struct sm_array *sms, const struct sm_cells *cells, uint32_t batch)
{
    struct sm_batches *batches = &sms->batches;
    uint32_t kernel = batches->rows[batch].kernel, parts = batches->rows[batch].parts;
    uint32_t made = SM_NONE; /* list by `sibling` */
    uint64_t serial = serial_of(sms, &batches->rows[batch]);
    batches->rows[batch].parts = SM_NONE;
    batches->rows[batch].blocks = 0;
    int64_t first_rate = 0;
    for (uint32_t p = parts; p != SM_NONE; p = batches->parts[p].next) {
        struct sm_part part = batches->parts[p].part; /* they may move */
        for (struct in_cell in; next_cell(sms, cells, &part.sms, &in);) {
            struct sm_part piece = {.sms = in.sms, .blocks = part.blocks, .count = in.count};
            int64_t rate = rate_in(&cells->rows[in.row], kernel, serial);
            first_rate = first_rate ? first_rate : rate;
            uint32_t to = rate == first_rate ? batch : made;
            while (to != batch && to != SM_NONE && batches->rows[to].new_rate != rate)
                to = batches->rows[to].sibling;
            if (to == SM_NONE) {
                to = sm_batches_twin(batches, batch);
                batches->rows[to].new_rate = rate;
                batches->rows[to].sibling = made;
                made = to;
            }
            sm_batches_add(batches, to, &piece, sms->groups.words);
        }
    }
    sm_batches_drop_parts(batches, parts);
    set_rate(sms, batch, first_rate);
    for (uint32_t b = made; b != SM_NONE; b = batches->rows[b].sibling) {
        sm_batches_push(batches, b);
        set_rate(sms, b, batches->rows[b].new_rate);
    }
}

/* Whether all blocks of a batch go at one rate; then *rate is it. */
static bool has_one_rate(const struct sm_array *sms, const struct sm_cells *cells, uint32_t batch,
                         int64_t *rate)
{
    const struct sm_batches *batches = &sms->batches;
    const struct sm_batch *b = &batches->rows[batch];
    *rate = 0;
    for (uint32_t p = b->parts; p != SM_NONE; p = batches->parts[p].next) {
        struct sm_mask rest = batches->parts[p].part.sms;
        for (struct in_cell in; next_cell(sms, cells, &rest, &in);) {
            int64_t here = rate_in(&cells->rows[in.row], b->kernel, serial_of(sms, b));
            if (*rate && *rate != here)
                return false;
            *rate = here;
        }
    }
    return true;
}

/* --- kernels by time -----------------------------------------------------------------------------
 */

/* Of the flops on the SMs of a cell; of those older than the batch, unless that is SM_NONE. */
static int64_t threads_that_compute(const struct sm_array *sms, const struct sm_cell *cell,
                                    uint32_t batch)
{
    int64_t threads = 0;
    for (int u = 0; u < cell->users; u++) {
        const struct sm_cell_user *user = &cell->user[u];
        const struct sm_kernel *k = &sms->kernels[user->kernel];
        if (k->flops == 0)
            continue;
        if (batch != SM_NONE) {
            const struct sm_batch *b = &sms->batches.rows[batch];
            if (user->serial > b->serial)
                continue;
        }
        threads += user->blocks * k->need.threads;
    }
    return threads;
}

static void set_starved(struct sm_array *sms, uint32_t batch, bool starved)
{
    struct sm_batch *b = &sms->batches.rows[batch];
    if (b->starved == starved)
        return;
    b->starved = starved;
    int64_t from = b->begin > sms->now ? b->begin : sms->now;
    if (starved)
        b->due = sms->now > b->begin ? b->end : DURATION_NEVER;
    int64_t issues = starved ? duration_add(from, SM_SHARE_STARVED_MOST) : from;
    int64_t end;
    if (b->due != DURATION_NEVER)
        end = b->due > issues ? b->due : issues;
    else
        end = duration_add(issues, sms->kernels[b->kernel].block_time);
    b->end = starved || end < b->end ? end : b->end;
    sm_batches_moved(&sms->batches, batch);
}

/* The blocks on `mask` leave the batch for one of their own, which is returned. */
static uint32_t take_out(struct sm_array *sms, uint32_t batch, const struct sm_mask *mask)
{
    struct sm_batches *batches = &sms->batches;
    uint32_t parts = batches->rows[batch].parts;
    uint32_t to = sm_batches_twin(batches, batch);
    batches->rows[batch].parts = SM_NONE;
    batches->rows[batch].blocks = 0;
    for (uint32_t p = parts; p != SM_NONE; p = batches->parts[p].next) {
        struct sm_part piece = batches->parts[p].part, rest = piece;
        piece.count =
            sm_mask_both(&batches->parts[p].part.sms, mask, sms->groups.words, &piece.sms);
        remove_sms(sms, &rest.sms, &piece.sms);
        rest.count -= piece.count;
        if (piece.count)
            sm_batches_add(batches, to, &piece, sms->groups.words);
        if (rest.count)
            sm_batches_add(batches, batch, &rest, sms->groups.words);
    }
    sm_batches_drop_parts(batches, parts);
    sm_batches_push(batches, to);
    return to;
}

/* Whether the blocks of a batch by time get to issue, now that kernels by work have changed. */
static void starve(struct sm_array *sms, const struct sm_cells *cells, uint32_t batch)
{
    struct sm_mask mask;
    memset(&mask, 0, sizeof mask);
    int32_t starved = 0, all = 0;
    for (uint32_t p = sms->batches.rows[batch].parts; p != SM_NONE;
         p = sms->batches.parts[p].next) {
        const struct sm_part *part = &sms->batches.parts[p].part;
        all += part->count;
        struct sm_mask rest = part->sms;
        for (struct in_cell in; next_cell(sms, cells, &rest, &in);) {
            int64_t threads = threads_that_compute(sms, &cells->rows[in.row], batch);
            if (!sm_share_crowded(sms->profile, threads))
                continue;
            starved += in.count;
            for (int w = 0; w < sms->groups.words; w++)
                mask.word[w] |= in.sms.word[w];
        }
    }
    if (starved > 0 && starved < all) {
        set_starved(sms, take_out(sms, batch, &mask), true);
        starved = 0;
    }
    set_starved(sms, batch, starved > 0);
}

void sm_share_update(struct sm_array *sms)
{
    struct sm_batches *batches = &sms->batches;
    if (!sms->cells)
        sms->cells = mem_zalloc(sizeof *sms->cells);
    struct sm_cells *cells = sms->cells;
    cells->count = 0;
    memset(cells->of, 0xff, sizeof cells->of); /* NO_CELL */
    cells->work =
        mem_grow(cells->work, &cells->work_capacity, batches->heap_count + 1, sizeof *cells->work);
    cells->timed = mem_grow(cells->timed, &cells->timed_capacity, batches->heap_count + 1,
                            sizeof *cells->timed);
    size_t count = 0, timed = 0;
    for (size_t i = 0; i < batches->heap_count; i++) {
        uint32_t batch = batches->heap[i], kernel = batches->rows[batch].kernel;
        if (!sms->kernels[kernel].by_work) {
            cells->timed[timed++] = batch;
            continue;
        }
        cells->work[count++] = batch;
        for (uint32_t p = batches->rows[batch].parts; p != SM_NONE; p = batches->parts[p].next)
            add_part(sms, cells, &batches->rows[batch], &batches->parts[p].part);
    }
    find_rooms(sms, cells);
    find_rates(sms, cells);
    for (size_t i = 0; i < count; i++) {
        int64_t rate;
        if (has_one_rate(sms, cells, cells->work[i], &rate))
            set_rate(sms, cells->work[i], rate);
        else
            divide(sms, cells, cells->work[i]);
    }
    bool was_crowded = sms->crowded;
    sms->crowded = false;
    for (size_t i = 0; i < cells->count && !sms->crowded; i++)
        sms->crowded =
            sm_share_crowded(sms->profile, threads_that_compute(sms, &cells->rows[i], SM_NONE));
    for (size_t i = 0; i < timed && (sms->crowded || was_crowded); i++)
        starve(sms, cells, cells->timed[i]);
    sms->work_changed = false;
}

void sm_share_free(struct sm_array *sms)
{
    if (sms->cells) {
        free(sms->cells->rows);
        free(sms->cells->users);
        free(sms->cells->work);
        free(sms->cells->timed);
    }
    free(sms->cells);
}
