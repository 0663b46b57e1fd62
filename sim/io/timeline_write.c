#include "sim/io/timeline_json.h"

#include "sim/base/json.h"
#include "sim/base/json_writer.h"
#include "sim/model/cuda_errors.h"

#include <string.h>

struct writer {
    const struct timeline *t;
    struct json_writer json;
};

/* A list at the top: it begins a line, and so does what stands after it. */
static void open_list(struct writer *w, const char *key)
{
    json_line(&w->json, 1);
    json_list(&w->json, key);
}

static void close_list(struct writer *w)
{
    json_list_end(&w->json);
    json_line(&w->json, 1);
}

/* An object on a line of its own in such a list. */
static void open_line(struct writer *w)
{
    json_line(&w->json, 2);
    json_open(&w->json, NULL);
}

/* Each of these writes a key with its value; absent values write nothing. */

static void key_name(struct writer *w, const char *key, uint32_t name)
{
    if (name)
        json_bytes(&w->json, key, timeline_name(w->t, name), w->t->names.lengths[name]);
}

static void key_positive(struct writer *w, const char *key, int64_t value)
{
    if (value > 0)
        json_int(&w->json, key, value);
}

/* A moment: counted from zero. */
static void key_time(struct writer *w, const char *key, int64_t time)
{
    if (time != TIMELINE_UNKNOWN)
        json_us(&w->json, key, time - w->t->zero);
}

static void key_spread(struct writer *w, const char *key, int64_t p10, int64_t p90)
{
    if (p10 == TIMELINE_UNKNOWN || p90 == TIMELINE_UNKNOWN)
        return;
    json_list(&w->json, key);
    json_us(&w->json, NULL, p10);
    json_us(&w->json, NULL, p90);
    json_list_end(&w->json);
}

static void key_three(struct writer *w, const char *key, const uint32_t three[3])
{
    json_list(&w->json, key);
    for (int i = 0; i < 3; i++)
        json_int(&w->json, NULL, three[i]);
    json_list_end(&w->json);
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
    json_line(&w->json, 3);
    json_list(&w->json, "waits");
    for (uint32_t i = 0; i < count; i++) {
        const struct timeline_wait *wait = &w->t->waits.rows[first + i];
        if (i)
            json_line(&w->json, 13);
        json_open(&w->json, NULL);
        json_text(&w->json, "rule", rule_info((enum rule)wait->rule)->name);
        if (wait->blocker != TIMELINE_NO_OP)
            json_int(&w->json, "for", wait->blocker);
        key_time(w, "from_us", from);
        key_time(w, "to_us", wait->to);
        json_close(&w->json);
        from = wait->to;
    }
    json_list_end(&w->json);
}

/* --- what stands before the operations -----------------------------------------------------------
 */

