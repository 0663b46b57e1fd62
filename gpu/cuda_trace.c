#include "gpu/cuda_trace.h"

#include "sim/base/mem.h"

#include <cupti.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 18, BUFFERS_READY = 24 };

/* Buffers that are zero and whose pages are there: CUPTI asks each thread's first call for one, and
 * clearing a fresh one takes that call 130 us (traces/experiments/cupti-cost.cu). */
static struct {
    pthread_mutex_t lock;
    uint8_t *buffers[BUFFERS_READY];
    size_t count;
} ready = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* CUPTI calls back with nothing of ours in hand, so what it fills must be static: one trace a
 * process. */
static struct {
    void *library;
    bool loaded; /* and all that is needed was found in it */
    CUptiResult (*enable)(CUpti_ActivityKind);
    CUptiResult (*disable)(CUpti_ActivityKind);
    CUptiResult (*callbacks)(CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc);
    CUptiResult (*flush)(uint32_t);
    CUptiResult (*next_record)(uint8_t *, size_t, CUpti_Activity **);
    CUptiResult (*attribute)(CUpti_ActivityAttribute, size_t *, void *);
    CUptiResult (*timestamp)(uint64_t *);
    CUptiResult (*result_string)(CUptiResult, const char **);
    CUptiResult (*push)(CUpti_ExternalCorrelationKind, uint64_t);
    CUptiResult (*pop)(CUpti_ExternalCorrelationKind, uint64_t *);
    bool tagged;
    struct device_span *spans;
    size_t count, capacity;
    struct tagged_call {
        uint32_t correlation;
        uint64_t tag;
    } * calls;
    size_t call_count, call_capacity;
} trace;

/* Whether the calling thread has a tag on CUPTI's stack. */
static _Thread_local bool is_tagged;

static const CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                           CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};

/* A tag comes with the record of an API call, so those must be collected too (cupti_activity.h). */
static const CUpti_ActivityKind tag_kinds[] = {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                               CUPTI_ACTIVITY_KIND_RUNTIME};

static uint8_t *new_buffer(void)
{
    uint8_t *buffer = aligned_alloc(8, BUFFER_BYTES);
    if (buffer)
        memset(buffer, 0, BUFFER_BYTES);
    return buffer;
}

static void keep_buffer(uint8_t *buffer)
{
    memset(buffer, 0, BUFFER_BYTES);
    pthread_mutex_lock(&ready.lock);
    if (ready.count < BUFFERS_READY) {
        ready.buffers[ready.count++] = buffer;
        buffer = NULL;
    }
    pthread_mutex_unlock(&ready.lock);
    free(buffer);
}

static void CUPTIAPI buffer_requested(uint8_t **buffer, size_t *size, size_t *records)
{
    pthread_mutex_lock(&ready.lock);
    *buffer = ready.count > 0 ? ready.buffers[--ready.count] : NULL;
    pthread_mutex_unlock(&ready.lock);
    if (*buffer == NULL)
        *buffer = new_buffer();
    *size = *buffer ? BUFFER_BYTES : 0;
    *records = 0;
}

static void add_span(uint32_t correlation, enum device_span_kind kind, uint64_t start, uint64_t end)
{
    const struct device_span span = {
        .order = correlation, .kind = kind, .start = (int64_t)start, .end = (int64_t)end};
    trace.spans = mem_grow(trace.spans, &trace.capacity, trace.count + 1, sizeof *trace.spans);
    trace.spans[trace.count++] = span;
}

static void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t *buffer,
                                      size_t size, size_t valid)
{
    (void)context, (void)stream, (void)size;
    CUpti_Activity *record = NULL;
    while (trace.next_record(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const CUpti_ActivityKernel10 *k = (const CUpti_ActivityKernel10 *)record;
            add_span(k->correlationId, DEVICE_KERNEL, k->start, k->end);
        } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            const CUpti_ActivityMemcpy6 *m = (const CUpti_ActivityMemcpy6 *)record;
            add_span(m->correlationId, DEVICE_COPY, m->start, m->end);
        } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
            const CUpti_ActivityMemset4 *m = (const CUpti_ActivityMemset4 *)record;
            add_span(m->correlationId, DEVICE_MEMSET, m->start, m->end);
        } else if (record->kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
            const CUpti_ActivityExternalCorrelation *e =
                (const CUpti_ActivityExternalCorrelation *)record;
            trace.calls = mem_grow(trace.calls, &trace.call_capacity, trace.call_count + 1,
                                   sizeof *trace.calls);
            trace.calls[trace.call_count++] = (struct tagged_call){e->correlationId, e->externalId};
        }
    }
    keep_buffer(buffer);
}

static int failed(const char *what, CUptiResult result, struct err *err)
{
    const char *text = "unknown";
    if (trace.result_string)
        trace.result_string(result, &text);
    return err_set(err, ERR_RUN, "CUPTI: %s: %s", what, text);
}

