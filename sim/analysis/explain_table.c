/* The explanation as a table: a line for each operation. */
#include "sim/analysis/explain_text.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"

#include <inttypes.h>
#include <string.h>

enum column {
    COLUMN_ID,
    COLUMN_OP,
    COLUMN_SOURCE,
    COLUMN_WAITED,
    COLUMN_SLACK,
    COLUMN_BECAUSE,
    COLUMN_COUNT
};

static const struct {
    const char *title;
    bool right;
} columns[COLUMN_COUNT] = {
    [COLUMN_ID] = {"id", true},          [COLUMN_OP] = {"operation", false},
    [COLUMN_SOURCE] = {"source", false}, [COLUMN_WAITED] = {"waited us", true},
    [COLUMN_SLACK] = {"slack us", true}, [COLUMN_BECAUSE] = {"longest wait", false},
};

/* "599 us legacy-fence (k2, #1)". */
static void add_because(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op)
{
    const struct timeline_wait *longest = NULL;
    int64_t at = op->call, most = 0;
    for (uint32_t i = 0; i < op->wait_count && at != TIMELINE_UNKNOWN; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->to - at > most) {
            longest = wait;
            most = wait->to - at;
        }
        at = wait->to > at ? wait->to : at;
    }
    if (!longest || longest->rule >= RULE_COUNT)
        return;
    duration_add_human(sb, most);
    strbuf_addf(sb, " %s", rule_info((enum rule)longest->rule)->name);
    if (longest->blocker == TIMELINE_NO_OP)
        return;
    strbuf_adds(sb, " (");
    label_op(sb, t, longest->blocker);
    strbuf_addf(sb, ", #%" PRIu32 ")", longest->blocker);
}

static void add_value(struct strbuf *sb, const struct explain *e, uint32_t id, enum column column)
{
    const struct timeline *t = e->timeline;
    const struct timeline_op *op = &t->ops.rows[id];
    switch (column) {
    case COLUMN_ID:
        strbuf_addf(sb, "%" PRIu32, id);
        break;
    case COLUMN_OP:
        label_op(sb, t, id);
        break;
    case COLUMN_SOURCE:
        label_place(sb, t, op->place);
        break;
    case COLUMN_WAITED:
        if (op->call != TIMELINE_UNKNOWN && op->start != TIMELINE_UNKNOWN)
            duration_add_us(sb, op->start - op->call);
        break;
    case COLUMN_SLACK:
        if (e->slack[id] != TIMELINE_UNKNOWN)
            duration_add_us(sb, e->slack[id]);
        break;
    case COLUMN_BECAUSE:
        add_because(sb, t, op);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static void add_cell(struct strbuf *sb, const char *text, enum column column, size_t width)
{
    size_t length = 0;
    for (const char *at = text; *at; at++) /* continuation bytes of UTF-8 take no room */
        length += ((unsigned char)*at & 0xc0) != 0x80;
    if (columns[column].right)
        for (size_t i = length; i < width; i++)
            strbuf_addc(sb, ' ');
    strbuf_adds(sb, text);
    if (!columns[column].right && column != COLUMN_BECAUSE)
        for (size_t i = length; i < width; i++)
            strbuf_addc(sb, ' ');
    strbuf_adds(sb, column == COLUMN_BECAUSE ? "\n" : "  ");
}

static bool is_meant(const struct explain *explain, uint32_t id)
{
    return !explain->keep || explain->keep[id];
}

void explain_text_table(struct strbuf *sb, const struct explain *explain)
{
    size_t widths[COLUMN_COUNT];
    struct strbuf cell;
    strbuf_init(&cell);
    for (int c = 0; c < COLUMN_COUNT; c++)
        widths[c] = strlen(columns[c].title);
    for (uint32_t id = 0; id < explain->timeline->ops.count; id++)
        for (int c = 0; c < COLUMN_BECAUSE && is_meant(explain, id); c++) {
            strbuf_clear(&cell);
            add_value(&cell, explain, id, (enum column)c);
            widths[c] = cell.length > widths[c] ? cell.length : widths[c];
        }
    for (int c = 0; c < COLUMN_COUNT; c++)
        add_cell(sb, columns[c].title, (enum column)c, widths[c]);
    for (uint32_t id = 0; id < explain->timeline->ops.count; id++)
        for (int c = 0; c < COLUMN_COUNT && is_meant(explain, id); c++) {
            strbuf_clear(&cell);
            add_value(&cell, explain, id, (enum column)c);
            add_cell(sb, cell.text, (enum column)c, widths[c]);
        }
    strbuf_release(&cell);
}
