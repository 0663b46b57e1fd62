/* What the finders of pitfalls share: the program joined with its timeline, causes grouped by
 * source line, and words for evidence and fixes.
 *
 * For sim/analysis/pitfall*.c only. Every finder is linear in operations, calls and records.
 */
#ifndef SIM_ANALYSIS_PITFALL_INSIDE_H
#define SIM_ANALYSIS_PITFALL_INSIDE_H

#include "sim/analysis/pitfalls.h"

struct pitfall_look {
    const struct pitfall_input *in;
    const struct program *program; /* NULL: of a trace */
    const struct timeline *timeline;
    struct pitfalls *out;
    /* The join, PITFALL_NOWHERE where there is none. */
    uint32_t *record_of_op;                  /* by op */
    uint32_t *op_of_record, *call_of_record; /* by record; NULL without a program */
    /* The record that made each row of the program's; NULL without a program. */
    uint32_t *stream_made, *event_made, *alloc_made;
};

/* One cause: what all instances at one place come to. */
struct pitfall_cause {
    size_t count;
    int64_t held;       /* ns, summed */
    int64_t longest;    /* ns, of: */
    uint32_t op, other; /* the instance that held longest */
};

/* Causes by row of the timeline's places (0: unknown place). free() releases them. */
struct pitfall_cause *pitfall_causes(const struct pitfall_look *look);

/* Adds `held` ns, seen between `op` and `other`, to a cause. */
void pitfall_cause_add(struct pitfall_cause *cause, int64_t held, uint32_t op, uint32_t other);

/* A new finding, everything in it empty. The pointer is good until the next one. */
struct pitfall *pitfall_add(struct pitfall_look *look, enum pitfall_rule rule);

/* The same of a cause, with its operations, count and time. */
struct pitfall *pitfall_add_cause(struct pitfall_look *look, enum pitfall_rule rule,
                                  const struct pitfall_cause *cause);

/* One way to make the change, the simplest first: an edit of what stands at a place (0: all). */
struct edit *pitfall_add_edit(struct pitfall *pitfall, enum edit_kind kind, uint32_t place);

/* Whether so many ns are too few to matter: less than half a percent of the wall time. What a
 * change gains can be more than the waits that it removes, so finders pass on more than is shown.
 */
bool pitfall_is_small(const struct pitfall_look *look, int64_t held);

/* Walks the waits of the operations of the timed part, from {.timeline = ...} on; false: there are
 * no more. */
struct pitfall_wait {
    const struct timeline *timeline;
    const struct timeline_wait *wait;
    int64_t length; /* ns */
    uint32_t op;    /* that waits */
    uint32_t next;  /* of its waits */
};
bool pitfall_next_wait(struct pitfall_wait *at);

/* How long a wait took, ns: row `i` of the waits of an operation or call that began at `begin`. */
int64_t pitfall_wait_length(const struct timeline *timeline, uint32_t first_wait, uint32_t i,
                            int64_t begin);

/* From one time to a later one; 0 if one of them is unknown. Whatever a file says, no overflow. */
int64_t pitfall_length(int64_t from, int64_t to);

/* The place of a record, 0 for PITFALL_NOWHERE. */
uint32_t pitfall_place(const struct pitfall_look *look, uint32_t record);

/* "k2 (fence.cu:14)", "k2 (fence.cu:14, 3 times)", where not all of them are called so "3 times
 * with others". */
void pitfall_add_op(struct strbuf *sb, const struct timeline *timeline, uint32_t op, size_t count);

/* "k2 (fence.cu:14) of stream a". */
void pitfall_add_op_of_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t op);

/* "k2 (fence.cu:14) of stream a stood 306 us behind k1 (fence.cu:13) of stream b at the SM array,
 * while the copy engine in had nothing to do; with 2 more such waits 713 us in all": the instance
 * that held longest. */
void pitfall_add_behind(struct strbuf *sb, const struct pitfall_look *look,
                        const struct pitfall_cause *cause);

/* "599 us". */
void pitfall_add_time(struct strbuf *sb, int64_t ns);

/* " in line 14", " in other.cu:14" when it is not the scenario's own file; nothing if unknown. */
void pitfall_add_line(struct strbuf *sb, const struct timeline *timeline, uint32_t place);

/* Waits of host calls in loops. By row of calls, of those that synchronize: whether its thread has
 * asked for work since it made the call at that place last, as the turns of a loop do that asks for
 * more. One that waits for several streams or threads, one after the other, is one wait. free() it.
 */
bool *pitfall_turns(const struct pitfall_look *look);

/* Finders, by concept. */
void pitfall_find_fences(struct pitfall_look *look);
void pitfall_find_copies(struct pitfall_look *look);
void pitfall_find_staged(struct pitfall_look *look);
void pitfall_find_host(struct pitfall_look *look);
void pitfall_find_slow_host(struct pitfall_look *look);
void pitfall_find_pools(struct pitfall_look *look);
void pitfall_find_waits(struct pitfall_look *look);
void pitfall_find_queues(struct pitfall_look *look);
void pitfall_find_stream_orders(struct pitfall_look *look);
void pitfall_find_sm(struct pitfall_look *look);
void pitfall_find_timers(struct pitfall_look *look);
void pitfall_find_elapsed(struct pitfall_look *look);
void pitfall_find_errors(struct pitfall_look *look);
void pitfall_find_event_waits(struct pitfall_look *look);
void pitfall_find_orders(struct pitfall_look *look);
void pitfall_find_limits(struct pitfall_look *look);

#endif
