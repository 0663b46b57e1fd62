/* Calls and launches: arguments, defaults, operators. */
#include "sim/base/mem.h"
#include "sim/script/call_order.h"
#include "sim/script/candidate.h"
#include "sim/script/variadic.h"

#include <stdio.h>
#include <string.h>

struct expr *overload_new(struct parser *p, uint32_t name, struct overload *overloads,
                          struct place place)
{
    struct overload_expr *set = arena_alloc(p->arena, sizeof *set);
    set->expr.kind = (enum expr_kind)EXPR_OVERLOAD;
    set->expr.type = p->basic[TYPE_VOID];
    set->expr.place = place;
    set->expr.depth = 1;
    set->name = name;
    set->overloads = overloads;
    return &set->expr;
}

void function_use(struct parser *p, struct function *f, struct place place)
{
    if (p->unevaluated)
        return;
    if (!f->is_used) {
        f->is_used = true;
        f->used_at = place;
    }
    if (f->is_builtin && f->index < 0) {
        if ((size_t)p->tu->function_count == p->function_capacity)
            p->tu->functions = mem_grow(p->tu->functions, &p->function_capacity,
                                        p->function_capacity + 1, sizeof(struct function *));
        f->index = p->tu->function_count;
        p->tu->functions[p->tu->function_count++] = f;
    }
}

struct function *overload_pick(struct parser *p, struct overload_expr *set, struct type *wanted)
{
    struct type *type = NULL;
    if (wanted && wanted->kind == TYPE_POINTER && wanted->base->kind == TYPE_FUNCTION)
        type = wanted->base;
    else if (wanted)
        return NULL;
    struct function *found = NULL;
    int count = 0;
    for (struct overload *o = set->overloads; o; o = o->next) {
        struct function *f = o->function;
        if (o->template) {
            if (set->argument_count == 0)
                continue;
            f = template_function(p, o->template, set->arguments, set->argument_count, NULL, -1,
                                  set->expr.place);
            if (!template_complete(p, f))
                continue;
        }
        if (type && address_type(p, f) != type)
            continue;
        found = f;
        count++;
    }
    return count == 1 ? found : NULL;
}

static const char *display(const struct function *f)
{
    return f->display_name ? f->display_name : f->name;
}

_Noreturn static void fail_arity(struct parser *p, const struct function *f, int count,
                                 struct place place)
{
    int least = f->required_count, most = visible_parameters(f);
    char wanted[60];
    if (f->is_variadic)
        snprintf(wanted, sizeof wanted, "at least %d argument%s", least, least == 1 ? "" : "s");
    else if (least == most)
        snprintf(wanted, sizeof wanted, "%d argument%s", most, most == 1 ? "" : "s");
    else
        snprintf(wanted, sizeof wanted, "%d to %d arguments", least, most);
    if (!f->is_builtin)
        device_certain(p);
    const char *hint = NULL; /* a call of an older CUDA */
    for (int i = 0; i < f->type->parameter_count && !hint && p->options->conversion_hint; i++)
        hint = p->options->conversion_hint(p->options->context,
                                           type_text(p, f->type->parameters[i]), display(f));
    parse_fail_hint(p, place, hint, "%s takes %s, here %s %d", display(f), wanted,
                    count == 1 ? "is" : "are", count);
}

/* The converted arguments of f, the object's address first for a method. */
static struct expr **convert_arguments(struct parser *p, struct function *f, struct expr *object,
                                       struct expr **args, int count, int *made_count,
                                       struct place place)
{
    if (!arity_fits(f, count))
        fail_arity(p, f, count, place);
    int visible = visible_parameters(f);
    int total = (count > visible ? count : visible) + f->is_method + takes_slots(f);
    struct expr **made = arena_alloc(p->arena, ((size_t)total + 1) * sizeof *made);
    int n = 0;
    if (f->is_method)
        made[n++] = object;
    for (int i = 0; i < (count > visible ? count : visible); i++) {
        if (i >= visible) {
            made[n++] = promote_variadic(p, args[i], display(f));
            continue;
        }
        char what[200];
        snprintf(what, sizeof what, "argument %d of %s", i + 1, display(f));
        struct expr *arg = i < count ? args[i] : default_argument(p, f, i, place);
        made[n++] = convert(p, arg, f->type->parameters[i], what);
    }
    if (takes_slots(f) && !p->device) {
        int named = visible + f->is_method;
        made[named] = slots_of(p, made + named, n - named, place);
        n = named + 1;
    }
    *made_count = n;
    return made;
}

