/* Fixes: rewrites of a program, proven harmless, with what they gain.
 *
 * A fix is one edit or several (sim/model/edit.h), made with the events that keep the orders that
 * the data needs. It is offered only if the rewritten program has no hazard that the original lacks
 * and computes the same results, and if the program's own timers measure what they measured. Its
 * gain is the difference of two simulations, of the recorded program or, where host threads would
 * come to locks and atomics in another order, of the source interpreted again if that can be. Who
 * looks for pitfalls says which edits to try; apart from the timers nothing here knows of them.
 */
#ifndef SIM_STUDY_FIX_H
#define SIM_STUDY_FIX_H

#include "sim/model/edit.h"
#include "sim/study/predict.h"

enum { FIX_EDITS_MOST = 16 };

struct fix {
    /* what is tried */
    struct edit edits[FIX_EDITS_MOST];
    size_t edit_count;

    /* what came out */
    bool offered;   /* it applies and is proven */
    char why[200];  /* why it is not offered, a sentence without its full stop */
    int64_t wall;   /* ns of the rewritten program; TIMELINE_UNKNOWN if it was not predicted */
    int64_t gain;   /* ns less than the original, below 0: it loses; TIMELINE_UNKNOWN likewise */
    size_t changed; /* calls and rows that it changes */
    bool waits;     /* streams have to wait for each other's events for it */
    bool stay;      /* every wait that it moves stands again where it stood: it gains nothing */
    bool steers;    /* it can be made of the source as it is interpreted (steer.h) */
    /* Host threads come to locks and atomics in another order, and the gain is that of each of them
     * doing what it did: only the source can tell what it would do. */
    bool frozen;
    /* Of what the host does turn after turn with what it waited for: an access that the changed
     * program waits before in its place. CALL_NONE: none is needed. */
    uint16_t turn_call;  /* CALL_host_read, CALL_host_write */
    uint32_t turn_place; /* row of the program's places */
    struct strbuf text;  /* what to write where, a line each (edit_text()) */
};

/* With nothing to try. */
void fix_init(struct fix *fix);

/* False: it has as many as there is room for. */
bool fix_add(struct fix *fix, const struct edit *edit);

/* Tries each fix (those with equal edits once) on a copy of the prediction's program, on `threads`
 * threads at most (0: one a core). The options are those of the prediction. A program that branched
 * on answers that depend on time is refused: its calls would not be the same. */
void fixes_try(const struct prediction *prediction, const struct predict_options *options,
               struct fix *fixes, size_t count, unsigned threads);

/* All fixes that are offered and gain something, made in one program: *together is initialized, and
 * `taken` (as many as fixes) says which are in it. The largest gain comes first; one that takes
 * back what others gained, or that is not proven beside them, is left out. */
void fixes_together(const struct prediction *prediction, const struct predict_options *options,
                    const struct fix *fixes, size_t count, struct fix *together, bool *taken);

void fix_release(struct fix *fix);

#endif
