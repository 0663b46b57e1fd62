/* The two halves of a step, for who orders them (values_run.c): an operation reads when it starts
 * and writes when it ends. Others see only values.h. */
#ifndef SIM_ANALYSIS_VALUES_INSIDE_H
#define SIM_ANALYSIS_VALUES_INSIDE_H

#include "sim/analysis/values.h"

enum values_action {
    ACTION_NONE,
    ACTION_LAUNCH,
    ACTION_COPY, /* memsets too */
    ACTION_HOSTFN,
    ACTION_HOST, /* host_read, host_write */
};

/* What the record does to memory; NONE where it was refused. Of a record of the worker of host
 * functions NONE: its launch does it. */
enum values_action values_action(const struct values *values, uint32_t record);

/* What was read: of a launch the hash that it computes, of a copy its source. */
struct values_taken {
    uint64_t hash;
    contents_t source;
};

/* Of launches and copies. Each taken must be given to values_write(). */
struct values_taken values_take(struct values *values, uint32_t record);
void values_write(struct values *values, uint32_t record, struct values_taken taken);

/* Host accesses and host functions: both at once. */
void values_host(struct values *values, uint32_t record);
void values_hostfn(struct values *values, uint32_t record);

/* The range within its allocation; 0 bytes if it is of none. */
struct program_range values_clip(const struct values *values, struct program_range range);

/* What stands in an allocation. */
contents_t values_memory(struct values *values, uint32_t alloc);

#endif
