#include "sim/analysis/orders.h"

#include "sim/analysis/issued.h"
#include "sim/analysis/label.h"
#include "sim/analysis/match.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* One operation that has times. */
struct item {
    int64_t start, end;       /* predicted */
    int64_t seen_at, seen_to; /* measured; TIMELINE_UNKNOWN: not known */
    uint32_t op, record;
};

static int compare_items(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

/* The work that the program's records issued, by predicted start. */
static struct item *collect(const struct program *program, const struct timeline *predicted,
                            const struct timeline *measured, size_t *count)
{
    struct issued issued;
    issued_find(&issued, program, predicted);
    struct item *items = mem_zalloc((predicted->ops.count + 1) * sizeof *items);
    uint32_t *seen = mem_zalloc((predicted->ops.count + 1) * sizeof *seen);
    memset(seen, 0xff, (predicted->ops.count + 1) * sizeof *seen);
    if (measured) {
        struct match match;
        match_find(&match, predicted, measured);
        for (size_t i = 0; i < match.count; i++)
            seen[match.pairs[i].a] = match.pairs[i].b;
        match_release(&match);
    }
    *count = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        uint32_t id = issued.ops[i];
        if (id == TIMELINE_NO_OP)
            continue;
        const struct timeline_op *op = &predicted->ops.rows[id];
        if (!timeline_is_work(op) || op->start == TIMELINE_UNKNOWN || op->end == TIMELINE_UNKNOWN)
            continue;
        struct item *item = &items[(*count)++];
        *item = (struct item){op->start, op->end, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, id, i};
        if (seen[id] != TIMELINE_NO_OP) {
            item->seen_at = measured->ops.rows[seen[id]].start;
            item->seen_to = measured->ops.rows[seen[id]].end;
        }
    }
    free(seen);
    issued_release(&issued);
    if (*count)
        qsort(items, *count, sizeof *items, compare_items);
    return items;
}

static bool is_near(int64_t a, int64_t a_end, int64_t b, int64_t b_end)
{
    if (a == TIMELINE_UNKNOWN || b == TIMELINE_UNKNOWN || a_end == TIMELINE_UNKNOWN ||
        b_end == TIMELINE_UNKNOWN)
        return false;
    int64_t longer = a_end - a > b_end - b ? a_end - a : b_end - b;
    return (a > b ? a : b) - (a_end < b_end ? a_end : b_end) < longer;
}

static enum orders_relation relation(int64_t a, int64_t a_end, int64_t b, int64_t b_end)
{
    if (a == TIMELINE_UNKNOWN || b == TIMELINE_UNKNOWN || a_end == TIMELINE_UNKNOWN ||
        b_end == TIMELINE_UNKNOWN)
        return ORDERS_NONE;
    return b >= a_end ? ORDERS_BEFORE : a >= b_end ? ORDERS_AFTER : ORDERS_OVERLAPS;
}

/* How far two operations reach into each other, or apart (negative), ns. */
static int64_t overlap(int64_t a, int64_t a_end, int64_t b, int64_t b_end)
{
    return (a_end < b_end ? a_end : b_end) - (a > b ? a : b);
}

/* Whether one relation turns into the other by what no clock can tell apart. */
static bool alike(enum orders_relation x, enum orders_relation y, const struct item *a,
                  const struct item *b)
{
    if (x == y)
        return true;
    if (x != ORDERS_OVERLAPS && y != ORDERS_OVERLAPS)
        return false;
    int64_t predicted = overlap(a->start, a->end, b->start, b->end);
    int64_t measured = overlap(a->seen_at, a->seen_to, b->seen_at, b->seen_to);
    int64_t least = predicted < 0 ? -predicted : predicted;
    if ((measured < 0 ? -measured : measured) < least)
        least = measured < 0 ? -measured : measured;
    return least <= ORDERS_NEAR_ENOUGH;
}

static void judge(struct orders *orders, const struct happens *happens, const struct item *x,
                  const struct item *y)
{
    if (!is_near(x->start, x->end, y->start, y->end) &&
        !is_near(x->seen_at, x->seen_to, y->seen_at, y->seen_to))
        return;
    orders->looked_at++;
    const struct item *a = x->record < y->record ? x : y, *b = a == x ? y : x;
    struct orders_pair pair = {.a = a->op, .b = b->op};
    if (happens_before(happens, happens_op(a->record), happens_op(b->record)))
        pair.guaranteed = ORDERS_BEFORE;
    orders->guaranteed += pair.guaranteed == ORDERS_BEFORE;
    pair.predicted = relation(a->start, a->end, b->start, b->end);
    pair.measured = relation(a->seen_at, a->seen_to, b->seen_at, b->seen_to);
    bool kept = pair.measured != ORDERS_OVERLAPS ||
                overlap(a->seen_at, a->seen_to, b->seen_at, b->seen_to) <= ORDERS_NEAR_ENOUGH;
    if (pair.guaranteed == ORDERS_BEFORE && (pair.measured == ORDERS_AFTER || !kept))
        pair.class = ORDERS_BROKEN;
    else if (pair.guaranteed == ORDERS_BEFORE)
        return;
    else if (pair.measured != ORDERS_NONE && !alike(pair.predicted, pair.measured, a, b))
        pair.class = ORDERS_MISSED;
    else if (pair.predicted != ORDERS_OVERLAPS)
        pair.class = ORDERS_CHANCE;
    else
        return;
    size_t *count = &orders->counts[pair.class];
    if (*count < ORDERS_KEPT)
        orders->pairs[pair.class][*count] = pair;
    ++*count;
}

