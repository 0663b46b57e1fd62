/* The bytes of a file for a reader: mapped where that is possible, else read. Knows no format. */
#ifndef SIM_IO_INPUT_H
#define SIM_IO_INPUT_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stddef.h>

struct input {
    const char *text; /* `length` bytes; not terminated */
    size_t length;
    struct strbuf read; /* of what cannot be mapped: pipes, "-" */
    void *mapping;      /* NULL: none */
};

/* "-" is standard input. Directories, unreadable files and more than `limit` bytes are ERR_INPUT.
 * input_release() is needed only after success. */
int input_open(struct input *input, const char *path, size_t limit, struct err *err);

void input_release(struct input *input);

#endif
