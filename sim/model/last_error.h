/* Which error a host thread has learned of last: by a call's own answer, or by cudaGetLastError,
 * whose answer another call had left. Knows no times.
 */
#ifndef SIM_MODEL_LAST_ERROR_H
#define SIM_MODEL_LAST_ERROR_H

#include "sim/model/program.h"

#define LAST_ERROR_NONE UINT32_MAX

struct last_error {
    uint32_t told;  /* row of records: whose answer it was; LAST_ERROR_NONE: the thread's last call
                       had success, or none was made */
    uint32_t cause; /* likewise: which call had left it; LAST_ERROR_NONE: not known. `told` itself
                       where it did not ask for the last error */
    uint16_t error;
};

/* As the records end now: of a program that is being made, what the thread knows at present. That a
 * query has answered cudaErrorNotReady is no error by itself. */
struct last_error last_error_find(const struct program *program, uint32_t thread);

#endif
