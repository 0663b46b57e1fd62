#include "sim/analysis/hazard_slots.h"

#include "sim/analysis/hazard_scope.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MOST = 1 << 16 }; /* records between two sides, and behind them */

static bool same_line(const struct program_record *a, const struct program_record *b)
{
    return a->place == b->place && a->column == b->column && a->call == b->call &&
           a->thread == b->thread;
}

/* How often the line of record `from` comes from there to `to`, that itself not counted. */
static uint32_t turns(const struct program *p, uint32_t from, uint32_t to)
{
    uint32_t count = 1;
    for (uint32_t i = from + 1; i < to && i - from < LOOK_MOST; i++)
        count += same_line(&p->records.rows[i], &p->records.rows[from]);
    return count;
}

/* The rows of a line near a pair, ascending. */
struct line_rows {
    uint32_t *rows;
    size_t count;
};

static struct line_rows rows_of_line(const struct program *p, uint32_t line, uint32_t from,
                                     uint32_t to)
{
    size_t capacity = 0;
    struct line_rows found = {0};
    for (uint32_t i = from; i < to; i++)
        if (same_line(&p->records.rows[i], &p->records.rows[line])) {
            found.rows = mem_grow(found.rows, &capacity, found.count + 1, sizeof *found.rows);
            found.rows[found.count++] = i;
        }
    return found;
}

