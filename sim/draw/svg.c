#include "sim/draw/svg.h"

#include "sim/base/duration.h"
#include "sim/draw/scale.h"

#include <string.h>

enum { ROW = 22, BAR = 18, TOP = 34, LEFT = 130, GROUP_GAP = 10, LEGEND = 30 };

/* Fill by role. Bars carry white text, so the fills are dark enough on both grounds. */
static const char *const classes[ROLE_COUNT] = {
    [ROLE_KERNEL] = "kernel", [ROLE_H2D] = "in",         [ROLE_D2H] = "out",
    [ROLE_D2D] = "on",        [ROLE_MEMSET] = "memset",  [ROLE_HOSTFN] = "function",
    [ROLE_MARK] = "mark",     [ROLE_CALL] = "call",      [ROLE_BLOCKED] = "blocked",
    [ROLE_WAIT] = "wait",     [ROLE_RESOURCE] = "short", [ROLE_FENCE] = "fence",
    [ROLE_BUSY] = "busy",     [ROLE_ALLOC] = "alloc",
};

static const char style_sheet[] =
    "<style>\n"
    "text{font:12px sans-serif;fill:#222}.bar text,text.on-bar{fill:#fff}\n"
    ".kernel{fill:#2e7d32}.in{fill:#1565c0}.out{fill:#8e24aa}.on{fill:#00838f}\n"
    ".memset{fill:#5d6d7e}.function{fill:#b35c00}.mark{fill:#b35c00}.call{fill:#888}\n"
    ".alloc{fill:#00838f}\n"
    ".busy{fill:#6b6b6b}.blocked{fill:#b0615a}.wait{fill:none;stroke:#888;stroke-dasharray:2 3}\n"
    ".short{fill:none;stroke:#c62828;stroke-dasharray:4 3}\n"
    ".fence{stroke:#c62828;stroke-dasharray:3 3}.axis{stroke:#8884}\n"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}text.on-bar{fill:#fff}}\n"
    "</style>\n";

void svg_add_escaped(struct strbuf *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            strbuf_adds(out, "&lt;");
            break;
        case '>':
            strbuf_adds(out, "&gt;");
            break;
        case '&':
            strbuf_adds(out, "&amp;");
            break;
        case '"':
            strbuf_adds(out, "&quot;");
            break;
        default:
            strbuf_addc(out, (unsigned char)*text < 0x20 ? '?' : *text);
        }
    }
}

enum { SIGN = 2 }; /* what a mark or the begin of a call is wide */

static void add_sign(struct strbuf *out, enum bar_role role, int32_t x, int32_t y)
{
    strbuf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                classes[role], x, y + 4, SIGN, BAR - 8);
}

/* What has a moment rather than a length. */
static bool is_sign(enum bar_role role)
{
    return role == ROLE_MARK || role == ROLE_ALLOC || role == ROLE_CALL;
}

/* A call is a sign too, unless it is long enough to be seen as a bar. */
static enum bar_role shown_as(const struct layout_bar *bar, const struct scale *scale)
{
    bool is_long = scale_place(scale, bar->to) - scale_place(scale, bar->from) > SIGN;
    return bar->role == ROLE_CALL && is_long ? ROLE_BUSY : (enum bar_role)bar->role;
}

static void add_bar(struct strbuf *out, const struct layout *layout, const struct scale *scale,
                    const struct layout_bar *bar, int32_t y)
{
    int32_t from = LEFT + scale_place(scale, bar->from), to = LEFT + scale_place(scale, bar->to);
    enum bar_role role = shown_as(bar, scale);
    char name[256];
    if (is_sign(role)) {
        add_sign(out, role, from, y);
        return;
    }
    int32_t width = to > from ? to - from : 1;
    layout_bar_name(layout, bar, name, sizeof name);
    strbuf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\">",
                classes[role], from, y, width, BAR);
    strbuf_adds(out, "<title>");
    svg_add_escaped(out, name);
    strbuf_addc(out, ' ');
    duration_add_us(out, bar->from - layout->timeline->zero);
    strbuf_adds(out, " to ");
    duration_add_us(out, bar->to - layout->timeline->zero);
    strbuf_adds(out, " us</title></rect>\n");
    if ((int32_t)strlen(name) * 7 + 6 <= width) {
        strbuf_addf(out, "<text class=\"on-bar\" x=\"%d\" y=\"%d\">", from + 4, y + 13);
        svg_add_escaped(out, name);
        strbuf_adds(out, "</text>\n");
    }
}

