/* Clocks, sleeps and declared host work, in virtual time. */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <math.h>

/* 2025-01-01 00:00:00 UTC: what the system clock shows when a program begins. */
#define EPOCH INT64_C(1735689600)

static enum vm_action ask_clock(struct vm_call *call, struct err *err)
{
    (void)err;
    script_of(call)->record = (struct program_record){.call = CALL_host_clock};
    script_running(call)->readings++;
    return VM_SUSPEND;
}

static int64_t now_of(struct vm_call *call, const void *answer)
{
    const struct runtime_answer *a = answer;
    vm_clock_read(call->vm, call->thread);
    return a->now;
}

static enum vm_action answer_with(struct vm_call *call, int64_t value)
{
    call->result.i = value;
    call->result.tag = MEMORY_TIMED;
    return VM_OK;
}

/* That record is a reading of this time. */
static void add_reading(struct script *script, int64_t time, uint32_t record, uint32_t number)
{
    script->readings = mem_grow(script->readings, &script->reading_capacity,
                                script->reading_count + 1, sizeof *script->readings);
    size_t at =
        script->reading_count++; /* another thread may be ahead of this one, but not by much */
    for (; at > 0 && script->readings[at - 1].time > time; at--)
        script->readings[at] = script->readings[at - 1];
    script->readings[at] = (struct script_reading){time, record, script->running, number};
    if (script->readings_used > at)
        script->readings_used = at;
}

/* The running thread has read a clock of std::chrono, whose answer is its last record. */
static void note_reading(const struct vm_call *call, int64_t time)
{
    struct script *script = script_of(call);
    struct program *program = script->program;
    for (size_t i = program->records.count; i-- > 0;) {
        struct program_record *record = &program->records.rows[i];
        if (program->records.count - i > 1000)
            return; /* too long ago to look for */
        if (record->call != CALL_host_clock || record->thread != script->running)
            continue;
        record->flags |= RECORD_KEPT; /* so far */
        add_reading(script, time, (uint32_t)i, script_running(call)->readings - 1);
        return;
    }
}

static void used(struct script *script, const struct script_reading *reading)
{
    script->program->records.rows[reading->record].flags &= (uint8_t)~RECORD_KEPT;
}

/* A time that no clock said, such as now() + 5ms: any reading may be what it was made of. */
static void note_shifted(struct script *script)
{
    while (script->readings_used < script->reading_count)
        used(script, &script->readings[script->readings_used++]);
}

