#include "sim/analysis/explain.h"

#include "sim/analysis/label.h"
#include "sim/analysis/slack.h"
#include "sim/base/suggest.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void explain_find(struct explain *explain, const struct timeline *timeline,
                  const struct profile *profile, const bool *keep)
{
    memset(explain, 0, sizeof *explain);
    explain->timeline = timeline;
    critical_find(&explain->critical, timeline);
    summary_find(&explain->summary, timeline, profile, &explain->critical);
    verdict_find(&explain->verdict, timeline, &explain->summary, &explain->critical);
    shares_find(&explain->shares, timeline, &explain->critical);
    waits_find(&explain->waits, timeline, &explain->critical, keep);
    explain->keep = keep;
}

void explain_find_slack(struct explain *explain)
{
    if (!explain->slack)
        explain->slack = slack_find(explain->timeline);
}

void explain_release(struct explain *explain)
{
    critical_release(&explain->critical);
    shares_release(&explain->shares);
    waits_release(&explain->waits);
    free(explain->slack);
    memset(explain, 0, sizeof *explain);
}

/* --- what --op names -----------------------------------------------------------------------------
 */

/* A wanted name, line or place. */
struct wanted {
    const char *text;
    const char *file; /* of "file:14"; not terminated */
    size_t file_length;
    int64_t line; /* -1: none */
};

static int64_t number_of(const char *text)
{
    int64_t number = 0;
    if (!*text)
        return -1;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text) || number > INT32_MAX)
            return -1;
        number = number * 10 + (*text - '0');
    }
    return number;
}

static void read_wanted(struct wanted *wanted, const char *text)
{
    *wanted = (struct wanted){.text = text, .line = number_of(text)};
    const char *colon = strrchr(text, ':');
    if (colon && number_of(colon + 1) >= 0) {
        wanted->file = text;
        wanted->file_length = (size_t)(colon - text);
        wanted->line = number_of(colon + 1);
    }
}

/* Whether the place is in the file if one is named: by its end ("fence.cu" or a path). */
static bool is_in_file(const struct timeline *t, const struct wanted *wanted, uint32_t place)
{
    if (place == 0 || place >= t->places.count)
        return false;
    if (!wanted->file)
        return true;
    const char *file = timeline_name(t, t->places.rows[place].file);
    size_t length = strlen(file);
    if (length < wanted->file_length)
        return false;
    const char *end = file + length - wanted->file_length;
    return strncmp(end, wanted->file, wanted->file_length) == 0 && (end == file || end[-1] == '/');
}

static bool is_place(const struct timeline *t, const struct wanted *wanted, uint32_t place)
{
    return is_in_file(t, wanted, place) && t->places.rows[place].line == wanted->line;
}

/* "k2", "scale" for "scale<float>" and, of what has more words in its label, that too: "h2d 16
 * MiB", "record done". */
static bool is_named(const struct timeline *t, const char *text, uint32_t id, struct strbuf *label)
{
    if (label_is_meant(text, strlen(text), timeline_name(t, t->ops.rows[id].name)))
        return true;
    strbuf_clear(label);
    label_op(label, t, id);
    return strcmp(label->text, text) == 0;
}

static int64_t waited(int64_t from, int64_t to)
{
    return from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN ? -1 : to - from;
}

struct search {
    const struct timeline *t;
    struct explain_pick *pick;
    size_t found;
    int64_t longest;
};

static void offer(struct search *search, uint32_t op, uint32_t call, int64_t wait)
{
    if (search->found++ && wait <= search->longest)
        return;
    search->longest = wait;
    search->pick->op = op;
    search->pick->call = call;
}

static void search_all(struct search *search, const struct wanted *wanted)
{
    const struct timeline *t = search->t;
    struct strbuf label;
    strbuf_init(&label);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        bool meant = wanted->line >= 0 ? is_place(t, wanted, op->place)
                                       : is_named(t, wanted->text, id, &label);
        if (meant)
            offer(search, id, CRITICAL_NO_CALL, waited(op->call, op->start));
    }
    bool has_op = search->found > 0;
    for (uint32_t row = 0; !has_op && row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        bool meant = wanted->line >= 0
                         ? is_place(t, wanted, call->place)
                         : strcmp(call_info((enum call)call->call)->name, wanted->text) == 0;
        if (call->call && meant)
            offer(search, TIMELINE_NO_OP, row, waited(call->enter, call->returned));
    }
    strbuf_release(&label);
}

