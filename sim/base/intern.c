#include "sim/base/intern.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_bytes(const char *text, size_t length)
{
    uint64_t hash = 1469598103934665603U; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return hash ^ (hash >> 29);
}

static size_t find_slot(const struct intern *in, const char *text, size_t length)
{
    size_t mask = in->slot_count - 1;
    size_t at = (size_t)hash_bytes(text, length) & mask;
    while (in->slots[at]) {
        uint32_t id = in->slots[at] - 1;
        if (in->lengths[id] == length && memcmp(in->names[id], text, length) == 0)
            break;
        at = (at + 1) & mask;
    }
    return at;
}

static void rehash(struct intern *in, size_t slot_count)
{
    free(in->slots);
    in->slots = mem_zalloc(slot_count * sizeof *in->slots);
    in->slot_count = slot_count;
    for (size_t id = 0; id < in->count; id++)
        in->slots[find_slot(in, in->names[id], in->lengths[id])] = (uint32_t)id + 1;
}

void intern_init(struct intern *in)
{
    memset(in, 0, sizeof *in);
    arena_init(&in->arena);
    rehash(in, 64);
    intern_add(in, "", 0);
}

uint32_t intern_add(struct intern *in, const char *text, size_t length)
{
    size_t at = find_slot(in, text, length);
    if (in->slots[at])
        return in->slots[at] - 1;
    in->names = mem_grow(in->names, &in->capacity, in->count + 1, sizeof *in->names);
    in->lengths = mem_grow(in->lengths, &in->length_capacity, in->count + 1, sizeof *in->lengths);
    in->names[in->count] = arena_strndup(&in->arena, text, length);
    in->lengths[in->count] = (uint32_t)length;
    in->slots[at] = (uint32_t)++in->count;
    uint32_t id = (uint32_t)in->count - 1;
    if (in->count * 2 > in->slot_count)
        rehash(in, in->slot_count * 2);
    return id;
}

uint32_t intern_adds(struct intern *in, const char *text)
{
    return intern_add(in, text, strlen(text));
}

uint32_t intern_find(const struct intern *in, const char *text, size_t length)
{
    size_t at = find_slot(in, text, length);
    return in->slots[at] ? in->slots[at] - 1 : 0;
}

const char *intern_name(const struct intern *in, uint32_t id)
{
    return id < in->count ? in->names[id] : "";
}

void intern_release(struct intern *in)
{
    arena_release(&in->arena);
    free(in->names);
    free(in->lengths);
    free(in->slots);
    memset(in, 0, sizeof *in);
}
