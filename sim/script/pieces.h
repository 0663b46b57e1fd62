/* Pieces of a page: which of its bytes are in which plain state, where it holds no contents. What
 * is copied row by row between memory that a kernel wrote and memory that nobody wrote leaves many
 * such pages, which would take two bytes for each of theirs.
 *
 * Part of pages.c. Must not know of segments.
 */
#ifndef SIM_SCRIPT_PIECES_H
#define SIM_SCRIPT_PIECES_H

#include <stdbool.h>
#include <stdint.h>

/* A slot of the page table holds one of these small numbers or a page. */
enum page_state { PAGE_ZERO, PAGE_UNKNOWN, PAGE_UNSET, PAGE_STATES };

/* More are kept as contents. */
enum { PIECES_MOST = 64 };

struct pieces {
    uint32_t count;
    struct piece {
        uint16_t from;
        uint8_t state;   /* another one than that of the piece before */
    } rows[PIECES_MOST]; /* ascending; the first is from 0 */
};

/* All in one state. */
void pieces_init(struct pieces *pieces, enum page_state state);

/* The piece that holds the byte `at`. */
uint32_t pieces_find(const struct pieces *pieces, uint32_t at);

/* Where a piece ends in a page of so many bytes. */
uint32_t pieces_end(const struct pieces *pieces, uint32_t row, uint32_t bytes);

/* Puts bytes [from, to) of a page of `bytes` into a state. False, and nothing is done, where that
 * would be too many pieces. */
bool pieces_set(struct pieces *pieces, uint32_t from, uint32_t to, uint32_t bytes,
                enum page_state state);

#endif
