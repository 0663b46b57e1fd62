#include "sim/script/pages.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

unsigned pages_state_tag(enum page_state state)
{
    return state == PAGE_ZERO      ? 0
           : state == PAGE_UNKNOWN ? MEMORY_UNKNOWN
                                   : MEMORY_UNKNOWN | MEMORY_UNSET;
}

static bool slot_is_plain(const struct memory_page *slot)
{
    return (uintptr_t)slot < PAGE_STATES;
}

static struct memory_page *plain_slot(enum page_state state)
{
    return (struct memory_page *)(uintptr_t)state;
}

static uint64_t page_count(const struct memory_segment *s)
{
    return (s->size + MEMORY_PAGE - 1) / MEMORY_PAGE;
}

static uint32_t page_bytes(const struct memory_segment *s, uint64_t index)
{
    uint64_t left = s->size - index * MEMORY_PAGE;
    return left < MEMORY_PAGE ? (uint32_t)left : MEMORY_PAGE;
}

static uint64_t page_cost(const struct memory_page *page)
{
    if (page->pieces)
        return sizeof *page + sizeof *page->pieces;
    return sizeof *page + page->bytes + (page->tags ? page->bytes : 0);
}

static void slot_drop(struct memory_page *slot, uint64_t *touched)
{
    if (slot_is_plain(slot) || --slot->references > 0)
        return;
    *touched -= page_cost(slot);
    free(slot->tags);
    free(slot->pieces);
    free(slot);
}

static struct memory_page **table(struct memory_segment *s)
{
    if (s->pages != NULL)
        return s->pages == (struct memory_page **)1 ? &s->only : s->pages;
    uint64_t count = page_count(s);
    if (count <= 1) {
        s->only = plain_slot(s->whole);
        s->pages = (struct memory_page **)1; /* not the address of `only`: segments move */
        return &s->only;
    }
    s->pages = mem_zalloc(count * sizeof *s->pages);
    if (s->whole != 0)
        for (uint64_t i = 0; i < count; i++)
            s->pages[i] = plain_slot(s->whole);
    return s->pages;
}

void pages_drop(struct memory_segment *s, enum page_state state, uint64_t *touched)
{
    if (s->pages != NULL) {
        struct memory_page **slots = table(s);
        uint64_t count = page_count(s);
        for (uint64_t i = 0; i < count; i++)
            slot_drop(slots[i], touched);
        if (slots != &s->only)
            free(s->pages);
        s->pages = NULL;
        s->only = NULL;
    }
    s->whole = (uint8_t)state;
}

const struct memory_page *pages_look(const struct memory_segment *s, uint64_t offset,
                                     enum page_state *state, uint32_t *bytes)
{
    uint32_t at = (uint32_t)(offset % MEMORY_PAGE);
    *bytes = MEMORY_PAGE - at;
    if (s->pages == NULL) {
        *state = s->whole;
        return NULL;
    }
    const struct memory_page *slot =
        s->pages == (struct memory_page **)1 ? s->only : s->pages[offset / MEMORY_PAGE];
    if (slot_is_plain(slot)) {
        *state = (enum page_state)(uintptr_t)slot;
        return NULL;
    }
    if (!slot->pieces)
        return slot;
    uint32_t row = pieces_find(slot->pieces, at);
    *state = slot->pieces->rows[row].state;
    *bytes = pieces_end(slot->pieces, row, slot->bytes) - at;
    return NULL;
}

static struct memory_page *page_make(uint32_t bytes, enum page_state state, uint64_t *touched,
                                     uint64_t limit)
{
    if (*touched + sizeof(struct memory_page) + 2 * (uint64_t)bytes > limit)
        return NULL;
    struct memory_page *page = mem_zalloc(sizeof *page + bytes);
    page->references = 1;
    page->bytes = bytes;
    if (state != PAGE_ZERO) {
        page->tags = mem_realloc(NULL, bytes);
        memset(page->tags, (int)pages_state_tag(state), bytes);
    }
    *touched += page_cost(page);
    return page;
}

/* A page in pieces, with contents. NULL as above. */
static struct memory_page *page_join(const struct memory_page *page, uint64_t *touched,
                                     uint64_t limit)
{
    const struct pieces *pieces = page->pieces;
    struct memory_page *joined = page_make(page->bytes, PAGE_UNKNOWN, touched, limit);
    for (uint32_t i = 0; joined != NULL && i < pieces->count; i++)
        memset(joined->tags + pieces->rows[i].from, (int)pages_state_tag(pieces->rows[i].state),
               pieces_end(pieces, i, page->bytes) - pieces->rows[i].from);
    return joined;
}

