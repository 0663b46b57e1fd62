/* What can be asked of a run: its wall time, when an operation started, how long two overlapped. */
#include "sim/analysis/overlap.h"
#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/lesson/pick.h"
#include "sim/lesson/quantity_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run whose times are asked for. Names are those of the prediction, also where the recording is
 * asked and there is none. */
struct asked {
    const struct timeline *predicted;
    const struct timeline *t; /* whose times count; NULL: not recorded */
};

static struct quantity unknown(const char *why)
{
    return (struct quantity){.power = 1, .why = why};
}

static struct quantity time_of(int64_t ns)
{
    if (ns == TIMELINE_UNKNOWN)
        return unknown("not recorded");
    return (struct quantity){.value = (double)ns, .power = 1, .known = true};
}

/* --- operations ---------------------------------------------------------------------------------
 */

static int64_t difference(int64_t to, int64_t from)
{
    return to == TIMELINE_UNKNOWN || from == TIMELINE_UNKNOWN ? TIMELINE_UNKNOWN : to - from;
}

/* How long an operation waited from its call to its start, by one rule (-1: in all). */
static struct quantity wait_of(const struct timeline *t, uint32_t id, int rule)
{
    const struct timeline_op *op = &t->ops.rows[id];
    if (rule < 0)
        return time_of(difference(op->start, op->call));
    if (t->source == TIMELINE_MEASURED)
        return unknown("a recording has no reasons");
    int64_t from = op->call, sum = 0;
    for (uint16_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if ((int)wait->rule == rule)
            sum += wait->to - from;
        from = wait->to;
    }
    return time_of(sum);
}

static int read_rule(struct expression *e, int *rule)
{
    *rule = -1;
    if (!expression_take(e, "("))
        return 0;
    expression_skip(e);
    char name[64];
    const char *text = e->text->text + e->at;
    size_t length = 0;
    while (isalpha((unsigned char)text[length]) || text[length] == '-')
        length++;
    size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
    memcpy(name, text, kept);
    name[kept] = '\0';
    *rule = rule_find(name);
    if (*rule < 0) {
        struct suggest near;
        suggest_init(&near, name);
        for (int i = 0; i < RULE_COUNT; i++)
            suggest_offer(&near, rule_info((enum rule)i)->name);
        expression_fail(e, e->at, "there is no rule `%s`", name);
        return near.best ? err_hint(e->err, "did you mean `%s`?", near.best)
                         : err_hint(e->err, "`nullstream rules` lists them");
    }
    e->at += length;
    return expression_take(e, ")") ? 0 : expression_fail(e, e->at, "a `)` is missing");
}

enum op_field { OP_START, OP_END, OP_TIME, OP_CALL, OP_RETURN, OP_WAITED };
enum call_field { FIELD_CALL, FIELD_RETURN, FIELD_TIME };

static int no_field(struct expression *e, size_t at, bool is_op)
{
    static const char *const op_fields[] = {"start", "end", "time", "call", "return", "wait", NULL};
    static const char *const call_fields[] = {"call", "return", "time", NULL};
    char name[32];
    size_t length = strspn(e->text->text + at, "abcdefghijklmnopqrstuvwxyz_");
    size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
    memcpy(name, e->text->text + at, kept);
    name[kept] = '\0';
    struct suggest near;
    suggest_init(&near, name);
    for (const char *const *field = is_op ? op_fields : call_fields; *field; field++)
        suggest_offer(&near, *field);
    if (kept)
        expression_fail(e, at, "`%s` is nothing that can be asked for", name);
    else
        expression_fail(e, at, "what of it?");
    return near.best ? err_hint(e->err, "did you mean `%s`?", near.best)
           : is_op   ? err_hint(e->err, "an operation has .start, .end, .time, .call, .return and "
                                          ".wait")
                     : err_hint(e->err, "a call has .call, .return and .time");
}

static int read_op_field(struct expression *e, const struct asked *asked, const struct pick *pick,
                         struct quantity *q)
{
    size_t begin = e->at;
    int rule = -1;
    enum op_field field;
    if (expression_take(e, "start"))
        field = OP_START;
    else if (expression_take(e, "end"))
        field = OP_END;
    else if (expression_take(e, "time"))
        field = OP_TIME;
    else if (expression_take(e, "call"))
        field = OP_CALL;
    else if (expression_take(e, "return"))
        field = OP_RETURN;
    else if (expression_take(e, "wait"))
        field = OP_WAITED;
    else
        return no_field(e, begin, true);
    if (field == OP_WAITED && read_rule(e, &rule) < 0)
        return -1;
    uint32_t id = asked->t ? pick_op(pick, asked->t) : TIMELINE_NO_OP;
    *q = unknown("not recorded");
    if (id == TIMELINE_NO_OP)
        return 0;
    const struct timeline *t = asked->t;
    const struct timeline_op *op = &t->ops.rows[id];
    switch (field) {
    case OP_START:
        *q = time_of(difference(op->start, t->zero));
        break;
    case OP_END:
        *q = time_of(difference(op->end, t->zero));
        break;
    case OP_TIME:
        *q = time_of(difference(op->end, op->start));
        break;
    case OP_CALL:
        *q = time_of(difference(op->call, t->zero));
        break;
    case OP_RETURN:
        *q = time_of(difference(op->returned, t->zero));
        break;
    case OP_WAITED:
        *q = wait_of(t, id, rule);
        break;
    }
    return 0;
}

