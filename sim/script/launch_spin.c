#include "sim/base/mem.h"
#include "sim/script/launch_spin_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200000, MOST_CALLS = 8 };

static enum flow walk(struct spin_walk *w, const struct stmt *s);

/* ---- threads ---- */

static bool is_none(const struct threads *t)
{
    uint64_t all = 0;
    for (int i = 0; i < MOST_THREADS / 64; i++)
        all |= t->bits[i];
    return all == 0;
}

static void join(struct threads *t, const struct threads *others)
{
    for (int i = 0; i < MOST_THREADS / 64; i++)
        t->bits[i] |= others->bits[i];
}

static uint64_t thread_count(const struct launch_scope *scope)
{
    const uint32_t *b = scope->block;
    bool many = b[0] > MOST_THREADS || b[1] > MOST_THREADS || b[2] > MOST_THREADS;
    return many ? UINT64_MAX : (uint64_t)b[0] * b[1] * b[2];
}

/* For which of those that are here a condition holds; false: that is not known. */
static bool divide(struct spin_walk *w, const struct expr *e, struct threads *yes,
                   struct threads *no)
{
    uint64_t count = thread_count(&w->scope);
    memset(yes, 0, sizeof *yes);
    memset(no, 0, sizeof *no);
    if (spin_causes(w, e) != BY_THREAD || spin_acts(e) || spin_has_aliased(w, e) ||
        count > MOST_THREADS)
        return false;
    struct launch_scope scope = w->scope;
    uint32_t thread[3] = {0, 0, 0};
    scope.thread = thread;
    scope.made_of = w->made_of;
    *w->steps += (int)(count / 8);
    for (uint64_t t = 0; t < count; t++) {
        uint64_t bit = (uint64_t)1 << t % 64;
        if (w->here.bits[t / 64] & bit) {
            struct launch_value v = launch_value(&scope, e);
            if (!v.known)
                return false;
            (launch_number(v) != 0 ? yes : no)->bits[t / 64] |= bit;
        }
        if (++thread[0] == scope.block[0]) {
            thread[0] = 0;
            if (++thread[1] == scope.block[1]) {
                thread[1] = 0;
                thread[2]++;
            }
        }
    }
    return true;
}

/* The value of a condition, which what changes in it is done for. */
static struct launch_value condition(struct spin_walk *w, const struct expr *e)
{
    struct threads yes, no;
    struct launch_value v = spin_take(w, e, true);
    if (v.known || !divide(w, e, &yes, &no) || (!is_none(&yes) && !is_none(&no)))
        return v;
    return (struct launch_value){.known = true, .i = is_none(&no)};
}

/* ---- statements ---- */

/* What an arm of a condition makes of what is known. */
struct arm {
    enum flow flow;
    struct launch_value *values;
    uint8_t *causes;
    const struct expr **made_of;
    struct threads here;
};

static void keep(const struct spin_walk *w, struct arm *arm)
{
    size_t count = (size_t)w->function->local_count + 1;
    arm->values = mem_zalloc(count * sizeof *arm->values);
    arm->causes = mem_zalloc(count * sizeof *arm->causes);
    arm->made_of = mem_zalloc(count * sizeof *arm->made_of);
    memcpy(arm->values, w->values, count * sizeof *arm->values);
    memcpy(arm->causes, w->causes, count * sizeof *arm->causes);
    memcpy(arm->made_of, w->made_of, count * sizeof *arm->made_of);
    arm->here = w->here;
}

static void bring(struct spin_walk *w, const struct arm *arm)
{
    size_t count = (size_t)w->function->local_count + 1;
    memcpy(w->values, arm->values, count * sizeof *arm->values);
    memcpy(w->causes, arm->causes, count * sizeof *arm->causes);
    memcpy(w->made_of, arm->made_of, count * sizeof *arm->made_of);
    w->here = arm->here;
}

static void release(struct arm *arm)
{
    free(arm->values);
    free(arm->causes);
    free(arm->made_of);
}

