/* What the calls and assignments between two statements of a function may do to what it reads.
 *
 * Only what surely leaves it alone is let pass: a call of a function that is known is gone through
 * with all that it calls, and one that is not may do anything.
 */
#include "sim/script/bind_between.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT_MOST = 100000 };

struct look {
    struct binding *binding;
    const struct function *wanted; /* NULL: whether it is called does not matter */
    const struct between_names *names;
    uint8_t *seen; /* functions; NULL: the ones that are called are summed up in the binding */
    unsigned effects;
    int looked_at;
};

/* What the statements of a list do. */
struct between_list {
    const struct stmt *list;
    uint8_t *effects;
    struct between_list *next;
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
        if (e->kind == EXPR_INDEX && e->a && e->a->kind != EXPR_DECAY)
            return NULL; /* of what a pointer leads to */
    }
    return NULL;
}

/* Streams are pointers, and so is what leads to them: what writes numbers writes neither. */
static bool is_number(const struct type *type)
{
    bool bytes = type->kind == TYPE_CHAR || type->kind == TYPE_SCHAR || type->kind == TYPE_UCHAR;
    return type_is_arithmetic(type) && !bytes;
}

static void look_at_write(struct look *look, const struct expr *lvalue)
{
    const struct var *var = part_of(lvalue);
    look->effects |= var ? BETWEEN_WRITES : 0;
    for (int i = 0; var && look->names && i < look->names->count; i++)
        if (look->names->vars[i] == var)
            look->effects |= BETWEEN_NAMED;
    bool own = var && !var->is_global && (look->seen || !var->needs_memory);
    if (!own && !is_number(lvalue->type))
        look->effects |= BETWEEN_MEMORY;
}

/* Those without a body that write no variable, and do not wait for others who may. */
static bool is_harmless(const struct function *function)
{
    static const char *const names[] = {"cudaLaunchKernel",
                                        "cudaEventRecord",
                                        "cudaStreamWaitEvent",
                                        "cudaGetLastError",
                                        "cudaPeekAtLastError",
                                        "cudaGetErrorString",
                                        "cudaGetErrorName",
                                        "printf",
                                        "fprintf",
                                        "puts",
                                        "fflush",
                                        "exit",
                                        "abort",
                                        "__ns_vector_at",
                                        "__ns_put",
                                        "__ns_put_format",
                                        "__ns_clock_now",
                                        "__ns_assert"};
    size_t length = strlen(function->name);
    if (strncmp(function->name, "cudaMem", 7) == 0 && length > 5 &&
        strcmp(function->name + length - 5, "Async") == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(function->name, names[i]) == 0)
            return true;
    return false;
}

/* An element that a container of the library looks up stays where it is. */
static bool looks_up(const struct look *look, const struct function *function)
{
    const struct sources *sources = &look->binding->script->tu->sources;
    return sources->files[function->place.file].builtin &&
           (function->is_const_method || strcmp(function->name, "operator[]") == 0);
}

static void look_at_list(struct look *look, const struct stmt *s);
static unsigned effects_of(struct binding *binding, const struct function *function);

static void look_at_call(struct look *look, const struct function *function)
{
    if (!function) {
        look->effects |= BETWEEN_ANYTHING;
        return;
    }
    if (function == look->wanted)
        look->effects |= BETWEEN_WANTED;
    if (function->is_kernel || looks_up(look, function))
        return;
    if (!function->body) {
        look->effects |= is_harmless(function) ? 0 : BETWEEN_MEMORY;
        return;
    }
    int count = look->binding->script->tu->function_count;
    if (function->index < 0 || function->index >= count) {
        look->effects |= BETWEEN_ANYTHING;
    } else if (!look->seen) {
        look->effects |= effects_of(look->binding, function);
    } else if (!look->seen[function->index]) {
        look->seen[function->index] = 1;
        look_at_list(look, function->body);
    }
}

