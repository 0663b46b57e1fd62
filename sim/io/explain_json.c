#include "sim/io/explain_json.h"

#include "sim/analysis/assumed.h"
#include "sim/analysis/called.h"
#include "sim/analysis/chain.h"
#include "sim/analysis/issued.h"
#include "sim/analysis/label.h"
#include "sim/analysis/truths.h"
#include "sim/base/json_writer.h"
#include "sim/base/mem.h"
#include "sim/io/callers_json.h"
#include "sim/io/pitfalls_json.h"
#include "sim/io/place_json.h"
#include "sim/model/lesson_name.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN_LINKS = 16, GROUPS_WITH_CHAIN = 64 };

struct writer {
    struct json_writer json;
    const struct explain_json *what;
    const struct timeline *t;
    struct strbuf label;
    uint8_t *op_columns, *call_columns; /* by row: of the call's name in its line; 0: not known */
};

/* --- columns -------------------------------------------------------------------------------------
 */

static void find_columns(struct writer *w, const struct program *program)
{
    struct issued issued;
    w->op_columns = mem_zalloc(w->t->ops.count + 1);
    w->call_columns = mem_zalloc(w->t->calls.count + 1);
    if (!program)
        return;
    issued_find(&issued, program, w->t);
    for (size_t i = 0; i < issued.count; i++) {
        uint8_t column = program->records.rows[i].column;
        if (issued.ops[i] != TIMELINE_NO_OP)
            w->op_columns[issued.ops[i]] = column;
        if (issued.calls[i] != ISSUED_NO_CALL)
            w->call_columns[issued.calls[i]] = column;
    }
    issued_release(&issued);
}

static void key_column(struct writer *w, unsigned column)
{
    if (column)
        json_count(&w->json, "column", column);
}

static void key_time(struct writer *w, const char *key, int64_t time)
{
    json_us(&w->json, key, time == TIMELINE_UNKNOWN ? JSON_ABSENT : time - w->t->zero);
}

static void key_place(struct writer *w, uint32_t place)
{
    place_json(&w->json, w->t, place);
}

static void key_rule(struct writer *w, uint32_t rule)
{
    if (rule < RULE_COUNT)
        json_text(&w->json, "rule", rule_info((enum rule)rule)->name);
}

static void key_op(struct writer *w, const char *key, uint32_t op)
{
    if (op != TIMELINE_NO_OP)
        json_int(&w->json, key, op);
}

static void key_label(struct writer *w, uint32_t op)
{
    strbuf_clear(&w->label);
    label_op(&w->label, w->t, op);
    json_text(&w->json, "name", w->label.text);
}

static void key_call(struct writer *w, uint32_t row)
{
    const struct timeline_call *call = &w->t->calls.rows[row];
    if (call->call != CALL_NONE)
        json_text(&w->json, "call", call_info((enum call)call->call)->name);
}

static void key_truths(struct writer *w, bool differ, const struct truths *truths)
{
    if (!differ)
        return;
    json_text(&w->json, "documented", truths->documented);
    json_text(&w->json, "observed", truths->observed);
}

/* --- chains --------------------------------------------------------------------------------------
 */

static void write_waits(struct writer *w, const struct chain *chain, const struct chain_link *link)
{
    json_list(&w->json, "waits");
    for (size_t i = link->first_wait; i < link->first_wait + link->wait_count; i++) {
        const struct chain_wait *wait = &chain->waits[i];
        struct truths truths;
        json_open(&w->json, NULL);
        key_rule(w, wait->rule);
        key_op(w, "for", wait->blocker);
        key_time(w, "from_us", wait->from);
        key_time(w, "to_us", wait->to);
        bool differ = link->op != TIMELINE_NO_OP
                          ? truths_of_op(&truths, w->t, link->op, wait->rule, wait->blocker)
                          : truths_of_call(&truths, w->t, link->call, wait->rule);
        key_truths(w, differ, &truths);
        json_close(&w->json);
    }
    json_list_end(&w->json);
}