static bool is_same(struct launch_value a, struct launch_value b)
{
    if (!a.known || !b.known || a.floating != b.floating)
        return false;
    return a.floating ? a.d == b.d : a.i == b.i;
}

/* Both arms go on to the same: the other's values are brought to those that stand there. */
static void merge(struct spin_walk *w, const struct arm *other, uint8_t causes)
{
    for (int i = 0; i < w->function->local_count; i++) {
        bool untouched = !w->values[i].known && !other->values[i].known &&
                         w->made_of[i] == other->made_of[i] && w->causes[i] == other->causes[i];
        if (is_same(w->values[i], other->values[i]) || untouched)
            continue;
        uint8_t all = causes & BY_THREAD ? causes | BY_ARMS : causes;
        all |= w->values[i].known ? 0 : w->causes[i];
        all |= other->values[i].known ? 0 : other->causes[i];
        w->values[i].known = false;
        w->causes[i] = all;
        w->made_of[i] = NULL;
    }
    join(&w->here, &other->here);
}

static void leave(struct spin_walk *w, const struct arm *arm)
{
    if (arm->flow == BREAK) {
        w->breaks = true;
        join(&w->broke, &arm->here);
    } else if (arm->flow == CONTINUE) {
        w->continues = true;
        join(&w->continued, &arm->here);
    }
}

/* Some of the block's threads take either arm: the longer one counts, and who leaves leaves the
 * others behind. */
static enum flow walk_arms(struct spin_walk *w, const struct stmt *s, uint8_t causes,
                           const struct threads parts[2])
{
    double before = w->found->us, longest = before;
    const struct stmt *const ways[] = {s->body, s->other};
    struct arm start, arms[2];
    keep(w, &start);
    for (int i = 0; i < 2; i++) {
        bring(w, &start);
        w->here = parts[i];
        w->found->us = before;
        enum flow flow = ways[i] ? walk(w, ways[i]) : ON;
        keep(w, &arms[i]);
        arms[i].flow = flow;
        longest = w->found->us > longest ? w->found->us : longest;
    }
    enum flow flow = STUCK;
    if (w->found->known) {
        int stays = arms[1].flow < arms[0].flow;
        flow = arms[stays].flow;
        w->found->us = longest;
        bring(w, &arms[stays]);
        if (arms[0].flow == arms[1].flow)
            merge(w, &arms[!stays], causes);
        else
            leave(w, &arms[!stays]);
    }
    release(&start);
    release(&arms[0]);
    release(&arms[1]);
    return flow;
}

static enum flow walk_if(struct spin_walk *w, const struct stmt *s)
{
    bool spins = spin_in_stmt(s);
    bool looks = spins || !spin_reads_memory(s->a);
    uint8_t causes = spin_causes(w, s->a);
    struct threads parts[2];
    struct launch_value v = spin_take(w, s->a, looks);
    if (!w->found->known)
        return STUCK;
    if (v.known)
        return walk(w, launch_number(v) != 0 ? s->body : s->other);
    bool divided = looks && divide(w, s->a, &parts[0], &parts[1]);
    if (divided && is_none(&parts[1]))
        return walk(w, s->body);
    if (divided && is_none(&parts[0]))
        return walk(w, s->other);
    bool some = causes & BY_THREAD && causes & (BY_BLOCK | BY_OTHER) && !(causes & BY_ARMS);
    if (spins && !divided && !some)
        return spin_stuck(w, s->a->place, spin_reason(causes));
    if (!divided)
        parts[0] = parts[1] = w->here;
    return walk_arms(w, s, causes, parts);
}

/* Those who have left a loop or a switch go on behind it. */
static enum flow rejoin(struct spin_walk *w, const struct stmt *s, enum flow flow)
{
    if (flow == STUCK || !w->breaks)
        return flow == BREAK ? ON : flow;
    if (flow == CONTINUE) {
        w->continues = true;
        join(&w->continued, &w->here);
    }
    if (flow == CONTINUE || flow == RETURN)
        w->here = w->broke;
    else
        join(&w->here, &w->broke);
    spin_forget_loop(w, s, BY_THREAD | BY_ARMS);
    return ON;
}

