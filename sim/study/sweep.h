/* Sweeps: the same scenario or program over a range of values of one or two options.
 *
 * A value is text, as the command line takes it: `N=1..8` of -D, `h100,h200` of --gpu. Every
 * combination is predicted, and once more what is swept over is left as it is.
 */
#ifndef SIM_STUDY_SWEEP_H
#define SIM_STUDY_SWEEP_H

#include "sim/base/arena.h"
#include "sim/study/trial.h"

/* OPTION(kind, name on the command line, whether its value begins with NAME=) */
#define SWEEP_OPTIONS(OPTION)                                                                      \
    OPTION(DEFINE, "define", true)                                                                 \
    OPTION(GPU, "gpu", false)                                                                      \
    OPTION(SET, "set", true)                                                                       \
    OPTION(COST, "cost", true)                                                                     \
    OPTION(ENV, "env", true)                                                                       \
    OPTION(CONNECTIONS, "connections", false)                                                      \
    OPTION(COPY_CONNECTIONS, "copy-connections", false)                                            \
    OPTION(DEFAULT_STREAM, "default-stream", false)

enum sweep_kind {
#define KIND(kind, name, named) SWEEP_##kind,
    SWEEP_OPTIONS(KIND)
#undef KIND
        SWEEP_KIND_COUNT
};

enum { SWEEP_PARAMETERS = 2 };

struct sweep_parameter {
    enum sweep_kind kind;
    const char *name;          /* "N" of -D N=..., otherwise the option's: "gpu" */
    const char *const *texts;  /* as the option takes them: "N=4", "h100" */
    const char *const *values; /* "4", "h100" */
    size_t count;
};

/* Whose numbers a run used, for the first line of a report. */
struct sweep_source {
    char device[96], profile[64], date[32], base[64];
    int inherited, total; /* values of the profile */
};

struct sweep {
    struct sweep_parameter parameters[SWEEP_PARAMETERS];
    size_t parameter_count;
    struct trial *trials; /* [0]: as it is; then every combination, the last parameter fastest */
    size_t count;         /* of trials */
    size_t best;          /* trial with the least wall time but [0], the first of equals; 0: none */
    size_t enough; /* the first within SWEEP_NEAR of the best; of one parameter, otherwise best */
    struct sweep_source source;       /* of the first trial that came out */
    struct predict_warning *warnings; /* of that trial */
    size_t warning_count;
    struct arena arena;
};

/* What is as good as the best: parts of a thousand of its wall time. */
#define SWEEP_NEAR 20

void sweep_init(struct sweep *sweep);

/* The kind of an option by its name; SWEEP_KIND_COUNT if it cannot be swept over. */
enum sweep_kind sweep_kind_of(const char *option);
const char *sweep_option_name(enum sweep_kind kind);

/* Reads an option's value. Returns 1 if it stands for several: then it is a parameter of the sweep;
 * 0 if for one: nothing was done. ERR_INPUT: a range that is none or more than `most` values. */
int sweep_add(struct sweep *sweep, enum sweep_kind kind, const char *value, size_t most,
              struct err *err);

/* The trial of a combination: the value of each parameter by its row. */
size_t sweep_value(const struct sweep *sweep, size_t trial, size_t parameter);

/* Predicts all: the scenario at `path`, or if that is NULL `program`; `options` hold what is the
 * same in all. ERR_INPUT: more than `most` runs. An error of a run is in its trial. */
int sweep_run(struct sweep *sweep, const char *path, const struct program *program,
              const struct predict_options *options, size_t most, unsigned threads,
              struct err *err);

/* What a run gains against leaving everything as it is, in ns; TIMELINE_UNKNOWN if one of the two
 * did not come out. */
int64_t sweep_gain(const struct sweep *sweep, size_t trial);

/* The trials but [0], sorted by gain, largest first, those without one last; equals as they were.
 * The caller frees it. */
size_t *sweep_by_gain(const struct sweep *sweep);

void sweep_release(struct sweep *sweep);

#endif
