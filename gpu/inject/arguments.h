/* What a call of the runtime names: streams, events and flags, from the parameters that CUPTI hands
 * to a callback. Knows no recording.
 */
#ifndef GPU_INJECT_ARGUMENTS_H
#define GPU_INJECT_ARGUMENTS_H

#include "gpu/inject/records.h"

/* Completes a row whose `call` is known, at the call's return and if that succeeded.
 * callback_data: a CUpti_CallbackData. per_thread: the call is the variant for per-thread default
 * streams. */
void arguments_set(struct native_call *row, const void *callback_data, bool per_thread);

#endif
