/* A child process that does something dangerous for us: touches a device, may hang, may crash. What
 * it finds comes back as messages through a pipe; how far it is can be seen in a shared page.
 *
 * Knows nothing of programs or devices. The parent must not have touched CUDA before, as a child of
 * fork() cannot use it then.
 */
#ifndef GPU_PROCESS_H
#define GPU_PROCESS_H

#include "sim/base/err.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESS_POSITIONS = 64 };

/* The page that parent and child share. */
struct process_page {
    _Atomic uint32_t steps;                        /* done, as the child counts them */
    _Atomic uint32_t signs;                        /* of life, with which no step is done */
    _Atomic uint32_t positions[PROCESS_POSITIONS]; /* where its threads stand, as it likes */
};

struct process {
    struct process_page *page;
    int fd; /* the child's end of the pipe */
};

struct process_options {
    int64_t limit; /* ns without a step or a sign of life after which the child is killed */
    /* Called in the parent, ten times a second at most. May be NULL. */
    void (*tick)(void *context, uint32_t steps);
    /* A message has come; -1 with *err filled ends it all. */
    int (*receive)(void *context, uint32_t type, const void *data, size_t bytes, struct err *err);
    void *context; /* of both */
};

enum process_end {
    PROCESS_DONE,
    PROCESS_FAILED,    /* *err says why */
    PROCESS_TIMED_OUT, /* no step or sign within the limit: killed */
    PROCESS_CRASHED,   /* killed by the signal, or gone without a word (0) */
};

/* Runs body(process, context, err) in a child; what it returns and *err come back. `last` receives
 * what the page held at the end, *signal the signal that ended a crashed child. */
enum process_end process_run(const struct process_options *options,
                             int (*body)(struct process *process, void *context, struct err *err),
                             void *context, struct process_page *last, int *signal,
                             struct err *err);

/* In the child: a step done; part of one; a message of a type from 1. 0, or -1 when nobody listens
 * any more. */
void process_step(struct process *process);
void process_alive(struct process *process);
int process_send(struct process *process, uint32_t type, const void *data, size_t bytes,
                 struct err *err);

#endif
