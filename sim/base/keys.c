#include "sim/base/keys.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void keys_init(struct keys *keys)
{
    memset(keys, 0, sizeof *keys);
}

static size_t slot_of(const struct keys *keys, uint64_t key)
{
    uint64_t hash = (key ^ (key >> 31)) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 20) & (keys->slot_count - 1);
    while (keys->slots[at].row && keys->slots[at].key != key)
        at = (at + 1) & (keys->slot_count - 1);
    return at;
}

static void grow(struct keys *keys)
{
    struct keys_slot *old = keys->slots;
    size_t old_count = keys->slot_count;
    keys->slot_count = old_count ? old_count * 2 : 64;
    keys->slots = mem_zalloc(keys->slot_count * sizeof *keys->slots);
    for (size_t i = 0; i < old_count; i++)
        if (old[i].row)
            keys->slots[slot_of(keys, old[i].key)] = old[i];
    free(old);
}

uint32_t keys_add(struct keys *keys, uint64_t key)
{
    if ((size_t)keys->count * 2 >= keys->slot_count)
        grow(keys);
    struct keys_slot *slot = &keys->slots[slot_of(keys, key)];
    if (slot->row == 0)
        *slot = (struct keys_slot){key, ++keys->count};
    return slot->row - 1;
}

uint32_t keys_find(const struct keys *keys, uint64_t key)
{
    if (keys->slot_count == 0)
        return KEYS_NONE;
    const struct keys_slot *slot = &keys->slots[slot_of(keys, key)];
    return slot->row ? slot->row - 1 : KEYS_NONE;
}

void keys_release(struct keys *keys)
{
    free(keys->slots);
    memset(keys, 0, sizeof *keys);
}
