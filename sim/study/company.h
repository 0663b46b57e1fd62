/* Company: changes of a program that gain much only when they are made together.
 *
 * Each pitfall's change is tried by itself (gain.h). Where what these gain leaves the run far from
 * what its machines need, the changes that there are (those of the findings, the others of the list
 * in company.c, and the constants that size streams and chunks) are tried two by two, and three by
 * three around the one that gains most alone. What comes out is the smallest set that gains most,
 * proven as one program (fix.h).
 */
#ifndef SIM_STUDY_COMPANY_H
#define SIM_STUDY_COMPANY_H

#include "sim/study/rewrites.h"
#include "sim/study/tuning.h"

/* What may be tried for it in all, in records of programs (and rows of copies of two dimensions):
 * programs of some hundred get all pairs, within a second or two; of larger ones some are left out,
 * and of the largest nothing is tried. */
#define COMPANY_RECORDS 60000

struct company_input {
    const struct prediction *prediction;
    const struct predict_options *options; /* of the prediction */
    const char *path;                      /* of the scenario; NULL: a recorded program */
    const struct rewrites *rewrites;       /* as they came out alone */
    const struct tuning *tuning;           /* as recognized; NULL: no constants */
    uint64_t records;                      /* that may be tried */
};

/* Fills in pitfalls->company, and `together` anew where it gains more beside the others: once
 * these have their gains. Nothing can fail: what does is no candidate. */
void company_find(struct pitfalls *pitfalls, const struct company_input *input);

#endif