static int write_device(struct writer *w, struct sink *sink, struct err *err)
{
    const struct timeline *t = w->t;
    open_list(w, "devices");
    json_open(&w->json, NULL);
    json_int(&w->json, "id", 0);
    key_name(w, "name", t->device_name);
    key_name(w, "profile", t->profile);
    key_name(w, "rules", t->rules);
    if (t->sm_steps.count) {
        json_line(&w->json, 2);
        json_list(&w->json, "sm");
    }
    for (size_t i = 0; i < t->sm_steps.count; i++) {
        const struct timeline_sm_step *step = &t->sm_steps.rows[i];
        if (i && i % 8 == 0)
            json_line(&w->json, 9);
        json_list(&w->json, NULL);
        json_us(&w->json, NULL, step->time - t->zero);
        json_int(&w->json, NULL, step->blocks);
        json_int(&w->json, NULL, step->threads);
        json_list_end(&w->json);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    if (t->sm_steps.count)
        json_list_end(&w->json);
    json_close(&w->json);
    close_list(w);
    return 0;
}

static void write_noise(struct writer *w, const struct timeline_noise *noise)
{
    json_line(&w->json, 1);
    json_int(&w->json, "noise_wall_ppm", noise->wall);
    json_int(&w->json, "noise_placement_median_ppm", noise->placement_median);
    json_int(&w->json, "noise_placement_p95_ppm", noise->placement_p95);
    json_int(&w->json, "noise_placement_worst_ppm", noise->placement_worst);
    json_int(&w->json, "noise_relations", noise->relations);
    json_int(&w->json, "noise_relations_right", noise->relations_right);
    if (noise->run_places) {
        json_int(&w->json, "noise_run_places", noise->run_places);
        json_int(&w->json, "noise_run_places_near", noise->run_places_near);
    }
}

static bool knows_relations(const struct timeline *t)
{
    for (size_t i = 0; i < t->undecided.count; i++)
        if (t->undecided.rows[i].relations)
            return true;
    return false;
}

/* For each first operation the second ones, how many runs go otherwise, and which ways they go. */
static void write_undecided(struct writer *w)
{
    const struct timeline *t = w->t;
    size_t next;
    if (t->measurement.noise.runs == 0)
        return;
    const bool with_relations = knows_relations(t);
    json_line(&w->json, 1);
    json_int(&w->json, "noise_runs", t->measurement.noise.runs);
    open_list(w, "undecided");
    for (size_t i = 0; i < t->undecided.count; i = next) {
        const struct timeline_undecided *rows = t->undecided.rows;
        for (next = i; next < t->undecided.count && rows[next].first == rows[i].first;)
            next++;
        open_line(w);
        json_int(&w->json, "op", rows[i].first);
        json_list(&w->json, "others");
        for (size_t k = i; k < next; k++)
            json_int(&w->json, NULL, rows[k].second);
        json_list_end(&w->json);
        json_list(&w->json, "otherwise");
        for (size_t k = i; k < next; k++)
            json_int(&w->json, NULL, rows[k].otherwise);
        json_list_end(&w->json);
        if (with_relations) {
            json_list(&w->json, "relations");
            for (size_t k = i; k < next; k++)
                json_int(&w->json, NULL, rows[k].relations);
            json_list_end(&w->json);
        }
        json_close(&w->json);
    }
    close_list(w);
}

/* Of the operations that have both times themselves. */
static void write_mode_times(struct writer *w, const char *key, uint32_t first, bool ends)
{
    const struct timeline *t = w->t;
    json_line(&w->json, 3);
    json_list(&w->json, key);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_mode_time *time = &t->mode_times.rows[first + id];
        if (t->ops.rows[id].start == TIMELINE_UNKNOWN || t->ops.rows[id].end == TIMELINE_UNKNOWN)
            continue;
        json_us(&w->json, NULL, (ends ? time->end : time->start) - t->zero);
    }
    json_list_end(&w->json);
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
        open_line(w);
        json_int(&w->json, "runs", mode->runs);
        json_us(&w->json, "wall_us", mode->wall);
        if (has_mode_times(t, mode)) {
            write_mode_times(w, "starts_us", mode->first_time, false);
            write_mode_times(w, "ends_us", mode->first_time, true);
        }
        json_close(&w->json);
    }
    close_list(w);
}

static void write_measurement(struct writer *w)
{
    const struct timeline_measurement *m = &w->t->measurement;
    json_line(&w->json, 1);
    key_positive(w, "repetitions", m->repetitions);
    key_positive(w, "processes", m->processes);
    key_positive(w, "crowded_runs", m->crowded);
    key_name(w, "clock", m->clock);
    key_name(w, "driver", m->driver);
    key_name(w, "date", m->date);
    key_name(w, "command", m->command);
    key_name(w, "host_cpu", m->host_cpu);
    key_spread(w, "wall_spread_us", m->wall_p10, m->wall_p90);
    json_us(&w->json, "instrument_wall_us", m->instrument_wall);
    write_noise(w, &m->noise);
    write_undecided(w);
    write_modes(w);
}

