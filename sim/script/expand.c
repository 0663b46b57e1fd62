/* Expansion of macros: arguments, # and ##, what is read again. */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/script/macro.h"

#include <stdlib.h>

/* Tokens to read on from: a macro's expansion, or the file or argument at the bottom. */
struct context {
    struct context *outer;
    struct macro *macro;
    struct token_list owned;
    const struct token *tokens;
    size_t at, count;
};

struct argument {
    size_t first, count; /* in the list of all arguments' tokens */
    struct token_list expanded;
    bool is_expanded;
};

/* Produced tokens are counted, so that macros that double each other end. */
static int emit(struct preprocessor *pp, struct token_list *list, const struct token *token)
{
    int64_t limit = pp->options->max_tokens ? pp->options->max_tokens : 20000000;
    if (++pp->token_count > limit) {
        preprocess_fail(pp, token->place, "the macros expand to more than %lld tokens",
                        (long long)limit);
        return err_hint(pp->err, "--limit tokens=N raises the limit");
    }
    token_list_add(list, token);
    return 0;
}

static void push_context(struct preprocessor *pp, struct context *c)
{
    c->outer = pp->context;
    pp->context = c;
    if (c->macro)
        c->macro->active = true;
}

static void pop_context(struct preprocessor *pp)
{
    struct context *c = pp->context;
    pp->context = c->outer;
    if (c->macro) {
        c->macro->active = false;
        token_list_release(&c->owned);
        free(c);
    }
}

/* The next token to read, NULL at the end of the bottom context or before a directive. Exhausted
 * expansions are left behind. */
static const struct token *next_token(struct preprocessor *pp, bool consume)
{
    while (pp->context->at == pp->context->count && pp->context->macro)
        pop_context(pp);
    struct context *c = pp->context;
    if (c->at == c->count)
        return NULL;
    const struct token *t = &c->tokens[c->at];
    if (t->kind == TOKEN_END || (!c->macro && t->line_start && t->punct == PUNCT1('#')))
        return NULL;
    if (consume)
        c->at++;
    return t;
}

/* Reads the arguments of `m` behind its opening parenthesis: args has one entry more than m has
 * parameters, for the variadic part. *given: how many there were. */
static int read_arguments(struct preprocessor *pp, struct macro *m, struct place place,
                          struct token_list *all, struct argument *args, int *given)
{
    int depth = 0, n = 0;
    int most = m->parameter_count + (m->variadic ? 1 : 0);
    args[0].first = 0;
    for (;;) {
        const struct token *next = next_token(pp, true);
        if (!next) {
            preprocess_fail(pp, place, "the macro %s has no ) that closes its arguments",
                            intern_name(&pp->tu->names, m->name));
            return -1;
        }
        struct token t = *next;
        if (t.punct == PUNCT1('(')) {
            depth++;
        } else if (t.punct == PUNCT1(')') && depth-- == 0) {
            break;
        } else if (t.punct == PUNCT1(',') && depth == 0 &&
                   !(m->variadic && n == m->parameter_count)) {
            if (n < most)
                args[n].count = all->count - args[n].first;
            n++;
            if (n < most)
                args[n].first = all->count;
            continue;
        }
        if (t.line_start) {
            t.line_start = false;
            t.space_before = true;
        }
        if (emit(pp, all, &t))
            return -1;
    }
    if (n < most)
        args[n].count = all->count - args[n].first;
    *given = n + 1;
    if (most == 0 && n == 0 && all->count == 0)
        *given = 0;
    if (*given < m->parameter_count && !(m->parameter_count == 1 && *given == 0)) {
        return preprocess_fail(pp, place, "the macro %s takes %d argument%s, here are %d",
                               intern_name(&pp->tu->names, m->name), m->parameter_count,
                               m->parameter_count == 1 ? "" : "s", *given);
    }
    if (*given > most && !(most == 0 && *given == 0))
        return preprocess_fail(pp, place, "the macro %s takes %d argument%s, here are %d",
                               intern_name(&pp->tu->names, m->name), most, most == 1 ? "" : "s",
                               *given);
    return 0;
}

static const struct token *argument_tokens(const struct token_list *all, const struct argument *arg)
{
    return arg->count > 0 ? all->items + arg->first : NULL;
}

static int parameter_index(const struct macro *m, const struct token *t)
{
    if (t->kind != TOKEN_NAME)
        return -1;
    for (int i = 0; i < m->parameter_count + (m->variadic ? 1 : 0); i++)
        if (m->parameters[i] == t->name)
            return i;
    return -1;
}

