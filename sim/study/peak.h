/* How much memory a program has at once. */
#ifndef SIM_STUDY_PEAK_H
#define SIM_STUDY_PEAK_H

#include "sim/model/program.h"

/* The most bytes of the allocations that CUDA knows, of device and host, that are alive at the same
 * time; without the program's symbols. */
uint64_t peak_memory(const struct program *program);

#endif
