/* Operations as comma-separated values (RFC 4180), one line each, with a header line.
 *
 * Times are microseconds from the timeline's zero; an empty field is unknown or does not apply. Of
 * the waits, the longest that has a blocker stands in columns of its own. Write only.
 */
#ifndef SIM_IO_CSV_H
#define SIM_IO_CSV_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/timeline.h"

/* Writes and finishes the sink. Fails only where the sink does. */
int csv_write(const struct timeline *timeline, struct sink *sink, struct err *err);

#endif
