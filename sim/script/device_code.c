/* Device code: read for its subscripts and never run. What we do not understand in it may be right,
 * so a statement with an error is skipped, unless the error is certain to be one for nvcc too: a
 * name that nothing declares, a wrong number of arguments, a missing semicolon. */
#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/script/parser.h"

#include <string.h>

/* --- names that nvcc knows without a header ----------------------------------------------------
 */

/* headers/device_names.txt: words with a space or line end behind each; NAME* is a beginning. */
static const char *name_list(void)
{
    return builtin_find("sim/script/headers/device_names.txt")->text;
}

static const char *next_word(const char *word, size_t *length)
{
    word += strspn(word, " \n");
    *length = strcspn(word, " \n");
    return word;
}

static bool in_list(const char *name)
{
    size_t length;
    for (const char *w = next_word(name_list(), &length); length;
         w = next_word(w + length, &length))
        if (w[length - 1] == '*' ? strncmp(name, w, length - 1) == 0
                                 : strncmp(name, w, length) == 0 && name[length] == '\0')
            return true;
    return false;
}

/* Offers the listed words that begin like the typo. */
void device_suggest(struct parser *p, struct suggest *suggest)
{
    size_t length;
    for (const char *w = next_word(name_list(), &length); length;
         w = next_word(w + length, &length)) {
        char word[64];
        if (w[length - 1] == '*' || length >= sizeof word || strncmp(w, suggest->typo, 3) != 0)
            continue;
        memcpy(word, w, length);
        word[length] = '\0';
        int before = suggest->distance;
        suggest_offer(suggest, word);
        if (suggest->distance < before)
            suggest->best = arena_strndup(p->arena, w, length);
    }
}

/* Names with two underscores are the compiler's own, and there are more than we list: only what is
 * near to one of these is none. */
static bool may_be_known(struct parser *p, const char *name)
{
    if (in_list(name))
        return true;
    if (strncmp(name, "__", 2) != 0)
        return false;
    struct suggest suggest;
    suggest_init(&suggest, name);
    device_suggest(p, &suggest);
    return !suggest.best;
}

/* --- names that something not understood may declare -------------------------------------------
 */

#define EVERYWHERE UINT32_MAX

static void excuse_in(struct parser *p, uint32_t name, uint32_t body)
{
    size_t before = p->excused_capacity;
    p->excused = mem_grow(p->excused, &p->excused_capacity, name + (size_t)1, sizeof *p->excused);
    if (p->excused_capacity > before)
        memset(p->excused + before, 0, (p->excused_capacity - before) * sizeof *p->excused);
    if (p->excused[name] != EVERYWHERE)
        p->excused[name] = body;
}

static void excuse(struct parser *p, uint32_t name)
{
    excuse_in(p, name, p->device_bodies);
}

void device_found_by_arguments(struct parser *p, uint32_t name)
{
    excuse_in(p, name, EVERYWHERE);
}

bool may_be_found_by_arguments(const struct parser *p, uint32_t name)
{
    return name < p->excused_capacity && p->excused[name] == EVERYWHERE;
}

static bool is_excused(const struct parser *p, uint32_t name)
{
    return name < p->excused_capacity &&
           (p->excused[name] == p->device_bodies || p->excused[name] == EVERYWHERE);
}

struct expr *device_name(struct parser *p, const struct token *name, uint32_t prefix)
{
    bool may_depend = p->dependent && at_punct(p, PUNCT1('(')); /* found by its arguments */
    if (prefix || is_excused(p, name->name) || may_depend || p->strange_names > p->strange_before ||
        may_be_known(p, name_text(p, name->name))) {
        excuse(p, name->name);
        p->strange_names++;
        return expr_opaque(p, NULL, NULL, name->place);
    }
    device_certain(p);
    parse_fail_unknown(p, name, prefix);
}

void device_certain(struct parser *p)
{
    p->certain = p->device && p->strange_names == p->strange_before;
}

/* --- reading -----------------------------------------------------------------------------------
 */

bool parse_forgiving(struct parser *p, void (*read)(struct parser *, void *), void *context)
{
    p->certain = false;
    if (parse_protected(p, read, context))
        return true;
    if (p->certain)
        longjmp(*p->escape, 1);
    err_init(p->err);
    return false;
}

struct device_body {
    struct function *function;
    struct parameter *parameters;
    int count;
};

static void read_device_body(struct parser *p, void *context)
{
    struct device_body *d = context;
    struct record *record = d->function->record;
    p->device = true;
    parse_function_body(p, d->function, d->parameters, d->count, record,
                        record && !d->function->is_method);
    p->device = false;
}

void define_device(struct parser *p, struct function *f, struct parameter *parameters, int count)
{
    size_t begin = p->at;
    skip_balanced(p);
    size_t end = p->at;
    f->body_tokens = range_between(p, begin, end);
    if (p->device)
        return; /* inside another one */
    p->at = begin;
    p->device_bodies++;
    struct device_body d = {f, parameters, count};
    if (!parse_forgiving(p, read_device_body, &d)) {
        f->body = NULL;
        f->local_count = 0;
        f->locals = NULL;
        f->parameter_count = count;
        /* who binds arguments needs the parameters */
        struct body body;
        p->device = true;
        body_begin(p, &body, f);
        declare_parameters(p, f, parameters, count, NULL);
        scope_pop(p);
        p->body = body.outer;
        p->device = false;
    }
    p->at = end;
}

static void read_one(struct parser *p, void *context)
{
    parse_one_statement(p, context);
}

void parse_device_statement(struct parser *p, struct stmt ***tail)
{
    size_t begin = p->at;
    struct stmt **before = *tail;
    struct cleanup *cleanups = p->body->cleanups;
    struct body saved = *p->body;
    uint32_t strange_before = p->strange_before;
    p->strange_before = p->strange_names;
    bool understood = parse_forgiving(p, read_one, tail);
    p->strange_before = strange_before;
    if (understood)
        return;
    int locals = p->body->function->local_count;
    struct var **list = p->body->function->locals;
    *p->body = saved;
    p->body->function->local_count = locals;
    p->body->function->locals = list;
    p->body->local_capacity = 0; /* grown since: copy again at the next one */
    p->body->cleanups = cleanups;
    *tail = before;
    **tail = NULL;
    p->at = begin;
    struct place place = place_here(p);
    skip_statement(p);
    for (size_t at = begin; at < p->at; at++) /* it may have declared any of its names */
        if (is_identifier(&p->tokens[at]))
            excuse(p, p->tokens[at].name);
    append(tail, stmt_expr(p, expr_opaque(p, NULL, NULL, place)));
}
