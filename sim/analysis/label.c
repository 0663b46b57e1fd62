#include "sim/analysis/label.h"

#include "sim/base/duration.h"
#include "sim/base/text.h"
#include "sim/model/host_move.h"

#include <inttypes.h>
#include <string.h>

static void add_name(struct strbuf *sb, const struct timeline *t, uint32_t name)
{
    strbuf_add(sb, timeline_name(t, name), t->names.lengths[name]);
}

static void add_event(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op)
{
    strbuf_adds(sb, op_kind_name((enum op_kind)op->kind));
    if (op->detail == 0 || op->detail >= t->events.count)
        return;
    uint32_t name = t->events.rows[op->detail].name;
    strbuf_addc(sb, ' ');
    if (name)
        add_name(sb, t, name);
    else
        strbuf_addf(sb, "event %" PRIu32, op->detail);
}

void label_op(struct strbuf *sb, const struct timeline *timeline, uint32_t id)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    switch ((enum op_kind)op->kind) {
    case OP_COPY:
    case OP_MEMSET:
        if (op->detail) {
            const struct program_copy *copy = &timeline->copies.rows[op->detail];
            strbuf_adds(sb, copy_kind_name(copy->kind));
            strbuf_addc(sb, ' ');
            label_bytes(sb, program_copy_bytes(copy));
            return;
        }
        break;
    case OP_RECORD:
    case OP_WAIT:
        add_event(sb, timeline, op);
        return;
    default:
        break;
    }
    if (op->name)
        add_name(sb, timeline, op->name);
    else
        strbuf_addf(sb, "%s %" PRIu32, op_kind_name((enum op_kind)op->kind), id);
    if (op->flags & OP_GUESSED)
        strbuf_addc(sb, '?');
}

bool label_ops_alike(const struct timeline *timeline, uint32_t a, uint32_t b)
{
    const struct timeline_op *x = &timeline->ops.rows[a], *y = &timeline->ops.rows[b];
    if (x->kind != y->kind || x->name != y->name)
        return false;
    if (x->detail == y->detail || x->kind == OP_KERNEL)
        return true;
    struct strbuf one, other;
    strbuf_init(&one);
    strbuf_init(&other);
    label_op(&one, timeline, a);
    label_op(&other, timeline, b);
    bool same = strcmp(one.text, other.text) == 0;
    strbuf_release(&one);
    strbuf_release(&other);
    return same;
}

void label_op_kind(struct strbuf *sb, const struct timeline *timeline, uint32_t id)
{
    const struct timeline_op *op = &timeline->ops.rows[id];
    if (op->kind == OP_COPY && op->detail)
        strbuf_adds(sb, copy_kind_name(timeline->copies.rows[op->detail].kind));
    else if (op->kind == OP_MEMSET || op->kind == OP_RECORD || op->kind == OP_WAIT)
        strbuf_adds(sb, op_kind_name((enum op_kind)op->kind));
    else
        label_op(sb, timeline, id);
}

/* Sleeps one after the other in one place, which wait for nobody. */
static bool is_row(const struct timeline *t, const struct timeline_call *call)
{
    return call->call == CALL_host_sleep && call->turns > 1 && call->turns != TIMELINE_TIMED &&
           !timeline_call_waits_by(t, call, RULE_ID_CONDITION);
}

/* One and several of a call that is no function of CUDA's; false: it is one. */
static bool is_own(const struct timeline *t, const struct timeline_call *call, const char *words[2])
{
    bool told = timeline_call_waits_by(t, call, RULE_ID_CONDITION);
    switch (call->call) {
    case CALL_lock_acquire:
        words[0] = told ? "a wait for another thread" : "a wait for a lock";
        words[1] = told ? "waits for another thread" : "waits for a lock";
        return true;
    case CALL_thread_join:
        words[0] = "a wait for a thread's end";
        words[1] = "waits for a thread's end";
        return true;
    case CALL_thread_create:
        words[0] = "making a thread";
        words[1] = "times making a thread";
        return true;
    case CALL_host_sleep:
        if (call->turns == TIMELINE_TIMED) {
            words[0] = "a wait with an end";
            words[1] = "waits with an end";
        } else if (told) {
            words[0] = "a loop that waits";
            words[1] = "loops that wait";
        } else {
            words[0] = "a sleep";
            words[1] = is_row(t, call) ? "rows of sleeps" : "sleeps";
        }
        return true;
    case CALL_host_work:
        words[0] = told ? "a loop that waits" : "work";
        words[1] = told ? "loops that wait" : "times work";
        return true;
    default:
        return false;
    }
}

void label_calls(struct strbuf *sb, const struct timeline *timeline, uint32_t row, size_t count)
{
    const struct timeline_call *call = &timeline->calls.rows[row];
    const char *words[2];
    const struct program_host_move *move = timeline_host_move(timeline, call);
    if (move) {
        if (count > 1)
            strbuf_addf(sb, "%zu times ", count);
        strbuf_adds(sb, timeline_name(timeline, move->name));
        if (move->bytes > 0) {
            strbuf_adds(sb, " of ");
            label_bytes(sb, move->bytes);
        }
        return;
    }
    if (is_own(timeline, call, words)) {
        if (count == 1 && is_row(timeline, call)) {
            strbuf_addf(sb, "a row of %" PRIu32 " sleeps", call->turns);
            return;
        }
        if (count > 1)
            strbuf_addf(sb, "%zu ", count);
        strbuf_adds(sb, words[count > 1]);
        return;
    }
    if (count > 1)
        strbuf_addf(sb, "%zu calls of ", count);
    strbuf_adds(sb, call->call ? call_info((enum call)call->call)->name : "a call");
}

