/* A prediction with the measurement that it is held against: the two timelines of `validate`. */
#ifndef TUI_CMD_PAIRING_H
#define TUI_CMD_PAIRING_H

#include "sim/analysis/compare.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"
#include "tui/cmd/seen.h"

#include <stdbool.h>

/* Where what was predicted came from. */
enum pairing_origin {
    PAIRING_SCENARIO,
    PAIRING_CHANGED, /* the scenario is not the one that was recorded any more, and the trace holds
                        no program */
    PAIRING_PROGRAM, /* the program that the trace holds: the scenario was not found, or changed */
};

struct pairing {
    struct operand predicted;
    struct seen seen; /* the same, as the instrument sees it */
    struct timeline measured;
    enum pairing_origin origin;
    bool absent;            /* why it failed: the scenario is not here, and the trace holds none */
    struct strbuf name;     /* of the scenario, or of its trace */
    struct strbuf trace;    /* path; empty: measured here */
    struct strbuf folder;   /* that the trace is in */
    struct strbuf scenario; /* path, where there is one */
    struct arguments args;  /* what it was predicted with */
    char **words;           /* that they point into */
    struct compare compare;
    bool compared;
};

/* All are to be released, also after an error. Strings given are copied. */

/* A recorded timeline against a new prediction of what it ran: by its options, then those of
 * `args`. `scenario`: its file; NULL: as the trace says. */
int pairing_trace(struct pairing *pairing, const char *trace, const char *scenario,
                  const struct arguments *args, struct err *err);

/* A scenario or recorded program against a measurement made now. */
int pairing_measure(struct pairing *pairing, const char *scenario, const struct arguments *args,
                    struct err *err);

void pairing_release(struct pairing *pairing);

#endif
