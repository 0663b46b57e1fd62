/* Where an exercise is worked on: ROOT/SLUG/SLUG.cu, which begins as the lesson's starting point,
 * and nullstream.cuh beside it, so that `nvcc SLUG.cu` works there. What the reader wrote is never
 * overwritten.
 */
#ifndef TUI_LEARN_WORKSPACE_H
#define TUI_LEARN_WORKSPACE_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

struct workspace {
    char *folder; /* ROOT/SLUG */
    char *file;   /* ROOT/SLUG/SLUG.cu */
};

/* Names only; makes nothing. */
void workspace_init(struct workspace *workspace, const char *root, const char *slug);

/* Makes the folders, and the files that are not there yet; `start` is the text of the starting
 * point. ERR_RUN with the path and the system's reason. */
int workspace_make(const struct workspace *workspace, const char *start, struct err *err);

/* Puts the starting point there again. What was there is kept under the first free name of
 * SLUG-1.cu, SLUG-2.cu, ..., which is appended to `kept`. */
int workspace_reset(const struct workspace *workspace, const char *start, struct strbuf *kept,
                    struct err *err);

void workspace_release(struct workspace *workspace);

#endif
