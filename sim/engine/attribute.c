#include "sim/engine/attribute.h"

#include "sim/base/mem.h"

#include <assert.h>
#include <stdlib.h>

static_assert(RULE_ID_STREAM == 0 && RULE_ID_LAUNCH_QUEUE == RULE_ID_GRAPH_LAUNCH + 1,
              "the order rules stand first");

void service_log_add(struct service_log *log, uint32_t op, int64_t end)
{
    if (log->count == 0 || log->entries[(log->count - 1) % SERVICE_LOG].op != op)
        log->count++; /* else another piece of it */
    log->entries[(log->count - 1) % SERVICE_LOG].op = op;
    log->entries[(log->count - 1) % SERVICE_LOG].end = end;
}

void attribution_grow(struct attribution *attribution)
{
    attribution->waits = mem_grow(attribution->waits, &attribution->capacity,
                                  attribution->count + 1, sizeof *attribution->waits);
}

/* The causes of one group, which stand in the order of their ends. */
static void add_group(struct attribution *attribution, const struct live_op *op, bool order)
{
    const struct timeline_wait *causes = live_causes(op);
    for (uint32_t i = op->host_causes; i < op->cause_count; i++)
        if ((causes[i].rule <= RULE_ID_GRAPH_LAUNCH) == order)
            attribution_add(attribution, causes[i].to, causes[i].blocker,
                            (enum rule)causes[i].rule);
}

void attribution_begin(struct attribution *attribution, const struct live_op *op, int64_t call)
{
    attribution->count = 0;
    attribution->at = call;
    const struct timeline_wait *causes = live_causes(op);
    for (uint32_t i = 0; i < op->host_causes; i++)
        attribution_add(attribution, causes[i].to, causes[i].blocker, (enum rule)causes[i].rule);
    attribution_add(attribution, op->issued, TIMELINE_NO_OP, RULE_ID_ISSUE);
    add_group(attribution, op, true);
    attribution->ready = attribution->at;
    if (op->resources)
        add_group(attribution, op, false);
}

void attribution_add_log(struct attribution *attribution, const struct service_log *log,
                         uint32_t op, enum rule rule)
{
    uint32_t known = op < ATTRIBUTION_MANY ? SERVICE_LOG : SERVICE_FEW;
    if (known > log->count)
        known = log->count;
    uint32_t i = log->count;
    while (known > 0 && log->entries[(i - 1) % SERVICE_LOG].end > attribution->at) {
        i--;
        known--;
    }
    for (; i != log->count; i++)
        attribution_add(attribution, log->entries[i % SERVICE_LOG].end,
                        log->entries[i % SERVICE_LOG].op, rule);
}

void attribution_cut(struct attribution *attribution, int64_t call, int64_t time)
{
    if (attribution->at <= time)
        return;
    size_t count = attribution->count;
    while (count > 0 && (count > 1 ? attribution->waits[count - 2].to : call) >= time)
        count--;
    if (count > 0)
        attribution->waits[count - 1].to = time;
    attribution->count = count;
    attribution->at = time;
    if (attribution->ready > time)
        attribution->ready = time;
}

void attribution_release(struct attribution *attribution)
{
    free(attribution->waits);
}