static void write_link(struct writer *w, const struct chain *chain, const struct chain_link *link)
{
    json_open(&w->json, NULL);
    key_op(w, "op", link->op);
    if (link->op != TIMELINE_NO_OP)
        key_label(w, link->op);
    else
        key_call(w, link->call);
    key_place(w, link->op != TIMELINE_NO_OP ? w->t->ops.rows[link->op].place
                                            : w->t->calls.rows[link->call].place);
    key_column(w,
               link->op != TIMELINE_NO_OP ? w->op_columns[link->op] : w->call_columns[link->call]);
    json_us(&w->json, "waited_us", link->to - link->from);
    if (link->repeats)
        json_count(&w->json, "repeats", link->repeats);
    write_waits(w, chain, link);
    json_close(&w->json);
}

/* Of an operation, or of a call if `op` is none. */
static void write_chain(struct writer *w, uint32_t op, uint32_t call)
{
    struct chain chain;
    if (op != TIMELINE_NO_OP)
        chain_find(&chain, w->t, op, CHAIN_LINKS);
    else
        chain_find_call(&chain, w->t, call, CHAIN_LINKS);
    json_list(&w->json, "chain");
    for (size_t i = 0; i < chain.count; i++) {
        json_line(&w->json, 4);
        write_link(w, &chain, &chain.links[i]);
    }
    json_list_end(&w->json);
    if (chain.left)
        json_count(&w->json, "chain_left", chain.left);
    chain_release(&chain);
}

/* --- the parts -----------------------------------------------------------------------------------
 */

static void write_head(struct writer *w)
{
    const struct timeline *t = w->t;
    struct json_writer *json = &w->json;
    const struct explain *e = w->what->explain;
    json_open(json, NULL);
    json_text(json, "format", "nullstream-explain");
    json_int(json, "version", 1);
    json_text(json, "source", t->source == TIMELINE_MEASURED ? "measured" : "predicted");
    json_true(json, "inferred", w->what->inferred);
    json_line(json, 1);
    if (t->scenario)
        json_text(json, "scenario", timeline_name(t, t->scenario));
    json_text(json, "device", timeline_name(t, t->device_name));
    if (t->profile)
        json_text(json, "profile", timeline_name(t, t->profile));
    json_line(json, 1);
    json_us(json, "wall_us", t->wall);
    json_us(json, "span_us", t->span);
    json_us(json, "path_us", e->shares.wall);
}

static void write_assumed(struct writer *w)
{
    struct assumed assumed;
    const struct timeline *t = w->what->explain->timeline;
    assumed_find(&assumed, t, &w->what->explain->critical);
    if (assumed.count) {
        json_line(&w->json, 1);
        json_open(&w->json, "assumed");
        json_list(&w->json, "kernels");
        for (size_t i = 0; i < assumed.count; i++)
            json_text(&w->json, NULL, timeline_name(t, assumed.names[i]));
        json_list_end(&w->json);
        json_us(&w->json, "path_us", assumed.path);
        json_close(&w->json);
    }
    assumed_release(&assumed);
}

static void write_bound(struct writer *w)
{
    static const char *const kinds[] = {
        [BOUND_NONE] = "none",       [BOUND_MACHINE] = "machine", [BOUND_HOST] = "host",
        [BOUND_LATENCY] = "latency", [BOUND_WAITING] = "waiting",
    };
    const struct summary *summary = &w->what->explain->summary;
    if (w->what->verdict) {
        json_line(&w->json, 1);
        json_text(&w->json, "verdict", w->what->verdict);
    }
    json_line(&w->json, 1);
    json_open(&w->json, "bound");
    json_text(&w->json, "by", kinds[summary->bound]);
    if (summary->bound == BOUND_MACHINE) {
        const struct summary_machine *machine = &summary->machines[summary->bound_machine];
        strbuf_clear(&w->label);
        label_machine(&w->label, machine->kind, machine->index);
        json_text(&w->json, "machine", w->label.text);
    }
    if (summary->bound == BOUND_WAITING)
        key_rule(w, summary->bound_rule);
    strbuf_clear(&w->label);
    summary_bound_text(&w->label, summary);
    json_text(&w->json, "text", w->label.text);
    json_close(&w->json);
}

