#include "sim/analysis/hazard_pairs.h"

#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"
#include "sim/base/mix.h"

#include <stdlib.h>
#include <string.h>

/* What is on the other side of a kernel of which it is not known what it touches: itself, another
 * kernel, or a kind of call. One line for each of those, as the reader must look at each by itself,
 * and not for each of their lines or kernels, as what settles one settles all. */
static uint64_t side_of(const struct program *p, happens_event side, uint32_t kernel)
{
    if (side == HAZARD_NO_EVENT)
        return 0;
    const struct program_record *record = &p->records.rows[happens_record(side)];
    bool launches = call_info((enum call)record->call)->object == OBJECT_LAUNCH;
    if (!launches || record->object >= p->launches.count)
        return mix(0, record->call);
    return p->launches.rows[record->object].kernel == kernel ? 1 : 2;
}

/* Of a wait in vain all elements of an array are one event: turns of a loop wait for each. */
static uint64_t event_key(const struct program *p, const struct hazard *hazard)
{
    const char *name = program_name(p, p->events.rows[hazard->event].name);
    const size_t length = hazard->rule == HAZARD_ID_EVENT_UNRECORDED ? hazard_array_name(name) : 0;
    if (length == 0)
        return p->events.rows[hazard->event].name;
    uint64_t key = hazard->found_later;
    for (size_t i = 0; i < length; i++)
        key = mix(key, (unsigned char)name[i]);
    return key;
}

/* What makes two pairs the same finding. */
static uint64_t key_of(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazards->happens.program;
    if (!hazard->certain && hazard->kernel)
        return mix(mix(hazard_info(hazard->rule)->class == HAZARD_RACE ? 0 : hazard->rule + 1,
                       hazard->kernel),
                   side_of(p, hazard->earlier, hazard->kernel) +
                       side_of(p, hazard->later, hazard->kernel));
    uint64_t key = mix(hazard->rule + 1, hazard->certain);
    happens_event sides[2] = {hazard->earlier, hazard->later};
    for (int i = 0; i < 2; i++) {
        const struct program_record *record =
            sides[i] == HAZARD_NO_EVENT ? NULL : &p->records.rows[happens_record(sides[i])];
        key = mix(key, record ? record->place + UINT64_C(1) : 0);
        key = mix(key, record ? record->call : 0);
        if (record && !record->place) /* without lines: by what they name */
            key = mix(mix(key, record->object), record->stream);
    }
    return mix(key, hazard->event ? event_key(p, hazard) : 0);
}

static void grow_slots(struct hazard_pairs *pairs)
{
    const struct hazards *hazards = pairs->hazards;
    size_t count = pairs->slot_count ? pairs->slot_count * 2 : 64;
    free(pairs->slots);
    pairs->slots = mem_zalloc(count * sizeof *pairs->slots);
    pairs->slot_count = count;
    for (size_t i = 0; i < hazards->count; i++) {
        size_t at = key_of(hazards, &hazards->rows[i]) & (count - 1);
        while (pairs->slots[at])
            at = (at + 1) & (count - 1);
        pairs->slots[at] = (uint32_t)i + 1;
    }
}

static void keep_pair(struct hazards *hazards, struct hazard *known, const struct hazard *hazard)
{
    hazards->further = mem_grow(hazards->further, &hazards->further_capacity,
                                hazards->further_count + 1, sizeof *hazards->further);
    struct hazard *kept = &hazards->further[hazards->further_count++];
    *kept = *hazard;
    kept->further = known->further;
    known->further = (uint32_t)hazards->further_count;
}

static void add_bytes(struct hazard *known, const struct hazard *hazard)
{
    struct program_range *range = &known->range;
    if (known->earlier == hazard->earlier && known->later == hazard->later &&
        range->alloc == hazard->range.alloc && range->offset + range->bytes == hazard->range.offset)
        range->bytes += hazard->range.bytes;
}

