/* What `compare` and `validate` say in the end: figures in the format that was asked for, and the
 * exit status by the tolerances that were given. */
#ifndef TUI_CMD_JUDGE_H
#define TUI_CMD_JUDGE_H

#include "sim/analysis/validation.h"
#include "tui/cmd/option.h"
#include "tui/cmd/tolerance.h"

struct judgement {
    struct tolerances tolerances;
    struct validation validation;
    const struct compare *one; /* the comparison behind the only row; NULL: there are several */
    struct strbuf head;        /* whose numbers these are, in the text of a single one */
};

/* Reads the tolerances. Before anything is predicted, so that a mistake in them is said at once.
 * judge_release() is needed also after an error. */
int judge_init(struct judgement *judgement, const struct arguments *args, struct err *err);

/* Writes everything; 0, ERR_FOUND or -1. */
int judge_write(struct judgement *judgement, const struct arguments *args, struct err *err);
void judge_release(struct judgement *judgement);

#endif
