/* Tokens of the scenario language, as the preprocessor hands them to the parser.
 *
 * A token that came out of a macro carries the place where the user wrote the macro's name, so
 * that every message points at the user's own line. Knows nothing of types or of CUDA.
 */
#ifndef SIM_SCRIPT_TOKEN_H
#define SIM_SCRIPT_TOKEN_H

#include "sim/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in the sources: 12 bytes, kept in every token and node. `file` indexes struct sources;
 * line and column count from 1, columns in bytes; line 0: no place (built in). */
struct place {
    uint32_t file;
    uint32_t line;
    uint32_t column;
};

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   /* identifiers and keywords */
    TOKEN_NUMBER, /* a preprocessing number, not yet converted */
    TOKEN_STRING, /* with its quotes and prefix; adjacent ones are joined by the parser */
    TOKEN_CHAR,   /* with its quotes */
    TOKEN_PUNCT,  /* an operator or punctuator, see `punct` */
    TOKEN_PRAGMA, /* `#pragma nullstream`: `name` indexes the translation unit's pragmas */
    TOKEN_OTHER,  /* a stray character */
};

struct token {
    enum token_kind kind;
    uint16_t punct; /* packed characters: TOKEN_PUNCT2('<', '<') */
    bool space_before;
    bool line_start; /* first on its line */
    bool from_macro;
    bool no_expand;   /* named a macro inside its own expansion */
    uint32_t length;  /* of text, bytes */
    const char *text; /* not terminated; lives as long as the arena */
    uint32_t name;    /* TOKEN_NAME: its interned id */
    struct place place;
};

#define PUNCT1(a)    ((uint16_t)(a))
#define PUNCT2(a, b) ((uint16_t)((a) | (b) << 8))
#define PUNCT3(a, b) ((uint16_t)((a) | (b) << 8 | 0x8000)) /* <<= >>= ... <=>: the first two */

/* The files that a scenario is made of, for messages. */
struct source {
    const char *path; /* as named on the command line or reached through includes */
    const char *text; /* NUL-terminated */
    size_t length;
    bool builtin; /* one of our own headers */
};

struct sources {
    struct source *files;
    size_t count, capacity;
};

/* Fills *err with a message at `place`, the excerpt of the line included. Returns -1. */
int sources_error(const struct sources *sources, struct place place, struct err *err,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

int sources_verror(const struct sources *sources, struct place place, struct err *err,
                   const char *format, va_list args);

/* The line of text that holds `place`: sets *length (without the newline). NULL if none. */
const char *sources_line(const struct sources *sources, struct place place, int *length);

/* What identifiers are made of, but for the $ that some compilers take. */
static inline bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether a file that is not built in has that word, of identifiers' characters; `first`: the first
 * to look at. */
bool sources_have(const struct sources *sources, size_t first, const char *word, size_t length);

/* How tightly a binary operator binds, 10 (multiplication) to 1 (||); 0 if it is none of those.
 * C++'s, for expressions and for #if alike. */
int token_precedence(uint16_t op);

#endif
