/* One version of what is shown: a chart, and how it differs from the version before.
 *
 * Made in a thread, from a prediction that has come out there, so that showing it costs its owner
 * nothing. Shared by who shows it and by threads that compare a later version with it: the last of
 * them frees it, in a thread where that takes long. Knows neither screens nor files.
 */
#ifndef TUI_VIEW_VERSION_H
#define TUI_VIEW_VERSION_H

#include "sim/study/parameters.h"
#include "sim/study/predict.h"
#include "tui/view/ghost.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What was shown before a version. */
struct version_past {
    struct version *version; /* held */
    struct ghost ghost;
};

/* A version over another timeline. */
struct version_over {
    struct prediction *seen; /* what is compared, of the heap; NULL: somebody else's */
    struct compare compare;
    struct chart chart;
};

struct version {
    struct prediction *prediction; /* of the heap; NULL: somebody else's, who outlives it */
    struct chart chart;            /* of it alone */
    struct version_over *over;     /* what is shown instead; NULL: it is shown alone */
    struct version_past *past;     /* NULL: none, or over */
    struct parameters parameters;  /* the constants of the source that it was made from */
    atomic_int holders;
};

/* A version with one holder, its caller. The timeline, which is charted as `name`, and the profile
 * (NULL: none is known) are the version's own once its `prediction` is set, or outlive it. */
struct version *version_new(const struct timeline *timeline, const struct profile *profile,
                            const char *name);

/* Puts it over the other timeline of `over`, which is on the heap and the version's from now on;
 * its chart is made here, for `profile` as in version_new(), `first` and `second` as in
 * chart_init_pair(). What is compared is what the version was made of. */
void version_put_over(struct version *version, struct version_over *over,
                      const struct profile *profile, const char *first, const char *second);

/* What is shown of it. */
const struct chart *version_shown(const struct version *version);

/* What it was before; `lines`: where the lines of that one are now (match_versions). */
void version_compare(struct version *version, struct version *before, const int32_t *lines);

/* The version before is not needed any more. */
void version_forget(struct version *version);

/* Of void pointers, as struct follow_source has it. NULL is no version, and nothing to drop. */
void version_hold(void *version);
void version_drop(void *version);

/* Drops it where the process is about to end: waits until nobody holds it, half a second at most.
 * Returns whether it is gone: if not, a thread still reads it and what it points to. */
bool version_end(struct version *version);

#endif