static enum flow turn_loop(struct spin_walk *w, const struct stmt *s)
{
    for (bool first = true;; first = false) {
        if (++*w->steps > MOST_STEPS)
            return spin_stuck(w, s->place, "the loop turns too often to be followed");
        if (s->a && !(first && s->kind == STMT_DO)) {
            uint8_t causes = spin_causes(w, s->a);
            struct launch_value v = condition(w, s->a);
            if (!v.known)
                return spin_stuck(w, s->a->place, spin_reason(causes));
            if (launch_number(v) == 0)
                return ON;
        }
        w->continues = false;
        memset(&w->continued, 0, sizeof w->continued);
        enum flow flow = s->body ? walk(w, s->body) : ON;
        if (flow == STUCK || (flow >= BREAK && !w->continues))
            return flow;
        if (w->continues) {
            if (flow == BREAK) {
                w->breaks = true;
                join(&w->broke, &w->here);
            }
            if (flow >= BREAK)
                w->here = w->continued;
            else
                join(&w->here, &w->continued);
            spin_forget(w, s->body, BY_THREAD | BY_ARMS);
        }
        spin_take(w, s->step, false);
        if (!w->found->known)
            return STUCK;
    }
}

static enum flow walk_loop(struct spin_walk *w, const struct stmt *s)
{
    enum flow flow = s->init ? walk(w, s->init) : ON;
    if (flow != ON)
        return flow;
    if (!spin_in_stmt(s) && !spin_returns(s->body)) {
        if (spin_has_goto(s->body))
            return spin_stuck(w, s->place, "goto is not followed");
        spin_forget_loop(w, s, BY_OTHER);
        return ON;
    }
    struct spin_walk outer = *w;
    w->breaks = false;
    memset(&w->broke, 0, sizeof w->broke);
    flow = rejoin(w, s, turn_loop(w, s));
    w->breaks = outer.breaks;
    w->broke = outer.broke;
    w->continues = outer.continues;
    w->continued = outer.continued;
    return flow;
}

static enum flow walk_switch(struct spin_walk *w, const struct stmt *s)
{
    uint8_t causes = spin_causes(w, s->a);
    bool spins = spin_in_stmt(s), looks = spins || !spin_reads_memory(s->a);
    struct launch_value v = spin_take(w, s->a, looks);
    if (!w->found->known)
        return STUCK;
    if (!v.known && spins)
        return spin_stuck(w, s->a->place, spin_reason(causes));
    if (!v.known) {
        if (spin_has_goto(s->body))
            return spin_stuck(w, s->place, "goto is not followed");
        spin_forget(w, s->body, causes | (causes & BY_THREAD ? BY_ARMS : 0));
        return ON;
    }
    const struct stmt *list = s->body, *taken = NULL, *t = NULL;
    while (list && list->kind == STMT_BLOCK && !list->next)
        list = list->body;
    for (t = s->cases; t; t = t->cases)
        if (t->is_default ? !taken : t->value == v.i)
            taken = t;
    for (t = list; t && t != taken; t = t->next)
        continue;
    if (taken && !t)
        return spin_stuck(w, taken->place, "this label is not followed");
    bool breaks = w->breaks;
    struct threads broke = w->broke;
    w->breaks = false;
    memset(&w->broke, 0, sizeof w->broke);
    enum flow flow = rejoin(w, s, taken ? walk(w, taken) : ON);
    w->breaks = breaks;
    w->broke = broke;
    return flow;
}