static int read_call_field(struct expression *e, const struct asked *asked, const struct pick *pick,
                           struct quantity *q)
{
    size_t begin = e->at;
    enum call_field field;
    if (expression_take(e, "call"))
        field = FIELD_CALL;
    else if (expression_take(e, "return"))
        field = FIELD_RETURN;
    else if (expression_take(e, "time"))
        field = FIELD_TIME;
    else
        return no_field(e, begin, false);
    uint32_t row = asked->t ? pick_call(pick, asked->t) : UINT32_MAX;
    *q = unknown("not recorded");
    if (row == UINT32_MAX)
        return 0;
    const struct timeline *t = asked->t;
    const struct timeline_call *call = &t->calls.rows[row];
    *q = time_of(field == FIELD_CALL     ? difference(call->enter, t->zero)
                 : field == FIELD_RETURN ? difference(call->returned, t->zero)
                                         : difference(call->returned, call->enter));
    return 0;
}

/* --- functions ----------------------------------------------------------------------------------
 */

static int unknown_name(struct expression *e, size_t at, const struct timeline *t,
                        const struct pick *pick, bool functions)
{
    static const char *const words[] = {"wall", "span", "elapsed", "predict", "measured",
                                        "sum",  "busy", "longest", "count",   "overlap",
                                        "min",  "max",  "bytes"};
    struct suggest near;
    suggest_init(&near, pick->name);
    const char *name;
    for (size_t row = 0; (name = pick_names(t, &row));)
        suggest_offer(&near, name);
    for (size_t row = 0; row < t->calls.count; row++)
        suggest_offer(&near, call_info((enum call)t->calls.rows[row].call)->name);
    for (size_t i = 0; functions && i < sizeof words / sizeof *words; i++)
        suggest_offer(&near, words[i]);
    if (pick->line) {
        lesson_fail(e->text, at, e->err, "in line %d of %s no such call is made", pick->line,
                    e->run.file);
        return -1;
    }
    if (pick->numbered)
        lesson_fail(e->text, at, e->err, "the run of %s has no %u. `%s`", e->run.file, pick->nth,
                    pick->name);
    else
        lesson_fail(e->text, at, e->err, "the run of %s has no `%s`", e->run.file, pick->name);
    return near.best ? err_hint(e->err, "did you mean `%s`?", near.best) : -1;
}

/* An argument of a function: which operations. Some must be there. */
static int read_selection(struct expression *e, const struct asked *asked, struct pick *pick)
{
    expression_skip(e);
    size_t begin = e->at;
    if (!pick_read(pick, e->text->text + e->at))
        return expression_fail(e, e->at, "which operations? A name or a kind is needed");
    e->at += pick->length;
    for (uint32_t id = 0; id < asked->predicted->ops.count; id++)
        if (pick_is(pick, asked->predicted, id))
            return 0;
    return pick_is_kind(pick->name) ? 0 : unknown_name(e, begin, asked->predicted, pick, false);
}

enum function { SUM, BUSY, LONGEST, COUNT, BYTES };

static struct quantity work_out(const struct timeline *t, enum function function,
                                const struct pick *pick)
{
    struct interval *intervals;
    size_t count;
    if (!pick_intervals(pick, t, &intervals, &count)) {
        free(intervals);
        return unknown("not recorded");
    }
    int64_t longest = 0;
    for (size_t i = 0; i < count; i++)
        if (intervals[i].to - intervals[i].from > longest)
            longest = intervals[i].to - intervals[i].from;
    struct overlap all;
    overlap_of(intervals, count, &all);
    free(intervals);
    if (function == COUNT)
        return (struct quantity){.value = (double)count, .known = true};
    if (function == BYTES) {
        double bytes = 0;
        uint32_t seen = 0;
        for (uint32_t id = 0; id < t->ops.count; id++) {
            const struct timeline_op *op = &t->ops.rows[id];
            if (pick_is(pick, t, id) && (!pick->numbered || ++seen == pick->nth) &&
                (op->kind == OP_COPY || op->kind == OP_MEMSET))
                bytes += (double)program_copy_bytes(&t->copies.rows[op->detail]);
        }
        return (struct quantity){.value = bytes, .known = true};
    }
    return time_of(function == SUM ? all.sum : function == BUSY ? all.any : longest);
}

