/* Contents of one segment: pages of 64 KB, shared until written.
 *
 * Part of the address space (memory.h); nothing else includes it. Must not know of addresses.
 */
#ifndef SIM_SCRIPT_PAGES_H
#define SIM_SCRIPT_PAGES_H

#include "sim/script/memory.h"
#include "sim/script/pieces.h"

struct memory_page {
    uint32_t references;
    uint32_t bytes;
    uint8_t *tags;         /* NULL: all known */
    struct pieces *pieces; /* instead of tags and data; NULL: it has contents */
    uint8_t data[];
};

/* The page that holds `offset`, without making one: NULL when it is in a plain state, which then
 * stands in *state. So it goes on for *bytes, within the page. */
const struct memory_page *pages_look(const struct memory_segment *s, uint64_t offset,
                                     enum page_state *state, uint32_t *bytes);

/* Gives a page in pieces contents, so that one look tells all of it. False when that would exceed
 * `limit`. */
bool pages_join(struct memory_segment *s, uint64_t offset, uint64_t *touched, uint64_t limit);

/* The page that holds `offset`, made and unshared so that it can be written. `touched` counts
 * bytes of pages. NULL when that would exceed `limit`. */
struct memory_page *pages_own(struct memory_segment *s, uint64_t offset, uint64_t *touched,
                              uint64_t limit);

/* Gives a page tags (of the known) if it has none. False when `limit` is exceeded. */
bool pages_tag(struct memory_page *page, uint64_t *touched, uint64_t limit);

/* Takes the tags from all pages that turn out to be known throughout. */
void pages_untag(struct memory_segment *s, uint64_t *touched);

/* Puts a range into a plain state. False when `limit` is exceeded. */
bool pages_set(struct memory_segment *s, uint64_t offset, uint64_t bytes, enum page_state state,
               uint64_t *touched, uint64_t limit);

/* Copies a range that does not overlap its target. False when `limit` is exceeded. */
bool pages_copy(struct memory_segment *to, uint64_t to_offset, struct memory_segment *from,
                uint64_t from_offset, uint64_t bytes, uint64_t *touched, uint64_t limit);

/* Drops all contents: the whole segment is in `state`. */
void pages_drop(struct memory_segment *s, enum page_state state, uint64_t *touched);

unsigned pages_state_tag(enum page_state state);

#endif
