#include "sim/io/timeline_json.h"

#include "sim/base/duration.h"
#include "sim/base/json.h"
#include "sim/model/cuda_errors.h"

#include <string.h>

struct writer {
    const struct timeline *t;
    struct strbuf *sb;
    const char *before; /* what stands before the next key: "{", ", " or a new line */
};

static void add_text(struct writer *w, const char *text)
{
    json_add_string(w->sb, text, strlen(text));
}

static void add_key(struct writer *w, const char *key)
{
    strbuf_adds(w->sb, w->before);
    strbuf_addc(w->sb, '"');
    strbuf_adds(w->sb, key);
    strbuf_adds(w->sb, "\": ");
    w->before = ", ";
}

/* The next key begins a new line. */
static void break_line(struct writer *w)
{
    w->before = ",\n ";
}

/* A key with the list that stands after it. */
static void open_list(struct writer *w, const char *key)
{
    break_line(w);
    add_key(w, key);
    strbuf_addc(w->sb, '[');
}

static void close_list(struct writer *w)
{
    strbuf_addc(w->sb, ']');
    break_line(w);
}

/* The next key opens an object, which stands on a line of its own in a list. */
static void open_line(struct writer *w, bool first)
{
    strbuf_adds(w->sb, first ? "\n  " : ",\n  ");
    w->before = "{";
}

/* Each of these writes a key with its value; absent values write nothing. */

static void key_name(struct writer *w, const char *key, uint32_t name)
{
    if (name == 0)
        return;
    add_key(w, key);
    json_add_string(w->sb, timeline_name(w->t, name), w->t->names.lengths[name]);
}

static void key_text(struct writer *w, const char *key, const char *text)
{
    add_key(w, key);
    add_text(w, text);
}

static void key_int(struct writer *w, const char *key, int64_t value)
{
    add_key(w, key);
    json_add_int(w->sb, value);
}

static void key_positive(struct writer *w, const char *key, int64_t value)
{
    if (value > 0)
        key_int(w, key, value);
}

static void key_bool(struct writer *w, const char *key, bool value)
{
    add_key(w, key);
    strbuf_adds(w->sb, value ? "true" : "false");
}

/* A duration. */
static void key_us(struct writer *w, const char *key, int64_t ns)
{
    if (ns == TIMELINE_UNKNOWN)
        return;
    add_key(w, key);
    duration_add_us(w->sb, ns);
}

/* A moment: counted from zero. */
static void key_time(struct writer *w, const char *key, int64_t time)
{
    if (time != TIMELINE_UNKNOWN)
        key_us(w, key, time - w->t->zero);
}

static void key_spread(struct writer *w, const char *key, int64_t p10, int64_t p90)
{
    if (p10 == TIMELINE_UNKNOWN || p90 == TIMELINE_UNKNOWN)
        return;
    add_key(w, key);
    strbuf_addc(w->sb, '[');
    duration_add_us(w->sb, p10);
    strbuf_adds(w->sb, ", ");
    duration_add_us(w->sb, p90);
    strbuf_addc(w->sb, ']');
}

static void key_three(struct writer *w, const char *key, const uint32_t three[3])
{
    add_key(w, key);
    for (int i = 0; i < 3; i++) {
        strbuf_adds(w->sb, i ? ", " : "[");
        json_add_int(w->sb, three[i]);
    }
    strbuf_addc(w->sb, ']');
}

static void key_place(struct writer *w, uint32_t place)
{
    if (place == 0)
        return;
    key_name(w, "file", w->t->places.rows[place].file);
    key_positive(w, "line", w->t->places.rows[place].line);
}

/* On lines of their own. */
static void key_waits(struct writer *w, uint32_t first, uint32_t count, int64_t from)
{
    if (count == 0)
        return;
    w->before = ",\n   ";
    add_key(w, "waits");
    strbuf_addc(w->sb, '[');
    for (uint32_t i = 0; i < count; i++) {
        const struct timeline_wait *wait = &w->t->waits.rows[first + i];
        w->before = i ? ",\n             {" : "{";
        key_text(w, "rule", rule_info((enum rule)wait->rule)->name);
        if (wait->blocker != TIMELINE_NO_OP)
            key_int(w, "for", wait->blocker);
        key_time(w, "from_us", from);
        key_time(w, "to_us", wait->to);
        strbuf_addc(w->sb, '}');
        from = wait->to;
    }
    strbuf_addc(w->sb, ']');
}

/* --- what stands before the operations -----------------------------------------------------------
 */