static int read_function(struct expression *e, const struct asked *asked, enum function function,
                         struct quantity *q)
{
    struct pick pick;
    if (!expression_take(e, "("))
        return expression_fail(e, e->at, "a `(` is missing");
    if (read_selection(e, asked, &pick) < 0)
        return -1;
    if (!expression_take(e, ")"))
        return expression_fail(e, e->at, "a `)` is missing");
    *q = unknown("not recorded");
    if (asked->t)
        *q = work_out(asked->t, function, &pick);
    q->power = function == COUNT || function == BYTES ? 0 : 1;
    return 0;
}

static int read_overlap(struct expression *e, const struct asked *asked, struct quantity *q)
{
    struct pick a, b;
    if (!expression_take(e, "("))
        return expression_fail(e, e->at, "a `(` is missing");
    if (read_selection(e, asked, &a) < 0)
        return -1;
    if (!expression_take(e, ","))
        return expression_fail(e, e->at, "overlap takes two: `overlap(k1, k2)`");
    if (read_selection(e, asked, &b) < 0)
        return -1;
    if (!expression_take(e, ")"))
        return expression_fail(e, e->at, "a `)` is missing");
    *q = unknown("not recorded");
    if (asked->t)
        *q = time_of(pick_overlap(&a, &b, asked->t));
    return 0;
}

static int read_elapsed(struct expression *e, const struct asked *asked, struct quantity *q)
{
    size_t begin = e->at, nth = 1;
    if (e->text->text[e->at] == '#') {
        char *end;
        nth = strtoul(e->text->text + e->at + 1, &end, 10);
        e->at = (size_t)(end - e->text->text);
    }
    if (nth == 0 || nth > asked->predicted->answers.count)
        return expression_fail(e, begin, "%s does not ask cudaEventElapsedTime so often",
                               e->run.file);
    *q = unknown("not recorded");
    if (asked->t && nth <= asked->t->answers.count)
        *q = time_of(asked->t->answers.rows[nth - 1].elapsed);
    return 0;
}

/* --- the run, and what of it --------------------------------------------------------------------
 */

static int ask(struct expression *e, size_t begin, struct asked *asked)
{
    const struct lesson_outcome *outcome;
    if (!e->run.file) {
        expression_fail(e, begin, "of which run? No program was named");
        return err_hint(e->err, "name its file, as in `predict fence.cu wall`");
    }
    if (lesson_runs_predict(e->setting->runs, &e->run, &outcome, e->err) < 0)
        return -1;
    asked->predicted = asked->t = &outcome->prediction.timeline;
    return e->measured ? lesson_runs_measured(e->setting->runs, &e->run, e->setting->recorded,
                                              &asked->t, e->err)
                       : 0;
}

int expression_run(struct expression *e)
{
    expression_skip(e);
    if (!e->setting->runs)
        return 0;
    if (expression_take(e, "predict"))
        e->measured = false;
    else if (expression_take(e, "measured"))
        e->measured = true;
    expression_skip(e);
    size_t begin = e->at;
    struct lesson *lesson = e->setting->runs->lesson;
    if (lesson_run_read(lesson, &e->run, e->text, &e->at, e->err) < 0)
        return -1;
    const char *path = e->at > begin ? lesson_path(lesson, e->run.file) : NULL;
    if (path && access(path, F_OK) != 0 && !builtin_find(path))
        return expression_fail(e, begin, "the lesson has no file `%s`", e->run.file);
    expression_skip(e);
    return 0;
}

int expression_of_run(struct expression *e, struct quantity *q)
{
    static const struct {
        const char *name;
        enum function function;
    } functions[] = {
        {"sum", SUM}, {"busy", BUSY}, {"longest", LONGEST}, {"count", COUNT}, {"bytes", BYTES}};
    expression_skip(e);
    size_t begin = e->at;
    struct pick pick;
    struct asked asked;
    if (!pick_read(&pick, e->text->text + e->at))
        return expression_fail(e, begin, "something is missing here");
    if (!e->setting->runs)
        return expression_fail(e, begin, "`%s` means nothing here", pick.name);
    if (ask(e, begin, &asked) < 0)
        return -1;
    if (expression_take(e, "wall")) {
        *q = asked.t ? time_of(asked.t->wall) : unknown("not recorded");
        return 0;
    }
    if (expression_take(e, "span")) {
        *q = asked.t ? time_of(asked.t->span) : unknown("not recorded");
        return 0;
    }
    if (expression_take(e, "overlap"))
        return read_overlap(e, &asked, q);
    if (expression_take(e, "elapsed"))
        return read_elapsed(e, &asked, q);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (expression_take(e, functions[i].name))
            return read_function(e, &asked, functions[i].function, q);
    e->at += pick.length;
    bool is_op = pick_op(&pick, asked.predicted) != TIMELINE_NO_OP;
    if (!is_op && pick_call(&pick, asked.predicted) == UINT32_MAX)
        return unknown_name(e, begin, asked.predicted, &pick, true);
    if (e->text->text[e->at] != '.')
        return no_field(e, e->at, is_op);
    e->at++;
    return is_op ? read_op_field(e, &asked, &pick, q) : read_call_field(e, &asked, &pick, q);
}
