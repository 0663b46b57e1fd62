#include "sim/io/hazards_json.h"

#include "sim/analysis/hazard_failed.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/hazard_words.h"
#include "sim/analysis/label.h"
#include "sim/base/json_writer.h"
#include "sim/io/callers_json.h"
#include "sim/model/callers.h"
#include "sim/model/lesson_name.h"

static void add_place(struct json_writer *w, const struct program *p,
                      const struct program_record *record)
{
    const struct program_place *place = &p->places.rows[record->place];
    const char *file = program_name(p, place->file ? place->file : p->scenario);
    if (*file)
        json_text(w, "file", file);
    if (place->line)
        json_int(w, "line", place->line);
    if (place->line && record->column)
        json_int(w, "column", record->column);
}

/* Text that is absent when empty. */
static void add_words(struct json_writer *w, const char *key, const struct hazards *hazards,
                      const struct hazard *hazard,
                      void (*add)(struct strbuf *sb, const struct hazards *hazards,
                                  const struct hazard *hazard))
{
    struct strbuf sb;
    strbuf_init(&sb);
    add(&sb, hazards, hazard);
    if (sb.length)
        json_text(w, key, sb.text);
    strbuf_release(&sb);
}

/* One of the two sides: where, what, in which stream or thread, what it does to the range. */
static void add_side(struct json_writer *w, const char *key, const struct hazards *hazards,
                     happens_event event, const char *access)
{
    const struct program *p = hazards->happens.program;
    const struct program_record *record = &p->records.rows[happens_record(event)];
    struct strbuf sb;
    strbuf_init(&sb);
    hazard_side(&sb, hazards, event);
    json_open(w, key);
    json_text(w, "what", sb.text);
    strbuf_release(&sb);
    json_text(w, "call", call_info((enum call)record->call)->name);
    add_place(w, p, record);
    json_int(w, "record", happens_record(event));
    json_int(w, "thread", record->thread);
    if (happens_is_op(event)) {
        json_int(w, "stream", record->stream);
        const char *name = program_name(p, p->streams.rows[record->stream].name);
        if (*name)
            json_text(w, "stream_name", name);
    }
    if (access)
        json_text(w, "access", access);
    callers_json(w, p, program_caller_of(p, happens_record(event)));
    json_close(w);
}

static void add_range(struct json_writer *w, const struct hazards *hazards,
                      const struct hazard *hazard)
{
    const struct program_range *range = &hazard->range;
    const struct program *p = hazards->happens.program;
    const struct program_alloc *alloc = &p->allocs.rows[range->alloc];
    json_open(w, "range");
    json_int(w, "allocation", range->alloc);
    const char *name = program_name(p, hazard->block ? hazard->block : alloc->name);
    if (*name)
        json_text(w, "name", name);
    if (hazard->block)
        json_int(w, "block_offset", (int64_t)hazard->block_from);
    json_text(w, "memory", memory_kind_name(alloc->kind));
    json_int(w, "offset", (int64_t)range->offset);
    json_int(w, "bytes", (int64_t)range->bytes);
    json_close(w);
}

static void add_hazard(struct json_writer *w, const struct hazards *hazards,
                       const struct hazard *hazard)
{
    const struct program *p = hazards->happens.program;
    const struct hazard_info *info = hazard_info(hazard->rule);
    bool race = info->class == HAZARD_RACE;
    json_line(w, 2);
    json_open(w, NULL);
    json_text(w, "rule", info->name);
    json_bool(w, "certain", hazard->certain);
    add_place(w, p, &p->records.rows[happens_record(hazard->later)]);
    add_words(w, "message", hazards, hazard, hazard_message);
    add_words(w, "run", hazards, hazard, hazard_run);
    add_words(w, "wrong", hazards, hazard, hazard_wrong);
    if (hazard->certain)
        add_words(w, "fix", hazards, hazard, hazard_fix);
    add_words(w, "observed", hazards, hazard, hazard_observed);
    add_words(w, "settle", hazards, hazard, hazard_settle);
    json_text(w, "sentence", info->sentence);
    if (lesson_name_is_there(info->lesson))
        json_text(w, "lesson", info->lesson);
    json_int(w, "count", hazard->count);
    if (hazard->certain && &hazards->rows[hazard->cause] != hazard)
        json_int(w, "cause", hazard->cause);
    if (hazard->range.alloc)
        add_range(w, hazards, hazard);
    if (hazard->kernel && !hazard->certain)
        json_text(w, "kernel", program_name(p, p->kernels.rows[hazard->kernel].name));
    if (hazard->earlier != HAZARD_NO_EVENT)
        add_side(w, "earlier", hazards, hazard->earlier,
                 !race                    ? NULL
                 : hazard->earlier_writes ? "write"
                                          : "read");
    add_side(w, "later", hazards, hazard->later,
             !race                  ? NULL
             : hazard->later_writes ? "write"
                                    : "read");
    if (hazard->rule == HAZARD_ID_UNFINISHED_WORK && hazards->unfinished_count > 1) {
        json_list(w, "others");
        for (size_t i = 1; i < hazards->unfinished_count; i++)
            add_side(w, NULL, hazards, happens_op(hazards->unfinished[i]), NULL);
        json_list_end(w);
    }
    json_close(w);
}

