#include "gpu/inject/recorder.h"

#include "gpu/inject/arguments.h"
#include "gpu/inject/native_timeline.h"
#include "gpu/inject/warm.h"
#include "gpu/posix.h"
#include "sim/base/mem.h"
#include "sim/io/timeline_json.h"

#include <cuda.h>
#include <cupti.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUFFER_BYTES = 1 << 20, CBIDS = CUPTI_RUNTIME_TRACE_CBID_SIZE };

static const CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                           CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};

enum timed_range { RANGE_NONE, RANGE_OPEN, RANGE_CLOSED };

static struct {
    pthread_mutex_t lock;
    CUpti_SubscriberHandle subscriber; /* NULL: the driver has not called us */
    CUcontext context;
    struct native_records records;
    enum recorder_run run;
    bool single; /* the whole process is the one run */
    bool tracing, finished;
    atomic_bool zero_known;
    _Atomic(enum timed_range) range; /* of this run */
    uint16_t calls[CBIDS];           /* enum call, by CUPTI's number */
    bool per_thread[CBIDS];          /* the variant for per-thread default streams */
} recorder = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void say(const char *what, CUptiResult result)
{
    const char *text = "";
    if (result != CUPTI_SUCCESS)
        cuptiGetResultString(result, &text);
    fprintf(stderr, "nullstream-inject: %s%s%s\n", what, *text ? ": " : "", text);
}

static int64_t cupti_now(void)
{
    uint64_t now = 0;
    cuptiGetTimestamp(&now);
    return (int64_t)now;
}

/* --- device work ---------------------------------------------------------------------------------
 */

static void CUPTIAPI buffer_requested(uint8_t **buffer, size_t *size, size_t *records)
{
    *buffer = aligned_alloc(8, BUFFER_BYTES);
    *size = *buffer ? BUFFER_BYTES : 0;
    *records = 0;
}

static void add_span(const struct native_span *span)
{
    struct native_records *r = &recorder.records;
    pthread_mutex_lock(&recorder.lock);
    r->spans = mem_grow(r->spans, &r->span_capacity, r->span_count + 1, sizeof *r->spans);
    r->spans[r->span_count++] = *span;
    pthread_mutex_unlock(&recorder.lock);
}

static void add_kernel(const CUpti_ActivityKernel10 *k)
{
    add_span(&(struct native_span){
        .start = (int64_t)k->start,
        .end = (int64_t)k->end,
        .kind = NATIVE_KERNEL,
        .correlation = k->correlationId,
        .stream = k->streamId,
        .grid = {(uint32_t)k->gridX, (uint32_t)k->gridY, (uint32_t)k->gridZ},
        .block = {(uint32_t)k->blockX, (uint32_t)k->blockY, (uint32_t)k->blockZ},
        .shared_bytes = (uint32_t)(k->staticSharedMemory + k->dynamicSharedMemory),
        .registers = k->registersPerThread,
        .name = k->name ? mem_strdup(k->name) : NULL,
    });
}

static enum memory_kind memory_of(uint8_t kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE:
        return MEMORY_PAGEABLE;
    case CUPTI_ACTIVITY_MEMORY_KIND_PINNED:
        return MEMORY_PINNED;
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED:
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC:
        return MEMORY_MANAGED;
    default:
        return MEMORY_NONE;
    }
}

static void add_copy(const CUpti_ActivityMemcpy6 *m)
{
    enum copy_kind kind = COPY_D2D;
    uint8_t host = CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
    switch (m->copyKind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
        kind = COPY_H2D;
        host = m->srcKind;
        break;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
        kind = COPY_D2H;
        host = m->dstKind;
        break;
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
        kind = COPY_H2H;
        break;
    default:
        break;
    }
    add_span(&(struct native_span){.start = (int64_t)m->start,
                                   .end = (int64_t)m->end,
                                   .kind = NATIVE_COPY,
                                   .correlation = m->correlationId,
                                   .stream = m->streamId,
                                   .bytes = m->bytes,
                                   .copy_kind = (uint8_t)kind,
                                   .host_memory = (uint8_t)memory_of(host)});
}

static void add_memset(const CUpti_ActivityMemset4 *m)
{
    add_span(&(struct native_span){.start = (int64_t)m->start,
                                   .end = (int64_t)m->end,
                                   .kind = NATIVE_MEMSET,
                                   .correlation = m->correlationId,
                                   .stream = m->streamId,
                                   .bytes = m->bytes,
                                   .copy_kind = COPY_MEMSET});
}

