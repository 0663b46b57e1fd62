/* What stood behind what in a queue of the hardware, where, for how long, and which machine had
 * nothing to do meanwhile. */
#include "sim/analysis/label.h"
#include "sim/analysis/overlap.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* The wait of the instance that was held longest. */
struct stand {
    int64_t from, to;
    enum rule rule;
};

static bool find_stand(const struct timeline *t, const struct pitfall_cause *cause,
                       struct stand *stand)
{
    const struct timeline_op *op = &t->ops.rows[cause->op];
    int64_t from = op->call;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        *stand = (struct stand){from, wait->to, (enum rule)wait->rule};
        if (wait->blocker == cause->other && pitfall_length(from, wait->to) == cause->longest)
            return true;
        from = wait->to;
    }
    return false;
}

static void add_queue(struct strbuf *sb, const struct timeline *t, uint32_t op, enum rule rule)
{
    if (rule == RULE_ID_CONNECTION || rule == RULE_ID_SIGNAL_DELAY) {
        strbuf_adds(sb, " in a hardware connection");
        return;
    }
    strbuf_adds(sb, " at the ");
    label_machine(sb, (enum machine_kind)t->ops.rows[op].machine, t->ops.rows[op].machine_index);
}

static bool is_of(const struct timeline_op *op, enum machine_kind kind, unsigned index)
{
    return op->machine == kind && (kind == MACHINE_SM || op->machine_index == index);
}

/* For how much of the time a machine did nothing, ns; 0 of one that never has anything to do. */
static int64_t idle(const struct timeline *t, const struct stand *stand, enum machine_kind kind,
                    unsigned index)
{
    struct interval *busy = mem_zalloc((t->ops.count + 1) * sizeof *busy);
    size_t count = 0;
    bool is_used = false;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!is_of(op, kind, index) || !timeline_is_timed(t, op) || op->start == TIMELINE_UNKNOWN ||
            op->end == TIMELINE_UNKNOWN)
            continue;
        is_used = true;
        int64_t from = op->start > stand->from ? op->start : stand->from;
        int64_t to = op->end < stand->to ? op->end : stand->to;
        if (from < to)
            busy[count++] = (struct interval){from, to};
    }
    struct overlap overlap;
    overlap_of(busy, count, &overlap);
    free(busy);
    return is_used ? pitfall_length(stand->from, stand->to) - overlap.any : 0;
}

/* The machine that could have done most beside the one that is in the way. */
static void add_idle(struct strbuf *sb, const struct timeline *t, const struct pitfall_cause *cause,
                     const struct stand *stand)
{
    static const struct {
        enum machine_kind kind;
        unsigned index;
    } machines[] = {{MACHINE_SM, 0}, {MACHINE_COPY, 0}, {MACHINE_COPY, 1}};
    int64_t most = 0;
    int best = 0;
    for (int i = 0; i < 3; i++) {
        if (is_of(&t->ops.rows[cause->other], machines[i].kind, machines[i].index))
            continue;
        int64_t time = idle(t, stand, machines[i].kind, machines[i].index);
        best = time > most ? i : best;
        most = time > most ? time : most;
    }
    if (most < cause->longest / 4)
        return;
    strbuf_adds(sb, ", while the ");
    label_machine(sb, machines[best].kind, machines[best].index);
    strbuf_adds(sb, " had nothing to do");
    if (most < cause->longest) {
        strbuf_adds(sb, " for ");
        pitfall_add_time(sb, most);
    }
}

void pitfall_add_behind(struct strbuf *sb, const struct pitfall_look *look,
                        const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    struct stand stand;
    pitfall_add_op_of_stream(sb, t, cause->op);
    strbuf_adds(sb, " stood ");
    pitfall_add_time(sb, cause->longest);
    strbuf_adds(sb, " behind ");
    pitfall_add_op_of_stream(sb, t, cause->other);
    if (find_stand(t, cause, &stand)) {
        add_queue(sb, t, cause->op, stand.rule);
        add_idle(sb, t, cause, &stand);
    }
    if (cause->count > 1) {
        strbuf_addf(sb, "; with %zu more such wait%s ", cause->count - 1,
                    cause->count > 2 ? "s" : "");
        pitfall_add_time(sb, cause->held);
        strbuf_adds(sb, " in all");
    }
}
