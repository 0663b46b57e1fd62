#include "sim/draw/curve.h"

#include "sim/base/duration.h"
#include "sim/draw/scale.h"
#include "sim/draw/svg.h"
#include "sim/model/timeline.h"

#include <string.h>

enum { LEFT = 70, TOP = 40, HEIGHT = 300, BOTTOM = 50, RIGHT = 30, LEGEND = 110, COLORS = 8 };

static const char style_sheet[] =
    "<style>\n"
    "text{font:12px sans-serif;fill:#222}.axis{stroke:#8884;fill:none}\n"
    ".c0{--c:#1565c0}.c1{--c:#2e7d32}.c2{--c:#8e24aa}.c3{--c:#b35c00}\n"
    ".c4{--c:#00838f}.c5{--c:#c62828}.c6{--c:#5d6d7e}.c7{--c:#888}\n"
    "path.line{fill:none;stroke:var(--c);stroke-width:2}circle{fill:var(--c)}\n"
    ".as-is{fill:none;stroke:#888;stroke-dasharray:5 4}\n"
    "circle.best{fill:none;stroke:#c62828;stroke-width:2}text.best{font-weight:bold}\n"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}\n"
    "</style>\n";

struct frame {
    struct scale y; /* from the bottom */
    int32_t left, right, bottom;
    size_t x_count;
};

static int32_t x_of(const struct frame *frame, size_t x)
{
    int32_t room = frame->right - frame->left;
    return frame->left +
           (int32_t)(((int64_t)room * (int64_t)(2 * x + 1)) / (int64_t)(2 * frame->x_count));
}

static int32_t y_of(const struct frame *frame, int64_t value)
{
    return frame->bottom - scale_place(&frame->y, value);
}

static void add_text(struct strbuf *out, int32_t x, int32_t y, const char *rest, const char *text)
{
    strbuf_addf(out, "<text x=\"%d\" y=\"%d\"%s>", x, y, rest);
    svg_add_escaped(out, text);
    strbuf_adds(out, "</text>\n");
}

static void add_axes(struct strbuf *out, const struct frame *frame, const struct curve *curve)
{
    int64_t step = scale_tick_step(&frame->y, 40);
    for (int64_t time = 0; time <= frame->y.to; time += step) {
        struct strbuf text;
        strbuf_init(&text);
        scale_tick_text(&text, time, step);
        int32_t y = y_of(frame, time);
        strbuf_addf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>", frame->left, y, frame->right);
        add_text(out, frame->left - 6, y + 4, " text-anchor=\"end\"", text.text);
        strbuf_release(&text);
    }
    /* as many labels as have room, 7 pixels a letter */
    size_t longest = 1;
    for (size_t x = 0; x < curve->x_count; x++)
        longest = strlen(curve->x[x]) > longest ? strlen(curve->x[x]) : longest;
    size_t fit = (size_t)(frame->right - frame->left) / (7 * longest + 8);
    size_t each = fit ? (curve->x_count + fit - 1) / fit : curve->x_count;
    for (size_t x = 0; x < curve->x_count; x += each)
        add_text(out, x_of(frame, x), frame->bottom + 18, " text-anchor=\"middle\"", curve->x[x]);
    add_text(out, (frame->left + frame->right) / 2, frame->bottom + 38, " text-anchor=\"middle\"",
             curve->x_name);
}

