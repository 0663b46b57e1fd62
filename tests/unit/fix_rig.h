/* Fixes tried on scenarios given as text, predicted for h200. */
#ifndef TESTS_UNIT_FIX_RIG_H
#define TESTS_UNIT_FIX_RIG_H

#include "sim/study/fix.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "#include \"nullstream.cuh\"\n"

static struct prediction prediction;
static const struct predict_options options = {.gpu = "h200"};

/* Predicts a scenario given as text. */
static inline void predict_text(const char *text)
{
    char path[] = "/tmp/fix_test.XXXXXX.cu";
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    int rc = predict_file(&prediction, path, &options, &err);
    unlink(path);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
}

/* Tries one edit everywhere. */
static inline struct fix try_edit(enum edit_kind kind)
{
    struct fix fix;
    fix_init(&fix);
    fix_add(&fix, &(struct edit){.kind = kind, .stream = EDIT_ANY});
    fixes_try(&prediction, &options, &fix, 1, 1);
    return fix;
}

/* How often a line of the text ends so. */
static inline int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

#endif
