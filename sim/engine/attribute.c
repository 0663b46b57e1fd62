#include "sim/engine/attribute.h"

#include "sim/base/mem.h"

#include <stdlib.h>

void service_log_add(struct service_log *log, uint32_t op, int64_t end)
{
    log->entries[log->count % SERVICE_LOG].op = op;
    log->entries[log->count % SERVICE_LOG].end = end;
    log->count++;
}

void attribution_add(struct attribution *attribution, int64_t to, uint32_t blocker, enum rule rule)
{
    if (to <= attribution->at)
        return;
    attribution->at = to;
    if (attribution->count) {
        struct timeline_wait *last = &attribution->waits[attribution->count - 1];
        if (last->blocker == blocker && last->rule == (uint32_t)rule) {
            last->to = to;
            return;
        }
    }
    attribution->waits = mem_grow(attribution->waits, &attribution->capacity,
                                  attribution->count + 1, sizeof *attribution->waits);
    attribution->waits[attribution->count++] = (struct timeline_wait){to, blocker, rule};
}

static bool ends_before(const struct timeline_wait *a, const struct timeline_wait *b)
{
    return a->to != b->to ? a->to < b->to : a->blocker < b->blocker;
}

/* The causes of one group in the order of their ends. They were noted almost in that order. */
static void add_group(struct attribution *attribution, const struct live_op *op, bool order)
{
    const struct timeline_wait *causes = live_causes(op);
    size_t count = 0;
    attribution->group = mem_grow(attribution->group, &attribution->group_capacity,
                                  (size_t)op->cause_count + 1, sizeof *attribution->group);
    struct timeline_wait *group = attribution->group;
    for (uint32_t i = op->host_causes; i < op->cause_count; i++) {
        if ((rule_info((enum rule)causes[i].rule)->group == RULE_ORDER) != order)
            continue;
        size_t at = count++;
        for (; at > 0 && ends_before(&causes[i], &group[at - 1]); at--)
            group[at] = group[at - 1];
        group[at] = causes[i];
    }
    for (size_t i = 0; i < count; i++)
        attribution_add(attribution, group[i].to, group[i].blocker, (enum rule)group[i].rule);
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
    add_group(attribution, op, false);
}

void attribution_add_log(struct attribution *attribution, const struct service_log *log,
                         enum rule rule)
{
    uint32_t known = log->count < SERVICE_LOG ? log->count : SERVICE_LOG;
    for (uint32_t i = log->count - known; i < log->count; i++)
        attribution_add(attribution, log->entries[i % SERVICE_LOG].end,
                        log->entries[i % SERVICE_LOG].op, rule);
}

void attribution_release(struct attribution *attribution)
{
    free(attribution->waits);
    free(attribution->group);
}