static void write_share_lines(struct writer *w, enum share share)
{
    const struct shares *shares = &w->what->explain->shares;
    json_list(&w->json, "lines");
    for (size_t i = 0; i < shares->count; i++) {
        const struct shares_item *item = &shares->items[i];
        if (item->share != share)
            continue;
        json_open(&w->json, NULL);
        if (item->op != TIMELINE_NO_OP) {
            strbuf_clear(&w->label);
            shares_item_name(&w->label, w->t, item);
            json_text(&w->json, "name", w->label.text);
        } else {
            key_call(w, item->call);
        }
        key_place(w, item->place);
        json_true(&w->json, "host", item->host);
        json_count(&w->json, "count", item->count);
        json_us(&w->json, "us", item->time);
        json_close(&w->json);
    }
    json_list_end(&w->json);
}

static void write_shares(struct writer *w)
{
    const struct shares *shares = &w->what->explain->shares;
    json_line(&w->json, 1);
    json_list(&w->json, "shares");
    for (int i = 0; i < SHARE_COUNT; i++) {
        if (shares->time[i] == 0)
            continue;
        json_line(&w->json, 2);
        json_open(&w->json, NULL);
        json_text(&w->json, "kind", share_name((enum share)i));
        json_us(&w->json, "us", shares->time[i]);
        json_int(&w->json, "ppm", label_ppm(shares->time[i], shares->wall));
        write_share_lines(w, (enum share)i);
        json_close(&w->json);
    }
    json_list_end(&w->json);
}

static void write_group(struct writer *w, const struct waits_group *group, bool with_chain)
{
    struct truths truths;
    uint32_t op = group->host ? TIMELINE_NO_OP : group->row;
    json_line(&w->json, 2);
    json_open(&w->json, NULL);
    key_rule(w, group->rule);
    json_text(&w->json, "of", group->host ? "host" : "operations");
    key_place(w, group->place);
    if (group->rule < RULE_COUNT && lesson_name_is_there(rule_info((enum rule)group->rule)->lesson))
        json_text(&w->json, "lesson", rule_info((enum rule)group->rule)->lesson);
    json_true(&w->json, "ran_out", group->ran_out);
    json_count(&w->json, "count", group->count);
    json_us(&w->json, "sum_us", group->sum);
    json_us(&w->json, "during_us", group->during);
    json_us(&w->json, "longest_us", group->longest);
    json_us(&w->json, "path_us", group->path);
    if (group->row != UINT32_MAX) {
        json_line(&w->json, 3);
        bool differ = op != TIMELINE_NO_OP
                          ? truths_of_op(&truths, w->t, op, group->rule, group->blocker)
                          : truths_of_call(&truths, w->t, group->row, group->rule);
        key_truths(w, differ, &truths);
        if (with_chain && group->blocker != TIMELINE_NO_OP)
            write_chain(w, op, group->row);
        else if (op != TIMELINE_NO_OP)
            key_op(w, "longest_op", op);
    }
    json_close(&w->json);
}

