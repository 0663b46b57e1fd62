/* Host threads that look at memory again and again until a host function has changed it: loops that
 * only wait, or that sleep between two looks; and looks at what is volatile. Who goes on then comes
 * after that function; the looks themselves are meant to meet the write.
 */
#ifndef SIM_ANALYSIS_POLLED_H
#define SIM_ANALYSIS_POLLED_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From the record on, its thread comes after the host function that `issuer` put into a stream. */
struct polled_end {
    uint32_t record, issuer;
};

struct polled {
    bool *looks;             /* by record: a host_read that is such a look; NULL: there is none */
    struct polled_end *ends; /* by record */
    size_t count, capacity;
};

/* `issued_by`: by record, of what a host function did, the record that issued it; `none` of others.
 */
void polled_find(struct polled *polled, const struct program *program, const uint32_t *issued_by,
                 uint32_t none);
void polled_release(struct polled *polled);

#endif