/* NULL as above. */
static struct memory_page *page_duplicate(const struct memory_page *page, uint64_t *touched,
                                          uint64_t limit)
{
    if (*touched + sizeof *page + 2 * (uint64_t)page->bytes > limit)
        return NULL;
    struct memory_page *copy = mem_realloc(NULL, sizeof *copy + page->bytes);
    *copy = (struct memory_page){.references = 1, .bytes = page->bytes};
    memcpy(copy->data, page->data, page->bytes);
    if (page->tags != NULL) {
        copy->tags = mem_realloc(NULL, page->bytes);
        memcpy(copy->tags, page->tags, page->bytes);
    }
    *touched += page_cost(copy);
    return copy;
}

struct memory_page *pages_own(struct memory_segment *s, uint64_t offset, uint64_t *touched,
                              uint64_t limit)
{
    uint64_t index = offset / MEMORY_PAGE;
    struct memory_page **slot = &table(s)[index];
    if (slot_is_plain(*slot)) {
        struct memory_page *page =
            page_make(page_bytes(s, index), (enum page_state)(uintptr_t)*slot, touched, limit);
        if (page != NULL)
            *slot = page;
        return page;
    }
    if ((*slot)->references == 1 && !(*slot)->pieces)
        return *slot;
    struct memory_page *page =
        (*slot)->pieces ? page_join(*slot, touched, limit) : page_duplicate(*slot, touched, limit);
    if (page == NULL)
        return NULL;
    slot_drop(*slot, touched);
    *slot = page;
    return page;
}

bool pages_join(struct memory_segment *s, uint64_t offset, uint64_t *touched, uint64_t limit)
{
    if (s->pages == NULL)
        return true;
    const struct memory_page *slot = table(s)[offset / MEMORY_PAGE];
    return slot_is_plain(slot) || !slot->pieces || pages_own(s, offset, touched, limit) != NULL;
}

bool pages_tag(struct memory_page *page, uint64_t *touched, uint64_t limit)
{
    if (page->tags != NULL)
        return true;
    if (*touched + page->bytes > limit)
        return false;
    page->tags = mem_zalloc(page->bytes);
    *touched += page->bytes;
    return true;
}

/* Drops the tags of a page that turns out to be known throughout, which makes copies cheaper. */
static void page_untag(struct memory_page *page, uint64_t *touched)
{
    if (page->tags == NULL || page->tags[0] != 0 ||
        (page->bytes > 1 && memcmp(page->tags, page->tags + 1, page->bytes - 1) != 0))
        return;
    free(page->tags);
    page->tags = NULL;
    *touched -= page->bytes;
}

void pages_untag(struct memory_segment *s, uint64_t *touched)
{
    if (s->pages == NULL)
        return;
    struct memory_page **slots = table(s);
    uint64_t count = page_count(s);
    for (uint64_t i = 0; i < count; i++)
        if (!slot_is_plain(slots[i]))
            page_untag(slots[i], touched);
}

/* The pieces of a page that holds no contents, to be changed. NULL: it has some, or is so small
 * that they cost less; or `limit` would be exceeded. */
static struct pieces *own_pieces(struct memory_page **slot, uint32_t bytes, uint64_t *touched,
                                 uint64_t limit)
{
    enum { LEAST = 4096 };
    struct memory_page *page = slot_is_plain(*slot) ? NULL : *slot;
    if (page != NULL && (!page->pieces || page->references == 1))
        return page->pieces;
    if (bytes < LEAST || *touched + sizeof *page + sizeof *page->pieces > limit)
        return NULL;
    struct memory_page *made = mem_zalloc(sizeof *made);
    made->references = 1;
    made->bytes = bytes;
    made->pieces = mem_realloc(NULL, sizeof *made->pieces);
    if (page != NULL)
        *made->pieces = *page->pieces;
    else
        pieces_init(made->pieces, (enum page_state)(uintptr_t)*slot);
    *touched += page_cost(made);
    slot_drop(*slot, touched);
    *slot = made;
    return made->pieces;
}

static bool page_set_part(struct memory_segment *s, uint64_t offset, uint32_t bytes,
                          enum page_state state, uint64_t *touched, uint64_t limit)
{
    uint64_t index = offset / MEMORY_PAGE;
    struct memory_page **slot = &table(s)[index];
    uint32_t at = (uint32_t)(offset % MEMORY_PAGE), size = page_bytes(s, index);
    if (*slot == plain_slot(state))
        return true;
    struct pieces *pieces = own_pieces(slot, size, touched, limit);
    if (pieces != NULL && pieces_set(pieces, at, at + bytes, size, state)) {
        if (pieces->count == 1) {
            slot_drop(*slot, touched);
            *slot = plain_slot(state);
        }
        return true;
    }
    struct memory_page *page = pages_own(s, offset, touched, limit);
    if (page == NULL || (state != PAGE_ZERO && !pages_tag(page, touched, limit)))
        return false;
    memset(page->data + at, 0, bytes);
    if (page->tags != NULL)
        memset(page->tags + at, (int)pages_state_tag(state), bytes);
    return true;
}

