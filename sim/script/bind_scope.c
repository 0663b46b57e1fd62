/* Whether what the source calls a stream in one call can be written in a launch that names none.
 *
 * Both are looked for in the tree of the function. What is written there means the same if its
 * variables are the same ones, are known at the launch, and nothing between the two assigns to
 * them, and if whoever comes to the one comes to the other. Where that is not so but the variable
 * that the stream lies in is known there, the launch can name it in some other way.
 */
#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"

#include <string.h>

enum { DEPTH = 64, NAMED_MOST = 512, KNOWN_MOST = 256, LOOKED_AT_MOST = 100000 };

/* Where an expression stands: a statement of the function's body, one in it, and so on. */
struct way {
    const struct stmt *first[DEPTH]; /* of the list that it stands in */
    const struct stmt *at[DEPTH];
    int depth;
    bool surely; /* whoever comes to the last statement comes to it */
    int looked_at;
};

static const struct expr *strip(const struct expr *e)
{
    while (e && (e->kind == EXPR_CAST || e->kind == EXPR_DECAY) && !e->explicit_cast)
        e = e->a;
    return e;
}

static bool has_args(const struct expr *e)
{
    return e->kind == EXPR_CALL || e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE;
}

/* --- where it stands -----------------------------------------------------------------------------
 */

static bool holds(struct way *way, const struct expr *e, const struct expr *wanted)
{
    if (!e || ++way->looked_at > LOOKED_AT_MOST)
        return false;
    if (e == wanted)
        return true;
    bool choice =
        e->kind == EXPR_LOGICAL_AND || e->kind == EXPR_LOGICAL_OR || e->kind == EXPR_CONDITIONAL;
    if (holds(way, e->a, wanted))
        return true;
    if (holds(way, e->b, wanted) || holds(way, e->c, wanted)) {
        way->surely = way->surely && !choice;
        return true;
    }
    for (int i = 0; has_args(e) && i < e->arg_count; i++)
        if (holds(way, e->args[i], wanted))
            return true;
    return false;
}

static bool stands_in(struct way *way, const struct stmt *s, const struct expr *wanted)
{
    for (const struct init *i = s->kind == STMT_VAR ? s->var->inits : NULL; i; i = i->next)
        if (holds(way, i->value, wanted))
            return true;
    if (holds(way, s->a, wanted)) {
        way->surely = way->surely && s->kind != STMT_FOR && s->kind != STMT_WHILE;
        return true;
    }
    return s->kind == STMT_FOR && holds(way, s->step, wanted);
}

static bool find(struct way *way, const struct stmt *list, const struct expr *wanted)
{
    if (way->depth == DEPTH)
        return false;
    int depth = way->depth++;
    for (const struct stmt *s = list; s; s = s->next) {
        way->first[depth] = list;
        way->at[depth] = s;
        if (stands_in(way, s, wanted) || find(way, s->body, wanted) ||
            find(way, s->other, wanted) || (s->kind == STMT_FOR && find(way, s->init, wanted)))
            return true;
    }
    way->depth = depth;
    return false;
}

static bool find_way(struct way *way, const struct function *function, const struct expr *wanted)
{
    *way = (struct way){.surely = true};
    return find(way, function->body, wanted);
}

/* Whether whoever comes to the statement of that depth comes to the expression: only blocks are
 * around it, and loops that a macro makes of its statements. */
static bool comes_surely(const struct way *way, int depth)
{
    for (; depth + 1 < way->depth; depth++) {
        const struct stmt *s = way->at[depth];
        const struct expr *again = s->kind == STMT_DO ? strip(s->a) : NULL;
        bool once = again && again->kind == EXPR_INT && again->value == 0;
        if (s->kind != STMT_BLOCK && !once)
            return false;
    }
    return way->surely;
}

static bool comes_before(const struct stmt *s, const struct stmt *behind)
{
    while (s && s != behind)
        s = s->next;
    return s != NULL;
}

/* --- what is known there -------------------------------------------------------------------------
 */

