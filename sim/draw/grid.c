#include "sim/draw/grid.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* One row a role: UTF-8 glyph, ASCII glyph, colour as the parameters of SGR. */
static const struct {
    const char *utf8;
    char ascii;
    const char *sgr;
} looks[ROLE_COUNT] = {
    [ROLE_NONE] = {" ", ' ', ""},     [ROLE_KERNEL] = {"█", '#', "32"},
    [ROLE_H2D] = {"▒", '>', "34"},    [ROLE_D2H] = {"░", '<', "35"},
    [ROLE_D2D] = {"▚", '=', "36"},    [ROLE_MEMSET] = {"▄", '0', "36"},
    [ROLE_HOSTFN] = {"▞", 'f', "33"}, [ROLE_MARK] = {"•", 'o', "33"},
    [ROLE_CALL] = {"╷", '\'', ""},    [ROLE_BLOCKED] = {"─", '-', "31"},
    [ROLE_WAIT] = {"·", '.', "2"},    [ROLE_RESOURCE] = {"~", '~', "31"},
    [ROLE_FENCE] = {"┊", '|', "31"},  [ROLE_AXIS] = {"─", '-', "2"},
    [ROLE_LABEL] = {" ", ' ', ""},    [ROLE_LENGTH] = {"▒", '=', "34"},
    [ROLE_BEST] = {"█", '#', "32"},
};

void grid_init(struct grid *grid, int32_t width, int32_t height)
{
    grid->width = width > 0 ? width : 0;
    grid->height = height > 0 ? height : 0;
    grid->cells = mem_zalloc((size_t)grid->width * (size_t)grid->height * sizeof *grid->cells + 1);
}

struct grid_cell *grid_at(struct grid *grid, int32_t row, int32_t column)
{
    if (row < 0 || row >= grid->height || column < 0 || column >= grid->width)
        return NULL;
    return &grid->cells[(size_t)row * (size_t)grid->width + (size_t)column];
}

void grid_fill(struct grid *grid, int32_t row, int32_t from, int32_t to, enum bar_role role)
{
    for (int32_t column = from < 0 ? 0 : from; column <= to && column < grid->width; column++) {
        struct grid_cell *cell = grid_at(grid, row, column);
        if (cell)
            *cell = (struct grid_cell){0, (uint8_t)role};
    }
}

/* Decodes one character; malformed bytes come out as '?'. */
static const char *decode(const char *text, uint32_t *character)
{
    unsigned char first = (unsigned char)*text;
    int more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
    uint32_t value = more == 3 ? first & 7u : more == 2 ? first & 15u : first & 31u;
    if (more <= 0) {
        *character = more < 0 || first < 0x20 ? '?' : first;
        return text + 1;
    }
    for (int i = 1; i <= more; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80) {
            *character = '?';
            return text + 1;
        }
        value = value << 6 | (next & 0x3fu);
    }
    *character = value;
    return text + 1 + more;
}

int32_t grid_text(struct grid *grid, int32_t row, int32_t column, int32_t last, const char *text,
                  enum bar_role role)
{
    while (*text && column <= last) {
        uint32_t character;
        text = decode(text, &character);
        struct grid_cell *cell = grid_at(grid, row, column++);
        if (cell)
            *cell = (struct grid_cell){character, (uint8_t)role};
    }
    return column;
}

static void encode(struct strbuf *out, uint32_t c)
{
    if (c < 0x80) {
        strbuf_addc(out, (char)c);
    } else if (c < 0x800) {
        strbuf_addc(out, (char)(0xc0 | c >> 6));
        strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        strbuf_addc(out, (char)(0xe0 | c >> 12));
        strbuf_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        strbuf_addc(out, (char)(0xf0 | (c >> 18 & 7)));
        strbuf_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        strbuf_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
    }
}

static bool is_bar(uint8_t role)
{
    return role >= ROLE_KERNEL && role <= ROLE_HOSTFN;
}

static void write_cell(const struct grid_cell *cell, const struct grid_style *style,
                       struct strbuf *out)
{
    if (cell->character == 0 && style->ascii)
        strbuf_addc(out, looks[cell->role].ascii);
    else if (cell->character == 0)
        strbuf_adds(out, looks[cell->role].utf8);
    else if (cell->character >= 0x80 && style->ascii)
        strbuf_addc(out, '?');
    else
        encode(out, cell->character);
}

/* A bar's own text stands on its colour; everything else is in its colour. */
static void write_color(const struct grid_cell *cell, struct strbuf *out)
{
    const char *sgr = looks[cell->role].sgr;
    if (is_bar(cell->role) && cell->character)
        strbuf_addf(out, "\033[0;7;%sm", sgr);
    else if (*sgr)
        strbuf_addf(out, "\033[0;%sm", sgr);
    else
        strbuf_adds(out, "\033[0m");
}

void grid_write(const struct grid *grid, const struct grid_style *style, struct strbuf *out)
{
    for (int32_t row = 0; row < grid->height; row++) {
        const struct grid_cell *cells = grid->cells + (size_t)row * (size_t)grid->width;
        int32_t used = grid->width;
        while (used > 0 && cells[used - 1].role == ROLE_NONE && cells[used - 1].character == 0)
            used--;
        int last_look = -1;
        for (int32_t column = 0; column < used; column++) {
            int look = cells[column].role * 2 + (cells[column].character != 0);
            if (style->color && look != last_look)
                write_color(&cells[column], out);
            last_look = look;
            write_cell(&cells[column], style, out);
        }
        if (style->color && used > 0)
            strbuf_adds(out, "\033[0m");
        strbuf_addc(out, '\n');
    }
}

void grid_sample(enum bar_role role, const struct grid_style *style, struct strbuf *out)
{
    struct grid_cell cell = {0, (uint8_t)role};
    if (style->color)
        write_color(&cell, out);
    write_cell(&cell, style, out);
    if (style->color)
        strbuf_adds(out, "\033[0m");
}

void grid_release(struct grid *grid)
{
    free(grid->cells);
    memset(grid, 0, sizeof *grid);
}
