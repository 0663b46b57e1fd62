#include "sim/analysis/fed_back.h"

#include "sim/base/mem.h"

#include <stdlib.h>

enum { READS = 1, WRITES = 2 };

/* By alloc: what the device does with it. */
static uint8_t *find_uses(const struct program *program)
{
    uint8_t *uses = mem_zalloc((program->allocs.count + 1) * sizeof *uses);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_is_touch(record->call))
            continue;
        const enum call_object object = call_info((enum call)record->call)->object;
        if (object == OBJECT_COPY) {
            const struct program_copy *copy = &program->copies.rows[record->object];
            uses[copy->dst.alloc] |= WRITES;
            uses[copy->src.alloc] |= READS;
        } else if (object == OBJECT_LAUNCH) {
            const struct program_launch *launch = &program->launches.rows[record->object];
            for (uint32_t k = 0; k < launch->access_count; k++) {
                const struct program_access *access =
                    &program->accesses.rows[launch->first_access + k];
                uses[access->range.alloc] |= access->mode & ACCESS_WRITE ? WRITES : 0;
                uses[access->range.alloc] |= access->mode & ~ACCESS_WRITE ? READS : 0;
            }
        }
    }
    uses[0] = 0; /* unknown memory */
    return uses;
}

/* A host thread between a wait and the work that it asks for next. */
struct gap {
    bool open, reads;
    uint32_t made, wrote; /* places of a write of what the device computed, of any; 0: none */
};

static void touch(struct gap *gap, const struct program *program, const uint8_t *uses,
                  const struct program_record *record)
{
    const uint8_t use = uses[program->copies.rows[record->object].dst.alloc];
    if (record->call == CALL_host_read)
        gap->reads |= (use & WRITES) != 0;
    else if (!(use & READS) || record->value == PROGRAM_FREES || record->value == PROGRAM_OUT)
        return;
    else if (record->flags & RECORD_MADE)
        gap->made = record->place;
    else
        gap->wrote = record->place;
}

enum fed_back fed_back_of(const struct program *program, uint32_t wait, bool told, uint32_t *place)
{
    enum fed_back found = FED_BACK_NO;
    uint8_t *uses = find_uses(program);
    struct gap *gaps = mem_zalloc((program->threads.count + 1) * sizeof *gaps);
    for (size_t i = 0; i < program->records.count && found != FED_BACK_YES; i++) {
        const struct program_record *record = &program->records.rows[i];
        struct gap *gap = &gaps[record->thread];
        if (record->place == wait && !call_is_touch(record->call)) {
            *gap = (struct gap){.open = true};
        } else if (gap->open && call_is_touch(record->call)) {
            touch(gap, program, uses, record);
        } else if (gap->open && (call_info((enum call)record->call)->object == OBJECT_LAUNCH ||
                                 call_info((enum call)record->call)->object == OBJECT_COPY)) {
            gap->open = false;
            if (!gap->reads || !(gap->made || (gap->wrote && !told)))
                continue;
            found = gap->made ? FED_BACK_YES : FED_BACK_PERHAPS;
            *place = gap->made ? gap->made : gap->wrote;
        }
    }
    free(gaps);
    free(uses);
    return found;
}
