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
    [ROLE_BEST] = {"█", '#', "32"},   [ROLE_TITLE] = {" ", ' ', "1"},
    [ROLE_STATUS] = {" ", ' ', "7"},  [ROLE_KEY] = {" ", ' ', "1"},
    [ROLE_NOTE] = {" ", ' ', "2"},    [ROLE_GOOD] = {" ", ' ', "32"},
    [ROLE_BAD] = {" ", ' ', "31"},    [ROLE_LINK] = {"│", '|', "33"},
    [ROLE_BUSY] = {"━", '_', ""},     [ROLE_ALLOC] = {"◇", '*', "36"},
};

/* What ASCII has in the place of characters that views draw with. */
static const struct {
    uint32_t character;
    char ascii;
} likeness[] = {
    {0x2500, '-'}, {0x2502, '|'}, {0x250a, '|'}, {0x250c, '+'}, {0x2510, '+'}, {0x2514, '+'},
    {0x2518, '+'}, {0x251c, '+'}, {0x2524, '+'}, {0x252c, '+'}, {0x2534, '+'}, {0x253c, '+'},
    {0x256d, '+'}, {0x256e, '+'}, {0x256f, '+'}, {0x2570, '+'}, {0x2550, '='}, {0x2551, '|'},
    {0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'}, {0x25b2, '^'}, {0x25b6, '>'},
    {0x25bc, 'v'}, {0x25c0, '<'}, {0x25cf, '*'}, {0x25cb, 'o'}, {0x2588, '#'}, {0x2593, '#'},
    {0x2592, '%'}, {0x2591, ':'}, {0x2584, '='}, {0x2580, '"'}, {0x00b7, '.'}, {0x2022, 'o'},
    {0x2026, '.'}, {0x2014, '-'}, {0x2013, '-'}, {0x00d7, 'x'}, {0x00b5, 'u'}, {0x03bc, 'u'},
    {0x2581, '.'}, {0x2582, ':'}, {0x2583, '-'}, {0x2585, '+'}, {0x2586, '*'}, {0x2587, '%'},
    {0x2260, '!'}, {0x2713, '+'}, {0x2717, 'x'}, {0x25b8, '>'}, {0x258f, '|'}, {0x258c, '|'},
    {0x2590, '|'}, {0x2501, '_'},
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
            *cell = (struct grid_cell){.role = (uint8_t)role};
    }
}

const char *grid_decode(const char *text, uint32_t *character)
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
        text = grid_decode(text, &character);
        struct grid_cell *cell = grid_at(grid, row, column++);
        if (cell)
            *cell = (struct grid_cell){.character = character, .role = (uint8_t)role};
    }
    return column;
}

int32_t grid_text_width(const char *text)
{
    int32_t width = 0;
    for (uint32_t character; *text; width++)
        text = grid_decode(text, &character);
    return width;
}

void grid_add_character(uint32_t c, struct strbuf *out)
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

void grid_mark(struct grid *grid, int32_t row, int32_t from, int32_t to, unsigned attributes)
{
    for (int32_t column = from < 0 ? 0 : from; column <= to && column < grid->width; column++) {
        struct grid_cell *cell = grid_at(grid, row, column);
        if (cell)
            cell->attributes = (uint8_t)(cell->attributes | attributes);
    }
}

uint32_t grid_character(const struct grid_cell *cell, bool ascii)
{
    uint32_t character = cell->character;
    if (character == 0 && ascii)
        return (unsigned char)looks[cell->role].ascii;
    if (character == 0)
        grid_decode(looks[cell->role].utf8, &character);
    if (!ascii || character < 0x80)
        return character;
    for (size_t i = 0; i < sizeof likeness / sizeof likeness[0]; i++)
        if (likeness[i].character == character)
            return (unsigned char)likeness[i].ascii;
    return '?';
}

bool grid_is_bar(const struct grid_cell *cell)
{
    return cell->role >= ROLE_KERNEL && cell->role <= ROLE_HOSTFN;
}

bool grid_is_on_bar(const struct grid_cell *cell)
{
    return grid_is_bar(cell) && cell->character;
}

static void write_color(const struct grid_cell *cell, struct strbuf *out)
{
    static const struct {
        enum cell_attribute attribute;
        int sgr;
    } sgr_of[] = {{CELL_REVERSE, 7}, {CELL_DIM, 2}, {CELL_BOLD, 1}, {CELL_UNDERLINE, 4}};
    const char *sgr = looks[cell->role].sgr;
    strbuf_adds(out, "\033[0");
    if (grid_is_on_bar(cell))
        strbuf_adds(out, ";7");
    for (size_t i = 0; i < sizeof sgr_of / sizeof sgr_of[0]; i++)
        if (cell->attributes & sgr_of[i].attribute)
            strbuf_addf(out, ";%d", sgr_of[i].sgr);
    strbuf_addf(out, "%s%sm", *sgr ? ";" : "", sgr);
}

void grid_write(const struct grid *grid, const struct grid_style *style, struct strbuf *out)
{
    for (int32_t row = 0; row < grid->height; row++) {
        const struct grid_cell *cells = grid->cells + (size_t)row * (size_t)grid->width;
        int32_t used = grid->width;
        while (used > 0 && cells[used - 1].role == ROLE_NONE && cells[used - 1].character == 0 &&
               cells[used - 1].attributes == 0)
            used--;
        int last_look = -1;
        for (int32_t column = 0; column < used; column++) {
            int look = (cells[column].role * 256 + cells[column].attributes) * 2 +
                       (cells[column].character != 0);
            if (style->color && look != last_look)
                write_color(&cells[column], out);
            last_look = look;
            grid_add_character(grid_character(&cells[column], style->ascii), out);
        }
        if (style->color && used > 0)
            strbuf_adds(out, "\033[0m");
        strbuf_addc(out, '\n');
    }
}

void grid_sample(enum bar_role role, const struct grid_style *style, struct strbuf *out)
{
    struct grid_cell cell = {.role = (uint8_t)role};
    if (style->color)
        write_color(&cell, out);
    grid_add_character(grid_character(&cell, style->ascii), out);
    if (style->color)
        strbuf_adds(out, "\033[0m");
}

void grid_release(struct grid *grid)
{
    free(grid->cells);
    memset(grid, 0, sizeof *grid);
}
