#include "sim/analysis/filter_inside.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum filter_key key;
} keys[] = {
    {"device", FILTER_DEVICE}, {"stream", FILTER_STREAM}, {"thread", FILTER_THREAD},
    {"kind", FILTER_KIND},     {"name", FILTER_NAME},
};

/* What may stand in their lists. */
static const char *const values[] = {
    [FILTER_DEVICE] = "devices have numbers; the first is 0",
    [FILTER_STREAM] = "streams have the names of the chart, or their numbers",
    [FILTER_THREAD] = "threads have names, such as main, or numbers",
    [FILTER_KIND] = "kinds are kernel, copy, h2d, d2h, d2d, memset, host, record, wait and alloc",
    [FILTER_NAME] =
        "names are those of kernels and host functions; a template's means all its kernels",
};

void filter_init(struct filter *filter)
{
    memset(filter, 0, sizeof *filter);
}

void filter_release(struct filter *filter)
{
    free(filter->only);
    filter_init(filter);
}

bool filter_is_empty(const struct filter *filter)
{
    return filter->only_count == 0 && !filter->range && !filter->has_time;
}

int filter_add_only(struct filter *filter, const char *text, struct err *err)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    for (size_t i = 0; equals && equals[1] && i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].name) != length || strncmp(keys[i].name, text, length) != 0)
            continue;
        filter->only = mem_grow(filter->only, &filter->only_capacity, filter->only_count + 1,
                                sizeof *filter->only);
        filter->only[filter->only_count++] = (struct filter_only){keys[i].key, equals + 1};
        return 0;
    }
    err_set(err, ERR_INPUT, "--only '%.200s' is not of the form KEY=LIST", text);
    return err_hint(err, "KEY is device, stream, thread, kind or name, as in stream=7,13");
}

int filter_set_range(struct filter *filter, const char *text, struct err *err)
{
    const char *hash = strrchr(text, '#');
    filter->range = text;
    filter->range_length = strlen(text);
    filter->range_number = 0;
    if (hash && hash[1] && strspn(hash + 1, "0123456789") == strlen(hash + 1)) {
        unsigned long number = strlen(hash + 1) < 10 ? strtoul(hash + 1, NULL, 10) : 0;
        if (number == 0)
            return err_set(err, ERR_INPUT, "--range '%.200s': ranges are counted from 1", text);
        filter->range_number = (uint32_t)number;
        filter->range_length = (size_t)(hash - text);
    }
    return filter->range_length ? 0 : err_set(err, ERR_INPUT, "--range needs a name");
}

static int bad_time(const char *text, struct err *err)
{
    err_set(err, ERR_INPUT, "--time '%.200s' is not of the form A..B", text);
    return err_hint(err, "times have a unit, as in 100us..1.5ms; either end may be left out");
}

/* A time with its unit; of 0 it does not matter. */
static int read_time(const char *text, int64_t *ns)
{
    if (strcmp(text, "0") != 0)
        return duration_parse(text, ns);
    *ns = 0;
    return 0;
}

int filter_set_time(struct filter *filter, const char *text, struct err *err)
{
    const char *dots = strstr(text, "..");
    char from[64] = "";
    if (!dots || (size_t)(dots - text) >= sizeof from || (dots == text && !dots[2]))
        return bad_time(text, err);
    memcpy(from, text, (size_t)(dots - text));
    filter->has_time = true;
    filter->from = INT64_MIN;
    filter->to = INT64_MAX;
    if ((*from && read_time(from, &filter->from) < 0) ||
        (dots[2] && read_time(dots + 2, &filter->to) < 0))
        return bad_time(text, err);
    if (filter->from > filter->to)
        return err_set(err, ERR_INPUT, "--time '%.200s' ends before it begins", text);
    return 0;
}

/* --- which values an operation has ---------------------------------------------------------------
 */

static bool is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* A number, or -1. */
static int64_t number_of(const char *word, size_t length)
{
    int64_t number = 0;
    if (length == 0 || length > 9)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return -1;
        number = number * 10 + (word[i] - '0');
    }
    return number;
}

