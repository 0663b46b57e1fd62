/* What the blocks of one launch do on the device: a part of the plan. */
#ifndef GPU_PLAN_LAUNCH_H
#define GPU_PLAN_LAUNCH_H

#include "gpu/plan.h"

/* Fills plan->launches of the launch that the record names. ERR_UNAVAILABLE at its place for a
 * kernel that fails, or whose blocks would take longer than the device lets any
 * (DEVICE_BLOCK_MOST); ERR_INPUT where no SM can hold a block. */
int plan_launch(struct plan *plan, const struct program_record *record, struct err *err);

#endif
