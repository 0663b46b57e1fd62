#include "sim/script/preprocess.h"

#include "sim/base/mem.h"
#include "sim/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUDA 13.0 as nvcc with g++ 12 defines it, host side. */
static const char predefined[] = "#define __FILE__ __FILE__\n"
                                 "#define __LINE__ __LINE__\n"
                                 "#define __COUNTER__ __COUNTER__\n"
                                 "#define __NULLSTREAM__ 1\n"
                                 "#define __CUDACC__ 1\n"
                                 "#define __NVCC__ 1\n"
                                 "#define __CUDACC_VER_MAJOR__ 13\n"
                                 "#define __CUDACC_VER_MINOR__ 0\n"
                                 "#define __CUDACC_VER_BUILD__ 88\n"
                                 "#define CUDART_VERSION 13000\n"
                                 "#define __cplusplus 201703L\n"
                                 "#define __STDC_HOSTED__ 1\n"
                                 "#define __GNUC__ 12\n"
                                 "#define __GNUC_MINOR__ 2\n"
                                 "#define __linux__ 1\n"
                                 "#define __linux 1\n"
                                 "#define linux 1\n"
                                 "#define __unix__ 1\n"
                                 "#define unix 1\n"
                                 "#define __x86_64__ 1\n"
                                 "#define __LP64__ 1\n"
                                 "#define _GNU_SOURCE 1\n"
                                 "#define __CHAR_BIT__ 8\n"
                                 "#define __SIZEOF_POINTER__ 8\n"
                                 "#define __DATE__ \"Jan  1 2026\"\n"
                                 "#define __TIME__ \"00:00:00\"\n";

struct conditional {
    struct place place;
    bool taken; /* some branch was */
    bool live;  /* this branch is */
    bool outer_live;
    bool has_else;
};

/* One file being read. */
struct reader {
    struct preprocessor *pp;
    uint32_t file;
    struct token_list tokens;
    size_t at;
    struct conditional *stack;
    size_t depth, capacity;
};

int preprocess_fail(struct preprocessor *pp, struct place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sources_verror(&pp->tu->sources, place, pp->err, format, args);
    va_end(args);
    return -1;
}

static int read_file(struct preprocessor *pp, uint32_t file, struct place from);

static int do_include(struct reader *rd, const struct token *t, size_t count)
{
    struct preprocessor *pp = rd->pp;
    struct token_list expanded = {0};
    if (count > 0 && t[0].kind == TOKEN_NAME) { /* a macro that names the file */
        for (size_t i = 0; i < count;)
            if (macro_expand(pp, t, &i, count, &expanded)) {
                token_list_release(&expanded);
                return -1;
            }
        t = expanded.items;
        count = expanded.count;
    }
    const char *name = NULL;
    size_t length = 0;
    bool quoted = false;
    struct place place = count > 0 ? t[0].place : rd->tokens.items[rd->at - 1].place;
    if (count > 0 && t[0].kind == TOKEN_STRING && t[0].length > 2) {
        name = t[0].text + 1;
        length = t[0].length - 2;
        quoted = true;
    } else if (count > 1 && t[0].punct == PUNCT1('<')) {
        for (size_t i = 1; i < count && !name; i++)
            if (t[i].punct == PUNCT1('>')) {
                name = t[0].text + 1;
                length = (size_t)(t[i].text - name);
            }
    }
    if (!name || length > 1000) {
        token_list_release(&expanded);
        return preprocess_fail(pp, place, "#include needs \"FILE\" or <HEADER>");
    }
    name = arena_strndup(pp->arena, name, length);
    token_list_release(&expanded);
    uint32_t file = 0;
    bool found = false;
    if (include_find(pp, name, length, quoted, rd->file, &file, &found))
        return -1;
    if (!found) {
        preprocess_fail(pp, place,
                        quoted ? "there is no file \"%s\" here" : "<%s> is not a header we know",
                        name);
        if (quoted)
            return err_hint(pp->err, "a quoted include is read relative to the file that names it");
        const char *instead = pp->options->header_instead
                                  ? pp->options->header_instead(pp->options->context, name)
                                  : NULL;
        return err_hint(pp->err, "%s",
                        instead ? instead
                                : "a file of yours is named in quotes; else leave it out, and "
                                  "what is of it");
    }
    return read_file(pp, file, place);
}

