/* Text to preprocessing tokens. Knows no directives, no macros and no keywords. */
#ifndef SIM_SCRIPT_LEX_H
#define SIM_SCRIPT_LEX_H

#include "sim/base/arena.h"
#include "sim/base/intern.h"
#include "sim/script/token.h"

/* A growing list of tokens; `items` is malloc'd. */
struct token_list {
    struct token *items;
    size_t count, capacity;
};

void token_list_add(struct token_list *list, const struct token *token);
void token_list_release(struct token_list *list);

/* Appends the tokens of sources->files[file] to *list, with a TOKEN_END last. Comments are gone,
 * continued lines joined. Fails at a byte that no text has, and at a comment, string or character
 * that does not end. Token texts point into the source, or into the arena. */
int lex_source(const struct sources *sources, uint32_t file, struct intern *names,
               struct arena *arena, struct token_list *list, struct err *err);

/* The same for `length` bytes of text that stand in no file; every token is at `place`. */
int lex_text(const struct sources *sources, const char *text, size_t length, struct place place,
             struct intern *names, struct arena *arena, struct token_list *list, struct err *err);

bool token_is(const struct token *token, const char *text);

#endif
