/* Which record left a value where it stands.
 *
 * Equal computations have one value, whoever did them (values.h), and that knows only who made it
 * first. Here the records of a schedule are gone back through, to the last one that wrote the
 * bytes.
 */
#ifndef SIM_ANALYSIS_WRONG_WRITER_H
#define SIM_ANALYSIS_WRONG_WRITER_H

#include "sim/analysis/values.h"

/* A schedule up to some point: all records before `first` as issued, then these. */
struct wrong_order {
    uint32_t first;
    uint32_t *records;
    size_t count;
};

/* The record that made the value of the run which stands at that byte then; VALUES_NO_RECORD where
 * none did, or it cannot be told: who made it first is as good then. */
uint32_t wrong_writer(const struct values *values, const struct wrong_order *order, uint32_t alloc,
                      uint64_t offset, struct contents_run run);

#endif
