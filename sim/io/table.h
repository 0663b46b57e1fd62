/* Operations as a table for people: when each was called, started and ended, and what it waited
 * for. Columns are as wide as their widest entry. Write only. */
#ifndef SIM_IO_TABLE_H
#define SIM_IO_TABLE_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/timeline.h"

/* Writes and finishes the sink. Fails only where the sink does. */
int table_write(const struct timeline *timeline, struct sink *sink, struct err *err);

#endif