static void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t *buffer,
                                      size_t size, size_t valid)
{
    (void)size;
    CUpti_Activity *record = NULL;
    while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
            add_kernel((const CUpti_ActivityKernel10 *)record);
        else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY)
            add_copy((const CUpti_ActivityMemcpy6 *)record);
        else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET)
            add_memset((const CUpti_ActivityMemset4 *)record);
    }
    size_t lost = 0;
    if (cuptiActivityGetNumDroppedRecords(context, stream, &lost) == CUPTI_SUCCESS && lost)
        say("CUPTI dropped records", CUPTI_SUCCESS);
    free(buffer);
}

/* --- calls ---------------------------------------------------------------------------------------
 */

/* Whether callbacks of the call are wanted: in plain runs only of calls that can be the first or
 * the last of the timed part. */
static bool is_wanted(enum call call, bool traced)
{
    enum native_role role = native_role(call);
    return role == NATIVE_ENQUEUES || (role != NATIVE_IGNORED && (traced || native_waits(call)));
}

/* Callbacks are never disabled: CUPTI 13.0 calls back once more for each time that a callback was
 * disabled and enabled again, and runs take longer by more than the callbacks cost
 * (traces/experiments/callback-cost.txt). */
static void enable_callbacks(bool traced)
{
    for (uint32_t id = 0; id < CBIDS; id++) {
        enum call call = (enum call)recorder.calls[id];
        if (!is_wanted(call, traced) || (traced && is_wanted(call, false)))
            continue;
        CUptiResult result =
            cuptiEnableCallback(1, recorder.subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, id);
        if (result != CUPTI_SUCCESS)
            say("enable callbacks", result);
    }
}

/* At the first call of a run that enqueues work. The lock is its own: what CUPTI delivers meanwhile
 * takes the other one. */
static void set_zero(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!recorder.zero_known) {
        warm_touch();
        recorder.zero_known = true;
        if (recorder.run == RECORDER_PLAIN)
            recorder.records.zeros[recorder.records.plain_runs] = posix_now();
    }
    pthread_mutex_unlock(&lock);
}

static void plain_callback(enum call call, const CUpti_CallbackData *data)
{
    if (data->callbackSite == CUPTI_API_ENTER)
        return;
    if (recorder.range == RANGE_CLOSED)
        return;
    if (!native_waits(call) ||
        (call_is_query(call) && *(const cudaError_t *)data->functionReturnValue != cudaSuccess))
        return;
    struct native_records *r = &recorder.records;
    struct native_return row = {posix_now(), (uint32_t)r->plain_runs, thread_number()};
    pthread_mutex_lock(&recorder.lock);
    r->returns = mem_grow(r->returns, &r->return_capacity, r->return_count + 1, sizeof *r->returns);
    r->returns[r->return_count++] = row;
    pthread_mutex_unlock(&recorder.lock);
}

static void traced_callback(uint32_t id, const CUpti_CallbackData *data)
{
    if (data->callbackSite == CUPTI_API_ENTER) {
        *data->correlationData = (uint64_t)cupti_now();
        return;
    }
    struct native_records *r = &recorder.records;
    struct native_call row = {.enter = (int64_t)*data->correlationData,
                              .returned = cupti_now(),
                              .correlation = data->correlationId,
                              .run = (uint32_t)r->traced_runs,
                              .thread = thread_number(),
                              .stream = NATIVE_NO_STREAM,
                              .call = recorder.calls[id],
                              .outside = recorder.range == RANGE_CLOSED};
    if (data->functionReturnValue)
        row.result = (uint16_t) * (const cudaError_t *)data->functionReturnValue;
    if (row.result == 0)
        arguments_set(&row, data, recorder.per_thread[id]);
    pthread_mutex_lock(&recorder.lock);
    recorder.context = data->context ? data->context : recorder.context;
    r->calls = mem_grow(r->calls, &r->call_capacity, r->call_count + 1, sizeof *r->calls);
    r->calls[r->call_count++] = row;
    pthread_mutex_unlock(&recorder.lock);
}

