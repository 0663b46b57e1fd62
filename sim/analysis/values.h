/* Symbolic results: what a program computes, without computing it.
 *
 * A kernel is an opaque function: what it writes is a 64-bit value hashed from its name, its scalar
 * arguments and the values of what it reads. Copies and memsets move values between bytes
 * (contents.h). Nothing depends on ids, streams, allocation numbers, addresses or times as such,
 * only on what was computed from what; so programs can be compared by their results.
 *
 * Steps and what they see. An operation reads when it starts and writes when it ends; a copy from
 * pageable memory reads when its call returns (it is staged); a host function, and the host, read
 * and write in one instant. At one instant, what a smaller record did comes first. In *issue order*
 * each operation is done where it was issued, which is what the author meant.
 *
 * Values:
 *   a kernel that may write (an access that is not certain) leaves a value hashed from what stood
 *     there as well, so that no dependence is lost;
 *   device memory that nothing wrote has one value, everywhere the same;
 *   host memory has its initial contents, known by the variable's name, until the device first
 *     uses it: what the host writes before is what it begins with (of pageable memory the
 *     interpreter does not see such writes);
 *   afterwards what the host writes is a value of its own, hashed from the rank of the writing
 *     source line among all such lines, its occurrence, and what the thread read since it last put
 *     work into a stream;
 *   memory that the program does not name has one value, unknown.
 *
 * So equal values mean the same computation up to: the geometry of launches, what kernels read
 * without naming it, and what host code does with a number. The rows of strided copies are moved
 * one by one while a program has few of them (VALUES_ROWS), otherwise a strided copy is opaque.
 *
 * Knows no order of its own and no hazards.
 */
#ifndef SIM_ANALYSIS_VALUES_H
#define SIM_ANALYSIS_VALUES_H

#include "sim/analysis/contents.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows of strided copies that are moved one by one: this many, and eight for each record. */
enum { VALUES_ROWS = 65536 };

#define VALUES_NO_RECORD UINT32_MAX

/* Who made a value first. */
enum values_maker {
    VALUES_UNKNOWN, /* memory that the program does not name */
    VALUES_UNSET,   /* device memory that nothing wrote */
    VALUES_INITIAL, /* host memory before the device used it: `row` of allocs */
    VALUES_RECORD,  /* `row` of records: a launch, memset, opaque copy or host write */
};

struct values_origin {
    uint64_t value;
    enum values_maker maker;
    uint32_t row;
};

struct values_read {
    uint64_t digest;
    uint32_t record; /* the host_read */
};

struct values {
    const struct program *program; /* outlives this */
    struct contents_pool pool;
    contents_t *memory; /* by row of allocs; 0: nothing touched it */
    uint8_t *written;   /* by row of allocs: 1: by the device */
    uint64_t *initial;  /* by row of allocs: the value that it begins with */
    uint64_t *heard;    /* by thread: what it read since it last put work into a stream */
    uint8_t *afresh;    /* by record: 1: an access by the host, the first since its thread put work
                           into a stream */
    uint64_t *kernels;  /* by row of kernels: hash of the name; 0: not yet known */
    uint32_t *hostfns;  /* by row of hostfns: the record that begins it on the worker */
    struct values_host_write {
        uint32_t record;
        uint64_t value;
    } * writes; /* by record, ascending: by the host, once the device uses the memory */
    size_t write_count, write_capacity;
    struct values_read *reads; /* in the order in which they were made; only without results */
    size_t read_count, read_capacity;
    uint64_t effects, effect_count; /* of launches that write nothing that is known: the sum of
                                       their hashes, and how many */
    struct values_origin *origins;  /* open addressing by value */
    size_t origin_slots, origin_count;
    bool opaque_rows; /* strided copies are opaque */
    struct values_turn {
        uint32_t turn; /* from 1 */
        uint32_t line; /* which call and line: row of turn_counts */
    } * turns;         /* by record; NULL: not counted */
    uint32_t *turn_counts;
};

/* The values at the end of the program: with a timeline (a run of it) in that run's order, without
 * (NULL) in issue order. values_release() is needed. */
void values_compute(struct values *values, const struct program *program,
                    const struct timeline *timeline);

/* The same step by step, in an order of the caller's: before any step; then what record `record`
 * does, all of it, now. A host function is done where its launch is; what the host thread or the
 * worker of host functions recorded within it is no step of its own. */
void values_begin(struct values *values, const struct program *program);
void values_step(struct values *values, uint32_t record);

/* Before any step: these host writes leave values of their own, also where they would count as part
 * of what their memory begins with. Values are then not comparable with another program's. */
void values_tell_writes(struct values *values, const uint32_t *records, size_t count);

/* What stands where between two steps, to come back to. The state is the caller's, to be given to
 * values_forget(), before values_release(). */
struct values_state {
    contents_t *memory;
    uint64_t *heard;
    size_t read_count;
    uint64_t effects, effect_count;
};
void values_save(struct values *values, struct values_state *state);
void values_restore(struct values *values, const struct values_state *state);
void values_forget(struct values *values, struct values_state *state);

/* Counts the turns of every line, for who describes many values (values_text.h). */
void values_count_turns(struct values *values);

/* The how many-th record of its call and line it is, and of how many. Looks through all of them
 * unless they were counted. */
void values_turn(const struct values *values, uint32_t record, uint32_t *turn, uint32_t *turns);

/* A hash of what stands in a range (clipped to its allocation). */
uint64_t values_digest(struct values *values, struct program_range range);

/* The run that a byte is in, from that byte on; of a range that doesn't exist a run of 0 bytes. */
struct contents_run values_at(struct values *values, uint32_t alloc, uint64_t offset);

/* Who made a value. VALUES_UNKNOWN for values of another program. */
struct values_origin values_origin(const struct values *values, uint64_t value);

void values_release(struct values *values);

/* --- comparing --- */

enum values_where {
    VALUES_RESULT, /* bytes of a result, or of memory */
    VALUES_READ,   /* what the host reads at a record of `a` */
    VALUES_EFFECT, /* launches that write nothing known: other ones, or another number */
    VALUES_SHAPE,  /* other results are marked, or of another size */
};

/* Where two programs first differ. */
struct values_difference {
    enum values_where where;
    struct program_range range_a, range_b; /* the first bytes that differ; RESULT */
    struct contents_run run_a, run_b;      /* that stand there */
    uint32_t record_a, record_b;           /* READ: host reads; VALUES_NO_RECORD: none */
};

/* Whether two programs compute the same. Their results are the bytes of `#pragma nullstream
 * result`, in the order in which they were first marked. If neither marks any: what the host reads
 * (whatever the order of its reads), what stands in the end in host memory that the device wrote
 * (or, if it wrote none, in device memory), by the variables' names, without what is freed while
 * work is still asked for, and the launches that write nothing known. `difference` may be NULL. */
bool values_same_results(struct values *a, struct values *b, struct values_difference *difference);

#endif
