/* A text in Markdown as lines of cells, for any width.
 *
 * Read are headings (#), paragraphs, lists (nested by their indentation), code between lines of
 * three backticks, tables with |, quotes (>), and within them `code`, *emphasis*, **strong
 * emphasis**, [links](address), of which the text is shown, and backslashes before marks. What is
 * not closed is text. Knows no colours and nothing of lessons.
 */
#ifndef SIM_DRAW_PAGE_H
#define SIM_DRAW_PAGE_H

#include "sim/base/strbuf.h"
#include "sim/draw/grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum page_role {
    PAGE_TEXT,
    PAGE_HEADING,
    PAGE_STRONG,
    PAGE_EMPHASIS,
    PAGE_CODE,
    PAGE_MARK, /* bullets, numbers of a list, frames of a table */
};

enum { PAGE_LEAST_WIDTH = 10 };

struct page_cell {
    uint32_t character; /* Unicode; one column each */
    uint8_t role;       /* enum page_role */
};

struct page_line {
    size_t first, count; /* cells; blanks at the end are cut */
};

struct page {
    int32_t width;
    struct page_cell *cells;
    size_t cell_count, cell_capacity;
    struct page_line *lines;
    size_t line_count, line_capacity;
};

/* No line is wider than `width` (raised to PAGE_LEAST_WIDTH): longer words and lines of code go on
 * in the next line. `marks`: for readers without colour: code keeps its backticks and headings are
 * underlined. There is no empty line at the beginning and the end. page_release() ends it. */
void page_init(struct page *page, const char *markdown, int32_t width, bool marks);

/* Draws lines [first, first + rows) from a row and column of the grid on. */
void page_draw(const struct page *page, struct grid *grid, int32_t row, int32_t column,
               size_t first, int32_t rows);

/* Appends all lines, each after `indent` blanks and with its newline; `color`: by escape sequences.
 * `ascii`: other characters become their nearest in ASCII, or ?. */
void page_write(const struct page *page, int indent, bool ascii, bool color, struct strbuf *out);

void page_release(struct page *page);

#endif
