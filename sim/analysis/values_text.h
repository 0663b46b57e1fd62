/* Values, bytes and differences in the words of who wrote the program. */
#ifndef SIM_ANALYSIS_VALUES_TEXT_H
#define SIM_ANALYSIS_VALUES_TEXT_H

#include "sim/analysis/values.h"
#include "sim/base/strbuf.h"

/* "out[0..16 MiB)" of bytes from `from` on. */
void values_text_bytes(struct strbuf *sb, const char *name, uint64_t from, uint64_t bytes);

/* Likewise, with the allocation's name: "h[5..9 B)". */
void values_text_range(struct strbuf *sb, const struct program *program,
                       struct program_range range);

/* Which value a run is, by who made it, first or, where that is known, there (`by`, else
 * VALUES_NO_RECORD): "the result of k2 (line 14, turn 5 of 8)", "what the host
 * wrote (line 9)", "the initial contents of h[0..16 MiB)", "the memset to 0 (line 12)",
 * "bytes that nothing wrote". Lines are as the record has them, with the file's name if it is not
 * the scenario's. */
void values_text_run(struct strbuf *sb, const struct values *values, struct contents_run run,
                     uint32_t by);

/* "k2 (line 14, turn 5 of 8)": a record as an operation or an access by the host. */
void values_text_record(struct strbuf *sb, const struct values *values, uint32_t record);

/* "X, expected Y", or, where both read alike, "X, made from other values than expected". The two
 * may be the same; lines of another program are told with its file. */
void values_text_against(struct strbuf *sb, const struct values *a, struct contents_run may,
                         uint32_t may_by, const struct values *b, struct contents_run expected,
                         uint32_t expected_by);

/* "out[0..16 MiB) would hold X, expected Y": a against b, which is what it should be. */
void values_text_difference(struct strbuf *sb, const struct values *a, const struct values *b,
                            const struct values_difference *difference);

#endif
