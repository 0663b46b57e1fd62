/* Who made a value, and the how many-th turn of its line that was. */
#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 256 };

bool values_is_worker(const struct program *program, uint16_t thread)
{
    return thread < program->threads.count && program->threads.rows[thread].kind == THREAD_WORKER;
}

/* ---- origins ---- */

static struct values_origin *slot_of(const struct values *values, uint64_t value)
{
    size_t mask = values->origin_slots - 1;
    size_t at = (size_t)contents_mix(0, value) & mask;
    while (values->origins[at].maker != VALUES_UNKNOWN && values->origins[at].value != value)
        at = (at + 1) & mask;
    return &values->origins[at];
}

void values_note_origin(struct values *values, uint64_t value, enum values_maker maker,
                        uint32_t row)
{
    if (2 * values->origin_count >= values->origin_slots) {
        struct values_origin *old = values->origins;
        size_t count = values->origin_slots;
        values->origin_slots = count ? 2 * count : FIRST_SLOTS;
        values->origins = mem_zalloc(values->origin_slots * sizeof *values->origins);
        for (size_t i = 0; i < count; i++)
            if (old[i].maker != VALUES_UNKNOWN)
                *slot_of(values, old[i].value) = old[i];
        free(old);
    }
    struct values_origin *slot = slot_of(values, value);
    if (slot->maker != VALUES_UNKNOWN)
        return;
    *slot = (struct values_origin){value, maker, row};
    values->origin_count++;
}

struct values_origin values_origin(const struct values *values, uint64_t value)
{
    if (values->origin_slots == 0)
        return (struct values_origin){.value = value};
    struct values_origin origin = *slot_of(values, value);
    origin.value = value;
    return origin;
}

/* ---- turns ---- */

/* Whether they are the same call of one line, by a host thread or by host functions both. */
static bool same_line(const struct program *program, const struct program_record *a,
                      const struct program_record *b)
{
    return a->place == b->place && a->call == b->call &&
           values_is_worker(program, a->thread) == values_is_worker(program, b->thread);
}

void values_count_turns(struct values *values)
{
    const struct program *program = values->program;
    uint32_t count = (uint32_t)program->records.count, lines = 0;
    if (values->turns)
        return;
    size_t slots = FIRST_SLOTS;
    while (slots < 2 * (size_t)count)
        slots *= 2;
    uint32_t *first = mem_zalloc(slots * sizeof *first); /* 1 + a record of the line; 0: free */
    values->turns = mem_zalloc(((size_t)count + 1) * sizeof *values->turns);
    values->turn_counts = mem_zalloc(((size_t)count + 1) * sizeof *values->turn_counts);
    for (uint32_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        uint64_t hash = contents_mix(contents_mix(record->call, record->place),
                                     values_is_worker(program, record->thread));
        size_t at = (size_t)hash & (slots - 1);
        while (first[at] && !same_line(program, record, &program->records.rows[first[at] - 1]))
            at = (at + 1) & (slots - 1);
        if (first[at] == 0) {
            first[at] = i + 1;
            values->turns[i].line = lines++;
        }
        uint32_t line = values->turns[first[at] - 1].line;
        values->turns[i] = (struct values_turn){++values->turn_counts[line], line};
    }
    free(first);
}

void values_turn(const struct values *values, uint32_t id, uint32_t *turn, uint32_t *turns)
{
    const struct program *program = values->program;
    if (values->turns) {
        *turn = values->turns[id].turn;
        *turns = values->turn_counts[values->turns[id].line];
        return;
    }
    *turn = *turns = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        if (!same_line(program, &program->records.rows[i], &program->records.rows[id]))
            continue;
        ++*turns;
        *turn += i <= id;
    }
}
