/* The figures of predictions as JSON, for scripts. Shares are parts of a million, times
 * microseconds; what is not known is absent. sim/io/README.md has every key. Written only. */
#ifndef SIM_IO_VALIDATION_JSON_H
#define SIM_IO_VALIDATION_JSON_H

#include "sim/analysis/validation.h"
#include "sim/base/strbuf.h"

/* All rows (unless `summary_only`) and what they come to. `one`: NULL, or the comparison behind the
 * only row, whose operations, relations and answers are then listed as well. */
void validation_json_write(struct strbuf *sb, const struct validation *validation,
                           const struct validation_summary *summary, bool summary_only,
                           const struct compare *one);

#endif
