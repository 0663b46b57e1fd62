#include "sim/draw/grid_svg.h"

#include "sim/draw/svg.h"

#include <string.h>

enum { CELL = 9, LINE = 18, BASE = 13, MARGIN = 8 }; /* pixels */

/* A row a role: colour on light and on dark ground; NULL: as plain text. */
static const struct {
    const char *light, *dark;
} colors[ROLE_COUNT] = {
    [ROLE_KERNEL] = {"#2e7d32", "#57a65b"},   [ROLE_H2D] = {"#1565c0", "#5a9fe0"},
    [ROLE_D2H] = {"#8e24aa", "#c177d6"},      [ROLE_D2D] = {"#00838f", "#3fb0ba"},
    [ROLE_MEMSET] = {"#5d6d7e", "#9aa9b8"},   [ROLE_HOSTFN] = {"#b35c00", "#d9953f"},
    [ROLE_MARK] = {"#b35c00", "#d9953f"},     [ROLE_CALL] = {"#777777", "#aaaaaa"},
    [ROLE_BLOCKED] = {"#b0615a", "#d1807a"},  [ROLE_WAIT] = {"#888888", "#888888"},
    [ROLE_RESOURCE] = {"#c62828", "#ef6f6f"}, [ROLE_FENCE] = {"#c62828", "#ef6f6f"},
    [ROLE_AXIS] = {"#888888", "#888888"},     [ROLE_LENGTH] = {"#1565c0", "#5a9fe0"},
    [ROLE_BEST] = {"#2e7d32", "#57a65b"},     [ROLE_KEY] = {"#8a5a00", "#e0b050"},
    [ROLE_NOTE] = {"#777777", "#999999"},     [ROLE_GOOD] = {"#2e7d32", "#6cc070"},
    [ROLE_BAD] = {"#c62828", "#ef6f6f"},      [ROLE_LINK] = {"#b35c00", "#d9953f"},
    [ROLE_BUSY] = {"#777777", "#aaaaaa"},     [ROLE_ALLOC] = {"#00838f", "#3fb0ba"},
};

/* Frames: which of its four sides a character reaches from the middle. */
enum { TO_LEFT = 1, TO_RIGHT = 2, UP = 4, DOWN = 8, DASHED = 16 };
static const struct {
    uint32_t character;
    unsigned sides;
} frames[] = {
    {0x2500, TO_LEFT | TO_RIGHT},
    {0x2502, UP | DOWN},
    {0x250a, UP | DOWN | DASHED},
    {0x250c, TO_RIGHT | DOWN},
    {0x2510, TO_LEFT | DOWN},
    {0x2514, TO_RIGHT | UP},
    {0x2518, TO_LEFT | UP},
    {0x251c, TO_RIGHT | UP | DOWN},
    {0x2524, TO_LEFT | UP | DOWN},
    {0x252c, TO_LEFT | TO_RIGHT | DOWN},
    {0x2534, TO_LEFT | TO_RIGHT | UP},
    {0x253c, TO_LEFT | TO_RIGHT | UP | DOWN},
    {0x256d, TO_RIGHT | DOWN},
    {0x256e, TO_LEFT | DOWN},
    {0x256f, TO_LEFT | UP},
    {0x2570, TO_RIGHT | UP},
    {0x2577, DOWN},
    {0x2575, UP},
};

static unsigned sides_of(uint32_t character)
{
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++)
        if (frames[i].character == character)
            return frames[i].sides;
    return 0;
}

/* Characters that fill their cell or a part of it: from which row of pixels on, how many, and how
 * dense. */
static bool is_block(uint32_t character, int *top, int *height, const char **density)
{
    enum { FULL = LINE - 2, EIGHTH_FIRST = 0x2581, EIGHTH_LAST = 0x2588 };
    static const struct {
        uint32_t character;
        const char *density;
    } shades[] = {
        {0x2593, ".85"}, {0x2592, ".75"}, {0x2591, ".55"}, {0x259a, ".7"}, {0x259e, ".7"}};
    *top = 1;
    *height = FULL;
    *density = "1";
    if (character >= EIGHTH_FIRST && character <= EIGHTH_LAST) {
        *height = FULL * (int)(character - EIGHTH_FIRST + 1) / 8;
        *top = 1 + FULL - *height;
        return true;
    }
    if (character == 0x2580) { /* the upper half */
        *height = FULL / 2;
        return true;
    }
    if (character == 0x2501) { /* a heavy line */
        *height = 3;
        *top = LINE / 2 - 1;
        return true;
    }
    for (size_t i = 0; i < sizeof shades / sizeof shades[0]; i++)
        if (shades[i].character == character) {
            *density = shades[i].density;
            return true;
        }
    return false;
}

