/* Predict: a file in, a program and its timeline out. */
#ifndef SIM_STUDY_PREDICT_H
#define SIM_STUDY_PREDICT_H

#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"
#include "sim/runtime/runtime.h"

/* What the command line says about a prediction; all pointers are the caller's. */
struct predict_options {
    const char *gpu;         /* profile name or file; NULL: the default */
    const char *const *sets; /* KEY=VALUE */
    size_t set_count;
    const char *const *defines; /* NAME=VALUE */
    size_t define_count;
    const char *const *costs; /* KERNEL=TIME */
    size_t cost_count;
    const char *const *assumes; /* LINE=true|false */
    size_t assume_count;
    const char *const *arguments; /* argv[1..] of the scenario */
    size_t argument_count;
    const char *const *limits; /* NAME=VALUE */
    size_t limit_count;
    const char *text; /* the scenario, where it cannot be read again: from a pipe; NULL: it can */
    size_t text_length;
    bool strict;
    bool gate;            /* with a start gate: edit_gate() */
    uint32_t late_thread; /* of a scenario, as in struct script_settings, */
    bool late_end;
    int64_t late_ns;
    /* Is told of each file that the scenario is read from, once: what it holds; `text` NULL: an
     * include that is not there. NULL: not wanted. */
    void (*on_read)(void *context, const char *path, const char *text, size_t length);
    void *read_context;
    /* Is told of each program that has been predicted, on whichever thread did it. NULL: not
     * wanted.
     */
    void (*on_predicted)(void *context);
    void *predicted_context;
    /* What stands between a scenario and the runtime, and passes on its calls, or others; `source`
     * lives as long as what it gives. NULL: nothing does. */
    struct runtime_source (*between)(void *context, const struct runtime_source *source);
    void *between_context;
    struct runtime_options runtime;
};

struct predict_warning {
    struct err text; /* with its place */
};

struct prediction {
    struct profile profile;
    struct program program;
    struct timeline timeline;
    struct predict_warning *warnings;
    size_t warning_count, warning_capacity;
    bool interpreted; /* of the scenario that the program names, with the options of the caller */
    int exit_code;    /* main's result */
    int64_t turns;    /* of loops, that a scenario's host code made; 0 of a program */
};

void prediction_init(struct prediction *prediction);

/* The profile that the options name, with their values set. profile_release() is needed also after
 * an error. */
int predict_profile(struct profile *profile, const struct predict_options *options,
                    struct err *err);

/* Runs the scenario at `path` and records its program. Errors: ERR_INPUT at a place in the source;
 * the timeline's output is then what the scenario had printed. prediction_release() is needed also
 * after an error. */
int predict_file(struct prediction *prediction, const char *path,
                 const struct predict_options *options, struct err *err);

/* Whether a define, NAME=VALUE or NAME alone, is one of that name. */
bool predict_defines(const char *define, const char *name);

/* Runs a program that the caller has put into prediction->program after prediction_init() (readers
 * are sim/io's). --cost replaces the cost of every launch of a kernel; what only a scenario has
 * (defines, assumptions, arguments) is refused. */
int predict_program(struct prediction *prediction, const struct predict_options *options,
                    struct err *err);

/* Runs prediction->program into prediction->timeline, which is initialized and empty, with the
 * profile that is there. */
int predict_replay(struct prediction *prediction, const struct predict_options *options,
                   struct err *err);

/* What it was predicted with; NULL: its timeline was read from a file, and of its profile nothing
 * is known. */
const struct profile *prediction_profile(const struct prediction *prediction);

void prediction_release(struct prediction *prediction);

#endif