static int write_device(struct writer *w, struct sink *sink, struct err *err)
{
    const struct timeline *t = w->t;
    open_list(w, "devices");
    w->before = "{";
    key_int(w, "id", 0);
    key_name(w, "name", t->device_name);
    key_name(w, "profile", t->profile);
    key_name(w, "rules", t->rules);
    if (t->sm_steps.count) {
        w->before = ",\n  ";
        add_key(w, "sm");
        strbuf_addc(w->sb, '[');
    }
    for (size_t i = 0; i < t->sm_steps.count; i++) {
        const struct timeline_sm_step *step = &t->sm_steps.rows[i];
        strbuf_adds(w->sb, i == 0 ? "[" : i % 8 ? ", [" : ",\n         [");
        duration_add_us(w->sb, step->time - t->zero);
        strbuf_adds(w->sb, ", ");
        json_add_int(w->sb, step->blocks);
        strbuf_adds(w->sb, ", ");
        json_add_int(w->sb, step->threads);
        strbuf_addc(w->sb, ']');
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    strbuf_adds(w->sb, t->sm_steps.count ? "]}" : "}");
    close_list(w);
    return 0;
}

/* A share in parts of a million, or a count. */
static void key_known(struct writer *w, const char *key, int64_t value)
{
    if (value != TIMELINE_UNKNOWN)
        key_int(w, key, value);
}

static void write_noise(struct writer *w, const struct timeline_noise *noise)
{
    break_line(w);
    key_known(w, "noise_wall_ppm", noise->wall);
    key_known(w, "noise_placement_median_ppm", noise->placement_median);
    key_known(w, "noise_placement_p95_ppm", noise->placement_p95);
    key_known(w, "noise_placement_worst_ppm", noise->placement_worst);
    key_known(w, "noise_relations", noise->relations);
    key_known(w, "noise_relations_right", noise->relations_right);
}

/* Of the operations that have both times themselves. */
static void write_mode_times(struct writer *w, const char *key, uint32_t first, bool ends)
{
    const struct timeline *t = w->t;
    const char *separator = "[";
    w->before = ",\n   ";
    add_key(w, key);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_mode_time *time = &t->mode_times.rows[first + id];
        if (t->ops.rows[id].start == TIMELINE_UNKNOWN || t->ops.rows[id].end == TIMELINE_UNKNOWN)
            continue;
        strbuf_adds(w->sb, separator);
        duration_add_us(w->sb, (ends ? time->end : time->start) - t->zero);
        separator = ", ";
    }
    strbuf_adds(w->sb, *separator == '[' ? "[]" : "]");
}

static bool has_mode_times(const struct timeline *t, const struct timeline_mode *mode)
{
    bool any = false;
    for (uint32_t id = 0; mode->first_time != TIMELINE_NO_OP && id < t->ops.count; id++) {
        const struct timeline_mode_time *time = &t->mode_times.rows[mode->first_time + id];
        if (t->ops.rows[id].start == TIMELINE_UNKNOWN || t->ops.rows[id].end == TIMELINE_UNKNOWN)
            continue;
        if (time->start == TIMELINE_UNKNOWN || time->end == TIMELINE_UNKNOWN)
            return false;
        any = true;
    }
    return any;
}

static void write_modes(struct writer *w)
{
    const struct timeline *t = w->t;
    if (t->modes.count == 0)
        return;
    open_list(w, "modes");
    for (size_t i = 0; i < t->modes.count; i++) {
        const struct timeline_mode *mode = &t->modes.rows[i];
        open_line(w, i == 0);
        key_int(w, "runs", mode->runs);
        key_us(w, "wall_us", mode->wall);
        if (has_mode_times(t, mode)) {
            write_mode_times(w, "starts_us", mode->first_time, false);
            write_mode_times(w, "ends_us", mode->first_time, true);
        }
        strbuf_addc(w->sb, '}');
    }
    close_list(w);
}

static void write_measurement(struct writer *w)
{
    const struct timeline_measurement *m = &w->t->measurement;
    break_line(w);
    key_positive(w, "repetitions", m->repetitions);
    key_positive(w, "processes", m->processes);
    key_name(w, "clock", m->clock);
    key_name(w, "driver", m->driver);
    key_name(w, "date", m->date);
    key_name(w, "command", m->command);
    key_name(w, "host_cpu", m->host_cpu);
    key_spread(w, "wall_spread_us", m->wall_p10, m->wall_p90);
    key_us(w, "instrument_wall_us", m->instrument_wall);
    write_noise(w, &m->noise);
    write_modes(w);
}

