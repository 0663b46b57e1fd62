/* The SM array: kernels that leave no room for others, that hold back what stands behind them, and
 * whose last wave leaves it nearly idle (S5.3, S5.4). */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How a launch fills the device. */
struct fill {
    int64_t places; /* blocks that all SMs hold at once */
    int64_t blocks; /* of the grid */
    int64_t waves;
};

static bool fill_of(const struct pitfall_look *look, const struct timeline_op *op,
                    struct fill *fill)
{
    const struct profile *profile = look->in->profile;
    if (!profile || op->kind != OP_KERNEL || op->detail == 0)
        return false;
    const struct program_launch *launch = &look->timeline->launches.rows[op->detail];
    struct occupancy_need need = cost_need(launch);
    struct occupancy occupancy;
    occupancy_of(profile, &need, &occupancy);
    fill->places = occupancy.blocks * profile->value[PROFILE_device_sm_count];
    fill->blocks = cost_grid_blocks(launch);
    if (fill->places <= 0 || fill->blocks <= 0)
        return false;
    fill->waves = fill->blocks / fill->places + (fill->blocks % fill->places != 0);
    return true;
}

/* Whether its blocks leave less than a quarter of an SM to others, where they fill it. */
static bool leaves_no_room(const struct pitfall_look *look, const struct timeline_op *op)
{
    const struct profile *profile = look->in->profile;
    struct occupancy_need need = cost_need(&look->timeline->launches.rows[op->detail]);
    struct occupancy occupancy;
    occupancy_of(profile, &need, &occupancy);
    int64_t threads = (int64_t)occupancy.blocks * occupancy.block_threads;
    int64_t registers = (int64_t)occupancy.blocks * occupancy.block_registers;
    return threads * 4 > profile->value[PROFILE_sm_threads] * 3 ||
           registers * 4 > profile->value[PROFILE_sm_registers] * 3;
}

/* How long it takes alone, ns; of one given by work, as long as it took. */
static int64_t time_of(const struct pitfall_look *look, const struct timeline_op *op)
{
    const struct program_launch *launch = &look->timeline->launches.rows[op->detail];
    struct occupancy_need need = cost_need(launch);
    struct occupancy occupancy;
    if (launch->cost == COST_WORK)
        return op->end - op->start;
    occupancy_of(look->in->profile, &need, &occupancy);
    return cost_alone_time(look->in->profile, launch, &occupancy);
}

/* What a kernel needs of the SM array, ns: its time alone, less for what its grid leaves empty. */
static int64_t load_of(const struct pitfall_look *look, const struct timeline_op *op)
{
    struct fill fill;
    if (!fill_of(look, op, &fill) || op->end <= op->start)
        return 0;
    int64_t time = time_of(look, op);
    if (fill.waves > INT64_MAX / fill.places)
        return time;
    return duration_divide(time, fill.blocks, fill.waves * fill.places);
}

/* Causes by row of launches: equal launches share one. */
static struct pitfall_cause *by_launch(const struct timeline *t)
{
    struct pitfall_cause *causes = mem_zalloc((t->launches.count + 1) * sizeof *causes);
    for (size_t i = 0; i <= t->launches.count; i++)
        causes[i].op = causes[i].other = TIMELINE_NO_OP;
    return causes;
}

/* Causes that a reader takes for one: of launches that stand in one line but differ, as in their
 * arguments. */
struct group {
    struct pitfall_cause cause;
    uint32_t *objects; /* rows of launches that the change is of */
    size_t count, capacity;
    bool several; /* `op` is one of those that are not called the same */
    size_t next;  /* of the same place; SIZE_MAX: none */
};

struct groups {
    struct group *rows;
    size_t count, capacity;
    bool by_other; /* whoever it is that waits for `other` */
    size_t *first; /* by place; SIZE_MAX: none */
};

static void groups_init(struct groups *groups, const struct timeline *t, bool by_other)
{
    *groups = (struct groups){.by_other = by_other};
    groups->first = mem_realloc(NULL, (t->places.count + 1) * sizeof *groups->first);
    memset(groups->first, 0xff, (t->places.count + 1) * sizeof *groups->first);
}

static void groups_release(struct groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        free(groups->rows[i].objects);
    free(groups->rows);
    free(groups->first);
}