/* How many rows of the line stand before that one. */
static size_t rows_before(const struct line_rows *rows, uint32_t row)
{
    size_t low = 0;
    for (size_t high = rows->count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (rows->rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* As turns(), of all turns of the two lines: some may have no race, and their waits would be for a
 * later turn as well. 1 where the pair does not tell which turns belong together: each with the one
 * of its number. */
static uint32_t turns_of_all(const struct program *p, uint32_t from, uint32_t to)
{
    uint32_t first = from > LOOK_MOST ? from - LOOK_MOST : 0, end = (uint32_t)p->records.count;
    if (end - to > LOOK_MOST)
        end = to + LOOK_MOST;
    struct line_rows earlier = rows_of_line(p, from, first, end);
    struct line_rows later = rows_of_line(p, to, first, end);
    size_t most = 1;
    if (earlier.count == later.count && rows_before(&earlier, from) == rows_before(&later, to))
        for (size_t i = 0; i < earlier.count; i++) {
            size_t before = rows_before(&earlier, later.rows[i]);
            most = before > i && before - i > most ? before - i : most;
        }
    free(earlier.rows);
    free(later.rows);
    return (uint32_t)most;
}

static bool comes_again(const struct program *p, uint32_t line, uint32_t behind)
{
    for (size_t i = behind + (size_t)1; i < p->records.count && i - behind < LOOK_MOST; i++)
        if (same_line(&p->records.rows[i], &p->records.rows[line]))
            return true;
    return false;
}

size_t hazard_array_name(const char *name)
{
    const char *open = strrchr(name, '[');
    if (!open || open == name)
        return 0;
    size_t digits = strspn(open + 1, "0123456789");
    return digits && open[1 + digits] == ']' ? (size_t)(open - name) : 0;
}

bool hazard_shares_array(const char *a, const char *b)
{
    size_t length = hazard_array_name(a);
    return length && length == hazard_array_name(b) && strncmp(a, b, length) == 0 &&
           strcmp(strchr(a + length, ']'), strchr(b + length, ']')) == 0;
}

static const char *alloc_name(const struct program *p, uint32_t alloc)
{
    return program_name(p, p->allocs.rows[alloc].name);
}

const struct hazard *hazard_next_pair(const struct hazards *hazards, const struct hazard *pair)
{
    return pair->further ? &hazards->further[pair->further - 1] : NULL;
}

/* `size`, or more if the other name is of the same array and beyond that. */
static uint32_t array_grown(uint32_t size, const char *name, const char *other)
{
    if (!hazard_shares_array(name, other))
        return size;
    unsigned long index = strtoul(other + hazard_array_name(other) + 1, NULL, 10);
    return index >= size && index < UINT32_MAX ? (uint32_t)index + 1 : size;
}

/* How many buffers the array has that one belongs to. */
static uint32_t buffers(const struct program *p, uint32_t alloc)
{
    uint32_t size = 0;
    for (uint32_t i = 1; i < p->allocs.count; i++)
        size = array_grown(size, alloc_name(p, alloc), alloc_name(p, i));
    return size;
}

static const char *stream_name(const struct program *p, uint32_t stream)
{
    return program_name(p, p->streams.rows[stream].name);
}

uint32_t hazard_array_size(const struct program *p, const char *name)
{
    uint32_t size = 0;
    for (uint32_t i = 1; i < p->streams.count; i++)
        size = array_grown(size, name, stream_name(p, i));
    return size;
}

/* How many streams the array has that the earlier sides' belong to; 0: they are of none. */
static uint32_t earlier_streams(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    const char *name = stream_name(p, hazard_issuer(hazards, hazard->earlier)->stream);
    for (const struct hazard *pair = hazard; pair; pair = hazard_next_pair(hazards, pair))
        if (!hazard_shares_array(name,
                                 stream_name(p, hazard_issuer(hazards, pair->earlier)->stream)))
            return 0;
    return hazard_array_size(p, name);
}

/* Whether the slots of what is touched tell the turns apart: what one turn of the earlier line has
 * touched another one has not before the later side comes. */
static bool tell_apart(const struct hazards *hazards, const struct hazard *hazard)
{
    for (const struct hazard *a = hazard; a; a = hazard_next_pair(hazards, a))
        for (const struct hazard *b = hazard_next_pair(hazards, a); b;
             b = hazard_next_pair(hazards, b))
            if (a->later == b->later && a->earlier != b->earlier &&
                program_ranges_overlap(&a->range, &b->range))
                return false;
    return true;
}

/* Whether the bytes are parts of one allocation, equally long, of which `count` serve all turns:
 * they go round, or no turn comes behind those that the finding has. */
static bool are_parts(const struct hazards *hazards, const struct hazard *hazard,
                      const struct hazard_slots *slots)
{
    bool goes_round = false, several = false;
    uint64_t bytes = hazard->range.bytes;
    for (const struct hazard *a = hazard; a; a = hazard_next_pair(hazards, a)) {
        if (a->range.alloc != hazard->range.alloc || a->range.bytes != bytes ||
            a->range.offset % bytes || a->range.offset / bytes >= slots->count)
            return false;
        several = several || a->range.offset != hazard->range.offset;
        for (const struct hazard *b = hazard_next_pair(hazards, a); b && !goes_round;
             b = hazard_next_pair(hazards, b))
            goes_round = a->later != b->later && program_ranges_overlap(&a->range, &b->range);
    }
    return several && (goes_round || !slots->goes_on);
}

static enum hazard_slot_key find_key(const struct hazards *hazards, const struct hazard *hazard,
                                     const struct hazard_slots *slots)
{
    const struct program *p = hazard_program(hazards);
    uint32_t alloc = hazard->range.alloc;
    if (alloc == 0 || hazard->range.bytes == 0 || hazard->block || !tell_apart(hazards, hazard))
        return SLOT_BY_TURN;
    const char *name = alloc_name(p, alloc);
    bool array = buffers(p, alloc) >= slots->count;
    for (const struct hazard *pair = hazard; pair && array; pair = hazard_next_pair(hazards, pair))
        array = hazard_shares_array(name, alloc_name(p, pair->range.alloc));
    if (array)
        return SLOT_BY_INDEX;
    return are_parts(hazards, hazard, slots) ? SLOT_BY_PART : SLOT_BY_TURN;
}

void hazard_slots_find(struct hazard_slots *slots, const struct hazards *hazards,
                       const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    *slots = (struct hazard_slots){.count = 1};
    const struct hazard *last = NULL;
    for (const struct hazard *pair = hazard; pair; pair = hazard_next_pair(hazards, pair)) {
        uint32_t from = hazard_issuing_record(hazards, pair->earlier);
        uint32_t to = hazard_issuing_record(hazards, pair->later);
        uint32_t count = turns(p, from, to);
        slots->count = count > slots->count ? count : slots->count;
        slots->gathers = slots->gathers ||
                         (last && last->later == pair->later && last->earlier != pair->earlier);
        slots->goes_on = slots->goes_on || comes_again(p, from, to);
        slots->earlier_streams =
            slots->earlier_streams ||
            p->records.rows[from].stream != hazard_issuer(hazards, hazard->earlier)->stream;
        slots->later_streams =
            slots->later_streams ||
            p->records.rows[to].stream != hazard_issuer(hazards, hazard->later)->stream;
        last = pair;
    }
    if (slots->count > 1 && !slots->gathers) {
        uint32_t all = turns_of_all(p, hazard_issuing_record(hazards, hazard->earlier),
                                    hazard_issuing_record(hazards, hazard->later));
        slots->count = all > slots->count ? all : slots->count;
    }
    if (slots->gathers && !slots->earlier_streams)
        slots->count = 1; /* its last record stands for all of the stream before it */
    if (slots->count == 1)
        return;
    uint32_t streams = slots->gathers ? earlier_streams(hazards, hazard) : 0;
    slots->key = streams ? SLOT_BY_STREAM : find_key(hazards, hazard, slots);
    if (slots->key == SLOT_BY_STREAM)
        slots->count = streams;
    else if (slots->key == SLOT_BY_INDEX)
        slots->count = buffers(p, hazard->range.alloc);
    /* A free is in no hurry: the last record stands for all turns of the stream before it, too. */
    if (hazard->rule == HAZARD_ID_FREE_IN_USE && !slots->earlier_streams)
        slots->count = 1;
    slots->name = streams ? p->streams.rows[hazard_issuer(hazards, hazard->earlier)->stream].name
                          : p->allocs.rows[hazard->range.alloc].name;
}

void hazard_add_slot_meaning(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard, const struct hazard_slots *slots)
{
    const char *name = program_name(hazard_program(hazards), slots->name);
    switch (slots->key) {
    case SLOT_BY_INDEX:
    case SLOT_BY_STREAM:
        strbuf_addf(sb, ", where slot is the index of `%.*s`", (int)hazard_array_name(name), name);
        break;
    case SLOT_BY_PART:
        strbuf_addf(sb, ", where slot is the part of `%.200s`, from 0 on, that is used", name);
        break;
    case SLOT_BY_TURN:
        strbuf_adds(sb, ", where slot is the turn of ");
        hazard_scope_add_line(sb, hazards, hazard, SCOPE_EARLIER);
        strbuf_addf(sb, " %% %" PRIu32 ", in the wait that of the turn%s to wait for", slots->count,
                    slots->gathers ? "s" : "");
        break;
    }
    strbuf_adds(sb, slots->gathers           ? " (one event would stand for the last turn only)"
                    : slots->earlier_streams ? " (one event would stand for a later turn by then)"
                                             : " (one event would do, but wait for a later turn)");
}
