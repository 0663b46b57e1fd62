/* Measuring a program on any device: gpu.h's gpu_measure() is this with CUDA's. */
#ifndef GPU_MEASURE_H
#define GPU_MEASURE_H

#include "gpu/gpu.h"
#include "gpu/session.h"

int measure_program(device_open *open, const struct program *program, const struct profile *profile,
                    const struct gpu_options *options, struct timeline *timeline, struct err *err);

/* gpu_measure_all() likewise. */
int measure_programs(device_open *open, struct gpu_item *items, size_t count,
                     const struct gpu_options *options, struct err *err);

/* CUDA's device 0; in a build without CUDA ERR_UNAVAILABLE. */
device_open cuda_device_open;

#endif
