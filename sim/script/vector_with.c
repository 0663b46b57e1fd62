/* std::vector<T, A> with an allocator of the program's own: a struct of
 * headers/cxx_vector_with.txt, as what allocate() calls (cudaMallocHost, say) is what the program's
 * speed hangs on. */
#include "sim/script/library.h"

#include <string.h>

static struct template *header_template(struct parser *p, const char *name, struct place place)
{
    const struct symbol *s = symbol_find(p, intern_adds(&p->tu->names, name));
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE)
        parse_fail_hint(p, place, "add #include <vector>", "std::vector is not declared");
    return s->template;
}

bool has_own_allocator(struct parser *p, const struct template_argument *allocator)
{
    const struct type *type = allocator->type;
    if (!type || (p->device && !has_placeholder(type)))
        return false;
    return type->kind != TYPE_RECORD || !type->record->origin ||
           strcmp(type->record->origin->text, "std::allocator") != 0;
}

struct type *vector_with(struct parser *p, struct template_argument *args, struct place place)
{
    return template_class(p, header_template(p, "std::__ns_vector_with", place), args, 2, place);
}

struct type *standard_allocator(struct parser *p, struct type *element)
{
    const struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::allocator"));
    struct template_argument argument = {.type = element};
    return s && s->kind == SYMBOL_CLASS_TEMPLATE
               ? template_class(p, s->template, &argument, 1, s->place)
               : NULL;
}

struct type *vector_allocator(struct parser *p, const struct template *pattern,
                              struct type *element)
{
    struct template_argument argument = {.type = element};
    struct place place = pattern->place;
    if (header_template(p, "std::__ns_vector_with", place) != pattern)
        return NULL;
    return template_class(p, header_template(p, "std::allocator", place), &argument, 1, place);
}
