/* Filling memory with one value. A vector of 512 MB of the same number is one page that all share.
 */
#include "sim/script/memory.h"

#include <string.h>

enum { BLOCK = 4096 }; /* bytes put at a time, at most */

/* Whole values that fill most of a block, and one more, so that it can be read from the middle of
 * one; returns the bytes without that one. */
static unsigned repeat(uint8_t *block, const void *value, unsigned size)
{
    unsigned whole = BLOCK / size * size;
    for (unsigned at = 0; at <= whole; at += size)
        memcpy(block + at, value, size);
    return whole;
}

int memory_fill(struct memory *m, uint64_t address, const void *value, unsigned size,
                uint64_t bytes, unsigned tag, struct err *err)
{
    uint8_t block[BLOCK + MEMORY_VALUE];
    unsigned whole = repeat(block, value, size);
    bool repeats =
        MEMORY_PAGE % size == 0; /* so all whole pages begin in the same place of a value */
    uint64_t first = 0;          /* a whole page that was filled */
    for (uint64_t done = 0; done < bytes;) {
        uint64_t at = address + done, left = bytes - done;
        uint64_t into = at % MEMORY_PAGE, part = left < whole ? left : whole;
        if (repeats) /* end with the page: a page is whole only where nothing else is in it */
            part = part < MEMORY_PAGE - into ? part : MEMORY_PAGE - into;
        if (first && into == 0 && left >= MEMORY_PAGE) {
            part = MEMORY_PAGE;
            if (memory_copy(m, at, first, part, err) != 0)
                return -1;
        } else if (memory_put(m, at, block + done % size, part, tag, err) != 0) {
            return -1;
        } else if (repeats && into + part == MEMORY_PAGE && done + part >= MEMORY_PAGE) {
            first = at + part - MEMORY_PAGE;
        }
        done += part;
    }
    return 0;
}

int memory_set(struct memory *m, uint64_t address, int byte, uint64_t bytes, struct err *err)
{
    uint8_t value = (uint8_t)byte;
    return byte == 0 ? memory_set_zero(m, address, bytes, err)
                     : memory_fill(m, address, &value, 1, bytes, 0, err);
}
