#include "gpu/running.h"

/* Runs that do not count take no longer in all, ns. */
#define AGAIN_TIME INT64_C(100000000)

/* To longer runs it does not matter what their first calls take, ns. */
#define LEAD_MOST INT64_C(20000000)

static uint32_t thread_count(const struct running *running)
{
    return (uint32_t)running->plan->program->threads.count;
}

/* For a program that makes threads. */
static void hold_cores(struct running *running)
{
    struct device *device = running->device;
    if (running->plan->creates > 0)
        device->api->cores_hold(device);
    else
        device->api->cores_let_go(device); /* they may still be held from another program's runs */
}

static int perform(struct running *running, struct err *err)
{
    int result = run_perform(&running->run, err);
    running->took = result == 0 ? run_duration(&running->run) : 0;
    return result;
}

/* The program once more before the run that is kept, which then finds caches, driver and sleeping
 * threads as a program does that has just been at the same work, however long it took to come from
 * the run before to this one. */
static int lead_in(struct running *running, struct err *err)
{
    if (!running->leads)
        return 0;
    uint64_t tag = running->run.first_tag;
    running->run.first_tag = 0;
    int result = perform(running, err);
    running->run.first_tag = tag;
    process_alive(running->process);
    hold_cores(running);
    return result;
}

/* What copies find in pageable memory is made last. */
static int prepare(struct running *running, struct err *err)
{
    hold_cores(running);
    return lead_in(running, err) || host_memory_prepare(&running->memory, err) ? -1 : 0;
}

/* On the core that the runs will be on, but free to go: threads that the driver makes now may run
 * anywhere for good. */
int running_warm_up(struct running *running, struct err *err)
{
    struct device *device = running->device;
    device->api->cores_take(device, thread_count(running));
    device->api->cores_leave(device);
    int result = prepare(running, err) || perform(running, err) ? -1 : 0;
    process_step(running->process);
    return result;
}

int running_begin(struct running *running, struct err *err)
{
    int result = 0;
    if (running->took == TIMELINE_UNKNOWN)
        result = running_warm_up(running, err);
    running->leads = running->took <= LEAD_MOST;
    cores_again_init(&running->again, AGAIN_TIME, running->session->options->repetitions);
    return result;
}

int running_perform(struct running *running, bool *counts, struct err *err)
{
    struct device *device = running->device;
    bool moved = device->api->cores_take(device, thread_count(running));
    int result = prepare(running, err);
    device->api->cores_begin(device);
    if (result == 0)
        result = perform(running, err);
    bool quiet = device->api->cores_leave(device);
    hold_cores(running); /* for the next run, which does not begin behind system calls then */
    process_step(running->process);
    *counts = (quiet && !moved) || !cores_again(&running->again, running->took);
    if (*counts && !quiet)
        running->crowded++;
    return result;
}
