/* What a calibration's fit sees of one run: every call of the program in order, with its times, the
 * operation that it made, and the range (NVTX) that it stands in.
 *
 * Joins a program with a timeline of it, predicted or measured. Knows nothing of profiles.
 */
#ifndef SIM_STUDY_SIGHT_H
#define SIM_STUDY_SIGHT_H

#include "sim/base/err.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <string.h>

enum sight_kind {
    SIGHT_CALL, /* enqueues nothing */
    SIGHT_KERNEL,
    SIGHT_H2D,
    SIGHT_D2H,
    SIGHT_D2D,
    SIGHT_H2H,
    SIGHT_MEMSET,
    SIGHT_RECORD,
    SIGHT_WAIT,
    SIGHT_HOST,
};

/* Times are ns in the timeline's clock; TIMELINE_UNKNOWN where nobody saw them. */
struct sight_row {
    const char *label; /* the innermost range; "" outside all */
    uint32_t section;  /* counts the ranges: rows of one range have the same */
    enum sight_kind kind;
    enum call call;
    uint32_t thread, stream;
    int64_t enter, returned;
    /* On the device. A kernel ends its declared time after its start: what the instrument adds to
     * that is contained in the latencies behind it, as the engine has it. `seen_end` is as seen. */
    int64_t start, end, seen_end;
    int64_t bytes;                       /* of copies, memsets and allocations */
    enum memory_kind memory;             /* of a copy's host side */
    const struct program_launch *launch; /* of kernels */
    const char *name;                    /* of kernels and host functions; "" */
};

/* Whether the call stands in that range and was seen. */
static inline bool sight_is_in(const struct sight_row *row, const char *label)
{
    return strcmp(row->label, label) == 0 && row->enter != TIMELINE_UNKNOWN;
}

/* From its start on the device to the end that was seen, ns. */
static inline int64_t sight_length(const struct sight_row *row)
{
    return row->seen_end - row->start;
}

/* What the call took the host, ns. */
static inline int64_t sight_cost(const struct sight_row *row)
{
    return row->returned - row->enter;
}

struct sight {
    struct sight_row *rows;
    size_t count;
};

/* ERR_INPUT if the timeline is not of this program. Points into both. */
int sight_init(struct sight *sight, const struct program *program, const struct timeline *timeline,
               struct err *err);
void sight_release(struct sight *sight);

#endif