static bool is_kind(const struct timeline *t, const struct timeline_op *op, const char *word,
                    size_t length)
{
    if (is_word(word, length, op_kind_name((enum op_kind)op->kind)))
        return true;
    return op->kind == OP_COPY && op->detail &&
           is_word(word, length, copy_kind_name(t->copies.rows[op->detail].kind));
}

/* By its name, whoever else has it, or as the table ("stream 3 a") or the chart ("stream a") says.
 */
static bool is_stream(const struct timeline *t, uint32_t stream, const char *word, size_t length)
{
    uint32_t name = stream < t->streams.count ? t->streams.rows[stream].name : 0;
    if (name && is_word(word, length, timeline_name(t, name)))
        return true;
    struct strbuf label;
    strbuf_init(&label);
    label_stream(&label, t, stream);
    bool is = is_word(word, length, label.text);
    strbuf_clear(&label);
    label_the_stream(&label, t, stream);
    is |= is_word(word, length, label.text);
    strbuf_release(&label);
    return is;
}

static bool has_value(const struct timeline *t, const struct timeline_op *op, enum filter_key key,
                      const char *word, size_t length)
{
    int64_t number = number_of(word, length);
    bool has_stream = op->stream < t->streams.count;
    switch (key) {
    case FILTER_DEVICE:
        return number == (has_stream ? (int64_t)t->streams.rows[op->stream].device : 0);
    case FILTER_STREAM:
        return number == op->stream || is_stream(t, op->stream, word, length);
    case FILTER_THREAD:
        return number == op->thread ||
               (op->thread < t->threads.count &&
                is_word(word, length, timeline_name(t, t->threads.rows[op->thread].name)));
    case FILTER_KIND:
        return is_kind(t, op, word, length);
    case FILTER_NAME:
        return label_is_meant(word, length, timeline_name(t, op->name));
    }
    return false;
}

/* Up to the next comma; those between the angle brackets of a template's arguments do not count. */
static size_t word_length(const char *word)
{
    size_t length = 0;
    for (int depth = 0; word[length] && (word[length] != ',' || depth > 0); length++)
        depth += (word[length] == '<') - (word[length] == '>');
    return length;
}

/* Clears keep[] where no word of the list fits; a word that fits nothing is an error. */
static int select_only(const struct filter_only *only, const struct timeline *t, bool *keep,
                       struct err *err)
{
    bool *fits = mem_zalloc(t->ops.count + 1);
    int rc = 0;
    for (const char *word = only->list; rc == 0;) {
        size_t length = word_length(word);
        bool found = false;
        for (size_t id = 0; id < t->ops.count; id++)
            if (has_value(t, &t->ops.rows[id], only->key, word, length))
                fits[id] = found = true;
        if (!found) {
            rc = err_set(err, ERR_INPUT, "--only %s=%.*s: no operation is of that %s",
                         keys[only->key].name, (int)(length < 100 ? length : 100), word,
                         keys[only->key].name);
            err_hint(err, "%s", values[only->key]);
        }
        word += length;
        if (*word == '\0')
            break;
        word++;
    }
    for (size_t id = 0; id < t->ops.count; id++)
        keep[id] = keep[id] && fits[id];
    free(fits);
    return rc;
}

/* --- ranges and time -----------------------------------------------------------------------------
 */

bool filter_is_meant(const struct filter *filter, const struct timeline *t,
                     const struct timeline_range *range, uint32_t *seen)
{
    if (!is_word(filter->range, filter->range_length, timeline_name(t, range->name)))
        return false;
    ++*seen;
    return filter->range_number == 0 || filter->range_number == *seen;
}

bool filter_is_open(const struct timeline_range *range, int64_t time)
{
    return time >= range->begin && (range->end == TIMELINE_UNKNOWN || time < range->end);
}

