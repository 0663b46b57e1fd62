/* Statements. */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stddef.h>

static struct label *label_of(struct compiler *c, struct stmt *s)
{
    if (s->tag == 0) {
        c->labels = mem_grow(c->labels, &c->label_capacity, c->label_count + 1, sizeof *c->labels);
        c->labels[c->label_count++] = label_new(c);
        s->tag = (int)c->label_count;
    }
    return c->labels[s->tag - 1];
}

static struct deferred *decide_later(struct compiler *c, struct label *u, struct label *t,
                                     struct label *f, struct label *on, unsigned branch,
                                     struct skip skip)
{
    struct deferred *d = defer(c);
    d->kind = DEFERRED_DECIDE;
    d->at = u;
    d->t = t;
    d->f = f;
    d->u = on;
    d->branch = branch;
    d->skip = skip;
    return d;
}

/* Marks the end of a loop's turn, in the step itself if that is the last thing emitted. */
static void turn(struct compiler *c, size_t step_from)
{
    struct bytecode *code = c->code;
    if (code->count == step_from + 1) {
        union bytecode_word *last = &code->code[step_from];
        if (last->op == CODE_ADDI_I32 || last->op == CODE_ADDI_U32 || last->op == CODE_ADDI_64) {
            last->op = (uint16_t)(last->op - CODE_ADDI_I32 + CODE_ADDI_I32_TURN);
            return;
        }
    }
    emit(c, CODE_TURN, 0, 0, 0);
}

static bool is_break(const struct stmt *s)
{
    while (s != NULL && s->kind == STMT_BLOCK && s->next == NULL)
        s = s->body;
    return s != NULL && s->kind == STMT_BREAK;
}

static void if_statement(struct compiler *c, struct stmt *s)
{
    struct label *t = label_new(c), *f = label_new(c), *u = label_new(c), *end = label_new(c);
    bool leaves = c->loop != NULL && c->loop->doubt >= 0 && s->other == NULL && is_break(s->body) &&
                  bound_holds(s->a, EXPR_LOGICAL_OR, c->loop->statement);
    if (leaves)
        bound_branch(c, s->a, c->loop, f, t, u);
    else
        branch_on(c, s->a, t, f, u, t);
    label_bind(c, t);
    statement(c, s->body);
    if (s->other != NULL) {
        emit_jump(c, end);
        label_bind(c, f);
        statement(c, s->other);
    } else {
        label_bind(c, f);
    }
    label_bind(c, end);
    unsigned branch = branch_new(c, BRANCH_IF, s->place,
                                 calls_cuda_stmt(c, s->body) || calls_cuda_stmt(c, s->other));
    c->code->branches[branch].indifferent = query_is_indifferent(s->a);
    c->place = s->place;
    struct skip skip = {.arms = {s->body, s->other}, .doubt = -1};
    if (c->loop != NULL && c->loop->doubt >= 0 && skip_leaves_loop(&skip))
        skip.doubt = c->loop->doubt;
    select_later(c, decide_later(c, u, t, f, end, branch, skip), s->a, NULL);
}

/* do { ... } while (0), of which macros are made, is none. */
static void note_loop(struct compiler *c, const struct stmt *s, size_t begin)
{
    struct bytecode *code = c->code;
    if (s->kind == STMT_DO && s->a != NULL && s->a->kind == EXPR_INT && s->a->value == 0)
        return;
    code->loops =
        mem_grow(code->loops, &code->loop_capacity, code->loop_count + 1, sizeof *code->loops);
    code->loops[code->loop_count++] =
        (struct bytecode_loop){.begin = (uint32_t)begin, .end = (uint32_t)code->count};
}

