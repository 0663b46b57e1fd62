/* Operations as a table for people: when each was called, started and ended, and what it waited
 * for. Columns are as wide as their widest entry; where names would make a line longer than it may
 * be, they are shortened in the middle. Write only. */
#ifndef SIM_IO_TABLE_H
#define SIM_IO_TABLE_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/timeline.h"

/* Writes and finishes the sink. Names take as much of `width` columns as the other columns leave
 * (0: they stay whole), but what is waited for may stand beyond. Fails only where the sink does. */
int table_write(const struct timeline *timeline, int width, struct sink *sink, struct err *err);

#endif
