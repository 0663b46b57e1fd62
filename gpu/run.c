#include "gpu/run.h"

#include "gpu/call.h"
#include "gpu/host_memory.h"
#include "gpu/published.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/timeline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void run_init(struct run *run, struct objects *objects, struct process_page *page)
{
    const struct plan *plan = objects->plan;
    *run = (struct run){.plan = plan, .objects = objects, .device = objects->device, .page = page};
    run->calls = mem_zalloc((plan->program->records.count + 1) * sizeof *run->calls);
    run->bodies = mem_zalloc((plan->op_count + 1) * sizeof *run->bodies);
    run->answers = mem_zalloc((plan->answer_count + 1) * sizeof *run->answers);
}

void run_release(struct run *run)
{
    free(run->calls);
    free(run->bodies);
    free(run->answers);
    memset(run, 0, sizeof *run);
}

/* A run in progress. What fails first is kept; from then on threads only start, join and lock, so
 * that all of them come to their end. */
struct progress {
    struct run *run;
    atomic_bool failed;
    atomic_uint unborn;    /* threads that have not begun */
    pthread_mutex_t mutex; /* guards *err */
    struct err *err;
    struct host_body {
        struct progress *progress;
        uint32_t record; /* of the call that put it into its stream */
    } * bodies;          /* by operation */
    struct host_start {
        struct progress *progress;
        uint32_t thread;
        bool started;
    } * starts;             /* by thread */
    atomic_uint *published; /* by atomic: how often the run has written it */
};

static void stand_at(struct progress *progress, uint32_t thread, uint32_t position)
{
    struct process_page *page = progress->run->page;
    uint32_t row = thread < PROCESS_POSITIONS ? thread : PROCESS_POSITIONS - 1;
    if (page)
        atomic_store_explicit(&page->positions[row], position, memory_order_relaxed);
}

/* The first failure is the one that is told. */
static void fail(struct progress *progress, const struct err *err)
{
    pthread_mutex_lock(&progress->mutex);
    if (!atomic_exchange(&progress->failed, true))
        *progress->err = *err;
    pthread_mutex_unlock(&progress->mutex);
}

/* Whether the run makes the call: what allocates or frees memory that is there over all runs is
 * not made. */
static bool is_made(const struct plan *plan, const struct program_record *record)
{
    return !(plan_allocates(record) || plan_frees(record)) || record->object == 0 ||
           plan->live[record->object];
}

static void run_host_function(void *context);

/* The record that is next when a query has told that what a loop waits for is done: behind the one
 * that the recording found it with, or one that waits for something else first. The turns of the
 * loop that the device spares take no time. */
static uint32_t skip_turns(struct run *run, uint32_t index)
{
    const struct plan *plan = run->plan;
    uint32_t next = polls_behind(&plan->polls, plan->program, plan->following, index);
    int64_t now = run->calls[index].to;
    for (uint32_t i = plan->following[index]; i != next; i = plan->following[i])
        run->calls[i] = (struct run_time){now, now};
    return next;
}

/* Returns the thread's next record. */
static uint32_t cuda_call(struct progress *progress, uint32_t index)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = plan_record(progress->run->plan, index);
    uint32_t next = run->plan->following[index];
    struct err err;
    err_init(&err);
    if (atomic_load_explicit(&progress->failed, memory_order_relaxed) ||
        !is_made(run->plan, record))
        return next;
    uint32_t op = run->plan->ops[index];
    struct call_body body = {run_host_function, NULL};
    if (op != PLAN_NONE) {
        progress->bodies[op] = (struct host_body){progress, index};
        body.context = &progress->bodies[op];
    }
    bool tagged = run->first_tag && run->plan->steps[index] == PLAN_OPERATION;
    if (tagged)
        device->api->trace_tag(device, run->first_tag + index);
    run->calls[index].from = device->api->now(device);
    int error = call_make(run, index, &body, &err);
    run->calls[index].to = device->api->now(device);
    if (tagged)
        device->api->trace_tag(device, 0);
    if (error == 0 && run->events && run->plan->steps[index] == PLAN_OPERATION)
        error = end_events_record(run->events, op, run->objects->streams[record->stream]);
    bool tells = call_reports_error(record->call);
    if (error == 0 && run->plan->polls.until[index] != POLLS_NONE)
        return skip_turns(run, index);
    if (error == 0 || error == CUDA_cudaErrorNotReady || error == record->result ||
        (tells && error != -1))
        return next;
    if (error != -1)
        objects_failed(run->objects, record, error, &err);
    fail(progress, &err);
    return next;
}

