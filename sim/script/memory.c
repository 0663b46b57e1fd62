#include "sim/script/memory.h"

#include "sim/base/mem.h"
#include "sim/script/pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OFFSET_BITS = 40 };

#define BASE         (UINT64_C(1) << (OFFSET_BITS - 1))
#define MAX_SEGMENTS (UINT32_C(1) << (64 - OFFSET_BITS))
/* Freed segments wait this long for reuse, so that use of freed memory is recognized. */
#define QUARANTINE 65536u

void memory_init(struct memory *m, const struct memory_limits *limits)
{
    memset(m, 0, sizeof *m);
    m->limits = *limits;
    m->segments = mem_grow(NULL, &m->capacity, 64, sizeof *m->segments);
    memset(&m->segments[0], 0, sizeof m->segments[0]);
    m->count = 1; /* segment 0: null */
}

void memory_release(struct memory *m)
{
    for (size_t i = 1; i < m->count; i++)
        pages_drop(&m->segments[i], PAGE_ZERO, &m->touched);
    free(m->segments);
    free(m->accesses);
    free(m->freed_at);
    memset(m, 0, sizeof *m);
}

uint64_t memory_address(uint32_t segment)
{
    return ((uint64_t)segment << OFFSET_BITS) + BASE;
}

uint32_t memory_segment_of(uint64_t address)
{
    return (uint32_t)(address >> OFFSET_BITS);
}

static int64_t offset_of(uint64_t address)
{
    return (int64_t)(address & ((UINT64_C(1) << OFFSET_BITS) - 1)) - (int64_t)BASE;
}

static uint32_t segment_take(struct memory *m, bool local)
{
    if (local && m->local_free != 0) {
        uint32_t id = m->local_free;
        m->local_free = m->segments[id].next_free;
        return id;
    }
    if (!local && m->free_count > QUARANTINE) {
        uint32_t id = m->free_first;
        m->free_first = m->segments[id].next_free;
        m->free_count--;
        return id;
    }
    if (m->count >= MAX_SEGMENTS)
        return 0;
    m->segments = mem_grow(m->segments, &m->capacity, m->count + 1, sizeof *m->segments);
    m->segments[m->count] = (struct memory_segment){0};
    return (uint32_t)m->count++;
}

int memory_make(struct memory *m, enum segment_kind kind, uint64_t bytes, bool zero,
                const struct memory_site *made, uint64_t *address, struct err *err)
{
    if (bytes > m->limits.allocation || bytes > BASE / 2) {
        err_set(err, ERR_INPUT,
                "an allocation of %" PRIu64 " bytes%s is over the limit of %" PRIu64, bytes,
                bytes > INT64_MAX ? " (a negative size?)" : "", m->limits.allocation);
        return err_hint(err, "--limit allocation=BYTES raises the limit");
    }
    if (m->reserved + bytes > m->limits.reserved) {
        err_set(err, ERR_INPUT,
                "allocations of %" PRIu64 " bytes in all are over the limit of %" PRIu64,
                m->reserved + bytes, m->limits.reserved);
        return err_hint(err,
                        "is a free missing in a loop? --limit reserved=BYTES raises the limit");
    }
    uint32_t id = m->alive < m->limits.segments ? segment_take(m, kind == SEGMENT_LOCAL) : 0;
    if (id == 0) {
        err_set(err, ERR_INPUT, "more than %" PRIu32 " allocations are alive", m->alive);
        return err_hint(err, "is a free missing in a loop? --limit allocations=N raises the limit");
    }
    if (m->segments[id].pages != NULL) { /* it was written after it had been freed */
        memory_flush(m);
        pages_drop(&m->segments[id], PAGE_UNSET, &m->touched);
    }
    m->segments[id] = (struct memory_segment){
        .size = bytes,
        .made = made,
        .kind = (uint8_t)kind,
        .whole = zero ? PAGE_ZERO : PAGE_UNSET,
        .used = true,
    };
    m->alive++;
    m->reserved += bytes;
    *address = memory_address(id);
    return 0;
}

