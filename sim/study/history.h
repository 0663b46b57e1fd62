/* The steps of somebody who tries conditions: what each came to, back and forth.
 *
 * The first row is how it is; each row after it changes one condition of the row before. Going back
 * and then elsewhere forgets the rows that were ahead. Wall times are noted as they become known,
 * and forgotten when the file that they were of has changed.
 */
#ifndef SIM_STUDY_HISTORY_H
#define SIM_STUDY_HISTORY_H

#include "sim/study/conditions.h"

struct history_row {
    struct conditions conditions;
    char text[96]; /* what this step changed; "as it is" of the first */
    bool is_known; /* what came of it: */
    enum variant_outcome outcome;
    int64_t wall; /* ns; TIMELINE_UNKNOWN: it cannot run, or has none */
};

struct history {
    struct history_row *rows;
    size_t count, capacity; /* count >= 1 */
    size_t at;              /* the row that holds now */
};

void history_init(struct history *history);

/* The row that holds now. */
const struct history_row *history_now(const struct history *history);

/* A step to other conditions: a new row behind the present one. */
void history_step(struct history *history, const struct conditions *conditions, const char *text);

/* One step back, or forth again. Returns whether there was one. */
bool history_undo(struct history *history);
bool history_redo(struct history *history);

/* What came of a row. */
void history_note(struct history *history, size_t row, enum variant_outcome outcome, int64_t wall);

/* The file has changed: no wall time is known any more. */
void history_forget(struct history *history);

/* The first row up to the present one whose wall time is not known; `count` if there is none. */
size_t history_unknown(const struct history *history);

void history_release(struct history *history);

#endif
