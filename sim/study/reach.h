/* Reach: which bytes a program brings to the device, back from it, reads on the host afterwards,
 * and has its kernels compute. Two programs that divide the same work into other parts compute
 * other functions, which nothing here compares; but where one leaves out a tail that does not
 * divide, or reads one number of each part, the bytes differ.
 *
 * Memory is known by the variables' names, in the order in which it was made. Where there is
 * another number of buffers of a name, or they are of other sizes, as there is with one for each
 * stream, what is compared is how many bytes pass through them in all.
 */
#ifndef SIM_STUDY_REACH_H
#define SIM_STUDY_REACH_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reach {
    struct reach_group *groups; /* by kind and name, ascending */
    size_t count;
};

/* To be released; the program need not outlive it. */
void reach_find(struct reach *reach, const struct program *program);
/* Whether the same bytes of the same buffers are reached; where the buffers differ, as many. */
bool reach_same(const struct reach *a, const struct reach *b);
void reach_release(struct reach *reach);

#endif