static void add_order_side(struct json_writer *w, const char *key, const struct timeline *t,
                           uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    struct strbuf name;
    strbuf_init(&name);
    label_op(&name, t, id);
    json_open(w, key);
    json_count(w, "id", id);
    json_text(w, "name", name.text);
    json_count(w, "stream", op->stream);
    if (op->place && op->place < t->places.count) {
        json_text(w, "file", timeline_name(t, t->places.rows[op->place].file));
        json_int(w, "line", t->places.rows[op->place].line);
    }
    json_close(w);
    strbuf_release(&name);
}

static void add_relation(struct json_writer *w, const char *key, enum orders_relation relation)
{
    if (relation != ORDERS_NONE)
        json_text(w, key, orders_relation_name(relation));
}

static void add_orders(struct json_writer *w, const struct orders *orders)
{
    static const char *const classes[ORDERS_CLASSES] = {"broken", "missed", "chance"};
    json_open(w, "orders");
    json_count(w, "near_pairs", orders->looked_at);
    json_count(w, "guaranteed", orders->guaranteed);
    json_true(w, "sampled", orders->sampled);
    for (int class = 0; class < ORDERS_CLASSES; class ++)
        json_count(w, classes[class], orders->counts[class]);
    json_list(w, "pairs");
    for (int class = 0; class < ORDERS_CLASSES; class ++)
        for (size_t i = 0; i < orders->counts[class] && i < ORDERS_KEPT; i++) {
            const struct orders_pair *pair = &orders->pairs[class][i];
            json_open(w, NULL);
            json_text(w, "class", classes[class]);
            add_order_side(w, "first", orders->timeline, pair->a);
            add_order_side(w, "second", orders->timeline, pair->b);
            add_relation(w, "guaranteed", pair->guaranteed);
            add_relation(w, "predicted", pair->predicted);
            add_relation(w, "measured", pair->measured);
            json_close(w);
        }
    json_list_end(w);
    json_close(w);
}

void hazards_json(struct strbuf *sb, const struct hazards *hazards, const struct orders *orders)
{
    const struct program *p = hazards->happens.program;
    struct json_writer writer = json_writer_on(sb), *w = &writer;
    json_open(w, NULL);
    json_text(w, "format", "nullstream-check");
    json_int(w, "version", 1);
    if (p->scenario)
        json_text(w, "scenario", program_name(p, p->scenario));
    json_count(w, "certain", hazards->certain);
    json_count(w, "possible", hazards->count - hazards->certain);
    json_count(w, "operations", hazards->operations);
    json_count(w, "accesses", hazards->touches);
    json_true(w, "time_dependent", p->time_dependent);
    json_true(w, "lock_order", hazards->by_locks);
    json_true(w, "others_differ", hazards->others_differ);
    if (hazards->late)
        json_count(w, "late_thread", hazards->late - 1);
    if (hazards->late_end)
        json_true(w, "late_end", true);
    if (hazards->failed != HAPPENS_NONE) {
        struct strbuf failed;
        strbuf_init(&failed);
        hazard_failed_seen(&failed, hazards);
        json_text(w, "failed", failed.text);
        strbuf_release(&failed);
    }
    json_list(w, "hazards");
    for (size_t i = 0; i < hazards->count; i++)
        add_hazard(w, hazards, &hazards->rows[i]);
    json_list_end(w);
    if (orders)
        add_orders(w, orders);
    json_close(w);
    strbuf_addc(sb, '\n');
}
