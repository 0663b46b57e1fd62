/* The paces of batches by work, as those of their cells change, and which batches by time do not
 * get to issue. */
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/engine/sm_cells.h"

#include <string.h>

static struct sm_pace pace_in(const struct sm_cell *cell, uint32_t kernel, uint64_t serial)
{
    int at = sm_cell_user(cell, serial);
    if (at < cell->users && cell->user[at].kernel == kernel && cell->user[at].serial == serial)
        return cell->user[at].pace;
    return (struct sm_pace){0, 0};
}

/* From now on at `pace`. */
static void set_pace(struct sm_array *sms, uint32_t batch, struct sm_pace pace)
{
    struct sm_batch *b = &sms->batches.rows[batch];
    if (sm_pace_equal(b->pace, pace))
        return;
    if (b->follows) {
        b->since = sms->now + pace.behind;
        b->begin = sm_block_begin(sms, b->since, pace.behind);
        if (b->ahead > pace.behind) {
            int64_t worked = b->ahead - pace.behind;
            bool over = worked >= sm_share_time(b->left, pace.rate);
            b->left = over ? 0 : b->left - pace.rate * worked;
        }
        b->since -= b->ahead < pace.behind ? b->ahead : pace.behind;
        b->follows = false;
    }
    if (sms->now > b->since) {
        b->left -= b->pace.rate * (sms->now - b->since);
        b->since = sms->now;
    }
    b->pace = pace;
    b->end = duration_add(b->since, sm_share_time(b->left, pace.rate));
    sm_batches_moved(&sms->batches, batch);
}

/* Blocks of one batch that no longer go at one pace become several batches. */
static void divide(struct sm_array *sms, const struct sm_cells *cells, uint32_t batch)
{
    struct sm_batches *batches = &sms->batches;
    uint32_t kernel = batches->rows[batch].kernel, parts = batches->rows[batch].parts;
    uint32_t made = SM_NONE; /* list by `sibling` */
    uint64_t serial = sm_cells_serial(sms, &batches->rows[batch]);
    batches->rows[batch].parts = SM_NONE;
    batches->rows[batch].blocks = 0;
    struct sm_pace first = {0, 0};
    for (uint32_t p = parts; p != SM_NONE; p = batches->parts[p].next) {
        struct sm_part part = batches->parts[p].part; /* they may move */
        for (struct sm_in_cell in; sm_cells_next(sms, cells, &part.sms, &in);) {
            struct sm_part piece = {.sms = in.sms, .blocks = part.blocks, .count = in.count};
            struct sm_pace pace = pace_in(&cells->rows[in.row], kernel, serial);
            first = first.rate ? first : pace;
            uint32_t to = sm_pace_equal(pace, first) ? batch : made;
            while (to != batch && to != SM_NONE && !sm_pace_equal(batches->rows[to].new_pace, pace))
                to = batches->rows[to].sibling;
            if (to == SM_NONE) {
                to = sm_batches_twin(batches, batch);
                batches->rows[to].new_pace = pace;
                batches->rows[to].sibling = made;
                made = to;
            }
            sm_batches_add(batches, to, &piece, sms->groups.words);
        }
    }
    sm_batches_drop_parts(batches, parts);
    set_pace(sms, batch, first);
    for (uint32_t b = made; b != SM_NONE; b = batches->rows[b].sibling) {
        sm_batches_push(batches, b);
        set_pace(sms, b, batches->rows[b].new_pace);
    }
}

/* The SMs of a part that have changed; whether that are all. */
static bool find_changed(const struct sm_array *sms, const struct sm_cells *cells,
                         const struct sm_mask *part, struct sm_mask *changed)
{
    bool all = true;
    for (int w = 0; w < sms->groups.words; w++) {
        changed->word[w] = part->word[w] & cells->changed.word[w];
        all &= changed->word[w] == part->word[w];
    }
    return all;
}

/* Whether all blocks of a batch go at one pace; then *pace is it. On SMs that have not changed they
 * still go at the batch's. */
static bool has_one_pace(const struct sm_array *sms, const struct sm_cells *cells, uint32_t batch,
                         struct sm_pace *pace)
{
    const struct sm_batches *batches = &sms->batches;
    const struct sm_batch *b = &batches->rows[batch];
    uint64_t serial = sm_cells_serial(sms, b);
    *pace = (struct sm_pace){0, 0};
    for (uint32_t p = b->parts; p != SM_NONE; p = batches->parts[p].next) {
        struct sm_mask rest;
        if (!find_changed(sms, cells, &batches->parts[p].part.sms, &rest)) {
            if (pace->rate && !sm_pace_equal(*pace, b->pace))
                return false;
            *pace = b->pace;
        }
        for (const struct sm_cell *cell; (cell = sm_cells_at(sms, cells, &rest));) {
            sm_mask_without(sms, &rest, &cell->sms);
            struct sm_pace here = pace_in(cell, b->kernel, serial);
            if (pace->rate && !sm_pace_equal(*pace, here))
                return false;
            *pace = here;
        }
    }
    return true;
}

/* --- kernels by time -----------------------------------------------------------------------------
 */

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
        sm_mask_without(sms, &rest.sms, &piece.sms);
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
        for (struct sm_in_cell in; sm_cells_next(sms, cells, &rest, &in);) {
            int64_t threads = sm_cell_computing(sms, &cells->rows[in.row], batch);
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

static bool has_changed(const struct sm_array *sms, const struct sm_batch *batch)
{
    for (uint32_t p = batch->parts; p != SM_NONE; p = sms->batches.parts[p].next)
        for (int w = 0; w < sms->groups.words; w++)
            if (sms->batches.parts[p].part.sms.word[w] & sms->cells->changed.word[w])
                return true;
    return false;
}

/* What a kernel has on its way, now that this is known. */
static void set_on_way(struct sm_array *sms, struct sm_kernel *k)
{
    sms->on_way += k->asked - k->on_way;
    k->way = k->on_way = k->asked;
    k->of = k->resident;
}

void sm_share_update(struct sm_array *sms)
{
    struct sm_batches *batches = &sms->batches;
    if (!sms->cells)
        sms->cells = sm_cells_new();
    struct sm_cells *cells = sms->cells;
    cells->work =
        mem_grow(cells->work, &cells->work_capacity, batches->heap_count + 1, sizeof *cells->work);
    cells->timed = mem_grow(cells->timed, &cells->timed_capacity, batches->heap_count + 1,
                            sizeof *cells->timed);
    sm_cells_find(sms, cells);
    size_t count = 0, timed = 0;
    for (size_t i = 0; i < batches->heap_count; i++) {
        uint32_t batch = batches->heap[i];
        struct sm_batch *b = &batches->rows[batch];
        bool by_work = sms->kernels[b->kernel].by_work;
        if (by_work)
            set_on_way(sms, &sms->kernels[b->kernel]);
        if ((by_work || b->in_cells) && !has_changed(sms, b))
            continue;
        b->in_cells = true;
        if (by_work)
            cells->work[count++] = batch;
        else
            cells->timed[timed++] = batch;
    }
    for (size_t i = 0; i < count; i++) {
        struct sm_pace pace;
        if (has_one_pace(sms, cells, cells->work[i], &pace))
            set_pace(sms, cells->work[i], pace);
        else
            divide(sms, cells, cells->work[i]);
    }
    bool was_crowded = sms->crowded;
    sms->crowded = cells->crowded > 0;
    for (size_t i = 0; i < timed && (sms->crowded || was_crowded); i++)
        starve(sms, cells, cells->timed[i]);
    memset(&cells->changed, 0, sizeof cells->changed);
    sms->work_changed = false;
}
