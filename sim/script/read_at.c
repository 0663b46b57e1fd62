/* Reading what stands elsewhere, with the names that are known there: instances of templates,
 * defaults of parameters, members' own initial values. */
#include "sim/script/objects.h"

#include <string.h>

#define MAX_INSTANCE_DEPTH 32

/* The local scopes around an instance's first use are no business of the template's tokens. */
struct suspended {
    struct scope *scope;
    struct body *body;
    struct record *record;
    struct pending_body *pending;
    struct friend_body *friends;
    struct deduced deduced;
    uint32_t prefix;
    size_t at, using_count;
    struct expr **auto_args, *initial_of;
    int no_greater, unevaluated, depth;
    bool half, device, outside, in_clause;
    const struct token *tokens;
    size_t token_count;
};

/* What a struct declares, in a template that is being read or in a function: known everywhere by
 * its whole name, as templates are told the struct. */
static bool is_member_name(struct parser *p, const struct symbol *s)
{
    return s->scope->kind >= SCOPE_TEMPLATE && strstr(name_text(p, s->name), "::");
}

static void hide_scope(struct parser *p)
{
    for (struct symbol *symbol = p->scope->symbols; symbol; symbol = symbol->next)
        if (!is_member_name(p, symbol))
            p->symbols[symbol->name] = symbol->hidden;
    p->scope = p->scope->outer;
}

static void suspend(struct parser *p, struct suspended *s, uint32_t prefix)
{
    *s = (struct suspended){.scope = p->scope,
                            .body = p->body,
                            .record = p->record,
                            .pending = p->pending,
                            .friends = p->friends,
                            .deduced = p->deduced,
                            .prefix = p->prefix,
                            .at = p->at,
                            .tokens = p->tokens,
                            .token_count = p->token_count,
                            .in_clause = p->in_clause,
                            .using_count = p->using_count,
                            .auto_args = p->auto_args,
                            .initial_of = p->initial_of,
                            .no_greater = p->no_greater,
                            .unevaluated = p->unevaluated,
                            .depth = p->depth,
                            .half = p->half,
                            .outside = p->outside,
                            .device = p->device};
    while (p->scope->kind > SCOPE_NAMESPACE)
        hide_scope(p);
    p->body = NULL;
    p->record = NULL;
    p->pending = NULL;
    p->friends = NULL;
    p->deduced.name = 0;
    p->prefix = prefix;
    p->auto_args = NULL;
    p->initial_of = NULL;
    p->no_greater = p->unevaluated = 0;
    p->half = p->device = p->outside = false;
    p->in_clause = false;
    p->tokens = p->pp->out.items; /* also where those of a pragma are read */
    p->token_count = p->pp->out.count;
}

static void show_symbols(struct parser *p, struct symbol *s)
{
    /* oldest first, so that what hides stays in front; lists are short enough for this */
    struct symbol_link {
        struct symbol *symbol;
        struct symbol_link *next;
    } *links = NULL;
    for (; s; s = s->next) {
        if (is_member_name(p, s))
            continue;
        struct symbol_link *link = arena_alloc(p->arena, sizeof *link);
        link->symbol = s;
        link->next = links;
        links = link;
    }
    for (; links; links = links->next) {
        struct symbol *shown = links->symbol; /* more may have been declared since it was hidden */
        shown->hidden = p->symbols[shown->name];
        p->symbols[shown->name] = shown;
    }
}

static void show_scopes(struct parser *p, struct scope *from, const struct scope *until)
{
    struct scope *list[512];
    size_t n = 0;
    for (struct scope *s = from; s != until && n < 512; s = s->outer)
        list[n++] = s;
    while (n > 0)
        show_symbols(p, list[--n]->symbols);
}

static void resume(struct parser *p, const struct suspended *s)
{
    struct scope *file = s->scope;
    while (file->kind > SCOPE_NAMESPACE)
        file = file->outer;
    while (p->scope != file)
        hide_scope(p);
    show_scopes(p, s->scope, file);
    p->using_count = s->using_count;
    p->auto_args = s->auto_args;
    p->initial_of = s->initial_of;
    p->scope = s->scope;
    p->body = s->body;
    p->record = s->record;
    p->pending = s->pending;
    p->friends = s->friends;
    p->deduced = s->deduced;
    p->prefix = s->prefix;
    p->at = s->at;
    p->tokens = s->tokens;
    p->token_count = s->token_count;
    p->in_clause = s->in_clause;
    p->no_greater = s->no_greater;
    p->unevaluated = s->unevaluated;
    p->depth = s->depth;
    p->half = s->half;
    p->outside = s->outside;
    p->device = s->device;
}

/* What a header of ours cannot do with these types is at fault where the user asks for it. */
_Noreturn static void blame_user(struct parser *p, struct place place)
{
    struct err why = *p->err;
    err_init(p->err);
    parse_fail_hint(p, place, why.hint[0] ? why.hint : NULL, "%s", why.message);
}

void read_at(struct parser *p, const struct where *where, void (*read)(struct parser *, void *),
             void *context)
{
    struct suspended saved;
    if (p->instance_depth >= MAX_INSTANCE_DEPTH)
        parse_fail(p, where->place, "templates use each other more than %d deep",
                   MAX_INSTANCE_DEPTH);
    suspend(p, &saved, where->prefix);
    if (where->scope) {
        show_scopes(p, where->scope, p->scope);
        p->scope = where->scope;
        p->body = where->body;
    }
    p->instance_depth++;
    bool ok = parse_protected(p, read, context);
    p->instance_depth--;
    resume(p, &saved);
    if (ok)
        return;
    if (p->err->file[0] == '<' && !p->tu->sources.files[where->place.file].builtin)
        blame_user(p, where->place);
    longjmp(*p->escape, 1);
}
