#include "sim/model/last_error.h"

#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

static bool has_left(const struct program_record *record, uint16_t error)
{
    return !call_reports_error(record->call) && record->result == error;
}

struct last_error last_error_find(const struct program *program, uint32_t thread)
{
    struct last_error none = {.told = LAST_ERROR_NONE, .cause = LAST_ERROR_NONE};
    struct last_error found = none;
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread != thread ||
            call_info((enum call)record->call)->group == CALL_GROUP_HOST)
            continue;
        if (found.told != LAST_ERROR_NONE) {
            if (!has_left(record, found.error))
                continue;
            found.cause = (uint32_t)i;
            return found;
        }
        if (record->result == CUDA_cudaSuccess) {
            if (call_reports_error(record->call)) /* asked again */
                continue;
            return none;
        }
        found = (struct last_error){(uint32_t)i, LAST_ERROR_NONE, record->result};
        if (call_reports_error(record->call))
            continue;
        found.cause = found.told;
        return record->result == CUDA_cudaErrorNotReady && call_is_query(record->call) ? none
                                                                                       : found;
    }
    return found;
}
