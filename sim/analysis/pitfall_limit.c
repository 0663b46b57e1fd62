/* Where there is nothing to gain from streams: one machine has something to do nearly all the
 * time. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"

void pitfall_find_limits(struct pitfall_look *look)
{
    const struct summary *summary = look->in->summary;
    if (summary->bound != BOUND_MACHINE)
        return;
    const struct summary_machine *machine = &summary->machines[summary->bound_machine];
    if (machine->kind != MACHINE_COPY && machine->kind != MACHINE_SM)
        return;
    bool copies = machine->kind == MACHINE_COPY;
    /* One kernel alone does not make the device full. */
    if (!copies && summary->sm_load < duration_divide(summary->span, 85, 100))
        return;
    struct pitfall *row =
        pitfall_add(look, copies ? PITFALL_ID_TRANSFER_BOUND : PITFALL_ID_COMPUTE_BOUND);
    row->held = machine->busy;
    strbuf_adds(&row->evidence, "the ");
    label_machine(&row->evidence, machine->kind, machine->index);
    strbuf_adds(&row->evidence, " needs ");
    pitfall_add_time(&row->evidence, machine->least);
    strbuf_adds(&row->evidence, " of the span of ");
    pitfall_add_time(&row->evidence, summary->span);
    strbuf_adds(&row->evidence, ": more streams or another order can gain at most ");
    pitfall_add_time(&row->evidence,
                     summary->span > machine->least ? summary->span - machine->least : 0);
    bool prefetches = copies && machine->index == MACHINE_COPY_DRIVER;
    strbuf_adds(&row->fix,
                prefetches ? "prefetch only what is touched next, leave on the device what it uses "
                             "again, or copy pinned memory instead: copies in and out run side by "
                             "side, prefetches one at a time"
                : copies   ? "move fewer bytes, keep data on the device, or a faster link"
                           : "make the kernels themselves faster");
}
