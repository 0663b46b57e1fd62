#include "sim/script/preprocess.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static uint32_t add_source(struct preprocessor *pp, const char *path, const char *text,
                           size_t length, bool builtin)
{
    struct sources *s = &pp->tu->sources;
    if (s->count == s->capacity)
        s->files = mem_grow(s->files, &s->capacity, s->count + 1, sizeof *s->files);
    s->files[s->count] = (struct source){path, text, length, builtin};
    return (uint32_t)s->count++;
}

static bool find_source(struct preprocessor *pp, const char *path, uint32_t *file)
{
    for (size_t i = 0; i < pp->tu->sources.count; i++)
        if (strcmp(pp->tu->sources.files[i].path, path) == 0) {
            *file = (uint32_t)i;
            return true;
        }
    return false;
}

static void tell_read(struct preprocessor *pp, const char *path, const char *text, size_t length)
{
    if (pp->options->on_read)
        pp->options->on_read(pp->options->read_context, path, text, length);
}

static int load_file(struct preprocessor *pp, const char *path, uint32_t *file)
{
    if (find_source(pp, path, file))
        return 0;
    struct strbuf sb;
    strbuf_init(&sb);
    int64_t limit = pp->options->max_file_bytes ? pp->options->max_file_bytes : 64 << 20;
    if (strbuf_read_file(&sb, path, (size_t)limit, pp->err)) {
        tell_read(pp, path, NULL, 0);
        strbuf_release(&sb);
        return -1;
    }
    tell_read(pp, path, sb.text, sb.length);
    char *text = arena_strndup(pp->arena, sb.text, sb.length);
    size_t length = sb.length;
    strbuf_release(&sb);
    *file = add_source(pp, arena_strndup(pp->arena, path, strlen(path)), text, length, false);
    return 0;
}

static const char *builtin_text(struct preprocessor *pp, const char *name)
{
    return pp->options->builtin_header ? pp->options->builtin_header(pp->options->context, name)
                                       : NULL;
}

static bool load_builtin(struct preprocessor *pp, const char *name, uint32_t *file)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_addf(&path, "<%s>", name);
    bool found = find_source(pp, path.text, file);
    if (!found) {
        const char *text = builtin_text(pp, name);
        found = text != NULL;
        if (found)
            *file = add_source(pp, arena_strndup(pp->arena, path.text, path.length), text,
                               strlen(text), true);
    }
    strbuf_release(&path);
    return found;
}

/* The path of a quoted include: beside the file that names it. */
static char *beside(struct preprocessor *pp, const char *name, size_t length, uint32_t from)
{
    const char *path = pp->tu->sources.files[from].path;
    const char *slash = strrchr(path, '/');
    size_t dir = slash && name[0] != '/' ? (size_t)(slash - path) + 1 : 0;
    char *joined = arena_alloc(pp->arena, dir + length + 1);
    memcpy(joined, path, dir);
    memcpy(joined + dir, name, length);
    return joined;
}

static int locate(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                  uint32_t from, uint32_t *file, bool *found)
{
    *found = true;
    char *plain = arena_strndup(pp->arena, name, length);
    const char *slash = strrchr(plain, '/'), *last = slash ? slash + 1 : plain;
    /* What lies there is for nvcc: under nullstream its functions are built in. */
    if (strcmp(last, "nullstream.cuh") == 0 && load_builtin(pp, last, file))
        return 0;
    if (quoted && !pp->tu->sources.files[from].builtin) {
        char *path = beside(pp, name, length, from);
        if (access(path, F_OK) == 0)
            return load_file(pp, path, file);
        tell_read(pp, path, NULL, 0);
    }
    if (load_builtin(pp, plain, file))
        return 0;
    if (quoted && slash && load_builtin(pp, last, file))
        return 0;
    *found = false;
    return 0;
}

bool include_exists(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                    uint32_t from)
{
    char *plain = arena_strndup(pp->arena, name, length);
    if (quoted && access(beside(pp, name, length, from), F_OK) == 0)
        return true;
    return builtin_text(pp, plain) != NULL;
}

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

/* A -D whose name the file gives to a constant is not a macro. */
static void find_constants(struct preprocessor *pp, const struct token_list *list)
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

static struct override *find_override(struct preprocessor *pp, uint32_t name)
{
    for (int i = 0; pp->overrides && i < pp->options->define_count; i++)
        if (pp->overrides[i].name == name)
            return &pp->overrides[i];
    return NULL;
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
    if (locate(pp, name, length, quoted, rd->file, &file, &found))
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
                                : "for a library's call, put a kernel of about its cost in its "
                                  "place; a file of yours is named in quotes");
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
    struct override *o = find_override(pp, t[0].name);
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
            struct override *o = find_override(pp, t[0].name);
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
        struct override *o = find_override(pp, t[0].name);
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
        find_constants(pp, &rd.tokens);
    if (rc == 0)
        rc = read_tokens(&rd);
    pp->include_depth--;
    free(rd.stack);
    token_list_release(&rd.tokens);
    return rc;
}

/* The -D options: macros, until a file turns out to have a constant of that name. */
static int define_overrides(struct preprocessor *pp)
{
    const struct script_options *options = pp->options;
    pp->overrides =
        arena_alloc(pp->arena, ((size_t)options->define_count + 1) * sizeof *pp->overrides);
    for (int i = 0; i < options->define_count; i++) {
        const struct script_define *d = &options->defines[i];
        struct strbuf sb;
        strbuf_init(&sb);
        strbuf_addf(&sb, "-D %s=", d->name);
        uint32_t file = add_source(pp, arena_strndup(pp->arena, sb.text, sb.length), d->value,
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

int preprocess(struct preprocessor *pp, const struct script_options *options,
               struct translation_unit *tu, const char *path, const char *text, size_t length,
               struct err *err)
{
    *pp = (struct preprocessor){.options = options, .tu = tu, .arena = tu->arena, .err = err};
    uint32_t file = 0;
    struct place nowhere = {0};
    if (text)
        file = add_source(pp, arena_strndup(pp->arena, path, strlen(path)), text, length, false);
    else if (load_file(pp, path, &file))
        return -1;
    if (tu->sources.files[file].length == 0)
        return err_set_at(err, ERR_INPUT, path, 0, 0, "the file is empty");
    uint32_t own = add_source(pp, "<predefined>", predefined, sizeof predefined - 1, true);
    if (read_file(pp, own, nowhere) || define_overrides(pp))
        return -1;
    uint32_t prelude;
    if (load_builtin(pp, "nullstream/prelude", &prelude) && read_file(pp, prelude, nowhere))
        return -1;
    if (read_file(pp, file, nowhere))
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
