/* The front end of the scenario language: from a file to a typed tree (ast.h).
 *
 * Must not know what any CUDA call or builtin function means: their declarations are text that the
 * caller supplies as built-in headers.
 */
#ifndef SIM_SCRIPT_PARSE_H
#define SIM_SCRIPT_PARSE_H

#include "sim/script/ast.h"

/* -D NAME=VALUE (value "1" when only NAME was given). */
struct script_define {
    const char *name;
    const char *value;
};

struct script_options {
    const struct script_define *defines;
    int define_count;

    /* The text of a built-in header such as "cuda_runtime.h" or "vector", NULL if there is none.
     * "nullstream/prelude" is asked for first and included before everything else (it includes
     * cuda_runtime.h as nvcc does). The text must live as long as the translation unit. */
    const char *(*builtin_header)(void *context, const char *name);
    void *context;

    /* A macro that the prelude's headers ask for where they are real ones: a #define comes too
     * late, and -D need not be asked for by the file. NULL: none. */
    const char *header_macro;

    /* What replaced a CUDA name that is gone, as a hint ("use cudaDeviceSynchronize"); NULL if the
     * name is not one of those. May be NULL. */
    const char *(*removed_name)(void *context, const char *name);

    /* What to write where a value of the type `wanted` must stand and another does, as a hint;
     * `what` begins the sentence ("argument 3 of f"). NULL: nothing is known. May be NULL. */
    const char *(*conversion_hint)(void *context, const char *wanted, const char *what);

    /* Which built-in header declares a name, as #include takes it ("<stdio.h>"); NULL if none does.
     * May be NULL. */
    const char *(*declaring_header)(void *context, const char *name);

    /* What to do instead of a name of CUDA that is not covered, and of a header that there is not,
     * as a hint; NULL: nothing is known of it. May be NULL. */
    const char *(*not_covered)(void *context, const char *name);
    const char *(*header_instead)(void *context, const char *header);

    /* Is told of each file that is read, once: what it holds; `text` NULL: a quoted include that is
     * not there. NULL: not wanted. */
    void (*on_read)(void *context, const char *path, const char *text, size_t length);
    void *read_context;

    /* Limits; 0: the default. */
    int max_depth;          /* of nested parentheses, braces, statements (256) */
    int max_include_depth;  /* (64) */
    int64_t max_tokens;     /* after macro expansion (20 million) */
    int64_t max_file_bytes; /* of one source file (64 MiB) */
};

/* Reads, preprocesses, parses and checks the scenario at `path`. What the options point to must
 * live as long as the translation unit. On success *out lives in `arena` until arena_release,
 * except for translation_unit_release. Fails with ERR_INPUT: file, line, column, excerpt, and a
 * hint where there is something to do instead. */
int script_parse(const char *path, const struct script_options *options,
                 struct translation_unit **out, struct arena *arena, struct err *err);

/* The same for a text in memory; `path` names it in messages and is the base of its includes. */
int script_parse_text(const char *path, const char *text, size_t length,
                      const struct script_options *options, struct translation_unit **out,
                      struct arena *arena, struct err *err);

/* Parses the tokens of a pragma's clause as an expression that may use the parameters of
 * `function` (EXPR_LOCAL), gridDim and blockDim, globals and constants. Numbers with a unit of
 * time (400us) are doubles, in ns, and set *has_unit. NULL after an error. */
struct expr *script_parse_clause(struct translation_unit *tu, const struct function *function,
                                 struct token_range tokens, bool *has_unit, struct err *err);

/* The first parameter that has a name of the function template of this name; NULL: there is none.
 */
const char *script_template_parameter(const struct translation_unit *tu, const char *name,
                                      bool *is_type);

/* The numbers that -D can change; see script_constants(). */
struct script_constant;
size_t translation_unit_constants(const struct translation_unit *tu,
                                  struct script_constant **constants);

/* Frees what does not live in the arena (names). */
void translation_unit_release(struct translation_unit *tu);

#endif
