#include "sim/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

enum { HUGE_PAGE = 2 << 20 };

void mem_expect_use(void *array, size_t bytes)
{
    if (bytes < 4 * HUGE_PAGE)
        return;
    uintptr_t from = ((uintptr_t)array + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uintptr_t to = ((uintptr_t)array + bytes) / HUGE_PAGE * HUGE_PAGE;
    madvise((void *)from, to - from, MADV_HUGEPAGE);
}