static int unknown_range(const struct filter *filter, const struct timeline *t, uint32_t seen,
                         struct err *err)
{
    char name[64] = "";
    if (filter->range_length < sizeof name)
        memcpy(name, filter->range, filter->range_length);
    if (seen) {
        err_set(err, ERR_INPUT, "--range %.200s: there %s %" PRIu32 " of that name", filter->range,
                seen == 1 ? "is" : "are", seen);
        return -1;
    }
    struct suggest suggest;
    suggest_init(&suggest, name);
    for (size_t i = 0; i < t->ranges.count; i++)
        suggest_offer(&suggest, timeline_name(t, t->ranges.rows[i].name));
    err_set(err, ERR_INPUT, "--range %.200s: the program pushes no range of that name",
            filter->range);
    if (suggest.best)
        err_hint(err, "did you mean '%s'?", suggest.best);
    return -1;
}

static int select_range(const struct filter *filter, const struct timeline *t, bool *keep,
                        struct err *err)
{
    bool *fits = mem_zalloc(t->ops.count + 1);
    uint32_t seen = 0;
    bool found = false;
    for (size_t i = 0; i < t->ranges.count; i++) {
        if (!filter_is_meant(filter, t, &t->ranges.rows[i], &seen))
            continue;
        found = true;
        for (size_t id = 0; id < t->ops.count; id++) {
            const struct timeline_op *op = &t->ops.rows[id];
            int64_t asked = op->call != TIMELINE_UNKNOWN ? op->call : op->start;
            fits[id] = fits[id] ||
                       (asked != TIMELINE_UNKNOWN && filter_is_open(&t->ranges.rows[i], asked));
        }
    }
    for (size_t id = 0; id < t->ops.count; id++)
        keep[id] = keep[id] && fits[id];
    free(fits);
    return found ? 0 : unknown_range(filter, t, seen, err);
}

bool filter_is_within(const struct filter *filter, int64_t zero, int64_t from, int64_t to)
{
    if (from == TIMELINE_UNKNOWN)
        return false;
    bool begins = filter->to == INT64_MAX || from - zero <= filter->to;
    bool ends = filter->from == INT64_MIN || to == TIMELINE_UNKNOWN || to - zero >= filter->from;
    return begins && ends;
}

static bool runs_within(const struct filter *filter, const struct timeline *t,
                        const struct timeline_op *op)
{
    return filter_is_within(filter, t->zero, op->start, op->end);
}

static int nothing_left(const struct filter *filter, const struct timeline *t, struct err *err)
{
    int given = (filter->only_count > 0) + (filter->range != NULL) + filter->has_time;
    err_set(err, ERR_INPUT, "no operation fits %s%s%s%s",
            filter->only_count ? "--only"
            : filter->range    ? "--range"
                               : "--time",
            given > 1 ? " and " : "", given > 1 && !filter->has_time ? "--range" : "",
            given > 1 && filter->has_time ? "--time" : "");
    if (!filter->has_time || t->wall == TIMELINE_UNKNOWN)
        return -1;
    struct strbuf end;
    strbuf_init(&end);
    duration_add_human(&end, t->wall);
    err_hint(err, "the run takes %s", end.text);
    strbuf_release(&end);
    return -1;
}

int filter_select(const struct filter *filter, const struct timeline *timeline, bool **keep,
                  struct err *err)
{
    int rc = 0;
    *keep = mem_zalloc(timeline->ops.count + 1);
    memset(*keep, true, timeline->ops.count);
    for (size_t i = 0; rc == 0 && i < filter->only_count; i++)
        rc = select_only(&filter->only[i], timeline, *keep, err);
    if (rc == 0 && filter->range)
        rc = select_range(filter, timeline, *keep, err);
    size_t left = 0;
    for (size_t id = 0; id < timeline->ops.count; id++) {
        if (filter->has_time && !runs_within(filter, timeline, &timeline->ops.rows[id]))
            (*keep)[id] = false;
        left += (*keep)[id];
    }
    if (rc == 0 && left == 0 && !filter_is_empty(filter))
        rc = nothing_left(filter, timeline, err);
    return rc;
}
