#include "sim/io/timeline_json.h"

#include "sim/io/timeline_reader.h"

#include <stdlib.h>

static int read_device(struct reader *r)
{
    if (!r->has_device) { /* the first names the timeline */
        r->device_name = (uint32_t)value(r, SAX_KEY_NAME, 0);
        r->profile = (uint32_t)value(r, SAX_KEY_PROFILE, 0);
        r->rules = (uint32_t)value(r, SAX_KEY_RULES, 0);
        r->has_device = true;
    }
    return 0;
}

static int read_thread(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (reader_check_id(r, id) < 0 || id > UINT16_MAX)
        return sax_fail(&r->sax, "a thread's id is out of range");
    ROW_AT(r->program.threads, id);
    r->program.threads.rows[id] = (struct program_thread){
        .kind = (enum thread_kind)value(r, SAX_KEY_KIND, THREAD_HOST),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
    };
    return 0;
}

static int read_stream(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (reader_check_id(r, id) < 0)
        return -1;
    ROW_AT(r->program.streams, id);
    r->program.streams.rows[id] = (struct program_stream){
        .kind = (enum stream_kind)value(r, SAX_KEY_KIND, id ? STREAM_BLOCKING : STREAM_LEGACY),
        .priority = (int32_t)value(r, SAX_KEY_PRIORITY, 0),
        .device = (uint32_t)value(r, SAX_KEY_DEVICE, 0),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .thread = (uint16_t)value(r, SAX_KEY_THREAD, 0),
    };
    return 0;
}

static int read_event(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (reader_check_id(r, id) < 0)
        return -1;
    if (id == 0)
        return sax_fail(&r->sax, "event ids count from 1");
    ROW_AT(r->program.events, id);
    r->program.events.rows[id] = (struct program_event){
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .timing = value(r, SAX_KEY_TIMING, 1),
        .blocking = value(r, SAX_KEY_BLOCKING, 0),
    };
    return 0;
}

static int read_range(struct reader *r)
{
    struct timeline *t = r->t;
    if (!sax_has(record(r), SAX_KEY_BEGIN))
        return sax_fail(&r->sax, "a range needs \"begin_us\"");
    t->ranges.rows =
        mem_grow(t->ranges.rows, &t->ranges.capacity, t->ranges.count + 1, sizeof *t->ranges.rows);
    t->ranges.rows[t->ranges.count++] = (struct timeline_range){
        .begin = time_of(r, SAX_KEY_BEGIN),
        .end = time_of(r, SAX_KEY_END),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .thread = (uint16_t)value(r, SAX_KEY_THREAD, 0),
    };
    return 0;
}

static void keep_mode_times(struct reader *r, enum sax_key key)
{
    size_t count = record(r)->counts[key];
    const int64_t *from = r->sax.numbers + record(r)->values[key];
    r->mode_times = mem_grow(r->mode_times, &r->mode_time_capacity, r->mode_time_count + count,
                             sizeof *r->mode_times);
    memcpy(r->mode_times + r->mode_time_count, from, count * sizeof *from);
    r->mode_time_count += count;
}

/* Modes come before the operations that their times belong to. */
static int read_mode(struct reader *r)
{
    if (!sax_has(record(r), SAX_KEY_RUNS) || !sax_has(record(r), SAX_KEY_WALL))
        return sax_fail(&r->sax, "a mode needs \"runs\" and \"wall_us\"");
    size_t mode = r->t->modes.count, count = 0;
    timeline_add_mode(r->t, (uint32_t)value(r, SAX_KEY_RUNS, 0), time_of(r, SAX_KEY_WALL));
    if (sax_has(record(r), SAX_KEY_STARTS) && sax_has(record(r), SAX_KEY_ENDS)) {
        count = record(r)->counts[SAX_KEY_STARTS];
        if (count != record(r)->counts[SAX_KEY_ENDS])
            return sax_fail(&r->sax, "a mode has as many starts as ends");
        keep_mode_times(r, SAX_KEY_STARTS);
        keep_mode_times(r, SAX_KEY_ENDS);
    }
    r->mode_counts = mem_grow(r->mode_counts, &r->mode_capacity, mode + 1, sizeof *r->mode_counts);
    r->mode_counts[mode] = count;
    return 0;
}

