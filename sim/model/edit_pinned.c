/* How host memory is page-locked, in the user's terms. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

const char *edit_memory_text(const struct program *program, uint32_t alloc)
{
    const char *name = program_name(program, program->allocs.rows[alloc].name);
    return *name ? name : "the host memory";
}

/* How many vectors have the name of this one, as those of a function that makes one at each call.
 */
static size_t count_vectors(const struct program *program, uint32_t alloc)
{
    const struct program_alloc *like = &program->allocs.rows[alloc];
    size_t count = 0;
    for (size_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *row = &program->allocs.rows[i];
        count += row->holder == HOLDER_VECTOR && row->name == like->name &&
                 row->kind != MEMORY_REGISTERED && row->home != 0;
    }
    return count;
}

/* How many host threads copy from or to memory of that name: each has its own at a time. */
static size_t count_threads(const struct program *program, uint32_t name)
{
    bool *copies = mem_zalloc((program->threads.count + 1) * sizeof *copies);
    size_t count = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        const struct call_info *info = call_info((enum call)record->call);
        if (info->object != OBJECT_COPY || info->group == CALL_GROUP_HOST || copies[record->thread])
            continue;
        const struct program_copy *copy = &program->copies.rows[record->object];
        uint32_t alloc = copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
        copies[record->thread] = alloc != 0 && program->allocs.rows[alloc].name == name;
        count += copies[record->thread];
    }
    free(copies);
    return count;
}

/* One vector can be page-locked where it is; of many none is there before the timed part, and each
 * would have to be page-locked by itself, which takes longer than it gains. */
static void add_vector(struct strbuf *sb, const struct program *program, uint32_t alloc)
{
    const char *name = program_name(program, program->allocs.rows[alloc].name);
    size_t count = count_vectors(program, alloc);
    if (count > 1) {
        size_t threads = count_threads(program, program->allocs.rows[alloc].name);
        strbuf_adds(sb, "copy to or from memory that cudaMallocHost allocates once");
        if (threads > 1)
            strbuf_addf(sb, " for each of %zu threads", threads);
        strbuf_addf(sb,
                    ", before the timed part (and cudaFreeHost frees), in place of %s, of which "
                    "there are %zu",
                    *name ? name : "the vector", count);
        return;
    }
    strbuf_addf(sb, "page-lock %s%s once, before the timed part, with cudaHostRegister(",
                *name ? "the memory of " : "the vector's memory", name);
    strbuf_addf(sb, "%s%s, ...) (and cudaHostUnregister it at the end)", name,
                *name ? ".data()" : "...");
}

bool edit_registers(const struct program *program, uint32_t alloc)
{
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaHostRegister && record->result == 0 && record->object &&
            program_same_memory(program, record->object, alloc))
            return true; /* by the program itself */
    }
    return program->allocs.rows[alloc].holder == HOLDER_VECTOR &&
           count_vectors(program, alloc) <= 1;
}

void edit_pinned_text(struct strbuf *sb, const struct program *program, uint32_t alloc)
{
    const char *name = program_name(program, program->allocs.rows[alloc].name);
    switch (program->allocs.rows[alloc].holder) {
    case HOLDER_CALL:
        strbuf_addf(sb, "allocate %s once with cudaMallocHost (and free it with cudaFreeHost)",
                    edit_memory_text(program, alloc));
        break;
    case HOLDER_VECTOR:
        add_vector(sb, program, alloc);
        break;
    case HOLDER_VARIABLE:
        strbuf_addf(sb,
                    "put %s into memory that cudaMallocHost allocates once (and cudaFreeHost "
                    "frees)",
                    *name ? name : "the variable");
        break;
    }
}
