/* What the words of hazards are made of, for hazard_text.c and hazard_fix.c. */
#ifndef SIM_ANALYSIS_HAZARD_TEXT_INSIDE_H
#define SIM_ANALYSIS_HAZARD_TEXT_INSIDE_H

#include "sim/analysis/hazard_text.h"

const struct program *hazard_program(const struct hazards *hazards);
const struct program_record *hazard_record(const struct hazards *hazards, happens_event event);

/* Of what a host function did: the record that issued it. */
uint32_t hazard_issuing_record(const struct hazards *hazards, happens_event event);
const struct program_record *hazard_issuer(const struct hazards *hazards, happens_event event);

/* Whether the device does it, or a host function. */
bool hazard_on_device(const struct hazards *hazards, happens_event event);

/* "line 12", or "b.cu:12" where that is another file than the finding's. */
void hazard_add_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding);

/* "stream a", "the default stream"; with its number where another one is called the same. */
void hazard_add_stream(struct strbuf *sb, const struct hazards *hazards, uint32_t stream);

/* As they stand in the program's text: "a", "0", "done". */
void hazard_add_stream_code(struct strbuf *sb, const struct hazards *hazards, uint32_t stream);
void hazard_add_event_code(struct strbuf *sb, const struct hazards *hazards, uint32_t event);

#endif
