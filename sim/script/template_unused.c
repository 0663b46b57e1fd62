/* Function templates that nothing uses are read once, as device code is; kernels among them are
 * noted. */
#include "sim/script/instance.h"

#include <string.h>

static void read_unused(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    bind_scope(p, t, r->args);
    p->at = t->begin;
    p->unevaluated = 1;
    parse_specifiers(p, &s);
    parse_declarator(p, &s, s.type ? s.type : p->basic[TYPE_UNKNOWN], &d);
    p->at = t->body_at;
    struct function *f = function_new(p, t->text, d.type, t->place);
    f->pack_name = d.pack_name;
    define_device(p, f, d.parameters, d.parameter_count);
    scope_pop(p);
}

static void read_unused_apart(struct parser *p, void *context)
{
    struct reading *r = context;
    read_apart(p, r->template, read_unused, r);
}

static void note_idle_kernel(struct parser *p, const struct template *t)
{
    struct translation_unit *tu = p->tu;
    size_t count = (size_t)tu->idle_kernel_count;
    if ((count & (count - 1)) == 0) { /* full: 0, 1, 2, 4, 8, ... */
        const char **more = arena_alloc(p->arena, (count * 2 + 1) * sizeof *more);
        if (count > 0)
            memcpy(more, tu->idle_kernels, count * sizeof *more);
        tu->idle_kernels = more;
    }
    tu->idle_kernels[tu->idle_kernel_count++] = t->text;
}

static void check_unused(struct parser *p, struct template *t)
{
    if (t->is_kernel && !t->instances && !t->builtin)
        note_idle_kernel(p, t);
    if (t->instances || !t->body_at || t->builtin || t->unsupported || t->record || t->defines)
        return;
    struct template_argument one = {.type = p->basic[TYPE_FLOAT], .value = 1, .has_value = true};
    struct template_argument
        args[MAX_PARAMETERS]; /* any will do: what depends on them is no error */
    for (int i = 0; i < t->count; i++)
        args[i] = (struct template_argument){.type = p->basic[TYPE_FLOAT],
                                             .value = 1,
                                             .has_value = true,
                                             .of = t->parameters[i].inner,
                                             .pack = &one,
                                             .pack_count = 1};
    struct reading r = {.template = t, .args = args, .place = t->place};
    int functions = p->tu->function_count, globals = p->tu->global_count;
    p->dependent = true;
    parse_forgiving(p, read_unused_apart, &r);
    p->dependent = false;
    p->tu->function_count = functions;
    p->tu->global_count = globals;
}

void check_unused_templates(struct parser *p)
{
    for (size_t i = 0; i < p->symbol_capacity; i++) {
        const struct symbol *s = p->symbols[i];
        for (struct overload *o = s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL; o;
             o = o->next)
            if (o->template)
                check_unused(p, o->template);
    }
}
