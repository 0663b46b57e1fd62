/* The command line: one table of options for the parser, the help, the manual page and the
 * completions, and what a user gave of them.
 *
 * Knows nothing of what the options do; subcommands ask for them by id.
 */
#ifndef TUI_CMD_OPTION_H
#define TUI_CMD_OPTION_H

#include "sim/base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum option_id {
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_CFLAGS,
    OPTION_QUIET,
    OPTION_COLOR,
    OPTION_GPU,
    OPTION_SET,
    OPTION_CONNECTIONS,
    OPTION_COPY_CONNECTIONS,
    OPTION_ENV,
    OPTION_DEFAULT_STREAM,
    OPTION_DEFINE,
    OPTION_COST,
    OPTION_ASSUME,
    OPTION_COLD,
    OPTION_STRICT,
    OPTION_LIMIT,
    OPTION_ONLY,
    OPTION_RANGE,
    OPTION_TIME,
    OPTION_FORMAT,
    OPTION_REPORT_FORMAT,
    OPTION_OUTPUT,
    OPTION_ASCII,
    OPTION_UTF8,
    OPTION_WIDTH,
    OPTION_TOLERANCE,
    OPTION_OPERATIONS,
    OPTION_PROCESSES,
    OPTION_REPETITIONS,
    OPTION_WARM_UPS,
    OPTION_TIMEOUT,
    OPTION_CLOCK,
    OPTION_GATE,
    OPTION_INSTRUMENT,
    OPTION_BATCH,
    OPTION_EXPLAIN,
    OPTION_OP,
    OPTION_ALL_GAINS,
    OPTION_PASSES,
    OPTION_KEEP,
    OPTION_REPLAY,
    OPTION_AGAINST,
    OPTION_SUMMARY,
    OPTION_SCENARIOS,
    OPTION_MEASURED_CALLS,
    OPTION_ONE_RUN,
    OPTION_PLACEMENT_TOLERANCE,
    OPTION_RELATIONS,
    OPTION_OVER_NULL,
    OPTION_ELAPSED_TOLERANCE,
    OPTION_SORT,
    OPTION_RUNS,
    OPTION_JOBS,
    OPTION_WHAT_IF,
    OPTION_ORDERS,
    OPTION_DIR,
    OPTION_TEXT,
    OPTION_ANSWERS,
    OPTION_WATCH,
    OPTION_GRADE,
    OPTION_NEW,
    OPTION_LINT,
    OPTION_THEME,
    OPTION_PICTURE,
};

/* Which commands take an option. */
enum option_group {
    GROUP_ALWAYS = 1,
    GROUP_PREDICT = 2,   /* what changes a prediction */
    GROUP_WRITE = 4,     /* where a result goes, in any format */
    GROUP_TEXT = 8,      /* how text is drawn */
    GROUP_COMPARE = 16,  /* what counts as different */
    GROUP_TOPLEVEL = 32, /* before any command */
    GROUP_MEASURE = 64,  /* how often and with what the GPU is measured */
    GROUP_PART = 128,    /* which part of a timeline is shown */
    GROUP_CALIBRATE = 256,
    GROUP_VALIDATE = 512, /* what predictions are held against */
    GROUP_BATCH = 1024,   /* many files at once */
    GROUP_SWEEP = 2048,   /* many predictions; choices may be lists then */
    GROUP_EXPLAIN = 4096, /* what is explained, and how far */
    GROUP_CHECK = 8192,   /* what is checked besides hazards */
    GROUP_SCREEN = 16384, /* how the screen is drawn */
    GROUP_LEARN = 32768,  /* lessons */
};

struct option {
    enum option_id id;
    const char *name;     /* without "--" */
    char letter;          /* without "-"; 0: none */
    const char *argument; /* its name in the help; NULL: a flag */
    const char *choices;  /* "a|b|c" when only these are taken; NULL: any */
    unsigned groups;      /* of enum option_group */
    bool repeats;         /* may be given several times; otherwise the last counts */
    const char *help;
};

extern const struct option option_table[];
extern const size_t option_count;

struct given {
    const struct option *option;
    const char *value; /* NULL for a flag; owned by argv */
};

struct arguments {
    unsigned groups; /* of options that were taken; of enum option_group */
    struct given *given;
    size_t given_count;
    const char **operands;
    size_t operand_count;
    char **rest; /* after "--"; NULL when there was none */
    int rest_count;
    bool lenient;            /* as struct runtime_options has it; likewise */
    const struct pace *pace; /* of a prediction at a measured pace; never on the command line */
};

/* Reads argv (without program and command name). Options and operands mix freely; "--" ends both.
 * Options outside `groups` are errors, with a suggestion. */
int arguments_parse(struct arguments *args, int argc, char **argv, unsigned groups,
                    struct err *err);
void arguments_release(struct arguments *args);

bool arguments_has(const struct arguments *args, enum option_id id);

/* The last value given, or `otherwise`. */
const char *arguments_value(const struct arguments *args, enum option_id id, const char *otherwise);

/* A whole number in [least, most]; *value is left alone when the option was not given. */
int arguments_number(const struct arguments *args, enum option_id id, long least, long most,
                     long *value, struct err *err);

/* All values of an option in order: start with *at = 0; NULL after the last. */
const char *arguments_next(const struct arguments *args, enum option_id id, size_t *at);

#endif
