#include "gpu/plan_launch.h"

#include "gpu/kernel_work.h"
#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/edit.h"

#define SECOND INT64_C(1000000000) /* ns */

static const char *kernel_name(const struct program *program, const struct program_launch *row)
{
    return program_name(program, program->kernels.rows[row->kernel].name);
}

/* What a block by work takes at least, ns, where as many as fit share the SM: its longest chain of
 * arithmetic, its part of what the SM computes, what its threads or its part of the memory's rate
 * let it read. */
static int64_t work_time(const struct profile *profile, const struct kernel_work *work,
                         const struct program_launch *row, const struct occupancy *occupancy,
                         int64_t threads)
{
    const int64_t *value = profile->value, blocks = cost_grid_blocks(row);
    int64_t sms = value[PROFILE_device_sm_count];
    int64_t together = blocks < sms ? 1 : occupancy->blocks;
    int64_t sm_flops = larger(value[PROFILE_device_flops] / sms, 1);
    int64_t flops = (int64_t)work->fmas * COST_FMA_FLOPS; /* of a thread */
    int64_t chain =
        duration_divide(flops * value[PROFILE_device_sm_threads_full], SECOND, sm_flops);
    int64_t computes = duration_divide(together * flops * threads, SECOND, sm_flops);
    int64_t rate = smaller(value[PROFILE_device_memory_rate] / sms / together,
                           smaller(value[PROFILE_device_memory_thread_rate], INT32_MAX) * threads);
    int64_t reads = duration_divide(row->bytes / blocks, SECOND, larger(rate, 1));
    return larger(chain, larger(computes, reads));
}

static int refuse_long(const struct program *program, const struct program_record *record,
                       const struct program_launch *row, int64_t block_ns, struct err *err)
{
    struct strbuf takes;
    strbuf_init(&takes);
    duration_add_human(&takes, block_ns);
    plan_refuse(program, record, ERR_UNAVAILABLE, err,
                "cannot measure `%s`: a block of it takes %s, and the device ends every block "
                "after %d s",
                kernel_name(program, row), takes.text, (int)(DEVICE_BLOCK_MOST / SECOND));
    strbuf_release(&takes);
    return -1;
}

int plan_launch(struct plan *plan, const struct program_record *record, struct err *err)
{
    const struct program *program = plan->program;
    const struct program_launch *row = &program->launches.rows[record->object];
    struct device_launch *launch = &plan->launches[record->object];
    struct occupancy_need need = cost_need(row);
    struct occupancy occupancy;
    struct kernel_work work;
    occupancy_of(plan->profile, &need, &occupancy);
    if (row->fails)
        return plan_refuse(program, record, ERR_UNAVAILABLE, err,
                           "cannot measure a kernel that fails (%s): the fault would end the "
                           "process that measures",
                           cuda_error_name(row->fails));
    if (occupancy.blocks == 0 || cost_grid_blocks(row) == 0)
        return plan_refuse(program, record, ERR_INPUT, err, "no SM can hold a block of `%s`",
                           kernel_name(program, row));
    *launch = (struct device_launch){
        .grid = {row->grid[0], row->grid[1], row->grid[2]},
        .block = {row->block[0], row->block[1], row->block[2]},
        .cluster = row->cluster_blocks,
        .shared_bytes = row->shared_bytes,
        .registers = row->registers,
        .carveout = row->carveout,
        .priority = row->priority,
        .cooperative = row->cooperative,
        .block_ns = -1,
    };
    int64_t block_ns;
    if (row->cost == COST_GATE) {
        launch->gate = true;
        block_ns = launch->block_ns = EDIT_GATE_MOST;
    } else if (row->cost != COST_WORK) {
        block_ns = launch->block_ns = cost_block_time(plan->profile, row, &occupancy);
    } else if (kernel_work_divide(row->flops, row->bytes, cost_grid_blocks(row), need.threads,
                                  &work)) {
        launch->flops = row->flops;
        launch->bytes = row->bytes;
        block_ns = work_time(plan->profile, &work, row, &occupancy, need.threads);
    } else {
        return plan_refuse(program, record, ERR_UNAVAILABLE, err,
                           "`%s` has too much to do: %lld flops and %lld bytes are more than %d "
                           "operations of a thread or loads of a block",
                           kernel_name(program, row), (long long)row->flops, (long long)row->bytes,
                           WORK_MOST);
    }
    return block_ns > DEVICE_BLOCK_MOST ? refuse_long(program, record, row, block_ns, err) : 0;
}