static int do_define(struct reader *rd, const struct token *t, size_t count)
{
    struct preprocessor *pp = rd->pp;
    if (count == 0 || t[0].kind != TOKEN_NAME)
        return preprocess_fail(pp, rd->tokens.items[rd->at - 1].place, "#define needs a name");
    if (token_is(&t[0], "defined"))
        return preprocess_fail(pp, t[0].place, "'defined' cannot be a macro");
    struct override *o = override_find(pp, t[0].name);
    if (o && !o->is_constant && !pp->tu->sources.files[rd->file].builtin) {
        o->used = true; /* -D stands above the source's own value */
        return 0;
    }
    if (pp->options->header_macro && !pp->tu->sources.files[rd->file].builtin &&
        token_is(&t[0], pp->options->header_macro))
        pp->tu->late_define = t[0].place;
    return macro_define(pp, t, count);
}

static int add_pragma(struct reader *rd, const struct token *t, size_t count, struct place place)
{
    struct preprocessor *pp = rd->pp;
    struct translation_unit *tu = pp->tu;
    struct token_list list = {0};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count;)
        rc = macro_expand(pp, t, &i, count, &list);
    if (rc == 0) {
        struct token *copy = arena_alloc(pp->arena, (list.count + 1) * sizeof *copy);
        if (list.count > 0)
            memcpy(copy, list.items, list.count * sizeof *copy);
        size_t capacity = (size_t)tu->pragma_count;
        if ((capacity & (capacity - 1)) == 0) { /* full: 0, 1, 2, 4, 8, ... */
            struct pragma *more = arena_alloc(pp->arena, (capacity * 2 + 1) * sizeof *more);
            if (capacity > 0)
                memcpy(more, tu->pragmas, capacity * sizeof *more);
            tu->pragmas = more;
        }
        tu->pragmas[tu->pragma_count] =
            (struct pragma){.place = place, .range = {copy, list.count}};
        struct token mark = {.kind = TOKEN_PRAGMA, .place = place, .text = "#pragma", .length = 7};
        mark.name = (uint32_t)tu->pragma_count++;
        /* between statements it says something about its place; elsewhere it does not */
        const struct token *last = pp->out.count ? &pp->out.items[pp->out.count - 1] : NULL;
        if (last && (last->punct == PUNCT1(';') || last->punct == PUNCT1('{') ||
                     last->punct == PUNCT1('}') || last->kind == TOKEN_PRAGMA))
            token_list_add(&pp->out, &mark);
    }
    token_list_release(&list);
    return rc;
}

/* Whether a pragma of OpenMP lets several threads run what follows. */
static bool starts_threads(const struct token *t, size_t count)
{
    static const char *const names[] = {"parallel", "task", "taskloop", "teams", "target"};
    for (size_t i = 0; i < count && t[i].punct != PUNCT1('('); i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (token_is(&t[i], names[k]))
                return true;
    return false;
}

static void note_omp(struct preprocessor *pp, struct place place)
{
    struct translation_unit *tu = pp->tu;
    struct omp_pragma *omp = arena_alloc(pp->arena, sizeof *omp);
    *omp = (struct omp_pragma){.place = place};
    *(tu->last_omp ? &tu->last_omp->next : &tu->omp) = omp;
    tu->last_omp = omp;
}

/* "#pragma nullstraem": no compiler has one of that name. */
static bool is_nearly_ours(const struct token *t)
{
    enum { NEAR = 2 };
    char word[16];
    if (t->length >= sizeof word)
        return false;
    memcpy(word, t->text, t->length);
    word[t->length] = '\0';
    return suggest_distance(word, "nullstream") <= NEAR;
}

static int do_pragma(struct reader *rd, const struct token *t, size_t count, struct place place)
{
    struct preprocessor *pp = rd->pp;
    if (count > 0 && token_is(&t[0], "once")) {
        size_t old = pp->once_capacity;
        if (rd->file >= old) {
            pp->once = mem_grow(pp->once, &pp->once_capacity, (size_t)rd->file + 1, sizeof(bool));
            memset(pp->once + old, 0, pp->once_capacity - old);
        }
        pp->once[rd->file] = true;
    } else if (count > 0 && token_is(&t[0], "nullstream")) {
        return add_pragma(rd, t + 1, count - 1, place);
    } else if (count > 0 && token_is(&t[0], "omp") && starts_threads(t + 1, count - 1)) {
        note_omp(pp, t[0].place);
    } else if (count > 0 && pp->tu->misspelt_pragma.line == 0 && is_nearly_ours(&t[0])) {
        pp->tu->misspelt_pragma = t[0].place;
    }
    return 0;
}

static int push_conditional(struct reader *rd, struct place place, bool value)
{
    bool outer = rd->depth == 0 || rd->stack[rd->depth - 1].live;
    if (rd->depth == rd->capacity)
        rd->stack = mem_grow(rd->stack, &rd->capacity, rd->depth + 1, sizeof *rd->stack);
    rd->stack[rd->depth++] =
        (struct conditional){place, value || !outer, value && outer, outer, false};
    return 0;
}

/* #if, #ifdef, #elif, #else, #endif; *handled is false for any other directive. */
static int do_conditional(struct reader *rd, const struct token *name, const struct token *t,
                          size_t count, bool *handled)
{
    struct preprocessor *pp = rd->pp;
    bool live = rd->depth == 0 || rd->stack[rd->depth - 1].live;
    struct conditional *top = rd->depth > 0 ? &rd->stack[rd->depth - 1] : NULL;
    *handled = true;
    if (token_is(name, "ifdef") || token_is(name, "ifndef")) {
        bool value = false;
        if (live) {
            if (count == 0 || t[0].kind != TOKEN_NAME)
                return preprocess_fail(pp, name->place, "#%.*s needs a name", (int)name->length,
                                       name->text);
            struct override *o = override_find(pp, t[0].name);
            if (o && !pp->tu->sources.files[rd->file].builtin)
                o->used = true;
            value = (macro_find(pp, t[0].name) != NULL) == token_is(name, "ifdef");
        }
        return push_conditional(rd, name->place, value);
    }
    if (token_is(name, "if")) {
        bool value = false;
        if (live && condition_evaluate(pp, t, count, name->place, &value))
            return -1;
        return push_conditional(rd, name->place, value);
    }
    bool is_elif = token_is(name, "elif");
    if (is_elif || token_is(name, "else")) {
        if (!top || top->has_else)
            return preprocess_fail(pp, name->place, "#%.*s without #if", (int)name->length,
                                   name->text);
        bool value = !is_elif;
        if (is_elif && top->outer_live && !top->taken &&
            condition_evaluate(pp, t, count, name->place, &value))
            return -1;
        top->live = top->outer_live && !top->taken && value;
        top->taken |= top->live;
        top->has_else = !is_elif;
        return 0;
    }
    if (token_is(name, "endif")) {
        if (!top)
            return preprocess_fail(pp, name->place, "#endif without #if");
        rd->depth--;
        return 0;
    }
    *handled = false;
    return 0;
}

static int unknown_directive(struct reader *rd, const struct token *name)
{
    static const char *const known[] = {"include", "define", "undef", "if",     "ifdef", "ifndef",
                                        "elif",    "else",   "endif", "pragma", "error", "warning"};
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)name->length, name->text);
    struct suggest suggest;
    suggest_init(&suggest, word);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        suggest_offer(&suggest, known[i]);
    preprocess_fail(rd->pp, name->place, "#%s is not a directive", word);
    if (suggest.best)
        err_hint(rd->pp->err, "did you mean #%s?", suggest.best);
    return -1;
}

