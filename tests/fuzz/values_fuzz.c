/* Any text as the values of a sweep: an error with a message, or 1 to 1000 values, each of which is
 * a list of one value again. */
#include "sim/base/mem.h"
#include "sim/study/sweep_values.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = mem_zalloc(size + 1);
    memcpy(text, data, size);
    struct arena arena;
    struct err err;
    const char *const *values, *const *one;
    size_t count, ones;
    arena_init(&arena);
    err_init(&err);
    if (sweep_values(text, 1000, &arena, &values, &count, &err) < 0) {
        if (err.message[0] == '\0')
            abort();
    } else {
        if (count < 1 || count > 1000)
            abort();
        for (size_t i = 0; i < count; i++)
            if (sweep_values(values[i], 1, &arena, &one, &ones, &err) < 0 || ones != 1 ||
                strcmp(one[0], values[i]) != 0)
                abort();
    }
    arena_release(&arena);
    free(text);
    return 0;
}