/* Waits of one lane cover each other: only what is not drawn yet is added. Beneath the bars. */
static void add_waits(struct strbuf *out, const struct layout *layout, const struct scale *scale,
                      const struct layout_lane *lane, enum bar_role role, int32_t y)
{
    int32_t drawn = LEFT;
    for (size_t b = lane->first_bar; b < lane->first_bar + lane->bar_count; b++) {
        const struct layout_bar *bar = &layout->bars[b];
        if (bar->role != role)
            continue;
        int32_t from = LEFT + scale_place(scale, bar->from);
        int32_t to = LEFT + scale_place(scale, bar->to);
        from = from < drawn ? drawn : from;
        if (to <= from)
            continue;
        strbuf_addf(out, "<path class=\"%s\" d=\"M%d %dH%d\"/>\n", classes[role], from, y + BAR / 2,
                    to);
        drawn = to;
    }
}

static bool is_wait(const struct layout_bar *bar)
{
    return bar->role == ROLE_WAIT || bar->role == ROLE_RESOURCE;
}

static int32_t chart_height(const struct layout *layout)
{
    int32_t height = TOP + 2 * GROUP_GAP + LEGEND;
    for (size_t i = 0; i < layout->lane_count; i++)
        height += ROW * layout->lanes[i].subs;
    return height;
}

static void add_ruler(struct strbuf *out, const struct scale *scale, int64_t zero, int32_t height)
{
    int64_t step = scale_tick_step(scale, 80);
    for (int64_t time = scale_first_tick(scale, zero, step); time <= scale->to - zero;
         time += step) {
        int32_t x = LEFT + scale_place(scale, zero + time);
        strbuf_addf(out, "<path class=\"axis\" d=\"M%d %dV%d\"/><text x=\"%d\" y=\"16\">", x,
                    TOP - 12, height - LEGEND, x);
        scale_tick_text(out, time, step);
        strbuf_adds(out, "</text>\n");
    }
}

/* Twelve by twelve: as it looks in a lane. */
static void add_sample(struct strbuf *out, enum bar_role role, int32_t x, int32_t y)
{
    if (role == ROLE_WAIT || role == ROLE_RESOURCE)
        strbuf_addf(out, "<path class=\"%s\" d=\"M%d %dH%d\"/>", classes[role], x, y + 6, x + 13);
    else if (role == ROLE_FENCE)
        strbuf_addf(out, "<path class=\"%s\" d=\"M%d %dV%d\"/>", classes[role], x + 6, y - 1,
                    y + 13);
    else if (is_sign(role))
        strbuf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"2\" height=\"10\"/>",
                    classes[role], x + 6, y + 1);
    else
        strbuf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>",
                    classes[role], x, y);
}

static void add_legend(struct strbuf *out, const bool *used, int32_t y)
{
    int32_t x = 8;
    for (size_t i = 0; i < LAYOUT_LEGEND_ROWS; i++) {
        if (!used[layout_legend[i].role])
            continue;
        add_sample(out, layout_legend[i].role, x, y);
        strbuf_addf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", x + 17, y + 11,
                    layout_legend[i].text);
        x += 30 + 7 * (int32_t)strlen(layout_legend[i].text);
    }
}

void svg_draw_layout(const struct layout *layout, int32_t width, struct strbuf *out)
{
    if (width < 400)
        width = 400;
    struct scale scale = {layout->from, layout->to, width - LEFT - 10};
    int32_t height = chart_height(layout);
    bool used[ROLE_COUNT] = {false};
    strbuf_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    strbuf_adds(out, style_sheet);
    add_ruler(out, &scale, layout->timeline->zero, height);
    int32_t y = TOP, streams_from = 0, streams_to = 0;
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        if (i > 0 && lane->group != layout->lanes[i - 1].group)
            y += GROUP_GAP;
        if (lane->group == LANE_STREAM && streams_from == 0)
            streams_from = y;
        strbuf_addf(out, "<text x=\"8\" y=\"%d\">", y + 13);
        svg_add_escaped(out, lane->label);
        strbuf_adds(out, "</text>\n");
        add_waits(out, layout, &scale, lane, ROLE_WAIT, y);
        add_waits(out, layout, &scale, lane, ROLE_RESOURCE, y);
        for (size_t b = lane->first_bar; b < lane->first_bar + lane->bar_count; b++) {
            const struct layout_bar *bar = &layout->bars[b];
            used[shown_as(bar, &scale)] = true;
            if (!is_wait(bar))
                add_bar(out, layout, &scale, bar, y + ROW * bar->sub);
        }
        y += ROW * lane->subs;
        if (lane->group == LANE_STREAM)
            streams_to = y;
    }
    for (size_t i = 0; i < layout->fence_count; i++)
        strbuf_addf(out, "<path class=\"fence\" d=\"M%d %dV%d\"/>\n",
                    LEFT + scale_place(&scale, layout->fences[i].time), streams_from, streams_to);
    used[ROLE_FENCE] = layout->fence_count > 0;
    add_legend(out, used, height - LEGEND + 12);
    strbuf_adds(out, "</svg>\n");
}

void svg_draw(const struct timeline *timeline, int32_t width, struct strbuf *out)
{
    struct layout layout;
    layout_init(&layout, timeline);
    svg_draw_layout(&layout, width, out);
    layout_release(&layout);
}
