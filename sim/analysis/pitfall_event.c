/* Waits for events that may order more than the data needs. */
#include "sim/analysis/event_waits.h"
#include "sim/analysis/happens.h"
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/keys.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 3 }; /* places in one sentence */

static void report_wait(struct pitfall_look *look, uint32_t wait, const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    const struct timeline_op *op = &t->ops.rows[wait];
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_ORDER_TOO_MUCH, cause);
    row->place = op->place;
    row->record = look->record_of_op[wait];
    pitfall_add_op(&row->evidence, t, cause->op, 1);
    strbuf_adds(&row->evidence, " of ");
    label_the_stream(&row->evidence, t, op->stream);
    strbuf_adds(&row->evidence, " is held back by ");
    if (cause->other != TIMELINE_NO_OP)
        pitfall_add_op(&row->evidence, t, cause->other, 1);
    else
        strbuf_adds(&row->evidence, "an event");
    strbuf_adds(&row->evidence, ", since cudaStreamWaitEvent");
    pitfall_add_line(&row->evidence, t, op->place);
    strbuf_adds(&row->evidence, " orders more than the data needs");
    pitfall_add_edit(row, EDIT_NO_WAIT, row->place);
    pitfall_add_edit(row, EDIT_NARROW_WAIT, row->place);
    /* as long as others wait for that record, it cannot move */
    uint32_t places[1];
    if (event_waits(look->program, row->place, places, 1) > 1)
        pitfall_add_edit(row, EDIT_NARROW_WAIT, 0);
    strbuf_adds(&row->fix, "take out cudaStreamWaitEvent");
    pitfall_add_line(&row->fix, t, op->place);
}

/* For how long an operation waited for events, and for whom. */
static int64_t event_wait(const struct timeline *t, const struct timeline_op *op, uint32_t *blocker)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->rule != RULE_ID_EVENT)
            continue;
        sum = duration_add(sum, pitfall_wait_length(t, op->first_wait, i, op->call));
        *blocker = wait->blocker;
    }
    return sum;
}

/* --- what nobody can tell ------------------------------------------------------------------------
 */

/* Launches of which the program shows nothing that they read or write: a kernel without pointers
 * stands for one that has some, or what it touches was not recorded. Whether the data needs an
 * order of one of them nobody can tell. */
struct untold {
    uint32_t *records;
    size_t count, capacity;
    struct happens happens; /* only if there are any */
};

enum { UNTOLD_LOOKS_MOST = 1 << 20 };

static void find_untold(struct untold *untold, const struct program *p)
{
    *untold = (struct untold){0};
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (call_info((enum call)row->call)->object != OBJECT_LAUNCH || !happens_enqueues(p, row) ||
            p->launches.rows[row->object].access_count > 0)
            continue;
        untold->records = mem_grow(untold->records, &untold->capacity, untold->count + 1,
                                   sizeof *untold->records);
        untold->records[untold->count++] = i;
    }
    if (untold->count)
        happens_build(&untold->happens, p);
}

static void release_untold(struct untold *untold)
{
    if (untold->count)
        happens_release(&untold->happens);
    free(untold->records);
}

/* Whether the wait of the record orders the launch with other work: puts it before what comes
 * behind the wait, or behind what comes before the event's record, and nothing else does. */
static bool orders_launch(const struct happens *h, uint32_t wait, uint32_t launch)
{
    const happens_event event = happens_op(launch);
    const uint32_t recorded = h->bound[wait], before = h->previous[wait];
    if (recorded == HAPPENS_NONE)
        return false;
    if (launch > wait)
        return happens_before(h, happens_op(wait), event) &&
               !happens_before(h, happens_op(recorded), happens_host(launch));
    return happens_before(h, event, happens_op(recorded)) &&
           !happens_before(h, event, happens_host(wait)) &&
           (before == HAPPENS_NONE ||
            !(before == launch || happens_before(h, event, happens_op(before))));
}

/* By place of a cudaStreamWaitEvent: the record of a launch that one of them orders and of which
 * that is not known, or HAPPENS_NONE. */
static uint32_t *find_unjudged(const struct untold *untold, const struct program *p, size_t places)
{
    uint32_t *unjudged = mem_realloc(NULL, places * sizeof *unjudged);
    size_t looks = 0;
    memset(unjudged, 0xff, places * sizeof *unjudged);
    for (uint32_t i = 0; i < p->records.count && untold->count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (row->call != CALL_cudaStreamWaitEvent || !happens_enqueues(p, row))
            continue;
        for (size_t u = 0; u < untold->count && unjudged[row->place] == HAPPENS_NONE; u++)
            if (++looks > UNTOLD_LOOKS_MOST ||
                orders_launch(&untold->happens, i, untold->records[u]))
                unjudged[row->place] = untold->records[u];
    }
    return unjudged;
}

/* --- what is held back ---------------------------------------------------------------------------
 */

/* A wait on its way to the work behind it in its stream. */
struct passing_wait {
    uint32_t wait;    /* operation; TIMELINE_NO_OP: none */
    uint32_t blocker; /* likewise */
    int64_t held;
};

/* What stands behind the waits in one place, all work of one line. */
struct victim {
    uint32_t place; /* of the cudaStreamWaitEvent */
    struct pitfall_cause cause;
};

struct finder {
    struct pitfall_look *look;
    struct passing_wait *passing; /* by stream */
    uint32_t *waits;              /* by place of a cudaStreamWaitEvent: one operation of it */
    struct victim *victims;
    size_t capacity;
    struct keys keys; /* of `victims`: both places */
};