static int read_undecided(struct reader *r)
{
    const struct sax_record *u = record(r);
    size_t count = sax_has(u, SAX_KEY_OTHERS) ? u->counts[SAX_KEY_OTHERS] : 0;
    if (!sax_has(u, SAX_KEY_OP) || !sax_has(u, SAX_KEY_OTHERWISE) ||
        count != u->counts[SAX_KEY_OTHERWISE])
        return sax_fail(&r->sax, "an undecided operation needs \"op\", \"others\" and as many "
                                 "\"otherwise\"");
    const int64_t *others = r->sax.numbers + u->values[SAX_KEY_OTHERS];
    const int64_t *otherwise = r->sax.numbers + u->values[SAX_KEY_OTHERWISE];
    const int64_t *relations =
        sax_has(u, SAX_KEY_RELATIONS) ? r->sax.numbers + u->values[SAX_KEY_RELATIONS] : NULL;
    if (relations && u->counts[SAX_KEY_RELATIONS] != count)
        return sax_fail(&r->sax, "an undecided operation needs as many \"relations\" as others");
    for (size_t i = 0; i < count; i++) {
        struct timeline_undecided pair = {(uint32_t)value(r, SAX_KEY_OP, 0), (uint32_t)others[i],
                                          (uint32_t)otherwise[i],
                                          relations ? (uint32_t)relations[i] : 0};
        const struct timeline_undecided *last =
            r->t->undecided.count ? &r->t->undecided.rows[r->t->undecided.count - 1] : NULL;
        if (pair.first >= pair.second ||
            (last && (last->first > pair.first ||
                      (last->first == pair.first && last->second >= pair.second))))
            return sax_fail(&r->sax, "undecided operations ascend");
        timeline_add_undecided(r->t, &pair);
    }
    return 0;
}

