/* A timeline that is being read: what the two files of its reader share, timeline_read.c (its
 * tables, and the whole) and timeline_read_op.c (its operations and calls, with their waits).
 * Nobody else includes this; the public face is timeline_json.h.
 */
#ifndef SIM_IO_TIMELINE_READER_H
#define SIM_IO_TIMELINE_READER_H

#include "sim/base/mem.h"
#include "sim/io/timeline_sax.h"
#include "sim/model/timeline.h"

#include <string.h>

struct reader {
    struct sax sax;
    struct timeline *t;
    struct program program; /* collects names, places, copies and launches, equal ones once */
    uint32_t *ids;          /* of operations, as the file has them; ascending */
    size_t id_count, id_capacity;
    bool dense;        /* ids count from 0 without a gap: they are the rows */
    size_t wait_first; /* of the object that is open: its first wait */
    uint32_t device_name, profile, rules;
    bool has_device;
    uint32_t top_thread, top_stream; /* the largest that an operation or call names */
    int64_t *mode_times;             /* of each mode with times: all starts, then all ends */
    size_t mode_time_count, mode_time_capacity;
    size_t *mode_counts; /* by mode: its starts, as many as ends */
    size_t mode_capacity;
};

static inline const struct sax_record *record(const struct reader *r)
{
    return &r->sax.record;
}

static inline int64_t value(const struct reader *r, enum sax_key key, int64_t otherwise)
{
    return sax_value(&r->sax.record, key, otherwise);
}

static inline int64_t time_of(const struct reader *r, enum sax_key key)
{
    return value(r, key, TIMELINE_UNKNOWN);
}

/* Tables are as long as the largest id; a file cannot ask for more rows than it has bytes. */
static inline int reader_check_id(struct reader *r, int64_t id)
{
    if (id < 0 || (size_t)id > r->sax.length)
        return sax_fail(&r->sax, "an id is missing or far beyond the number of rows");
    return 0;
}

/* Makes row `id` exist; rows between are zero. */
#define ROW_AT(table, id)                                                                          \
    do {                                                                                           \
        if ((table).count <= (size_t)(id)) {                                                       \
            (table).rows =                                                                         \
                mem_grow((table).rows, &(table).capacity, (size_t)(id) + 1, sizeof *(table).rows); \
            memset((table).rows + (table).count, 0,                                                \
                   ((size_t)(id) + 1 - (table).count) * sizeof *(table).rows);                     \
            (table).count = (size_t)(id) + 1;                                                      \
        }                                                                                          \
    } while (0)

/* Each for the object that has just been read: appends it, or fails. The waits of an operation or a
 * call come before it. */
int reader_op(struct reader *r);
int reader_call(struct reader *r);
int reader_wait(struct reader *r);

#endif