static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void *data)
{
    (void)user;
    if (domain != CUPTI_CB_DOMAIN_RUNTIME_API || id >= CBIDS || recorder.finished)
        return;
    const CUpti_CallbackData *call_data = data;
    enum call call = (enum call)recorder.calls[id];
    if (!recorder.zero_known && recorder.range != RANGE_CLOSED &&
        call_data->callbackSite == CUPTI_API_ENTER && recorder.run != RECORDER_WARM &&
        native_role(call) == NATIVE_ENQUEUES)
        set_zero();
    if (recorder.run == RECORDER_PLAIN)
        plain_callback(call, data);
    else if (recorder.run >= RECORDER_TRACED_WARM)
        traced_callback(id, data);
}

/* --- runs ----------------------------------------------------------------------------------------
 */

static void begin_tracing(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CUptiResult result = cuptiActivityEnable(kinds[i]);
        if (result != CUPTI_SUCCESS)
            say("enable activity records", result);
    }
    enable_callbacks(true);
    recorder.tracing = true;
}

void recorder_begin(enum recorder_run run)
{
    struct native_records *r = &recorder.records;
    recorder.run = run;
    recorder.zero_known = false;
    recorder.range = RANGE_NONE;
    if (recorder.subscriber == NULL)
        return;
    if (run == RECORDER_PLAIN) {
        r->zeros = mem_grow(r->zeros, &r->zero_capacity, r->plain_runs + 1, sizeof *r->zeros);
        r->zeros[r->plain_runs] = INT64_MAX;
    }
    if (run >= RECORDER_TRACED_WARM && !recorder.tracing)
        begin_tracing();
}

bool recorder_keeps(enum recorder_run run)
{
    return recorder.subscriber && (run == RECORDER_PLAIN || run == RECORDER_TRACED);
}

static void drop_returns(void)
{
    struct native_records *r = &recorder.records;
    while (r->return_count && r->returns[r->return_count - 1].run == r->plain_runs)
        r->return_count--;
}

/* What is in the records of the run so far. Spans without a call mean nothing. */
static void drop_run(enum recorder_run run)
{
    struct native_records *r = &recorder.records;
    pthread_mutex_lock(&recorder.lock);
    if (run == RECORDER_PLAIN)
        drop_returns();
    while (r->call_count && r->calls[r->call_count - 1].run == r->traced_runs)
        r->call_count--;
    while (r->range_count && r->ranges[r->range_count - 1].run == r->traced_runs)
        r->range_count--;
    pthread_mutex_unlock(&recorder.lock);
}

void recorder_end(bool counts)
{
    CUresult (*synchronize)(void) = NULL;
    void *function = warm_driver_function("cuCtxSynchronize");
    memcpy(&synchronize, &function, sizeof function);
    if (synchronize)
        synchronize();
    if (recorder.run == RECORDER_WARM)
        warm_prepare();
    /* What threads do that outlive main belongs to no run. */
    enum recorder_run run = recorder.run;
    recorder.run = RECORDER_WARM;
    if (!counts) {
        drop_run(run);
    } else if (recorder.subscriber) {
        struct native_records *r = &recorder.records;
        r->plain_runs += run == RECORDER_PLAIN;
        r->traced_runs += run >= RECORDER_TRACED_WARM;
        r->warm_ups += run == RECORDER_TRACED_WARM;
    }
}

/* What was noted of the run so far was before its timed part. */
void recorder_range_begin(void)
{
    struct native_records *r = &recorder.records;
    if (recorder.subscriber == NULL || recorder.run == RECORDER_WARM ||
        recorder.range != RANGE_NONE)
        return;
    pthread_mutex_lock(&recorder.lock);
    recorder.range = RANGE_OPEN;
    if (recorder.run == RECORDER_PLAIN) {
        drop_returns();
        r->zeros[r->plain_runs] = INT64_MAX;
    } else {
        for (size_t i = r->call_count; i > 0 && r->calls[i - 1].run == r->traced_runs; i--)
            r->calls[i - 1].outside = true;
        r->ranges = mem_grow(r->ranges, &r->range_capacity, r->range_count + 1, sizeof *r->ranges);
        r->ranges[r->range_count++] = (struct native_range){
            cupti_now(), TIMELINE_UNKNOWN, (uint32_t)r->traced_runs, thread_number()};
    }
    recorder.zero_known = false;
    pthread_mutex_unlock(&recorder.lock);
}

void recorder_range_end(void)
{
    struct native_records *r = &recorder.records;
    if (recorder.range != RANGE_OPEN)
        return;
    pthread_mutex_lock(&recorder.lock);
    if (recorder.run >= RECORDER_TRACED_WARM && r->range_count)
        r->ranges[r->range_count - 1].end = cupti_now();
    recorder.range = RANGE_CLOSED;
    pthread_mutex_unlock(&recorder.lock);
}

