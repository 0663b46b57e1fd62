#include "tui/view/inspector.h"

#include "sim/analysis/explain_text.h"
#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/wrap.h"
#include "tui/view/cursor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "+1.2 us" */
static void add_signed(struct strbuf *out, int64_t time)
{
    strbuf_addc(out, time < 0 ? '-' : '+');
    duration_add_human(out, time < 0 ? -time : time);
}

/* Of two timelines: which one this is of, and how far the two are apart. */
static void say_error(const struct view *view, int side, uint32_t op, struct strbuf *out)
{
    const struct chart *chart = view->chart;
    const struct compare *compare = chart->compare;
    strbuf_adds(out, chart->names[side]);
    if (op == TIMELINE_NO_OP)
        return;
    uint32_t row = chart->pair_of[op];
    if (row == UINT32_MAX) {
        strbuf_addf(out, "; %s has no such operation", chart->names[1 - side]);
        return;
    }
    const struct compare_place *place = &compare->places[row];
    if (!place->known) {
        strbuf_adds(out, "; not all of its times are known");
        return;
    }
    if (compare->b->source != TIMELINE_MEASURED)
        strbuf_addf(out, "; from %s to %s: start ", chart->names[1], chart->names[0]);
    else if (side == 0)
        strbuf_adds(out, "; its error: start ");
    else
        strbuf_addf(out, "; error of %s: start ", chart->names[0]);
    add_signed(out, place->a.from - place->b.from);
    strbuf_adds(out, ", end ");
    add_signed(out, place->a.to - place->b.to);
    strbuf_adds(out, " (");
    label_percent(out, compare_error_share(compare, row));
    strbuf_adds(out, " of the span)");
}

/* "in the prediction it runs before #2 k3, in the measurement beside it": where the two do not
 * agree on an order that nothing guarantees. */
static void add_orders(const struct view *view, uint32_t op, int width, struct strbuf *out)
{
    static const char *const words[] = {"before", "beside", "after"};
    const struct chart *chart = view->chart;
    const struct compare *c = chart->compare;
    struct strbuf line;
    strbuf_init(&line);
    for (size_t i = 0; op != TIMELINE_NO_OP && i < c->wrong_count; i++) {
        const struct compare_wrong *wrong = &c->wrong[i];
        uint32_t row = chart->pair_of[op];
        if (row != wrong->first && row != wrong->second)
            continue;
        int sign = row == wrong->first ? 1 : -1;
        uint32_t other = row == wrong->first ? wrong->second : wrong->first;
        strbuf_clear(&line);
        strbuf_addf(&line, "in %s it runs %s #%" PRIu32 " ", chart->names[0],
                    words[sign * wrong->a + 1], c->match.pairs[other].a);
        label_op(&line, c->a, c->match.pairs[other].a);
        strbuf_addf(&line, ", in %s %s it", chart->names[1], words[sign * wrong->b + 1]);
        wrap_add(out, line.text, width, 0, 2);
    }
    strbuf_release(&line);
}

static void add_error(const struct view *view, int side, uint32_t op, int width, struct strbuf *out)
{
    struct strbuf line;
    strbuf_init(&line);
    say_error(view, side, op, &line);
    wrap_add(out, line.text, width, 0, 2);
    strbuf_release(&line);
    add_orders(view, op, width, out);
}

static void add_count(struct strbuf *out, const uint32_t extent[3], const char *what)
{
    uint64_t count = (uint64_t)extent[0] * extent[1] * extent[2];
    strbuf_addf(out, "%" PRIu64 " %s%s", count, what, count == 1 ? "" : "s");
}

/* "kernel, 264 blocks of 256 threads", "copy". */
static void add_kind(const struct timeline *t, const struct timeline_op *op, struct strbuf *out)
{
    strbuf_adds(out, op_kind_name((enum op_kind)op->kind));
    if (op->kind == OP_KERNEL && op->detail && op->detail < t->launches.count) {
        strbuf_adds(out, ", ");
        add_count(out, t->launches.rows[op->detail].grid, "block");
        strbuf_adds(out, " of ");
        add_count(out, t->launches.rows[op->detail].block, "thread");
    }
}

