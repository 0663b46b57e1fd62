/* What findings of hazards call things: the two sides of one, streams, events, lines, bytes. */
#ifndef SIM_ANALYSIS_HAZARD_WORDS_H
#define SIM_ANALYSIS_HAZARD_WORDS_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

const struct program *hazard_program(const struct hazards *hazards);
const struct program_record *hazard_record(const struct hazards *hazards, happens_event event);
const struct program_place *hazard_place(const struct hazards *hazards, happens_event event);

/* Of what a host function did: the record that issued it. */
uint32_t hazard_issuing_record(const struct hazards *hazards, happens_event event);
const struct program_record *hazard_issuer(const struct hazards *hazards, happens_event event);

/* Whether the device does it, or a host function. */
bool hazard_on_device(const struct hazards *hazards, happens_event event);

void hazard_add_quoted(struct strbuf *sb, const char *name);

/* "line 12", or "b.cu:12" where that is another file than the finding's. */
void hazard_add_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding);

/* "b.cu:12:5", as an editor reads it: of rows of places; the column is left out if it is 0. */
void hazard_add_location(struct strbuf *sb, const struct hazards *hazards, uint32_t place,
                         uint32_t column);

/* "stream a", "the default stream"; with its number, as in the lanes of a drawing, where another
 * one is called the same. */
void hazard_add_stream(struct strbuf *sb, const struct hazards *hazards, uint32_t stream);

/* "`done`", "event 3". */
void hazard_add_event(struct strbuf *sb, const struct hazards *hazards, uint32_t event);

/* As they stand in the program's text: "a", "0", "done". */
void hazard_add_stream_code(struct strbuf *sb, const struct hazards *hazards, uint32_t stream);
void hazard_add_event_code(struct strbuf *sb, const struct hazards *hazards, uint32_t event);

/* "kernel `k2`", "the copy h2d 16 MiB", "cudaFree", "the host". */
void hazard_side(struct strbuf *sb, const struct hazards *hazards, happens_event event);

/* "kernel `k1` (stream a, line 12)"; the line is left out of the finding's own side. */
void hazard_add_side(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding);

/* What uses what was freed: "line 12", or "kernel `k1` there" where that is the line of the free.
 */
void hazard_add_user(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* "`out`[0..16 MiB)", "`out`" for all of it; "`p` of line 11:20", where what makes it was called,
 * if other findings are about memory of that name and place. */
void hazard_add_range(struct strbuf *sb, const struct hazards *hazards,
                      const struct program_range *range);

/* The finding's bytes: in the user's name for its block, where the caching allocator handed it out.
 */
void hazard_add_bytes(struct strbuf *sb, const struct hazards *hazards,
                      const struct hazard *hazard);

/* Whether it is a copy of a call that returns when its bytes are staged, as CUDA promises no more
 * of one from pageable memory. */
bool hazard_is_staged(const struct hazards *hazards, happens_event event);

/* Whether a write of the host stands for free() or delete. */
bool hazard_frees(const struct program_record *record);

/* Whether that is so of one of its sides. */
bool hazard_has_free(const struct hazards *hazards, const struct hazard *hazard);

/* Whether a call of CUDA's frees or unlocks memory there. */
bool hazard_is_free(const struct hazards *hazards, happens_event event);

/* Whether its later side is the end of a local variable that something may still be using. */
bool hazard_is_end(const struct hazards *hazards, const struct hazard *hazard);

/* ", which writes `out`": the first range that a copy or kernel surely writes. */
bool hazard_add_written(struct strbuf *sb, const struct hazards *hazards, uint32_t record);

/* Who ends the process: main by returning, or any thread by exit(). */
uint32_t hazard_last_thread(const struct program *program);

/* Whether a local variable goes out of scope that another host thread may use. */
bool hazard_is_lent(const struct hazards *hazards, const struct hazard *hazard);

/* Whether it is about a local variable whose address a host function got. */
bool hazard_is_handed(const struct hazards *hazards, const struct hazard *hazard);

#endif