static void add_victim(struct finder *f, const struct passing_wait *wait, uint32_t op, int64_t held)
{
    const struct timeline *t = f->look->timeline;
    const uint32_t place = t->ops.rows[wait->wait].place, before = f->keys.count;
    const uint32_t row = keys_add(&f->keys, (uint64_t)place << 32 | t->ops.rows[op].place);
    f->victims = mem_grow(f->victims, &f->capacity, f->keys.count, sizeof *f->victims);
    if (row == before)
        f->victims[row] = (struct victim){place, {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP}};
    f->waits[place] = wait->wait;
    pitfall_cause_add(&f->victims[row].cause, duration_add(wait->held, held), op, wait->blocker);
}

/* The causes by place. Of what one wait in a loop holds back that work is named for which it costs
 * most in all: what is held back for longest once may be what needs the order. */
static struct pitfall_cause *join_victims(const struct finder *f)
{
    struct pitfall_cause *causes = pitfall_causes(f->look);
    int64_t *most = mem_zalloc((f->look->timeline->places.count + 1) * sizeof *most);
    for (uint32_t row = 0; row < f->keys.count; row++) {
        const struct victim *victim = &f->victims[row];
        struct pitfall_cause *cause = &causes[victim->place];
        const int64_t held = victim->cause.held;
        cause->count += victim->cause.count;
        cause->held = duration_add(cause->held, held);
        if (held > most[victim->place] || cause->op == TIMELINE_NO_OP) {
            most[victim->place] = held;
            cause->op = victim->cause.op;
            cause->other = victim->cause.other;
        }
    }
    free(most);
    return causes;
}

static bool is_for_same_record(const struct timeline *t, uint32_t a, uint32_t b)
{
    return t->ops.rows[a].detail == t->ops.rows[b].detail &&
           t->ops.rows[a].generation == t->ops.rows[b].generation;
}

static void pass_op(struct finder *f, uint32_t id)
{
    const struct timeline *t = f->look->timeline;
    const struct timeline_op *op = &t->ops.rows[id];
    if (op->stream >= t->streams.count || !timeline_is_timed(t, op))
        return;
    struct passing_wait *wait = &f->passing[op->stream];
    uint32_t blocker = TIMELINE_NO_OP;
    const int64_t held = event_wait(t, op, &blocker);
    if (op->kind == OP_WAIT && held > 0 &&
        (wait->wait == TIMELINE_NO_OP || !is_for_same_record(t, wait->wait, id))) {
        *wait = (struct passing_wait){id, blocker, held};
    } else if (op->kind == OP_WAIT && wait->wait != TIMELINE_NO_OP) {
        if (is_for_same_record(t, wait->wait, id)) /* without one there is the other */
            wait->wait = TIMELINE_NO_OP;
    } else if (timeline_is_work(op) && wait->wait != TIMELINE_NO_OP) {
        add_victim(f, wait, id, held);
        wait->wait = TIMELINE_NO_OP;
    }
}

/* Whether these waits are needed nobody can tell: those that cost much are named, where much of the
 * critical path goes into such. */
static void report_unjudged(struct pitfall_look *look, const uint32_t *unjudged,
                            const struct pitfall_cause *causes)
{
    const int64_t much = look->timeline->wall / 10;
    const struct critical *critical = look->in->critical;
    const struct program *p = look->program;
    struct strbuf *sb = &look->out->untold;
    size_t count = 0;
    uint32_t launch = 0;
    if (!critical || critical->blame[RULE_ID_EVENT] < much)
        return;
    for (uint32_t place = 0; place < look->timeline->places.count; place++) {
        if (unjudged[place] == HAPPENS_NONE || causes[place].held < much ||
            causes[place].count == 0 || ++count > TOLD_MOST)
            continue;
        launch = count == 1 ? p->records.rows[unjudged[place]].object : launch;
        strbuf_adds(sb,
                    count > 1 ? " or" : "Whether the data needs the order of cudaStreamWaitEvent");
        pitfall_add_line(sb, look->timeline, place);
    }
    if (count)
        strbuf_addf(sb,
                    " nobody can tell: the program shows nothing that kernel %.100s reads or "
                    "writes",
                    program_name(p, p->kernels.rows[p->launches.rows[launch].kernel].name));
}

/* By the place of the cudaStreamWaitEvent before what waits. Whether the data needs the order is
 * for the proof of the change to say. */
void pitfall_find_event_waits(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    if (!look->program)
        return;
    struct finder f = {.look = look};
    struct untold untold;
    find_untold(&untold, look->program);
    const size_t places[] = {t->places.count + 1, look->program->places.count + 1};
    uint32_t *unjudged = find_unjudged(&untold, look->program, places[places[0] < places[1]]);
    f.waits = mem_zalloc((t->places.count + 1) * sizeof *f.waits);
    f.passing = mem_zalloc((t->streams.count + 1) * sizeof *f.passing);
    keys_init(&f.keys);
    for (size_t i = 0; i <= t->streams.count; i++)
        f.passing[i].wait = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++)
        pass_op(&f, id);
    struct pitfall_cause *causes = join_victims(&f);
    for (uint32_t place = 0; place < t->places.count; place++)
        if (unjudged[place] == HAPPENS_NONE && causes[place].count &&
            !pitfall_is_small(look, causes[place].held))
            report_wait(look, f.waits[place], &causes[place]);
    report_unjudged(look, unjudged, causes);
    release_untold(&untold);
    free(unjudged);
    free(causes);
    free(f.waits);
    free(f.passing);
    free(f.victims);
    keys_release(&f.keys);
}
