#include "sim/draw/bars.h"

#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/draw/grid.h"
#include "sim/draw/scale.h"
#include "sim/draw/svg.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LEAST_BAR = 12, LEAST_LABEL = 20, TICKS_APART = 12 };

/* Characters of a UTF-8 text: its columns, as grid_text() counts them. */
static int32_t columns_of(const char *text)
{
    int32_t count = 0;
    for (; text && *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* The longest bar that is drawn, ns, at least 1. */
static int64_t longest(const struct bars *bars)
{
    int64_t most = 1;
    for (size_t r = 0; r < bars->row_count; r++) {
        int64_t length = bars->rows[r].length;
        if (length != TIMELINE_UNKNOWN && length > most)
            most = length;
    }
    return bars->most && bars->most < most ? bars->most : most;
}

/* Where everything stands. */
struct places {
    int32_t *from, *to;    /* of each column: its first place and the one behind it */
    struct strbuf *labels; /* by row: its first cell, broken where the column is too narrow */
    int32_t *lines;        /* by row: how many that takes */
    int32_t line_count;
    int32_t bar, length, notes;
    int64_t most; /* the longest bar, ns */
};

/* Takes so many columns from the first, where it can spare them. */
static void narrow_labels(struct places *places, const struct bars *bars, int32_t by)
{
    int32_t spare = bars->columns[0].right ? 0 : places->to[0] - LEAST_LABEL;
    by = by < spare ? by : spare;
    if (by <= 0)
        return;
    places->to[0] -= by;
    for (size_t c = 1; c < bars->column_count; c++) {
        places->from[c] -= by;
        places->to[c] -= by;
    }
    places->bar -= by;
}

static void break_labels(struct places *places, const struct bars *bars)
{
    places->labels = mem_zalloc((bars->row_count + 1) * sizeof *places->labels);
    places->lines = mem_zalloc((bars->row_count + 1) * sizeof *places->lines);
    places->line_count = 0;
    for (size_t r = 0; r < bars->row_count; r++) {
        struct strbuf *label = &places->labels[r];
        strbuf_init(label);
        wrap_add(label, bars->rows[r].cells[0], places->to[0], 0, 2);
        for (size_t i = 0; i < label->length; i++)
            places->lines[r] += label->text[i] == '\n';
        places->lines[r] = bars->columns[0].right ? 1 : places->lines[r];
        places->line_count += places->lines[r];
    }
}

/* Returns the line behind it. */
static int32_t add_label(struct grid *grid, const struct places *places, size_t row, int32_t line)
{
    char *from = places->labels[row].text;
    for (int32_t i = 0; i < places->lines[row]; i++) {
        char *end = strchr(from, '\n');
        *end = '\0';
        grid_text(grid, line++, 0, places->to[0], from, ROLE_LABEL);
        from = end + 1;
    }
    return line;
}

static void find_places(struct places *places, const struct bars *bars, int32_t width)
{
    size_t count = bars->column_count;
    places->from = mem_zalloc((2 * count + 1) * sizeof *places->from);
    places->to = places->from + count;
    int32_t at = 0, notes = 0;
    for (size_t c = 0; c < count; c++) {
        int32_t widest = columns_of(bars->columns[c].header);
        for (size_t r = 0; r < bars->row_count; r++) {
            int32_t cell = columns_of(bars->rows[r].cells[c]);
            widest = cell > widest ? cell : widest;
        }
        places->from[c] = at;
        places->to[c] = at + widest;
        at += widest + GAP;
    }
    places->most = longest(bars);
    for (size_t r = 0; r < bars->row_count; r++) {
        const struct bars_row *row = &bars->rows[r];
        if (row->length == TIMELINE_UNKNOWN)
            continue;
        int32_t note = columns_of(row->note);
        notes = note ? note + 1 > notes ? note + 1 : notes : notes;
    }
    places->bar = at;
    places->notes = notes;
    places->length = width - at - notes;
    if (places->length < LEAST_BAR) {
        narrow_labels(places, bars, LEAST_BAR - places->length);
        places->length = LEAST_BAR;
    }
    break_labels(places, bars);
}

static void release_places(struct places *places, const struct bars *bars)
{
    for (size_t r = 0; r < bars->row_count; r++)
        strbuf_release(&places->labels[r]);
    free(places->labels);
    free(places->lines);
    free(places->from);
}

static void add_cell(struct grid *grid, const struct places *places, const struct bars *bars,
                     int32_t row, size_t column, const char *text)
{
    int32_t at =
        bars->columns[column].right ? places->to[column] - columns_of(text) : places->from[column];
    grid_text(grid, row, at, places->to[column], text, ROLE_LABEL);
}

static void add_ruler(struct grid *grid, const struct places *places, const struct scale *scale)
{
    int64_t step = scale_tick_step(scale, TICKS_APART);
    int32_t last = grid->width - 1;
    for (int64_t time = 0; time <= scale->to; time += step) {
        int32_t at = places->bar + scale_place(scale, time);
        struct strbuf text;
        strbuf_init(&text);
        strbuf_addc(&text, '|');
        scale_tick_text(&text, time, step);
        if (at + (int32_t)text.length <= grid->width)
            grid_text(grid, 0, at, last, text.text, ROLE_AXIS);
        strbuf_release(&text);
    }
}

static void add_bar(struct grid *grid, const struct places *places, const struct scale *scale,
                    const struct bars_row *row, int32_t line)
{
    int32_t at = places->bar;
    if (row->length != TIMELINE_UNKNOWN) {
        int32_t last = at + scale_place(scale, row->length);
        grid_fill(grid, line, at, last, row->is_best ? ROLE_BEST : ROLE_LENGTH);
        if (row->length > scale->to)
            grid_text(grid, line, last, last, ">", ROLE_LENGTH);
        at = last + 2;
    }
    if (row->note)
        grid_text(grid, line, at, grid->width - 1, row->note, ROLE_LABEL);
}

void bars_draw(const struct bars *bars, const struct gantt_options *options, struct strbuf *out)
{
    struct places places;
    struct grid grid;
    struct grid_style style = {.ascii = options->ascii, .color = options->color};
    find_places(&places, bars, options->width);
    struct scale scale = {0, places.most, places.length};
    int32_t width = places.bar + places.length + places.notes; /* a cut note may say otherwise */
    grid_init(&grid, options->width > width ? options->width : width, places.line_count + 1);
    for (size_t c = 0; c < bars->column_count; c++)
        add_cell(&grid, &places, bars, 0, c, bars->columns[c].header);
    add_ruler(&grid, &places, &scale);
    int32_t line = 1;
    for (size_t r = 0; r < bars->row_count; r++) {
        for (size_t c = bars->columns[0].right ? 0 : 1; c < bars->column_count; c++)
            add_cell(&grid, &places, bars, line, c, bars->rows[r].cells[c]);
        add_bar(&grid, &places, &scale, &bars->rows[r], line);
        line = bars->columns[0].right ? line + 1 : add_label(&grid, &places, r, line);
    }
    grid_write(&grid, &style, out);
    grid_release(&grid);
    release_places(&places, bars);
}

/* --- SVG -----------------------------------------------------------------------------------------
 */

enum { ROW = 22, BAR = 16, TOP = 50, LETTER = 7, MARGIN = 20 };

static const char style_sheet[] =
    "<style>\n"
    "text{font:12px sans-serif;fill:#222}.length{fill:#1565c0}.best{fill:#2e7d32}\n"
    ".axis{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#ddd}}\n"
    "</style>\n";

static void add_svg_text(struct strbuf *out, int32_t x, int32_t y, const char *text)
{
    strbuf_addf(out, "<text x=\"%d\" y=\"%d\">", x, y);
    svg_add_escaped(out, text);
    strbuf_adds(out, "</text>\n");
}

static void add_svg_row(struct strbuf *out, const struct bars *bars, const struct bars_row *row,
                        const struct scale *scale, int32_t left, int32_t y)
{
    int32_t behind = left;
    add_svg_text(out, 8, y + 12, row->cells[0]);
    if (row->length != TIMELINE_UNKNOWN) {
        int32_t width = scale_place(scale, row->length) + 1;
        behind = left + width;
        strbuf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><title>",
                    row->is_best ? "best" : "length", left, y, width, BAR);
        for (size_t c = 1; c < bars->column_count; c++) {
            strbuf_adds(out, c > 1 ? ", " : "");
            svg_add_escaped(out, bars->columns[c].header);
            strbuf_addc(out, ' ');
            svg_add_escaped(out, row->cells[c]);
        }
        strbuf_adds(out, "</title></rect>\n");
        if (row->length > scale->to) { /* cut */
            add_svg_text(out, behind + 2, y + 12, ">");
            behind += LETTER;
        }
    }
    if (row->note)
        add_svg_text(out, behind + 6, y + 12, row->note);
}

void bars_draw_svg(const struct bars *bars, const char *title, int32_t width, struct strbuf *out)
{
    int32_t label = 0, note = 0, height = TOP + ROW * (int32_t)bars->row_count + MARGIN;
    int64_t most = longest(bars);
    width = width < 400 ? 400 : width;
    for (size_t r = 0; r < bars->row_count; r++) {
        const struct bars_row *row = &bars->rows[r];
        int32_t length = columns_of(row->cells[0]), behind = columns_of(row->note);
        label = length > label ? length : label;
        note = behind > note ? behind : note;
    }
    int32_t left = 8 + label * LETTER + 12, right = width - MARGIN - note * LETTER;
    if (left > width / 2)
        left = width / 2;
    struct scale scale = {0, most, right - left};
    strbuf_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    strbuf_adds(out, style_sheet);
    add_svg_text(out, 8, 16, title);
    int64_t step = scale_tick_step(&scale, 80);
    for (int64_t time = 0; time <= most; time += step) {
        struct strbuf text;
        int32_t x = left + scale_place(&scale, time);
        strbuf_init(&text);
        scale_tick_text(&text, time, step);
        strbuf_addf(out, "<path class=\"axis\" d=\"M%d %dV%d\"/>", x, TOP - 6, height - MARGIN);
        add_svg_text(out, x, TOP - 10, text.text);
        strbuf_release(&text);
    }
    for (size_t r = 0; r < bars->row_count; r++)
        add_svg_row(out, bars, &bars->rows[r], &scale, left, TOP + ROW * (int32_t)r);
    strbuf_adds(out, "</svg>\n");
}