/* What it is, how long it ran and on what: the heading. */
static void add_facts(const struct view *view, struct strbuf *out)
{
    uint32_t op = view_op(view), own;
    if (op == TIMELINE_NO_OP)
        return;
    const struct timeline *t = view->chart->explain[chart_own_op(view->chart, op, &own)].timeline;
    const struct timeline_op *row = &t->ops.rows[own];
    strbuf_addc(out, ' ');
    add_kind(t, row, out);
    if (row->start != TIMELINE_UNKNOWN && row->end != TIMELINE_UNKNOWN && timeline_is_work(row)) {
        strbuf_adds(out, ", ");
        duration_add_human(out, row->end - row->start);
    }
    strbuf_adds(out, ", ");
    label_the_stream(out, t, row->stream);
    if (row->connection)
        strbuf_addf(out, row->kind == OP_COPY ? ", copy connection %u" : ", connection %u",
                    row->connection);
}

void view_inspect(const struct view *view, int width, struct strbuf *out)
{
    const struct chart *chart = view->chart;
    uint32_t op = view_op(view), call = view_call(view), own = UINT32_MAX;
    struct explain_pick pick = {.op = TIMELINE_NO_OP, .call = CRITICAL_NO_CALL};
    if (op == TIMELINE_NO_OP && call == UINT32_MAX)
        return;
    int side =
        op != TIMELINE_NO_OP ? chart_own_op(chart, op, &own) : chart_own_call(chart, call, &own);
    if (op != TIMELINE_NO_OP)
        pick.op = own;
    else
        pick.call = own;
    if (chart->compare)
        add_error(view, side, op, width, out);
    if (view->ghost && op != TIMELINE_NO_OP && side == 0 && ghost_is_behind(view->ghost, chart))
        ghost_text(view->ghost, own, width, out);
    explain_text_pick(out, &chart->explain[side], &pick, width);
}

/* Lines of a text from the `first` on, in rows [top, bottom]; the text's first as a heading.
 * Returns how many it has. */
static int32_t draw_lines(const char *text, struct grid *grid, int32_t top, int32_t bottom,
                          int32_t first, int32_t right)
{
    int32_t line = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        char buffer[1000];
        snprintf(buffer, sizeof buffer, "%.*s", (int)length, text);
        int32_t row = top + line - first;
        bool heading = buffer[0] == '#';
        if (grid && line >= first && row <= bottom)
            grid_text(grid, row, 0, right, buffer, heading ? ROLE_TITLE : ROLE_LABEL);
        line++;
        text += length + (text[length] == '\n');
    }
    return line;
}

/* What did not fit is counted at the end of the heading. */
static void note_rest(const struct view *view, struct grid *grid, const struct areas *areas,
                      int32_t left)
{
    char text[80], key[24];
    int32_t right = areas->text_right;
    keycode_name(bindings_key(view->bindings, VIEW_INSPECT, VIEW_ON_CHART), key, sizeof key);
    snprintf(text, sizeof text, " %d more: %s ", left, key);
    int32_t width = grid_text_width(text);
    grid_text(grid, areas->inspector_top, right - width < 0 ? 0 : right - width, right - 1, text,
              ROLE_NOTE);
}

/* As much of the facts as there is room for, cut between two of them; then a line. */
static void draw_heading(const struct view *view, struct grid *grid, const struct areas *areas)
{
    enum { FOR_REST = 18 };
    struct strbuf facts;
    strbuf_init(&facts);
    if (!view->notice)
        add_facts(view, &facts);
    for (char *comma; grid_text_width(facts.text) > areas->text_right + 1 - FOR_REST &&
                      (comma = strrchr(facts.text, ',')) != NULL;)
        *comma = '\0';
    int32_t column = grid_text(grid, areas->inspector_top, 0, areas->text_right - FOR_REST,
                               facts.text, ROLE_TITLE);
    column += facts.text[0] != '\0';
    for (; column <= areas->text_right; column++)
        *grid_at(grid, areas->inspector_top, column) = (struct grid_cell){.role = ROLE_AXIS};
    strbuf_release(&facts);
}