static void segment_end(struct memory *m, struct memory_segment *s)
{
    memory_forget(m, memory_address((uint32_t)(s - m->segments)), s->size);
    pages_drop(s, PAGE_UNSET, &m->touched);
    m->alive--;
    m->reserved -= s->size;
}

static const char *kind_name(unsigned kind)
{
    static const char *const names[] = {"a global variable", "a local variable", "memory of malloc",
                                        "pinned memory",     "managed memory",   "device memory",
                                        "a string constant", "no memory"};
    return names[kind];
}

/* "`h` (400000 bytes, allocated at line 12)" */
static const char *describe(const struct memory_segment *s, char *text, size_t size)
{
    const char *name = s->made != NULL ? s->made->name : NULL;
    int line = s->made != NULL ? s->made->line : 0;
    char where[48] = "";
    if (line > 0)
        snprintf(where, sizeof where, ", %s at line %d",
                 s->kind == SEGMENT_GLOBAL || s->kind == SEGMENT_LOCAL ? "declared" : "allocated",
                 line);
    if (name != NULL)
        snprintf(text, size, "`%s` (%" PRIu64 " bytes%s)", name, s->size, where);
    else
        snprintf(text, size, "%s (%" PRIu64 " bytes%s)", kind_name(s->kind), s->size, where);
    return text;
}

struct memory_segment *memory_find(struct memory *m, uint64_t address, uint64_t *offset)
{
    uint32_t id = memory_segment_of(address);
    if (id == 0 || id >= m->count)
        return NULL;
    struct memory_segment *s = &m->segments[id];
    int64_t at = offset_of(address);
    if (!s->used || s->freed != NULL || at < 0 || (uint64_t)at > s->size)
        return NULL;
    *offset = (uint64_t)at;
    return s;
}

const struct memory_segment *memory_find_freed(const struct memory *m, uint64_t address,
                                               uint64_t *offset)
{
    uint32_t id = memory_segment_of(address);
    if (id == 0 || id >= m->count)
        return NULL;
    const struct memory_segment *s = &m->segments[id];
    int64_t at = offset_of(address);
    if (!s->used || s->freed == NULL || at < 0 || (uint64_t)at > s->size)
        return NULL;
    *offset = (uint64_t)at;
    return s;
}

static int check_freed(const struct memory_segment *s, const char *what, struct err *err)
{
    char text[160];
    if (!s->used || s->freed == NULL)
        return s->used ? 0
                       : err_set(err, ERR_INPUT,
                                 "%s through a pointer to a variable that no longer exists", what);
    describe(s, text, sizeof text);
    if (s->freed->line > 0)
        return err_set(err, ERR_INPUT, "%s of freed memory: %s was freed at line %d", what, text,
                       s->freed->line);
    return err_set(err, ERR_INPUT, "%s of freed memory: %s", what, text);
}

bool memory_is_kept(const struct memory *m, uint64_t address)
{
    const uint32_t id = memory_segment_of(address);
    return m->lenient && id > 0 && id < m->count && m->segments[id].tracked;
}