/* #parameter: the argument's spelling as a string. */
static int emit_spelling(struct preprocessor *pp, struct token_list *out, const struct token *arg,
                         size_t count, struct place place, bool space)
{
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_addc(&sb, '"');
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && arg[i].space_before)
            strbuf_addc(&sb, ' ');
        bool quoted = arg[i].kind == TOKEN_STRING || arg[i].kind == TOKEN_CHAR;
        for (uint32_t k = 0; k < arg[i].length; k++) {
            if (quoted && (arg[i].text[k] == '"' || arg[i].text[k] == '\\'))
                strbuf_addc(&sb, '\\');
            strbuf_addc(&sb, arg[i].text[k]);
        }
    }
    strbuf_addc(&sb, '"');
    struct token t = {.kind = TOKEN_STRING, .place = place, .space_before = space};
    t.text = arena_strndup(pp->arena, sb.text, sb.length);
    t.length = (uint32_t)sb.length;
    t.from_macro = true;
    strbuf_release(&sb);
    return emit(pp, out, &t);
}

/* left##right, left being the last token of *out. */
static int paste(struct preprocessor *pp, struct token_list *out, const struct token *right)
{
    struct token *left = &out->items[out->count - 1];
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_add(&sb, left->text, left->length);
    strbuf_add(&sb, right->text, right->length);
    char *text = arena_strndup(pp->arena, sb.text, sb.length);
    size_t length = sb.length;
    strbuf_release(&sb);
    struct token_list made = {0};
    int rc = lex_text(&pp->tu->sources, text, length, left->place, &pp->tu->names, pp->arena, &made,
                      pp->err);
    if (rc == 0 && made.count != 2)
        rc = preprocess_fail(pp, left->place, "## makes '%s', which is no single token", text);
    if (rc == 0) {
        made.items[0].space_before = left->space_before;
        made.items[0].line_start = false;
        made.items[0].from_macro = true;
        *left = made.items[0];
    }
    token_list_release(&made);
    return rc;
}

static int expand_list(struct preprocessor *pp, const struct token *tokens, size_t count,
                       struct token_list *out);

static int emit_argument(struct preprocessor *pp, struct token_list *out, struct argument *arg,
                         const struct token_list *all, bool raw, bool space)
{
    const struct token *tokens = argument_tokens(all, arg);
    size_t count = arg->count;
    if (!raw) {
        if (!arg->is_expanded) {
            if (expand_list(pp, tokens, count, &arg->expanded))
                return -1;
            arg->is_expanded = true;
        }
        tokens = arg->expanded.items;
        count = arg->expanded.count;
    }
    for (size_t i = 0; i < count; i++) {
        struct token t = tokens[i];
        if (i == 0)
            t.space_before = space;
        if (emit(pp, out, &t))
            return -1;
    }
    return 0;
}

static int substitute(struct preprocessor *pp, struct macro *m, const struct token *name,
                      struct token_list *all, struct argument *args, int given,
                      struct token_list *out)
{
    bool pending_paste = false;
    size_t left = 0; /* where the left operand of the next ## begins in *out */
    for (size_t i = 0; i < m->body_count; i++) {
        struct token t = m->body[i];
        t.place = name->place;
        t.from_macro = true;
        t.line_start = false;
        if (i == 0)
            t.space_before = name->space_before;
        int k;
        if (m->function_like && t.punct == PUNCT1('#') && i + 1 < m->body_count &&
            (k = parameter_index(m, &m->body[i + 1])) >= 0) {
            if (emit_spelling(pp, out, argument_tokens(all, &args[k]), args[k].count, name->place,
                              t.space_before))
                return -1;
            i++;
            continue;
        }
        bool paste_next = i + 1 < m->body_count && m->body[i + 1].punct == PUNCT2('#', '#');
        if (t.punct == PUNCT2('#', '#') && i > 0 && i + 1 < m->body_count) {
            pending_paste = true;
            continue;
        }
        if (!pending_paste)
            left = out->count;
        bool has_left = out->count > left;
        k = parameter_index(m, &t);
        if (k >= 0) {
            bool variadic = m->variadic && k == m->parameter_count;
            bool after_comma = pending_paste && variadic && has_left &&
                               out->items[out->count - 1].punct == PUNCT1(',');
            if (after_comma) { /* , ## __VA_ARGS__ */
                pending_paste = false;
                if (given <= m->parameter_count || args[k].count == 0)
                    out->count--;
                else if (emit_argument(pp, out, &args[k], all, false, true))
                    return -1;
                continue;
            }
            if (pending_paste && args[k].count > 0 && has_left) {
                const struct token *arg = argument_tokens(all, &args[k]);
                if (paste(pp, out, arg))
                    return -1;
                for (size_t j = 1; j < args[k].count; j++)
                    if (emit(pp, out, &arg[j]))
                        return -1;
            } else if (emit_argument(pp, out, &args[k], all, paste_next || pending_paste,
                                     t.space_before)) {
                return -1;
            }
        } else if (pending_paste && has_left) {
            if (paste(pp, out, &t))
                return -1;
        } else if (emit(pp, out, &t)) {
            return -1;
        }
        pending_paste = false;
    }
    if (out->count > 0)
        out->items[0].space_before = name->space_before;
    return 0;
}