static void look_at_expr(struct look *look, const struct expr *e)
{
    if (!e || ((look->effects & BETWEEN_ANYTHING) && !look->wanted))
        return;
    if (++look->looked_at > LOOKED_AT_MOST) {
        look->effects |= BETWEEN_ANYTHING | BETWEEN_WANTED;
        return;
    }
    if (expr_assigns(e))
        look_at_write(look, e->a);
    look_at_expr(look, e->a);
    look_at_expr(look, e->b);
    look_at_expr(look, e->c);
    bool is_launch = e->kind == EXPR_LAUNCH;
    if (e->kind != EXPR_CALL && !is_launch && e->kind != EXPR_OPAQUE)
        return;
    for (int i = 0; i < e->arg_count; i++)
        look_at_expr(look, e->args[i]);
    if (e->kind == EXPR_CALL)
        look_at_call(look, e->function);
    if (is_launch && e->launch) {
        look_at_expr(look, e->launch->grid);
        look_at_expr(look, e->launch->block);
        look_at_expr(look, e->launch->shared);
        look_at_expr(look, e->launch->stream);
    }
}

static void look_at_statement(struct look *look, const struct stmt *s)
{
    if (s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_GOTO ||
        s->kind == STMT_LABEL || s->kind == STMT_CASE)
        look->effects |= BETWEEN_JUMPS;
    for (const struct init *i = s->kind == STMT_VAR ? s->var->inits : NULL; i; i = i->next)
        look_at_expr(look, i->value);
    look_at_expr(look, s->a);
    look_at_expr(look, s->kind == STMT_FOR ? s->step : NULL);
    look_at_list(look, s->kind == STMT_FOR ? s->init : NULL);
    look_at_list(look, s->body);
    look_at_list(look, s->other);
}

static void look_at_list(struct look *look, const struct stmt *s)
{
    for (; s; s = s->next)
        look_at_statement(look, s);
}

/* Of a function and of all that it calls. */
static unsigned look_through(struct binding *binding, const struct function *function,
                             const struct function *wanted)
{
    struct look look = {.binding = binding,
                        .wanted = wanted,
                        .seen = mem_zalloc((size_t)binding->script->tu->function_count + 1)};
    look_at_list(&look, function->body);
    free(look.seen);
    return look.effects & ~(unsigned)BETWEEN_JUMPS;
}

enum { KNOWN = 0x40, RECURSION_KNOWN = 0x80 };

static uint8_t *noted(struct binding *binding, const struct function *function)
{
    if (!binding->function_effects)
        binding->function_effects = mem_zalloc((size_t)binding->script->tu->function_count + 1);
    return &binding->function_effects[function->index];
}

static unsigned effects_of(struct binding *binding, const struct function *function)
{
    uint8_t *known = noted(binding, function);
    if (!(*known & KNOWN))
        *known |= (uint8_t)(KNOWN | (look_through(binding, function, NULL) &
                                     (BETWEEN_MEMORY | BETWEEN_ANYTHING)));
    return *known & (BETWEEN_MEMORY | BETWEEN_ANYTHING);
}

bool between_is_recursive(struct binding *binding, const struct function *function)
{
    if (function->index < 0 || function->index >= binding->script->tu->function_count)
        return true;
    uint8_t *known = noted(binding, function);
    if (!(*known & RECURSION_KNOWN))
        *known |= (uint8_t)(RECURSION_KNOWN |
                            (look_through(binding, function, function) & BETWEEN_WANTED));
    return *known & BETWEEN_WANTED;
}

const uint8_t *between_effects(struct binding *binding, const struct stmt *list)
{
    struct between_list *known = binding->effects;
    while (known && known->list != list)
        known = known->next;
    if (known)
        return known->effects;
    known = mem_zalloc(sizeof *known);
    size_t count = 0;
    for (const struct stmt *s = list; s; s = s->next)
        count++;
    *known = (struct between_list){
        .list = list, .effects = mem_zalloc(count + 1), .next = binding->effects};
    binding->effects = known;
    size_t i = 0;
    for (const struct stmt *s = list; s; s = s->next) {
        struct look look = {.binding = binding};
        look_at_statement(&look, s);
        known->effects[i++] = (uint8_t)look.effects;
    }
    return known->effects;
}

bool between_keeps(struct binding *binding, const struct stmt *s, unsigned effects,
                   const struct between_names *names)
{
    unsigned ends = BETWEEN_JUMPS | BETWEEN_ANYTHING | (names->in_memory ? BETWEEN_MEMORY : 0);
    if (effects & ends)
        return false;
    struct look look = {.binding = binding, .names = names};
    if (effects & BETWEEN_WRITES)
        look_at_statement(&look, s);
    return !(look.effects & BETWEEN_NAMED);
}

void between_release(struct binding *binding)
{
    for (struct between_list *l = binding->effects, *next = NULL; l; l = next) {
        next = l->next;
        free(l->effects);
        free(l);
    }
    free(binding->function_effects);
}