/* Whether two operations are called the same. */
static bool alike(const struct timeline *t, uint32_t a, uint32_t b)
{
    if (a == b || a == TIMELINE_NO_OP || b == TIMELINE_NO_OP)
        return a == b;
    const struct timeline_op *x = &t->ops.rows[a], *y = &t->ops.rows[b];
    return x->place == y->place && x->name == y->name;
}

/* Adds a cause to those of its operations, or makes it a group of its own. */
static void groups_add(struct groups *groups, const struct timeline *t,
                       const struct pitfall_cause *cause, uint32_t object)
{
    size_t *at = &groups->first[t->ops.rows[groups->by_other ? cause->other : cause->op].place];
    while (*at != SIZE_MAX &&
           !((groups->by_other || alike(t, groups->rows[*at].cause.op, cause->op)) &&
             alike(t, groups->rows[*at].cause.other, cause->other)))
        at = &groups->rows[*at].next;
    size_t row = *at;
    if (row == SIZE_MAX) {
        row = *at = groups->count++;
        groups->rows =
            mem_grow(groups->rows, &groups->capacity, groups->count, sizeof *groups->rows);
        groups->rows[row] = (struct group){.cause = *cause, .next = SIZE_MAX};
    } else {
        struct pitfall_cause *all = &groups->rows[row].cause;
        all->count += cause->count;
        all->held = duration_add(all->held, cause->held);
        groups->rows[row].several |= !alike(t, all->op, cause->op);
        if (cause->longest > all->longest) {
            all->longest = cause->longest;
            all->op = cause->op;
            all->other = cause->other;
        }
    }
    struct group *group = &groups->rows[row];
    if (group->count && group->objects[group->count - 1] == object)
        return;
    group->objects =
        mem_grow(group->objects, &group->capacity, group->count + 1, sizeof *group->objects);
    group->objects[group->count++] = object;
}

/* The change is made to all launches of the group, whose they were. */
static void set_remedy(struct pitfall *row, enum pitfall_remedy remedy, struct group *group)
{
    row->remedy = remedy;
    row->objects = group->objects;
    row->object_count = group->count;
    group->objects = NULL;
    group->count = 0;
}

static bool is_kernel(const struct timeline *t, uint32_t op)
{
    return op != TIMELINE_NO_OP && t->ops.rows[op].kind == OP_KERNEL && t->ops.rows[op].detail;
}

/* As the program asked for it; lower is more urgent. */
static int32_t priority_of(const struct timeline *t, uint32_t op)
{
    const struct timeline_op *row = &t->ops.rows[op];
    int32_t own = t->launches.rows[row->detail].priority;
    return own != INT32_MIN ? own : t->streams.rows[row->stream].priority;
}

/* Whether the operation could have a higher priority than it has. */
static bool may_rise(const struct pitfall_look *look, uint32_t op)
{
    return !look->in->profile || priority_of(look->timeline, op) >
                                     look->in->profile->value[PROFILE_device_priority_greatest];
}

/* Whether the stream of an operation has ones like the other: then a higher priority of the stream
 * only turns the tables. */
static bool is_mutual(const struct timeline *t, uint32_t op, uint32_t other)
{
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (t->ops.rows[id].stream == t->ops.rows[op].stream && is_kernel(t, id) &&
            alike(t, id, other))
            return true;
    return false;
}

/* One launch of the source can't have a higher priority than itself. */
static bool is_one_line(const struct timeline *t, const struct pitfall_cause *cause)
{
    return t->ops.rows[cause->op].place == t->ops.rows[cause->other].place;
}

static const char by_launch_priority[] =
    "a higher priority of its own (cudaLaunchAttributePriority: its stream launches the other one, "
    "too)";

/* --- who stands in the way -----------------------------------------------------------------------
 */

static bool fills_device(const struct pitfall_look *look, const struct timeline_op *op)
{
    struct fill fill;
    return fill_of(look, op, &fill) && fill.blocks >= fill.places && leaves_no_room(look, op);
}

/* All launches of the line that fill the device: who changes it changes also those for which
 * nobody waits. */