static int emit_special(struct preprocessor *pp, const struct macro *m, const struct token *name,
                        struct token_list *out)
{
    struct strbuf sb;
    strbuf_init(&sb);
    struct token t = *name;
    t.kind = TOKEN_NUMBER;
    if (m->special == SPECIAL_LINE) {
        strbuf_addf(&sb, "%u", name->place.line);
    } else if (m->special == SPECIAL_COUNTER) {
        strbuf_addf(&sb, "%d", pp->counter++);
    } else {
        t.kind = TOKEN_STRING;
        strbuf_addc(&sb, '"');
        for (const char *s = pp->tu->sources.files[name->place.file].path; *s; s++) {
            if (*s == '"' || *s == '\\')
                strbuf_addc(&sb, '\\');
            strbuf_addc(&sb, *s);
        }
        strbuf_addc(&sb, '"');
    }
    t.text = arena_strndup(pp->arena, sb.text, sb.length);
    t.length = (uint32_t)sb.length;
    t.from_macro = true;
    strbuf_release(&sb);
    return emit(pp, out, &t);
}

/* Starts the expansion of m, whose name was just read. */
static int begin_expansion(struct preprocessor *pp, struct macro *m, const struct token *name)
{
    struct token_list all = {0};
    int most = m->parameter_count + 1;
    struct argument *args = mem_zalloc((size_t)(most + 1) * sizeof *args);
    int given = 0;
    int rc = 0;
    if (m->function_like) {
        next_token(pp, true); /* ( */
        rc = read_arguments(pp, m, name->place, &all, args, &given);
    }
    struct context *c = mem_zalloc(sizeof *c);
    if (rc == 0)
        rc = substitute(pp, m, name, &all, args, given, &c->owned);
    for (int i = 0; i < most; i++)
        token_list_release(&args[i].expanded);
    free(args);
    token_list_release(&all);
    if (rc) {
        token_list_release(&c->owned);
        free(c);
        return -1;
    }
    c->macro = m;
    c->tokens = c->owned.items;
    c->count = c->owned.count;
    push_context(pp, c);
    return 0;
}

/* One step: the next token goes to *out, or an expansion begins. *end: there is no more. */
static int step(struct preprocessor *pp, struct token_list *out, bool *end)
{
    const struct token *next = next_token(pp, true);
    *end = !next;
    if (!next)
        return 0;
    struct token t = *next;
    struct macro *m = t.kind == TOKEN_NAME && !t.no_expand ? macro_meant(pp, &t) : NULL;
    if (m && m->active) {
        t.no_expand = true;
        m = NULL;
    }
    if (m && m->special)
        return emit_special(pp, m, &t, out);
    if (m && m->function_like) {
        const struct token *open = next_token(pp, false);
        if (!open || open->punct != PUNCT1('('))
            m = NULL;
    }
    if (!m)
        return emit(pp, out, &t);
    return begin_expansion(pp, m, &t);
}

static void unwind(struct preprocessor *pp, struct context *to)
{
    while (pp->context != to)
        pop_context(pp);
}

static int expand_list(struct preprocessor *pp, const struct token *tokens, size_t count,
                       struct token_list *out)
{
    int limit = pp->options->max_depth ? pp->options->max_depth : 256;
    if (pp->expand_depth >= limit)
        return preprocess_fail(pp, tokens->place, "macro calls are nested more than %d deep",
                               limit);
    pp->expand_depth++;
    struct context *saved = pp->context;
    struct context bottom = {.tokens = tokens, .count = count};
    push_context(pp, &bottom);
    bool end = false;
    int rc = 0;
    while (rc == 0 && !end)
        rc = step(pp, out, &end);
    unwind(pp, saved);
    pp->expand_depth--;
    return rc;
}

int macro_expand(struct preprocessor *pp, const struct token *tokens, size_t *at, size_t count,
                 struct token_list *out)
{
    struct context bottom = {.tokens = tokens, .at = *at, .count = count};
    struct context *saved = pp->context;
    push_context(pp, &bottom);
    int rc;
    bool end;
    do {
        rc = step(pp, out, &end);
    } while (rc == 0 && !end && pp->context != &bottom);
    unwind(pp, saved);
    *at = bottom.at;
    return rc;
}
