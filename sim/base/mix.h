/* A step of a hash: of tables that find equal rows, and of what is compared as a whole. */
#ifndef SIM_BASE_MIX_H
#define SIM_BASE_MIX_H

#include <stdint.h>

static inline uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

#endif
