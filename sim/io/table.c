#include "sim/io/table.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"

#include <string.h>

enum column {
    COLUMN_OP,
    COLUMN_STREAM,
    COLUMN_SOURCE,
    COLUMN_MACHINE,
    COLUMN_CALL,
    COLUMN_START,
    COLUMN_END,
    COLUMN_TAKES,
    COLUMN_WAITED,
    COLUMN_COUNT
};

static const struct {
    const char *title;
    bool right;
} columns[COLUMN_COUNT] = {
    [COLUMN_OP] = {"operation", false},      [COLUMN_STREAM] = {"stream", false},
    [COLUMN_SOURCE] = {"source", false},     [COLUMN_MACHINE] = {"machine", false},
    [COLUMN_CALL] = {"call us", true},       [COLUMN_START] = {"start us", true},
    [COLUMN_END] = {"end us", true},         [COLUMN_TAKES] = {"takes us", true},
    [COLUMN_WAITED] = {"waited for", false},
};

/* Characters on the screen: continuation bytes of UTF-8 take none. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

/* "k1 300 us (legacy-fence)": the longest stretch that has a blocker. */
static void add_waited(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op)
{
    const struct timeline_wait *longest = NULL;
    int64_t from = op->call, most = 0;
    for (uint32_t i = 0; i < op->wait_count && from != TIMELINE_UNKNOWN; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->blocker != TIMELINE_NO_OP && wait->to - from > most) {
            longest = wait;
            most = wait->to - from;
        }
        from = wait->to;
    }
    if (!longest)
        return;
    label_op(sb, t, longest->blocker);
    strbuf_addc(sb, ' ');
    duration_add_human(sb, most);
    strbuf_addf(sb, " (%s)", rule_info((enum rule)longest->rule)->name);
}

static void add_time(struct strbuf *sb, int64_t time)
{
    if (time != TIMELINE_UNKNOWN)
        duration_add_us(sb, time);
    else
        strbuf_addc(sb, '-');
}

static int64_t since_zero(const struct timeline *t, int64_t time)
{
    return time == TIMELINE_UNKNOWN ? time : time - t->zero;
}

static void add_cell(struct strbuf *sb, const struct timeline *t, uint32_t id, enum column column)
{
    const struct timeline_op *op = &t->ops.rows[id];
    switch (column) {
    case COLUMN_OP:
        label_op(sb, t, id);
        break;
    case COLUMN_STREAM:
        label_stream(sb, t, op->stream);
        break;
    case COLUMN_SOURCE:
        label_place(sb, t, op->place);
        break;
    case COLUMN_MACHINE:
        if (timeline_is_work(op))
            label_machine(sb, (enum machine_kind)op->machine, op->machine_index);
        break;
    case COLUMN_CALL:
        add_time(sb, since_zero(t, op->call));
        break;
    case COLUMN_START:
        add_time(sb, since_zero(t, op->start));
        break;
    case COLUMN_END:
        add_time(sb, since_zero(t, op->end));
        break;
    case COLUMN_TAKES:
        if (op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN)
            duration_add_us(sb, op->end - op->start);
        break;
    case COLUMN_WAITED:
        add_waited(sb, t, op);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static void put(struct strbuf *out, enum column column, const char *text, size_t length,
                size_t width)
{
    size_t pad = width - width_of(text, length);
    if (column)
        strbuf_adds(out, "  ");
    for (size_t i = 0; columns[column].right && i < pad; i++)
        strbuf_addc(out, ' ');
    strbuf_add(out, text, length);
    for (size_t i = 0; !columns[column].right && column != COLUMN_COUNT - 1 && i < pad; i++)
        strbuf_addc(out, ' ');
}

/* "gather_neigh..s_kernel": so many columns of it, at least 5. */
static void shorten(struct strbuf *sb, size_t most)
{
    size_t width = width_of(sb->text, sb->length);
    if (width <= most)
        return;
    struct strbuf whole = *sb;
    size_t head = (most - 2 + 1) / 2, tail = most - 2 - head, at = 0;
    strbuf_init(sb);
    for (size_t i = 0; i < whole.length; i++) {
        at += ((unsigned char)whole.text[i] & 0xc0) != 0x80;
        if (at == head + 1 && ((unsigned char)whole.text[i] & 0xc0) != 0x80)
            strbuf_adds(sb, "..");
        if (at <= head || at > width - tail)
            strbuf_addc(sb, whole.text[i]);
    }
    strbuf_release(&whole);
}

/* What the columns of names must give up so that all fit, the widest first; lines of the source say
 * where, and stay. */
static void narrow(size_t widths[COLUMN_COUNT], size_t width)
{
    const size_t least = 9; /* their titles fit */
    for (;;) {
        size_t sum = 0, widest = COLUMN_OP;
        for (int c = 0; c < COLUMN_WAITED; c++)
            sum += widths[c] + (c ? 2 : 0);
        for (size_t c = COLUMN_OP; c <= COLUMN_STREAM; c++)
            widest = widths[c] > widths[widest] ? c : widest;
        if (sum <= width || widths[widest] <= least)
            return;
        size_t over = sum - width, spare = widths[widest] - least;
        widths[widest] -= over < spare ? (over + 1) / 2 : (spare + 1) / 2;
    }
}

/* The line's end, without blanks before it. */
static void end_line(struct strbuf *out)
{
    while (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
    strbuf_addc(out, '\n');
}

int table_write(const struct timeline *timeline, int width, struct sink *sink, struct err *err)
{
    size_t widths[COLUMN_COUNT];
    struct strbuf cell;
    strbuf_init(&cell);
    for (int c = 0; c < COLUMN_COUNT; c++)
        widths[c] = strlen(columns[c].title);
    for (uint32_t id = 0; id < timeline->ops.count; id++)
        for (int c = 0; c < COLUMN_COUNT - 1; c++) {
            strbuf_clear(&cell);
            add_cell(&cell, timeline, id, (enum column)c);
            size_t wide = width_of(cell.text, cell.length);
            widths[c] = wide > widths[c] ? wide : widths[c];
        }
    if (width > 0)
        narrow(widths, (size_t)width);
    for (int c = 0; c < COLUMN_COUNT; c++)
        put(&sink->text, (enum column)c, columns[c].title, strlen(columns[c].title), widths[c]);
    end_line(&sink->text);
    int result = 0;
    for (uint32_t id = 0; id < timeline->ops.count && result == 0; id++) {
        for (int c = 0; c < COLUMN_COUNT; c++) {
            strbuf_clear(&cell);
            add_cell(&cell, timeline, id, (enum column)c);
            if (c != COLUMN_WAITED)
                shorten(&cell, widths[c]);
            size_t wide = c == COLUMN_WAITED ? width_of(cell.text, cell.length) : widths[c];
            put(&sink->text, (enum column)c, cell.text, cell.length, wide);
        }
        end_line(&sink->text);
        result = sink_flow(sink, err);
    }
    strbuf_release(&cell);
    return result < 0 ? -1 : sink_finish(sink, err);
}
