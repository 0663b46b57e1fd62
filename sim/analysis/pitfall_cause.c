/* What finders do with causes, and the words of what they find. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

struct pitfall_cause *pitfall_causes(const struct pitfall_look *look)
{
    struct pitfall_cause *causes = mem_zalloc((look->timeline->places.count + 1) * sizeof *causes);
    for (size_t i = 0; i <= look->timeline->places.count; i++)
        causes[i].op = causes[i].other = TIMELINE_NO_OP;
    return causes;
}

void pitfall_cause_add(struct pitfall_cause *cause, int64_t held, uint32_t op, uint32_t other)
{
    cause->count++;
    cause->held = duration_add(cause->held, held);
    if (held > cause->longest || cause->op == TIMELINE_NO_OP) {
        cause->longest = held;
        cause->op = op;
        cause->other = other;
    }
}

struct pitfall *pitfall_add(struct pitfall_look *look, enum pitfall_rule rule)
{
    struct pitfalls *out = look->out;
    out->rows = mem_grow(out->rows, &out->capacity, out->count + 1, sizeof *out->rows);
    struct pitfall *row = &out->rows[out->count++];
    *row = (struct pitfall){.rule = rule,
                            .kind = pitfall_info(rule)->kind,
                            .op = TIMELINE_NO_OP,
                            .other = TIMELINE_NO_OP,
                            .record = PITFALL_NOWHERE,
                            .count = 1,
                            .gain = TIMELINE_UNKNOWN};
    strbuf_init(&row->evidence);
    strbuf_init(&row->fix);
    return row;
}

struct pitfall *pitfall_add_cause(struct pitfall_look *look, enum pitfall_rule rule,
                                  const struct pitfall_cause *cause)
{
    struct pitfall *row = pitfall_add(look, rule);
    row->op = cause->op;
    row->other = cause->other;
    row->count = cause->count;
    row->held = cause->held;
    if (cause->op != TIMELINE_NO_OP) {
        row->record = look->record_of_op[cause->op];
        row->place = look->timeline->ops.rows[cause->op].place;
    }
    return row;
}

struct edit *pitfall_add_edit(struct pitfall *pitfall, enum edit_kind kind, uint32_t place)
{
    struct edit *edit = &pitfall->edits[pitfall->edit_count++];
    *edit = (struct edit){.kind = kind, .place = place, .stream = EDIT_ANY};
    pitfall->remedy = REMEDY_EDIT;
    return edit;
}

bool pitfall_is_small(const struct pitfall_look *look, int64_t held)
{
    int64_t wall = look->timeline->wall;
    return wall == TIMELINE_UNKNOWN || held < wall / 200;
}

int64_t pitfall_length(int64_t from, int64_t to)
{
    if (from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN || to <= from)
        return 0;
    uint64_t length = (uint64_t)to - (uint64_t)from;
    return length > INT64_MAX ? INT64_MAX : (int64_t)length;
}

int64_t pitfall_wait_length(const struct timeline *timeline, uint32_t first_wait, uint32_t i,
                            int64_t begin)
{
    const struct timeline_wait *wait = &timeline->waits.rows[first_wait + i];
    return pitfall_length(i ? wait[-1].to : begin, wait->to);
}

bool pitfall_next_wait(struct pitfall_wait *at)
{
    const struct timeline *t = at->timeline;
    for (; at->op < t->ops.count; at->op++, at->next = 0) {
        const struct timeline_op *op = &t->ops.rows[at->op];
        if (at->next >= op->wait_count || !timeline_is_timed(t, op))
            continue;
        at->wait = &t->waits.rows[op->first_wait + at->next];
        at->length = pitfall_wait_length(t, op->first_wait, at->next, op->call);
        at->next++;
        return true;
    }
    return false;
}

uint32_t pitfall_place(const struct pitfall_look *look, uint32_t record)
{
    return record == PITFALL_NOWHERE ? 0 : look->program->records.rows[record].place;
}

/* Whether there are not as many in its line that are called so: others count as well. */
static bool has_others(const struct timeline *t, uint32_t op, size_t count)
{
    size_t alike = 0;
    for (uint32_t id = 0; id < t->ops.count && alike < count; id++)
        alike += t->ops.rows[id].place == t->ops.rows[op].place && label_ops_alike(t, id, op);
    return alike < count;
}

void pitfall_add_op(struct strbuf *sb, const struct timeline *timeline, uint32_t op, size_t count)
{
    label_op(sb, timeline, op);
    uint32_t place = timeline->ops.rows[op].place;
    if (place || count > 1) {
        strbuf_adds(sb, " (");
        label_place(sb, timeline, place);
        if (count > 1)
            strbuf_addf(sb, "%s%zu times%s", place ? ", " : "", count,
                        has_others(timeline, op, count) ? " with others" : "");
        strbuf_addc(sb, ')');
    }
}

void pitfall_add_op_of_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t op)
{
    pitfall_add_op(sb, timeline, op, 1);
    strbuf_adds(sb, " of ");
    label_the_stream(sb, timeline, timeline->ops.rows[op].stream);
}

void pitfall_add_time(struct strbuf *sb, int64_t ns)
{
    duration_add_human(sb, ns);
}

void pitfall_add_line(struct strbuf *sb, const struct timeline *timeline, uint32_t place)
{
    if (place == 0 || place >= timeline->places.count)
        return;
    const struct program_place *row = &timeline->places.rows[place];
    if (row->file == 0 || row->file == timeline->scenario) {
        strbuf_addf(sb, " in line %d", (int)row->line);
        return;
    }
    strbuf_adds(sb, " in ");
    label_place(sb, timeline, place);
}