static int do_directive(struct reader *rd)
{
    struct preprocessor *pp = rd->pp;
    const struct token *items = rd->tokens.items;
    size_t first = rd->at + 1;
    size_t end = first;
    while (items[end].kind != TOKEN_END && !items[end].line_start)
        end++;
    rd->at = end;
    if (first == end)
        return 0; /* # alone */
    const struct token *name = &items[first];
    const struct token *t = name + 1;
    size_t count = end - first - 1;
    bool handled = false;
    if (do_conditional(rd, name, t, count, &handled))
        return -1;
    if (handled || (rd->depth > 0 && !rd->stack[rd->depth - 1].live))
        return 0;
    if (token_is(name, "include"))
        return do_include(rd, t, count);
    if (token_is(name, "define"))
        return do_define(rd, t, count);
    if (token_is(name, "undef")) {
        if (count == 0 || t[0].kind != TOKEN_NAME)
            return preprocess_fail(pp, name->place, "#undef needs a name");
        struct override *o = override_find(pp, t[0].name);
        if (!o || o->is_constant)
            macro_undefine(pp, t[0].name);
        return 0;
    }
    if (token_is(name, "pragma"))
        return do_pragma(rd, t, count, name->place);
    if (token_is(name, "error")) {
        int length = 0;
        const char *line = sources_line(&pp->tu->sources, name->place, &length);
        const char *text = line ? line + name->place.column - 1 + 5 : "";
        int rest = line ? length - (int)(text - line) : 0;
        while (rest > 0 && *text == ' ')
            text++, rest--;
        return preprocess_fail(pp, name->place, "#error %.*s", rest > 0 ? rest : 0, text);
    }
    if (token_is(name, "warning") || token_is(name, "line") || token_is(name, "ident") ||
        name->kind == TOKEN_NUMBER)
        return 0;
    return unknown_directive(rd, name);
}

static int read_tokens(struct reader *rd)
{
    struct preprocessor *pp = rd->pp;
    for (;;) {
        const struct token *t = &rd->tokens.items[rd->at];
        if (t->kind == TOKEN_END)
            break;
        if (t->line_start && t->punct == PUNCT1('#')) {
            if (do_directive(rd))
                return -1;
        } else if (rd->depth > 0 && !rd->stack[rd->depth - 1].live) {
            rd->at++;
        } else {
            if (macro_expand(pp, rd->tokens.items, &rd->at, rd->tokens.count, &pp->out))
                return -1;
        }
    }
    if (rd->depth > 0) {
        preprocess_fail(pp, rd->stack[rd->depth - 1].place, "this #if has no #endif");
        return -1;
    }
    return 0;
}

