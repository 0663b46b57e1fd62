/* A memory pool that keeps what is freed. By default it gives that back to the device when the host
 * waits next, and the next allocation takes it from the device anew. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { RELEASE_THRESHOLD = 4 }; /* cudaMemPoolAttrReleaseThreshold */

/* How far a pool is on its way: memory is freed, the host waits, memory is asked for. */
enum stage { NOTHING, FREED, WAITED, AGAIN, TOLD };

/* The pool of a stream-ordered allocation or free, -1 if the record is none. */
static int64_t pool_of(const struct program *program, const struct program_record *record)
{
    bool pooled = record->call == CALL_cudaMallocAsync ||
                  record->call == CALL_cudaMallocFromPoolAsync ||
                  record->call == CALL_cudaFreeAsync;
    if (!pooled || record->result != 0 || record->object == 0 ||
        record->object >= program->allocs.count)
        return -1;
    uint32_t pool = program->allocs.rows[record->object].pool;
    return pool < program->pools.count ? (int64_t)pool : -1;
}

static bool allocates(const struct program_record *record)
{
    return record->call == CALL_cudaMallocAsync || record->call == CALL_cudaMallocFromPoolAsync;
}

bool *edit_given_back(const struct program *program)
{
    size_t pools = program->pools.count;
    enum stage *stage = mem_zalloc((pools + 1) * sizeof *stage);
    bool *again = mem_zalloc(program->records.count + 1), any = false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaMemPoolSetAttribute && record->count == RELEASE_THRESHOLD &&
            record->object < pools)
            stage[record->object] = TOLD; /* the program has its own idea */
        for (size_t p = 0; call_is_synchronize(record->call) && p < pools; p++)
            if (stage[p] == FREED)
                stage[p] = WAITED;
        int64_t pool = pool_of(program, record);
        if (pool < 0 || stage[pool] == TOLD || program->pools.rows[pool].release_threshold)
            continue;
        again[i] = allocates(record) && stage[pool] >= WAITED;
        any |= again[i];
        stage[pool] = again[i] ? AGAIN : record->call == CALL_cudaFreeAsync ? FREED : stage[pool];
    }
    free(stage);
    if (any)
        return again;
    free(again);
    return NULL;
}

void edit_keep_pool(struct editing *editing, const struct edit *edit)
{
    (void)edit;
    struct program *program = editing->program;
    bool *again = edit_given_back(program);
    for (size_t i = 0; again && i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!again[i])
            continue;
        uint32_t pool = program->allocs.rows[record->object].pool;
        if (program->pools.rows[pool].release_threshold)
            continue;
        program->pools.rows[pool].release_threshold = INT64_MAX;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_POOL,
                                                    .call = record->call,
                                                    .place = record->place,
                                                    .object = pool,
                                                    .count = 1});
    }
    if (!again)
        editing_refuse(editing, "no pool gives back what is asked for again");
    free(again);
}
