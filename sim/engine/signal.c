#include "sim/engine/signal.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void signal_init(struct signal *signal, const struct profile *profile)
{
    memset(signal, 0, sizeof *signal);
    signal->on = profile->value[PROFILE_rules_signal_delay] != 0;
    signal->single = profile->value[PROFILE_rules_connection] == 2;
    signal->latency = profile->value[PROFILE_latency_signal];
}

static void push(uint32_t **array, size_t *count, size_t *capacity, uint32_t value)
{
    *array = mem_grow(*array, capacity, *count + 1, sizeof **array);
    (*array)[(*count)++] = value;
}

static void add_launch(struct signal *signal, uint32_t id)
{
    if (signal->begin > 64 && signal->begin * 2 > signal->begin + signal->count) {
        memmove(signal->launches, signal->launches + signal->begin,
                signal->count * sizeof *signal->launches);
        signal->begin = 0;
    }
    size_t at = signal->begin + signal->count++;
    signal->launches =
        mem_grow(signal->launches, &signal->capacity, at + 1, sizeof *signal->launches);
    signal->launches[at] = (struct signal_launch){id, false};
}

void signal_submit(struct signal *signal, struct live *live, uint32_t slot,
                   const uint32_t *launches, size_t count)
{
    struct live_op *op = live_get(live, slot);
    op->launches = signal->first + (uint32_t)signal->count;
    if (op->kind == OP_KERNEL) {
        for (size_t i = 0; i < signal->checked_count; i++) {
            uint32_t from = live_find(live, signal->checked[i]);
            if (from)
                live_add_edge(live, from, slot, RULE_ID_SIGNAL_DELAY, false);
        }
        if (signal->single)
            signal->checked_count = 0;
        add_launch(signal, op->id);
    }
    for (size_t i = 0; i < count; i++) {
        struct live_op *launch = live_get(live, launches[i]);
        if (launch->checked)
            continue;
        launch->checked = true;
        push(&signal->checked, &signal->checked_count, &signal->checked_capacity, launch->id);
    }
}

static bool clear(const struct signal *signal, const struct live_op *op)
{
    return !op->checks || signal->count == 0 || signal->first >= op->launches;
}

bool signal_clear(struct signal *signal, const struct live *live, uint32_t slot)
{
    if (clear(signal, live_get(live, slot)))
        return true;
    push(&signal->waiting, &signal->waiting_count, &signal->waiting_capacity, slot);
    return false;
}

void signal_dispatched(struct signal *signal, struct live *live, uint32_t id, int64_t time)
{
    uint32_t number = 0;
    for (size_t i = 0; i < signal->count; i++) {
        struct signal_launch *launch = &signal->launches[signal->begin + i];
        if (launch->op != id)
            continue;
        launch->dispatched = true;
        number = signal->first + (uint32_t)i;
        break;
    }
    for (size_t i = 0; i < signal->waiting_count; i++) {
        struct live_op *op = live_get(live, signal->waiting[i]);
        if (number < op->launches)
            live_add_cause(op, time, id, RULE_ID_SIGNAL_DELAY);
    }
    while (signal->count && signal->launches[signal->begin].dispatched) {
        signal->begin++;
        signal->count--;
        signal->first++;
    }
}

uint32_t signal_started(struct signal *signal, struct live *live, int64_t time)
{
    for (size_t i = 0; i < signal->waiting_count; i++) {
        uint32_t slot = signal->waiting[i];
        struct live_op *op = live_get(live, slot);
        if (!clear(signal, op))
            continue;
        if (time + signal->latency > op->start_at)
            op->start_at = time + signal->latency;
        signal->waiting_count--;
        memmove(signal->waiting + i, signal->waiting + i + 1,
                (signal->waiting_count - i) * sizeof *signal->waiting);
        return slot;
    }
    return 0;
}

void signal_ended(struct signal *signal, uint32_t id)
{
    for (size_t i = 0; i < signal->checked_count; i++)
        if (signal->checked[i] == id) {
            signal->checked_count--;
            memmove(signal->checked + i, signal->checked + i + 1,
                    (signal->checked_count - i) * sizeof *signal->checked);
            return;
        }
}

void signal_stop(struct signal *signal)
{
    signal->first += (uint32_t)signal->count;
    signal->begin = signal->count = 0;
    signal->checked_count = signal->waiting_count = 0;
}

void signal_release(struct signal *signal)
{
    free(signal->launches);
    free(signal->checked);
    free(signal->waiting);
}
