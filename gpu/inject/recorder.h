/* Collects what a process does with CUDA, through CUPTI, and writes it as a timeline.
 *
 * CUPTI calls back with nothing of ours in hand, so the recording is static: one a process. Errors
 * are said on standard error, since the program that is recorded is not ours to stop. Environment:
 *
 *   NULLSTREAM_RECORD     where to write; without it nothing is recorded
 *   NULLSTREAM_SCENARIO   what the timeline calls the program
 *   NULLSTREAM_OPTIONS    of `nullstream predict` for the same run, separated by blanks
 */
#ifndef GPU_INJECT_RECORDER_H
#define GPU_INJECT_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

enum recorder_run {
    RECORDER_WARM,        /* nothing is recorded */
    RECORDER_PLAIN,       /* the clock only: callbacks of the first call that enqueues work and of
                             those that wait */
    RECORDER_TRACED_WARM, /* traced, but not counted */
    RECORDER_TRACED,      /* every call, and CUPTI's activity records */
};

/* Whether runs of this kind leave a record. None does before the driver has loaded the library as
 * an injection library. */
bool recorder_keeps(enum recorder_run run);

/* A run of main begins or has ended; the device is idle when it returns. What a run that is kept
 * recorded is dropped unless it counts. */
void recorder_begin(enum recorder_run run);
void recorder_end(bool counts);

/* The range that limits the timed part of a run begins or ends on the calling thread; only the
 * first of a run counts. */
void recorder_range_begin(void);
void recorder_range_end(void);

/* Writes the timeline, once. Called at exit too. */
void recorder_finish(void);

/* The calling thread's number: 0 for main, else rising in the order in which threads were made. */
uint32_t thread_number(void);

#endif
