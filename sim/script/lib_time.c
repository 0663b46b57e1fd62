/* Clocks, sleeps and declared host work, in virtual time. */
#include "sim/script/lib.h"

#include <math.h>

/* 2025-01-01 00:00:00 UTC: what the system clock shows when a program begins. */
#define EPOCH INT64_C(1735689600)

static enum vm_action ask_clock(struct vm_call *call, struct err *err)
{
    (void)err;
    script_of(call)->record = (struct program_record){.call = CALL_host_clock};
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

static enum vm_action clock_now(struct vm_call *call, const void *answer, struct err *err)
{
    (void)err;
    int64_t base = call->args[0].i == 1 ? EPOCH * 1000000000 : 0;
    return answer_with(call, base + now_of(call, answer));
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

static enum vm_action work(struct vm_call *call, double ns, struct err *err)
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
    script->record = (struct program_record){.call = CALL_host_work, .value = (int64_t)(ns + 0.5)};
    return VM_SUSPEND;
}

static enum vm_action sleep_scaled(struct vm_call *call, int64_t scale, struct err *err)
{
    if (vm_known(call, 0, "time to sleep", err) != 0)
        return VM_FAIL;
    int64_t n = call->args[0].i < 0 ? 0 : call->args[0].i;
    return work(call, (double)n * (double)scale, err);
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
    return work(call, fmax(0, (double)pair[0] * 1e9 + (double)pair[1]), err);
}

static enum vm_action do_host_work_us(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "time", err) != 0)
        return VM_FAIL;
    return work(call, call->args[0].d * 1000.0, err);
}

/* The expression of a pragma, of whatever type. */
static enum vm_action do_host_time(struct vm_call *call, struct err *err)
{
    const struct type *type = call->site->arg_types[0];
    const struct vm_cell *arg = &call->args[0];
    if (vm_known(call, 0, "time", err) != 0)
        return VM_FAIL;
    return work(call,
                type->kind == TYPE_FLOAT        ? (double)arg->f
                : type_is_floating(type)        ? arg->d
                : type_is_unsigned(type->plain) ? (double)arg->u
                                                : (double)arg->i,
                err);
}

const struct vm_builtin lib_time[] = {
    {"__ns_clock_now", ask_clock, clock_now},
    {"clock", ask_clock, clock_cpu},
    {"time", ask_clock, clock_time},
    {"clock_gettime", ask_clock, clock_gettime_answer},
    {"gettimeofday", ask_clock, gettimeofday_answer},
    {"host_time_us", ask_clock, clock_host_us},
    {"usleep", do_usleep, NULL},
    {"sleep", do_sleep, NULL},
    {"nanosleep", do_nanosleep, NULL},
    {"__ns_sleep", do_ns_sleep, NULL},
    {"host_work_us", do_host_work_us, NULL},
    {"__ns_host_time", do_host_time, NULL},
    {NULL, NULL, NULL},
};
