/* Whether what the source calls a stream in one call can be written in a launch that names none.
 *
 * Both are looked for in the tree of the function. What is written there means the same if its
 * variables are the same ones, are known at the launch, and nothing between the two assigns to
 * them, and if whoever comes to the one comes to the other. Where that is not so but the variable
 * that the stream lies in is known there, the launch can name it in some other way.
 */
#include "sim/base/mem.h"
#include "sim/script/bind_between.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64, NAMED_MOST = 512, VARS_MOST = 32, WAYS_MOST = 2048, LOOKED_AT_MOST = 100000 };

/* Where an expression stands: a statement of the function's body, one in it, and so on. */
struct way {
    const struct stmt *first[DEPTH]; /* of the list that it stands in */
    const struct stmt *at[DEPTH];
    int nth[DEPTH]; /* in that list */
    int depth;
    bool surely; /* whoever comes to the last statement comes to it */
};

struct scope_way {
    const struct expr *call;
    struct way way;
};

/* Those of the calls of a function. */
struct scope_ways {
    const struct function *function;
    struct scope_way *rows;
    size_t count, capacity;
    struct scope_ways *next; /* of another function */
};

static const struct expr *strip(const struct expr *e)
{
    return bind_strip(e, false);
}

static bool has_args(const struct expr *e)
{
    return e->kind == EXPR_CALL || e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE;
}

/* --- where it stands -----------------------------------------------------------------------------
 */

/* Calls that put work into a stream, by which a launch may go. */
static bool puts_work(const struct expr *e)
{
    return e->kind == EXPR_LAUNCH ||
           (e->kind == EXPR_CALL && e->function && strncmp(e->function->name, "cudaMem", 7) == 0);
}

struct walk {
    struct scope_ways *ways;
    struct way way; /* that it is on */
    int looked_at;
};

static void note_way(struct walk *walk, const struct expr *e, bool surely)
{
    struct scope_ways *ways = walk->ways;
    if (ways->count == WAYS_MOST)
        return;
    ways->rows = mem_grow(ways->rows, &ways->capacity, ways->count + 1, sizeof(struct scope_way));
    struct scope_way *row = &ways->rows[ways->count++];
    row->call = e;
    row->way = walk->way;
    row->way.surely = surely;
}

static void walk_expr(struct walk *walk, const struct expr *e, bool surely)
{
    if (!e || ++walk->looked_at > LOOKED_AT_MOST)
        return;
    if (puts_work(e))
        note_way(walk, e, surely);
    bool choice =
        e->kind == EXPR_LOGICAL_AND || e->kind == EXPR_LOGICAL_OR || e->kind == EXPR_CONDITIONAL;
    walk_expr(walk, e->a, surely);
    walk_expr(walk, e->b, surely && !choice);
    walk_expr(walk, e->c, surely && !choice);
    for (int i = 0; has_args(e) && i < e->arg_count; i++)
        walk_expr(walk, e->args[i], surely);
}

static void walk_list(struct walk *walk, const struct stmt *list)
{
    if (walk->way.depth == DEPTH)
        return;
    int depth = walk->way.depth++, nth = 0;
    for (const struct stmt *s = list; s; s = s->next) {
        walk->way.first[depth] = list;
        walk->way.at[depth] = s;
        walk->way.nth[depth] = nth++;
        for (const struct init *i = s->kind == STMT_VAR ? s->var->inits : NULL; i; i = i->next)
            walk_expr(walk, i->value, true);
        walk_expr(walk, s->a, s->kind != STMT_FOR && s->kind != STMT_WHILE);
        walk_expr(walk, s->kind == STMT_FOR ? s->step : NULL, false);
        walk_list(walk, s->body);
        walk_list(walk, s->other);
        walk_list(walk, s->kind == STMT_FOR ? s->init : NULL);
    }
    walk->way.depth = depth;
}

