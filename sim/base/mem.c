#include "sim/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

void *mem_zalloc(size_t bytes)
{
    return checked(calloc(1, bytes ? bytes : 1));
}

void *mem_realloc(void *memory, size_t bytes)
{
    return checked(realloc(memory, bytes ? bytes : 1));
}

char *mem_strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(mem_realloc(NULL, bytes), text, bytes);
}

void *mem_grow_now(void *array, size_t *capacity, size_t need, size_t element_bytes)
{
    size_t grown = *capacity ? *capacity : 8;
    while (grown < need) {
        if (grown > SIZE_MAX / 2 / element_bytes)
            abort();
        grown *= 2;
    }
    *capacity = grown;
    return mem_realloc(array, grown * element_bytes);
}
