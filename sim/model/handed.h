/* Memory of the host that is in a program only because a host function uses it. Who has the source
 * knows; of a program that was read it is found: no call of CUDA's is given it.
 */
#ifndef SIM_MODEL_HANDED_H
#define SIM_MODEL_HANDED_H

#include "sim/model/program.h"

/* Sets `handed` in the allocations. */
void program_find_handed(struct program *program);

#endif
