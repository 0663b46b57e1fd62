/* Reading, writing and copying contents; the cache of translations; the notes of host accesses. */
#include "sim/script/memory.h"

#include "sim/base/mem.h"
#include "sim/script/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NOTES = 4096 };

/* What a page in a plain state looks like to the cache. */
static const uint8_t zeros[MEMORY_PAGE];
static const uint8_t unknowns[MEMORY_PAGE] = {[0 ... MEMORY_PAGE - 1] = MEMORY_UNKNOWN};
static const uint8_t unsets[MEMORY_PAGE] = {[0 ... MEMORY_PAGE - 1] =
                                                MEMORY_UNKNOWN | MEMORY_UNSET};

/* ---- notes of host accesses ---- */

static bool stands_before(const struct memory_place *a, const struct memory_place *b)
{
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

static int note_order(const void *va, const void *vb)
{
    const struct memory_access *a = va, *b = vb;
    if (a->segment != b->segment)
        return a->segment < b->segment ? -1 : 1;
    if (a->write != b->write)
        return a->write ? 1 : -1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return stands_before(&b->place, &a->place) - stands_before(&a->place, &b->place);
}

/* Sorts and merges; with `hulls`, leaves one range a segment and direction. */
static void notes_merge(struct memory *m, bool hulls)
{
    if (m->access_count == 0)
        return;
    qsort(m->accesses, m->access_count, sizeof *m->accesses, note_order);
    size_t kept = 0;
    for (size_t i = 1; i < m->access_count; i++) {
        struct memory_access *last = &m->accesses[kept];
        const struct memory_access *next = &m->accesses[i];
        if (next->segment == last->segment && next->write == last->write &&
            next->end == last->end && (hulls || next->offset <= last->offset + last->bytes)) {
            uint64_t end = next->offset + next->bytes;
            last->gaps |= next->gaps || next->offset > last->offset + last->bytes;
            if (end > last->offset + last->bytes)
                last->bytes = end - last->offset;
            if (next->place.file == last->place.file && stands_before(&next->place, &last->place))
                last->place = next->place;
        } else {
            m->accesses[++kept] = *next;
        }
    }
    m->access_count = kept + 1;
}

static void note_add(struct memory *m, uint32_t segment, bool write, uint64_t offset,
                     uint64_t bytes, struct memory_place place)
{
    if (m->access_count > 0) {
        struct memory_access *last = &m->accesses[m->access_count - 1];
        if (last->segment == segment && last->write == write && !last->end && !last->gaps &&
            offset == last->offset + last->bytes) {
            last->bytes += bytes;
            return;
        }
    }
    if (m->access_count >= MAX_NOTES) {
        notes_merge(m, false);
        if (m->access_count > MAX_NOTES / 2)
            notes_merge(m, true); /* too scattered to tell apart: say all between */
    }
    m->accesses =
        mem_grow(m->accesses, &m->access_capacity, m->access_count + 1, sizeof *m->accesses);
    m->accesses[m->access_count++] = (struct memory_access){
        .segment = segment, .write = write, .offset = offset, .bytes = bytes, .place = place};
}

/* Where an access that is noted stands. */
static struct memory_place place_of(const struct memory *m)
{
    struct memory_place place = m->place;
    if (m->stands)
        m->stands(m->owner, &place);
    return place;
}

static uint64_t offset_in(uint64_t address)
{
    return address - memory_address(memory_segment_of(address));
}

static void line_note(struct memory *m, struct memory_line *line, bool write)
{
    if (line->page == 0 || !line->tracked || line->touched_from == line->touched_to)
        return;
    uint64_t page = line->page << 16;
    note_add(m, memory_segment_of(page), write, offset_in(page) + line->touched_from,
             line->touched_to - line->touched_from, line->place);
    line->touched_from = line->touched_to;
}

void memory_line_touch(struct memory *m, struct memory_line *line, uint32_t at, unsigned bytes,
                       bool write)
{
    if (line->touched_from == line->touched_to) {
        line->touched_from = at;
        line->touched_to = at + bytes;
    } else if (at <= line->touched_to && at + bytes >= line->touched_from) {
        if (at < line->touched_from)
            line->touched_from = at;
        if (at + bytes > line->touched_to)
            line->touched_to = at + bytes;
    } else {
        line_note(m, line, write);
        line->touched_from = at;
        line->touched_to = at + bytes;
    }
}

void memory_track(struct memory *m, uint64_t address)
{
    uint32_t id = memory_segment_of(address);
    if (id < m->count && !m->segments[id].tracked && !m->untracked) {
        memory_flush(m);
        m->segments[id].tracked = true;
    }
}

static void watch_note(struct memory *m, uint64_t address, bool write)
{
    uint64_t h = (address + 1) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
    if (write)
        m->watch_writes += h;
    else
        m->watch_reads += h;
    uint32_t id = memory_segment_of(address);
    if (write || id >= m->count)
        return;
    const struct memory_segment *s = &m->segments[id];
    m->watch_shared |= s->kind == SEGMENT_PINNED || s->kind == SEGMENT_MANAGED || s->locked != 0;
}

void memory_note(struct memory *m, uint64_t address, uint64_t bytes, bool write)
{
    uint32_t id = memory_segment_of(address);
    if (m->watch && bytes > 0)
        watch_note(m, address, write);
    if (bytes > 0 && id < m->count && m->segments[id].tracked)
        note_add(m, id, write, offset_in(address), bytes, place_of(m));
}

static void end_add(struct memory *m, uint32_t segment, enum memory_end end,
                    struct memory_place place)
{
    memory_flush(m); /* what was done with it comes first, and is not merged with its end */
    m->accesses =
        mem_grow(m->accesses, &m->access_capacity, m->access_count + 1, sizeof *m->accesses);
    m->accesses[m->access_count++] = (struct memory_access){.segment = segment,
                                                            .write = true,
                                                            .end = (uint8_t)end,
                                                            .bytes = m->segments[segment].size,
                                                            .place = place};
}

void memory_note_end(struct memory *m, uint64_t address, enum memory_end end)
{
    const struct memory_segment *s = &m->segments[memory_segment_of(address)];
    if ((!s->tracked && !s->locked) || s->size == 0 || m->watch)
        return;
    end_add(m, memory_segment_of(address), end, place_of(m));
}

void memory_note_freed(struct memory *m, uint64_t address)
{
    const uint32_t id = memory_segment_of(address);
    if (id < m->freed_at_count && m->segments[id].size > 0)
        end_add(m, id, MEMORY_FREED, m->freed_at[id]);
}

const struct memory_access *memory_take_accesses(struct memory *m, size_t *count)
{
    if (m->tracked_lines) {
        m->tracked_lines = false;
        for (int i = 0; i < MEMORY_LINES; i++) {
            for (int write = 0; write <= 1; write++) {
                struct memory_line *line = write ? &m->writes[i] : &m->reads[i];
                if (!line->tracked)
                    continue;
                line_note(m, line, write);
                line->page = 0; /* the next access brings a new source line */
                line->tracked = false;
            }
        }
    }
    notes_merge(m, false);
    *count = m->access_count;
    m->access_count = 0;
    return m->accesses;
}

/* ---- the cache ---- */

void memory_flush(struct memory *m)
{
    if (!m->cached)
        return;
    for (int i = 0; i < MEMORY_LINES; i++) {
        line_note(m, &m->reads[i], false);
        line_note(m, &m->writes[i], true);
        m->reads[i].page = m->writes[i].page = 0;
    }
    m->cached = false;
}

static void line_drop(struct memory *m, struct memory_line *line, uint64_t page, bool write)
{
    if (line->page != page)
        return;
    line_note(m, line, write);
    line->page = 0;
}

void memory_forget(struct memory *m, uint64_t address, uint64_t bytes)
{
    enum { FEW = 8 };
    if (!m->cached || bytes == 0)
        return;
    uint64_t first = address >> 16, last = (address + bytes - 1) >> 16;
    if (last - first >= FEW) {
        memory_flush(m);
        return;
    }
    for (uint64_t page = first; page <= last; page++) {
        size_t index = (page ^ address >> 40) % MEMORY_LINES;
        line_drop(m, &m->reads[index], page, false);
        line_drop(m, &m->writes[index], page, true);
    }
}

void memory_watch(struct memory *m, bool on)
{
    memory_flush(m);
    m->watch = on;
    m->watch_reads = m->watch_writes = 0;
    m->watch_shared = false;
}

static void line_fill(struct memory *m, const struct memory_segment *s, uint64_t address,
                      const uint8_t *data, const uint8_t *tags, uint32_t limit, bool write)
{
    size_t index = (address >> 16 ^ address >> 40) % MEMORY_LINES;
    struct memory_line *line = write ? &m->writes[index] : &m->reads[index];
    line_note(m, line, write);
    uint32_t at = (uint32_t)(address & (MEMORY_PAGE - 1));
    *line = (struct memory_line){
        .page = address >> 16,
        .data = (uint8_t *)data,
        .tags = (uint8_t *)tags,
        .limit = limit,
        .touched_from = at,
        .touched_to = at,
        .place = s->tracked ? place_of(m) : m->place,
        .tracked = s->tracked,
    };
    m->cached = true;
    m->tracked_lines |= s->tracked;
}

/* ---- scalars ---- */

static unsigned tags_of(const uint8_t *tags, uint64_t count)
{
    unsigned all = 0;
    for (uint64_t i = 0; i < count; i++)
        all |= tags[i];
    return all;
}

struct memory_line *memory_reach(struct memory *m, uint64_t address, unsigned bytes, bool write)
{
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    uint64_t offset = offset_in(address);
    uint32_t at = (uint32_t)(offset % MEMORY_PAGE);
    size_t index = (address >> 16 ^ address >> 40) % MEMORY_LINES;
    if (m->watch || at + bytes > MEMORY_PAGE)
        return NULL;
    if (write) {
        struct memory_page *page = pages_own(s, offset, &m->touched, m->limits.touched);
        if (page == NULL)
            return NULL;
        line_drop(m, &m->reads[index], address >> 16, false);
        line_fill(m, s, address, page->data, page->tags, page->bytes, true);
        return memory_fast(m, m->writes, address, bytes);
    }
    enum page_state state;
    uint32_t part;
    if (!pages_join(s, offset, &m->touched, m->limits.touched))
        return NULL;
    const struct memory_page *page = pages_look(s, offset, &state, &part);
    uint64_t left = s->size - (offset - at);
    line_fill(m, s, address, page != NULL ? page->data : zeros,
              page != NULL            ? page->tags
              : state == PAGE_UNKNOWN ? unknowns
              : state == PAGE_UNSET   ? unsets
                                      : NULL,
              left < MEMORY_PAGE ? (uint32_t)left : MEMORY_PAGE, false);
    return memory_fast(m, m->reads, address, bytes);
}

int memory_read(struct memory *m, uint64_t address, unsigned bytes, uint64_t *value, unsigned *tag,
                struct err *err)
{
    if (memory_check(m, address, bytes, true, "host read", err) != 0)
        return -1;
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    uint64_t offset = offset_in(address);
    uint32_t at = (uint32_t)(offset % MEMORY_PAGE), part;
    *value = 0;
    if (at + bytes > MEMORY_PAGE || /* on two pages, or on one that there is no room for */
        !pages_join(s, offset, &m->touched, m->limits.touched)) {
        uint8_t data[8];
        memory_note(m, address, bytes, false);
        *tag = memory_get(m, address, data, NULL, bytes);
        memcpy(value, data, bytes); /* little-endian, as the programs we interpret expect */
        return 0;
    }
    enum page_state state;
    const struct memory_page *page = pages_look(s, offset, &state, &part);
    const uint8_t *data = page != NULL ? page->data : zeros;
    const uint8_t *tags = page != NULL            ? page->tags
                          : state == PAGE_UNKNOWN ? unknowns
                          : state == PAGE_UNSET   ? unsets
                                                  : NULL;
    memcpy(value, data + at, bytes);
    *tag = tags != NULL ? tags_of(tags + at, bytes) : 0;
    if (m->watch) {
        memory_note(m, address, bytes, false);
        return 0;
    }
    uint64_t first = offset - at;
    uint64_t limit = s->size - first < MEMORY_PAGE ? s->size - first : MEMORY_PAGE;
    line_fill(m, s, address, data, tags, (uint32_t)limit, false);
    memory_fast(m, m->reads, address, bytes);
    return 0;
}

static int touched_too_much(const struct memory *m, struct err *err)
{
    err_set(err, ERR_INPUT, "here the program fills more memory than the limit of %llu bytes",
            (unsigned long long)m->limits.touched);
    return err_hint(err, "raise it, as with --limit memory=4GiB; untouched memory is free, partly "
                         "unknown memory takes twice its size");
}

/* While a page is filled it has a tag for each byte, which says whether it has a value yet; those
 * of full pages are given back when there is no room for more. Returns whether that made room. */
static bool make_room(struct memory *m)
{
    uint64_t before = m->touched;
    memory_flush(m); /* lines point to tags */
    for (size_t i = 0; i < m->count; i++)
        pages_untag(&m->segments[i], &m->touched);
    return m->touched < before;
}

static struct memory_page *page_for(struct memory *m, uint64_t address, unsigned tag)
{
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    struct memory_page *page = pages_own(s, offset_in(address), &m->touched, m->limits.touched);
    bool has_tags = page != NULL && (tag == 0 || pages_tag(page, &m->touched, m->limits.touched));
    return has_tags ? page : NULL;
}

/* The page of an address, to be written; with tags if there is one. NULL: no room for it. */
static struct memory_page *page_to_write(struct memory *m, uint64_t address, unsigned tag)
{
    struct memory_page *page = page_for(m, address, tag);
    return page == NULL && make_room(m) ? page_for(m, address, tag) : page;
}

int memory_write(struct memory *m, uint64_t address, unsigned bytes, uint64_t value, unsigned tag,
                 struct err *err)
{
    if (memory_check_write(m, address, bytes, "host write", err) != 0)
        return -1;
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    uint64_t offset = offset_in(address);
    uint32_t at = (uint32_t)(offset % MEMORY_PAGE);
    if (at + bytes > MEMORY_PAGE) {
        uint8_t data[8];
        memcpy(data, &value, 8);
        memory_note(m, address, bytes, true);
        return memory_put(m, address, data, bytes, tag, err);
    }
    struct memory_page *page = page_to_write(m, address, tag);
    if (page == NULL)
        return touched_too_much(m, err);
    memcpy(page->data + at, &value, bytes);
    if (page->tags != NULL)
        memset(page->tags + at, (int)tag, bytes);
    /* contents or tags changed shape: what was cached for reading is stale */
    line_drop(m, &m->reads[(address >> 16 ^ address >> 40) % MEMORY_LINES], address >> 16, false);
    if (m->watch) {
        memory_note(m, address, bytes, true);
        return 0;
    }
    line_fill(m, s, address, page->data, page->tags, page->bytes, true);
    memory_fast(m, m->writes, address, bytes);
    return 0;
}

/* ---- ranges ---- */

/* What is freed counts: the device may come late. */
static bool is_inside(const struct memory *m, uint64_t address, uint64_t bytes)
{
    const uint32_t id = memory_segment_of(address);
    if (id == 0 || id >= m->count)
        return false;
    const uint64_t size = m->segments[id].size, at = offset_in(address);
    return at <= size && bytes <= size - at;
}

int memory_copy(struct memory *m, uint64_t to, uint64_t from, uint64_t bytes, struct err *err)
{
    if (bytes == 0 || to == from)
        return 0;
    if (!is_inside(m, from, bytes) || !is_inside(m, to, bytes))
        return err_set(err, ERR_INPUT,
                       "a copy from 0x%" PRIx64 " to 0x%" PRIx64 ", which is no memory", from, to);
    memory_forget(m, to, bytes);
    memory_forget(m, from, bytes); /* its pages may be shared from now on */
    struct memory_segment *target = &m->segments[memory_segment_of(to)];
    struct memory_segment *source = &m->segments[memory_segment_of(from)];
    uint64_t to_offset = offset_in(to), from_offset = offset_in(from);
    uint64_t limit = m->limits.touched;
    bool ok;
    if (target == source && to_offset < from_offset + bytes && from_offset < to_offset + bytes) {
        struct memory_segment between = {.size = bytes, .whole = PAGE_UNSET};
        ok = pages_copy(&between, 0, source, from_offset, bytes, &m->touched, limit) &&
             pages_copy(target, to_offset, &between, 0, bytes, &m->touched, limit);
        pages_drop(&between, PAGE_UNSET, &m->touched);
    } else {
        ok = pages_copy(target, to_offset, source, from_offset, bytes, &m->touched, limit);
    }
    return ok ? 0 : touched_too_much(m, err);
}

static int set_state(struct memory *m, uint64_t address, uint64_t bytes, enum page_state state,
                     struct err *err)
{
    if (bytes == 0)
        return 0;
    memory_forget(m, address, bytes);
    struct memory_segment *s = &m->segments[memory_segment_of(address)];
    if (!pages_set(s, offset_in(address), bytes, state, &m->touched, m->limits.touched))
        return touched_too_much(m, err);
    return 0;
}

int memory_set_zero(struct memory *m, uint64_t address, uint64_t bytes, struct err *err)
{
    return set_state(m, address, bytes, PAGE_ZERO, err);
}

int memory_set_unknown(struct memory *m, uint64_t address, uint64_t bytes, struct err *err)
{
    return set_state(m, address, bytes, PAGE_UNKNOWN, err);
}

int memory_set_unset(struct memory *m, uint64_t address, uint64_t bytes, struct err *err)
{
    return set_state(m, address, bytes, PAGE_UNSET, err);
}

int memory_put(struct memory *m, uint64_t address, const void *bytes, uint64_t count, unsigned tag,
               struct err *err)
{
    const uint8_t *from = bytes;
    memory_forget(m, address, count);
    while (count > 0) {
        uint32_t at = (uint32_t)(offset_in(address) % MEMORY_PAGE);
        uint32_t part = count < MEMORY_PAGE - at ? (uint32_t)count : MEMORY_PAGE - at;
        struct memory_page *page = page_to_write(m, address, tag);
        if (page == NULL)
            return touched_too_much(m, err);
        memcpy(page->data + at, from, part);
        if (page->tags != NULL)
            memset(page->tags + at, (int)tag, part);
        from += part;
        address += part;
        count -= part;
    }
    return 0;
}

unsigned memory_get(struct memory *m, uint64_t address, void *bytes, uint8_t *tags, uint64_t count)
{
    uint8_t *to = bytes;
    unsigned all = 0;
    while (count > 0) {
        const struct memory_segment *s = &m->segments[memory_segment_of(address)];
        uint64_t offset = offset_in(address);
        uint32_t at = (uint32_t)(offset % MEMORY_PAGE);
        uint32_t part;
        enum page_state state;
        const struct memory_page *page = pages_look(s, offset, &state, &part);
        part = count < part ? (uint32_t)count : part;
        if (page != NULL)
            memcpy(to, page->data + at, part);
        else
            memset(to, 0, part);
        if (page != NULL && page->tags == NULL)
            state = PAGE_ZERO;
        if (page != NULL && page->tags != NULL) {
            all |= tags_of(page->tags + at, part);
            if (tags != NULL)
                memcpy(tags, page->tags + at, part);
        } else {
            all |= pages_state_tag(state);
            if (tags != NULL)
                memset(tags, (int)pages_state_tag(state), part);
        }
        to += part;
        tags = tags != NULL ? tags + part : NULL;
        address += part;
        count -= part;
    }
    if (all & MEMORY_TIMED)
        m->gave_times = true;
    return all;
}