int memory_check(struct memory *m, uint64_t address, uint64_t bytes, bool host, const char *what,
                 struct err *err)
{
    char text[160];
    uint32_t id = memory_segment_of(address);
    if (id == 0)
        return address == 0 ? err_set(err, ERR_INPUT, "%s through a null pointer", what)
                            : err_set(err, ERR_INPUT,
                                      "%s at address 0x%" PRIx64 ", which is no memory "
                                      "(a null pointer plus an offset?)",
                                      what, address);
    if (id >= m->count)
        return err_set(err, ERR_INPUT, "%s at address 0x%" PRIx64 ", which was never allocated",
                       what, address);
    const struct memory_segment *s = &m->segments[id];
    const bool late = m->after_free && s->used && memory_is_kept(m, address);
    if (!late && check_freed(s, what, err) != 0)
        return -1;
    if (s->kind == SEGMENT_OPAQUE)
        return err_set(err, ERR_INPUT, "%s of an object that has no visible contents", what);
    if (host && s->kind == SEGMENT_DEVICE) {
        err_set(err, ERR_INPUT, "%s of device memory: %s", what, describe(s, text, sizeof text));
        return err_hint(err, "the host cannot touch it; copy it with cudaMemcpy");
    }
    int64_t at = offset_of(address);
    if (at < 0)
        return err_set(err, ERR_INPUT,
                       "%s beyond its buffer: %" PRId64 " byte%s before the start of %s", what, -at,
                       at == -1 ? "" : "s", describe(s, text, sizeof text));
    if ((uint64_t)at > s->size || bytes > s->size - (uint64_t)at) {
        /* how far the last byte lies past the end */
        uint64_t past = (uint64_t)at + bytes - s->size;
        return err_set(err, ERR_INPUT,
                       "%s beyond its buffer: %" PRIu64 " byte%s past the end of %s", what, past,
                       past == 1 ? "" : "s", describe(s, text, sizeof text));
    }
    return 0;
}

int memory_check_write(struct memory *m, uint64_t address, uint64_t bytes, const char *what,
                       struct err *err)
{
    if (memory_check(m, address, bytes, true, what, err) != 0)
        return -1;
    if (m->segments[memory_segment_of(address)].kind == SEGMENT_LITERAL)
        return err_set(err, ERR_INPUT, "%s to a string constant", what);
    return 0;
}

static const struct memory_site nowhere;

static void free_segment(struct memory *m, struct memory_segment *s,
                         const struct memory_site *freed)
{
    segment_end(m, s);
    if (m->lenient)
        s->whole = PAGE_UNKNOWN;
    s->freed = freed != NULL ? freed : &nowhere;
    uint32_t id = (uint32_t)(s - m->segments);
    s->next_free = 0;
    if (m->free_count++ == 0)
        m->free_first = id;
    else
        m->segments[m->free_last].next_free = id;
    m->free_last = id;
}

int memory_free(struct memory *m, uint64_t address, enum segment_kind kind, const char *what,
                const struct memory_site *freed, struct err *err)
{
    static const char *const how[] = {NULL,       NULL,       "free", "cudaFreeHost",
                                      "cudaFree", "cudaFree", NULL,   NULL};
    char text[160];
    uint64_t offset;
    struct memory_segment *s = memory_find(m, address, &offset);
    if (m->after_free && memory_is_kept(m, address) && (s == NULL || s->gone)) {
        memory_note_end(m, address, MEMORY_FREED); /* once more */
        return 0;
    }
    if (s == NULL) {
        uint32_t id = memory_segment_of(address);
        if (id != 0 && id < m->count && m->segments[id].used && m->segments[id].freed != NULL) {
            const struct memory_segment *old = &m->segments[id];
            if (old->freed->line > 0)
                return err_set(err, ERR_INPUT, "%s: %s was freed already at line %d", what,
                               describe(old, text, sizeof text), old->freed->line);
            return err_set(err, ERR_INPUT, "%s: %s was freed already", what,
                           describe(old, text, sizeof text));
        }
        return err_set(err, ERR_INPUT, "%s of 0x%" PRIx64 ", which was never allocated", what,
                       address);
    }
    if (s->kind != kind) {
        err_set(err, ERR_INPUT, "%s of %s: %s", what, kind_name(s->kind),
                describe(s, text, sizeof text));
        return how[s->kind] ? err_hint(err, "release it with %s", how[s->kind]) : -1;
    }
    if (offset != 0)
        return err_set(err, ERR_INPUT, "%s of a pointer %" PRIu64 " bytes into %s", what, offset,
                       describe(s, text, sizeof text));
    if (s->kind == SEGMENT_HEAP && !s->gone)
        memory_note_end(m, address, MEMORY_FREED); /* work of the device may be using it */
    if (s->users > 0 && s->gone)
        return err_set(err, ERR_INPUT, "%s: %s was freed already", what,
                       describe(s, text, sizeof text));
    if (s->users > 0) { /* check looks at the rest, and finds that it may be too early */
        s->gone = true;
        return 0;
    }
    free_segment(m, s, freed);
    return 0;
}