/* Somebody takes the difference of that time to another. */
static void note_difference(struct script *script, int64_t time)
{
    size_t low = 0;
    for (size_t high = script->reading_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (script->readings[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == script->reading_count || script->readings[low].time != time)
        note_shifted(script);
    for (; low < script->reading_count && script->readings[low].time == time; low++)
        used(script, &script->readings[low]);
}

static enum vm_action clock_now(struct vm_call *call, const void *answer, struct err *err)
{
    (void)err;
    int64_t base = call->args[0].i == 1 ? EPOCH * 1000000000 : 0, now = now_of(call, answer);
    note_reading(call, now);
    return answer_with(call, base + now);
}

static enum vm_action do_clock_used(struct vm_call *call, struct err *err)
{
    (void)err;
    int64_t base = call->args[0].i >= EPOCH * 1000000000 ? EPOCH * 1000000000 : 0;
    note_difference(script_of(call), call->args[0].i - base);
    call->result = call->args[0];
    call->passes_time = true;
    return VM_OK;
}

static enum vm_action clock_cpu(struct vm_call *call, const void *answer, struct err *err)
{
    (void)err;
    return answer_with(call, now_of(call, answer) / 1000);
}

static enum vm_action clock_host_us(struct vm_call *call, const void *answer, struct err *err)
{
    (void)err;
    call->result.d = (double)now_of(call, answer) / 1000.0;
    call->result.tag = MEMORY_TIMED;
    return VM_OK;
}

static enum vm_action clock_time(struct vm_call *call, const void *answer, struct err *err)
{
    int64_t seconds = EPOCH + now_of(call, answer) / 1000000000;
    if (call->args[0].u != 0 &&
        vm_write_bytes(call, call->args[0].u, &seconds, 8, MEMORY_TIMED, err) != 0)
        return VM_FAIL;
    return answer_with(call, seconds);
}

/* {seconds, rest} where `address` points. */
static enum vm_action put_time(struct vm_call *call, uint64_t address, int64_t ns, int64_t unit,
                               struct err *err)
{
    int64_t pair[2] = {ns / 1000000000, ns % 1000000000 / unit};
    if (vm_write_bytes(call, address, pair, sizeof pair, MEMORY_TIMED, err) != 0)
        return VM_FAIL;
    return VM_OK;
}

static enum vm_action clock_gettime_answer(struct vm_call *call, const void *answer,
                                           struct err *err)
{
    int64_t base = call->args[0].i == 0 ? EPOCH * 1000000000 : 0; /* CLOCK_REALTIME */
    return put_time(call, call->args[1].u, base + now_of(call, answer), 1, err);
}

static enum vm_action gettimeofday_answer(struct vm_call *call, const void *answer, struct err *err)
{
    return put_time(call, call->args[0].u, EPOCH * 1000000000 + now_of(call, answer), 1000, err);
}

/* ---- host time ---- */

static enum vm_action work(struct vm_call *call, enum call what, double ns, struct err *err)
{
    struct script *script = script_of(call);
    if (!(ns >= 0) || ns > 9e18) {
        if (isnan(ns))
            err_set(err, ERR_INPUT, "the time that the host is busy is no number here");
        else
            err_set(err, ERR_INPUT, "the host is busy for %g us here: %s", ns / 1000,
                    ns < 0 ? "it cannot be less than 0" : "that is too much");
        return VM_FAIL;
    }
    script->record = (struct program_record){.call = (uint16_t)what, .value = (int64_t)(ns + 0.5)};
    return VM_SUSPEND;
}

static enum vm_action sleep_scaled(struct vm_call *call, int64_t scale, struct err *err)
{
    if (vm_known(call, 0, "time to sleep", err) != 0)
        return VM_FAIL;
    int64_t n = call->args[0].i < 0 ? 0 : call->args[0].i;
    /* to yield is to sleep for no time */
    return work(call, n ? CALL_host_sleep : CALL_host_work, (double)n * (double)scale, err);
}

static enum vm_action do_usleep(struct vm_call *call, struct err *err)
{
    return sleep_scaled(call, 1000, err);
}

static enum vm_action do_sleep(struct vm_call *call, struct err *err)
{
    return sleep_scaled(call, 1000000000, err);
}

static enum vm_action do_ns_sleep(struct vm_call *call, struct err *err)
{
    return sleep_scaled(call, 1, err);
}

enum { UNIT_NS = 1000 }; /* programs say their times in us or longer */

/* The largest power of ten that divides it, from UNIT_NS on; 0: none does. */
static int64_t roundness(int64_t ns)
{
    int64_t unit = 0;
    for (int64_t next = UNIT_NS; ns > 0 && ns % next == 0; next *= 10)
        unit = next;
    return unit;
}

/* The reading of the running thread that a time was made of, by adding to it. Readings are no round
 * numbers of ns, and what programs add is: it is the one from which the time is roundest, among
 * so few that chance hardly makes another one as round. NULL: there is none, or more than one. */
static const struct script_reading *reading_behind(const struct script *script, int64_t time)
{
    enum { LOOKED_AT = 128 };
    const struct script_reading *best = NULL;
    int64_t most = 0;
    bool is_one = false;
    for (size_t i = script->reading_count, looked = 0; i-- > 0 && looked < LOOKED_AT;) {
        const struct script_reading *reading = &script->readings[i];
        if (reading->thread != script->running)
            continue;
        looked++;
        int64_t after = time - reading->time, unit = roundness(after);
        if (unit == 0 || unit < most || after / UNIT_NS > UINT32_MAX)
            continue;
        is_one = unit > most || best->time == reading->time;
        most = unit;
        best = reading;
    }
    return is_one ? best : NULL;
}

static enum vm_action do_sleep_until(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "time", err) != 0)
        return VM_FAIL;
    struct script *script = script_of(call);
    const struct script_thread *thread = script_running(call);
    int64_t left = call->args[0].i - (thread->now + thread->debt);
    enum vm_action action = work(call, CALL_host_sleep, left > 0 ? (double)left : 0, err);
    const struct script_reading *reading = reading_behind(script, call->args[0].i);
    if (action == VM_SUSPEND && reading) {
        script->record.count = WORK_UNTIL + reading->number;
        script->record.object = (uint32_t)((call->args[0].i - reading->time) / UNIT_NS);
    } else if (left <= 0) {
        script->record.call = CALL_host_work; /* as a yield */
    }
    return action;
}