static void add_style(struct strbuf *out)
{
    strbuf_adds(out, "<style>text{font:15px ui-monospace,Menlo,Consolas,monospace;"
                     "white-space:pre}\n"
                     ".g{fill:#fff;stroke:#8886}.f{fill:#222}.b{fill:#fff}.l{fill:none;"
                     "stroke-width:1.3}\n");
    for (int dark = 0; dark < 2; dark++) {
        if (dark)
            strbuf_adds(out, "@media(prefers-color-scheme:dark){.g{fill:#16181d}.f{fill:#ddd}"
                             ".b{fill:#16181d}\n");
        strbuf_addf(out, ".l{stroke:#%s}", dark ? "ddd" : "222");
        for (int role = 0; role < ROLE_COUNT; role++) {
            const char *color = dark ? colors[role].dark : colors[role].light;
            if (color)
                strbuf_addf(out, ".r%d{fill:%s}.l.r%d{fill:none;stroke:%s}", role, color, role,
                            color);
        }
        strbuf_adds(out, dark ? "}\n" : "\n");
    }
    strbuf_adds(out, "</style>\n");
}

/* A bar at the cursor stands out as text does; its reverse would be empty. */
static bool is_selected_bar(const struct grid_cell *cell)
{
    return cell->attributes & CELL_REVERSE && grid_is_bar(cell);
}

/* The class of what has a role's colour. */
static void add_class(struct strbuf *out, const struct grid_cell *cell)
{
    if (colors[cell->role].light && !is_selected_bar(cell))
        strbuf_addf(out, "r%d", cell->role);
    else
        strbuf_adds(out, "f");
}

static bool is_reverse(const struct grid_cell *cell)
{
    if (is_selected_bar(cell))
        return false;
    return ((cell->attributes & CELL_REVERSE) != 0) != (cell->role == ROLE_STATUS);
}

static const char *dimmed(const struct grid_cell *cell)
{
    return cell->attributes & CELL_DIM ? " opacity=\".4\"" : "";
}

static bool same_look(const struct grid_cell *a, const struct grid_cell *b)
{
    return a->role == b->role && a->attributes == b->attributes &&
           grid_is_on_bar(a) == grid_is_on_bar(b);
}

/* What is behind the text: bars under their names, and what is shown reversed. */
static void add_ground(struct strbuf *out, const struct grid_cell *cells, int32_t from, int32_t to,
                       int32_t row)
{
    const struct grid_cell *cell = &cells[from];
    bool on_bar = grid_is_on_bar(cell), reverse = is_reverse(cell);
    if (!on_bar && !reverse)
        return;
    strbuf_adds(out, "<rect class=\"");
    add_class(out, cell);
    strbuf_addf(out, "\"%s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", dimmed(cell),
                MARGIN + from * CELL, MARGIN + row * LINE + (reverse ? 0 : 1), (to - from) * CELL,
                reverse ? LINE : LINE - 2);
}

static void add_blocks(struct strbuf *out, const struct grid_cell *cells, int32_t from, int32_t to,
                       int32_t row)
{
    for (int32_t column = from; column < to;) {
        uint32_t character = grid_character(&cells[column], false);
        int top, height;
        const char *density;
        int32_t end = column + 1;
        while (end < to && grid_character(&cells[end], false) == character)
            end++;
        if (is_block(character, &top, &height, &density)) {
            strbuf_adds(out, "<rect class=\"");
            if (is_reverse(&cells[column]))
                strbuf_adds(out, "b");
            else
                add_class(out, &cells[column]);
            strbuf_addf(out,
                        "\"%s fill-opacity=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                        dimmed(&cells[column]), density, MARGIN + column * CELL,
                        MARGIN + row * LINE + top, (end - column) * CELL, height);
        }
        column = end;
    }
}

