#include "sim/model/handed.h"

#include "sim/base/mem.h"

#include <stdlib.h>

static void give(bool *given, const struct program *program, uint32_t alloc)
{
    if (alloc < program->allocs.count)
        given[alloc] = true;
}

void program_find_handed(struct program *program)
{
    bool *given = mem_zalloc(program->allocs.count + 1);
    for (size_t i = 1; i < program->copies.count; i++) {
        const struct program_copy *copy = &program->copies.rows[i];
        if (copy->kind == COPY_H2H && copy->src.alloc == 0) /* what the host touches itself */
            continue;
        give(given, program, copy->dst.alloc);
        give(given, program, copy->src.alloc);
    }
    for (size_t i = 0; i < program->accesses.count; i++)
        give(given, program, program->accesses.rows[i].range.alloc);
    for (size_t i = 1; i < program->allocs.count; i++)
        program->allocs.rows[i].handed =
            program->allocs.rows[i].kind == MEMORY_PAGEABLE && !given[i];
    free(given);
}
