/* The clause that would say what a kernel touches, to be pasted into its source: made for kernels
 * whose body does not tell.
 */
#ifndef SIM_SCRIPT_KERNEL_HINT_H
#define SIM_SCRIPT_KERNEL_HINT_H

#include "sim/base/strbuf.h"
#include "sim/script/kernel_cost.h"
#include "sim/script/launch_access.h"

#include <stdint.h>

/* "#pragma nullstream kernel(k) reads(in, gridDim.x * blockDim.x * sizeof(*in)) ...", with the
 * names of the parameters, for a kernel whose threads touch one element of each, the first so many;
 * without the words before the clauses where the kernel has a pragma that they can be added to.
 * Nothing for a kernel without pointers. Grid and block: of a launch, for its dimensions; `list`:
 * what is known of what it touches, as whether it only writes somewhere. */
void kernel_hint(struct strbuf *sb, const struct kernel_cost *cost, const uint32_t grid[3],
                 const uint32_t block[3], const struct launch_access_list *list);

#endif