static void write_head(struct writer *w)
{
    const struct timeline *t = w->t;
    w->before = "{";
    key_text(w, "format", "nullstream-timeline");
    key_int(w, "version", 1);
    key_text(w, "source", t->source == TIMELINE_MEASURED ? "measured" : "predicted");
    break_line(w);
    key_name(w, "scenario", t->scenario);
    if (t->program_sha256[0])
        key_text(w, "program_sha256", t->program_sha256);
    if (t->options.count) {
        open_list(w, "options");
        for (size_t i = 0; i < t->options.count; i++) {
            if (i)
                strbuf_adds(w->sb, ", ");
            add_text(w, timeline_name(t, t->options.rows[i].text));
        }
        close_list(w);
    }
    if (t->source == TIMELINE_MEASURED)
        write_measurement(w);
}

static void write_threads(struct writer *w)
{
    if (w->t->threads.count == 0)
        return;
    open_list(w, "threads");
    for (size_t i = 0; i < w->t->threads.count; i++) {
        const struct program_thread *thread = &w->t->threads.rows[i];
        open_line(w, i == 0);
        key_int(w, "id", (int64_t)i);
        key_name(w, "name", thread->name);
        key_text(w, "kind", thread->kind == THREAD_WORKER ? "worker" : "host");
        strbuf_addc(w->sb, '}');
    }
    close_list(w);
}

static void write_streams(struct writer *w)
{
    if (w->t->streams.count == 0)
        return;
    open_list(w, "streams");
    for (size_t i = 0; i < w->t->streams.count; i++) {
        const struct program_stream *stream = &w->t->streams.rows[i];
        open_line(w, i == 0);
        key_int(w, "id", (int64_t)i);
        key_int(w, "device", stream->device);
        key_int(w, "context", 0);
        key_name(w, "name", stream->name);
        key_text(w, "kind", stream_kind_name(stream->kind));
        key_int(w, "priority", stream->priority);
        if (stream->kind == STREAM_PER_THREAD)
            key_int(w, "thread", stream->thread);
        strbuf_addc(w->sb, '}');
    }
    close_list(w);
}