/* while (kind STMT_WHILE), do, for: the condition stands at the bottom. */
static void loop_statement(struct compiler *c, struct stmt *s)
{
    struct label *body = label_new(c), *test = label_new(c), *on = label_new(c);
    struct label *end = label_new(c), *u = label_new(c);
    struct loop loop = {end, on, c->loop, -1, s};
    bool library = c->function && c->function->place.line > 0 &&
                   c->tu->sources.files[c->function->place.file].builtin;
    bool counted = !library && bound_holds(s->a, EXPR_LOGICAL_AND, s);
    struct skip all = {.arms = {s->body}, .values = {s->step}, .is_loop = true, .doubt = -1};
    unsigned mark = c->temporary;
    if (s->init != NULL)
        statement(c, s->init);
    if (counted || loop_may_be_left(s->body) || (!library && bound_may_decide(s))) {
        loop.doubt = (int)temporary_new(c);
        emit(c, CODE_MOVE, (unsigned)loop.doubt, constant_register(c, 0), 0);
    }
    if (s->kind != STMT_DO && s->a != NULL)
        emit_jump(c, test);
    c->loop = &loop;
    label_bind(c, body);
    size_t begin = c->code->count;
    if (s->body != NULL)
        statement(c, s->body);
    c->loop = loop.outer;
    label_bind(c, on);
    c->place = s->place;
    size_t step_from = c->code->count;
    if (s->kind == STMT_FOR && s->step != NULL)
        effect_of(c, s->step);
    turn(c, step_from);
    label_bind(c, test);
    c->place = s->place;
    if (s->a == NULL) {
        emit_jump(c, body);
        note_loop(c, s, begin);
    } else {
        struct label *over = label_new(c);
        if (counted)
            bound_branch(c, s->a, &loop, body, over, u);
        else
            branch_on(c, s->a, body, over, u, over);
        note_loop(c, s, begin);
        unsigned branch = branch_new(c, BRANCH_LOOP, s->place, calls_cuda_stmt(c, s->body));
        c->place = s->place;
        decide_later(c, u, body, end, end, branch, all);
        label_bind(c, over);
        const struct expr *answered = query_known_behind(s->a);
        if (answered != NULL && is_register(c, answered))
            emit(c, CODE_SETTLE, c->registers[answered->var->index], MEMORY_POLLED, MEMORY_POLLED);
    }
    label_bind(c, end);
    if (loop.doubt >= 0) {
        struct label *sure = label_new(c);
        emit_branch(c, CODE_J_FALSE, (unsigned)loop.doubt, 0, sure, NULL);
        forget_skipped(c, &all);
        label_bind(c, sure);
    }
    c->temporary = mark;
}

static void switch_statement(struct compiler *c, struct stmt *s)
{
    unsigned mark = c->temporary;
    struct label *end = label_new(c), *u = label_new(c), *first = NULL, *otherwise = end;
    struct loop loop = {end, c->loop != NULL ? c->loop->continue_to : NULL, c->loop, -1, NULL};
    unsigned value = value_of(c, s->a, ANY);
    for (struct stmt *k = s->cases; k != NULL; k = k->cases) {
        struct label *to = label_of(c, k);
        if (k->is_default) {
            otherwise = to;
            continue;
        }
        int64_t bits = class_of(s->a->type) == CLASS_U32 ? (int64_t)(uint32_t)k->value : k->value;
        emit_branch(c, CODE_J_EQ, value, constant_register(c, bits), to, u);
        if (first == NULL)
            first = to;
    }
    emit_jump(c, otherwise);
    c->temporary = mark;
    c->loop = &loop;
    if (s->body != NULL)
        statement(c, s->body);
    c->loop = loop.outer;
    unsigned branch = branch_new(c, BRANCH_SWITCH, s->place, calls_cuda_stmt(c, s->body));
    c->place = s->place;
    label_bind(c, end);
    /* --assume true takes the first case, false the default */
    decide_later(c, u, first != NULL ? first : otherwise, otherwise, end, branch,
                 (struct skip){.arms = {s->body}, .doubt = -1});
}

