#include "gpu/cuda_trace.h"

#include "sim/base/mem.h"

#include <cupti.h>
#include <dlfcn.h>
#include <stdlib.h>

enum { BUFFER_BYTES = 1 << 20 };

/* CUPTI calls back with nothing of ours in hand, so what it fills must be static: one trace a
 * process. */
static struct {
    void *library;
    CUptiResult (*enable)(CUpti_ActivityKind);
    CUptiResult (*disable)(CUpti_ActivityKind);
    CUptiResult (*callbacks)(CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc);
    CUptiResult (*flush)(uint32_t);
    CUptiResult (*next_record)(uint8_t *, size_t, CUpti_Activity **);
    CUptiResult (*timestamp)(uint64_t *);
    CUptiResult (*result_string)(CUptiResult, const char **);
    struct trace_span *spans;
    size_t count, capacity;
    uint64_t lost;
} trace;

static const CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                           CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};

static void CUPTIAPI buffer_requested(uint8_t **buffer, size_t *size, size_t *records)
{
    *buffer = aligned_alloc(8, BUFFER_BYTES);
    *size = *buffer ? BUFFER_BYTES : 0;
    *records = 0;
}

static void add_span(const struct trace_span *span)
{
    trace.spans = mem_grow(trace.spans, &trace.capacity, trace.count + 1, sizeof *trace.spans);
    trace.spans[trace.count++] = *span;
}

static void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t *buffer,
                                      size_t size, size_t valid)
{
    (void)context, (void)stream, (void)size;
    CUpti_Activity *record = NULL;
    while (trace.next_record(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const CUpti_ActivityKernel10 *k = (const CUpti_ActivityKernel10 *)record;
            add_span(&(struct trace_span){k->correlationId, TRACE_KERNEL, (int64_t)k->start,
                                          (int64_t)k->end});
        } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            const CUpti_ActivityMemcpy6 *m = (const CUpti_ActivityMemcpy6 *)record;
            add_span(&(struct trace_span){m->correlationId, TRACE_COPY, (int64_t)m->start,
                                          (int64_t)m->end});
        } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
            const CUpti_ActivityMemset4 *m = (const CUpti_ActivityMemset4 *)record;
            add_span(&(struct trace_span){m->correlationId, TRACE_MEMSET, (int64_t)m->start,
                                          (int64_t)m->end});
        }
    }
    free(buffer);
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
        return err_hint(err, "install it with the CUDA toolkit, or measure with --stamps");
    }
    if (find(&trace.enable, "cuptiActivityEnable", err) ||
        find(&trace.disable, "cuptiActivityDisable", err) ||
        find(&trace.callbacks, "cuptiActivityRegisterCallbacks", err) ||
        find(&trace.flush, "cuptiActivityFlushAll", err) ||
        find(&trace.next_record, "cuptiActivityGetNextRecord", err) ||
        find(&trace.timestamp, "cuptiGetTimestamp", err) ||
        find(&trace.result_string, "cuptiGetResultString", err))
        return -1;
    CUptiResult result = trace.callbacks(buffer_requested, buffer_completed);
    return result == CUPTI_SUCCESS ? 0 : failed("register callbacks", result, err);
}

int trace_begin(struct err *err)
{
    if (trace.library == NULL && load(err) != 0)
        return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CUptiResult result = trace.enable(kinds[i]);
        if (result != CUPTI_SUCCESS)
            return failed("enable", result, err);
    }
    trace.count = 0;
    return 0;
}

int64_t trace_now(void)
{
    uint64_t now = 0;
    trace.timestamp(&now);
    return (int64_t)now;
}

static int by_correlation(const void *a, const void *b)
{
    const struct trace_span *x = a, *y = b;
    if (x->correlation != y->correlation)
        return x->correlation < y->correlation ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

int trace_take(const struct trace_span **spans, size_t *count, struct err *err)
{
    CUptiResult result = trace.flush(1);
    if (result != CUPTI_SUCCESS)
        return failed("flush", result, err);
    if (trace.count > 0)
        qsort(trace.spans, trace.count, sizeof *trace.spans, by_correlation);
    *spans = trace.spans;
    *count = trace.count;
    trace.count = 0;
    return 0;
}

void trace_end(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        trace.disable(kinds[i]);
    free(trace.spans);
    trace.spans = NULL;
    trace.count = trace.capacity = 0;
}
