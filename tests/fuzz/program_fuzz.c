/* Any bytes as a program: an error, or a program that is written, read and written again alike. */
#include "sim/io/program_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int write_again(const char *text, size_t length, struct sink *out)
{
    struct err err;
    err_init(&err);
    struct program program;
    program_init(&program);
    int rc = program_file_read(&program, text, length, "fuzz.nsp", &err);
    if (rc == 0 && program_file_write(&program, out, &err) < 0)
        abort();
    if (rc < 0 && err.message[0] == '\0')
        abort();
    program_release(&program);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sink once, twice;
    sink_init(&once);
    sink_init(&twice);
    if (write_again((const char *)data, size, &once) == 0) {
        if (write_again(once.text.text, once.text.length, &twice) < 0 ||
            strcmp(once.text.text, twice.text.text) != 0)
            abort();
    }
    sink_release(&once);
    sink_release(&twice);
    return 0;
}
