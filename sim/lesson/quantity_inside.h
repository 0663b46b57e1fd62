/* What the two halves of expressions share: quantity.c has operators, quantity_run.c what is asked
 * of a run. */
#ifndef SIM_LESSON_QUANTITY_INSIDE_H
#define SIM_LESSON_QUANTITY_INSIDE_H

#include "sim/lesson/quantity.h"

struct expression {
    const struct quantity_setting *setting;
    const struct lesson_text *text;
    size_t at;
    struct err *err;
    int depth;
    bool measured;         /* from here on */
    struct lesson_run run; /* from here on; without a file: none yet */
};

/* An error at a place in the text. Returns -1. */
int expression_fail(struct expression *e, size_t at, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

void expression_skip(struct expression *e);

/* Takes a mark, or a whole word, after blanks. */
bool expression_take(struct expression *e, const char *mark);

/* `[predict|measured] [FILE OPTION...]`: which run counts from here on, where one is named. */
int expression_run(struct expression *e);

/* What is asked of the run. */
int expression_of_run(struct expression *e, struct quantity *q);

#endif
