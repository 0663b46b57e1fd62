/* Expressions over runs: `predict fence.cu wall - k2.time`, `overlap(k1, k3) > 0`,
 * `time <= 1.05 * solution`. lessons/README.md has what can be asked for.
 *
 * An expression is worked out while it is read. What is misspelt is an error at its place with a
 * suggestion; what nobody recorded is a value that is not known, and so is all that is made of it.
 */
#ifndef SIM_LESSON_QUANTITY_H
#define SIM_LESSON_QUANTITY_H

#include "sim/lesson/runs.h"

#include <stdbool.h>

struct quantity {
    double value;    /* ns, a number, or both multiplied; a condition: 1 or 0 */
    int power;       /* of time: 0 a number, 1 a time, -1 a rate in 1/ns */
    bool condition;  /* true or false */
    bool known;      /* otherwise it needs a recording or a reason that is not there */
    const char *why; /* if not known: what is missing, a sentence without its full stop */
};

/* A name that stands for a time: `solution` in the check of an exercise. */
struct quantity_name {
    const char *name;
    int64_t time; /* ns */
};

/* What holds where an expression begins. */
struct quantity_setting {
    struct lesson_runs *runs;     /* NULL: only `names` are known */
    const struct lesson_run *run; /* NULL, or without a file: none yet */
    bool measured;                /* without the word: recorded, not predicted */
    bool recorded;                /* of what is measured the recording, if there is one */
    const struct quantity_name *names;
    size_t name_count;
};

/* Works out the expression at *at of a text, up to its end or to `,` or `}` outside parentheses,
 * where *at is left. ERR_INPUT at a place in the text. */
int quantity_read(struct quantity *quantity, const struct quantity_setting *setting,
                  const struct lesson_text *text, size_t *at, struct err *err);

/* The same of a whole text, which must be a condition; or a time, in ns (TIMELINE_UNKNOWN where not
 * known). Anything behind the expression is an error. */
int quantity_condition(bool *holds, bool *known, const struct quantity_setting *setting,
                       const struct lesson_text *text, struct err *err);
int quantity_time(int64_t *ns, const struct quantity_setting *setting,
                  const struct lesson_text *text, struct err *err);

/* How it is written. */
enum quantity_unit {
    QUANTITY_AUTO, /* a fitting unit */
    QUANTITY_NS,
    QUANTITY_US,
    QUANTITY_MS,
    QUANTITY_S,
    QUANTITY_PERCENT,
};
struct quantity_style {
    enum quantity_unit unit;
    bool whole; /* without decimals */
};

/* Reads `ms`, `percent`, `whole`, `whole ms` at *at of a text. */
int quantity_style_read(struct quantity_style *style, const struct lesson_text *text, size_t *at,
                        struct err *err);

/* "914 us", "2.9", "65.5 %", "48.0 GB/s", "yes"; what is not known is "(not recorded)" or so.
 * Returns -1 if the unit does not fit, with `*what` naming what it is. */
int quantity_text(struct strbuf *sb, const struct quantity *quantity,
                  const struct quantity_style *style, const char **what);

#endif
