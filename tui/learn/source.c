#include "tui/learn/source.h"

#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/draw/code_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_init(struct source *source, const char *text)
{
    memset(source, 0, sizeof *source);
    source->text = mem_strdup(text);
    for (const char *at = source->text; *at;) {
        source->lines =
            mem_grow(source->lines, &source->capacity, source->count + 1, sizeof *source->lines);
        source->lines[source->count++] = at;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

static int32_t choose_top(const struct source *source, const struct source_marks *marks,
                          int32_t top, int32_t height)
{
    int32_t count = (int32_t)source->count, most = count > height ? count - height : 0;
    if (top < 0) {
        int first = marks->fault && marks->fault->line ? marks->fault->line
                    : marks->at_line                   ? marks->at_line
                                                       : marks->first_line;
        int last = marks->last_line > first ? marks->last_line : first;
        int32_t lines = last - first + 1;
        /* a third above what is meant, or its begin at the top if it is longer than the pane */
        top = first <= 0 ? 0 : first - 1 - (lines < height ? (height - lines) / 3 : 0);
    }
    return top < 0 ? 0 : top > most ? most : top;
}

/* A caret below the line of the fault, then what is wrong, as far as there is room. */
static int32_t draw_fault(const struct source *source, const struct err *fault, struct grid *grid,
                          int32_t row, int32_t bottom, int32_t left, int32_t right)
{
    const char *line = source->lines[fault->line - 1];
    int32_t at = left + code_line_column(line, fault->column > 0 ? fault->column - 1 : 0);
    if (row <= bottom)
        grid_text(grid, row++, at < right ? at : right, right, "^", ROLE_BAD);
    struct strbuf lines;
    strbuf_init(&lines);
    wrap_add(&lines, fault->message, right - left + 1 > 10 ? right - left + 1 : 10, 0, 0);
    if (fault->hint[0])
        wrap_add(&lines, fault->hint, right - left + 1 > 10 ? right - left + 1 : 10, 0, 0);
    for (char *text = lines.text; *text && row <= bottom; row++) {
        char *end = strchr(text, '\n');
        *end = 0;
        grid_text(grid, row, left, right, text, ROLE_BAD);
        text = end + 1;
    }
    strbuf_release(&lines);
    return row;
}

int32_t source_draw(const struct source *source, const struct source_marks *marks, int32_t top,
                    struct grid *grid, const struct learn_rect *rect)
{
    int32_t bottom = rect->row + rect->height - 1, right = rect->column + rect->width - 1;
    top = choose_top(source, marks, top, rect->height);
    int32_t row = rect->row;
    for (size_t i = (size_t)top; i < source->count && row <= bottom; i++, row++) {
        int number = (int)i + 1;
        char text[16];
        snprintf(text, sizeof text, "%3d", number);
        bool is_at = number == marks->at_line;
        bool is_dim = marks->first_line > 0 && !is_at &&
                      (number < marks->first_line || number > marks->last_line);
        bool is_fault = marks->fault && marks->fault->line == number;
        int32_t left = rect->column + 5;
        grid_text(grid, row, rect->column, right, is_at ? "▸" : " ", ROLE_KEY);
        grid_text(grid, row, rect->column + 1, right, text, is_fault ? ROLE_BAD : ROLE_NOTE);
        code_line_draw(grid, row, left, right, source->lines[i], strcspn(source->lines[i], "\n"),
                       is_dim ? ROLE_NOTE : ROLE_LABEL);
        if (is_at)
            grid_mark(grid, row, rect->column, right, CELL_REVERSE);
        if (is_fault)
            row = draw_fault(source, marks->fault, grid, row + 1, bottom, left, right) - 1;
    }
    return top;
}

void source_release(struct source *source)
{
    free(source->lines);
    free(source->text);
    memset(source, 0, sizeof *source);
}
