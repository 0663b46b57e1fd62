#include "sim/draw/errors.h"

#include "sim/analysis/label.h"
#include "sim/base/mem.h"
#include "sim/base/percentile.h"
#include "sim/draw/scale.h"
#include "sim/draw/svg.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 40, ROW = 16, TOP = 40, BOTTOM = 34, NAME = 210, MARGIN = 32 };

/* Errors and noise as shares in parts of a million; unknown noise is none. */
struct axis {
    int64_t reach; /* shown from -reach to reach */
    int64_t step;  /* between ticks */
};

static bool is_shown(const struct validation_row *row)
{
    return row->whole && row->ours.wall_error != LABEL_UNKNOWN;
}

static int64_t noise_of(const struct validation_row *row)
{
    return row->noise_wall == LABEL_UNKNOWN ? 0 : row->noise_wall;
}

/* 1, 2 or 5 times a power of ten, at least `least`. */
static int64_t round_up(int64_t least)
{
    const int64_t most = INT64_C(1000000000000); /* a million times too long */
    least = least < most ? least : most;
    for (int64_t power = 100;; power *= 10)
        for (int64_t digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
            if (digit * power >= least)
                return digit * power;
}

static struct axis axis_of(const struct validation *v)
{
    int64_t *values = mem_zalloc((2 * v->count + 1) * sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++) {
        if (!is_shown(&v->rows[i]))
            continue;
        values[count++] = llabs(v->rows[i].ours.wall_error);
        values[count++] = noise_of(&v->rows[i]);
    }
    percentile_sort(values, count);
    int64_t reach = round_up(count ? values[percentile_rank(count, 900)] : 0);
    free(values);
    return (struct axis){reach, reach / 2};
}

/* The place of a share on a line; what is out of reach is at its end. */
static int32_t place_of(const struct axis *axis, int64_t share, int32_t length)
{
    struct scale scale = {-axis->reach, axis->reach + 1, length};
    return scale_place(&scale, share);
}

static const char *mark_of(const struct validation_row *row, const struct axis *axis, bool ascii)
{
    if (llabs(row->ours.wall_error) > axis->reach)
        return row->ours.wall_error < 0 ? "<" : ">";
    bool within = row->beyond == 0;
    return ascii ? within ? "o" : "x" : within ? "○" : "●";
}

/* --- text ----------------------------------------------------------------------------------------
 */

static void add_ruler(struct strbuf *out, const struct axis *axis, int32_t left, int32_t length)
{
    struct strbuf line;
    strbuf_init(&line);
    for (int64_t share = -axis->reach; share <= axis->reach; share += axis->step) {
        size_t at = (size_t)(left + place_of(axis, share, length));
        struct strbuf text;
        strbuf_init(&text);
        label_change(&text, share);
        size_t begin = at > text.length / 2 ? at - text.length / 2 : 0;
        strbuf_pad(&line, 0, begin);
        strbuf_adds(&line, text.text);
        strbuf_release(&text);
    }
    strbuf_add(out, line.text, line.length);
    strbuf_addc(out, '\n');
    strbuf_release(&line);
}

static void add_row(struct strbuf *out, const struct validation_row *row, const struct axis *axis,
                    int32_t length, bool ascii)
{
    int32_t low = place_of(axis, -noise_of(row), length);
    int32_t high = place_of(axis, noise_of(row), length);
    int32_t zero = place_of(axis, 0, length), mark = place_of(axis, row->ours.wall_error, length);
    int32_t last = high > mark ? high : mark;
    for (int32_t at = 0; at <= last || at <= zero; at++) {
        if (at == mark)
            strbuf_adds(out, mark_of(row, axis, ascii));
        else if (at == zero)
            strbuf_adds(out, ascii ? "|" : "┼");
        else if (at >= low && at <= high)
            strbuf_adds(out, ascii ? "-" : "─");
        else
            strbuf_addc(out, ' ');
    }
    strbuf_addc(out, '\n');
}

static int32_t name_width(const struct validation *v)
{
    size_t width = 8;
    for (size_t i = 0; i < v->count; i++) {
        size_t length = strlen(v->rows[i].label);
        width = length > width ? length : width;
    }
    return width < MOST_NAME ? (int32_t)width : MOST_NAME;
}

void errors_draw(const struct validation *v, const struct gantt_options *options,
                 struct strbuf *out)
{
    const struct axis axis = axis_of(v);
    int32_t name = name_width(v);
    int32_t width = options->width > GANTT_LEAST_WIDTH ? options->width : GANTT_LEAST_WIDTH;
    int32_t length = width - name - 8;
    add_ruler(out, &axis, name + 4, length);
    for (size_t i = 0; i < v->count; i++) {
        const struct validation_row *row = &v->rows[i];
        strbuf_addf(out, "%-*.*s    ", (int)name, (int)name, row->label);
        if (is_shown(row))
            add_row(out, row, &axis, length, options->ascii);
        else
            strbuf_adds(out, row->calls_of_others ? "the measured calls are of other work\n"
                                                  : "too much is unmatched\n");
    }
    strbuf_addf(out, "wall error: %s within the noise %s, %s beyond it, < > farther out\n",
                options->ascii ? "o" : "○", options->ascii ? "--" : "──",
                options->ascii ? "x" : "●");
}

/* --- SVG -----------------------------------------------------------------------------------------
 */

static const char style_sheet[] =
    "<style>\n"
    "text{font:12px sans-serif;fill:#222}.noise{stroke:#8886;stroke-width:8}\n"
    ".within{fill:#2e7d32}.beyond{fill:#c62828}.axis{stroke:#8884}.zero{stroke:#888}\n"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}\n"
    "</style>\n";

