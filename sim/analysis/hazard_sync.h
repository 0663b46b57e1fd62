/* Waits of the host that a hazard lacks, as code, and how its streams are called where they would
 * stand. For hazard_fix.c.
 */
#ifndef SIM_ANALYSIS_HAZARD_SYNC_H
#define SIM_ANALYSIS_HAZARD_SYNC_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

/* A wait before the later side, or behind the earlier one in another thread, for all pairs. */
void hazard_add_synchronize(struct strbuf *sb, const struct hazards *hazards,
                            const struct hazard *hazard);

bool hazard_by_two_threads(const struct hazards *hazards, const struct hazard *hazard);

/* Whether the two sides' calls come one behind the other in every run. */
bool hazard_threads_are_ordered(const struct hazards *hazards, const struct hazard *hazard);

/* Whether the calls of both sides stand in one line. */
bool hazard_in_one_line(const struct hazards *hazards, const struct hazard *hazard);

/* "a lock around both, or a join or a condition between line 3 and line 9". */
void hazard_add_exclusion(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard);

/* "a join or a condition between line 3 and line 9". */
void hazard_add_thread_order(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard);

void hazard_add_thread(struct strbuf *sb, uint16_t thread);

/* The line of the call: of what a host function does, that of its launch. */
void hazard_add_call_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                          happens_event finding);

/* What the source calls the stream where the event's call stands; NULL where it is its name, or not
 * known. */
const char *hazard_stream_text(const struct hazards *hazards, happens_event event);

/* As it stands in the event's line. */
void hazard_add_stream_there(struct strbuf *sb, const struct hazards *hazards, happens_event event);

/* By the name that it was created with; `several`: "s[...]" for an element of an array. */
void hazard_add_stream_named(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                             bool several);

/* The stream of a side as a call beside its line names it. */
void hazard_add_stream_beside(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                              bool several);

#endif