/* --- the host -----------------------------------------------------------------------------------
 */

static void run_thread(void *context);

/* How late a piece of work may begin behind the last one, ns, for that to be made up: more is a
 * core that was taken away. */
enum { WORK_LATE = 10000 };

/* ns that the record's work or sleep takes from then on; the work of a loop's turns, which is one
 * record, that of one of them. */
static int64_t length(const struct run *run, uint32_t index, int64_t from)
{
    const struct program_record *record = plan_record(run->plan, index);
    uint32_t reading = run->plan->until[index];
    if (run->plan->steps[index] == PLAN_MEANWHILE && record->call == CALL_host_work) {
        uint32_t turns = plan_record(run->plan, reading)->count;
        return turns > 1 ? record->value / turns : record->value;
    }
    if (!program_sleeps_until(record) || reading == PLAN_NONE)
        return record->value;
    int64_t end = run->calls[reading].to + record->object * INT64_C(1000);
    return end > from ? end - from : 0;
}

/* Work of the host, and in its time what the touches in front of it, from `touched` on, do: what
 * the host's caches hold of pageable memory matters to the next copy (sim/runtime/host_cache.c).
 * `*worked` is when work that stands right before was to end, or 0: thousands of pieces of a
 * microsecond, a row of an image each, would take a tenth longer if each began when it is looked
 * at. */
static void work(struct progress *progress, uint32_t touched, uint32_t index, int64_t *worked)
{
    const struct run *run = progress->run;
    struct device *device = run->device;
    int64_t from = run->calls[index].from;
    if (*worked != 0 && *worked < from && from - *worked < WORK_LATE)
        from = *worked;
    int64_t until = *worked = duration_add(from, length(run, index, from));
    int64_t left = until - run->calls[index].from;
    for (uint32_t i = touched; i != PLAN_NONE && i != index; i = run->plan->following[i])
        host_memory_touch(run->objects, plan_record(progress->run->plan, i), until);
    if (touched != PLAN_NONE)
        left = until - device->api->now(device);
    if (program_sleeps(plan_record(run->plan, index))) {
        device->api->sleep(device, left > 0 ? left : 0);
        *worked = 0; /* it ends late by itself */
    } else if (left > 0) {
        device->api->work(device, left);
    }
}

/* Whether the piece of work was over before the last one was, which ended late: to look at the time
 * takes longer than the pieces of a loop that reads a clock until 5 us are over. */
static bool is_over(struct run *run, uint32_t before, uint32_t index, int64_t *worked)
{
    const struct program_record *record = &run->plan->program->records.rows[index];
    if (*worked == 0 || before == PLAN_NONE || !call_is_work((enum call)record->call) ||
        program_sleeps(record) || duration_add(*worked, record->value) > run->calls[before].to)
        return false;
    run->calls[index].from = *worked;
    run->calls[index].to = *worked = duration_add(*worked, record->value);
    return true;
}

/* The record takes no time of its own, so far. */
static void note_moment(struct run *run, uint32_t index)
{
    run->calls[index].from = run->calls[index].to = run->device->api->now(run->device);
}

/* Loops give up long after the prediction had them end: a run whose locks went to others than
 * predicted may come there in another order. */
enum { GIVE_UP_NS = 50000000 };

static bool is_published(const struct progress *progress, const struct published_wait *wait)
{
    return atomic_load_explicit(&progress->published[wait->atomic], memory_order_acquire) >=
               wait->writes ||
           atomic_load_explicit(&progress->failed, memory_order_relaxed);
}