static int read_file(struct preprocessor *pp, uint32_t file, struct place from);

static int read_awaited(struct preprocessor *pp, uint32_t user, struct place from)
{
    const struct sources *sources = &pp->tu->sources;
    for (size_t i = 0; i < sizeof pp->awaited / sizeof *pp->awaited; i++) {
        const struct awaited a = pp->awaited[i];
        uint32_t file;
        if (!a.word || pp->tu->sources.files[user].builtin ||
            !sources_have(sources, user, a.word, a.length))
            continue;
        char name[40];
        snprintf(name, sizeof name, "__ns_%.*s", (int)a.length, a.word);
        pp->awaited[i].word = NULL;
        if (source_builtin(pp, name, &file) && read_file(pp, file, from))
            return -1;
    }
    return 0;
}

static int read_file(struct preprocessor *pp, uint32_t file, struct place from)
{
    int limit = pp->options->max_include_depth ? pp->options->max_include_depth : 64;
    if (file < pp->once_capacity && pp->once[file])
        return 0;
    if (pp->include_depth >= limit) {
        preprocess_fail(pp, from, "files include each other more than %d deep", limit);
        return err_hint(pp->err, "begin the header with #pragma once");
    }
    struct reader rd = {.pp = pp, .file = file};
    pp->include_depth++;
    int rc = lex_source(&pp->tu->sources, file, &pp->tu->names, pp->arena, &rd.tokens, pp->err);
    if (rc == 0 && !pp->tu->sources.files[file].builtin)
        override_constants(pp, &rd.tokens);
    if (rc == 0)
        rc = read_awaited(pp, file, from);
    if (rc == 0)
        rc = read_tokens(&rd);
    pp->include_depth--;
    free(rd.stack);
    token_list_release(&rd.tokens);
    return rc;
}

/* _Pragma("..."), as macros have pragmas: what no pragma of ours says is left out. */
static int drop_operators(struct preprocessor *pp)
{
    struct token *t = pp->out.items;
    size_t kept = 0;
    for (size_t i = 0; i < pp->out.count; i++) {
        bool is_one = i + 3 < pp->out.count && token_is(&t[i], "_Pragma") &&
                      t[i + 1].punct == PUNCT1('(') && t[i + 2].kind == TOKEN_STRING &&
                      t[i + 3].punct == PUNCT1(')');
        if (is_one && t[i + 2].length > 11 && memcmp(t[i + 2].text, "\"nullstream", 11) == 0)
            return preprocess_fail(pp, t[i].place,
                                   "write it in a line of its own: #pragma nullstream ...");
        if (is_one)
            i += 3;
        else
            t[kept++] = t[i];
    }
    pp->out.count = kept;
    return 0;
}

int preprocess(struct preprocessor *pp, const struct script_options *options,
               struct translation_unit *tu, const char *path, const char *text, size_t length,
               struct err *err)
{
    *pp = (struct preprocessor){.options = options, .tu = tu, .arena = tu->arena, .err = err};
    uint32_t file = 0;
    struct place nowhere = {0};
    if (text)
        file = source_add(pp, arena_strndup(pp->arena, path, strlen(path)), text, length, false);
    else if (source_load(pp, path, &file))
        return -1;
    if (tu->sources.files[file].length == 0)
        return err_set_at(err, ERR_INPUT, path, 0, 0, "the file is empty");
    uint32_t own = source_add(pp, "<predefined>", predefined, sizeof predefined - 1, true);
    if (read_file(pp, own, nowhere) || override_define(pp))
        return -1;
    uint32_t prelude;
    if (source_builtin(pp, "nullstream/prelude", &prelude) && read_file(pp, prelude, nowhere))
        return -1;
    if (read_file(pp, file, nowhere) || drop_operators(pp))
        return -1;
    struct token end = {.kind = TOKEN_END, .text = "", .line_start = true};
    end.place = (struct place){file, 1, 1};
    for (size_t i = 0; i < tu->sources.files[file].length; i++)
        if (tu->sources.files[file].text[i] == '\n') {
            end.place.line++;
            end.place.column = 1;
        } else {
            end.place.column++;
        }
    token_list_add(&pp->out, &end);
    return 0;
}

void preprocess_release(struct preprocessor *pp)
{
    token_list_release(&pp->out);
    free(pp->macros);
    free(pp->once);
    *pp = (struct preprocessor){0};
}
