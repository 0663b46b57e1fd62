/* The figures of predictions as comma-separated values, one line a scenario under a header line,
 * for joining the outcomes of several runs. Empty where a figure is not known. Written only. */
#ifndef SIM_IO_VALIDATION_CSV_H
#define SIM_IO_VALIDATION_CSV_H

#include "sim/analysis/validation.h"
#include "sim/base/strbuf.h"

void validation_csv_write(struct strbuf *sb, const struct validation *validation);

#endif