static struct expr *object_address(struct parser *p, struct expr *object, struct place place)
{
    if (object->is_lvalue)
        return expr_address(p, object, place);
    return bind_reference(p, object, type_reference(p, type_const(p, object->type)), "the object");
}

static void check_callable(struct parser *p, struct function *f, struct place place)
{
    if (f->fault) {
        *p->err = *f->fault;
        longjmp(*p->escape, 1);
    }
    if (f->refused)
        parse_fail(p, place, "%s cannot be called here: %s", display(f), f->refused);
    if (f->is_deleted)
        parse_fail(p, place, "%s is deleted", display(f));
    if (f->is_private)
        check_private(p, f->record, f->is_protected, f->name, place);
    if (p->device || p->unevaluated)
        return;
    if (f->is_kernel)
        parse_fail_hint(p, place, "launch it with <<<grid, block>>>",
                        "%s is a kernel: it cannot be called", display(f));
    if (f->is_device && !f->is_host)
        parse_fail(p, place, "%s is a __device__ function: host code cannot call it", display(f));
}

/* Whether the object may be of another type than its expression's. */
static bool is_dynamic(const struct function *f, const struct expr *object, bool qualified)
{
    return f->slot > 0 && object && !qualified && object->kind != EXPR_LOCAL &&
           object->kind != EXPR_GLOBAL;
}

static struct expr *finish_call(struct parser *p, struct function *f, struct expr *object,
                                struct expr **args, int count, bool qualified, struct place place)
{
    if (f->type->base->kind == TYPE_UNKNOWN && f->is_host && !p->device)
        parse_fail_hint(p, place, "write its type instead of auto",
                        "what '%s' returns is not known before its body", display(f));
    check_callable(p, f, place);
    f = used_function(p, f, &object);
    bool is_virtual = !p->device && is_dynamic(f, object, qualified);
    if (f->is_pure && !is_virtual && !p->device)
        parse_fail(p, place, "'%s' is pure: it has no body to call", display(f));
    if (object && !p->device && f->takes == METHOD_OF_RVALUE && object->is_lvalue)
        parse_fail_hint(p, place, "std::move it, if it may be given up",
                        "%s needs a temporary, and this is a variable", display(f));
    if (object && !p->device && f->takes == METHOD_OF_LVALUE && !object->is_lvalue &&
        !f->is_const_method)
        parse_fail(p, place, "%s needs a variable, and this is only a value", display(f));
    if (p->device) { /* which overload and conversion is meant does not matter there */
        bool opaque = false;
        for (int i = 0; i < count; i++)
            opaque |= (int)args[i]->kind >= EXPR_OVERLOAD || expr_is_opaque(args[i]);
        if (opaque) {
            struct expr *e = expr_opaque(p, object, NULL, place);
            e->function = f;
            e->args = args;
            e->arg_count = count;
            return e;
        }
    }
    if (object && f->is_method && object->type->is_const && !f->is_const_method &&
        !f->is_constructor && !f->is_lambda)
        parse_fail_hint(p, place, "declare the method const, if it changes nothing",
                        "the object is const, and %s is not", display(f));
    int n;
    struct expr *before = NULL;
    if (is_virtual) {
        struct expr *set = NULL;
        object = library_stable(p, object, &set);
        before = set ? set : object;
    }
    struct expr *address = object && f->is_method ? object_address(p, object, place) : NULL;
    struct expr **made = convert_arguments(p, f, address, args, count, &n, place);
    struct expr *call =
        before ? call_virtual(p, f, object, made, n, place) : expr_call(p, f, made, n, place);
    if (before && before != object)
        call = expr_comma(p, before, call);
    bool runs = !p->unevaluated && !p->device && !p->in_clause;
    if (runs && f->is_builtin && !f->record && strcmp(f->name, "exit") == 0)
        return expr_comma(p, exit_expr(p, place), call);
    return object && !f->is_method && !before ? after_dropped(p, object, call) : call;
}

