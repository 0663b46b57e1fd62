/* The whole translation unit, and the entries. */
#include "sim/script/parse.h"

#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/script/ordering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void note_pragma(struct parser *p, const struct token *mark)
{
    p->tu->pragmas[mark->name].prefix = p->prefix ? name_text(p, p->prefix) : NULL;
}

static void parse_declarations(struct parser *p, bool in_braces);

void parse_namespace_alias(struct parser *p)
{
    p->at++; /* namespace */
    uint32_t alias = expect_name(p, "the name of a namespace");
    expect(p, PUNCT1('='), "after the new name");
    const struct token *name;
    uint32_t prefix;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    if (!s)
        parse_fail_unknown(p, name, prefix);
    if (s->kind != SYMBOL_NAMESPACE)
        parse_fail(p, name->place, "'%s' is no namespace", name_text(p, name->name));
    symbol_declare(p, name_join(p, p->body ? 0 : p->prefix, alias), SYMBOL_NAMESPACE, name->place)
        ->prefix = s->prefix;
    expect(p, PUNCT1(';'), "after the namespace");
}

/* What an inline one has is in the one around it: its own name stands for that. */
static void parse_namespace(struct parser *p, bool is_inline)
{
    if (peek_ahead(p, 2)->punct == PUNCT1('=')) {
        parse_namespace_alias(p);
        return;
    }
    struct place place = next(p)->place;
    uint32_t saved = p->prefix;
    skip_attributes(p);
    if (!at_punct(p, PUNCT1('{'))) {
        do {
            uint32_t name = expect_name(p, "the name of a namespace");
            uint32_t flat = name_join(p, p->prefix, name);
            struct symbol *s = symbol_here(p, flat);
            if (s && s->kind != SYMBOL_NAMESPACE)
                parse_fail(p, place, "'%s' is declared already, at line %u", name_text(p, name),
                           s->place.line);
            if (!s) {
                s = symbol_declare(p, flat, SYMBOL_NAMESPACE, place);
                s->prefix = is_inline ? p->prefix : flat;
            }
            p->prefix = s->prefix;
        } while (accept_punct(p, PUNCT2(':', ':')));
    }
    enter(p, place);
    expect(p, PUNCT1('{'), "that opens the namespace");
    parse_declarations(p, true);
    if (!accept_punct(p, PUNCT1('}')))
        parse_fail(p, place, "this namespace is never closed");
    leave(p);
    p->prefix = saved;
}

static void parse_declarations(struct parser *p, bool in_braces)
{
    for (;;) {
        const struct token *t = peek(p);
        if (t->kind == TOKEN_END)
            return;
        if (t->punct == PUNCT1('}')) {
            if (in_braces)
                return;
            parse_fail(p, t->place, "this } closes nothing");
        }
        if (t->kind == TOKEN_PRAGMA) {
            note_pragma(p, next(p));
        } else if (t->punct == PUNCT1(';')) {
            p->at++;
        } else if (at_keyword(p, KW_namespace)) {
            parse_namespace(p, false);
        } else if (at_keyword(p, KW_inline) && peek_ahead(p, 1)->kind == TOKEN_NAME &&
                   peek_ahead(p, 1)->name == KW_namespace) {
            p->at++;
            parse_namespace(p, true);
        } else if (at_keyword(p, KW_extern) && peek_ahead(p, 1)->kind == TOKEN_STRING) {
            p->at += 2; /* "C" changes nothing here */
            if (at_punct(p, PUNCT1('{'))) {
                enter(p, t->place);
                p->at++;
                parse_declarations(p, true);
                if (!accept_punct(p, PUNCT1('}')))
                    parse_fail(p, t->place, "this extern \"C\" { is never closed");
                leave(p);
            }
        } else if (at_keyword(p, KW_template)) {
            parse_template(p);
        } else if (at_keyword(p, KW_extern) && peek_ahead(p, 1)->name == KW_template) {
            while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END)
                p->at++; /* another file has the instance: here it is made when it is needed */
        } else if (at_keyword(p, KW_asm)) {
            parse_fail(p, t->place, "assembly is not supported");
        } else if (!parse_special_member(p)) {
            parse_declaration(p, NULL);
        }
    }
}