/* Whether the earlier side is in another stream or thread than that of the finding's first. */
static void note_stream(const struct hazards *hazards, struct hazard *known,
                        const struct hazard *hazard)
{
    const struct program *p = hazards->happens.program;
    if (hazard->earlier == HAZARD_NO_EVENT)
        return;
    const struct program_record *first = hazard_issuer(hazards, known->earlier);
    const struct program_record *now = hazard_issuer(hazards, hazard->earlier);
    known->several_threads = known->several_threads || now->thread != first->thread;
    if (now->stream == first->stream)
        return;
    const char *name = program_name(p, p->streams.rows[now->stream].name);
    const char *first_name = program_name(p, p->streams.rows[first->stream].name);
    const bool begins = !known->several_streams;
    known->several_streams = true;
    known->one_name = (begins || known->one_name) && strcmp(name, first_name) == 0;
    known->one_array = (begins || known->one_array) && hazard_shares_array(first_name, name);
}

/* One more pair of a finding, or more bytes of the pair before. */
static void count_pair(struct hazard_pairs *pairs, struct hazard *known,
                       const struct hazard *hazard)
{
    if (pairs->last[0] != hazard->earlier || pairs->last[1] != hazard->later) {
        known->count += known->count < UINT32_MAX;
        note_stream(pairs->hazards, known, hazard);
        if (known->certain && known->count <= HAZARD_PAIRS_KEPT)
            keep_pair(pairs->hazards, known, hazard);
    } else {
        add_bytes(known, hazard);
        if (known->further)
            add_bytes(&pairs->hazards->further[known->further - 1], hazard);
    }
    pairs->last[0] = hazard->earlier;
    pairs->last[1] = hazard->later;
}

void hazard_pairs_add(struct hazard_pairs *pairs, const struct hazard *hazard)
{
    struct hazards *hazards = pairs->hazards;
    if (hazards->count * 2 >= pairs->slot_count)
        grow_slots(pairs);
    uint64_t key = key_of(hazards, hazard);
    size_t at = key & (pairs->slot_count - 1);
    for (; pairs->slots[at]; at = (at + 1) & (pairs->slot_count - 1)) {
        struct hazard *known = &hazards->rows[pairs->slots[at] - 1];
        if (key_of(hazards, known) == key) {
            count_pair(pairs, known, hazard);
            return;
        }
    }
    hazards->rows =
        mem_grow(hazards->rows, &hazards->capacity, hazards->count + 1, sizeof *hazards->rows);
    hazards->rows[hazards->count++] = *hazard;
    hazards->rows[hazards->count - 1].count = 1;
    pairs->slots[at] = (uint32_t)hazards->count;
    pairs->last[0] = hazard->earlier;
    pairs->last[1] = hazard->later;
}

static bool is_same_pair(const struct hazard *a, const struct hazard *b)
{
    return a->certain && a->rule == b->rule && a->earlier == b->earlier && a->later == b->later &&
           a->range.alloc == b->range.alloc;
}

/* Whether it is certain of the two that they meet, in some of the bytes. */
static bool is_settled(const struct hazards *hazards, const struct hazard *possible)
{
    for (size_t i = 0; i < hazards->count; i++)
        if (is_same_pair(&hazards->rows[i], possible))
            return true;
    for (size_t i = 0; i < hazards->further_count; i++)
        if (is_same_pair(&hazards->further[i], possible))
            return true;
    return false;
}

void hazard_pairs_end(struct hazard_pairs *pairs)
{
    struct hazards *hazards = pairs->hazards;
    size_t kept = 0;
    for (size_t i = 0; i < hazards->count; i++) {
        const struct hazard *row = &hazards->rows[i];
        if (row->certain || row->count > 1 || row->earlier == row->later ||
            !is_settled(hazards, row))
            pairs->hazards->rows[kept++] = *row;
    }
    hazards->count = kept;
    free(pairs->slots);
    pairs->slots = NULL;
    pairs->slot_count = 0;
}

void hazard_pairs_release(struct hazard_pairs *pairs)
{
    free(pairs->slots);
    *pairs = (struct hazard_pairs){0};
}
