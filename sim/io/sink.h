/* Where writers put their text: a buffer that is kept, or passed on in large pieces, so that a
 * timeline of ten million operations is never a string in memory.
 *
 * Writers append to `text` and call sink_flow() after each record. Knows no format.
 */
#ifndef SIM_IO_SINK_H
#define SIM_IO_SINK_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdio.h>

struct sink {
    struct strbuf text;                              /* not passed on yet */
    int (*pass)(struct sink *sink, struct err *err); /* NULL: everything stays in `text` */
    void *context;                                   /* of `pass` */
    FILE *file;                                      /* the caller's */
    const char *name;                                /* of the file, for the error; the caller's */
};

/* Keeps everything in `text`, which is then the caller's to read. */
void sink_init(struct sink *sink);

/* Writes to an open file; errors name it. */
void sink_init_file(struct sink *sink, FILE *file, const char *name);

/* Passes the text on if there is much of it. ERR_RUN if it cannot be written. */
int sink_flow(struct sink *sink, struct err *err);

/* Passes on what is left and flushes the file, so that a full disk is seen. */
int sink_finish(struct sink *sink, struct err *err);

void sink_release(struct sink *sink);

#endif
