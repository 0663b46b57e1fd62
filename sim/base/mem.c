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

enum { PAGE = 4096, LARGE = 8 << 20 };

/* A large array is filled from front to back: with pages of 4 KiB a quarter of a replay's time goes
 * into first touches. A hint, for all of its mapping: realloc cannot move one that is in two
 * parts. */
static void use_huge_pages(void *array, size_t bytes)
{
    if (bytes < LARGE)
        return;
    uintptr_t from = (uintptr_t)array / PAGE * PAGE;
    uintptr_t to = ((uintptr_t)array + bytes + PAGE - 1) / PAGE * PAGE;
    madvise((void *)from, to - from, MADV_HUGEPAGE);
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
    array = mem_realloc(array, grown * element_bytes);
    use_huge_pages(array, grown * element_bytes);
    return array;
}
