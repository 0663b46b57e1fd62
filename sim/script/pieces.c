#include "sim/script/pieces.h"

void pieces_init(struct pieces *pieces, enum page_state state)
{
    pieces->count = 1;
    pieces->rows[0] = (struct piece){.from = 0, .state = (uint8_t)state};
}

uint32_t pieces_find(const struct pieces *pieces, uint32_t at)
{
    uint32_t low = 0, high = pieces->count; /* the answer is in [low, high) */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces->rows[middle].from <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t pieces_end(const struct pieces *pieces, uint32_t row, uint32_t bytes)
{
    return row + 1 < pieces->count ? pieces->rows[row + 1].from : bytes;
}

static void add(struct pieces *pieces, uint32_t from, uint32_t state)
{
    if (pieces->count && pieces->rows[pieces->count - 1].state == state)
        return;
    pieces->rows[pieces->count++] = (struct piece){.from = (uint16_t)from, .state = (uint8_t)state};
}

bool pieces_set(struct pieces *pieces, uint32_t from, uint32_t to, uint32_t bytes,
                enum page_state state)
{
    uint32_t first = pieces_find(pieces, from), last = pieces_find(pieces, to - 1);
    if (first == last && pieces->rows[first].state == (uint8_t)state)
        return true;
    if (pieces->count + 2 > PIECES_MOST) /* a piece may be cut in three */
        return false;
    struct pieces before = *pieces;
    pieces->count = first;
    if (before.rows[first].from < from)
        add(pieces, before.rows[first].from, before.rows[first].state);
    add(pieces, from, (uint32_t)state);
    if (to < pieces_end(&before, last, bytes))
        add(pieces, to, before.rows[last].state);
    for (uint32_t row = last + 1; row < before.count; row++)
        add(pieces, before.rows[row].from, before.rows[row].state);
    return true;
}
