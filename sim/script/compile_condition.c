/* Conditions: true, false, or unknown, and what an unknown one skips. */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stdlib.h>
#include <string.h>

/* Evaluating it cannot fail and changes nothing. */
static bool is_harmless(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
    case EXPR_FUNCTION:
        return true;
    case EXPR_MEMBER:
    case EXPR_CAST:
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT:
        return is_harmless(e->a);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        return is_harmless(e->a) && is_harmless(e->b);
    default:
        return false;
    }
}

/* ops[kind][sense]: kind 0 signed, 1 unsigned, 2 float, 3 double; sense 0 jumps when it holds, 1
 * when it does not. `swap`: with the operands exchanged. */
struct fused {
    uint8_t op;
    bool swap;
};

static struct fused fused_op(enum expr_kind kind, int type, bool negate)
{
    static const uint8_t equal[] = {CODE_J_EQ, CODE_J_EQ, CODE_J_EQ_F32, CODE_J_EQ_F64};
    static const uint8_t unequal[] = {CODE_J_NE, CODE_J_NE, CODE_J_NE_F32, CODE_J_NE_F64};
    static const uint8_t less[] = {CODE_J_LT_S, CODE_J_LT_U, CODE_J_LT_F32, CODE_J_LT_F64};
    static const uint8_t no_more[] = {CODE_J_LE_S, CODE_J_LE_U, CODE_J_LE_F32, CODE_J_LE_F64};
    static const uint8_t not_less[] = {0, 0, CODE_J_NLT_F32, CODE_J_NLT_F64};
    static const uint8_t not_no_more[] = {0, 0, CODE_J_NLE_F32, CODE_J_NLE_F64};
    bool swap = kind == EXPR_GREATER || kind == EXPR_GREATER_EQUAL;
    if (kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL)
        return (struct fused){(kind == EXPR_EQUAL) != negate ? equal[type] : unequal[type], false};
    bool strict = kind == EXPR_LESS || kind == EXPR_GREATER;
    if (!negate)
        return (struct fused){strict ? less[type] : no_more[type], swap};
    if (type >= 2)
        return (struct fused){strict ? not_less[type] : not_no_more[type], swap};
    /* !(a < b) is b <= a */
    return (struct fused){strict ? no_more[type] : less[type], !swap};
}

static void compare_jump(struct compiler *c, struct expr *e, struct label *t, struct label *f,
                         struct label *u, struct label *next)
{
    enum value_class class = class_of(e->a->type);
    int type = class == CLASS_F32 ? 2 : class == CLASS_F64 ? 3 : class_is_unsigned(class) ? 1 : 0;
    unsigned mark = c->temporary, a, b;
    operands_of(c, e, &a, &b);
    c->temporary = mark;
    c->place = e->place;
    struct fused op = fused_op(e->kind, type, next == t);
    emit_branch(c, op.op, op.swap ? b : a, op.swap ? a : b, next == t ? f : t, u);
    if (next != t && next != f)
        emit_jump(c, f);
}

static void logical(struct compiler *c, struct expr *e, struct label *t, struct label *f,
                    struct label *u, struct label *next)
{
    bool is_and = e->kind == EXPR_LOGICAL_AND;
    struct label *second = label_new(c), *left_unknown = u;
    if (is_harmless(e->b)) {
        left_unknown = label_new(c);
        struct deferred *d = defer(c);
        d->kind = is_and ? DEFERRED_AND : DEFERRED_OR;
        d->at = left_unknown;
        d->other = e->b;
        d->t = t;
        d->f = f;
        d->u = u;
    }
    if (is_and)
        branch_on(c, e->a, second, f, left_unknown, second);
    else
        branch_on(c, e->a, t, second, left_unknown, second);
    label_bind(c, second);
    branch_on(c, e->b, t, f, u, next);
}

void branch_on(struct compiler *c, struct expr *e, struct label *t, struct label *f,
               struct label *u, struct label *next)
{
    if (c->failed)
        return;
    c->depth++;
    switch (e->kind) {
    case EXPR_NOT:
        branch_on(c, e->a, f, t, u, next);
        break;
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        if (c->depth > 3000)
            compile_fail(c, e->place, "too many conditions inside each other");
        else
            logical(c, e, t, f, u, next);
        break;
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        compare_jump(c, e, t, f, u, next);
        break;
    case EXPR_INT:
        if (next != (e->value ? t : f))
            emit_jump(c, e->value ? t : f);
        break;
    default: {
        unsigned mark = c->temporary;
        bool whole = e->kind == EXPR_CAST && class_of(e->type) == CLASS_BOOL &&
                     class_of(e->a->type) <= CLASS_U64;
        unsigned reg = value_of(c, whole ? e->a : e, ANY); /* jumps look at all 64 bits */
        c->temporary = mark;
        c->place = e->place;
        emit_branch(c, next == t ? CODE_J_FALSE : CODE_J_TRUE, reg, 0, next == t ? f : t, u);
        if (next != t && next != f)
            emit_jump(c, f);
    }
    }
    c->depth--;
}

static bool only_reads(const struct expr *e)
{
    return e == NULL ||
           (e->kind != EXPR_CALL && only_reads(e->a) && only_reads(e->b) && only_reads(e->c));
}

