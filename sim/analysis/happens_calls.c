/* What calls mean. */
#include "sim/analysis/happens_inside.h"
#include "sim/model/cuda_errors.h"

bool happens_enqueues(const struct program *program, const struct program_record *record)
{
    if (record->result != CUDA_cudaSuccess || (record->flags & RECORD_REFUSED) ||
        happens_is_worker(program, record->thread))
        return false;
    return call_info((enum call)record->call)->fences_guaranteed != FENCES_NO;
}

bool happens_is_copy(const struct program *p, const struct program_record *record)
{
    return call_info((enum call)record->call)->object == OBJECT_COPY && record->object &&
           record->object < p->copies.count;
}

bool happens_reads_at_call(const struct program *program, const struct program_record *record)
{
    if (call_async((enum call)record->call) == CALL_NONE || !happens_is_copy(program, record))
        return false;
    const struct program_copy *copy = &program->copies.rows[record->object];
    return copy->kind == COPY_H2D &&
           (copy->host_memory == MEMORY_PAGEABLE || copy->host_memory == MEMORY_NONE);
}

bool happens_waits_for_copy(const struct program *p, const struct program_record *record,
                            bool syncs_memory)
{
    const struct program_copy *copy = &p->copies.rows[record->object];
    bool synchronous = call_async((enum call)record->call) != CALL_NONE;
    if (copy->kind == COPY_H2H)
        return true;
    if (!synchronous)
        return false;
    if (syncs_memory)
        return true;
    enum memory_kind dst =
        copy->dst.alloc < p->allocs.count ? p->allocs.rows[copy->dst.alloc].kind : MEMORY_NONE;
    switch (copy->kind) {
    case COPY_H2D:
        return !happens_reads_at_call(p, record);
    case COPY_D2H:
        return true;
    case COPY_MEMSET:
        return memory_is_page_locked(dst);
    default:
        return false;
    }
}