static void append_range(struct token_list *out, struct token_range range, struct place place)
{
    for (size_t i = 0; i < range.count; i++)
        token_list_add(out, &range.tokens[i]);
    if (range.count > 0)
        place = range.tokens[range.count - 1].place;
    struct token end = {.kind = TOKEN_END, .text = "", .place = place, .line_start = true};
    token_list_add(out, &end);
}

static void list_name(char *list, size_t size, const char *name)
{
    size_t length = strlen(list);
    if (length + strlen(name) + 3 < size)
        snprintf(list + length, size - length, "%s%s", length ? ", " : "", name);
}

/* Adds a number of the main file that -D could have meant, while there is room. */
static void list_constant(char *list, size_t size, const struct var *v)
{
    if (v->type->is_const && !v->is_derived && type_is_arithmetic(v->type) && v->place.line &&
        v->place.file == 0)
        list_name(list, size, v->name);
}

/* Those that are defined as one, or as a sum or so with one. */
static void list_macros(const struct preprocessor *pp, char *list, size_t size)
{
    for (uint32_t name = 0; name < pp->macro_capacity; name++) {
        struct token_range text;
        struct place place;
        bool number = false;
        if (!macro_text(pp, name, &text, &place) || place.file != 0)
            continue;
        for (size_t i = 0; i < text.count; i++)
            number |= text.tokens[i].kind == TOKEN_NUMBER;
        if (number)
            list_name(list, size, intern_name(&pp->tu->names, name));
    }
}

static void hint_constants(struct parser *p)
{
    char list[160] = "";
    list_macros(p->pp, list, sizeof list);
    for (int k = 0; k < p->tu->global_count; k++)
        list_constant(list, sizeof list, p->tu->globals[k]);
    for (int k = 0; k < p->tu->function_count; k++)
        for (int v = 0; v < p->tu->functions[k]->local_count; v++)
            list_constant(list, sizeof list, p->tu->functions[k]->locals[v]);
    for (const struct enumerator *e = p->tu->enumerators; e; e = e->next)
        if (e->place.file == 0)
            list_name(list, sizeof list, e->name);
    if (*list)
        err_hint(p->err, "its macros and constants are %s", list);
}

/* A -D that names nothing is a mistake. */
static void check_overrides(struct parser *p)
{
    for (int i = 0; i < p->options->define_count; i++) {
        const struct override *o = &p->pp->overrides[i];
        const char *name = p->options->defines[i].name;
        if (o->used || (!o->is_constant && macro_is_used(p->pp, o->name)) ||
            (p->options->header_macro && strcmp(name, p->options->header_macro) == 0))
            continue;
        struct suggest suggest;
        suggest_init(&suggest, name);
        macro_undefine(p->pp, o->name); /* its own name is no correction */
        macro_suggest(p->pp, &suggest);
        for (int k = 0; k < p->tu->global_count; k++)
            if (p->tu->globals[k]->type->is_const && p->tu->globals[k]->place.line)
                suggest_offer(&suggest, p->tu->globals[k]->name);
        for (int k = 0; k < p->tu->function_count; k++)
            for (int v = 0; v < p->tu->functions[k]->local_count; v++)
                if (p->tu->functions[k]->locals[v]->type->is_const)
                    suggest_offer(&suggest, p->tu->functions[k]->locals[v]->name);
        for (const struct enumerator *e = p->tu->enumerators; e; e = e->next)
            suggest_offer(&suggest, e->name);
        err_set(p->err, ERR_INPUT, "-D %s: no macro and no constant in %s is called so", name,
                p->tu->sources.files[0].path);
        if (suggest.best && strcmp(suggest.best, name) != 0)
            err_hint(p->err, "did you mean '%s'?", suggest.best);
        else
            hint_constants(p);
        longjmp(*p->escape, 1);
    }
}

static void check_defined(struct parser *p)
{
    for (size_t i = 0; i < p->symbol_capacity; i++) {
        struct symbol *s = p->symbols[i];
        if (!s || s->kind != SYMBOL_FUNCTION)
            continue;
        for (struct overload *o = s->overloads; o; o = o->next) {
            struct function *f = o->function;
            if (f && f->is_used && !f->is_builtin && !f->body && !f->body_tokens.count &&
                !f->is_deleted)
                parse_fail_hint(p, f->used_at,
                                "every function must be in this file or in "
                                "one that it includes",
                                "'%s' is declared, but not defined", f->display_name);
        }
    }
}