/* The variable of that name that is known where the way ends. */
static const struct var *known(const struct function *function, const struct way *way,
                               const char *name)
{
    const struct var *found = NULL;
    for (int i = 0; i < function->parameter_count; i++)
        if (strcmp(function->locals[i]->name, name) == 0)
            found = function->locals[i];
    for (int depth = 0; depth < way->depth; depth++) {
        const struct stmt *outer = depth ? way->at[depth - 1] : NULL;
        const struct stmt *s = outer && outer->kind == STMT_FOR ? outer->init : NULL;
        for (; s; s = s->next)
            if (s->kind == STMT_VAR && strcmp(s->var->name, name) == 0)
                found = s->var;
        for (s = way->first[depth]; s != way->at[depth]; s = s->next)
            if (s->kind == STMT_VAR && strcmp(s->var->name, name) == 0)
                found = s->var;
    }
    return found;
}

/* Of a global one the name must not be hidden by another. */
static bool is_known(const struct function *function, const struct way *way, const struct var *var)
{
    const struct var *found = known(function, way, var->name);
    return var->name[0] && (found == var || (found == NULL && var->is_global));
}

/* --- what it is called ---------------------------------------------------------------------------
 */

struct naming {
    const struct function *function; /* that the call stands in */
    const struct var *vars[KNOWN_MOST];
    int count;
    struct strbuf text;
};

static bool add_var(struct naming *naming, const struct var *var)
{
    if (naming->count == KNOWN_MOST || !var->name[0])
        return false;
    naming->vars[naming->count++] = var;
    strbuf_adds(&naming->text, var->name);
    return true;
}

static const char *sign(enum expr_kind kind)
{
    static const char *const signs[] = {[EXPR_ADD] = "+",
                                        [EXPR_SUBTRACT] = "-",
                                        [EXPR_MULTIPLY] = "*",
                                        [EXPR_DIVIDE] = "/",
                                        [EXPR_REMAINDER] = "%"};
    return (size_t)kind < sizeof signs / sizeof *signs ? signs[kind] : NULL;
}

/* An index, of variables that nobody changes unseen: "i", "i % 4". */
static bool add_index(struct naming *naming, const struct expr *e, bool inside)
{
    e = strip(e);
    if (!e)
        return false;
    if (e->kind == EXPR_INT) {
        strbuf_addf(&naming->text, "%lld", (long long)e->value);
        return true;
    }
    if (e->kind == EXPR_LOCAL)
        return !e->var->needs_memory && add_var(naming, e->var);
    if (!sign(e->kind))
        return false;
    strbuf_adds(&naming->text, inside ? "(" : "");
    bool named = add_index(naming, e->a, true);
    strbuf_addf(&naming->text, " %s ", sign(e->kind));
    named = named && add_index(naming, e->b, true);
    strbuf_adds(&naming->text, inside ? ")" : "");
    return named;
}

/* Whether it is `this`, or what a lambda has captured, whose members are called by their names. */
static bool is_own(const struct naming *naming, const struct expr *e)
{
    return e && e->kind == EXPR_LOCAL && naming->function->is_method &&
           e->var == naming->function->locals[0];
}

static bool add_stream(struct naming *naming, const struct expr *e);

/* s[i] of an array, of a pointer and of what has an operator for it. */
static bool add_element(struct naming *naming, const struct expr *array, const struct expr *index)
{
    if (!add_stream(naming, array))
        return false;
    strbuf_addc(&naming->text, '[');
    bool named = add_index(naming, index, false);
    strbuf_addc(&naming->text, ']');
    return named;
}

static bool add_member(struct naming *naming, const struct expr *e)
{
    const struct expr *object = strip(e->a);
    if (!e->member || !e->member->name[0] || !object)
        return false;
    bool arrow = object->kind == EXPR_DEREF && object->a->kind == EXPR_LOCAL &&
                 !object->a->var->is_reference;
    if (object->type->disguise == DISGUISE_VECTOR) /* its memory: v[i] is an element of that */
        return strcmp(e->member->name, "begin") == 0 &&
               add_stream(naming, arrow ? object->a : object);
    if (arrow && is_own(naming, object->a)) {
        if (naming->count == KNOWN_MOST)
            return false;
        naming->vars[naming->count++] = object->a->var;
        strbuf_adds(&naming->text, e->member->name);
        return true;
    }
    if (!add_stream(naming, arrow ? object->a : object))
        return false;
    strbuf_addf(&naming->text, "%s%s", arrow ? "->" : ".", e->member->name);
    return true;
}

