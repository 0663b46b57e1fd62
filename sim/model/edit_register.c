/* Memory that a program copies as it is and page-locks later itself: to allocate it page-locked
 * would let that call fail, so it is the call that moves. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* Of a row of pageable memory: rows of records, from 1; 0: none. */
struct registration {
    size_t first_copy, last_copy; /* of this row, or registered */
    size_t made, undone;          /* the first cudaHostRegister, the last cudaHostUnregister */
    bool in_parts;                /* not all of it is registered, or not at once */
};

/* The host memory of a copy that a call makes; 0: none. */
static uint32_t host_of(const struct program *program, const struct program_record *record)
{
    const struct call_info *info = call_info((enum call)record->call);
    if (info->object != OBJECT_COPY || info->group == CALL_GROUP_HOST)
        return 0;
    const struct program_copy *copy = &program->copies.rows[record->object];
    return copy->kind == COPY_H2D ? copy->src.alloc : copy->kind == COPY_D2H ? copy->dst.alloc : 0;
}

static bool registers(const struct program_record *record)
{
    return (record->call == CALL_cudaHostRegister || record->call == CALL_cudaHostUnregister) &&
           record->result == 0 && record->object != 0;
}

static struct registration look(const struct program *program, uint32_t alloc)
{
    struct registration of = {0};
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        uint32_t host = host_of(program, record);
        if (host && program_same_memory(program, host, alloc)) {
            of.first_copy = of.first_copy ? of.first_copy : i + 1;
            of.last_copy = i + 1;
            of.in_parts |= host != alloc && program->allocs.rows[host].kind == MEMORY_PAGEABLE;
        }
        if (!registers(record) || !program_same_memory(program, record->object, alloc))
            continue;
        of.in_parts |=
            program->allocs.rows[record->object].bytes != program->allocs.rows[alloc].bytes;
        if (record->call == CALL_cudaHostUnregister)
            of.undone = i + 1;
        else if (!of.made)
            of.made = i + 1;
    }
    return of;
}

/* One registration lasts: of the others neither beginning nor end is left. Those of several buffers
 * stand side by side, before the first copy of any, as the loop that makes them would be moved
 * there. `before`: that copy's row, from 1; SIZE_MAX: all registrations come before their copies.
 */
static void register_once(struct editing *editing, uint32_t alloc, const struct registration *of,
                          size_t before)
{
    struct program *program = editing->program;
    struct program_record first = program->records.rows[of->made - 1];
    uint32_t copied = before == SIZE_MAX ? 0 : program->records.rows[before - 1].place;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (!registers(record) || !program_same_memory(program, record->object, alloc))
            continue;
        bool ends = record->call == CALL_cudaHostUnregister, moves;
        if (ends)
            moves = i + 1 != of->undone || of->last_copy > of->undone;
        else
            moves = i + 1 != of->made || of->first_copy < of->made;
        struct edit_change change = {.kind = ends ? CHANGE_UNREGISTER : CHANGE_REGISTER,
                                     .call = record->call,
                                     .place = record->place,
                                     .other = ends ? 0 : copied,
                                     .object = alloc,
                                     .count = 1};
        record->object = first.object;
        if (!moves)
            continue;
        editing_note(editing, &change);
        if (i + 1 == of->made)
            editing_insert(editing, edit_before(before - 1), &first);
        else if (i + 1 == of->undone)
            editing_insert(editing, edit_before(edit_program_end(program)), record);
        record->call = CALL_NONE;
    }
}

bool edit_register_early(struct editing *editing, const bool *chosen, bool *registered)
{
    const struct program *program = editing->program;
    bool any = false, in_parts = false;
    for (size_t i = 0; i < program->records.count && !any; i++)
        any = program->records.rows[i].call == CALL_cudaHostRegister;
    if (!any)
        return true;
    struct registration *rows = mem_zalloc(program->allocs.count * sizeof *rows);
    size_t before = SIZE_MAX;
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        if (!chosen[i])
            continue;
        rows[i] = look(program, i);
        registered[i] = rows[i].made && rows[i].first_copy;
        in_parts |= registered[i] && rows[i].in_parts;
        if (registered[i] && rows[i].made > rows[i].first_copy && rows[i].first_copy < before)
            before = rows[i].first_copy;
    }
    if (in_parts)
        editing_refuse(editing, "the program page-locks a part of it later, and "
                                "cudaHostRegister would fail");
    for (uint32_t i = 1; i < program->allocs.count && !in_parts; i++)
        if (registered[i])
            register_once(editing, i, &rows[i], before);
    free(rows);
    return !in_parts;
}