static void check_externs(struct parser *p)
{
    for (int i = 0; i < p->tu->global_count; i++) {
        struct var *v = p->tu->globals[i];
        if (v->is_extern && v->is_used && !p->tu->sources.files[v->place.file].builtin)
            parse_fail_hint(p, v->used_at, "define it in this file",
                            "'%s' is declared extern, but not defined", v->name);
    }
}

static void check_main(struct parser *p)
{
    struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "main"));
    struct function *f = s && s->kind == SYMBOL_FUNCTION ? s->overloads->function : NULL;
    if (!f || !f->body) {
        const struct source *file = &p->tu->sources.files[0];
        err_set_at(p->err, ERR_INPUT, file->path, 0, 0, "there is no main() in this file");
        err_hint(p->err, "a scenario is a whole program: int main() { ... }");
        longjmp(*p->escape, 1);
    }
    struct type *type = f->type;
    if (type->base->kind != TYPE_INT)
        parse_fail(p, f->place, "main must return int");
    struct type *chars = type_pointer(p, type_pointer(p, p->basic[TYPE_CHAR]));
    bool ok = type->parameter_count == 0;
    if (type->parameter_count == 2 || type->parameter_count == 3)
        ok = type->parameters[0]->kind == TYPE_INT &&
             (type->parameters[1] == chars || type->parameters[1]->base->plain == chars->base ||
              type->parameters[1]->kind == TYPE_POINTER);
    if (!ok || s->overloads->next)
        parse_fail(p, f->place, "main must be main() or main(int argc, char **argv)");
    p->tu->main = f;
    f->is_used = true;
}

static int run(struct parser *p)
{
    jmp_buf escape;
    p->escape = &escape;
    if (setjmp(escape))
        return -1;
    scope_push(p, SCOPE_FILE);
    types_init(p);
    library_init(p);
    parse_declarations(p, false);
    read_used_bodies(p);
    define_late_ends(p);
    read_used_bodies(p); /* what those call */
    fill_type_infos(p);
    define_exit(p);
    define_owns(p);
    read_used_bodies(p);
    check_overrides(p);
    check_unused_templates(p);
    check_main(p);
    check_defined(p);
    check_externs(p);
    return 0;
}

static void intern_keywords(struct intern *names)
{
#define X(name) intern_adds(names, #name);
    KEYWORDS(X)
#undef X
}

int script_parse_text(const char *path, const char *text, size_t length,
                      const struct script_options *options, struct translation_unit **out,
                      struct arena *arena, struct err *err)
{
    struct translation_unit *tu = arena_alloc(arena, sizeof *tu);
    struct parser *p = mem_zalloc(sizeof *p);
    struct preprocessor *pp = mem_zalloc(sizeof *pp);
    /* the caller's may be gone when clauses are parsed and constants asked for */
    struct script_options *own = arena_alloc(arena, sizeof *own);
    *own = *options;
    options = own;
    tu->arena = arena;
    tu->parser = p;
    intern_init(&tu->names);
    intern_keywords(&tu->names);
    *out = NULL;
    p->tu = tu;
    p->arena = arena;
    p->pp = pp;
    p->options = options;
    p->err = err;
    p->max_depth = options->max_depth ? options->max_depth : 256;
    int rc = preprocess(pp, options, tu, path, text, length, err);
    if (rc == 0) {
        p->override_at =
            arena_alloc(arena, ((size_t)options->define_count + 1) * sizeof *p->override_at);
        struct place place = pp->out.items[pp->out.count - 1].place;
        for (int i = 0; i < options->define_count; i++) {
            p->override_at[i] = pp->out.count;
            append_range(&pp->out, pp->overrides[i].value, place);
        }
        p->tokens = pp->out.items;
        p->token_count = pp->out.count;
        find_try(p);
        find_orders(p);
        rc = run(p);
    }
    if (rc) {
        translation_unit_release(tu);
        return -1;
    }
    *out = tu;
    return 0;
}

int script_parse(const char *path, const struct script_options *options,
                 struct translation_unit **out, struct arena *arena, struct err *err)
{
    return script_parse_text(path, NULL, 0, options, out, arena, err);
}

