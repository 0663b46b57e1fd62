/* The numbers of a scenario that -D can set to others: `#define`s and `const`s whose value is one
 * whole number, that the program uses. */
#ifndef SIM_STUDY_PARAMETERS_H
#define SIM_STUDY_PARAMETERS_H

#include "sim/study/predict.h"

struct parameter {
    char *name;
    int64_t value;
    char *file; /* where it is defined; NULL: -D gave its value */
    int line;
    bool shared; /* its name, by another constant: -D sets both */
};

struct parameters {
    struct parameter *rows; /* macros in order of first use, then constants, then enumerators */
    size_t count;
};

/* Reads the scenario at `path`. ERR_INPUT as predict_file(). parameters_release() is needed only
 * after success. */
int parameters_find(struct parameters *parameters, const char *path,
                    const struct predict_options *options, struct err *err);
void parameters_release(struct parameters *parameters);

#endif