static int read_step(void *context, const int64_t numbers[3])
{
    struct reader *r = context;
    struct timeline *t = r->t;
    t->sm_steps.rows = mem_grow(t->sm_steps.rows, &t->sm_steps.capacity, t->sm_steps.count + 1,
                                sizeof *t->sm_steps.rows);
    t->sm_steps.rows[t->sm_steps.count++] =
        (struct timeline_sm_step){numbers[0], (int32_t)numbers[1], (int32_t)numbers[2]};
    return 0;
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static uint32_t row_of(const struct reader *r, uint32_t id)
{
    if (r->dense)
        return id < r->id_count ? id : TIMELINE_NO_OP;
    size_t low = 0, high = r->id_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->id_count && r->ids[low] == id ? (uint32_t)low : TIMELINE_NO_OP;
}

/* The modes' times go to the operations that have both times themselves. */
static int place_modes(struct reader *r)
{
    struct timeline *t = r->t;
    const int64_t *times = r->mode_times;
    for (size_t i = 0; i < t->modes.count; i++) {
        size_t count = r->mode_counts[i], used = 0;
        if (count == 0)
            continue;
        size_t first = t->mode_times.count;
        t->mode_times.rows = mem_grow(t->mode_times.rows, &t->mode_times.capacity,
                                      first + t->ops.count, sizeof *t->mode_times.rows);
        t->mode_times.count += t->ops.count;
        t->modes.rows[i].first_time = (uint32_t)first;
        for (size_t id = 0; id < t->ops.count; id++) {
            struct timeline_mode_time *time = &t->mode_times.rows[first + id];
            *time = (struct timeline_mode_time){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
            bool known = t->ops.rows[id].start != TIMELINE_UNKNOWN &&
                         t->ops.rows[id].end != TIMELINE_UNKNOWN;
            if (known && used < count) {
                *time = (struct timeline_mode_time){times[used], times[count + used]};
                if (time->end < time->start)
                    return sax_fail(&r->sax, "in a mode an operation ends before it starts");
            }
            used += known;
        }
        if (used != count)
            return sax_fail(&r->sax, "a mode has %zu starts for %zu operations", count, used);
        times += 2 * count;
    }
    return 0;
}

/* From ids to rows. */
static int resolve(struct reader *r)
{
    struct timeline *t = r->t;
    for (size_t i = 0; i < t->waits.count; i++) {
        uint32_t *blocker = &t->waits.rows[i].blocker;
        uint32_t id = *blocker;
        if (id != TIMELINE_NO_OP && (*blocker = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "a wait is \"for\" operation %u, which is not there", id);
    }
    for (size_t i = 0; i < t->afters.count; i++) {
        uint32_t id = t->afters.rows[i];
        if ((t->afters.rows[i] = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "\"after\" names operation %u, which is not there", id);
    }
    for (size_t i = 0; i < t->calls.count; i++) {
        uint32_t id = t->calls.rows[i].op;
        if (id != TIMELINE_NO_OP && (t->calls.rows[i].op = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "a call's \"op\" is %u, which is not there", id);
    }
    for (size_t i = 0; i < t->undecided.count; i++) {
        struct timeline_undecided *pair = &t->undecided.rows[i];
        uint32_t first = row_of(r, pair->first), second = row_of(r, pair->second);
        if (first == TIMELINE_NO_OP || second == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "undecided operation %u is not there",
                            first == TIMELINE_NO_OP ? pair->first : pair->second);
        pair->first = first;
        pair->second = second;
    }
    if (r->top_stream >= r->program.streams.count)
        return sax_fail(&r->sax, "stream %u is not in \"streams\"", r->top_stream);
    return 0;
}

static int take_measurement(struct reader *r)
{
    const struct sax_record *top = &r->sax.top;
    struct timeline_measurement *m = &r->t->measurement;
    m->repetitions = (uint32_t)sax_value(top, SAX_KEY_REPETITIONS, 0);
    m->processes = (uint32_t)sax_value(top, SAX_KEY_PROCESSES, 0);
    m->crowded = (uint32_t)sax_value(top, SAX_KEY_CROWDED_RUNS, 0);
    m->clock = (uint32_t)sax_value(top, SAX_KEY_CLOCK, 0);
    m->driver = (uint32_t)sax_value(top, SAX_KEY_DRIVER, 0);
    m->date = (uint32_t)sax_value(top, SAX_KEY_DATE, 0);
    m->command = (uint32_t)sax_value(top, SAX_KEY_COMMAND, 0);
    m->host_cpu = (uint32_t)sax_value(top, SAX_KEY_HOST_CPU, 0);
    m->instrument_wall = sax_value(top, SAX_KEY_INSTRUMENT_WALL, TIMELINE_UNKNOWN);
    m->noise = (struct timeline_noise){
        .wall = sax_value(top, SAX_KEY_NOISE_WALL, TIMELINE_UNKNOWN),
        .placement_median = sax_value(top, SAX_KEY_NOISE_MEDIAN, TIMELINE_UNKNOWN),
        .placement_p95 = sax_value(top, SAX_KEY_NOISE_P95, TIMELINE_UNKNOWN),
        .placement_worst = sax_value(top, SAX_KEY_NOISE_WORST, TIMELINE_UNKNOWN),
        .relations = sax_value(top, SAX_KEY_NOISE_RELATIONS, TIMELINE_UNKNOWN),
        .relations_right = sax_value(top, SAX_KEY_NOISE_RELATIONS_RIGHT, TIMELINE_UNKNOWN),
        .runs = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUNS, 0),
        .run_places = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUN_PLACES, 0),
        .run_places_near = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUN_PLACES_NEAR, 0),
    };
    if (m->noise.run_places_near > m->noise.run_places)
        return sax_fail(&r->sax, "\"noise_run_places_near\" is more than \"noise_run_places\"");
    if (sax_has(top, SAX_KEY_WALL_SPREAD)) {
        m->wall_p10 = r->sax.wall_spread[0];
        m->wall_p90 = r->sax.wall_spread[1];
    }
    return 0;
}

static int read_top(struct reader *r)
{
    const struct sax_record *top = &r->sax.top;
    struct timeline *t = r->t;
    if (!sax_has(top, SAX_KEY_FORMAT))
        return sax_fail(&r->sax, "\"format\" is missing: this is no nullstream timeline");
    if (sax_value(top, SAX_KEY_VERSION, 0) != 1)
        return sax_fail(&r->sax, "this version of the format is not known here (1 is)");
    if (!sax_has(top, SAX_KEY_OPERATIONS) && t->ops.count == 0 && !sax_has(top, SAX_KEY_SOURCE))
        return sax_fail(&r->sax, "\"source\" is missing");
    if (r->sax.sha256.length >= sizeof t->program_sha256)
        return sax_fail(&r->sax, "\"program_sha256\" has 64 digits");
    if (resolve(r) < 0 || place_modes(r) < 0)
        return -1;
    ROW_AT(r->program.threads, r->top_thread);
    timeline_take_tables(t, &r->program);
    t->source = (enum timeline_source)sax_value(top, SAX_KEY_SOURCE, TIMELINE_PREDICTED);
    t->scenario = (uint32_t)sax_value(top, SAX_KEY_SCENARIO, 0);
    t->device_name = r->device_name;
    t->profile = r->profile;
    t->rules = r->rules;
    memcpy(t->program_sha256, r->sax.sha256.text, r->sax.sha256.length + 1);
    strbuf_add(&t->output, r->sax.output.text, r->sax.output.length);
    strbuf_add(&t->program, r->sax.embedded.text, r->sax.embedded.length);
    for (size_t i = 0; i < r->sax.option_count; i++) {
        t->options.rows = mem_grow(t->options.rows, &t->options.capacity, t->options.count + 1,
                                   sizeof *t->options.rows);
        t->options.rows[t->options.count++].text = r->sax.options[i];
    }
    if (take_measurement(r) != 0)
        return -1;
    timeline_finish(t);
    t->zero = 0;
    t->span = sax_value(top, SAX_KEY_SPAN, t->span);
    t->wall = sax_value(top, SAX_KEY_WALL, t->wall);
    return 0;
}

static int on_object(void *context, enum sax_object object)
{
    struct reader *r = context;
    switch (object) {
    case SAX_TOP:
        return read_top(r);
    case SAX_DEVICE:
        return read_device(r);
    case SAX_THREAD:
        return read_thread(r);
    case SAX_STREAM:
        return read_stream(r);
    case SAX_EVENT:
        return read_event(r);
    case SAX_RANGE:
        return read_range(r);
    case SAX_OP:
        return reader_op(r);
    case SAX_CALL:
        return reader_call(r);
    case SAX_WAIT:
        return reader_wait(r);
    case SAX_MODE:
        return read_mode(r);
    case SAX_UNDECIDED:
        return read_undecided(r);
    }
    return 0;
}

int timeline_json_read(struct timeline *timeline, const char *text, size_t length, const char *file,
                       struct err *err)
{
    struct reader *r = mem_zalloc(sizeof *r);
    r->t = timeline;
    r->dense = true;
    program_init(&r->program);
    r->sax.program = &r->program;
    r->sax.object = on_object;
    r->sax.step = read_step;
    r->sax.context = r;
    int result = sax_read(&r->sax, text, length, file, err);
    sax_release(&r->sax);
    program_release(&r->program);
    free(r->ids);
    free(r->mode_times);
    free(r->mode_counts);
    free(r);
    return result;
}