void translation_unit_release(struct translation_unit *tu)
{
    struct parser *p = tu->parser;
    if (!p)
        return;
    free(p->symbols);
    free(p->usings);
    free(p->excused);
    free(tu->functions);
    free(tu->globals);
    free(tu->sources.files);
    preprocess_release(p->pp);
    free(p->pp);
    free(p);
    intern_release(&tu->names);
    tu->parser = NULL;
}

/* A parser for tokens that stand apart: a copy of the range with an end. */
static void redirect(struct parser *p, struct token_range range, struct token *copy)
{
    memcpy(copy, range.tokens, range.count * sizeof *copy);
    copy[range.count] = (struct token){.kind = TOKEN_END, .text = "", .line_start = true};
    if (range.count > 0)
        copy[range.count].place = range.tokens[range.count - 1].place;
    p->tokens = copy;
    p->token_count = range.count + 1;
    p->at = 0;
}

struct redirected {
    const struct token *tokens;
    size_t count, at;
};

/* The parts of result(pointer, bytes) at its place in a function. */
void parse_statement_pragma(struct parser *p, const struct token *mark, struct stmt ***tail)
{
    struct pragma *pragma = &p->tu->pragmas[mark->name];
    struct token_range range = pragma->range;
    note_pragma(p, mark);
    if (range.count == 0 || !token_is(&range.tokens[0], "result") || p->device)
        return;
    struct redirected saved = {p->tokens, p->token_count, p->at};
    redirect(p, range, arena_alloc(p->arena, (range.count + 1) * sizeof(struct token)));
    p->at = 1;
    expect(p, PUNCT1('('), "after result");
    struct expr *what = convert(p, parse_assignment(p),
                                type_pointer(p, type_const(p, p->basic[TYPE_VOID])), "the result");
    expect(p, PUNCT1(','), "and the number of bytes");
    struct expr *bytes =
        convert(p, parse_assignment(p), p->basic[TYPE_ULONG], "the number of bytes");
    expect(p, PUNCT1(')'), "after the number of bytes");
    if (peek(p)->kind != TOKEN_END)
        parse_unexpected(p, "the end of the pragma");
    p->tokens = saved.tokens;
    p->token_count = saved.count;
    p->at = saved.at;
    pragma->in_function = true;
    append(tail, stmt_expr(p, expr_builtin(p, "__ns_result", p->basic[TYPE_VOID], pragma->place, 2,
                                           what, bytes)));
}

struct expr *script_parse_clause(struct translation_unit *tu, const struct function *function,
                                 struct token_range tokens, bool *has_unit, struct err *err)
{
    struct parser *p = tu->parser;
    jmp_buf escape;
    jmp_buf *saved_escape = p->escape;
    struct err *saved_err = p->err;
    struct redirected saved = {p->tokens, p->token_count, p->at};
    struct scope *scope = p->scope;
    struct function copy = *function;
    struct body body;
    struct expr *volatile made = NULL;
    p->err = err;
    p->escape = &escape;
    p->depth = p->no_greater = 0;
    p->half = p->has_unit = false;
    p->in_clause = true;
    p->prefix =
        prefix_outer(p, intern_adds(&tu->names, function->name)); /* names as it sees them */
    redirect(p, tokens, arena_alloc(p->arena, (tokens.count + 1) * sizeof(struct token)));
    if (setjmp(escape) == 0) {
        copy.locals = NULL;
        template_bind(p, function);
        body_begin(p, &body, &copy);
        copy.local_count = 0;
        for (int i = 0; i < function->parameter_count; i++) {
            struct var *v = function->locals[i];
            uint32_t name = intern_adds(&tu->names, v->name);
            if (name)
                symbol_declare(p, name, SYMBOL_VAR, v->place)->var = v;
        }
        struct expr *e = decay(p, parse_expr(p));
        if (peek(p)->kind != TOKEN_END)
            parse_unexpected(p, "the end of this clause");
        made = e;
    }
    while (p->scope != scope)
        scope_pop(p);
    p->body = NULL;
    p->prefix = 0;
    p->in_clause = false;
    *has_unit = p->has_unit;
    p->tokens = saved.tokens;
    p->token_count = saved.count;
    p->at = saved.at;
    p->err = saved_err;
    p->escape = saved_escape;
    return made;
}