static void add_frame(struct strbuf *out, const struct grid_cell *cell, unsigned sides,
                      int32_t column, int32_t row)
{
    /* in half pixels, for the middle of a cell */
    int x = 2 * (MARGIN + column * CELL), y = 2 * (MARGIN + row * LINE);
    int middle_x = x + CELL, middle_y = y + LINE;
    strbuf_adds(out, "<path class=\"l ");
    add_class(out, cell);
    strbuf_addf(out, "\"%s%s d=\"", dimmed(cell),
                sides & DASHED ? " stroke-dasharray=\"3 3\"" : "");
    int from_x = sides & TO_LEFT ? x : middle_x, to_x = sides & TO_RIGHT ? x + 2 * CELL : middle_x;
    int from_y = sides & UP ? y : middle_y, to_y = sides & DOWN ? y + 2 * LINE : middle_y;
    if (from_x != to_x)
        strbuf_addf(out, "M%d.%d %dH%d.%d", from_x / 2, from_x % 2 * 5, middle_y / 2, to_x / 2,
                    to_x % 2 * 5);
    if (from_y != to_y)
        strbuf_addf(out, "M%d.%d %dV%d", middle_x / 2, middle_x % 2 * 5, from_y / 2, to_y / 2);
    strbuf_adds(out, "\"/>\n");
}

static bool is_text(const struct grid_cell *cell)
{
    uint32_t character = grid_character(cell, false);
    int top, height;
    const char *density;
    return character != ' ' && !sides_of(character) &&
           !is_block(character, &top, &height, &density);
}

static void add_text(struct strbuf *out, const struct grid_cell *cells, int32_t from, int32_t to,
                     int32_t row)
{
    const struct grid_cell *cell = &cells[from];
    struct strbuf text;
    strbuf_init(&text);
    strbuf_adds(out, "<text class=\"");
    if (grid_is_on_bar(cell) || is_reverse(cell))
        strbuf_adds(out, "b");
    else
        add_class(out, cell);
    bool bold = cell->attributes & CELL_BOLD || cell->role == ROLE_TITLE || cell->role == ROLE_KEY;
    strbuf_addf(out, "\"%s%s%s x=\"%d\" y=\"%d\" textLength=\"%d\">", dimmed(cell),
                bold ? " font-weight=\"bold\"" : "",
                cell->attributes & CELL_UNDERLINE ? " text-decoration=\"underline\"" : "",
                MARGIN + from * CELL, MARGIN + row * LINE + BASE, (to - from) * CELL);
    for (int32_t column = from; column < to; column++)
        grid_add_character(grid_character(&cells[column], false), &text);
    svg_add_escaped(out, text.text);
    strbuf_adds(out, "</text>\n");
    strbuf_release(&text);
}

/* The words of a stretch with one look; more than one blank between them begins another. */
static void add_texts(struct strbuf *out, const struct grid_cell *cells, int32_t from, int32_t to,
                      int32_t row)
{
    for (int32_t column = from; column < to; column++) {
        unsigned sides = sides_of(grid_character(&cells[column], false));
        if (sides)
            add_frame(out, &cells[column], sides, column, row);
        if (!is_text(&cells[column]))
            continue;
        int32_t last = column;
        for (int32_t next = column + 1; next < to && next <= last + 2; next++) {
            if (is_text(&cells[next]))
                last = next;
            else if (grid_character(&cells[next], false) != ' ')
                break;
        }
        add_text(out, cells, column, last + 1, row);
        column = last;
    }
}

void grid_draw_svg(const struct grid *grid, const char *title, struct strbuf *out)
{
    int32_t width = grid->width * CELL + 2 * MARGIN, height = grid->height * LINE + 2 * MARGIN;
    strbuf_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" role=\"img\">\n<title>",
                width, height, width, height);
    svg_add_escaped(out, title);
    strbuf_adds(out, "</title>\n");
    add_style(out);
    strbuf_addf(out, "<rect class=\"g\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
                width - 1, height - 1);
    for (int32_t row = 0; row < grid->height; row++) {
        const struct grid_cell *cells = grid->cells + (size_t)row * (size_t)grid->width;
        for (int32_t from = 0, to; from < grid->width; from = to) {
            for (to = from + 1; to < grid->width && same_look(&cells[from], &cells[to]); to++)
                ;
            add_ground(out, cells, from, to, row);
            add_blocks(out, cells, from, to, row);
            add_texts(out, cells, from, to, row);
        }
    }
    strbuf_adds(out, "</svg>\n");
}
