/* Where the functions of the user's source stand, their loops, and how they call each other, as
 * rows of the program: who says where a line is to be added must know which names are known there.
 */
#include "sim/base/mem.h"
#include "sim/script/script_inside.h"

#include <stdlib.h>
#include <string.h>

enum { NO_ROW = UINT32_MAX };

/* A pass over the code, in which each function is one piece. */
struct rows {
    struct script *script;
    struct program *program;
    uint32_t *of_function; /* by its index: its row, or NO_ROW */
    struct place *places;  /* by row: where it is declared */
};

static bool is_users(const struct rows *r, const struct function *f)
{
    return f != NULL && f->place.line > 0 && f->place.file < r->script->tu->sources.count &&
           !r->script->tu->sources.files[f->place.file].builtin;
}

static int32_t last_line(const struct rows *r, const struct place *from, uint32_t begin,
                         uint32_t end)
{
    int32_t last = (int32_t)from->line;
    for (uint32_t pc = begin; pc < end; pc++) {
        const struct place *place = &r->script->code.places[pc];
        if (place->file == from->file && (int32_t)place->line > last)
            last = (int32_t)place->line;
    }
    return last;
}

static uint32_t row_of(struct rows *r, const struct function *f, uint32_t begin, uint32_t end)
{
    struct program *p = r->program;
    struct program_function row = {
        .file = script_file_name(r->script, f->place.file),
        .name = intern_adds(&p->names, f->name),
        .first = (int32_t)f->place.line,
        .last = last_line(r, &f->place, begin, end),
    };
    for (uint32_t i = 0; i < p->functions.count; i++) {
        struct program_function *other = &p->functions.rows[i];
        if (other->file != row.file || other->first != row.first)
            continue;
        if (r->places[i].column == f->place.column) { /* another instance of the same */
            other->last = other->last > row.last ? other->last : row.last;
            return i;
        }
        other->crowded = row.crowded = true;
    }
    p->functions.rows =
        mem_grow(p->functions.rows, &p->functions.capacity, p->functions.count + 1, sizeof row);
    r->places[p->functions.count] = f->place;
    p->functions.rows[p->functions.count] = row;
    return (uint32_t)p->functions.count++;
}

static void add_call(struct rows *r, uint32_t function, struct place place)
{
    struct program *p = r->program;
    if (place.line == 0 || place.file >= r->script->tu->sources.count ||
        r->script->tu->sources.files[place.file].builtin)
        return;
    struct program_function_call row = {function, script_file_name(r->script, place.file),
                                        (int32_t)place.line};
    p->function_calls.rows = mem_grow(p->function_calls.rows, &p->function_calls.capacity,
                                      p->function_calls.count + 1, sizeof row);
    p->function_calls.rows[p->function_calls.count++] = row;
}

/* What ends an object is called, by its place, where the object is declared. */
static bool is_destructor(const struct bytecode *code, int64_t function)
{
    return strchr(code->functions[function].source->name, '~') != NULL;
}

static void add_calls(struct rows *r)
{
    const struct bytecode *code = &r->script->code;
    for (size_t pc = 0; pc < code->count; pc++) {
        const union bytecode_word *word = &code->code[pc];
        if (bytecode_op_operands(word->op)[3] == '\0')
            continue;
        pc++;
        int64_t callee = word->op == CODE_CALL ? code->code[pc].number : -1;
        if (callee >= 0 && callee < code->function_count && r->of_function[callee] != NO_ROW &&
            !is_destructor(code, callee))
            add_call(r, r->of_function[callee], code->places[pc - 1]);
    }
}

/* The lines of it that are of the function's file: none are where all of it is in another. */
static void add_loop(struct rows *r, uint32_t function, const struct bytecode_loop *loop)
{
    struct program *p = r->program;
    struct program_loop row = {.function = function, .first = INT32_MAX};
    for (uint32_t pc = loop->begin; pc < loop->end; pc++) {
        const struct place *place = &r->script->code.places[pc];
        const int32_t line = (int32_t)place->line;
        if (place->file != r->places[function].file || line == 0)
            continue;
        row.first = line < row.first ? line : row.first;
        row.last = line > row.last ? line : row.last;
    }
    if (row.last == 0)
        return;
    p->loops.rows = mem_grow(p->loops.rows, &p->loops.capacity, p->loops.count + 1, sizeof row);
    p->loops.rows[p->loops.count++] = row;
}

/* Those in the code of a function. */
static void add_loops(struct rows *r, uint32_t function, uint32_t begin, uint32_t end)
{
    const struct bytecode *code = &r->script->code;
    for (size_t i = 0; i < code->loop_count; i++)
        if (code->loops[i].begin >= begin && code->loops[i].end <= end)
            add_loop(r, function, &code->loops[i]);
}

static int by_entry(const void *a, const void *b)
{
    const struct bytecode_function *x = *(const struct bytecode_function *const *)a;
    const struct bytecode_function *y = *(const struct bytecode_function *const *)b;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

void script_note_functions(struct script *script)
{
    const struct bytecode *code = &script->code;
    size_t count = (size_t)code->function_count;
    struct rows r = {script, script->program, mem_realloc(NULL, (count + 1) * sizeof(uint32_t)),
                     mem_zalloc((count + 1) * sizeof(struct place))};
    const struct bytecode_function **sorted = mem_realloc(NULL, (count + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        r.of_function[i] = NO_ROW;
        sorted[i] = &code->functions[i];
    }
    qsort(sorted, count, sizeof *sorted, by_entry);
    for (size_t i = 0; i < count; i++) {
        if (!sorted[i]->entry || !is_users(&r, sorted[i]->source))
            continue;
        const uint32_t end = i + 1 < count ? sorted[i + 1]->entry : (uint32_t)code->count;
        const uint32_t row = row_of(&r, sorted[i]->source, sorted[i]->entry, end);
        r.of_function[sorted[i] - code->functions] = row;
        add_loops(&r, row, sorted[i]->entry, end);
    }
    add_calls(&r);
    free(sorted);
    free(r.of_function);
    free(r.places);
}
