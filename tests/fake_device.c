#include "tests/fake_inside.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Thread_local struct fake_thread *fake_current;

static const struct fake_options *use;

void fake_device_use(const struct fake_options *options)
{
    use = options;
}

uint32_t fake_device_calls(const struct device *device)
{
    return fake_of(device)->calls;
}

bool fake_device_failed_in_run(const struct device *device)
{
    return fake_of(device)->failed_in_run;
}

const struct program *fake_device_program(const struct device *device)
{
    return &fake_of(device)->program;
}

const struct program_record *fake_device_records(const struct device *device, size_t *count)
{
    *count = fake_of(device)->record_count;
    return fake_of(device)->records;
}

/* --- turns --------------------------------------------------------------------------------------
 */

/* Gives the turn to the thread and waits until it makes a call or ends. */
static void give_turn(struct fake_thread *thread)
{
    struct fake_device *fake = thread->fake;
    pthread_mutex_lock(&fake->mutex);
    thread->has_turn = true;
    pthread_cond_broadcast(&fake->turned);
    while (thread->has_turn && !thread->ended)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

static void wait_for_turn(struct fake_thread *thread)
{
    struct fake_device *fake = thread->fake;
    pthread_mutex_lock(&fake->mutex);
    while (!thread->has_turn)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

/* Makes a call of the calling thread and waits for its answer. */
struct runtime_answer fake_make_call(struct program_record record)
{
    struct fake_thread *thread = fake_current;
    struct fake_device *fake = thread->fake;
    if (fake->aborted)
        return (struct runtime_answer){.error = CUDA_cudaErrorUnknown, .now = fake->last_now};
    fake->records = mem_grow(fake->records, &fake->record_capacity, fake->record_count + 1,
                             sizeof *fake->records);
    record.thread = (uint16_t)thread->id;
    fake->records[fake->record_count++] = record;
    thread->record = record;
    pthread_mutex_lock(&fake->mutex);
    thread->has_turn = false;
    pthread_cond_broadcast(&fake->turned);
    while (!thread->has_turn)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
    fake->last_now = thread->answer.now;
    return fake->aborted ? (struct runtime_answer){.error = CUDA_cudaErrorUnknown} : thread->answer;
}

static void *begin(void *argument)
{
    struct fake_thread *thread = argument;
    fake_current = thread;
    wait_for_turn(thread);
    thread->body(thread->context);
    pthread_mutex_lock(&thread->fake->mutex);
    thread->ended = true;
    pthread_cond_broadcast(&thread->fake->turned);
    pthread_mutex_unlock(&thread->fake->mutex);
    return NULL;
}

static struct fake_thread *add_thread(struct fake_device *fake, uint32_t id,
                                      void (*body)(void *context), void *context)
{
    struct fake_thread *thread = mem_zalloc(sizeof *thread);
    *thread = (struct fake_thread){.fake = fake, .id = id, .body = body, .context = context};
    fake->threads = mem_grow(fake->threads, &fake->thread_capacity, fake->thread_count + 1,
                             sizeof(struct fake_thread *));
    fake->threads[fake->thread_count++] = thread;
    return thread;
}

/* The newest of a row: the worker's row has one for each host function. */
static struct fake_thread *thread_of_row(struct fake_device *fake, uint32_t id)
{
    for (size_t i = fake->thread_count; i-- > 0;)
        if (fake->threads[i]->id == id)
            return fake->threads[i];
    return NULL;
}

/* Notes which operation the answered call has put into its stream, if it was tagged. */
static void note_tag(struct fake_device *fake, const struct fake_thread *thread)
{
    size_t count = fake->timeline.ops.count;
    if (thread->tag == 0)
        return;
    for (size_t op = count; op-- > 0;) {
        if (fake->timeline.ops.rows[op].thread != thread->id)
            continue;
        fake->tags = mem_grow(fake->tags, &fake->tag_capacity, count, sizeof *fake->tags);
        while (fake->tag_count < count)
            fake->tags[fake->tag_count++] = 0;
        if (fake->tags[op] == 0)
            fake->tags[op] = thread->tag;
        return;
    }
}

static int next(void *context, uint32_t id, const struct runtime_answer *answer,
                struct program_record *record, struct err *err)
{
    (void)err;
    struct fake_device *fake = context;
    struct fake_thread *thread = thread_of_row(fake, id);
    if (thread == NULL || thread->ended)
        return 0;
    if (answer) {
        thread->answer = *answer;
        note_tag(fake, thread);
    }
    if (!thread->started) {
        thread->started = true;
        pthread_create(&thread->thread, NULL, begin, thread);
    }
    give_turn(thread);
    if (thread->ended)
        return 0;
    *record = thread->record;
    return 1;
}

static int host_function_due(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                             struct err *err)
{
    (void)error, (void)err;
    struct fake_device *fake = context;
    add_thread(fake, worker, fake->functions[hostfn].function, fake->functions[hostfn].context);
    return 0;
}

/* --- a run --------------------------------------------------------------------------------------
 */

void fake_add_span(struct fake_device *fake, const struct device_span *span)
{
    fake->spans =
        mem_grow(fake->spans, &fake->span_capacity, fake->span_count + 1, sizeof *fake->spans);
    fake->spans[fake->span_count] = (struct device_span){.order = ++fake->order,
                                                         .kind = span->kind,
                                                         .start = span->start + fake->options.apart,
                                                         .end = span->end + fake->options.apart,
                                                         .tag = span->tag};
    fake->span_count++;
}

static void take_spans(struct fake_device *fake)
{
    for (size_t i = 0; i < fake->timeline.ops.count; i++) {
        const struct timeline_op *op = &fake->timeline.ops.rows[i];
        if ((op->kind != OP_KERNEL && op->kind != OP_COPY && op->kind != OP_MEMSET) ||
            op->machine == MACHINE_HOST)
            continue;
        fake_add_span(fake, &(struct device_span){
                                .tag = i < fake->tag_count ? fake->tags[i] : 0,
                                .kind = op->kind == OP_KERNEL ? DEVICE_KERNEL
                                        : op->kind == OP_COPY ? DEVICE_COPY
                                                              : DEVICE_MEMSET,
                                .start = op->start,
                                .end = op->end,
                            });
    }
}

static void end_threads(struct fake_device *fake)
{
    for (size_t i = 0; i < fake->thread_count; i++) {
        struct fake_thread *thread = fake->threads[i];
        while (thread->started && !thread->ended)
            give_turn(thread);
        if (thread->started)
            pthread_join(thread->thread, NULL);
        free(thread);
    }
    fake->thread_count = 0;
}

static bool cores_take(struct device *device, uint32_t threads)
{
    (void)threads;
    struct fake_options *options = &fake_of(device)->options;
    return options->moves > 0 && options->moves-- > 0;
}

static void cores_hold(struct device *device)
{
    if (fake_of(device)->options.holds)
        (*fake_of(device)->options.holds)++;
}

static void cores_let_go(struct device *device)
{
    struct fake_device *fake = fake_of(device);
    if (fake->options.lets_go)
        (*fake->options.lets_go)++;
    uint32_t begun = 0;
    for (size_t i = 0; i < fake->thread_count; i++)
        begun += fake->threads[i]->id != 0 && fake->threads[i]->started;
    uint32_t *fewest = fake->options.begun;
    if (fewest && begun > 0 && (*fewest == 0 || begun < *fewest))
        *fewest = begun;
}

static void cores_begin(struct device *device)
{
    (void)device;
}

static bool cores_leave(struct device *device)
{
    struct fake_options *options = &fake_of(device)->options;
    return !(options->crowded > 0 && options->crowded-- > 0);
}

static int run(struct device *device, void (*body)(void *context), void *context, struct err *err)
{
    struct fake_device *fake = fake_of(device);
    if (fake->options.runs)
        (*fake->options.runs)++;
    timeline_release(&fake->timeline);
    timeline_init(&fake->timeline);
    fake->tag_count = fake->stamp_count = 0;
    fake->aborted = false;
    memset(fake->rows, 0, sizeof fake->rows);
    fake->runtime =
        runtime_new(fake->options.profile, &fake->options.runtime, &fake->program, &fake->timeline);
    struct runtime_source source = {
        .context = fake, .next = next, .host_function = host_function_due};
    add_thread(fake, 0, body, context);
    int result = runtime_run(fake->runtime, &source, err);
    fake->aborted = true;
    end_threads(fake);
    if (result == 0 && fake->tracing)
        take_spans(fake);
    runtime_free(fake->runtime);
    fake->runtime = NULL;
    return result;
}

/* --- calls --------------------------------------------------------------------------------------
 */

uint32_t fake_stream_row(struct fake_device *fake, const struct device_stream *stream)
{
    if (stream == DEVICE_STREAM_PER_THREAD)
        return fake_current ? runtime_per_thread_stream(fake->runtime, fake_current->id) : 0;
    return fake_row(stream);
}

int fake_counted(struct fake_device *fake)
{
    fake->calls++;
    if (fake->calls == fake->options.crashes_at)
        _exit(7);
    while (fake->calls == fake->options.hangs_at)
        sleep(1);
    if (fake->calls != fake->options.fails_at)
        return 0;
    fake->failed_in_run = fake_current != NULL;
    return fake->options.error;
}

int fake_call(struct device *device, struct program_record record)
{
    int error = fake_counted(fake_of(device));
    if (error || fake_current == NULL)
        return error;
    return fake_make_call(record).error;
}

/* --- the host -----------------------------------------------------------------------------------
 */

static int64_t now(struct device *device)
{
    if (fake_current == NULL || fake_of(device)->aborted)
        return fake_of(device)->last_now;
    return fake_of(device)->last_now = runtime_now(fake_of(device)->runtime, fake_current->id);
}

static void work(struct device *device, int64_t ns)
{
    (void)device;
    if (fake_current == NULL) /* between runs no time passes */
        return;
    fake_make_call((struct program_record){.call = CALL_host_work, .value = ns});
}

static void sleep_for(struct device *device, int64_t ns)
{
    (void)device;
    if (fake_current)
        fake_make_call((struct program_record){.call = CALL_host_sleep, .value = ns});
}

static void touch(struct device *device, void *memory, uint64_t bytes, bool write)
{
    struct fake_device *fake = fake_of(device);
    struct program_copy range = {.kind = COPY_H2H, .dst = fake_range(memory, bytes), .rows = 1};
    if (fake_current == NULL) {
        if (fake->options.touched)
            *fake->options.touched += bytes;
        return;
    }
    fake_make_call((struct program_record){.call = write ? CALL_host_write : CALL_host_read,
                                           .object = program_add_copy(&fake->program, &range)});
    if (fake->options.touch > 0)
        work(device, fake->options.touch);
}

static int thread_start(struct device *device, uint32_t number, void (*body)(void *context),
                        void *context)
{
    struct fake_device *fake = fake_of(device);
    uint32_t row = number;
    if (number >= fake->program.threads.count ||
        fake->program.threads.rows[number].kind != THREAD_HOST || thread_of_row(fake, number))
        row = program_add_thread(&fake->program, &(struct program_thread){.kind = THREAD_HOST});
    fake->rows[number % 64] = row;
    add_thread(fake, row, body, context);
    return fake_call(device, (struct program_record){.call = CALL_thread_create, .object = row});
}

static int thread_join(struct device *device, uint32_t number)
{
    return fake_call(device, (struct program_record){.call = CALL_thread_join,
                                                     .object = fake_of(device)->rows[number % 64]});
}

static void lock_acquire(struct device *device, uint32_t lock)
{
    (void)device;
    fake_make_call((struct program_record){.call = CALL_lock_acquire, .object = lock});
}

static void lock_release(struct device *device, uint32_t lock, bool for_holder)
{
    (void)device;
    fake_make_call(
        (struct program_record){.call = CALL_lock_release, .object = lock, .count = for_holder});
}

/* --- its life -----------------------------------------------------------------------------------
 */

/* What it records begins anew with each run. */
static int reset(struct device *device)
{
    uint32_t *resets = fake_of(device)->options.resets;
    if (resets)
        (*resets)++;
    return 0;
}

static void close_device(struct device *device)
{
    struct fake_device *fake = fake_of(device);
    program_release(&fake->program);
    timeline_release(&fake->timeline);
    pthread_mutex_destroy(&fake->mutex);
    pthread_cond_destroy(&fake->turned);
    free(fake->threads);
    free(fake->functions);
    free(fake->tags);
    free(fake->stamps);
    free(fake->spans);
    free(fake->records);
    free(fake);
}

static int facts(struct device *device, struct device_facts *facts)
{
    struct fake_device *fake = fake_of(device);
    uint64_t memory = (uint64_t)fake->options.profile->value[PROFILE_device_memory];
    memset(facts, 0, sizeof *facts);
    memcpy(facts->name, "fake device", sizeof "fake device");
    memcpy(facts->driver, "0.0", sizeof "0.0");
    facts->total_bytes = memory;
    facts->free_bytes = fake->options.free_bytes ? fake->options.free_bytes : memory;
    facts->host_bytes = fake->options.host_bytes ? fake->options.host_bytes : UINT64_MAX;
    return fake_counted(fake);
}

static bool is_set(const struct device_options *options, const char *needed)
{
    for (size_t i = 0; i < options->variable_count; i++) {
        const struct device_variable *variable = &options->variables[i];
        size_t length = strlen(variable->name);
        if (strncmp(needed, variable->name, length) == 0 && needed[length] == '=' &&
            strcmp(needed + length + 1, variable->value) == 0)
            return true;
    }
    return false;
}

int fake_device_open(const struct device_options *options, struct device **device, struct err *err)
{
    *device = NULL;
    if (use == NULL)
        return err_set(err, ERR_UNAVAILABLE, "there is no GPU to measure on: no device");
    if (use->needs && !is_set(options, use->needs))
        return err_set(err, ERR_UNAVAILABLE, "%s is not set", use->needs);
    if (use->refuses && getenv(use->refuses))
        return err_set(err, ERR_UNAVAILABLE, "%s is set", use->refuses);
    if (use->opens && use->opens_most && *use->opens == use->opens_most)
        return err_set(err, ERR_UNAVAILABLE, "the device is gone");
    if (use->opens)
        (*use->opens)++;
    struct fake_device *fake = mem_zalloc(sizeof *fake);
    fake->api = (struct device_api){
        .close = close_device,
        .reset = reset,
        .facts = facts,
        .error_text = cuda_error_text,
        .run = run,
        .cores_take = cores_take,
        .cores_hold = cores_hold,
        .cores_let_go = cores_let_go,
        .cores_begin = cores_begin,
        .cores_leave = cores_leave,
        .now = now,
        .work = work,
        .touch = touch,
        .thread_start = thread_start,
        .thread_join = thread_join,
        .sleep = sleep_for,
        .lock_acquire = lock_acquire,
        .lock_release = lock_release,
    };
    fake_fill_streams(&fake->api);
    fake_fill_work(&fake->api);
    fake->device.api = &fake->api;
    fake->options = *use;
    program_init(&fake->program);
    timeline_init(&fake->timeline);
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->turned, NULL);
    fake->kernel = program_add_kernel(&fake->program, &(struct program_kernel){.registers = 32});
    *device = &fake->device;
    return 0;
}
