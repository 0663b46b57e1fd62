/* Two profiles of one device, value by value. */
#ifndef SIM_MODEL_PROFILE_COMPARE_H
#define SIM_MODEL_PROFILE_COMPARE_H

#include "sim/model/profile.h"

struct profile_agreement {
    int device_figures, device_agree; /* measured in both, with a spread or equal by choice */
    int host_figures, host_agree;     /* sections [host] and what staging takes */
};

/* Appends a table of all values that were measured in both: each with its spread, and whether they
 * agree: that their spreads overlap. A curve agrees if all its points do. */
void profile_compare(const struct profile *a, const struct profile *b, struct strbuf *out,
                     struct profile_agreement *agreement);

#endif