/* Whether it is std::max or std::min of a list in braces. */
static bool is_extreme_of_list(struct parser *p, const struct overload_expr *set,
                               struct expr *const *args, int count)
{
    const struct template *t = set->overloads ? set->overloads->template : NULL;
    if (p->device || !t || !t->builtin || count != 1 || (int)args[0]->kind != EXPR_BRACES)
        return false;
    return strcmp(t->text, "std::max") == 0 || strcmp(t->text, "std::min") == 0;
}

/* std::max({a, b, c, d}) as max(max(a, b), max(c, d)): halves, as a long list must not nest deep */
static struct expr *extreme_of_list(struct parser *p, struct overload_expr *set,
                                    struct expr **values, int count, struct place place)
{
    if (count == 1)
        return values[0];
    struct expr **halves = arena_alloc(p->arena, 2 * sizeof *halves);
    halves[0] = extreme_of_list(p, set, values, count / 2, place);
    halves[1] = extreme_of_list(p, set, values + count / 2, count - count / 2, place);
    return call_set(p, set, halves, 2, place);
}

struct expr *call_set(struct parser *p, struct overload_expr *set, struct expr **args, int count,
                      struct place place)
{
    if (is_extreme_of_list(p, set, args, count) && args[0]->arg_count > 0)
        return extreme_of_list(p, set, args[0]->args, args[0]->arg_count, place);
    struct expr *object = set->has_object ? set->expr.a : NULL;
    struct function *f = candidate_choose(p, set, object, args, count, set->expr.place, true);
    if (!f) {
        struct expr *e = expr_opaque(p, object, NULL, place);
        e->args = args;
        e->arg_count = count;
        return e;
    }
    struct expr *call = finish_call(p, f, object, args, count, set->qualified, set->expr.place);
    return object ? call : after_dropped(p, set->expr.a, call);
}

struct expr *call_pointer(struct parser *p, struct expr *callee, struct expr **args, int count,
                          struct place place)
{
    struct type *type = callee->type->base;
    if (count < type->parameter_count || (count > type->parameter_count && !type->is_variadic))
        parse_fail(p, place, "this function takes %d argument%s, here %s %d", type->parameter_count,
                   type->parameter_count == 1 ? "" : "s", count == 1 ? "is" : "are", count);
    struct expr **made = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *made);
    for (int i = 0; i < count; i++) {
        char what[40];
        snprintf(what, sizeof what, "argument %d", i + 1);
        made[i] = i < type->parameter_count ? convert(p, args[i], type->parameters[i], what)
                                            : promote_variadic(p, args[i], "this function");
    }
    if (type->is_variadic && !p->device) {
        int named = type->parameter_count;
        made[named] = slots_of(p, made + named, count - named, place);
        count = named + 1;
    }
    struct type *result = type->base;
    bool reference = result->kind == TYPE_REFERENCE;
    if (reference)
        result = type_pointer(p, result->base);
    struct expr *e = expr_unary(p, EXPR_CALL, result->plain, callee, place);
    e->args = made;
    e->arg_count = count;
    return reference ? expr_deref(p, e, place) : e;
}

struct expr *call_lambda_by_name(struct parser *p, struct expr *lambda)
{
    struct place place = next(p)->place;
    struct template_argument *given = NULL;
    struct expr **args;
    int given_count = 0;
    expect(p, PUNCT1('('), "after operator");
    expect(p, PUNCT1(')'), "after operator(");
    if (at_punct(p, PUNCT1('<')))
        given_count = parse_template_arguments(p, &given);
    expect(p, PUNCT1('('), "before the arguments");
    int count = parse_arguments(p, PUNCT1(')'), &args);
    struct function *f = generic_given(p, lambda->type, given, given_count, args, count, place);
    return finish_call(p, f, lambda, args, count, false, place);
}