/* A function pointer from dlsym, without the cast that ISO C forbids. */
static int find(void *function, const char *name, struct err *err)
{
    void *symbol = dlsym(trace.library, name);
    if (symbol == NULL)
        return err_set(err, ERR_UNAVAILABLE, "CUPTI has no %s: too old for this program", name);
    *(void **)function = symbol;
    return 0;
}

static int load(struct err *err)
{
    static const char *const names[] = {
        "libcupti.so.13", "libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.13",
        "/usr/local/cuda/lib64/libcupti.so.13", "/usr/local/cuda/lib/libcupti.so.13"};
    for (size_t i = 0; trace.library == NULL && i < sizeof names / sizeof *names; i++)
        trace.library = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
    if (trace.library == NULL) {
        err_set(err, ERR_UNAVAILABLE, "CUPTI (libcupti.so.13) was not found");
        return err_hint(err, "install it with the CUDA toolkit, or measure with --clock events");
    }
    if (find(&trace.enable, "cuptiActivityEnable", err) ||
        find(&trace.disable, "cuptiActivityDisable", err) ||
        find(&trace.callbacks, "cuptiActivityRegisterCallbacks", err) ||
        find(&trace.flush, "cuptiActivityFlushAll", err) ||
        find(&trace.next_record, "cuptiActivityGetNextRecord", err) ||
        find(&trace.attribute, "cuptiActivitySetAttribute", err) ||
        find(&trace.timestamp, "cuptiGetTimestamp", err) ||
        find(&trace.push, "cuptiActivityPushExternalCorrelationId", err) ||
        find(&trace.pop, "cuptiActivityPopExternalCorrelationId", err) ||
        find(&trace.result_string, "cuptiGetResultString", err))
        return -1;
    uint8_t zeroed = 1;
    size_t size = sizeof zeroed;
    CUptiResult result =
        trace.attribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed);
    if (result != CUPTI_SUCCESS)
        return failed("clear buffers", result, err);
    for (uint8_t *buffer; ready.count < BUFFERS_READY && (buffer = new_buffer()) != NULL;)
        ready.buffers[ready.count++] = buffer;
    result = trace.callbacks(buffer_requested, buffer_completed);
    if (result != CUPTI_SUCCESS)
        return failed("register callbacks", result, err);
    trace.loaded = true;
    return 0;
}

int trace_begin(bool tagged, struct err *err)
{
    if (!trace.loaded && load(err) != 0)
        return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CUptiResult result = trace.enable(kinds[i]);
        if (result != CUPTI_SUCCESS)
            return failed("enable", result, err);
    }
    trace.tagged = tagged;
    for (size_t i = 0; tagged && i < sizeof tag_kinds / sizeof *tag_kinds; i++) {
        CUptiResult result = trace.enable(tag_kinds[i]);
        if (result != CUPTI_SUCCESS)
            return failed("enable", result, err);
    }
    trace.count = trace.call_count = 0;
    return 0;
}

void trace_tag(uint64_t tag)
{
    uint64_t last;
    if (is_tagged)
        trace.pop(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
    if (tag)
        trace.push(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, tag);
    is_tagged = tag != 0;
}

int64_t trace_now(void)
{
    uint64_t now = 0;
    trace.timestamp(&now);
    return (int64_t)now;
}

static int by_order(const void *a, const void *b)
{
    const struct device_span *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static int by_correlation(const void *a, const void *b)
{
    const struct tagged_call *x = a, *y = b;
    return (x->correlation > y->correlation) - (x->correlation < y->correlation);
}

/* Both in the order of their calls. */
static void tag_spans(void)
{
    size_t call = 0;
    for (size_t i = 0; i < trace.count; i++) {
        while (call < trace.call_count && trace.calls[call].correlation < trace.spans[i].order)
            call++;
        if (call < trace.call_count && trace.calls[call].correlation == trace.spans[i].order)
            trace.spans[i].tag = trace.calls[call].tag;
    }
}

int trace_take(const struct device_span **spans, size_t *count, struct err *err)
{
    CUptiResult result = trace.flush(1);
    if (result != CUPTI_SUCCESS)
        return failed("flush", result, err);
    if (trace.count > 0)
        qsort(trace.spans, trace.count, sizeof *trace.spans, by_order);
    if (trace.call_count > 0)
        qsort(trace.calls, trace.call_count, sizeof *trace.calls, by_correlation);
    tag_spans();
    *spans = trace.spans;
    *count = trace.count;
    trace.count = trace.call_count = 0;
    return 0;
}

void trace_end(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        trace.disable(kinds[i]);
    for (size_t i = 0; trace.tagged && i < sizeof tag_kinds / sizeof *tag_kinds; i++)
        trace.disable(tag_kinds[i]);
    free(trace.spans);
    free(trace.calls);
    trace.spans = NULL;
    trace.calls = NULL;
    trace.count = trace.capacity = trace.call_count = trace.call_capacity = 0;
}
