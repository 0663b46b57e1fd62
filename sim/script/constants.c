/* The numbers of a scenario that -D can change: what a study may try other values of. */
#include "sim/base/mem.h"
#include "sim/script/parser.h"
#include "sim/script/script.h"

#include <stdlib.h>
#include <string.h>

struct list {
    struct script_constant *rows;
    struct place *places; /* by row */
    size_t count, capacity, place_capacity;
    const struct sources *sources;
};

static void add(struct list *list, const char *name, int64_t value, struct place place)
{
    const struct source *file = &list->sources->files[place.file];
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->rows[i].name, name) != 0)
            continue;
        const struct place *other = &list->places[i]; /* the same: an instance of a template */
        list->rows[i].shared |=
            other->file != place.file || other->line != place.line || other->column != place.column;
        return;
    }
    list->rows = mem_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    list->places =
        mem_grow(list->places, &list->place_capacity, list->count + 1, sizeof *list->places);
    list->places[list->count] = place;
    /* the "file" of a -D is its own text */
    bool given = strncmp(file->path, "-D ", 3) == 0;
    list->rows[list->count++] = (struct script_constant){
        .name = name, .value = value, .file = given ? NULL : file->path, .line = (int)place.line};
}

/* Without what it is in: -D says no more. */
static const char *own_name(const char *name)
{
    for (const char *at = name; (at = strstr(at, "::")); name = at)
        at += 2;
    return name;
}

static void add_variables(struct list *list, struct var *const *vars, int count)
{
    for (int i = 0; i < count; i++) {
        const struct var *v = vars[i];
        if (v->has_value && !v->is_derived && v->place.line &&
            !list->sources->files[v->place.file].builtin)
            add(list, own_name(v->name), v->value, v->place);
    }
}

static bool names_another(struct token_range text)
{
    for (size_t i = 0; i < text.count; i++)
        if (text.tokens[i].kind == TOKEN_NAME)
            return true;
    return false;
}

size_t translation_unit_constants(const struct translation_unit *tu,
                                  struct script_constant **constants)
{
    struct preprocessor *pp = tu->parser->pp;
    struct list list = {.sources = &tu->sources};
    for (uint32_t name = 0; name < pp->macro_capacity; name++) {
        struct token_range text;
        struct place place;
        int64_t value;
        if (macro_text(pp, name, &text, &place) && !names_another(text) &&
            condition_number(pp, text.tokens, text.count, &value))
            add(&list, intern_name(&tu->names, name), value, place);
    }
    add_variables(&list, tu->globals, tu->global_count);
    for (int i = 0; i < tu->function_count; i++)
        if (!tu->functions[i]->is_builtin)
            add_variables(&list, tu->functions[i]->locals, tu->functions[i]->local_count);
    for (const struct enumerator *e = tu->enumerators; e; e = e->next)
        add(&list, e->name, e->value, e->place);
    free(list.places);
    *constants = list.rows;
    return list.count;
}
