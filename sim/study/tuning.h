/* Tuning: would another number of streams, or chunks of another size, be quicker?
 *
 * Which constant of a scenario says how many streams there are, or how large the chunks are, is not
 * guessed from its name: each constant is set to another value and the scenario interpreted again.
 * One that makes more streams while the program does the same work (bytes copied each way, work of
 * its kernels) sizes the array of streams; one that makes more and smaller copies, or fewer and
 * larger ones, of the same bytes in as many streams sets the chunks. One that only says how often
 * something is done, in pieces as large as before, sets neither. Where none does, or where the work
 * would change, nothing is found. A value with which the program has a hazard that it lacks now
 * (more streams than buffers) is not the best, nor one with which other bytes are copied, computed
 * or read (reach.h): a tail that is left out, a number of each part. Where such a constant says how
 * much is set up as well, in the timed part, the best is what is best for the work.
 */
#ifndef SIM_STUDY_TUNING_H
#define SIM_STUDY_TUNING_H

#include "sim/study/predict.h"
#include "sim/study/proof.h"

enum tuning_kind {
    TUNING_STREAMS, /* swept over 1 to 8 */
    TUNING_CHUNKS,  /* swept over a quarter to four times, and on where the last is the quickest */
};

enum {
    TUNING_MOST_VALUES = 9,
    TUNING_MOST_CONSTANTS = 32,  /* that are tried, twice each */
    TUNING_MOST_RECORDS = 20000, /* of a program that is interpreted so often */
    TUNING_MOST_WORK = 400000,   /* records of all probes: of a large program fewer are tried */
};

/* The least gain, parts of a thousand of the wall time. */
#define TUNING_LEAST 20

struct tuning_step {
    int64_t value;
    int64_t wall;    /* ns; TIMELINE_UNKNOWN: it failed, or other work was done */
    int64_t work;    /* likewise, if to set up took no time in the timed part (set_up.h) */
    uint64_t memory; /* bytes that are allocated at once, at most */
    struct proof_breach breach; /* sought where it gains: never the best */
    bool proven; /* sought there, too: it computes the same; else, by other parts, what nothing
                    compares */
};

struct tuning_finding {
    enum tuning_kind kind;
    char name[64];  /* of the constant */
    char file[256]; /* where it is defined; "": -D gave its value */
    int line;
    int64_t value;   /* as it is */
    int64_t streams; /* of STREAMS: how many there are, where each one more makes several; 0:
                        it is their number */
    bool threads;    /* likewise: it is the number of threads that make them */
    int64_t best;    /* the smallest value within 0.5 % of the least `work` */
    int64_t wall, best_wall; /* ns */
    int64_t work, best_work; /* ns: what it gains for the work, be set-up what it may */
    uint64_t memory, best_memory;
    struct tuning_step steps[TUNING_MOST_VALUES]; /* ascending, `value` among them */
    size_t step_count;
};

/* At most one finding a kind: the constant with the largest gain, where that is TUNING_LEAST or
 * more. */
struct tuning {
    struct tuning_finding findings[2];
    size_t count;
    bool too_large; /* the program has more than TUNING_MOST_RECORDS records, or its loops make too
                       many turns: nothing was tried */
};

/* `prediction`: of the scenario at `path` with `options`. On `threads` threads at most (0: one a
 * core). Nothing can fail: a value that does is no candidate. */
void tuning_find(struct tuning *tuning, const struct prediction *prediction, const char *path,
                 const struct predict_options *options, unsigned threads);

/* The same whatever it gains: the constants that say how many streams and chunks there are. */
void tuning_recognize(struct tuning *tuning, const struct prediction *prediction, const char *path,
                      const struct predict_options *options, unsigned threads);

/* Whether its best gains TUNING_LEAST or more, for the work and altogether: more buffers may cost
 * more than more streams gain. */
bool tuning_is_worth_it(const struct tuning_finding *finding);

/* What to write to get a step of it: "STREAMS = 4 in line 5", with what that needs. */
void tuning_step_text(struct strbuf *sb, const struct tuning_finding *finding,
                      const struct tuning_step *step);

#endif
