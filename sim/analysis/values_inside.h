/* The two halves of a step, for who orders them (values_run.c): an operation reads when it starts
 * and writes when it ends. Others see only values.h. */
#ifndef SIM_ANALYSIS_VALUES_INSIDE_H
#define SIM_ANALYSIS_VALUES_INSIDE_H

#include "sim/analysis/values.h"

#define VALUES_OF_UNKNOWN UINT64_C(0) /* memory that the program does not name */
#define VALUES_OF_UNSET   UINT64_C(2) /* device memory that nothing wrote */

/* What hashes begin with, so that a memset is no launch. */
enum {
    HASH_LAUNCH = 1,
    HASH_WRITTEN,
    HASH_MEMSET,
    HASH_OPAQUE,
    HASH_HOST,
    HASH_INITIAL,
    HASH_NAME,
    HASH_TOLD,
};

/* --- values_origin.c --- */

/* Who made a value, unless somebody did before. */
void values_note_origin(struct values *values, uint64_t value, enum values_maker maker,
                        uint32_t row);

/* Whether the thread is a worker of host functions. */
bool values_is_worker(const struct program *program, uint16_t thread);

/* --- values_begin.c --- */

/* What the host wrote with a value of its own, or NULL: part of what memory begins with. */
const struct values_host_write *values_find_write(const struct values *values, uint32_t record);

/* Whether a copy's rows stand one behind the other, in both memories. */
bool values_is_linear(const struct program_copy *copy);

/* --- values.c --- */

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

/* The range within its allocation; 0 bytes if it is of none. */
struct program_range values_clip(const struct values *values, struct program_range range);

/* What stands in an allocation. */
contents_t values_memory(struct values *values, uint32_t alloc);

#endif