void inspector_draw(const struct view *view, const struct areas *areas, struct grid *grid)
{
    struct strbuf text;
    strbuf_init(&text);
    if (view->notice)
        strbuf_adds(&text, view->notice);
    else
        view_inspect(view, areas->text_right + 1, &text);
    draw_heading(view, grid, areas);
    int32_t lines = draw_lines(text.text, grid, areas->inspector_top + 1, areas->inspector_bottom,
                               0, areas->text_right);
    int32_t room = areas->inspector_bottom - areas->inspector_top;
    if (lines > room && !view->notice)
        note_rest(view, grid, areas, lines - room);
    strbuf_release(&text);
}

/* --- pages ---------------------------------------------------------------------------------------
 */

struct sign {
    struct grid_cell cell;
    const char *text;
};

/* Besides those of the text chart. */
static const struct sign signs[] = {
    {{0x2550, ROLE_KERNEL, CELL_REVERSE}, "the cursor"},
    {{0x2500, ROLE_KERNEL, CELL_BOLD}, "what it waited for"},
    {{0x2502, ROLE_LINK, 0}, "from a wait to what it was for"},
    {{0x2584, ROLE_BEST, 0}, "how many threads are on the SMs, by height"},
    {{0x2584, ROLE_LENGTH, 0}, "all of the run: how many machines work, by height"},
    {{0x2260, ROLE_BAD, 0}, "of two timelines: not as in the lane above"},
};

static struct sign sign_of(int i)
{
    if (i >= LAYOUT_LEGEND_ROWS)
        return signs[i - LAYOUT_LEGEND_ROWS];
    return (struct sign){{.role = (uint8_t)layout_legend[i].role}, layout_legend[i].text};
}

/* What the signs of the chart mean, below the keys: after a blank line and a heading. */
static int32_t draw_legend(struct grid *grid, int32_t top, int32_t bottom, int32_t first,
                           int32_t line)
{
    enum { ALL = LAYOUT_LEGEND_ROWS + sizeof signs / sizeof signs[0] };
    for (int i = -2; i < (int)ALL; i++, line++) {
        int32_t row = top + line - first;
        if (!grid || i == -2 || line < first || row > bottom)
            continue;
        if (i == -1) {
            grid_text(grid, row, 0, grid->width - 1, "Signs", ROLE_TITLE);
            continue;
        }
        struct sign sign = sign_of(i);
        *grid_at(grid, row, 2) = *grid_at(grid, row, 3) = sign.cell;
        grid_text(grid, row, 6, grid->width - 1, sign.text, ROLE_LABEL);
    }
    return line;
}

/* Either page: its lines, drawn where there is a grid. */
static int32_t draw_page(const struct view *view, struct grid *grid, int32_t width, int32_t height)
{
    int32_t top = 1, bottom = height - 2, lines;
    if (view->page == VIEW_ON_HELP) {
        struct grid none = {.width = width};
        lines = bindings_help(view->bindings, ~(unsigned)VIEW_ON_HELP, grid ? grid : &none, top,
                              bottom, view->scroll);
        return draw_legend(grid, top, bottom, view->scroll, lines);
    }
    struct strbuf text;
    strbuf_init(&text);
    view_inspect(view, width, &text);
    lines = draw_lines(text.text, grid, top, bottom, view->scroll, width - 1);
    strbuf_release(&text);
    return lines;
}

void sheet_draw(const struct view *view, struct grid *grid)
{
    draw_page(view, grid, grid->width, grid->height);
}

int32_t sheet_lines(const struct view *view)
{
    return draw_page(view, NULL, view->width, view->height);
}