struct expr *build_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                        struct place place)
{
    if ((int)callee->kind == EXPR_OVERLOAD) {
        struct overload_expr *set = (struct overload_expr *)callee;
        if (!set->qualified && !set->has_object && !p->device)
            set->overloads = overloads_for(p, set->name, set->overloads, args, count);
        return call_set(p, set, args, count, place);
    }
    if ((int)callee->kind == EXPR_LIBRARY)
        return library_call(p, callee, args, count, place);
    if ((int)callee->kind >= EXPR_OVERLOAD)
        callee = decay(p, callee);
    if (expr_is_opaque(callee)) {
        struct expr *e = expr_opaque(p, callee, NULL, place);
        e->args = args;
        e->arg_count = count;
        return e;
    }
    if (callee->type->disguise == DISGUISE_LAMBDA) {
        struct function *f = generic_function(p, callee->type, args, count, place);
        return finish_call(p, f, callee, args, count, false, place);
    }
    if (callee->type->kind == TYPE_RECORD && callee->type->record->is_callables)
        return call_one_of(p, callee, args, count, place);
    if (callee->type->kind == TYPE_RECORD) {
        uint32_t name = intern_adds(&p->tu->names, "operator()");
        struct function *f;
        if (find_methods(p, &callee, name, &f)) {
            struct overload_expr *set = (struct overload_expr *)overload_new(p, name, NULL, place);
            set->expr.a = callee;
            set->has_object = true;
            set->methods = f;
            set->overloads = callee->type->record->templates;
            return call_set(p, set, args, count, place);
        }
    }
    if (callee->type->kind != TYPE_POINTER || callee->type->base->kind != TYPE_FUNCTION)
        parse_fail(p, place, "this is %s, not a function: it cannot be called",
                   type_text(p, callee->type->plain));
    if (callee->type->base->member)
        return invoke_member(p, callee, args, count, place);
    return call_pointer(p, callee, args, count, place);
}

/* Whether a member that was chosen takes these; where it is the only one, it may be for its error.
 */
static bool operator_fits(struct parser *p, const struct function *f, struct expr *object,
                          struct expr *b)
{
    return arity_fits(f, b ? 1 : 0) && object_rank(object, f) >= 0 &&
           (!b || !f->type->parameter_count || conversion_rank(p, b, f->type->parameters[0]) >= 0);
}

/* Whether a function takes both as they are, or the second no worse than the member of a's base. */
static bool goes_before(struct parser *p, const struct function *f, struct expr *a, struct expr *b,
                        const struct function *member)
{
    struct type *const *to = f->type->parameters;
    if (conversion_rank(p, a, to[0]) > 1)
        return false;
    return !b || !member->type->parameter_count ||
           conversion_rank(p, b, to[1]) <= conversion_rank(p, b, member->type->parameters[0]);
}

