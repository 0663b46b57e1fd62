/* The text of one profile value: a number with its unit, a word, a list, a curve.
 *
 * Knows units, nothing of keys' meaning. Included by sim/model/profile*.c and the calibration.
 */
#ifndef SIM_MODEL_PROFILE_VALUE_H
#define SIM_MODEL_PROFILE_VALUE_H

#include "sim/model/profile.h"

/* Reads `text` for the key; UNIT_CURVE and UNIT_LIST go to *curve, the rest to *value. On failure
 * -1 with one sentence in `why`, which names neither key nor place. */
int profile_value_parse(const struct profile_key_info *info, const char *text, int64_t *value,
                        struct profile_curve *curve, char *why, size_t why_size);

/* The same text back: parsing it gives the same value. */
void profile_value_format(const struct profile_key_info *info, int64_t value,
                          const struct profile_curve *curve, struct strbuf *out);

#endif
