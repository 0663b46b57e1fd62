#include "sim/draw/code_line.h"

enum { TAB = 4 };

const char *code_line_next(const char *text, int32_t column, uint32_t *character, int32_t *cells)
{
    if (*text == '\t') {
        *character = ' ';
        *cells = TAB - column % TAB;
        return text + 1;
    }
    *cells = 1;
    return grid_decode(text, character);
}

int32_t code_line_column(const char *text, int byte)
{
    int32_t column = 0, cells;
    uint32_t character;
    for (const char *at = text; at - text < byte && *at && *at != '\n'; column += cells)
        at = code_line_next(at, column, &character, &cells);
    return column;
}

void code_line_draw(struct grid *grid, int32_t row, int32_t left, int32_t right, const char *text,
                    size_t length, enum bar_role role)
{
    int32_t column = 0, cells;
    uint32_t character;
    for (const char *at = text, *end = text + length; at < end && left + column <= right;) {
        at = code_line_next(at, column, &character, &cells);
        for (; cells > 0 && left + column <= right; cells--, column++) {
            struct grid_cell *cell = grid_at(grid, row, left + column);
            if (cell)
                *cell = (struct grid_cell){.character = character, .role = (uint8_t)role};
        }
    }
}
