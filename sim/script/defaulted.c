/* What a struct declares and its file defaults behind it: Engine::~Engine() = default; */
#include "sim/script/objects.h"

static void remove_method(struct record *r, const struct function *f)
{
    struct function **link = &r->methods;
    while (*link && *link != f)
        link = &(*link)->next_method;
    if (*link)
        *link = f->next_method;
}

/* Copied, moved or assigned as C++ does it where the struct says nothing: from here on it does not;
 * the body is for those who called the method before. */
static struct expr *transferred(struct parser *p, const struct function *f)
{
    struct record *r = f->record;
    struct place place = f->place;
    struct expr *self = expr_deref(p, expr_raw_var(p, f->locals[0], place), place);
    struct expr *other = expr_var(p, f->locals[1], place);
    if (f->type->parameters[0]->kind == TYPE_REFERENCE && f->type->parameters[0]->is_rvalue)
        other = moved_expr(p, other);
    if (f->is_constructor)
        return construct_at(p, self, &other, 1, false, place);
    struct expr *e = assign_record(p, self, other, place);
    return e ? e : expr_assign(p, self, copy_record(p, other), r->place);
}

void define_defaulted(struct parser *p, struct function *f)
{
    struct record *r = f->record;
    int count = f->type->parameter_count;
    const struct type *from = count == 1 ? f->type->parameters[0] : NULL;
    bool own = from && from->kind == TYPE_REFERENCE && from->base->plain == r->type;
    bool ends = f == r->destructor;
    if (!ends && !own && !(f->is_constructor && count == 0))
        parse_fail(p, f->place, "only what C++ would make by itself can be defaulted");
    if (!ends && !own) {
        define_default_constructor(p, f);
        return;
    }
    struct body body;
    struct stmt *block = stmt_new(p, STMT_BLOCK, f->place);
    struct stmt **tail = &block->body;
    if (own)
        remove_method(r, f);
    body_begin(p, &body, f);
    body.record = r;
    declare_parameters(p, f, f->declared, count, r);
    struct expr *e = own ? transferred(p, f) : NULL;
    if (e)
        append(&tail, stmt_expr(p, whole_statement(p, e)));
    if (own && !f->is_constructor) {
        struct stmt *back = stmt_new(p, STMT_RETURN, f->place);
        back->a = expr_raw_var(p, f->locals[0], f->place);
        append(&tail, back);
    }
    body_end(p, &body);
    f->body = block;
    add_function(p, f);
}
