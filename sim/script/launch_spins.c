/* Which functions call spin_us, themselves or in functions that they call. */
#include "sim/base/mem.h"
#include "sim/script/launch_spin_walk.h"
#include "sim/script/lex.h"
#include "sim/script/token.h"

#include <stdlib.h>
#include <string.h>

bool launch_spins(const struct function *kernel)
{
    return kernel && kernel->spins != SPINS_NOT;
}

bool launch_is_spin(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->function && e->arg_count == 1 &&
           strcmp(e->function->name, "spin_us") == 0;
}

struct search {
    struct translation_unit *tu;
    uint32_t spin_us;
    bool *spins, *unread; /* by name: in bodies that were read, in others */
    size_t count;
};

/* How often it is named in the tokens; anything that spins where names is NULL. */
static size_t named(const struct search *s, struct token_range range, const bool *names)
{
    size_t count = 0;
    for (size_t i = 0; i < range.count; i++) {
        const struct token *t = &range.tokens[i];
        if (t->kind == TOKEN_NAME && t->name < s->count &&
            (names ? names[t->name] : t->name == s->spin_us))
            count++;
    }
    return count;
}

static bool is_call(const struct expr *e)
{
    return e->kind == EXPR_CALL || e->kind == EXPR_OPAQUE;
}

bool launch_calls(const struct expr *e)
{
    return is_call(e) && e->function &&
           (launch_spins(e->function) || strcmp(e->function->name, "spin_us") == 0);
}

bool launch_spins_in(const struct expr *e)
{
    if (!e)
        return false;
    if (launch_calls(e) || launch_spins_in(e->a) || launch_spins_in(e->b) || launch_spins_in(e->c))
        return true;
    for (int i = 0; is_call(e) && i < e->arg_count; i++)
        if (launch_spins_in(e->args[i]))
            return true;
    return false;
}

static bool in_stmts(const struct stmt *list)
{
    for (const struct stmt *t = list; t; t = t->next) {
        if (launch_spins_in(t->a) || launch_spins_in(t->step) || in_stmts(t->init) ||
            in_stmts(t->body) || in_stmts(t->other))
            return true;
        const struct init *i = t->kind == STMT_VAR && t->var ? t->var->inits : NULL;
        for (; i; i = i->next)
            if (launch_spins_in(i->value))
                return true;
    }
    return false;
}

static void note_name(const struct search *s, bool *names, const char *name)
{
    const char *last = strrchr(name, ':');
    name = last ? last + 1 : name;
    uint32_t id = intern_find(&s->tu->names, name, strlen(name));
    if (id && id < s->count)
        names[id] = true;
}

/* Templates that name what spins. */
static bool find_templates(const struct search *s)
{
    bool news = false;
    for (const struct template_body *t = s->tu->template_bodies; t; t = t->next) {
        const char *last = strrchr(t->name, ':'), *name = last ? last + 1 : t->name;
        uint32_t id = intern_find(&s->tu->names, name, strlen(name));
        if (!id || id >= s->count || s->unread[id])
            continue;
        if (!named(s, t->tokens, NULL) && !named(s, t->tokens, s->spins) &&
            !named(s, t->tokens, s->unread))
            continue;
        news = s->unread[id] = true;
    }
    return news;
}

/* Then it may have statements that are left out. */
static bool has_constexpr(const struct function *f)
{
    for (size_t i = 0; i < f->body_tokens.count; i++)
        if (token_is(&f->body_tokens.tokens[i], "constexpr"))
            return true;
    return false;
}

static bool find_function(const struct search *s, struct function *f)
{
    uint8_t before = f->spins;
    bool names = named(s, f->body_tokens, s->unread) > 0;
    bool no_body =
        !f->body && (named(s, f->body_tokens, NULL) > 0 || named(s, f->body_tokens, s->spins) > 0);
    if (names || no_body)
        f->spins = SPINS_UNREAD;
    else if (before == SPINS_NOT && f->body && in_stmts(f->body))
        f->spins = SPINS;
    else if (before == SPINS_NOT && f->body && !has_constexpr(f) && named(s, f->body_tokens, NULL))
        f->spins = SPINS_UNREAD; /* in a statement that is not understood */
    if (f->spins != SPINS_NOT && !f->is_kernel)
        note_name(s, s->spins, f->name);
    return f->spins != before;
}

void launch_spins_find(struct translation_unit *tu)
{
    struct search s = {.tu = tu, .count = tu->names.count};
    s.spin_us = intern_find(&tu->names, "spin_us", strlen("spin_us"));
    s.spins = mem_zalloc((s.count + 1) * sizeof *s.spins);
    s.unread = mem_zalloc((s.count + 1) * sizeof *s.unread);
    for (bool news = s.spin_us != 0; news;) { /* who is called mostly stands first: few turns */
        news = find_templates(&s);
        for (int i = 0; i < tu->function_count; i++) {
            struct function *f = tu->functions[i];
            if (f->spins != SPINS_UNREAD && !f->is_builtin && find_function(&s, f))
                news = true;
        }
    }
    free(s.spins);
    free(s.unread);
}
