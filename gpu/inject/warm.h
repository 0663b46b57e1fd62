/* Warms the path of each kind of call just before a run's zero.
 *
 * What main does before its timed part, above all pinning memory, leaves the processor's caches
 * cold: the first copy then took 12 us on the host instead of 2, the first launch 13 instead of 4.
 * Predictions are for calls that are warm. NULLSTREAM_WARM=0 in the environment leaves
 * it out. Knows only the driver's interface, not CUPTI.
 */
#ifndef GPU_INJECT_WARM_H
#define GPU_INJECT_WARM_H

/* Makes what warm_touch() uses: a stream, events, a little memory, an empty kernel. Without a
 * driver or a current context there is nothing to warm. */
void warm_prepare(void);

/* Makes each kind of call a few times and waits until the device is idle; nothing before
 * warm_prepare(). */
void warm_touch(void);

/* The CUstream on which warm_touch() works, or NULL before warm_prepare(). */
void *warm_stream(void);

/* A function of the driver that is loaded already, or NULL. */
void *warm_driver_function(const char *name);

#endif
