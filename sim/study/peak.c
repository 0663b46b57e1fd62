#include "sim/study/peak.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* Of a record that makes or frees an allocation, its row; 0: of another one. Who asks about memory
 * only does so once it is there. */
static uint32_t alloc_of(const struct program *program, const struct program_record *record)
{
    if (record->result != 0 || record->object == 0 || record->object >= program->allocs.count ||
        call_info((enum call)record->call)->object != OBJECT_ALLOC ||
        program->allocs.rows[record->object].is_symbol)
        return 0;
    return record->object;
}

/* Memory of the host that no call made is there all the time. */
static uint64_t of_no_call(const struct program *program)
{
    bool *made = mem_zalloc(program->allocs.count + 1);
    uint64_t bytes = 0;
    for (size_t i = 0; i < program->records.count; i++)
        made[alloc_of(program, &program->records.rows[i])] = true;
    for (size_t i = 1; i < program->allocs.count; i++)
        if (!made[i] && !program->allocs.rows[i].is_symbol)
            bytes += program->allocs.rows[i].bytes;
    free(made);
    return bytes;
}

uint64_t peak_memory(const struct program *program)
{
    bool *alive = mem_zalloc(program->allocs.count + 1);
    uint64_t now = of_no_call(program), most = now;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        uint32_t row = alloc_of(program, record);
        bool lives = row && !call_frees(record->call);
        if (row == 0 || alive[row] == lives)
            continue;
        alive[row] = lives;
        now += lives ? program->allocs.rows[row].bytes : 0;
        now -= lives ? 0 : program->allocs.rows[row].bytes;
        most = now > most ? now : most;
    }
    free(alive);
    return most;
}
