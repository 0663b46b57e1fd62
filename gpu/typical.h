/* Which of several runs are typical. Runs that take equally long may still go different ways: a
 * copy engine takes another stream first, a thread comes earlier. Medians over both would be no run
 * at all. */
#ifndef GPU_TYPICAL_H
#define GPU_TYPICAL_H

#include "gpu/result.h"

/* Sets `typical` of each: true of the run that is nearest to all others (of more than 200, of such
 * as are taken in equal steps), by the starts of their operations counted from the first, and of
 * those in which no more than a tenth of the operations start elsewhere, by more than 3 % of the
 * wall time and 10 us. */
void typical_find(struct sample_run *const *runs, size_t run_count, size_t op_count);

#endif
