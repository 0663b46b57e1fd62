/* A recorded program as a source of calls: each thread's records in order, as they were recorded.
 */
#ifndef SIM_RUNTIME_REPLAY_H
#define SIM_RUNTIME_REPLAY_H

#include "sim/runtime/runtime.h"

struct replay;

/* The program must outlive it. */
struct replay *replay_new(const struct program *program);
struct runtime_source replay_source(struct replay *replay);
void replay_free(struct replay *replay);

#endif
