/* Definitions of macros. */
#include "sim/script/macro.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"

#include <string.h>

struct macro *macro_find(const struct preprocessor *pp, uint32_t name)
{
    struct macro *m = name < pp->macro_capacity ? pp->macros[name] : NULL;
    if (m)
        m->used = true;
    return m;
}

static bool is_of_header(const struct preprocessor *pp, struct place place)
{
    return pp->tu->sources.files[place.file].builtin;
}

/* In our own headers the user's macros are not meant: `N` is a parameter of many templates, for
 * which the compiler's headers use names that are theirs alone. What they ask for with #ifdef, they
 * find. */
struct macro *macro_meant(const struct preprocessor *pp, const struct token *t)
{
    struct macro *m = t->name < pp->macro_capacity ? pp->macros[t->name] : NULL;
    if (m && is_of_header(pp, t->place) && !is_of_header(pp, m->place))
        m = m->own;
    if (m)
        m->used = true;
    return m;
}

static void set_macro(struct preprocessor *pp, uint32_t name, struct macro *macro)
{
    if (name >= pp->macro_capacity) {
        size_t old = pp->macro_capacity;
        pp->macros =
            mem_grow(pp->macros, &pp->macro_capacity, (size_t)name + 1, sizeof(struct macro *));
        for (size_t i = old; i < pp->macro_capacity; i++)
            pp->macros[i] = NULL;
    }
    struct macro *old = pp->macros[name];
    if (old && !is_of_header(pp, macro->place))
        macro->own = is_of_header(pp, old->place) ? old : old->own;
    pp->macros[name] = macro;
}

void macro_undefine(struct preprocessor *pp, uint32_t name)
{
    if (name < pp->macro_capacity)
        pp->macros[name] = NULL;
}

/* The user's, and of the headers the constants of CUDA. */
void macro_suggest(const struct preprocessor *pp, struct suggest *suggest)
{
    for (size_t i = 0; i < pp->macro_capacity; i++) {
        const struct macro *m = pp->macros[i];
        if (!m || !m->place.line)
            continue;
        const char *name = intern_name(&pp->tu->names, m->name);
        if (!pp->tu->sources.files[m->place.file].builtin || strncmp(name, "cuda", 4) == 0)
            suggest_offer(suggest, name);
    }
}

bool macro_is_used(const struct preprocessor *pp, uint32_t name)
{
    return name < pp->macro_capacity && pp->macros[name] && pp->macros[name]->used;
}

bool macro_text(const struct preprocessor *pp, uint32_t name, struct token_range *text,
                struct place *place)
{
    const struct macro *m = name < pp->macro_capacity ? pp->macros[name] : NULL;
    if (!m || !m->used || m->function_like || m->special != SPECIAL_NONE || !m->place.line ||
        pp->tu->sources.files[m->place.file].builtin)
        return false;
    *text = (struct token_range){m->body, m->body_count};
    *place = m->place;
    return true;
}

static int parse_parameters(struct preprocessor *pp, struct macro *m, const struct token *t,
                            size_t count, size_t *at)
{
    size_t i = *at + 1; /* behind the ( */
    uint32_t *names = arena_alloc(pp->arena, (count - i + 1) * sizeof *names);
    int n = 0;
    bool closed = i < count && t[i].punct == PUNCT1(')');
    while (!closed && i < count) {
        if (t[i].kind == TOKEN_NAME) {
            names[n++] = t[i++].name;
            if (i < count && t[i].punct == PUNCT3('.', '.')) { /* args... */
                m->variadic = true;
                n--;
                names[n] = t[i - 1].name;
                i++;
            }
        } else if (t[i].punct == PUNCT3('.', '.')) {
            m->variadic = true;
            names[n] = intern_adds(&pp->tu->names, "__VA_ARGS__");
            i++;
        } else {
            break;
        }
        if (i < count && t[i].punct == PUNCT1(',') && !m->variadic)
            i++;
        else if (i < count && t[i].punct == PUNCT1(')'))
            closed = true;
        else
            break;
    }
    if (!closed)
        return preprocess_fail(pp, t[i < count ? i : count - 1].place,
                               "the macro's parameters must be names between ( and )");
    m->parameter_count = n;
    m->parameters = names;
    *at = i + 1;
    return 0;
}

int macro_define(struct preprocessor *pp, const struct token *t, size_t count)
{
    struct macro *m = arena_alloc(pp->arena, sizeof *m);
    m->name = t[0].name;
    m->place = t[0].place;
    size_t at = 1;
    if (count > 1 && t[1].punct == PUNCT1('(') && !t[1].space_before) {
        m->function_like = true;
        if (parse_parameters(pp, m, t, count, &at))
            return -1;
    }
    m->body_count = count - at;
    m->body = arena_alloc(pp->arena, (m->body_count + 1) * sizeof *m->body);
    if (m->body_count > 0)
        memcpy(m->body, t + at, m->body_count * sizeof *m->body);
    const char *name = intern_name(&pp->tu->names, m->name);
    if (pp->tu->sources.files[t[0].place.file].builtin && count == 2 && t[1].name == m->name) {
        if (strcmp(name, "__FILE__") == 0)
            m->special = SPECIAL_FILE;
        else if (strcmp(name, "__LINE__") == 0)
            m->special = SPECIAL_LINE;
        else if (strcmp(name, "__COUNTER__") == 0)
            m->special = SPECIAL_COUNTER;
    }
    set_macro(pp, m->name, m);
    return 0;
}
