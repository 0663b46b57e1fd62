/* A variant: what was predicted, under other options and edited.
 *
 * What flags can say of a scenario is said by flags, and it is interpreted again from its source,
 * so that a program that branches on time stays right (a trial may do without where its calls stay
 * the same: same_calls.h). What only an edit of the recorded program
 * can say (sim/model/edit.h) is replayed, with the orders that the data needs kept; of a program
 * that branches on time it is not known. Both may be combined: the flags first. Asks no question
 * itself: sim/study/whatif.h has a list of them, sim/study/conditions.h a person who switches them.
 */
#ifndef SIM_STUDY_VARIANT_H
#define SIM_STUDY_VARIANT_H

#include "sim/base/arena.h"
#include "sim/model/edit.h"
#include "sim/study/predict.h"
#include "sim/study/trial.h"

enum { VARIANT_EDITS_MOST = 8 };

enum variant_outcome {
    VARIANT_CAME_OUT,
    VARIANT_SKIPPED, /* the edits do not apply: nothing is pageable, ... */
    VARIANT_UNKNOWN, /* the program branches on time, and this is an edit of it */
    VARIANT_FAILED,
};

struct variant {
    const char *path;               /* a scenario, interpreted again; NULL: */
    const struct program *program;  /* recorded. With a path: of the options as they were, NULL if
                                       it is not at hand */
    struct predict_options options; /* `gpu` and `runtime` may be set as they are */
    struct edit edits[VARIANT_EDITS_MOST];
    size_t edit_count;
    struct arena arena; /* of what the options point into beside the caller's own */
};

/* As it is: `options` are those of the command line, and with all they point to must outlive the
 * variant. Of a recorded program only those count that are not about its source. */
void variant_init(struct variant *variant, const char *path, const struct program *program,
                  const struct predict_options *options);

/* Copies all that it points to but `program` into its arena, so that it may outlive its caller. */
void variant_detach(struct variant *variant);

/* --set KEY=VALUE, after those that are there. */
void variant_set(struct variant *variant, const char *key, const char *value);

/* Settings of `profile` with which calls and the host's work take no time. */
void variant_free_host(struct variant *variant, const struct profile *profile);

/* --cost KERNEL=TIME, likewise. */
void variant_cost(struct variant *variant, const char *kernel, const char *time);

/* -D NAME=VALUE, in place of one of that name. */
void variant_define(struct variant *variant, const char *name, int64_t value);

/* One edit more, of everything that it can be done to. At most VARIANT_EDITS_MOST. */
void variant_edit(struct variant *variant, enum edit_kind kind);

/* Predicts it into `prediction`, which is initialised; prediction_release() is needed in any case.
 * Where the edits don't apply or their result is not known, it is that of the options alone.
 * Errors: those of predict_file() and predict_program(), with VARIANT_FAILED. */
enum variant_outcome variant_predict(const struct variant *variant, struct prediction *prediction,
                                     struct err *err);

/* A trial that predicts it, to be run beside others; an edited variant with the recorded program
 * that it was given, whatever its options. The variant must outlive it. */
struct trial variant_trial(struct variant *variant);

void variant_release(struct variant *variant);

#endif