static void take_whole_line(const struct pitfall_look *look, struct group *group)
{
    const struct timeline *t = look->timeline;
    const struct timeline_op *first = &t->ops.rows[group->cause.other];
    bool *taken = mem_zalloc((t->launches.count + 1) * sizeof *taken);
    for (size_t i = 0; i < group->count; i++)
        taken[group->objects[i]] = true;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->place != first->place || op->kind != OP_KERNEL || op->detail == 0 ||
            taken[op->detail] || op->name != first->name || !fills_device(look, op))
            continue;
        taken[op->detail] = true;
        group->objects =
            mem_grow(group->objects, &group->capacity, group->count + 1, sizeof *group->objects);
        group->objects[group->count++] = op->detail;
    }
    free(taken);
}

static void report_full(struct pitfall_look *look, struct group *group)
{
    const struct timeline *t = look->timeline;
    const struct pitfall_cause *cause = &group->cause;
    struct fill fill = {0};
    fill_of(look, &t->ops.rows[cause->other], &fill);
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_FULL_KERNEL, cause);
    row->op = cause->other;
    row->other = cause->op;
    row->place = t->ops.rows[cause->other].place;
    pitfall_add_op(&row->evidence, t, cause->other, 1);
    if (fill.places)
        strbuf_addf(&row->evidence, " has %" PRId64 " blocks where %" PRId64 " fill the device",
                    fill.blocks, fill.places);
    else
        strbuf_adds(&row->evidence, " fills the device");
    strbuf_adds(&row->evidence, "; ");
    pitfall_add_op_of_stream(&row->evidence, t, cause->op);
    strbuf_adds(&row->evidence,
                group->several ? " and others wait for room, " : " waits for room, ");
    pitfall_add_time(&row->evidence, cause->held);
    take_whole_line(look, group);
    set_remedy(row, REMEDY_SMALL, group);
    strbuf_adds(&row->fix, "launch ");
    label_op(&row->fix, t, cause->other);
    pitfall_add_line(&row->fix, t, row->place);
    strbuf_addf(&row->fix, " with fewer than %" PRId64 " blocks that each do more", fill.places);
    if (priority_of(t, cause->op) < priority_of(t, cause->other) || !may_rise(look, cause->op))
        return;
    bool mutual = is_mutual(t, cause->op, cause->other);
    if (mutual && is_one_line(t, cause))
        return;
    strbuf_adds(&row->fix, mutual ? ", or launch " : ", or give ");
    if (mutual || t->ops.rows[cause->op].name != t->ops.rows[cause->other].name) {
        strbuf_adds(&row->fix, mutual ? "" : "the stream of ");
        label_op(&row->fix, t, cause->op);
    } else { /* both are launches of one kernel */
        label_the_stream(&row->fix, t, t->ops.rows[cause->op].stream);
    }
    strbuf_addf(&row->fix, "%s%s", mutual ? " with " : " ",
                mutual ? by_launch_priority : "a higher priority");
}

static void report_head(struct pitfall_look *look, struct group *group)
{
    const struct timeline *t = look->timeline;
    const struct pitfall_cause *cause = &group->cause;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_HEAD_OF_LINE, cause);
    pitfall_add_op(&row->evidence, t, cause->op, 1);
    strbuf_adds(&row->evidence, " has room but stands behind ");
    pitfall_add_op(&row->evidence, t, cause->other, 1);
    strbuf_adds(&row->evidence, ", which does not fit yet, for ");
    pitfall_add_time(&row->evidence, cause->held);
    set_remedy(row, REMEDY_PRIORITY, group);
    strbuf_adds(&row->fix, "launch ");
    label_op(&row->fix, t, cause->op);
    pitfall_add_line(&row->fix, t, t->ops.rows[cause->op].place);
    strbuf_adds(&row->fix, " before ");
    label_op(&row->fix, t, cause->other);
    const bool mutual = is_mutual(t, cause->op, cause->other);
    if (!may_rise(look, cause->op) || (mutual && is_one_line(t, cause)))
        return;
    if (mutual)
        strbuf_addf(&row->fix, ", or with %s", by_launch_priority);
    else
        strbuf_adds(&row->fix, ", or create its stream with a higher priority");
}

/* The kernels that others of another stream wait behind, by rule. One that does not fill the device
 * by itself stands in nobody's way: there is just much to do. */