static void return_statement(struct compiler *c, struct stmt *s)
{
    unsigned mark = c->temporary;
    if (s->a == NULL) {
        emit(c, CODE_RETURN_VOID, 0, 0, 0);
        return;
    }
    if (class_of(s->a->type) == CLASS_NONE) {
        effect_of(c, s->a);
        emit(c, CODE_RETURN_VOID, 0, 0, 0);
    } else if (class_of(s->a->type) == CLASS_RECORD) {
        unsigned from = value_of(c, s->a, ANY);
        if (c->result_register >= 0 && s->a->type->size > 0) {
            emit_number(c, CODE_COPY, (unsigned)c->result_register, from, 0, s->a->type->size);
            emit_number(c, CODE_SPOIL_DOUBTED, (unsigned)c->result_register, 0, 0,
                        s->a->type->size);
        }
        emit(c, CODE_RETURN_VOID, 0, 0, 0);
    } else {
        unsigned value = value_of(c, s->a, ANY);
        emit(c, CODE_RETURN, value, 0, 0);
    }
    c->temporary = mark;
}

static void variable(struct compiler *c, const struct var *var)
{
    if (var == NULL || var->is_global || var->is_shared)
        return; /* globals and static locals are initialized before main */
    unsigned reg = c->registers[var->index], mark = c->temporary;
    if (reg >= REGISTER_LOCAL) {
        apply_inits(c, var, reg, (uint64_t)var->type->size);
    } else if (var->inits != NULL) {
        c->target = (struct target){var->name, var->type};
        for (const struct init *i = var->inits; i != NULL; i = i->next) {
            if (class_of(i->value->type) == CLASS_NONE)
                effect_of(c, i->value);
            else
                value_of(c, i->value, (int)reg);
        }
        c->target = (struct target){NULL, NULL};
    } else if (var->zero_first) {
        emit(c, CODE_MOVE, reg, constant_register(c, 0), 0);
    } else {
        emit(c, CODE_UNSET, reg, 0, 0);
    }
    c->temporary = mark;
}

/* Variables of a block inside of a function, which what CUDA was asked for in it may still be
 * using. Those of the function end with its frame. */
static void leave_block(struct compiler *c, const struct stmt *block)
{
    if (c->function == NULL || block == c->function->body || block == c->function->body->body ||
        !calls_cuda_stmt(c, block->body))
        return;
    c->place = block->end.line ? block->end : block->place;
    for (const struct stmt *s = block->body; s != NULL; s = s->next) {
        if (s->kind != STMT_VAR || s->var == NULL || s->var->is_global || s->var->is_shared)
            continue;
        unsigned reg = c->registers[s->var->index];
        if (reg >= REGISTER_LOCAL)
            emit(c, CODE_OUT, reg, 0, 0);
    }
}

static void one(struct compiler *c, struct stmt *s)
{
    c->place = s->place;
    switch (s->kind) {
    case STMT_EXPR:
        if (s->a != NULL)
            effect_of(c, s->a);
        break;
    case STMT_VAR:
        variable(c, s->var);
        break;
    case STMT_BLOCK:
        if (s->body != NULL) {
            statement(c, s->body);
            leave_block(c, s);
        }
        break;
    case STMT_IF:
        if_statement(c, s);
        break;
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        loop_statement(c, s);
        break;
    case STMT_SWITCH:
        switch_statement(c, s);
        break;
    case STMT_CASE:
        label_bind(c, label_of(c, s));
        break;
    case STMT_LABEL:
        label_bind(c, label_of(c, s));
        emit(c, CODE_TURN, 0, 0, 0); /* a goto may come back */
        break;
    case STMT_BREAK:
        if (c->loop != NULL)
            emit_jump(c, c->loop->break_to);
        break;
    case STMT_CONTINUE:
        if (c->loop != NULL && c->loop->continue_to != NULL)
            emit_jump(c, c->loop->continue_to);
        break;
    case STMT_RETURN:
        return_statement(c, s);
        break;
    case STMT_GOTO:
        if (s->target != NULL)
            emit_jump(c, label_of(c, s->target));
        break;
    }
}

void statement(struct compiler *c, struct stmt *s)
{
    if (s == NULL || c->failed)
        return;
    if (++c->depth > 3000)
        compile_fail(c, s->place, "too many statements inside each other");
    for (; s != NULL && !c->failed; s = s->next) {
        one(c, s);
        if (s == c->last)
            c->code->late_from = (uint32_t)c->code->count;
    }
    c->depth--;
}
