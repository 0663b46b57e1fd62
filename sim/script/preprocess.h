/* The preprocessor: files, conditionals and macros to one list of tokens.
 *
 * Knows no types, no declarations, and of built-in headers only that a callback supplies them.
 */
#ifndef SIM_SCRIPT_PREPROCESS_H
#define SIM_SCRIPT_PREPROCESS_H

#include "sim/script/ast.h"
#include "sim/script/lex.h"
#include "sim/script/parse.h"

struct macro;

/* What became of a -D: as a macro, or, if the sources have a constant of that name, for the
 * parser to put in place of the constant's value. */
struct override {
    uint32_t name;
    uint32_t file; /* that its value was read from */
    bool is_constant;
    bool used;
    struct token_range value;
};

struct awaited {
    const char *word; /* NULL: none */
    size_t length;
};

struct preprocessor {
    const struct script_options *options;
    struct translation_unit *tu; /* its names, sources and pragmas are filled here */
    struct arena *arena;
    struct err *err;
    struct token_list out;
    struct macro **macros; /* by name id */
    size_t macro_capacity;
    struct override *overrides; /* one for each of options->defines */
    bool *once;                 /* by file: #pragma once */
    size_t once_capacity;
    struct context *context; /* innermost expansion, see expand.c */
    int64_t token_count;     /* produced so far, for the limit */
    int expand_depth, include_depth;
    int counter;               /* __COUNTER__ */
    struct awaited awaited[2]; /* by headers of ours that have been read: see __ns_names */
};

/* Fills pp->out with the tokens of `path` and of everything it includes, TOKEN_END last. When
 * `text` is not NULL it is the file's content. Release with preprocess_release in any case. */
int preprocess(struct preprocessor *pp, const struct script_options *options,
               struct translation_unit *tu, const char *path, const char *text, size_t length,
               struct err *err);
void preprocess_release(struct preprocessor *pp);

/* Between the files of the preprocessor (macro.c, expand.c, condition.c, include.c, override.c). */
int preprocess_fail(struct preprocessor *pp, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* NULL if there is none; counts as a use of the macro. */
struct macro *macro_find(const struct preprocessor *pp, uint32_t name);

bool macro_is_used(const struct preprocessor *pp, uint32_t name);

/* `tokens` of a #define line, from the name on, up to `count`. */
int macro_define(struct preprocessor *pp, const struct token *tokens, size_t count);
void macro_undefine(struct preprocessor *pp, uint32_t name);

/* Appends tokens[*at] or its expansion to *out; arguments are read on from *at, which is left
 * behind what was used. */
int macro_expand(struct preprocessor *pp, const struct token *tokens, size_t *at, size_t count,
                 struct token_list *out);

/* The value of a conditional's expression. */
int condition_evaluate(struct preprocessor *pp, const struct token *tokens, size_t count,
                       struct place place, bool *value);

/* The value of a macro's text where that is one whole number, casts to a named type ignored. False
 * if it is not; no error. */
bool condition_number(struct preprocessor *pp, const struct token *tokens, size_t count,
                      int64_t *value);

/* The macro of this id where it is a used one of the user's files, without parameters: its text,
 * and the place of its definition. */
bool macro_text(const struct preprocessor *pp, uint32_t name, struct token_range *text,
                struct place *place);

/* A source that is there; returns its file. The strings must live on. */
uint32_t source_add(struct preprocessor *pp, const char *path, const char *text, size_t length,
                    bool builtin);

/* A file, read if that has not been done. */
int source_load(struct preprocessor *pp, const char *path, uint32_t *file);

/* A built-in header; false: there is none of that name. */
bool source_builtin(struct preprocessor *pp, const char *name, uint32_t *file);

/* What #include means in the file `from`; *found is false if that is nothing. */
int include_find(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                 uint32_t from, uint32_t *file, bool *found);

/* Whether #include would find this. */
bool include_exists(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                    uint32_t from);

/* The -D options: macros, until a file turns out to have a constant of that name. */
int override_define(struct preprocessor *pp);

/* A -D whose name the tokens of a file give to a constant is not a macro. */
void override_constants(struct preprocessor *pp, const struct token_list *list);

/* NULL: there is no -D of that name. */
struct override *override_find(struct preprocessor *pp, uint32_t name);

/* Offers every macro of the user's own files as a correction. */
struct suggest;
void macro_suggest(const struct preprocessor *pp, struct suggest *suggest);

#endif
