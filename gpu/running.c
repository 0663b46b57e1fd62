#include "gpu/running.h"

/* Runs that do not count take no longer in all, ns. */
#define AGAIN_TIME INT64_C(100000000)

static uint32_t thread_count(const struct running *running)
{
    return (uint32_t)running->plan->program->threads.count;
}

void running_begin(struct running *running)
{
    cores_again_init(&running->again, AGAIN_TIME, running->session->options->repetitions);
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

/* On the core that the runs will be on, but free to go: threads that the driver makes now may run
 * anywhere for good. */
int running_warm_up(struct running *running, struct err *err)
{
    struct device *device = running->device;
    device->api->cores_take(device, thread_count(running));
    device->api->cores_leave(device);
    hold_cores(running);
    int result = host_memory_prepare(&running->memory, err);
    if (result == 0)
        result = run_perform(&running->run, err);
    process_step(running->process);
    return result;
}

int running_perform(struct running *running, bool *counts, struct err *err)
{
    struct device *device = running->device;
    bool moved = device->api->cores_take(device, thread_count(running));
    hold_cores(running);
    int result = host_memory_prepare(&running->memory, err);
    device->api->cores_begin(device);
    if (result == 0)
        result = run_perform(&running->run, err);
    int64_t took = result == 0 ? run_duration(&running->run) : 0;
    bool quiet = device->api->cores_leave(device);
    hold_cores(running); /* for the next run, which does not begin behind system calls then */
    process_step(running->process);
    *counts = (quiet && !moved) || !cores_again(&running->again, took);
    if (*counts && !quiet)
        running->crowded++;
    return result;
}
