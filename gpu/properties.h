/* What the device says about itself. Private to gpu/. */
#ifndef GPU_PROPERTIES_H
#define GPU_PROPERTIES_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>

/* Appends `section.key=value` lines (see gpu.h). Touches CUDA; in a build without it
 * ERR_UNAVAILABLE. */
int cuda_properties(struct strbuf *out, struct err *err);

/* Whether a driver is installed: without any the runtime calls it too old. In a build with CUDA. */
bool cuda_has_driver(void);

#endif
