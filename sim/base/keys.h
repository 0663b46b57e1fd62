/* Rows by key: gives each 64-bit key a row number, from 0 in order of first use, so that equal ones
 * are added up in one row. Knows nothing of CUDA.
 */
#ifndef SIM_BASE_KEYS_H
#define SIM_BASE_KEYS_H

#include <stddef.h>
#include <stdint.h>

#define KEYS_NONE UINT32_MAX

struct keys {
    struct keys_slot {
        uint64_t key;
        uint32_t row; /* + 1; 0: free */
    } * slots;
    size_t slot_count; /* a power of two */
    uint32_t count;    /* rows */
};

void keys_init(struct keys *keys);

/* The key's row; a new key gets the row `count` as it was. */
uint32_t keys_add(struct keys *keys, uint64_t key);

/* KEYS_NONE if it was never added. */
uint32_t keys_find(const struct keys *keys, uint64_t key);
void keys_release(struct keys *keys);

#endif
