/* Where the host begins with what it touches between two calls. */
#include "sim/model/edit_inside.h"

#include "sim/model/callers.h"

/* The name id of the function whose work, as a pragma says it, a record is; 0: of none. */
static uint32_t whole_function(const struct program *original, const struct program_record *record)
{
    if (!program_is_whole_work(record) || record->place == 0)
        return 0;
    for (size_t i = original->host_moves.count; i-- > 0;)
        if (original->host_moves.rows[i].place == record->place)
            return original->host_moves.rows[i].name;
    return 0;
}

static bool is_called(const struct program *original, uint32_t row, uint32_t function)
{
    const struct program_caller *rows = original->callers.rows;
    uint32_t caller = program_caller_of(original, row);
    while (caller && rows[caller].function != function)
        caller = rows[caller].caller;
    return caller != 0;
}

uint32_t edit_first_touch(const struct editing *editing, uint32_t before, uint32_t row)
{
    const struct program_record *rows = editing->program->records.rows;
    if (!call_is_touch(rows[row].call))
        return row;
    uint32_t first = row;
    for (uint32_t i = row; i-- > before + 1;) {
        if (rows[i].thread != rows[row].thread)
            continue;
        const uint32_t function = whole_function(editing->original, &rows[i]);
        if (!call_is_touch(rows[i].call) &&
            (function == 0 || !is_called(editing->original, row, function)))
            break;
        first = i;
    }
    return first;
}