static void write_head(struct writer *w)
{
    const struct timeline *t = w->t;
    json_open(&w->json, NULL);
    json_text(&w->json, "format", "nullstream-timeline");
    json_int(&w->json, "version", 1);
    json_text(&w->json, "source", t->source == TIMELINE_MEASURED ? "measured" : "predicted");
    json_line(&w->json, 1);
    key_name(w, "scenario", t->scenario);
    if (t->program_sha256[0])
        json_text(&w->json, "program_sha256", t->program_sha256);
    if (t->options.count) {
        open_list(w, "options");
        for (size_t i = 0; i < t->options.count; i++)
            json_text(&w->json, NULL, timeline_name(t, t->options.rows[i].text));
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
        open_line(w);
        json_int(&w->json, "id", (int64_t)i);
        key_name(w, "name", thread->name);
        json_text(&w->json, "kind", thread->kind == THREAD_WORKER ? "worker" : "host");
        json_close(&w->json);
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
        open_line(w);
        json_int(&w->json, "id", (int64_t)i);
        json_int(&w->json, "device", stream->device);
        json_int(&w->json, "context", 0);
        key_name(w, "name", stream->name);
        json_text(&w->json, "kind", stream_kind_name(stream->kind));
        json_int(&w->json, "priority", stream->priority);
        if (stream->kind == STREAM_PER_THREAD)
            json_int(&w->json, "thread", stream->thread);
        json_close(&w->json);
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
        open_line(w);
        json_int(&w->json, "id", (int64_t)i);
        key_name(w, "name", event->name);
        json_bool(&w->json, "timing", event->timing);
        if (event->blocking)
            json_bool(&w->json, "blocking", true);
        json_close(&w->json);
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
        open_line(w);
        json_int(&w->json, "thread", range->thread);
        key_name(w, "name", range->name);
        key_time(w, "begin_us", range->begin);
        key_time(w, "end_us", range->end);
        json_close(&w->json);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(w);
    return 0;
}

/* --- operations and calls ------------------------------------------------------------------------
 */

/* A prediction's kernels with the cost that they were given: from their durations alone nobody can
 * tell what they would have taken without others beside them. */
static void write_launch(struct writer *w, const struct program_launch *launch)
{
    key_three(w, "grid", launch->grid);
    key_three(w, "block", launch->block);
    json_int(&w->json, "shared_bytes", launch->shared_bytes);
    json_int(&w->json, "registers", launch->registers);
    if (launch->cooperative)
        json_bool(&w->json, "cooperative", true);
    if (launch->cluster_blocks > 1)
        json_int(&w->json, "cluster_blocks", launch->cluster_blocks);
    if (launch->carveout >= 0)
        json_int(&w->json, "carveout", launch->carveout);
    if (launch->priority != INT32_MIN)
        json_int(&w->json, "priority", launch->priority);
    if (w->t->source == TIMELINE_PREDICTED && launch->cost != COST_WORK)
        json_us(&w->json, launch->cost == COST_TIME ? "time_us" : "block_time_us", launch->time);
}

static void write_detail(struct writer *w, const struct timeline_op *op)
{
    const struct timeline *t = w->t;
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        if (op->detail)
            write_launch(w, &t->launches.rows[op->detail]);
        if (op->block_mean)
            json_us(&w->json, "block_mean_us", op->block_mean);
        break;
    case OP_COPY:
    case OP_MEMSET:
        if (op->detail) {
            const struct program_copy *copy = &t->copies.rows[op->detail];
            if (op->kind == OP_COPY)
                json_text(&w->json, "direction", copy_kind_name(copy->kind));
            json_int(&w->json, "bytes", (int64_t)program_copy_bytes(copy));
            if (copy->host_memory != MEMORY_NONE)
                json_text(&w->json, "memory", memory_kind_name(copy->host_memory));
        }
        break;
    case OP_RECORD:
    case OP_WAIT:
        if (op->detail) {
            json_int(&w->json, "event", op->detail);
            json_int(&w->json, "generation", op->generation);
        }
        break;
    case OP_HOST:
        if (op->detail) {
            if (t->hostfns.rows[op->detail].callback)
                json_bool(&w->json, "callback", true);
            if (t->hostfns.rows[op->detail].time > 0)
                json_us(&w->json, "work_us", t->hostfns.rows[op->detail].time);
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
    json_key(&w->json, "machine");
    struct strbuf *sb = w->json.sb;
    strbuf_addc(sb, '"');
    strbuf_adds(sb, machine_kind_name((enum machine_kind)op->machine));
    if (op->machine == MACHINE_COPY)
        json_add_int(sb, op->machine_index);
    strbuf_addc(sb, '"');
}

static void write_op(struct writer *w, uint32_t id)
{
    const struct timeline *t = w->t;
    const struct timeline_op *op = &t->ops.rows[id];
    json_int(&w->json, "id", id);
    key_name(w, "name", op->name);
    json_text(&w->json, "kind", op_kind_name((enum op_kind)op->kind));
    if (op->stream < t->streams.count)
        json_int(&w->json, "device", t->streams.rows[op->stream].device);
    json_int(&w->json, "stream", op->stream);
    json_int(&w->json, "thread", op->thread);
    key_place(w, op->place);
    if (op->flags & OP_GUESSED)
        json_bool(&w->json, "guessed", true);
    if (op->flags & OP_FAILED)
        json_bool(&w->json, "failed", true);
    json_line(&w->json, 3);
    write_detail(w, op);
    write_machine(w, op);
    json_line(&w->json, 3);
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
        json_list(&w->json, "after");
        for (uint32_t i = 0; i < op->after_count; i++)
            json_int(&w->json, NULL, t->afters.rows[op->first_after + i]);
        json_list_end(&w->json);
    }
    key_waits(w, op->first_wait, op->wait_count, op->call);
    json_close(&w->json);
}

/* `answer`: NULL if it has none. */
static void write_call(struct writer *w, const struct timeline_call *call,
                       const struct timeline_answer *answer)
{
    json_int(&w->json, "thread", call->thread);
    json_text(&w->json, "name", call->call ? call_info((enum call)call->call)->name : "?");
    key_place(w, call->place);
    if (call->op != TIMELINE_NO_OP)
        json_int(&w->json, "op", call->op);
    if (call->result)
        json_int(&w->json, "result", call->result);
    if (call->result)
        json_text(&w->json, "error", cuda_error_name(call->result));
    key_time(w, "enter_us", call->enter);
    key_time(w, "return_us", call->returned);
    if (answer) {
        json_us(&w->json, "elapsed_us", answer->elapsed);
        key_spread(w, "elapsed_spread_us", answer->p10, answer->p90);
    }
    if (call->giver) {
        json_int(&w->json, "by_thread", call->giver - 1);
        key_time(w, "told_us", call->given);
    }
    if (call->turns == TIMELINE_TIMED)
        json_true(&w->json, "has_end", true);
    else if (call->turns > 1)
        json_int(&w->json, "turns", call->turns);
    key_waits(w, call->first_wait, call->wait_count, call->enter);
    json_close(&w->json);
}

int timeline_json_write(const struct timeline *timeline, struct sink *sink, struct err *err)
{
    struct writer w = {.t = timeline, .json = json_writer_on(&sink->text)};
    write_head(&w);
    if (write_device(&w, sink, err) < 0)
        return -1;
    json_us(&w.json, "span_us", timeline->span);
    json_us(&w.json, "wall_us", timeline->wall);
    write_threads(&w);
    write_streams(&w);
    if (write_events(&w, sink, err) < 0 || write_ranges(&w, sink, err) < 0)
        return -1;
    open_list(&w, "operations");
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        open_line(&w);
        write_op(&w, id);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(&w);
    open_list(&w, "calls");
    size_t next = 0; /* of the answers, which stand in the order of their calls */
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_answer *answer = NULL;
        if (next < timeline->answers.count && timeline->answers.rows[next].call == i)
            answer = &timeline->answers.rows[next++];
        open_line(&w);
        write_call(&w, &timeline->calls.rows[i], answer);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    close_list(&w);
    if (timeline->program.length) {
        json_bytes(&w.json, "program", timeline->program.text, timeline->program.length);
        json_line(&w.json, 1);
    }
    if (timeline->output.length) {
        json_bytes(&w.json, "output", timeline->output.text, timeline->output.length);
    }
    json_close(&w.json);
    strbuf_addc(&sink->text, '\n');
    return sink_finish(sink, err);
}
