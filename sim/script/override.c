/* -D: a macro, or in place of the value of a constant that the sources have. */
#include "sim/script/preprocess.h"

#include "sim/base/strbuf.h"

#include <string.h>

static bool ends_declaration(const struct token *t)
{
    return t->punct == PUNCT1(';') || t->punct == PUNCT1('{') || t->punct == PUNCT1('}');
}

/* The directives that end before token `at` are stepped over: behind which token it stands. */
static size_t behind_token(const struct token_list *list, size_t at)
{
    while (at > 0) {
        size_t line = at - 1;
        while (line > 0 && !list->items[line].line_start)
            line--;
        if (list->items[line].punct != PUNCT1('#'))
            return at;
        at = line;
    }
    return at;
}

/* Likewise of those that begin at `at`. */
static size_t after_directives(const struct token_list *list, size_t at)
{
    while (at + 1 < list->count && list->items[at].line_start &&
           list->items[at].punct == PUNCT1('#'))
        do
            at++;
        while (at + 1 < list->count && !list->items[at].line_start);
    return at;
}

/* Whether a declaration with one of these words begins before token `at`, which is moved to what
 * ends the declaration before. */
static bool declares(const struct token_list *list, size_t *at, const char *word, const char *other)
{
    *at = behind_token(list, *at);
    while (*at > 0 && !ends_declaration(&list->items[*at - 1])) {
        const struct token *t = &list->items[--*at];
        if (t->kind == TOKEN_NAME && (token_is(t, word) || token_is(t, other)))
            return true;
        *at = behind_token(list, *at);
    }
    return false;
}

/* NAME = or NAME{ behind const, or NAME among the names behind enum {. */
static bool names_constant(const struct token_list *list, size_t i)
{
    uint16_t behind = list->items[after_directives(list, i + 1)].punct;
    bool has_value = behind == PUNCT1('=') || behind == PUNCT1('{') || behind == PUNCT1('(');
    size_t at = i;
    if (has_value && declares(list, &at, "const", "constexpr"))
        return true;
    if (behind != PUNCT1('=') && behind != PUNCT1(',') && behind != PUNCT1('}'))
        return false;
    at = behind_token(list, i);
    bool named = at > 0 && (list->items[at - 1].punct == PUNCT1('{') ||
                            list->items[at - 1].punct == PUNCT1(','));
    while (at > 0 && !ends_declaration(&list->items[at - 1]))
        at = behind_token(list, at - 1);
    if (!named || at == 0 || list->items[at - 1].punct != PUNCT1('{'))
        return false;
    at--;
    return declares(list, &at, "enum", "enum");
}

void override_constants(struct preprocessor *pp, const struct token_list *list)
{
    for (int k = 0; k < pp->options->define_count; k++) {
        struct override *o = &pp->overrides[k];
        for (size_t i = 0; i + 1 < list->count; i++) {
            const struct token *t = &list->items[i];
            if (t->kind != TOKEN_NAME || t->name != o->name || !names_constant(list, i))
                continue;
            if (!o->is_constant)
                macro_undefine(pp, o->name);
            o->is_constant = true;
        }
    }
}

struct override *override_find(struct preprocessor *pp, uint32_t name)
{
    for (int i = 0; pp->overrides && i < pp->options->define_count; i++)
        if (pp->overrides[i].name == name)
            return &pp->overrides[i];
    return NULL;
}

int override_define(struct preprocessor *pp)
{
    const struct script_options *options = pp->options;
    pp->overrides =
        arena_alloc(pp->arena, ((size_t)options->define_count + 1) * sizeof *pp->overrides);
    for (int i = 0; i < options->define_count; i++) {
        const struct script_define *d = &options->defines[i];
        struct strbuf sb;
        strbuf_init(&sb);
        strbuf_addf(&sb, "-D %s=", d->name);
        uint32_t file = source_add(pp, arena_strndup(pp->arena, sb.text, sb.length), d->value,
                                   strlen(d->value), false);
        strbuf_release(&sb);
        struct token_list list = {0};
        struct place place = {file, 1, 1};
        if (lex_text(&pp->tu->sources, d->name, strlen(d->name), place, &pp->tu->names, pp->arena,
                     &list, pp->err))
            return token_list_release(&list), -1;
        if (list.count != 2 || list.items[0].kind != TOKEN_NAME) {
            token_list_release(&list);
            return err_set(pp->err, ERR_INPUT, "-D %s: this is no name of a macro or constant",
                           d->name);
        }
        list.count--;
        list.items[0].place = place;
        if (lex_source(&pp->tu->sources, file, &pp->tu->names, pp->arena, &list, pp->err))
            return token_list_release(&list), -1;
        size_t count = list.count - 1;
        struct token *copy = arena_alloc(pp->arena, count * sizeof *copy);
        memcpy(copy, list.items, count * sizeof *copy);
        token_list_release(&list);
        if (count > 1)
            copy[1].space_before = true;
        pp->overrides[i] =
            (struct override){.name = copy[0].name, .file = file, .value = {copy + 1, count - 1}};
        if (macro_define(pp, copy, count))
            return -1;
    }
    return 0;
}