struct expr *call_operator(struct parser *p, const char *name, struct expr *a, struct expr *b,
                           struct place place)
{
    uint32_t id = intern_find(&p->tu->names, name, strlen(name));
    if (id == 0)
        return NULL;
    struct expr *member_of = NULL;
    struct function *member = NULL;
    enum call_order order = call_order_of_operator(name);
    bool fits = false;
    if ((int)a->kind < EXPR_OVERLOAD && a->type->kind == TYPE_RECORD) {
        struct function *f;
        member_of = a; /* the base that has it */
        bool found = find_methods(p, &member_of, id, &f);
        if (found && member_of != a && strcmp(name, "operator=") == 0)
            return NULL; /* the one that a struct has of its own hides its base's */
        if (found) {
            struct overload_expr set = {.name = id, .methods = f, .has_object = true};
            set.overloads = member_of->type->record->templates;
            set.expr.a = member_of;
            set.expr.place = place;
            struct expr *args[1] = {b};
            member = candidate_choose(p, &set, member_of, args, b ? 1 : 0, place, false);
            fits = member && operator_fits(p, member, member_of, b);
            if (fits && member_of == a)
                return call_ordered(
                    finish_call(p, member, member_of, args, b ? 1 : 0, false, place), order);
        }
    }
    struct overload_expr set = {.name = id, .overloads = operator_overloads(p, id, a, b)};
    set.expr.place = place;
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = a;
    args[1] = b;
    struct candidate list[MAX_CANDIDATES];
    struct function *only;
    int named, count = b ? 2 : 1;
    if (candidates_gather(p, &set, NULL, args, count, list, &only, &named) == 0)
        return member ? call_ordered(
                            finish_call(p, member, member_of, args + 1, count - 1, false, place),
                            order)
                      : NULL;
    struct function *chosen = candidate_choose(p, &set, NULL, args, count, place, !fits);
    if (fits && (!chosen || !goes_before(p, chosen, a, b, member)))
        chosen = member;
    else
        member_of = NULL;
    if (!chosen)
        return NULL;
    int first = member_of ? 1 : 0;
    return call_ordered(
        finish_call(p, chosen, member_of, args + first, count - first, false, place), order);
}

/* The CUDA types that a launch needs, from the prelude. */
static struct type *find_type(struct parser *p, struct type **cache, const char *name,
                              struct place place)
{
    if (!*cache) {
        struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, name));
        while (s && symbol_is_local(s))
            s = s->hidden;
        if (!s || s->kind != SYMBOL_TYPE)
            parse_fail(p, place, "%s is not declared", name);
        *cache = s->type;
    }
    return *cache;
}

struct expr *build_launch(struct parser *p, struct expr *callee, struct launch *launch,
                          struct expr **args, int count, struct place place)
{
    struct type *dim3 = find_type(p, &p->dim3, "dim3", place);
    struct type *stream = find_type(p, &p->stream, "cudaStream_t", place);
    if (p->device)
        return expr_opaque(p, NULL, NULL, place);
    struct expr *e = expr_new(p, EXPR_LAUNCH, p->basic[TYPE_VOID], place);
    struct function *f = NULL;
    if ((int)callee->kind == EXPR_OVERLOAD) {
        struct overload_expr *set = (struct overload_expr *)callee;
        f = candidate_choose(p, set, NULL, args, count, callee->place, true);
        if (!f->is_kernel)
            parse_fail_hint(p, callee->place, "put __global__ in front of its definition",
                            "%s is not a kernel: it cannot be launched", display(f));
        int n;
        e->args = convert_arguments(p, f, NULL, args, count, &n, callee->place);
        for (int i = 0; i < n; i++)
            e->args[i] = discarded(p, e->args[i]); /* the device has copies of the bytes */
        e->arg_count = n;
        e->function = f;
        e->place = callee->place;
        function_use(p, f, callee->place);
    } else {
        callee = decay(p, callee);
        if (callee->type->kind != TYPE_POINTER || callee->type->base->kind != TYPE_FUNCTION)
            parse_fail(p, place, "this is %s, not a kernel: it cannot be launched",
                       type_text(p, callee->type->plain));
        struct expr *call = call_pointer(p, callee, args, count, place);
        e->a = callee;
        e->args = call->args;
        e->arg_count = call->arg_count;
    }
    launch->grid = convert(p, launch->grid, dim3, "the grid of a launch");
    launch->block = convert(p, launch->block, dim3, "the block of a launch");
    if (launch->shared)
        launch->shared = convert(p, launch->shared, p->basic[TYPE_ULONG],
                                 "the shared memory of a launch (the third part)");
    if (launch->stream)
        launch->stream = convert(p, launch->stream, stream,
                                 "the stream of a launch (the fourth "
                                 "part)");
    e->launch = launch;
    return e;
}
