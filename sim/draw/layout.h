/* A timeline as lanes and bars: the one layout that text, SVG and the terminal draw.
 *
 * Lanes come in groups: host threads (what they call and what they block on), streams (what was
 * issued there, in order), machines (what executed) and, for who asks, connections (through which
 * the commands came). Within a lane, bars that overlap in
 * time get sub-lanes, so that none hides another. Knows nothing of columns or pixels.
 */
#ifndef SIM_DRAW_LAYOUT_H
#define SIM_DRAW_LAYOUT_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lane_group { LANE_HOST, LANE_STREAM, LANE_MACHINE, LANE_CONNECTION, LANE_GROUPS };

/* What a bar shows; each has a colour and a character. */
enum bar_role {
    ROLE_NONE,
    ROLE_KERNEL,
    ROLE_H2D,
    ROLE_D2H,
    ROLE_D2D,
    ROLE_MEMSET,
    ROLE_HOSTFN,
    ROLE_MARK,     /* an event record or wait */
    ROLE_CALL,     /* a call that waits for nothing, or work of the host's own */
    ROLE_BLOCKED,  /* a host thread waits in a call, or sleeps */
    ROLE_WAIT,     /* an operation waits for earlier work, by an order */
    ROLE_RESOURCE, /* an operation waits for a resource */
    ROLE_FENCE,
    ROLE_AXIS,
    ROLE_LABEL,
    ROLE_LENGTH, /* a figure as a bar, not a stretch of time (bars.h) */
    ROLE_BEST,   /* the best of them */
    ROLE_TITLE,  /* headings */
    ROLE_STATUS, /* a line across the screen: what is shown, what was done */
    ROLE_KEY,    /* the name of a key */
    ROLE_NOTE,   /* what may be overlooked */
    ROLE_GOOD,   /* shorter, right, passed */
    ROLE_BAD,    /* longer, wrong, failed */
    ROLE_LINK,   /* from a wait to what it waits for */
    ROLE_BUSY,   /* where a host thread goes on with a call that waits for nothing */
    ROLE_ALLOC,  /* stream-ordered memory, given or taken back */
    ROLE_COUNT
};

/* What a legend says of each role, in its order. */
enum { LAYOUT_LEGEND_ROWS = 14 };
struct layout_legend_row {
    enum bar_role role;
    const char *text;
};
extern const struct layout_legend_row layout_legend[LAYOUT_LEGEND_ROWS];

struct layout_bar {
    int64_t from, to; /* ns in the timeline's clock */
    uint32_t op;      /* TIMELINE_NO_OP for a host call */
    uint32_t call;    /* row of calls, for a host call */
    uint16_t sub;     /* sub-lane, from 0 */
    uint8_t role;     /* enum bar_role */
    uint8_t guessed;  /* its cost was assumed */
};

struct layout_lane {
    enum lane_group group;
    uint32_t key; /* thread, stream, machine or connection */
    char label[40];
    size_t first_bar, bar_count; /* in order of start */
    uint16_t subs;               /* sub-lanes, at least 1 */
};

struct layout_fence {
    int64_t time; /* when the fence let work pass */
    uint32_t op;  /* that waited for it */
};

struct layout {
    const struct timeline *timeline;
    bool told[2];     /* by even and odd threads: which calls the host waited in is said */
    int64_t from, to; /* what is shown, ns */
    struct layout_lane *lanes;
    size_t lane_count, lane_capacity;
    struct layout_bar *bars;
    size_t bar_count, bar_capacity;
    struct layout_fence *fences;
    size_t fence_count, fence_capacity;
};

/* The role of an operation's bar. */
enum bar_role layout_role(const struct timeline *timeline, const struct timeline_op *op);

/* The timeline must outlive the layout. Shows from the first call of the timed part to the
 * end, or the timeline's stretch that is to be shown. */
void layout_init(struct layout *layout, const struct timeline *timeline);

/* Likewise of two timelines in one (pair.h): the threads of the first are even, of the second odd;
 * `told` says of which the calls that the host waited in are known. */
void layout_init_merged(struct layout *layout, const struct timeline *timeline, const bool told[2]);

/* Added to the keys of the connections that copies have of their own, counted from 1 as well. */
#define LAYOUT_COPIES 0x10000u

/* Adds a lane for each connection that commands came through, behind all others. */
void layout_add_connections(struct layout *layout);

/* How many numbers the machines of one kind have in the keys of lanes. */
enum { LAYOUT_MACHINES = 16 };

/* "connection 3", "copy conn. 1": of a connection's key, at most `size` bytes. */
void layout_connection_name(uint32_t key, char *name, size_t size);

/* The key of the lane of the machine that executed it; UINT32_MAX: none did. */
uint32_t layout_machine_key(const struct timeline_op *op);

/* "k1", "in 16 MiB", "device sync": what a bar is called, at most `size` bytes. */
void layout_bar_name(const struct layout *layout, const struct layout_bar *bar, char *name,
                     size_t size);

void layout_release(struct layout *layout);

#endif