void orders_find(struct orders *orders, const struct happens *happens,
                 const struct timeline *predicted, const struct timeline *measured)
{
    memset(orders, 0, sizeof *orders);
    orders->timeline = predicted;
    orders->has_measured = measured != NULL;
    size_t count;
    struct item *items = collect(happens->program, predicted, measured, &count);
    orders->sampled = count > ORDERS_ALL_PAIRS;
    size_t reach = orders->sampled ? (size_t)ORDERS_NEIGHBOURS : count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count && k - i <= reach; k++)
            if (predicted->ops.rows[items[i].op].stream != predicted->ops.rows[items[k].op].stream)
                judge(orders, happens, &items[i], &items[k]);
    free(items);
}

/* ---- text ---- */

const char *orders_relation_name(enum orders_relation relation)
{
    static const char *const names[] = {"none", "before", "overlaps", "after"};
    return names[relation];
}

/* Of times: "-" where they are not known. */
static const char *time_name(enum orders_relation relation)
{
    return relation == ORDERS_NONE ? "-" : orders_relation_name(relation);
}

/* "#3 k1 (a, line 14)" */
static void add_op(struct strbuf *sb, const struct timeline *timeline, uint32_t id)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    strbuf_addf(sb, "#%u ", id);
    label_op(sb, timeline, id);
    strbuf_adds(sb, " (");
    label_stream(sb, timeline, op->stream);
    if (op->place && op->place < timeline->places.count)
        strbuf_addf(sb, ", line %d", (int)timeline->places.rows[op->place].line);
    strbuf_addc(sb, ')');
}

struct table {
    struct strbuf names[2]; /* of both columns, each name ended by a NUL */
    size_t widths[2];
};

static void add_name(struct table *table, int column, const struct timeline *timeline, uint32_t op)
{
    size_t from = table->names[column].length;
    add_op(&table->names[column], timeline, op);
    size_t width = table->names[column].length - from;
    if (width > table->widths[column])
        table->widths[column] = width;
    strbuf_addc(&table->names[column], '\0');
}

static void add_padded(struct strbuf *sb, const char *text, size_t width)
{
    size_t length = strlen(text);
    strbuf_adds(sb, text);
    for (; length < width + 2; length++)
        strbuf_addc(sb, ' ');
}

static void add_rows(struct strbuf *sb, const struct orders *orders)
{
    struct table table = {.widths = {strlen("first called"), strlen("second called")}};
    size_t shown = 0;
    strbuf_init(&table.names[0]);
    strbuf_init(&table.names[1]);
    for (int class = 0; class < ORDERS_CLASSES; class ++)
        for (size_t i = 0; i < orders->counts[class] && i < ORDERS_KEPT && shown < ORDERS_KEPT;
             i++, shown++) {
            add_name(&table, 0, orders->timeline, orders->pairs[class][i].a);
            add_name(&table, 1, orders->timeline, orders->pairs[class][i].b);
        }
    add_padded(sb, "first called", table.widths[0]);
    add_padded(sb, "second called", table.widths[1]);
    strbuf_adds(sb, "guaranteed  predicted");
    strbuf_adds(sb, orders->has_measured ? "  measured\n" : "\n");
    const char *a = table.names[0].text, *b = table.names[1].text;
    shown = 0;
    for (int class = 0; class < ORDERS_CLASSES; class ++)
        for (size_t i = 0; i < orders->counts[class] && i < ORDERS_KEPT && shown < ORDERS_KEPT;
             i++, shown++) {
            const struct orders_pair *pair = &orders->pairs[class][i];
            add_padded(sb, a, table.widths[0]);
            add_padded(sb, b, table.widths[1]);
            add_padded(sb, orders_relation_name(pair->guaranteed), strlen("guaranteed"));
            if (orders->has_measured) {
                add_padded(sb, time_name(pair->predicted), strlen("predicted"));
                strbuf_adds(sb, time_name(pair->measured));
            } else {
                strbuf_adds(sb, time_name(pair->predicted));
            }
            strbuf_addc(sb, '\n');
            a += strlen(a) + 1;
            b += strlen(b) + 1;
        }
    strbuf_release(&table.names[0]);
    strbuf_release(&table.names[1]);
}

static void add_count(struct strbuf *sb, size_t count, const char *one, const char *many)
{
    if (count)
        strbuf_addf(sb, "%zu %s\n", count, count == 1 ? one : many);
}

void orders_text(struct strbuf *sb, const struct orders *orders)
{
    size_t count = 0;
    for (int class = 0; class < ORDERS_CLASSES; class ++)
        count += orders->counts[class];
    strbuf_addf(sb,
                "orders of %zu near %s of operations in different streams, %zu of them by CUDA\n",
                orders->looked_at, orders->looked_at == 1 ? "pair" : "pairs", orders->guaranteed);
    if (orders->sampled)
        strbuf_addf(sb, "so many operations: each beside its next %d in time only\n",
                    ORDERS_NEIGHBOURS);
    if (count == 0) {
        strbuf_adds(sb, orders->has_measured
                            ? "guaranteed, predicted and measured say the same of all\n"
                            : "guaranteed and predicted say the same of all\n");
        return;
    }
    strbuf_adds(sb, "where they differ, how the one called first stands to the other:\n");
    add_rows(sb, orders);
    if (count > ORDERS_KEPT)
        strbuf_addf(sb, "... and %zu more\n", count - ORDERS_KEPT);
    add_count(sb, orders->counts[ORDERS_BROKEN],
              "pair that CUDA orders was measured in another order",
              "pairs that CUDA orders were measured in another order");
    add_count(sb, orders->counts[ORDERS_MISSED],
              "pair that nothing orders was measured in another order than predicted",
              "pairs that nothing orders were measured in another order than predicted");
    add_count(
        sb, orders->counts[ORDERS_CHANCE],
        "pair has an order that nothing guarantees: another run or device may have another",
        "pairs have an order that nothing guarantees: another run or device may have another");
}