/* Waits in a loop of the program until another thread has written what it looks at. */
static void turn(const struct progress *progress, uint32_t index)
{
    enum { LOOK_NS = 100 };
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct published_wait wait = published_wait_of(run->plan, index);
    note_moment(run, index);
    int64_t most = duration_add(run->calls[index].from, GIVE_UP_NS);
    while (!is_published(progress, &wait) && run->calls[index].to < most) {
        device->api->work(device, LOOK_NS);
        run->calls[index].to = device->api->now(device);
    }
}

static void host_call(struct progress *progress, uint32_t touched, uint32_t index, int64_t *worked)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = plan_record(progress->run->plan, index);
    struct err err;
    err_init(&err);
    int error = 0;
    run->calls[index].from = device->api->now(device);
    switch (record->call) {
    case CALL_thread_create: {
        struct host_start *start = &progress->starts[record->object];
        *start = (struct host_start){progress, record->object, true};
        error = device->api->thread_start(device, record->object, run_thread, start);
        start->started = error == 0;
        break;
    }
    case CALL_thread_join:
        if (progress->starts[record->object].started)
            error = device->api->thread_join(device, record->object);
        progress->starts[record->object].started = false;
        break;
    case CALL_gate_open:
        device->api->gate_open(device);
        break;
    case CALL_lock_acquire:
        device->api->lock_acquire(device, record->object);
        break;
    case CALL_lock_release:
        device->api->lock_release(device, record->object, record->count != RELEASE_OWN);
        break;
    default: /* work, sleep */
        if (!atomic_load_explicit(&progress->failed, memory_order_relaxed))
            work(progress, touched, index, worked);
        break;
    }
    run->calls[index].to = device->api->now(device);
    if (error == 0)
        return;
    plan_refuse(run->plan->program, record, ERR_RUN, &err, "%s: the host refuses",
                call_info((enum call)record->call)->name);
    fail(progress, &err);
}

/* What such a loop does in a turn. It does not if that is written already, and after the last turn
 * that was recorded again and again until it is. */
static void meanwhile(struct progress *progress, uint32_t touched, uint32_t index, int64_t *worked)
{
    const struct plan *plan = progress->run->plan;
    struct device *device = progress->run->device;
    struct run_time *call = &progress->run->calls[index];
    const struct published_wait wait = published_wait_of(plan, index);
    bool is_last = plan->following[index] == plan->until[index], goes_on = true;
    int64_t from = device->api->now(device), most = duration_add(from, GIVE_UP_NS);
    call->to = from;
    while (goes_on && !is_published(progress, &wait)) {
        host_call(progress, touched, index, worked);
        goes_on = is_last && call->to < most;
    }
    call->from = from;
}

/* Performs a thread's records from one on; those of a host function until its end. */
static void perform(struct progress *progress, uint32_t index)
{
    const struct plan *plan = progress->run->plan;
    uint32_t touched = PLAN_NONE; /* the first of the touches that stand right before the record */
    int64_t worked = 0; /* when the work that stands right before it was to end; 0: none does */
    uint32_t looked = PLAN_NONE; /* the last of that behind which the time was looked at */
    while (index != PLAN_NONE) {
        const struct program_record *record = plan_record(progress->run->plan, index);
        bool range = record->call == CALL_range_push || record->call == CALL_range_pop;
        uint32_t next = plan->following[index];
        stand_at(progress, record->thread, index + 1);
        switch (plan->steps[index]) {
        case PLAN_HOST:
            if (touched == PLAN_NONE && is_over(progress->run, looked, index, &worked))
                break;
            host_call(progress, touched, index, &worked);
            looked = index;
            break;
        case PLAN_CALL:
        case PLAN_OPERATION:
            next = cuda_call(progress, index);
            break;
        case PLAN_CLOCK:
            note_moment(progress->run, index);
            break;
        case PLAN_PUBLISH:
            atomic_fetch_add_explicit(&progress->published[record->object], 1,
                                      memory_order_release);
            break;
        case PLAN_TURNS:
            turn(progress, index);
            worked = 0;
            break;
        case PLAN_MEANWHILE:
            meanwhile(progress, touched, index, &worked);
            looked = index;
            break;
        default:
            if (range)
                note_moment(progress->run, index);
            break;
        }
        if (record->call == CALL_thread_end)
            break;
        if (!range && plan->steps[index] != PLAN_SKIP && !call_is_work(record->call))
            worked = 0;
        touched = !call_is_touch(record->call) ? PLAN_NONE : touched == PLAN_NONE ? index : touched;
        index = next;
    }
}