static enum flow walk_one(struct spin_walk *w, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_EXPR:
        spin_take(w, s->a, false);
        return w->found->known ? ON : STUCK;
    case STMT_VAR:
        if (s->var)
            spin_begin_var(w, s->var);
        return w->found->known ? ON : STUCK;
    case STMT_BLOCK:
        return walk(w, s->body);
    case STMT_IF:
        return walk_if(w, s);
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        return walk_loop(w, s);
    case STMT_SWITCH:
        return walk_switch(w, s);
    case STMT_BREAK:
        return BREAK;
    case STMT_CONTINUE:
        return CONTINUE;
    case STMT_RETURN:
        spin_take(w, s->a, false);
        return w->found->known ? RETURN : STUCK;
    case STMT_GOTO:
        return spin_stuck(w, s->place, "goto is not followed");
    default:
        return ON;
    }
}

static enum flow walk(struct spin_walk *w, const struct stmt *s)
{
    enum flow flow = ON;
    for (; s && flow == ON; s = s->next) {
        if (++*w->steps > MOST_STEPS)
            return spin_stuck(w, s->place, "its statements are too many to be followed");
        flow = walk_one(w, s);
    }
    return flow;
}

/* ---- functions ---- */

static void begin(struct spin_walk *w, const struct launch_scope *scope, const struct function *f)
{
    size_t count = (size_t)f->local_count + 1;
    w->scope = *scope;
    w->function = f;
    w->values = mem_zalloc(count * sizeof *w->values);
    w->causes = mem_zalloc(count * sizeof *w->causes);
    w->needed = mem_zalloc(count * sizeof *w->needed);
    w->aliased = mem_zalloc(count * sizeof *w->aliased);
    w->stored = mem_zalloc(count * sizeof *w->stored);
    w->made_of = mem_zalloc(count * sizeof *w->made_of);
    memset(w->causes, BY_OTHER, count * sizeof *w->causes);
    while (spin_need(w, f->body))
        continue;
}

static void end(struct spin_walk *w)
{
    free(w->values);
    free(w->causes);
    free(w->needed);
    free(w->aliased);
    free(w->stored);
    free(w->made_of);
}

static const char not_read[] = "spin_us stands in a template or is not understood";

enum flow spin_walk_function(struct spin_walk *outer, const struct expr *call)
{
    const struct function *f = call->function;
    if (f->spins == SPINS_UNREAD || !f->body)
        return spin_stuck(outer, call->place, not_read);
    if (outer->calls >= MOST_CALLS)
        return spin_stuck(outer, call->place, "it stands in functions that call each other");
    struct spin_walk w = {.found = outer->found, .steps = outer->steps, .calls = outer->calls + 1};
    begin(&w, &outer->scope, f);
    w.scope.args = NULL; /* those are the kernel's */
    w.scope.arg_count = 0;
    for (int i = 0; i < call->arg_count; i++) {
        bool needed = i < f->parameter_count && w.needed[i];
        uint8_t causes = spin_causes(outer, call->args[i]);
        struct launch_value v = spin_take(outer, call->args[i], needed);
        if (needed)
            spin_put(&w, f->locals[i], v, causes);
    }
    w.here = outer->here;
    w.scope.locals = w.values;
    if (w.found->known)
        walk(&w, f->body);
    end(&w);
    return outer->found->known ? ON : STUCK;
}

struct launch_spin launch_spin(const struct launch_scope *scope)
{
    struct launch_spin found = {.known = true};
    struct spin_walk w = {.found = &found};
    int steps = 0;
    if (scope->kernel->spins == SPINS_UNREAD) {
        spin_stuck(&w, scope->kernel->place, not_read);
        return found;
    }
    w.steps = &steps;
    begin(&w, scope, scope->kernel);
    for (int i = 0; i < scope->arg_count; i++) {
        const struct var *var = scope->kernel->locals[i];
        struct expr use = {.kind = EXPR_LOCAL, .type = var->type};
        use.var = scope->kernel->locals[i];
        if (w.needed[i])
            spin_put(&w, var, launch_value(scope, &use), BY_OTHER);
    }
    w.scope.locals = w.values;
    uint64_t count = thread_count(scope);
    for (uint64_t t = 0; t < count && t < MOST_THREADS; t++)
        w.here.bits[t / 64] |= (uint64_t)1 << t % 64;
    walk(&w, scope->kernel->body);
    end(&w);
    return found;
}
