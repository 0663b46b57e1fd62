/* Runs of a scenario with one constant set to another value, side by side. */
#ifndef SIM_STUDY_TUNING_ATTEMPTS_H
#define SIM_STUDY_TUNING_ATTEMPTS_H

#include "sim/study/facts.h"
#include "sim/study/proof.h"
#include "sim/study/reach.h"
#include "sim/study/trial.h"

/* Turns of loops of a program that is interpreted so often. */
enum { TUNING_MOST_TURNS = 10000000 };

/* One constant set to another value. */
struct tuning_attempt {
    char define[96], limit[32];
    const char **defines; /* the user's but for this name, and this one */
    const char **limits;  /* the user's and the one on steps */
    struct predict_options options;
    struct facts facts;
    const struct proof *proof; /* of the program as it is; NULL: what breaks is not asked */
    const struct reach *reach; /* likewise */
    struct proof_breach breach;
    bool reaches; /* the same bytes; */
    bool proven;  /* and computes the same */
};

struct tuning_attempts {
    struct tuning_attempt *attempts;
    struct trial *trials;
    size_t count;
};

struct tuning_study {
    const char *path;
    const struct predict_options *options;
    const struct prediction *prediction; /* as it is, */
    struct facts facts;                  /* and of it */
    bool whatever;                       /* it gains */
    bool brief;                          /* what its constants do shows with brief kernels, too */
    unsigned threads;
};

void tuning_attempts_init(struct tuning_attempts *attempts, size_t most);
void tuning_attempts_release(struct tuning_attempts *attempts);

/* One more, of at most `most`; its row. */
size_t tuning_attempts_add(struct tuning_attempts *attempts, const struct tuning_study *study,
                           const char *name, int64_t value);

/* The same with brief kernels where that shows as much: what is asked is what is done, not when. */
void tuning_attempts_add_brief(struct tuning_attempts *attempts, const struct tuning_study *study,
                               const char *name, int64_t value);

/* Which calls a program makes seldom depends on how long its kernels take, and to share the device
 * among them is nearly all of the work. Whether it does is tried: with kernels that are quick to
 * simulate the program as it is does the same. */
bool tuning_does_the_same_brief(const struct tuning_study *study);

#endif