static int write_groups(struct writer *w, struct sink *sink, struct err *err)
{
    const struct waits *waits = &w->what->explain->waits;
    json_line(&w->json, 1);
    json_list(&w->json, "waits");
    for (size_t i = 0; i < waits->count; i++) {
        write_group(w, &waits->groups[i], i < GROUPS_WITH_CHAIN);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    json_list_end(&w->json);
    return 0;
}

static int write_path(struct writer *w, struct sink *sink, struct err *err)
{
    static const char *const kinds[] = {
        [CRITICAL_RUN] = "run", [CRITICAL_GAP] = "gap", [CRITICAL_HOST] = "host"};
    const struct critical *critical = &w->what->explain->critical;
    json_line(&w->json, 1);
    json_list(&w->json, "critical_path");
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        json_line(&w->json, 2);
        json_open(&w->json, NULL);
        json_text(&w->json, "kind", kinds[step->kind]);
        key_time(w, "from_us", step->from);
        key_time(w, "to_us", step->to);
        key_op(w, "op", step->op);
        if (step->kind == CRITICAL_HOST)
            json_int(&w->json, "thread", step->thread);
        key_rule(w, step->rule);
        key_op(w, "waiting", step->waiting);
        if (step->kind == CRITICAL_HOST
                ? step->rule < RULE_COUNT
                : step->kind == CRITICAL_RUN && step->waiting != TIMELINE_NO_OP)
            json_us(&w->json, "held_us", step->held);
        json_close(&w->json);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    json_list_end(&w->json);
    return 0;
}

static int write_operations(struct writer *w, struct sink *sink, struct err *err)
{
    const struct timeline *t = w->t;
    json_line(&w->json, 1);
    json_list(&w->json, "operations");
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        const bool *keep = w->what->explain->keep;
        if (keep && !keep[id])
            continue;
        json_line(&w->json, 2);
        json_open(&w->json, NULL);
        json_int(&w->json, "id", id);
        key_label(w, id);
        json_text(&w->json, "kind", op_kind_name((enum op_kind)op->kind));
        key_place(w, op->place);
        key_column(w, w->op_columns[id]);
        if (op->call != TIMELINE_UNKNOWN && op->start != TIMELINE_UNKNOWN)
            json_us(&w->json, "waited_us", op->start - op->call);
        json_us(&w->json, "slack_us", w->what->explain->slack[id]);
        json_close(&w->json);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    json_list_end(&w->json);
    return 0;
}

static void write_pick(struct writer *w, const struct explain_pick *pick)
{
    json_line(&w->json, 1);
    if (pick->op != TIMELINE_NO_OP) {
        const struct timeline_op *op = &w->t->ops.rows[pick->op];
        json_open(&w->json, "operation");
        json_int(&w->json, "id", pick->op);
        key_label(w, pick->op);
        key_place(w, op->place);
        key_column(w, w->op_columns[pick->op]);
        key_time(w, "call_us", op->call);
        key_time(w, "start_us", op->start);
        key_time(w, "end_us", op->end);
        json_us(&w->json, "slack_us", w->what->explain->slack[pick->op]);
    } else {
        const struct timeline_call *call = &w->t->calls.rows[pick->call];
        json_open(&w->json, "host_call");
        key_call(w, pick->call);
        key_place(w, call->place);
        key_column(w, w->call_columns[pick->call]);
        key_time(w, "enter_us", call->enter);
        key_time(w, "return_us", call->returned);
    }
    if (w->what->program)
        callers_json(&w->json, w->what->program, called_from(w->what->program, w->t, pick));
    json_count(&w->json, "others", pick->others);
    json_line(&w->json, 2);
    write_chain(w, pick->op, pick->call);
    json_close(&w->json);
}

static int write_all(struct writer *w, struct sink *sink, struct err *err)
{
    write_assumed(w);
    write_bound(w);
    write_shares(w);
    if (w->what->pitfalls)
        pitfalls_json(&w->json, w->what->pitfalls,
                      &(struct pitfalls_json){w->t, w->what->program, w->op_columns});
    if (write_groups(w, sink, err) < 0 || write_path(w, sink, err) < 0 ||
        write_operations(w, sink, err) < 0)
        return -1;
    return 0;
}

int explain_json_write(const struct explain_json *json, struct sink *sink, struct err *err)
{
    struct writer w = {
        .json = json_writer_on(&sink->text), .what = json, .t = json->explain->timeline};
    strbuf_init(&w.label);
    find_columns(&w, json->program);
    int rc = 0;
    write_head(&w);
    if (json->pick)
        write_pick(&w, json->pick);
    else
        rc = write_all(&w, sink, err);
    json_close(&w.json);
    strbuf_adds(&sink->text, "\n");
    strbuf_release(&w.label);
    free(w.op_columns);
    free(w.call_columns);
    return rc == 0 ? sink_finish(sink, err) : -1;
}