static bool is_reference(const struct expr *e)
{
    return (e->kind == EXPR_LOCAL && e->var->is_reference) ||
           (e->kind == EXPR_MEMBER && e->member && e->member->type->kind == TYPE_REFERENCE);
}

/* What the source calls a stream; false: nothing that could be written elsewhere. */
static bool add_stream(struct naming *naming, const struct expr *e)
{
    e = strip(e);
    if (!e)
        return false;
    switch (e->kind) {
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
        return add_var(naming, e->var);
    case EXPR_MEMBER:
        return add_member(naming, e);
    case EXPR_INDEX:
        return add_element(naming, e->a, e->b);
    case EXPR_ADDRESS: /* of the object of an operator */
        return add_stream(naming, e->a);
    case EXPR_DEREF:
        if (e->a->kind == EXPR_POINTER_ADD)
            return add_element(naming, e->a->a, e->a->b);
        if (is_reference(e->a))
            return add_stream(naming, e->a);
        e = strip(e->a);
        if (!e || e->kind != EXPR_CALL || !e->function || e->arg_count != 2 ||
            strcmp(e->function->name, "operator[]") != 0)
            return false;
        return add_element(naming, e->args[0], e->args[1]);
    default:
        return false;
    }
}

/* --- what happens between ------------------------------------------------------------------------
 */

struct between {
    const struct naming *naming;
    bool jumps;   /* somebody may not come from the one to the other, or from elsewhere */
    bool changes; /* a variable of the name */
    int looked_at;
};

/* The variable that an lvalue is a part of. */
static const struct var *part_of(const struct expr *e)
{
    for (; e; e = e->a) {
        if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL)
            return e->var;
        if (e->kind != EXPR_MEMBER && e->kind != EXPR_INDEX && e->kind != EXPR_DECAY &&
            e->kind != EXPR_CAST)
            return NULL;
    }
    return NULL;
}

static void look_at_expr(struct between *between, const struct expr *e, bool only_looks)
{
    if (!e || between->changes)
        return;
    between->changes = ++between->looked_at > LOOKED_AT_MOST;
    bool writes = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP || e->kind == EXPR_PRE_STEP ||
                  e->kind == EXPR_POST_STEP || (e->kind == EXPR_ADDRESS && !only_looks);
    const struct var *var = writes ? part_of(e->a) : NULL;
    for (int i = 0; var && i < between->naming->count; i++)
        between->changes |= between->naming->vars[i] == var;
    bool is_call = e->kind == EXPR_CALL && e->function;
    bool asks =
        is_call && (e->function->is_const_method || strcmp(e->function->name, "operator[]") == 0);
    look_at_expr(between, e->a, false);
    look_at_expr(between, e->b, false);
    look_at_expr(between, e->c, false);
    for (int i = 0; has_args(e) && i < e->arg_count; i++)
        look_at_expr(between, e->args[i], asks && i == 0);
}

static void look_at(struct between *between, const struct stmt *s);

static void look_at_list(struct between *between, const struct stmt *s)
{
    for (; s; s = s->next)
        look_at(between, s);
}

static void look_at(struct between *between, const struct stmt *s)
{
    between->jumps |= s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_GOTO ||
                      s->kind == STMT_LABEL || s->kind == STMT_CASE;
    for (const struct init *i = s->kind == STMT_VAR ? s->var->inits : NULL; i; i = i->next)
        look_at_expr(between, i->value, false);
    look_at_expr(between, s->a, false);
    look_at_expr(between, s->kind == STMT_FOR ? s->step : NULL, false);
    look_at_list(between, s->kind == STMT_FOR ? s->init : NULL);
    look_at_list(between, s->body);
    look_at_list(between, s->other);
}

/* --- the calls -----------------------------------------------------------------------------------
 */