static enum vm_action do_nanosleep(struct vm_call *call, struct err *err)
{
    int64_t pair[2];
    unsigned tag;
    if (vm_known(call, 0, "pointer", err) != 0 ||
        vm_read_bytes(call, call->args[0].u, pair, sizeof pair, &tag, err) != 0)
        return VM_FAIL;
    if (tag & MEMORY_UNKNOWN) {
        err_set(err, ERR_INPUT, "nanosleep: the time to sleep is unknown");
        return VM_FAIL;
    }
    return work(call, CALL_host_sleep, fmax(0, (double)pair[0] * 1e9 + (double)pair[1]), err);
}

static enum vm_action do_host_work_us(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "time", err) != 0)
        return VM_FAIL;
    return work(call, CALL_host_work, call->args[0].d * 1000.0, err);
}

/* A number of a pragma, of whatever type. */
static double number(const struct vm_call *call, int index)
{
    const struct type *type = call->site->arg_types[index];
    const struct vm_cell *arg = &call->args[index];
    return type->kind == TYPE_FLOAT        ? (double)arg->f
           : type_is_floating(type)        ? arg->d
           : type_is_unsigned(type->plain) ? (double)arg->u
                                           : (double)arg->i;
}

static enum vm_action do_host_time(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    if (vm_known(call, 0, "time", err) != 0 ||
        work(call, CALL_host_work, number(call, 0), err) != VM_SUSPEND)
        return VM_FAIL;
    const struct vm_frame *frame = &call->thread->frames[call->thread->frame_count - 1];
    const char *name = script->vm.code->functions[frame->function].source->display_name;
    if (!script->vm.concurrent)
        return script_enter(script, script->record.value, name, err) == 0 ? VM_OK : VM_FAIL;
    script->moves = name;
    return VM_SUSPEND; /* other threads may see in memory that it has not ended yet */
}

static enum vm_action touch(struct vm_call *call, bool write, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "number of bytes", err) != 0)
        return VM_FAIL;
    double bytes = number(call, 1);
    if (!(bytes >= 0) || bytes > 9e18) {
        err_set(err, ERR_INPUT, "%g bytes cannot be touched", bytes);
        return VM_FAIL;
    }
    script_touch(script_of(call), call->args[0].u, (uint64_t)bytes, write, false);
    return VM_OK;
}

static enum vm_action do_host_reads(struct vm_call *call, struct err *err)
{
    return touch(call, false, err);
}

static enum vm_action do_host_writes(struct vm_call *call, struct err *err)
{
    return touch(call, true, err);
}

/* Up to the end of what it points into; a pointer that is not known points to nothing that CUDA
 * knows. */
static enum vm_action may_touch(struct vm_call *call, bool write)
{
    struct script *script = script_of(call);
    if (!(call->args[0].tag & MEMORY_UNKNOWN))
        script_touch(script, call->args[0].u, UINT64_MAX, write, true);
    return VM_OK;
}

static enum vm_action do_host_may_read(struct vm_call *call, struct err *err)
{
    (void)err;
    return may_touch(call, false);
}

static enum vm_action do_host_may_write(struct vm_call *call, struct err *err)
{
    (void)err;
    return may_touch(call, true);
}

const struct vm_builtin lib_time[] = {
    {"__ns_clock_now", ask_clock, clock_now},
    {"__ns_clock_used", do_clock_used, NULL},
    {"clock", ask_clock, clock_cpu},
    {"time", ask_clock, clock_time},
    {"clock_gettime", ask_clock, clock_gettime_answer},
    {"gettimeofday", ask_clock, gettimeofday_answer},
    {"host_time_us", ask_clock, clock_host_us},
    {"usleep", do_usleep, NULL},
    {"sleep", do_sleep, NULL},
    {"nanosleep", do_nanosleep, NULL},
    {"__ns_sleep", do_ns_sleep, NULL},
    {"__ns_sleep_until", do_sleep_until, NULL},
    {"host_work_us", do_host_work_us, NULL},
    {"__ns_host_time", do_host_time, NULL},
    {"__ns_host_reads", do_host_reads, NULL},
    {"__ns_host_writes", do_host_writes, NULL},
    {"__ns_host_may_read", do_host_may_read, NULL},
    {"__ns_host_may_write", do_host_may_write, NULL},
    {NULL, NULL, NULL},
};