/* Of two numbers, and nothing else is done by either arm: what is unknown then is seen where it
 * decides something or is printed, as the result of any arithmetic is. */
static bool is_number_alone(const struct expr *e)
{
    return effect_is_number(e->type) && select_is_plain(e->b) && select_is_plain(e->c) &&
           only_reads(e->b) && only_reads(e->c);
}

struct deferred *choose(struct compiler *c, struct expr *e, int to,
                        unsigned (*take)(struct compiler *c, struct expr *e, int want))
{
    unsigned inner = c->temporary;
    struct label *t = label_new(c), *f = label_new(c), *u = label_new(c), *end = label_new(c);
    branch_on(c, e->a, t, f, u, t);
    label_bind(c, t);
    take(c, e->b, to);
    c->temporary = inner;
    emit_jump(c, end);
    label_bind(c, f);
    take(c, e->c, to);
    c->temporary = inner;
    label_bind(c, end);
    c->place = e->place;
    unsigned branch = branch_new(c, BRANCH_CHOICE, e->place,
                                 calls_cuda_expr(c, e->b) || calls_cuda_expr(c, e->c));
    c->code->branches[branch].indifferent = query_is_indifferent(e->a);
    c->code->branches[branch].unsaid = take == value_of && is_number_alone(e);
    struct deferred *d = defer(c);
    d->kind = DEFERRED_DECIDE;
    d->at = u;
    d->t = t;
    d->f = f;
    d->u = end;
    d->branch = branch;
    d->result = to;
    d->skip = (struct skip){.values = {e->b, e->c}, .doubt = -1};
    if (class_of(e->type) == CLASS_RECORD) /* the address says nothing of what is there */
        return d;
    size_t number = (size_t)(d - c->deferred);
    select_later(c, d, e->a, take);
    return &c->deferred[number];
}

unsigned condition_value(struct compiler *c, struct expr *e, int want)
{
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    struct label *t = label_new(c), *f = label_new(c), *u = label_new(c), *end = label_new(c);
    branch_on(c, e, t, f, u, t);
    label_bind(c, t);
    emit(c, CODE_MOVE, to, constant_register(c, 1), 0);
    emit_jump(c, end);
    label_bind(c, u);
    select_value_later(c, e, to, end);
    emit(c, CODE_UNKNOWN, to, 0, 0);
    emit_jump(c, end);
    label_bind(c, f);
    emit(c, CODE_MOVE, to, constant_register(c, 0), 0);
    label_bind(c, end);
    return to;
}

static void emit_decide(struct compiler *c, const struct deferred *d)
{
    emit_branch(c, CODE_DECIDE, 0, d->branch, d->t, d->f);
    if (d->record >= 0) {
        emit_number(c, CODE_SPOIL, (unsigned)d->record, 0, 0, (int64_t)d->record_bytes);
        emit(c, CODE_MOVE, (unsigned)d->result, (unsigned)d->record, 0);
    } else if (d->result >= 0) {
        emit(c, CODE_UNKNOWN, (unsigned)d->result, d->is_place ? MEMORY_CHOSEN : 0, 0);
    }
    forget_skipped(c, &d->skip);
    emit_jump(c, d->u);
}

void emit_deferred(struct compiler *c)
{
    unsigned free = c->most; /* temporaries may be in use where it came from */
    for (size_t i = 0; i < c->deferred_count && !c->failed; i++) {
        struct deferred d = c->deferred[i]; /* more may come */
        c->temporary = free;
        c->place = d.place;
        if (d.kind == DEFERRED_SELECT) {
            emit_select(c, &d);
            continue;
        }
        label_bind(c, d.at);
        if (d.kind == DEFERRED_DECIDE) {
            emit_decide(c, &d);
            continue;
        }
        emit_branch(c, CODE_BRANCH_OF, 0, 0, d.u, NULL);
        if (d.kind == DEFERRED_AND)
            branch_on(c, d.other, d.u, d.f, d.u, NULL);
        else
            branch_on(c, d.other, d.t, d.u, d.u, NULL);
    }
    c->deferred_count = 0;
}

/* ---- does an arm hold CUDA calls? ---- */

static bool is_launch(struct seek *seek, const struct expr *e)
{
    (void)seek;
    return e->kind == EXPR_LAUNCH;
}

static bool is_cuda_call(const char *function)
{
    return strncmp(function, "cuda", 4) == 0 || strncmp(function, "ns_pool", 7) == 0 ||
           strncmp(function, "ns_all_reduce", 13) == 0 ||
           strcmp(function, "__ns_thread_detach") == 0; /* which may call for as long as it likes */
}

void calls_cuda_begin(struct compiler *c)
{
    c->cuda = (struct seek){.is_expr = is_launch,
                            .is_builtin = is_cuda_call,
                            .functions = mem_zalloc((size_t)c->code->function_count)};
}

bool calls_cuda_expr(struct compiler *c, const struct expr *e)
{
    c->cuda.depth = c->depth;
    return seek_expr(&c->cuda, e);
}

bool calls_cuda_stmt(struct compiler *c, const struct stmt *s)
{
    c->cuda.depth = c->depth;
    return seek_stmt(&c->cuda, s);
}
