#include "sim/analysis/failures.h"

#include "sim/analysis/label.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

static bool has_failed(const struct timeline_call *call)
{
    return call->result != CUDA_cudaSuccess && call->result != CUDA_cudaErrorNotReady &&
           call->call != CALL_cudaGetLastError && call->call != CALL_cudaPeekAtLastError;
}

void failures_text(struct strbuf *sb, const struct timeline *timeline)
{
    const struct timeline_call *first = NULL;
    size_t more = 0;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (!has_failed(call))
            continue;
        if (first)
            more++;
        else
            first = call;
    }
    if (!first)
        return;
    strbuf_addf(sb, "errors   %s", call_info((enum call)first->call)->name);
    if (first->place) {
        strbuf_adds(sb, " (");
        label_place(sb, timeline, first->place);
        strbuf_addc(sb, ')');
    }
    strbuf_addf(sb, " returned %s", cuda_error_name(first->result));
    if (more)
        strbuf_addf(sb, "; %zu more call%s failed", more, more > 1 ? "s" : "");
    strbuf_addc(sb, '\n');
}