/* Whether what `named` calls its stream means the same at the launch. */
static bool means_the_same(const struct naming *naming, const struct function *function,
                           const struct way *launch, const struct bind_named *named)
{
    struct way way;
    if (function != named->function || !find_way(&way, function, named->call))
        return false;
    for (int i = 0; i < naming->count; i++)
        if (!is_known(function, launch, naming->vars[i]) || naming->vars[i]->is_thread)
            return false;
    int depth = 0;
    while (depth < way.depth && depth < launch->depth && way.at[depth] == launch->at[depth])
        depth++;
    if (depth == way.depth || depth == launch->depth || !comes_surely(&way, depth))
        return false;
    const struct stmt *from = way.at[depth], *to = launch->at[depth];
    bool behind = !comes_before(from, to);
    if (behind) {
        from = launch->at[depth];
        to = way.at[depth];
    }
    struct between between = {.naming = naming};
    if (!comes_before(from, to) || (behind && !comes_surely(launch, depth)))
        return false;
    for (const struct stmt *s = from; s != to->next; s = s->next)
        look_at(&between, s);
    return !between.jumps && !between.changes;
}

/* Whether the variable that the stream lies in is known at the launch. */
static bool lies_in_sight(const struct naming *naming, const struct function *function,
                          const struct way *launch, const struct bind_named *named)
{
    const struct var *var = naming->count ? naming->vars[0] : NULL;
    if (!var || !is_known(function, launch, var))
        return false;
    bool outside = var->is_global && (var->place.file != named->function->place.file ||
                                      var->place.line < named->function->place.line);
    return function == named->function || outside;
}

static void compare(struct binding *binding, const struct bind_named *launch,
                    const struct bind_named *named)
{
    struct program *program = binding->script->program;
    struct naming naming = {.function = named->function};
    struct way way;
    strbuf_init(&naming.text);
    bool has_name = add_stream(&naming, named->stream);
    if (find_way(&way, launch->function, launch->call)) {
        bool same = has_name && means_the_same(&naming, launch->function, &way, named);
        if (same || lies_in_sight(&naming, launch->function, &way, named)) {
            struct program_stream_sight row = {
                .place = launch->place,
                .column = launch->column,
                .of_place = named->place,
                .of_column = named->column,
                .name = same ? intern_adds(&program->names, naming.text.text) : 0};
            program->stream_sights.rows =
                mem_grow(program->stream_sights.rows, &program->stream_sights.capacity,
                         program->stream_sights.count + 1, sizeof row);
            program->stream_sights.rows[program->stream_sights.count++] = row;
        }
    }
    strbuf_release(&naming.text);
}

/* Calls that put work into a stream, by which a launch may go. */
static bool puts_work(const struct expr *e)
{
    return e->kind == EXPR_LAUNCH || (e->function && strncmp(e->function->name, "cudaMem", 7) == 0);
}

static bool is_null(const struct expr *stream)
{
    const struct expr *e = stream;
    while (e && e->kind == EXPR_CAST)
        e = e->a;
    return !e || (e->kind == EXPR_INT && e->value == 0);
}

void bind_scope_note(const struct vm_call *call, const struct expr *stream, uint32_t place,
                     uint32_t column)
{
    struct binding *binding = binding_of(call);
    const struct vm_frame *frame = &call->thread->frames[call->thread->frame_count - 1];
    const struct bytecode *code = &binding->script->code;
    const struct function *function = code->functions[frame->function].source;
    const struct expr *e = call->site->call;
    if (!function || !function->body || binding->named_count >= NAMED_MOST || !puts_work(e) ||
        (is_null(stream) && e->kind != EXPR_LAUNCH))
        return;
    binding->named = mem_grow(binding->named, &binding->named_capacity, binding->named_count + 1,
                              sizeof *binding->named);
    struct bind_named *row = &binding->named[binding->named_count];
    *row = (struct bind_named){.call = e,
                               .stream = is_null(stream) ? NULL : stream,
                               .function = function,
                               .place = place,
                               .column = column <= UINT8_MAX ? column : 0};
    for (size_t i = 0; i < binding->named_count; i++) {
        const struct bind_named *other = &binding->named[i];
        if (!row->stream && other->stream)
            compare(binding, row, other);
        else if (row->stream && !other->stream)
            compare(binding, other, row);
    }
    binding->named_count++;
}