/* The lines next to the one that is meant which have an operation or a call; -1: none. */
struct next_lines {
    int64_t before, behind;
};

static void near_line(struct next_lines *next, const struct timeline *t,
                      const struct wanted *wanted, uint32_t place)
{
    if (!is_in_file(t, wanted, place))
        return;
    int64_t line = t->places.rows[place].line;
    if (line < wanted->line && line > next->before)
        next->before = line;
    if (line > wanted->line && (next->behind < 0 || line < next->behind))
        next->behind = line;
}

static int no_such_line(const struct timeline *t, const struct wanted *wanted, struct err *err)
{
    struct next_lines next = {-1, -1};
    for (size_t i = 0; i < t->ops.count; i++)
        near_line(&next, t, wanted, t->ops.rows[i].place);
    for (size_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].call)
            near_line(&next, t, wanted, t->calls.rows[i].place);
    struct strbuf hint;
    strbuf_init(&hint);
    if (next.before >= 0)
        strbuf_addf(&hint, "the last line before it that has one is %" PRId64, next.before);
    if (next.behind >= 0)
        strbuf_addf(&hint,
                    next.before >= 0 ? ", the first behind it %" PRId64
                                     : "the first line behind it that has one is %" PRId64,
                    next.behind);
    if (!wanted->file && (size_t)wanted->line < t->ops.count)
        strbuf_addf(&hint, "%s'#%" PRId64 "' is the operation with that id",
                    hint.length ? "; " : "", wanted->line);
    err_set(err, ERR_INPUT, "--op: no operation and no call is in line %" PRId64 "%s%.*s",
            wanted->line, wanted->file ? " of " : "", (int)wanted->file_length,
            wanted->file ? wanted->file : "");
    err_hint(err, "%s", hint.length ? hint.text : "give a name or an id (#2)");
    strbuf_release(&hint);
    return -1;
}

static int no_such_id(const struct timeline *t, const char *text, struct err *err)
{
    err_set(err, ERR_INPUT, "--op: no operation has the id %.200s", text);
    if (t->ops.count == 0)
        return err_hint(err, "there is no operation");
    return err_hint(err, "they are #0 to #%zu", t->ops.count - 1);
}

static int not_found(const struct timeline *t, const char *text, struct err *err)
{
    struct suggest suggest;
    suggest_init(&suggest, text);
    for (uint32_t id = 0; id < t->ops.count && id < 10000; id++)
        if (t->ops.rows[id].name)
            suggest_offer(&suggest, timeline_name(t, t->ops.rows[id].name));
    err_set(err, ERR_INPUT, "--op: no operation and no call is named '%.200s'", text);
    if (suggest.best)
        return err_hint(err, "did you mean '%s'?", suggest.best);
    return err_hint(err, "give a name, a line (14 or file.cu:14) or an id (#2)");
}

int explain_pick(struct explain_pick *pick, const struct timeline *timeline, const char *text,
                 struct err *err)
{
    *pick = (struct explain_pick){.op = TIMELINE_NO_OP, .call = CRITICAL_NO_CALL};
    struct search search = {.t = timeline, .pick = pick};
    struct wanted wanted;
    read_wanted(&wanted, text);
    int64_t id = text[0] == '#' ? number_of(text + 1) : -1;
    if (text[0] != '#')
        search_all(&search, &wanted);
    else if (id >= 0 && (uint64_t)id < timeline->ops.count)
        offer(&search, (uint32_t)id, CRITICAL_NO_CALL, 0);
    if (search.found == 0)
        return wanted.line >= 0 ? no_such_line(timeline, &wanted, err)
               : id >= 0        ? no_such_id(timeline, text, err)
                                : not_found(timeline, text, err);
    pick->others = search.found - 1;
    return 0;
}