static void find_obstacles(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause *full = by_launch(t), *head = by_launch(t);
    for (struct pitfall_wait at = {.timeline = t}; pitfall_next_wait(&at);) {
        const struct timeline_op *op = &t->ops.rows[at.op];
        uint32_t rule = at.wait->rule;
        if (op->kind != OP_KERNEL || (rule != RULE_ID_SM_FULL && rule != RULE_ID_HEAD_OF_LINE) ||
            !is_kernel(t, at.wait->blocker))
            continue;
        const struct timeline_op *blocker = &t->ops.rows[at.wait->blocker];
        if (blocker->stream == op->stream)
            continue;
        if (rule == RULE_ID_SM_FULL && load_of(look, op) * 2 > load_of(look, blocker))
            continue; /* has as much to do as the other: they share the SMs as they must */
        struct pitfall_cause *causes = rule == RULE_ID_SM_FULL ? full : head;
        pitfall_cause_add(&causes[blocker->detail], at.length, at.op, at.wait->blocker);
    }
    struct groups of_full, of_head;
    groups_init(&of_full, t, true);
    groups_init(&of_head, t, false);
    for (uint32_t launch = 1; launch < t->launches.count; launch++) {
        const struct pitfall_cause *cause = &full[launch];
        if (cause->count && fills_device(look, &t->ops.rows[cause->other]))
            groups_add(&of_full, t, cause, launch);
        if (head[launch].count)
            groups_add(&of_head, t, &head[launch], t->ops.rows[head[launch].op].detail);
    }
    for (size_t i = 0; i < of_full.count; i++)
        if (!pitfall_is_small(look, of_full.rows[i].cause.held))
            report_full(look, &of_full.rows[i]);
    for (size_t i = 0; i < of_head.count; i++)
        if (!pitfall_is_small(look, of_head.rows[i].cause.held))
            report_head(look, &of_head.rows[i]);
    groups_release(&of_full);
    groups_release(&of_head);
    free(full);
    free(head);
}

/* --- shared memory -------------------------------------------------------------------------------
 */

static bool uses_shared(const struct program_launch *launch)
{
    return cost_need(launch).shared_bytes > 0;
}

/* Why a kernel needs another division of the SMs than the one that runs there. */
static void add_division(struct strbuf *sb, const struct pitfall_look *look,
                         const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    const struct profile *profile = look->in->profile;
    bool shared = uses_shared(&t->launches.rows[t->ops.rows[cause->op].detail]) ||
                  uses_shared(&t->launches.rows[t->ops.rows[cause->other].detail]);
    if (!shared && profile && profile->value[PROFILE_sm_shared_reserved] > 0) {
        strbuf_adds(sb, "; neither uses shared memory, but each block reserves ");
        label_bytes(sb, (uint64_t)profile->value[PROFILE_sm_shared_reserved]);
        strbuf_adds(sb, " of it, and the driver divides an SM by how many blocks of a kernel fit");
    } else {
        strbuf_adds(sb, "; the driver divides an SM by the shared memory of as many blocks of a "
                        "kernel as fit");
    }
}

static void report_carveout(struct pitfall_look *look, struct group *group)
{
    const struct timeline *t = look->timeline;
    const struct pitfall_cause *cause = &group->cause;
    const struct program_launch *waiting = &t->launches.rows[t->ops.rows[cause->op].detail];
    const struct program_launch *there = &t->launches.rows[t->ops.rows[cause->other].detail];
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_CARVEOUT, cause);
    pitfall_add_op(&row->evidence, t, cause->op, cause->count);
    strbuf_adds(&row->evidence, " waits ");
    pitfall_add_time(&row->evidence, cause->held);
    strbuf_adds(&row->evidence, " until ");
    pitfall_add_op(&row->evidence, t, cause->other, 1);
    strbuf_adds(&row->evidence, " has left the SMs, as their shared memory must be divided anew");
    add_division(&row->evidence, look, cause);
    /* The attribute is the kernel's: of all its launches. */
    group->count = 0;
    for (uint32_t i = 1; i < t->launches.count; i++) {
        const struct program_launch *launch = &t->launches.rows[i];
        if (launch->kernel != waiting->kernel && launch->kernel != there->kernel)
            continue;
        group->objects =
            mem_grow(group->objects, &group->capacity, group->count + 1, sizeof *group->objects);
        group->objects[group->count++] = i;
    }
    set_remedy(row, REMEDY_CARVEOUT, group);
    strbuf_adds(&row->fix, "cudaFuncSetAttribute(");
    label_op(&row->fix, t, cause->op);
    strbuf_adds(&row->fix, ", cudaFuncAttributePreferredSharedMemoryCarveout, 100)");
    if (waiting->kernel != there->kernel) {
        strbuf_adds(&row->fix, " and likewise for ");
        label_op(&row->fix, t, cause->other);
    }
    strbuf_adds(&row->fix, ", before the first launch");
    int64_t own = cost_need(waiting).threads, other = cost_need(there).threads;
    if (own < other) {
        strbuf_adds(&row->fix, "; or give ");
        label_op(&row->fix, t, cause->op);
        strbuf_adds(&row->fix, " larger blocks, of which fewer fit");
    }
}

