/* An error as the user will read it.
 *
 * A function that can fail returns 0 or -1 and takes a `struct err *`, which it fills once, where
 * the fault was found. Callers pass it on; only tui/ prints it. Knows nothing of CUDA.
 */
#ifndef SIM_BASE_ERR_H
#define SIM_BASE_ERR_H

#include <stdarg.h>

/* The exit status of the program, by the cause (the values are the program's interface). */
enum err_status {
    ERR_NONE = 0,
    ERR_FOUND = 1,       /* found what it was asked to look for */
    ERR_INPUT = 2,       /* bad usage or input */
    ERR_UNAVAILABLE = 3, /* not available here: no GPU, built without CUDA */
    ERR_RUN = 4,         /* the run itself failed: device error, cannot write */
};

struct err {
    enum err_status status;
    char file[256]; /* "" when the fault has no place in a file */
    int line;       /* from 1; 0: none */
    int column;     /* from 1, in bytes; 0: none */
    char message[512];
    char hint[256];    /* what to do instead; "" when there is nothing to say */
    char excerpt[200]; /* the source line, tabs as they are; of a long one what stands around the
                          column, with "..." where it was cut; "" when none */
    int caret;         /* the column's place in the excerpt, from 1, in bytes; 0: none */
};

void err_init(struct err *err);

/* Fills *err unless it is filled already (the first fault found is the one reported).
 * Returns -1, so that `return err_set(...)` reads naturally. */
int err_set(struct err *err, enum err_status status, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/* The same with a place in a file; `column` 0 when only the line is known. */
int err_set_at(struct err *err, enum err_status status, const char *file, int line, int column,
               const char *format, ...) __attribute__((cold, format(printf, 6, 7)));

/* What to do instead, in one sentence. Ignored if a hint is set already. Returns -1. */
int err_hint(struct err *err, const char *format, ...) __attribute__((cold, format(printf, 2, 3)));

/* The source line that the caret will stand under, `length` bytes without its newline; to be given
 * after the column. */
void err_excerpt(struct err *err, const char *text, int length);

#endif
