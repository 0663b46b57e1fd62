/* The conditions that a person switches to ask "what if": which are set, and the steps there.
 *
 * Conditions are a small value: those that are not set are as the command line and the program have
 * it. They become a variant (sim/study/variant.h); a history of them remembers what each step came
 * to, and goes back and forth. Knows no keys and predicts nothing.
 */
#ifndef SIM_STUDY_CONDITIONS_H
#define SIM_STUDY_CONDITIONS_H

#include "sim/base/strbuf.h"
#include "sim/study/variant.h"

enum conditions_memory { MEMORY_AS_IT_IS, MEMORY_ALL_PINNED, MEMORY_ALL_PAGEABLE };
enum conditions_default { DEFAULT_AS_IT_IS, DEFAULT_LEGACY, DEFAULT_PER_THREAD };

enum { CONDITIONS_DEFINES_MOST = 16, CONDITIONS_NAME_BYTES = 64 };

struct conditions_define {
    char name[CONDITIONS_NAME_BYTES];
    int64_t value;
};

/* All zero: as it is. Two that mean the same are equal bytes (conditions_equal). */
struct conditions {
    enum conditions_memory memory;
    enum conditions_default default_stream;
    bool nonblocking;    /* every created stream */
    int32_t connections; /* compute; 0: as it is */
    const char *gpu;     /* one of profile_builtin_names(); NULL: as it is */
    struct conditions_define defines[CONDITIONS_DEFINES_MOST]; /* by name */
    size_t define_count;
};

/* What the conditions are changes of: how it is. */
struct conditions_base {
    bool has_source;     /* a scenario, not a recorded program */
    bool per_thread;     /* the default stream */
    int32_t connections; /* compute */
    int32_t connections_most;
    char gpu[64]; /* id of the profile */
};

/* Of a prediction of `path` (NULL: a recorded program) without any condition. */
void conditions_base_init(struct conditions_base *base, const char *path,
                          const struct prediction *prediction,
                          const struct predict_options *options);

bool conditions_equal(const struct conditions *a, const struct conditions *b);
bool conditions_are_plain(const struct conditions *conditions);

/* Each changes one condition to its next value; back at how it is, it is not set any more. `text`
 * says what it is now, as a row of a list: "connections 16". */

/* Host memory as it is, all pinned, all pageable, as it is; `step` < 0: the other way round. */
void conditions_step_memory(struct conditions *conditions, int step, struct strbuf *text);
/* The other meaning of the default stream. -1: a recorded program has it settled, and it is
 * per-thread already. */
int conditions_step_default(struct conditions *conditions, const struct conditions_base *base,
                            struct strbuf *text);
/* Streams blocking as they are, or all non-blocking. */
void conditions_step_streams(struct conditions *conditions, struct strbuf *text);
/* Twice (`step` > 0) or half as many connections, to the next power of two. -1: no more, or less.
 */
int conditions_step_connections(struct conditions *conditions, const struct conditions_base *base,
                                int step, struct strbuf *text);
/* So many connections. -1: the device has not so many. */
int conditions_set_connections(struct conditions *conditions, const struct conditions_base *base,
                               int64_t value, struct strbuf *text);
/* The next built-in profile, or the one before. */
void conditions_step_gpu(struct conditions *conditions, const struct conditions_base *base,
                         int step, struct strbuf *text);
/* A constant of the source, that is `as_it_is`, to a value. -1: too many are set. */
int conditions_set_define(struct conditions *conditions, const char *name, int64_t as_it_is,
                          int64_t value, struct strbuf *text);
/* The value of a constant under these conditions. */
int64_t conditions_define(const struct conditions *conditions, const char *name, int64_t as_it_is);

/* What is set becomes options and edits of the variant, which has those of the base. */
void conditions_apply(const struct conditions *conditions, const struct conditions_base *base,
                      struct variant *variant);

/* The options that say the same on the command line, each after a space; what no option can say as
 * " (and: ...)". Nothing for plain conditions. */
void conditions_command(const struct conditions *conditions, const struct conditions_base *base,
                        struct strbuf *text);

#endif