/* Of all such calls of the function at once: it may have many. */
static bool find_way(struct binding *binding, struct way *way, const struct function *function,
                     const struct expr *wanted)
{
    struct scope_ways *ways = binding->ways;
    while (ways && ways->function != function)
        ways = ways->next;
    if (!ways) {
        ways = mem_zalloc(sizeof *ways);
        *ways = (struct scope_ways){.function = function, .next = binding->ways};
        binding->ways = ways;
        struct walk walk = {.ways = ways};
        walk_list(&walk, function->body);
    }
    for (size_t i = 0; i < ways->count; i++)
        if (ways->rows[i].call == wanted) {
            *way = ways->rows[i].way;
            return true;
        }
    return false;
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

static bool is_behind(struct place a, struct place b)
{
    return a.line > b.line || (a.line == b.line && a.column > b.column);
}

static bool same_place(struct place a, struct place b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* Whether something in a block has that name, and may be meant instead: it is declared between
 * the two places. What is no variable is not in the tree. */
static bool is_hidden(const struct binding *binding, const char *name, struct place from,
                      struct place to)
{
    for (const struct local_name *l = binding->script->tu->local_names; l; l = l->next)
        if (l->place.file == to.file && strcmp(l->name, name) == 0 && !is_behind(l->place, to) &&
            (l->place.file != from.file || is_behind(l->place, from)))
            return true;
    return false;
}

/* Static ones in a function are global variables whose name a block has. */
static bool is_in_block(const struct binding *binding, const struct var *var)
{
    for (const struct local_name *l = binding->script->tu->local_names; l; l = l->next)
        if (same_place(l->place, var->place) && strcmp(l->name, var->name) == 0)
            return true;
    return false;
}

/* Of a global one the name must not be hidden by another, and it must be there already. */
static bool is_known(const struct binding *binding, const struct bind_named *launch,
                     const struct way *way, const struct var *var)
{
    const struct function *function = launch->function;
    const struct var *found = known(function, way, var->name);
    if (!var->name[0] || (found && found != var) || (!found && !var->is_global))
        return false;
    if (!var->is_global)
        return !is_hidden(binding, var->name, var->place, launch->call->place);
    return !is_in_block(binding, var) &&
           (var->place.file != function->place.file || is_behind(function->place, var->place)) &&
           !is_hidden(binding, var->name, function->place, launch->call->place);
}

/* --- what it is called ---------------------------------------------------------------------------
 */

struct naming {
    const struct function *function; /* that the call stands in */
    const struct var *vars[VARS_MOST];
    int count;
    const char *own; /* the member that it begins with; NULL: it begins with a variable */
    bool in_memory;  /* others than the function that it stands in can write it */
    struct strbuf text;
};

static bool add_var(struct naming *naming, const struct var *var)
{
    if (naming->count == VARS_MOST || !var->name[0])
        return false;
    naming->vars[naming->count++] = var;
    naming->in_memory |= var->is_global || var->needs_memory;
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
        if (naming->count == VARS_MOST)
            return false;
        naming->vars[naming->count++] = object->a->var;
        naming->own = e->member->name;
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
    naming->in_memory |= e->kind != EXPR_LOCAL;
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

/* --- the calls -----------------------------------------------------------------------------------
 */

enum { ASKED_MOST = 16, UNKNOWN_YET = -2 };

/* What was found out about a call, so that it is not for each other one. */
struct scope_seen {
    bool has_way, has_name;
    struct way way;
    struct naming naming; /* of one that names its stream */
    /* By depth: which statements of the list, from that of the call on, or up to it, leave its name
     * as it is. */
    int first_kept[DEPTH], last_kept[DEPTH];
    const struct var *asked[ASKED_MOST]; /* of one that names none: whether they are known there */
    bool answers[ASKED_MOST];
    int asked_count, asked_next;
};

static struct scope_seen *seen_of(struct binding *binding, struct bind_named *named)
{
    if (named->seen)
        return named->seen;
    struct scope_seen *seen = mem_zalloc(sizeof *seen);
    named->seen = seen;
    seen->has_way = find_way(binding, &seen->way, named->function, named->call);
    seen->naming.function = named->function;
    strbuf_init(&seen->naming.text);
    seen->has_name = named->stream && add_stream(&seen->naming, named->stream);
    for (int i = 0; i < DEPTH; i++)
        seen->first_kept[i] = UNKNOWN_YET;
    return seen;
}

static bool asks_known(const struct binding *binding, const struct bind_named *launch,
                       const struct var *var)
{
    struct scope_seen *seen = launch->seen;
    for (int i = 0; i < seen->asked_count; i++)
        if (seen->asked[i] == var)
            return seen->answers[i];
    int i = seen->asked_next;
    seen->asked_next = (i + 1) % ASKED_MOST;
    seen->asked_count += seen->asked_count < ASKED_MOST;
    seen->asked[i] = var;
    seen->answers[i] = is_known(binding, launch, &seen->way, var);
    return seen->answers[i];
}

static void find_kept(struct binding *binding, struct scope_seen *seen, int depth)
{
    const struct naming *naming = &seen->naming;
    const struct between_names names = {naming->vars, naming->count, naming->in_memory};
    const uint8_t *effects = between_effects(binding, seen->way.first[depth]);
    int nth = 0, at = seen->way.nth[depth], first = 0, last = at - 1;
    for (const struct stmt *s = seen->way.first[depth]; s; s = s->next, nth++) {
        bool keeps = between_keeps(binding, s, effects[nth], &names);
        if (nth <= at && !keeps)
            first = nth + 1;
        if (nth >= at && !keeps)
            break;
        last = nth >= at ? nth : last;
    }
    seen->first_kept[depth] = first;
    seen->last_kept[depth] = last;
}

/* Whether a variable there has the name of the member: that of `this`, or what is captured. */
static bool own_is_hidden(const struct binding *binding, const struct bind_named *launch,
                          const struct naming *naming)
{
    return known(launch->function, &launch->seen->way, naming->own) ||
           is_hidden(binding, naming->own, launch->function->place, launch->call->place);
}

/* Whether what `named` calls its stream means the same at the launch. */
static bool means_the_same(struct binding *binding, const struct bind_named *launch,
                           const struct bind_named *named)
{
    struct scope_seen *seen = named->seen;
    const struct way *way = &seen->way, *to = &launch->seen->way;
    const struct naming *naming = &seen->naming;
    if (launch->function != named->function || !seen->has_way || !seen->has_name)
        return false;
    int depth = 0;
    while (depth < way->depth && depth < to->depth && way->at[depth] == to->at[depth])
        depth++;
    if (depth == way->depth || depth == to->depth || way->first[depth] != to->first[depth] ||
        !comes_surely(way, depth))
        return false;
    bool behind = way->nth[depth] > to->nth[depth];
    if (behind && !comes_surely(to, depth))
        return false;
    if (seen->first_kept[depth] == UNKNOWN_YET)
        find_kept(binding, seen, depth);
    if (behind
            ? to->nth[depth] < seen->first_kept[depth] || seen->last_kept[depth] < way->nth[depth]
            : to->nth[depth] > seen->last_kept[depth])
        return false;
    for (int i = 0; i < naming->count; i++)
        if (!asks_known(binding, launch, naming->vars[i]) || naming->vars[i]->is_thread)
            return false;
    if (naming->own && own_is_hidden(binding, launch, naming))
        return false;
    return !between_is_recursive(binding, launch->function);
}

/* Whether the variable that the stream lies in is known at the launch. */
static bool lies_in_sight(const struct binding *binding, const struct bind_named *launch,
                          const struct bind_named *named)
{
    const struct naming *naming = &named->seen->naming;
    const struct var *var = naming->count ? naming->vars[0] : NULL;
    return var && (var->is_global || launch->function == named->function) &&
           asks_known(binding, launch, var) &&
           !(naming->own && launch->function->is_lambda && own_is_hidden(binding, launch, naming));
}

static void compare(struct binding *binding, struct bind_named *launch, struct bind_named *named)
{
    struct program *program = binding->script->program;
    if (!seen_of(binding, launch)->has_way)
        return;
    const struct naming *naming = &seen_of(binding, named)->naming;
    bool same = means_the_same(binding, launch, named);
    if (!same && !lies_in_sight(binding, launch, named))
        return;
    struct program_stream_sight row = {
        .place = launch->place,
        .column = launch->column,
        .of_place = named->place,
        .of_column = named->column,
        .name = same ? intern_adds(&program->names, naming->text.text) : 0};
    program->stream_sights.rows =
        mem_grow(program->stream_sights.rows, &program->stream_sights.capacity,
                 program->stream_sights.count + 1, sizeof row);
    program->stream_sights.rows[program->stream_sights.count++] = row;
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
        struct bind_named *other = &binding->named[i];
        if (!row->stream && other->stream)
            compare(binding, row, other);
        else if (row->stream && !other->stream)
            compare(binding, other, row);
    }
    binding->named_count++;
}

void bind_scope_release(struct binding *binding)
{
    for (size_t i = 0; i < binding->named_count; i++) {
        if (binding->named[i].seen)
            strbuf_release(&binding->named[i].seen->naming.text);
        free(binding->named[i].seen);
    }
    free(binding->named);
    for (struct scope_ways *ways = binding->ways, *next = NULL; ways; ways = next) {
        next = ways->next;
        free(ways->rows);
        free(ways);
    }
    between_release(binding);
}
