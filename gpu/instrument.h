/* Runs that an instrument watches: CUPTI's activity records, stamps that blocks write of the
 * device's clock, or events after operations. Each sees other things; what it does not see stays
 * unknown.
 */
#ifndef GPU_INSTRUMENT_H
#define GPU_INSTRUMENT_H

#include "gpu/running.h"

enum { INSTRUMENT_STEPS = 4096 };

/* Performs the program as often as it is to be repeated and sends a sample of each run and, at
 * last, by which clock (SESSION_CLOCK).
 *
 * One base of time for host and device, the host's:
 * - cupti: CUPTI gives both in one clock; kernels, copies and memsets, starts and ends. Where they
 *   contradict each other they are moved (clocks.h).
 * - stamps: a kernel reads the device's clock when the host asks, before the first run and after
 *   the last, to about a microsecond, and times between are on the line through both; kernels of
 *   OBJECTS_STAMPS_MOST blocks in all at most, starts and ends, nothing of copies and memsets; of
 * the last run also how many blocks and threads were on the SMs, if that changed no more than
 * INSTRUMENT_STEPS times.
 * - events: counted from an event that the idle device records just before each run; kernels,
 *   copies, memsets and host functions, ends only.
 * - none: of the device nothing; when the host made its calls (calibrate).
 */
int instrument_run(struct running *running, struct err *err);

#endif
