/* What the fetching of commands takes from copies.
 *
 * A PBDMA serves several compute connections. While one of them waits for a copy or for another
 * stream, which it looks at again and again, it turns from one to the other, and fetches at every
 * turn what waits in that one's queue anew, across the link that copies use (docs/semantics.md,
 * S6.3).
 */
#ifndef SIM_ENGINE_FETCHING_H
#define SIM_ENGINE_FETCHING_H

#include "sim/engine/engine_state.h"

/* As things are now. */
struct copy_slow fetching_slows(const struct engine *engine);

#endif