void memory_keep_place(struct memory *m, uint64_t address, struct memory_place place)
{
    const uint32_t id = memory_segment_of(address);
    if (id >= m->freed_at_count) {
        m->freed_at =
            mem_grow(m->freed_at, &m->freed_at_capacity, (size_t)id + 1, sizeof *m->freed_at);
        memset(m->freed_at + m->freed_at_count, 0,
               (m->freed_at_capacity - m->freed_at_count) * sizeof *m->freed_at);
        m->freed_at_count = m->freed_at_capacity;
    }
    m->freed_at[id] = place;
}

void memory_hold_heap(struct memory *m, uint64_t address)
{
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    s->users += s->kind == SEGMENT_HEAP;
}

void memory_let_go_heap(struct memory *m, uint64_t address)
{
    const uint32_t id = memory_segment_of(address);
    struct memory_segment *s = id < m->count ? &m->segments[id] : NULL;
    if (s == NULL || s->kind != SEGMENT_HEAP || s->users == 0 || --s->users > 0 || !s->gone)
        return;
    s->gone = false;
    free_segment(m, s, NULL);
}

static void drop_local(struct memory *m, uint32_t id)
{
    segment_end(m, &m->segments[id]);
    m->segments[id].used = false;
    m->segments[id].next_free = m->local_free;
    m->local_free = id;
}

void memory_end_local(struct memory *m, uint64_t address)
{
    uint32_t id = memory_segment_of(address);
    struct memory_segment *s = &m->segments[id];
    if ((s->held || s->watched) && m->holds)
        memory_note_end(m, address, MEMORY_OUT);
    if (s->held)
        return;
    if (s->watched && m->access_count > 0) { /* the note still says which it is */
        s->next_free = m->ended;
        m->ended = id;
        return;
    }
    drop_local(m, id);
}

void memory_leave_local(struct memory *m, uint64_t address)
{
    const struct memory_segment *s = &m->segments[memory_segment_of(address)];
    if (s->held || s->watched)
        memory_note_end(m, address, MEMORY_OUT);
}

void memory_drop_ended(struct memory *m)
{
    while (m->ended) {
        uint32_t id = m->ended;
        m->ended = m->segments[id].next_free;
        drop_local(m, id);
    }
}

void memory_watch_local(struct memory *m, uint64_t address)
{
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    s->watched = s->kind == SEGMENT_LOCAL;
    m->holds |= s->watched;
}

void memory_hold_local(struct memory *m, uint64_t address)
{
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    s->held = s->kind == SEGMENT_LOCAL;
    m->holds |= s->held;
}

uint64_t memory_left(struct memory *m, uint64_t address)
{
    uint64_t offset;
    const struct memory_segment *s = memory_find(m, address, &offset);
    return s == NULL ? 0 : s->size - offset;
}

static bool segment_holds(const struct memory_segment *s, uint64_t value)
{
    for (uint64_t at = 0; s->pages != NULL && at < s->size; at += MEMORY_PAGE) {
        enum page_state state;
        uint32_t bytes;
        const struct memory_page *page = pages_look(s, at, &state, &bytes);
        for (uint32_t i = 0; page != NULL && i + sizeof value <= page->bytes; i += sizeof value)
            if (memcmp(page->data + i, &value, sizeof value) == 0)
                return true;
    }
    return false;
}

bool memory_holds(const struct memory *m, enum segment_kind kind, uint64_t value)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct memory_segment *s = &m->segments[i];
        if (s->kind == kind && s->used && s->freed == NULL && segment_holds(s, value))
            return true;
    }
    return false;
}
