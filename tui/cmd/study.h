/* From the command line to the options of a prediction. */
#ifndef TUI_CMD_STUDY_H
#define TUI_CMD_STUDY_H

#include "sim/base/strbuf.h"
#include "sim/study/predict.h"
#include "tui/cmd/option.h"

/* The arrays that `options` points into. */
struct study_arguments {
    struct predict_options options;
    const char **values; /* of all repeated options */
    struct runtime_variable *variables;
    struct strbuf stored; /* the path of a stored profile */
    char *variable_names; /* copies of NAME, each terminated */
};

/* Reads the options of GROUP_PREDICT. study_release() is needed also after an error. The strings
 * are those of the command line. */
int study_options(struct study_arguments *study, const struct arguments *args, struct err *err);
void study_release(struct study_arguments *study);

/* Prints the prediction's warnings, unless -q was given. */
void study_warn(const struct prediction *prediction, const struct arguments *args);

#endif
