#include "sim/model/source_lines.h"

uint32_t source_function_at(const struct program *program, uint32_t file, int32_t line)
{
    const struct program_function *rows = program->functions.rows;
    uint32_t best = SOURCE_NO_FUNCTION;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const struct program_function *f = &rows[i];
        if (f->file == file && f->first <= line && line <= f->last &&
            (best == SOURCE_NO_FUNCTION ||
             f->last - f->first <= rows[best].last - rows[best].first))
            best = i;
    }
    return best == SOURCE_NO_FUNCTION || rows[best].crowded ? SOURCE_NO_FUNCTION : best;
}

uint32_t source_function_of(const struct program *program, uint32_t place)
{
    const struct program_place *row = &program->places.rows[place];
    return source_function_at(program, row->file, row->line);
}

bool source_is_in_loop(const struct program *program, uint32_t place)
{
    const uint32_t function = source_function_of(program, place);
    const int32_t line = program->places.rows[place].line;
    for (size_t i = 0; i < program->loops.count && function != SOURCE_NO_FUNCTION; i++) {
        const struct program_loop *loop = &program->loops.rows[i];
        if (loop->function == function && loop->first <= line && line <= loop->last)
            return true;
    }
    return false;
}

uint32_t source_loop_around(const struct program *program, uint32_t caller)
{
    const struct program_caller *rows = program->callers.rows;
    while (caller && !source_is_in_loop(program, rows[caller].place))
        caller = rows[caller].caller;
    return caller ? rows[caller].place : 0;
}
