/* The list of the calibration. */
#include "sim/study/calibration.h"
#include "sim/study/fits.h"

#define KEY(section, name) PROFILE_##section##_##name
#define KEYS(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__, PROFILE_KEY_COUNT                                                             \
    }
#define CALLS(...)                                                                                 \
    {                                                                                              \
        __VA_ARGS__, CALL_NONE                                                                     \
    }

const struct calibration_row calibration_rows[] = {
    {.name = "copies",
     .measures = "pinned copies, copies on the device and memsets by size, both directions at once",
     .file = "copies",
     .fit = fit_copies,
     .keys =
         KEYS(KEY(copy, h2d_latency), KEY(copy, h2d_rate), KEY(copy, h2d_duplex_rate),
              KEY(copy, d2h_latency), KEY(copy, d2h_rate), KEY(copy, d2h_duplex_rate),
              KEY(copy, inline_bytes), KEY(copy, h2d_inline), KEY(copy, d2d), KEY(copy, memset))},
    {.name = "latencies",
     .measures = "from the end of an operation to the start of one that waits for it",
     .file = "latencies",
     .fit = fit_latencies,
     .keys =
         KEYS(KEY(latency, kernel_kernel), KEY(latency, kernel_copy), KEY(latency, kernel_memset),
              KEY(latency, copy_kernel), KEY(latency, copy_copy), KEY(latency, copy_copy_other),
              KEY(latency, copy_memset), KEY(latency, memset_kernel), KEY(latency, memset_copy),
              KEY(latency, memset_memset), KEY(latency, event), KEY(latency, event_timed),
              KEY(latency, event_copy), KEY(latency, fence), KEY(latency, record))},
    {.name = "waking",
     .measures = "from the end of the work to the return of the synchronize",
     .file = "idle",
     .fit = fit_idle,
     .keys = KEYS(KEY(latency, wake))},
    {.name = "round trips",
     .measures = "from a call on an idle device to the return of the synchronize",
     .file = "idle",
     .clock = CALIBRATION_PLAIN,
     .fit = fit_round_trips,
     .keys = KEYS(KEY(latency, launch), KEY(latency, copy))},
    {.name = "calls",
     .measures = "what each call costs the host, idle and with work pending",
     .file = "calls",
     .clock = CALIBRATION_PLAIN,
     .fit = fit_calls,
     .keys =
         KEYS(KEY(host, launch_pending), KEY(host, copy_d2d), KEY(host, copy_per_mib),
              KEY(host, memset_small), KEY(host, memset_small_bytes), KEY(host, record_no_timing)),
     .calls = CALLS(CALL_cudaLaunchKernel, CALL_cudaMemcpyAsync, CALL_cudaMemsetAsync,
                    CALL_cudaEventRecord, CALL_cudaStreamWaitEvent, CALL_cudaStreamSynchronize,
                    CALL_cudaDeviceSynchronize, CALL_cudaStreamQuery, CALL_cudaEventQuery,
                    CALL_cudaEventSynchronize, CALL_cudaEventElapsedTime, CALL_cudaStreamCreate,
                    CALL_cudaStreamCreateWithFlags, CALL_cudaStreamCreateWithPriority,
                    CALL_cudaStreamDestroy, CALL_cudaEventCreate, CALL_cudaEventCreateWithFlags,
                    CALL_cudaEventDestroy)},
};

const size_t calibration_row_count = sizeof calibration_rows / sizeof *calibration_rows;