/* --- the timeline --------------------------------------------------------------------------------
 */

static void find_facts(char *device, char *driver, char *date, size_t size)
{
    CUresult (*get_name)(char *, int, CUdevice) = NULL;
    void *function = warm_driver_function("cuDeviceGetName");
    memcpy(&get_name, &function, sizeof function);
    if (get_name && get_name(device, (int)size, 0) == CUDA_SUCCESS)
        recorder.records.device = device;
    FILE *version = fopen("/sys/module/nvidia/version", "r");
    if (version) {
        if (fgets(driver, (int)size, version)) {
            driver[strcspn(driver, "\n")] = '\0';
            recorder.records.driver = driver;
        }
        fclose(version);
    }
    time_t now = time(NULL);
    struct tm utc;
    strftime(date, size, "%Y-%m-%d", gmtime_r(&now, &utc));
    recorder.records.date = date;
    recorder.records.scenario = getenv("NULLSTREAM_SCENARIO");
}

static int write_timeline(const char *path, struct err *err)
{
    char device[128], driver[128], date[128], *options = NULL;
    const char *words[32];
    find_facts(device, driver, date, sizeof device);
    struct native_records *r = &recorder.records;
    if (getenv("NULLSTREAM_OPTIONS")) {
        options = mem_strdup(getenv("NULLSTREAM_OPTIONS"));
        char *rest = options, *word;
        while (r->option_count < 32 && (word = strsep(&rest, " ")) != NULL)
            if (*word)
                words[r->option_count++] = word;
        r->options = words;
    }
    struct timeline timeline;
    int result = native_timeline(r, &timeline, err);
    FILE *file = result == 0 ? fopen(path, "w") : NULL;
    if (result == 0 && file == NULL)
        result = err_set(err, ERR_RUN, "cannot write %s", path);
    if (file) {
        struct sink sink;
        sink_init_file(&sink, file, path);
        result = timeline_json_write(&timeline, &sink, err);
        sink_release(&sink);
        fclose(file);
    }
    timeline_release(&timeline);
    free(options);
    return result;
}

static uint32_t stream_id(CUstream stream)
{
    uint32_t id;
    return recorder.context && cuptiGetStreamIdEx(recorder.context, stream, 0, &id) == CUPTI_SUCCESS
               ? id
               : NATIVE_NO_STREAM;
}

void recorder_finish(void)
{
    const char *path = getenv("NULLSTREAM_RECORD");
    if (recorder.subscriber == NULL || recorder.finished || path == NULL)
        return;
    if (recorder.single)
        recorder_end(true);
    CUptiResult result = cuptiActivityFlushAll(1);
    if (result != CUPTI_SUCCESS)
        say("flush", result);
    recorder.finished = true;
    recorder.records.legacy_stream = stream_id(NULL);
    recorder.records.own_stream = warm_stream() ? stream_id(warm_stream()) : NATIVE_NO_STREAM;
    struct err err;
    err_init(&err);
    if (write_timeline(path, &err) != 0) {
        say(err.message, CUPTI_SUCCESS);
        if (err.hint[0])
            say(err.hint, CUPTI_SUCCESS);
    }
}

__attribute__((visibility("default"))) int InitializeInjection(void);

/* Called by the driver in cuInit, when CUDA_INJECTION64_PATH names this library. */
int InitializeInjection(void)
{
    if (recorder.subscriber || getenv("NULLSTREAM_RECORD") == NULL)
        return 1;
    for (uint32_t id = 1; id < CBIDS; id++) {
        const char *name = NULL;
        if (cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, id, &name) != CUPTI_SUCCESS || !name)
            continue;
        recorder.calls[id] = (uint16_t)native_call_find(name);
        recorder.per_thread[id] = strstr(name, "_ptsz") || strstr(name, "_ptds");
    }
    CUptiResult result = cuptiSubscribe(&recorder.subscriber, on_callback, NULL);
    if (result == CUPTI_SUCCESS)
        result = cuptiActivityRegisterCallbacks(buffer_requested, buffer_completed);
    if (result != CUPTI_SUCCESS) {
        say("attach", result);
        recorder.subscriber = NULL;
        return 1;
    }
    enable_callbacks(false);
    recorder.single = getenv("NULLSTREAM_RUNS") == NULL;
    recorder_begin(recorder.single ? RECORDER_TRACED : recorder.run);
    atexit(recorder_finish);
    return 1;
}