static int write_events(struct writer *w, struct sink *sink, struct err *err)
{
    if (w->t->events.count <= 1)
        return 0;
    open_list(w, "events");
    for (size_t i = 1; i < w->t->events.count; i++) {
        const struct program_event *event = &w->t->events.rows[i];
        open_line(w, i == 1);
        key_int(w, "id", (int64_t)i);
        key_name(w, "name", event->name);
        key_bool(w, "timing", event->timing);
        if (event->blocking)
            key_bool(w, "blocking", true);
        strbuf_addc(w->sb, '}');
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(w);
    return 0;
}

static int write_ranges(struct writer *w, struct sink *sink, struct err *err)
{
    if (w->t->ranges.count == 0)
        return 0;
    open_list(w, "ranges");
    for (size_t i = 0; i < w->t->ranges.count; i++) {
        const struct timeline_range *range = &w->t->ranges.rows[i];
        open_line(w, i == 0);
        key_int(w, "thread", range->thread);
        key_name(w, "name", range->name);
        key_time(w, "begin_us", range->begin);
        key_time(w, "end_us", range->end);
        strbuf_addc(w->sb, '}');
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(w);
    return 0;
}

/* --- operations and calls ------------------------------------------------------------------------
 */

static void write_launch(struct writer *w, const struct program_launch *launch)
{
    key_three(w, "grid", launch->grid);
    key_three(w, "block", launch->block);
    key_int(w, "shared_bytes", launch->shared_bytes);
    key_int(w, "registers", launch->registers);
    if (launch->cooperative)
        key_bool(w, "cooperative", true);
    if (launch->cluster_blocks > 1)
        key_int(w, "cluster_blocks", launch->cluster_blocks);
    if (launch->carveout >= 0)
        key_int(w, "carveout", launch->carveout);
    if (launch->priority != INT32_MIN)
        key_int(w, "priority", launch->priority);
}

static void write_detail(struct writer *w, const struct timeline_op *op)
{
    const struct timeline *t = w->t;
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        if (op->detail)
            write_launch(w, &t->launches.rows[op->detail]);
        break;
    case OP_COPY:
    case OP_MEMSET:
        if (op->detail) {
            const struct program_copy *copy = &t->copies.rows[op->detail];
            if (op->kind == OP_COPY)
                key_text(w, "direction", copy_kind_name(copy->kind));
            key_int(w, "bytes", (int64_t)program_copy_bytes(copy));
            if (copy->host_memory != MEMORY_NONE)
                key_text(w, "memory", memory_kind_name(copy->host_memory));
        }
        break;
    case OP_RECORD:
    case OP_WAIT:
        if (op->detail) {
            key_int(w, "event", op->detail);
            key_int(w, "generation", op->generation);
        }
        break;
    case OP_HOST:
        if (op->detail) {
            if (t->hostfns.rows[op->detail].callback)
                key_bool(w, "callback", true);
            if (t->hostfns.rows[op->detail].time > 0)
                key_us(w, "work_us", t->hostfns.rows[op->detail].time);
        }
        break;
    case OP_FREE_ALLOC:
        break;
    }
}

static void write_machine(struct writer *w, const struct timeline_op *op)
{
    key_positive(w, "connection", op->connection);
    if (op->machine == MACHINE_NONE)
        return;
    add_key(w, "machine");
    strbuf_addc(w->sb, '"');
    strbuf_adds(w->sb, machine_kind_name((enum machine_kind)op->machine));
    if (op->machine == MACHINE_COPY)
        json_add_int(w->sb, op->machine_index);
    strbuf_addc(w->sb, '"');
}

static void write_op(struct writer *w, uint32_t id)
{
    const struct timeline *t = w->t;
    const struct timeline_op *op = &t->ops.rows[id];
    key_int(w, "id", id);
    key_name(w, "name", op->name);
    key_text(w, "kind", op_kind_name((enum op_kind)op->kind));
    if (op->stream < t->streams.count)
        key_int(w, "device", t->streams.rows[op->stream].device);
    key_int(w, "stream", op->stream);
    key_int(w, "thread", op->thread);
    key_place(w, op->place);
    if (op->flags & OP_GUESSED)
        key_bool(w, "guessed", true);
    if (op->flags & OP_FAILED)
        key_bool(w, "failed", true);
    w->before = ",\n   ";
    write_detail(w, op);
    write_machine(w, op);
    w->before = ",\n   ";
    key_time(w, "call_us", op->call);
    key_time(w, "return_us", op->returned);
    key_time(w, "ready_us", op->ready);
    key_time(w, "start_us", op->start);
    key_time(w, "end_us", op->end);
    if (t->spreads.count > id) {
        const struct timeline_spread *spread = &t->spreads.rows[id];
        key_spread(w, "start_spread_us", spread->start_p10, spread->start_p90);
        key_spread(w, "end_spread_us", spread->end_p10, spread->end_p90);
    }
    if (op->after_count) {
        add_key(w, "after");
        for (uint32_t i = 0; i < op->after_count; i++) {
            strbuf_adds(w->sb, i ? ", " : "[");
            json_add_int(w->sb, t->afters.rows[op->first_after + i]);
        }
        strbuf_addc(w->sb, ']');
    }
    key_waits(w, op->first_wait, op->wait_count, op->call);
    strbuf_addc(w->sb, '}');
}

/* `answer`: NULL if it has none. */
static void write_call(struct writer *w, const struct timeline_call *call,
                       const struct timeline_answer *answer)
{
    key_int(w, "thread", call->thread);
    key_text(w, "name", call->call ? call_info((enum call)call->call)->name : "?");
    key_place(w, call->place);
    if (call->op != TIMELINE_NO_OP)
        key_int(w, "op", call->op);
    if (call->result)
        key_int(w, "result", call->result);
    if (call->result)
        key_text(w, "error", cuda_error_name(call->result));
    key_time(w, "enter_us", call->enter);
    key_time(w, "return_us", call->returned);
    if (answer) {
        key_us(w, "elapsed_us", answer->elapsed);
        key_spread(w, "elapsed_spread_us", answer->p10, answer->p90);
    }
    key_waits(w, call->first_wait, call->wait_count, call->enter);
    strbuf_addc(w->sb, '}');
}

int timeline_json_write(const struct timeline *timeline, struct sink *sink, struct err *err)
{
    struct writer w = {.t = timeline, .sb = &sink->text};
    write_head(&w);
    if (write_device(&w, sink, err) < 0)
        return -1;
    key_us(&w, "span_us", timeline->span);
    key_us(&w, "wall_us", timeline->wall);
    write_threads(&w);
    write_streams(&w);
    if (write_events(&w, sink, err) < 0 || write_ranges(&w, sink, err) < 0)
        return -1;
    open_list(&w, "operations");
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        open_line(&w, id == 0);
        write_op(&w, id);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(&w);
    open_list(&w, "calls");
    const struct timeline_answer *answer = timeline->answers.rows;
    const struct timeline_answer *answers_end = answer + timeline->answers.count;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        bool answered = answer < answers_end && answer->call == i;
        open_line(&w, i == 0);
        write_call(&w, &timeline->calls.rows[i], answered ? answer : NULL);
        answer += answered;
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(&w);
    if (timeline->program.length) {
        add_key(&w, "program");
        json_add_string(w.sb, timeline->program.text, timeline->program.length);
        break_line(&w);
    }
    if (timeline->output.length) {
        add_key(&w, "output");
        json_add_string(w.sb, timeline->output.text, timeline->output.length);
    }
    strbuf_adds(w.sb, "}\n");
    return sink_finish(sink, err);
}
