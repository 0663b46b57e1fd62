/* What the device says about itself. Private to gpu/. */
#ifndef GPU_PROPERTIES_H
#define GPU_PROPERTIES_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

/* Appends `section.key=value` lines (see gpu.h). Touches CUDA; in a build without it
 * ERR_UNAVAILABLE. */
int cuda_properties(struct strbuf *out, struct err *err);

#endif
