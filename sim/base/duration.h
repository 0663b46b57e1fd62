/* Time: int64_t nanoseconds everywhere, and the only place that divides to make one.
 *
 * Knows nothing of CUDA.
 */
#ifndef SIM_BASE_DURATION_H
#define SIM_BASE_DURATION_H

#include "sim/base/strbuf.h"

#include <stdint.h>

#define DURATION_NEVER INT64_MAX

/* amount * scale / rate, rounded to nearest (halves up), through 128 bits: the time that `amount`
 * takes at `rate` per `scale` ns. All arguments >= 0, rate > 0; saturates at DURATION_NEVER. */
int64_t duration_divide(int64_t amount, int64_t scale, int64_t rate);

/* Adds without overflow: saturates at DURATION_NEVER. */
int64_t duration_add(int64_t a, int64_t b);

/* "12us", "1.5 ms", "300ns", "2s" -> ns. The unit is required. Returns -1 without touching *ns if
 * `text` is not exactly that, is negative, or exceeds 2^62 ns. */
int duration_parse(const char *text, int64_t *ns);

/* Microseconds with three decimals, as files hold them: -1234 -> "-1.234". */
void duration_add_us(struct strbuf *sb, int64_t ns);

/* For people, about four digits with a unit: "301 us", "4.48 ms", "2.90 us", "640 ns". */
void duration_add_human(struct strbuf *sb, int64_t ns);

#endif