static void add_line(struct strbuf *out, const struct frame *frame, const struct curve *curve,
                     size_t series)
{
    const int64_t *values = curve->values + series * curve->x_count;
    strbuf_addf(out, "<g class=\"c%zu\"><path class=\"line\"%s d=\"", series % COLORS,
                series >= COLORS ? " stroke-dasharray=\"6 3\"" : "");
    bool pen = false; /* is down: what did not come out leaves a gap */
    for (size_t x = 0; x < curve->x_count; x++) {
        if (values[x] != TIMELINE_UNKNOWN)
            strbuf_addf(out, "%c%d %d", pen ? 'L' : 'M', x_of(frame, x), y_of(frame, values[x]));
        pen = values[x] != TIMELINE_UNKNOWN;
    }
    strbuf_adds(out, "\"/>\n");
    for (size_t x = 0; x < curve->x_count; x++) {
        if (values[x] == TIMELINE_UNKNOWN)
            continue;
        strbuf_addf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\"><title>", x_of(frame, x),
                    y_of(frame, values[x]));
        svg_add_escaped(out, curve->x_name);
        strbuf_adds(out, " = ");
        svg_add_escaped(out, curve->x[x]);
        if (curve->series_name) {
            strbuf_adds(out, ", ");
            svg_add_escaped(out, curve->series_name);
            strbuf_adds(out, " = ");
            svg_add_escaped(out, curve->series[series]);
        }
        strbuf_adds(out, ": ");
        duration_add_human(out, values[x]);
        strbuf_adds(out, "</title></circle>\n");
    }
    strbuf_adds(out, "</g>\n");
}

static void add_best(struct strbuf *out, const struct frame *frame, const struct curve *curve)
{
    int64_t value = curve->values[curve->best];
    int32_t x = x_of(frame, curve->best % curve->x_count), y = y_of(frame, value);
    struct strbuf text;
    strbuf_init(&text);
    strbuf_adds(&text, "best: ");
    duration_add_human(&text, value);
    strbuf_addf(out, "<circle class=\"best\" cx=\"%d\" cy=\"%d\" r=\"8\"/>", x, y);
    add_text(out, x, y + 26 < frame->bottom ? y + 26 : y - 14,
             " class=\"best\" text-anchor=\"middle\"", text.text);
    strbuf_release(&text);
}

static void add_legend(struct strbuf *out, const struct frame *frame, const struct curve *curve)
{
    int32_t x = frame->right + 12;
    add_text(out, x, TOP + 4, "", curve->series_name);
    for (size_t s = 0; s < curve->series_count; s++) {
        int32_t y = TOP + 22 + 18 * (int32_t)s;
        strbuf_addf(out, "<g class=\"c%zu\"><path class=\"line\"%s d=\"M%d %dH%d\"/></g>",
                    s % COLORS, s >= COLORS ? " stroke-dasharray=\"6 3\"" : "", x, y - 4, x + 18);
        add_text(out, x + 24, y, "", curve->series[s]);
    }
}

void curve_draw_svg(const struct curve *curve, int32_t width, struct strbuf *out)
{
    width = width < 400 ? 400 : width;
    int64_t most = curve->as_is == TIMELINE_UNKNOWN ? 1 : curve->as_is;
    for (size_t i = 0; i < curve->x_count * curve->series_count; i++)
        most = curve->values[i] > most ? curve->values[i] : most;
    int32_t lines = curve->series_name ? 18 * (int32_t)curve->series_count + 30 : 0;
    int32_t room = lines > HEIGHT ? lines : HEIGHT;
    struct frame frame = {.y = {0, most + most / 20 + 1, room},
                          .left = LEFT,
                          .right = width - RIGHT - (curve->series_name ? LEGEND : 0),
                          .bottom = TOP + room,
                          .x_count = curve->x_count};
    int32_t height = TOP + room + BOTTOM;
    strbuf_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    strbuf_adds(out, style_sheet);
    add_text(out, LEFT, 20, "", curve->title);
    add_axes(out, &frame, curve);
    if (curve->as_is != TIMELINE_UNKNOWN) {
        int32_t y = y_of(&frame, curve->as_is);
        strbuf_addf(out, "<path class=\"as-is\" d=\"M%d %dH%d\"/>", frame.left, y, frame.right);
        add_text(out, frame.right, y - 4, " text-anchor=\"end\"", "as it is");
    }
    for (size_t s = 0; s < curve->series_count; s++)
        add_line(out, &frame, curve, s);
    if (curve->best != SIZE_MAX)
        add_best(out, &frame, curve);
    if (curve->series_name)
        add_legend(out, &frame, curve);
    strbuf_adds(out, "</svg>\n");
}