static void find_carveouts(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct groups groups;
    groups_init(&groups, t, false);
    for (struct pitfall_wait at = {.timeline = t}; pitfall_next_wait(&at);) {
        if (at.wait->rule != RULE_ID_CARVEOUT || !is_kernel(t, at.op) ||
            !is_kernel(t, at.wait->blocker) ||
            t->ops.rows[at.wait->blocker].stream == t->ops.rows[at.op].stream)
            continue;
        struct pitfall_cause one = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
        pitfall_cause_add(&one, at.length, at.op, at.wait->blocker);
        groups_add(&groups, t, &one, t->ops.rows[at.op].detail);
    }
    for (size_t i = 0; i < groups.count; i++)
        if (!pitfall_is_small(look, groups.rows[i].cause.held))
            report_carveout(look, &groups.rows[i]);
    groups_release(&groups);
}

/* --- tails ---------------------------------------------------------------------------------------
 */

/* Whether a group has grids of several sizes. */
static bool has_other_grids(const struct timeline *t, const struct group *group)
{
    int64_t first = cost_grid_blocks(&t->launches.rows[group->objects[0]]);
    for (size_t i = 1; i < group->count; i++)
        if (cost_grid_blocks(&t->launches.rows[group->objects[i]]) != first)
            return true;
    return false;
}

static void report_tail(struct pitfall_look *look, struct group *group)
{
    const struct timeline *t = look->timeline;
    const struct pitfall_cause *cause = &group->cause;
    struct fill fill;
    if (!fill_of(look, &t->ops.rows[cause->op], &fill))
        return;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_TAIL_WAVE, cause);
    pitfall_add_op(&row->evidence, t, cause->op, cause->count);
    strbuf_addf(&row->evidence,
                " runs %" PRId64 " blocks in %" PRId64 " waves of %" PRId64
                "; the last one has only %" PRId64,
                fill.blocks, fill.waves, fill.places, fill.blocks % fill.places);
    if (has_other_grids(t, group))
        strbuf_adds(&row->evidence, ", and likewise with other grids");
    set_remedy(row, REMEDY_NO_TAIL, group);
    strbuf_addf(&row->fix,
                "launch it with %" PRId64 " blocks, or a multiple of %" PRId64
                ", that share the work evenly",
                fill.places * (fill.waves - 1), fill.places);
    pitfall_add_line(&row->fix, t, row->place);
}

/* More than one wave, the last of which takes at most half of the device: what all of them waste is
 * more than half a wave. */
static void find_tails(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause *causes = by_launch(t);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        struct fill fill;
        if (!timeline_is_timed(t, op) || !fill_of(look, op, &fill) || fill.waves < 2)
            continue;
        int64_t rest = fill.blocks % fill.places;
        if (rest == 0 || rest * 2 > fill.places || op->end <= op->start)
            continue;
        int64_t wave = (op->end - op->start) / fill.waves;
        pitfall_cause_add(&causes[op->detail], wave - duration_divide(wave, rest, fill.places), id,
                          TIMELINE_NO_OP);
    }
    struct groups groups;
    groups_init(&groups, t, false);
    for (uint32_t launch = 1; launch < t->launches.count; launch++)
        if (causes[launch].count)
            groups_add(&groups, t, &causes[launch], launch);
    for (size_t i = 0; i < groups.count; i++)
        if (!pitfall_is_small(look, groups.rows[i].cause.held))
            report_tail(look, &groups.rows[i]);
    groups_release(&groups);
    free(causes);
}

void pitfall_find_sm(struct pitfall_look *look)
{
    find_obstacles(look);
    find_carveouts(look);
    find_tails(look);
}
