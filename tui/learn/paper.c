#include "tui/learn/paper.h"

#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/draw/page.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 64 };

void paper_init(struct paper *paper, int32_t width)
{
    memset(paper, 0, sizeof *paper);
    grid_init(&paper->grid, width > 1 ? width : 1, FIRST_ROWS);
}

int32_t paper_row(struct paper *paper)
{
    struct grid *grid = &paper->grid;
    if (paper->rows == grid->height) {
        size_t cells = (size_t)grid->width * (size_t)grid->height;
        grid->cells = mem_realloc(grid->cells, 2 * cells * sizeof *grid->cells + 1);
        memset(grid->cells + cells, 0, cells * sizeof *grid->cells + 1);
        grid->height *= 2;
    }
    return paper->rows++;
}

static bool is_empty(const struct paper *paper, int32_t row)
{
    const struct grid *grid = &paper->grid;
    const struct grid_cell *cells = grid->cells + (size_t)row * (size_t)grid->width;
    for (int32_t column = 0; column < grid->width; column++)
        if (cells[column].character != 0 && cells[column].character != ' ')
            return false;
    return true;
}

void paper_gap(struct paper *paper)
{
    if (paper->rows > 0 && !is_empty(paper, paper->rows - 1))
        paper_row(paper);
}

void paper_text_within(struct paper *paper, int32_t from, int32_t to, const char *text,
                       enum bar_role role)
{
    struct strbuf lines;
    strbuf_init(&lines);
    int32_t width = to - from + 1;
    wrap_add(&lines, text, width > 1 ? width : 1, 0, 0);
    for (char *line = lines.text; *line;) {
        char *end = strchr(line, '\n');
        *end = 0;
        grid_text(&paper->grid, paper_row(paper), from, to, line, role);
        line = end + 1;
    }
    strbuf_release(&lines);
}

void paper_text(struct paper *paper, int32_t indent, const char *text, enum bar_role role)
{
    paper_text_within(paper, indent, paper->grid.width - 1, text, role);
}

void paper_lines(struct paper *paper, const char *text, enum bar_role role)
{
    struct strbuf line;
    strbuf_init(&line);
    while (*text) {
        size_t length = strcspn(text, "\n");
        strbuf_clear(&line);
        strbuf_add(&line, text, length);
        grid_text(&paper->grid, paper_row(paper), 0, paper->grid.width - 1, line.text, role);
        text += length + (text[length] == '\n');
    }
    strbuf_release(&line);
}

void paper_markdown(struct paper *paper, int32_t indent, const char *text)
{
    struct page page;
    page_init(&page, text, paper->grid.width - indent, false);
    for (size_t i = 0; i < page.line_count; i++)
        page_draw(&page, &paper->grid, paper_row(paper), indent, i, 1);
    page_release(&page);
}

int32_t paper_show(const struct paper *paper, struct grid *grid, const struct learn_rect *rect,
                   int32_t top)
{
    int32_t most = paper->rows > rect->height ? paper->rows - rect->height : 0;
    top = top > most ? most : top < 0 ? 0 : top;
    const struct grid *from = &paper->grid;
    for (int32_t row = 0; row < rect->height && top + row < paper->rows; row++)
        for (int32_t column = 0; column < rect->width && column < from->width; column++) {
            struct grid_cell *cell = grid_at(grid, rect->row + row, rect->column + column);
            if (cell)
                *cell = from->cells[(size_t)(top + row) * (size_t)from->width + (size_t)column];
        }
    if (top < most && rect->height > 0)
        grid_text(grid, rect->row + rect->height - 1, rect->column + rect->width - 1,
                  rect->column + rect->width - 1, "▼", ROLE_KEY);
    return top;
}

void paper_release(struct paper *paper)
{
    grid_release(&paper->grid);
    memset(paper, 0, sizeof *paper);
}
