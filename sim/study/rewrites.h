/* The edits of findings, each tried and proven by itself: which way to make its change a finding
 * takes, where two would change the same, and all that were taken in one program.
 *
 * Knows no remedies but edits: those of flags, of the profile and of costs are remedies.h's.
 */
#ifndef SIM_STUDY_REWRITES_H
#define SIM_STUDY_REWRITES_H

#include "sim/analysis/pitfalls.h"
#include "sim/study/fix.h"

/* All ways to make all changes: those of a finding stand together. */
struct rewrites {
    struct fix *fixes;
    size_t *rows; /* by fix: row of pitfalls */
    size_t *ways; /* by fix: which of its edits */
    size_t count;
};

/* Tries every way of those findings whose `ungained` is empty. rewrites_release() is needed. */
void rewrites_try(struct rewrites *rewrites, const struct pitfalls *pitfalls,
                  const struct prediction *prediction, const struct predict_options *options);

/* Gives each finding the best way that is proven, or says why it has none; where one would change
 * what another one's change gains already, the simpler is left. */
void rewrites_take(const struct rewrites *rewrites, struct pitfalls *pitfalls,
                   const struct prediction *prediction);

/* Tries those that were taken, and matter, in one program; `together` is initialised and stays
 * empty if there is none. Returns how many are left out of it, as they add nothing. */
size_t rewrites_join(const struct rewrites *rewrites, struct fix *together,
                     const struct pitfalls *pitfalls, const struct prediction *prediction,
                     const struct predict_options *options);

/* Tries the edits of `fix` with those that were taken, and matter, beside them in one program.
 * False: there are none that it lacks; otherwise fix_release(together) is needed. */
bool rewrites_extend(const struct rewrites *rewrites, const struct fix *fix, struct fix *together,
                     const struct pitfalls *pitfalls, const struct prediction *prediction,
                     const struct predict_options *options);

/* The lines of a text, those that are not there yet: buffers of one name are several rows of a
 * program. */
void rewrites_add_lines(struct strbuf *sb, const char *text);

void rewrites_release(struct rewrites *rewrites);

#endif