static void run_thread(void *context)
{
    struct host_start *start = context;
    struct device *device = start->progress->run->device;
    if (atomic_fetch_sub(&start->progress->unborn, 1) == 1)
        device->api->cores_let_go(device);
    perform(start->progress, start->progress->run->plan->first[start->thread]);
    stand_at(start->progress, start->thread, 0);
}

static void run_host_function(void *context)
{
    struct host_body *body = context;
    struct progress *progress = body->progress;
    struct run *run = progress->run;
    struct run_time *time = &run->bodies[run->plan->ops[body->record]];
    uint32_t row = plan_record(progress->run->plan, body->record)->object;
    time->from = run->device->api->now(run->device);
    if (!atomic_load_explicit(&progress->failed, memory_order_relaxed)) {
        if (run->plan->program->hostfns.rows[row].time > 0)
            run->device->api->work(run->device, run->plan->program->hostfns.rows[row].time);
        uint32_t body_begin = run->plan->bodies[row];
        perform(progress, body_begin);
        if (body_begin != PLAN_NONE)
            stand_at(progress, plan_record(progress->run->plan, body_begin)->thread, 0);
    }
    time->to = run->device->api->now(run->device);
}

/* Waits for the threads that the program does not join; returns whether there were any. */
static bool join_left(struct progress *progress)
{
    const struct run *run = progress->run;
    bool any = false;
    for (uint32_t i = 0; i < run->plan->program->threads.count; i++) {
        if (!progress->starts[i].started)
            continue;
        run->device->api->thread_join(run->device, i);
        progress->starts[i].started = false;
        any = true;
    }
    return any;
}

/* The program's main thread. Host functions that are left may start threads, and these may enqueue
 * such. */
static void run_main(void *context)
{
    struct progress *progress = context;
    struct run *run = progress->run;
    struct device *device = run->device;
    int error = run->events ? end_events_begin(run->events) : 0;
    if (error == 0)
        perform(progress, run->plan->first[0]);
    join_left(progress);
    do {
        int end = device->api->synchronize(device);
        error = error ? error : end;
    } while (join_left(progress));
    run->idle = device->api->now(device);
    if (run->events && !progress->failed) {
        int end = end_events_end(run->events);
        error = error ? error : end;
    }
    stand_at(progress, 0, 0);
    if (error) {
        struct err err;
        err_init(&err);
        objects_failed(run->objects, NULL, error, &err);
        fail(progress, &err);
    }
}

int run_perform(struct run *run, struct err *err)
{
    const struct plan *plan = run->plan;
    const struct run_time unknown = {TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    struct err first;
    err_init(&first);
    struct progress progress = {.run = run, .err = &first};
    atomic_init(&progress.unborn, plan->creates);
    progress.bodies = mem_zalloc((plan->op_count + 1) * sizeof *progress.bodies);
    progress.starts = mem_zalloc((plan->program->threads.count + 1) * sizeof *progress.starts);
    progress.published = mem_zalloc((plan->atomics + 1) * sizeof *progress.published);
    pthread_mutex_init(&progress.mutex, NULL);
    for (size_t i = 0; i < plan->program->records.count; i++)
        run->calls[i] = unknown;
    for (size_t i = 0; i < plan->op_count; i++)
        run->bodies[i] = unknown;
    for (size_t i = 0; i < plan->answer_count; i++)
        run->answers[i] = TIMELINE_UNKNOWN;
    int result = run->device->api->run(run->device, run_main, &progress, err);
    if (result == 0 && progress.failed) {
        *err = first;
        result = -1;
    }
    objects_reset(run->objects);
    pthread_mutex_destroy(&progress.mutex);
    free(progress.bodies);
    free(progress.starts);
    free(progress.published);
    return result;
}