bool pages_set(struct memory_segment *s, uint64_t offset, uint64_t bytes, enum page_state state,
               uint64_t *touched, uint64_t limit)
{
    if (bytes == 0 || (s->pages == NULL && s->whole == (uint8_t)state))
        return true;
    if (bytes == s->size) {
        pages_drop(s, state, touched);
        return true;
    }
    struct memory_page **slots = table(s);
    while (bytes > 0) {
        uint64_t index = offset / MEMORY_PAGE;
        uint32_t size = page_bytes(s, index);
        uint32_t at = (uint32_t)(offset % MEMORY_PAGE);
        uint32_t part = bytes < size - at ? (uint32_t)bytes : size - at;
        if (part == size) {
            slot_drop(slots[index], touched);
            slots[index] = plain_slot(state);
        } else if (!page_set_part(s, offset, part, state, touched, limit)) {
            return false;
        }
        offset += part;
        bytes -= part;
    }
    return true;
}

static bool page_copy_part(struct memory_segment *to, uint64_t to_offset,
                           const struct memory_page *from, uint32_t at, uint32_t bytes,
                           uint64_t *touched, uint64_t limit)
{
    struct memory_page *page = pages_own(to, to_offset, touched, limit);
    if (page == NULL || (from->tags != NULL && !pages_tag(page, touched, limit)))
        return false;
    uint32_t to_at = (uint32_t)(to_offset % MEMORY_PAGE);
    memmove(page->data + to_at, from->data + at, bytes);
    if (page->tags == NULL)
        return true;
    if (from->tags != NULL)
        memmove(page->tags + to_at, from->tags + at, bytes);
    else
        memset(page->tags + to_at, 0, bytes);
    return true;
}

/* By value: its page may be the one that is copied to. */
static bool pieces_copy(struct memory_segment *to, uint64_t to_offset, struct pieces from,
                        uint32_t at, uint32_t bytes, uint64_t *touched, uint64_t limit)
{
    for (uint32_t row = pieces_find(&from, at); bytes > 0; row++) {
        uint32_t part = pieces_end(&from, row, at + bytes) - at;
        part = part < bytes ? part : bytes;
        if (!pages_set(to, to_offset, part, from.rows[row].state, touched, limit))
            return false;
        to_offset += part;
        at += part;
        bytes -= part;
    }
    return true;
}

bool pages_copy(struct memory_segment *to, uint64_t to_offset, struct memory_segment *from,
                uint64_t from_offset, uint64_t bytes, uint64_t *touched, uint64_t limit)
{
    if (from->pages == NULL)
        return pages_set(to, to_offset, bytes, from->whole, touched, limit);
    struct memory_page **from_slots = table(from);
    while (bytes > 0) {
        uint64_t from_index = from_offset / MEMORY_PAGE, to_index = to_offset / MEMORY_PAGE;
        uint32_t from_at = (uint32_t)(from_offset % MEMORY_PAGE);
        uint32_t to_at = (uint32_t)(to_offset % MEMORY_PAGE);
        uint32_t from_left = page_bytes(from, from_index) - from_at;
        uint32_t to_left = page_bytes(to, to_index) - to_at;
        uint32_t part = from_left < to_left ? from_left : to_left;
        if (bytes < part)
            part = (uint32_t)bytes;
        struct memory_page *slot = from_slots[from_index];
        bool whole = from_at == 0 && to_at == 0 && part == page_bytes(to, to_index);
        if (slot_is_plain(slot)) {
            if (!pages_set(to, to_offset, part, (enum page_state)(uintptr_t)slot, touched, limit))
                return false;
        } else if (whole && part == slot->bytes) {
            struct memory_page **target = &table(to)[to_index];
            if (*target != slot) {
                page_untag(slot, touched);
                slot->references++;
                slot_drop(*target, touched);
                *target = slot;
            }
        } else if (slot->pieces) {
            if (!pieces_copy(to, to_offset, *slot->pieces, from_at, part, touched, limit))
                return false;
        } else if (!page_copy_part(to, to_offset, slot, from_at, part, touched, limit)) {
            return false;
        }
        from_offset += part;
        to_offset += part;
        bytes -= part;
    }
    return true;
}
