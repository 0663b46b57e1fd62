/* Calls that returned an error: a program that does not look at what they return goes on without
 * their work. cudaErrorNotReady is no error but an answer, and what only reports an earlier error
 * has none of its own. */
#ifndef SIM_ANALYSIS_FAILURES_H
#define SIM_ANALYSIS_FAILURES_H

#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

enum { FAILURES_KEPT = 8 };

/* Kinds of failures: the calls of one place that returned the same error are one. */
struct failures {
    struct failure {
        uint16_t call, result;
        char place[64]; /* "prio.cu:11", or "" */
    } rows[FAILURES_KEPT];
    size_t count;
    bool more; /* than are kept */
};

void failures_find(struct failures *failures, const struct timeline *timeline);

/* The first of them that is not in `before`, the failures of another run of the program; NULL if
 * there is none, or it is not known of all of them. */
const struct failure *failures_beyond(const struct failures *failures,
                                      const struct failures *before);

/* Calls that were to put a kernel, copy, memset or host function into a stream and failed: how
 * many, and the row of the first. */
size_t failures_of_work(const struct timeline *timeline, uint32_t *first);

/* "cudaLaunchKernel (prio.cu:11) returned cudaErrorInvalidValue". */
void failure_text(struct strbuf *sb, const struct failure *failure);

/* A row of the summary; nothing if all calls succeeded. */
void failures_text(struct strbuf *sb, const struct timeline *timeline);

#endif