bool label_is_meant(const char *text, size_t length, const char *name)
{
    if (length == 0 || strncmp(name, text, length) != 0)
        return false;
    return name[length] == '\0' || name[length] == '<' || name[length] == '(';
}

void label_place(struct strbuf *sb, const struct timeline *timeline, uint32_t place)
{
    if (place == 0 || place >= timeline->places.count)
        return;
    const struct program_place *row = &timeline->places.rows[place];
    const char *file = timeline_name(timeline, row->file);
    if (row->file)
        strbuf_adds(sb, text_file_name(file));
    else
        strbuf_adds(sb, "line");
    strbuf_addf(sb, "%c%" PRId32, row->file ? ':' : ' ', row->line);
}

static uint32_t stream_name(const struct timeline *t, uint32_t stream)
{
    return stream < t->streams.count ? t->streams.rows[stream].name : 0;
}

static bool shares_name(const struct timeline *t, uint32_t stream)
{
    return program_shares_name(t->streams.rows, t->streams.count, stream);
}

void label_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t stream)
{
    uint32_t name = stream_name(timeline, stream);
    if (shares_name(timeline, stream))
        strbuf_addf(sb, "stream %" PRIu32 " ", stream);
    if (name)
        add_name(sb, timeline, name);
    else if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_adds(sb, "default");
    else
        strbuf_addf(sb, "stream %" PRIu32, stream);
}

void label_the_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t stream)
{
    uint32_t name = stream_name(timeline, stream);
    if (stream == PROGRAM_STREAM_LEGACY) {
        strbuf_adds(sb, "the default stream");
        return;
    }
    if (name && !shares_name(timeline, stream) &&
        !program_says_stream(timeline_name(timeline, name)))
        strbuf_adds(sb, "stream ");
    label_stream(sb, timeline, stream);
}

void label_stream_code(struct strbuf *sb, const struct timeline *timeline, uint32_t stream)
{
    uint32_t name = stream_name(timeline, stream);
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_addc(sb, '0');
    else if (name) /* whatever other streams have it: it is the one in scope */
        add_name(sb, timeline, name);
    else
        label_stream(sb, timeline, stream);
}

void label_machine(struct strbuf *sb, enum machine_kind kind, unsigned index)
{
    switch (kind) {
    case MACHINE_SM:
        strbuf_adds(sb, "SM array");
        break;
    case MACHINE_COPY:
        if (index == MACHINE_COPY_DRIVER)
            strbuf_adds(sb, LABEL_PREFETCHING);
        else if (index < 2)
            strbuf_adds(sb, index ? "copy engine out" : "copy engine in");
        else
            strbuf_addf(sb, "copy engine %u", index);
        break;
    case MACHINE_HOST_WORKER:
        strbuf_adds(sb, "host worker");
        break;
    case MACHINE_HOST:
        strbuf_adds(sb, "host");
        break;
    case MACHINE_NONE:
        strbuf_adds(sb, "device");
        break;
    }
}

void label_bytes(struct strbuf *sb, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    uint64_t whole = bytes, rest = 0;
    while (whole >= 1024 && unit < 6) {
        rest = whole % 1024;
        whole /= 1024;
        unit++;
    }
    uint64_t tenths = (rest * 10 + 512) / 1024;
    if (tenths == 10) {
        whole++;
        tenths = 0;
    }
    strbuf_addf(sb, "%" PRIu64, whole);
    if (tenths && whole < 100)
        strbuf_addf(sb, ".%" PRIu64, tenths);
    strbuf_addf(sb, " %s", units[unit]);
}

int64_t label_ppm(int64_t part, int64_t whole)
{
    return whole > 0 && part > 0 ? duration_divide(part, 1000000, whole) : 0;
}

void label_percent(struct strbuf *sb, int64_t ppm)
{
    if (ppm == LABEL_UNKNOWN) {
        strbuf_addc(sb, '-');
        return;
    }
    uint64_t magnitude = ppm < 0 ? 0 - (uint64_t)ppm : (uint64_t)ppm;
    /* two decimals below 1 %, one above: differences of 0.1 % are seen on hardware */
    if (ppm < 0)
        strbuf_addc(sb, '-');
    if (magnitude < 9995) {
        magnitude = (magnitude + 50) / 100;
        strbuf_addf(sb, "%" PRIu64 ".%02" PRIu64 " %%", magnitude / 100, magnitude % 100);
    } else {
        magnitude = (magnitude + 500) / 1000;
        strbuf_addf(sb, "%" PRIu64 ".%" PRIu64 " %%", magnitude / 10, magnitude % 10);
    }
}

void label_change(struct strbuf *sb, int64_t ppm)
{
    if (ppm > 0) /* LABEL_UNKNOWN is below */
        strbuf_addc(sb, '+');
    label_percent(sb, ppm);
}

void label_time(struct strbuf *sb, int64_t ns)
{
    if (ns == TIMELINE_UNKNOWN)
        strbuf_addc(sb, '-');
    else
        duration_add_human(sb, ns);
}