static void add_svg_ruler(struct strbuf *out, const struct axis *axis, int32_t length,
                          int32_t bottom)
{
    for (int64_t share = -axis->reach; share <= axis->reach; share += axis->step) {
        int32_t x = NAME + place_of(axis, share, length);
        strbuf_addf(out,
                    "<path class=\"%s\" d=\"M%d %dV%d\"/>"
                    "<text x=\"%d\" y=\"20\" text-anchor=\"middle\">%s",
                    share ? "axis" : "zero", x, TOP - 12, bottom, x, share > 0 ? "+" : "");
        label_percent(out, share);
        strbuf_adds(out, "</text>\n");
    }
}

static void add_svg_row(struct strbuf *out, const struct validation_row *row,
                        const struct axis *axis, int32_t length, int32_t y)
{
    int32_t x = NAME + place_of(axis, row->ours.wall_error, length);
    strbuf_addf(out, "<path class=\"noise\" d=\"M%d %dH%d\"/>",
                NAME + place_of(axis, -noise_of(row), length), y,
                NAME + place_of(axis, noise_of(row), length));
    const char *class = row->beyond == 0 ? "within" : "beyond";
    if (llabs(row->ours.wall_error) <= axis->reach)
        strbuf_addf(out, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"4\">", class, x, y);
    else
        strbuf_addf(out, "<path class=\"%s\" d=\"M%d %dv10l%d -5z\">", class, x, y - 5,
                    row->ours.wall_error < 0 ? -8 : 8);
    strbuf_adds(out, "<title>");
    svg_add_escaped(out, row->label);
    strbuf_addc(out, ' ');
    label_percent(out, row->ours.wall_error);
    strbuf_adds(out, ", noise ");
    label_percent(out, row->noise_wall);
    strbuf_adds(out, llabs(row->ours.wall_error) <= axis->reach ? "</title></circle>\n"
                                                                : "</title></path>\n");
}

void errors_draw_svg(const struct validation *v, int32_t width, struct strbuf *out)
{
    const struct axis axis = axis_of(v);
    width = width < 400 ? 400 : width;
    int32_t length = width - NAME - MARGIN;
    int32_t bottom = TOP + ROW * (int32_t)v->count, height = bottom + BOTTOM;
    strbuf_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    strbuf_adds(out, style_sheet);
    add_svg_ruler(out, &axis, length, bottom);
    for (size_t i = 0; i < v->count; i++) {
        int32_t y = TOP + ROW * (int32_t)i;
        strbuf_addf(out, "<text x=\"8\" y=\"%d\">", y + 4);
        svg_add_escaped(out, v->rows[i].label);
        strbuf_adds(out, "</text>\n");
        if (is_shown(&v->rows[i]))
            add_svg_row(out, &v->rows[i], &axis, length, y);
    }
    strbuf_addf(out,
                "<circle class=\"within\" cx=\"14\" cy=\"%d\" r=\"4\"/><text x=\"24\" y=\"%d\">"
                "wall error within the noise</text><circle class=\"beyond\" cx=\"214\" cy=\"%d\" "
                "r=\"4\"/><text x=\"224\" y=\"%d\">beyond it</text></svg>\n",
                bottom + 14, bottom + 18, bottom + 14, bottom + 18);
}
