/* sim/analysis: chains, shares, slack and groups of waits, worked by hand and as properties of
 * random programs. */
#include "sim/analysis/chain.h"
#include "sim/analysis/explain.h"
#include "sim/analysis/infer.h"
#include "sim/analysis/poll_choice.h"
#include "sim/analysis/slack.h"
#include "sim/analysis/truths.h"
#include "sim/base/mem.h"
#include "tests/random_program.h"
#include "tests/scene.h"
#include "tests/unit/holds.h"
#include "tests/unit/sample_timeline.h"

#include <check.h>
#include <stdlib.h>

/* --- the fence, by hand --------------------------------------------------------------------------
 */

/* k3 waits for the fence from the end of its call, 61.38, until 661.2; k2 from 57.76 until 359; k1
 * waits for nobody. */
START_TEST(the_chain_of_the_fence)
{
    struct timeline t;
    struct chain chain;
    sample_fence(&t);
    chain_find(&chain, &t, 2, 8);
    ck_assert_uint_eq(chain.count, 3);
    ck_assert_uint_eq(chain.left, 0);
    const struct chain_wait *k3 = &chain.waits[chain.links[0].longest];
    ck_assert_uint_eq(k3->rule, RULE_ID_LEGACY_FENCE);
    ck_assert_uint_eq(k3->blocker, 1);
    ck_assert_int_eq(k3->to - k3->from, 599820);
    const struct chain_wait *k2 = &chain.waits[chain.links[1].longest];
    ck_assert_uint_eq(k2->blocker, 0);
    ck_assert_int_eq(k2->to - k2->from, 301240);
    ck_assert_uint_eq(chain.links[2].op, 0);
    ck_assert(chain.links[2].longest == SIZE_MAX);
    chain_release(&chain);
    /* at most two links: the third is counted */
    chain_find(&chain, &t, 2, 2);
    ck_assert_uint_eq(chain.count, 2);
    ck_assert_uint_eq(chain.left, 1);
    ck_assert_uint_eq(chain.last, 0);
    chain_release(&chain);
    chain_find_call(&chain, &t, 0, 8);
    ck_assert_uint_eq(chain.count, 4); /* the synchronize, k3, k2, k1 */
    ck_assert_uint_eq(chain.links[0].op, TIMELINE_NO_OP);
    ck_assert_int_eq(chain.links[0].to - chain.links[0].from, 904220);
    chain_release(&chain);
    timeline_release(&t);
}
END_TEST

/* k1 and k2 run 300 us each while the next one waits at the fence; k3 alone is kernel time. The
 * first call takes 4.14. The rest are moments: 3.66 until k1 runs, 1.2 + 1.06 and 1.14 + 1.02
 * between, 3.38 until the host is back. */
START_TEST(the_shares_of_the_fence)
{
    struct timeline t;
    struct explain e;
    sample_fence(&t);
    explain_find(&e, &t, NULL, NULL);
    explain_find_slack(&e);
    ck_assert_int_eq(e.shares.wall, 915600);
    ck_assert_int_eq(e.shares.time[SHARE_ID_FENCE], 600000);
    ck_assert_int_eq(e.shares.time[SHARE_ID_KERNEL], 300000);
    ck_assert_int_eq(e.shares.time[SHARE_ID_LAUNCH], 4140);
    ck_assert_int_eq(e.shares.time[SHARE_ID_LATENCY], 3660 + 2260 + 2160 + 3380);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(e.slack[i], 0);
    /* the two fences, of 300 us of the path each, k3's longer one first */
    ck_assert_uint_eq(e.waits.groups[0].rule, RULE_ID_LEGACY_FENCE);
    ck_assert_uint_eq(e.waits.groups[0].row, 2);
    ck_assert_int_eq(e.waits.groups[0].path, 300000);
    ck_assert_int_eq(e.waits.groups[0].sum, 599820);
    ck_assert_uint_eq(e.waits.groups[1].row, 1);
    explain_release(&e);
    timeline_release(&t);
}
END_TEST

/* The same as a measurement has it: no reasons, only times. */
static void forget_reasons(struct timeline *t)
{
    t->source = TIMELINE_MEASURED;
    t->waits.count = t->afters.count = 0;
    for (uint32_t i = 0; i < t->ops.count; i++)
        t->ops.rows[i].wait_count = t->ops.rows[i].after_count = 0;
    for (uint32_t i = 0; i < t->calls.count; i++)
        t->calls.rows[i].wait_count = 0;
}

static void check_wait(const struct timeline *t, uint32_t first, uint32_t n, enum rule rule,
                       uint32_t blocker, int64_t to)
{
    const struct timeline_wait *wait = &t->waits.rows[first + n];
    ck_assert_uint_eq(wait->rule, rule);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

/* k2 waits until k1 ends, 357.8, k3 until k2 ends, 660.06; the moments behind that are not known.
 */
START_TEST(what_a_measurement_waited_for)
{
    struct timeline t;
    struct explain e;
    sample_fence(&t);
    forget_reasons(&t);
    infer_waits(&t);
    ck_assert_uint_eq(t.ops.rows[0].wait_count, 1);
    check_wait(&t, t.ops.rows[0].first_wait, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, 54140);
    ck_assert_uint_eq(t.ops.rows[1].wait_count, 2);
    check_wait(&t, t.ops.rows[1].first_wait, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, 57760);
    check_wait(&t, t.ops.rows[1].first_wait, 1, RULE_ID_LEGACY_FENCE, 0, 357800);
    check_wait(&t, t.ops.rows[2].first_wait, 1, RULE_ID_LEGACY_FENCE, 1, 660060);
    check_wait(&t, t.calls.rows[0].first_wait, 0, RULE_ID_DEVICE_SYNCHRONIZE, 2, 965600);
    explain_find(&e, &t, NULL, NULL);
    /* k1's run from the end of k2's call on */
    ck_assert_int_eq(e.shares.time[SHARE_ID_FENCE], 600000);
    ck_assert_int_eq(e.shares.time[SHARE_ID_UNKNOWN], 3660 + 2260 + 2160);
    ck_assert_int_eq(e.shares.wall, 915600);
    explain_release(&e);
    timeline_release(&t);
}
END_TEST

/* Copies in two streams and a kernel behind one of them: of the second copy the engine, of the
 * kernel its stream; a copy that ends 2 us after the next one starts may still be what held it
 * (medians), one that ends 10 us later is not. */
START_TEST(what_a_measured_copy_waited_for)
{
    static const struct sample_row rows[] = {
        {OP_COPY, COPY_H2D, 1, 0, 5, 105, -1, 0},   {OP_COPY, COPY_H2D, 2, 2, 106, 206, -1, 0},
        {OP_KERNEL, 0, 1, 4, 108, 208, -1, 0},      {OP_COPY, COPY_D2H, 1, 6, 206, 306, -1, 0},
        {OP_COPY, COPY_D2H, 2, 8, 296, 396, -1, 0},
    };
    struct timeline t;
    sample_build(&t, rows, 5, 3);
    forget_reasons(&t);
    infer_waits(&t);
    check_wait(&t, t.ops.rows[1].first_wait, 1, RULE_ID_COPY_ENGINE, 0, 105000);
    check_wait(&t, t.ops.rows[2].first_wait, 1, RULE_ID_STREAM, 0, 105000);
    /* the kernel ends at 208, the copy out starts at 206 */
    check_wait(&t, t.ops.rows[3].first_wait, 1, RULE_ID_STREAM, 2, 206000);
    /* behind its stream's copy in, but the engine's other copy ends 10 us after it started */
    ck_assert_uint_eq(t.ops.rows[4].wait_count, 2);
    check_wait(&t, t.ops.rows[4].first_wait, 1, RULE_ID_STREAM, 1, 206000);
    timeline_release(&t);
}
END_TEST

static void check_pick(const struct timeline *t, const char *text, uint32_t op, uint32_t call)
{
    struct err err;
    struct explain_pick pick;
    err_init(&err);
    ck_assert_msg(explain_pick(&pick, t, text, &err) == 0, "%s: %s", text, err.message);
    ck_assert_msg(pick.op == op && pick.call == call, "%s is op %u, call %u", text, pick.op,
                  pick.call);
}

START_TEST(what_op_names)
{
    struct timeline t;
    struct explain_pick pick;
    struct err err;
    sample_fence(&t);
    check_pick(&t, "k2", 1, CRITICAL_NO_CALL);
    check_pick(&t, "14", 1, CRITICAL_NO_CALL); /* a line */
    check_pick(&t, "fence.cu:15", 2, CRITICAL_NO_CALL);
    check_pick(&t, "#2", 2, CRITICAL_NO_CALL);
    check_pick(&t, "16", TIMELINE_NO_OP, 0);
    check_pick(&t, "cudaDeviceSynchronize", TIMELINE_NO_OP, 0);
    static const char *const none[] = {"k9",   "99", "2", "#3", "other.cu:14",
                                       ":14x", "",   "#", "k2 "};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        err_init(&err);
        ck_assert_msg(explain_pick(&pick, &t, none[i], &err) < 0, "'%s' is found", none[i]);
    }
    timeline_release(&t);
}
END_TEST

/* What cudaFree does is documented less firmly than observed; what a synchronize does is not. */
START_TEST(two_truths)
{
    struct scene s;
    struct truths truths;
    scene_init_round(&s);
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t alloc = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
    scene_kernel(&s, a, "k", 1, 100000);
    scene_call(&s, CALL_cudaFree, 0, alloc, 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PAGEABLE, 100000);
    scene_kernel(&s, a, "k", 1, 100000);
    scene_synchronize(&s);
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    const struct timeline_call *rows = s.timeline.calls.rows;
    const struct timeline_call *row = scene_row(&s, CALL_cudaFree, 0);
    ck_assert(truths_of_call(&truths, &s.timeline, (uint32_t)(row - rows), RULE_ID_FREE));
    ck_assert_str_eq(truths.observed, "the host waits until all work of the device is done");
    row = scene_row(&s, CALL_cudaMemcpyAsync, 0);
    ck_assert(truths_of_call(&truths, &s.timeline, (uint32_t)(row - rows), RULE_ID_COPY));
    ck_assert_str_eq(truths.documented, "may wait");
    row = scene_row(&s, CALL_cudaDeviceSynchronize, 0);
    ck_assert(
        !truths_of_call(&truths, &s.timeline, (uint32_t)(row - rows), RULE_ID_DEVICE_SYNCHRONIZE));
    ck_assert(!truths_of_op(&truths, &s.timeline, 2, RULE_ID_STREAM, 1));
    ck_assert(truths_of_op(&truths, &s.timeline, 2, RULE_ID_CONNECTION, 1));
    scene_release(&s);
}
END_TEST

/* --- properties ----------------------------------------------------------------------------------
 */

static void check_partition(const struct critical *c, const struct timeline *t, uint64_t seed)
{
    int64_t at = c->from;
    for (size_t i = 0; i < c->count; i++) {
        ck_assert_msg(c->steps[i].from == at, "seed %llu: step %zu", (unsigned long long)seed, i);
        ck_assert_int_gt(c->steps[i].to, at);
        ck_assert_int_le(c->steps[i].held, c->steps[i].to - at);
        at = c->steps[i].to;
    }
    if (c->count)
        ck_assert_int_eq(at, c->to);
    ck_assert_int_le(c->to - c->from > t->wall ? t->wall : c->to - c->from, t->wall);
}

static void check_shares(const struct shares *shares, uint64_t seed)
{
    int64_t sum = 0, items[SHARE_COUNT] = {0};
    for (int i = 0; i < SHARE_COUNT; i++) {
        ck_assert_msg(shares->time[i] >= 0, "seed %llu: share %s is %lld", (unsigned long long)seed,
                      share_name((enum share)i), (long long)shares->time[i]);
        sum += shares->time[i];
    }
    ck_assert_msg(sum == shares->wall, "seed %llu: shares sum to %lld, wall is %lld",
                  (unsigned long long)seed, (long long)sum, (long long)shares->wall);
    ck_assert_int_eq(shares->time[SHARE_ID_UNKNOWN], 0); /* predicted: all is known */
    for (size_t i = 0; i < shares->count; i++)
        items[shares->items[i].share] += shares->items[i].time;
    for (int i = 0; i < SHARE_COUNT; i++)
        ck_assert_msg(i == SHARE_ID_IDLE ? items[i] <= shares->time[i] /* not begun: no line */
                                         : items[i] == shares->time[i],
                      "seed %llu: the lines of share %s sum to %lld of %lld",
                      (unsigned long long)seed, share_name((enum share)i), (long long)items[i],
                      (long long)shares->time[i]);
}

/* Of every operation, its waits fill call to start, and the chain goes back in time. */
static void check_chains(const struct timeline *t, uint64_t seed)
{
    for (uint32_t id = 0; id < t->ops.count; id++) {
        struct chain chain;
        chain_find(&chain, t, id, 5);
        ck_assert_uint_ge(chain.count, 1);
        ck_assert_uint_le(chain.count, 5);
        for (size_t i = 0; i < chain.count; i++) {
            const struct chain_link *link = &chain.links[i];
            int64_t at = link->from;
            for (size_t w = link->first_wait; w < link->first_wait + link->wait_count; w++) {
                HOLDS(chain.waits[w].from == at && chain.waits[w].rule < RULE_COUNT,
                      "seed %llu: op %u", (unsigned long long)seed, link->op);
                at = chain.waits[w].to;
            }
            HOLDS(at == link->to, "seed %llu: op %u", (unsigned long long)seed, link->op);
            HOLDS(link->from == t->ops.rows[link->op].call &&
                      link->to == t->ops.rows[link->op].start,
                  "seed %llu: op %u", (unsigned long long)seed, link->op);
            if (i)
                HOLDS(link->to <= chain.links[i - 1].to, "seed %llu: op %u",
                      (unsigned long long)seed, link->op);
        }
        chain_release(&chain);
    }
}

static void check_slack(const struct explain *e, uint64_t seed)
{
    const struct timeline *t = e->timeline;
    const struct poll_choice choice = poll_choice_find(t); /* until then nothing is known */
    for (uint32_t id = 0; id < t->ops.count; id++)
        HOLDS(e->slack[id] >= 0 || (e->slack[id] == TIMELINE_UNKNOWN && choice.found &&
                                    t->ops.rows[id].end <= choice.until),
              "seed %llu: op %u", (unsigned long long)seed, id);
    for (size_t i = 0; i < e->critical.count; i++) {
        const struct critical_step *step = &e->critical.steps[i];
        if (step->kind == CRITICAL_RUN)
            ck_assert_msg(e->slack[step->op] == 0 || e->slack[step->op] == TIMELINE_UNKNOWN,
                          "seed %llu: op %u is on the critical path and has a slack of %lld",
                          (unsigned long long)seed, step->op, (long long)e->slack[step->op]);
    }
}

/* Every wait is in one group, which counts each moment in which it waited once, and no group has
 * more of the path than there is. */
static void check_groups(const struct explain *e)
{
    int64_t path = 0, sum = 0, all = 0;
    for (size_t i = 0; i < e->waits.count; i++) {
        path += e->waits.groups[i].path;
        if (!e->waits.groups[i].host)
            sum += e->waits.groups[i].sum;
        const struct waits_group *group = &e->waits.groups[i];
        ck_assert_int_le(group->longest, group->during);
        ck_assert_int_le(group->during, group->sum);
        if (i)
            ck_assert_int_le(e->waits.groups[i].path, e->waits.groups[i - 1].path);
    }
    for (uint32_t id = 0; id < e->timeline->ops.count; id++)
        if (timeline_is_timed(e->timeline, &e->timeline->ops.rows[id]))
            all += e->timeline->ops.rows[id].start - e->timeline->ops.rows[id].call;
    ck_assert_int_eq(sum, all);
    ck_assert_int_le(path, e->critical.to - e->critical.from);
}

static void check_all(const struct random_options *options, bool round)
{
    struct scene s;
    struct explain e;
    if (round)
        scene_init_round(&s);
    else
        scene_init(&s);
    random_program(&s.program, options);
    ck_assert_msg(scene_run(&s) == 0, "seed %llu: %s", (unsigned long long)options->seed,
                  s.err.message);
    explain_find(&e, &s.timeline, &s.profile, NULL);
    explain_find_slack(&e);
    check_partition(&e.critical, &s.timeline, options->seed);
    check_shares(&e.shares, options->seed);
    check_chains(&s.timeline, options->seed);
    check_slack(&e, options->seed);
    check_groups(&e);
    explain_release(&e);
    scene_release(&s);
}

START_TEST(properties_of_one_thread)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        check_all(&(struct random_options){.seed = seed,
                                           .calls = 10 + (int)seed * 3,
                                           .threads = 1,
                                           .streams = 1 + (int)(seed % 12),
                                           .events = 4,
                                           .work = seed % 2},
                  _i);
}
END_TEST

START_TEST(properties_of_several_threads)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        check_all(&(struct random_options){.seed = 500 + seed,
                                           .calls = 10 + (int)seed,
                                           .threads = 2 + (int)(seed % 4),
                                           .streams = 1 + (int)(seed % 9),
                                           .events = 3,
                                           .work = seed % 2},
                  _i);
}
END_TEST

/* --- inference, against the truth ----------------------------------------------------------------
 */

/* The operation's last wait for another one: what it really waited for. */
static struct timeline_wait last_of(const struct timeline *t, uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    for (uint32_t i = op->wait_count; i-- > 0;)
        if (t->waits.rows[op->first_wait + i].blocker != TIMELINE_NO_OP)
            return t->waits.rows[op->first_wait + i];
    return (struct timeline_wait){0, TIMELINE_NO_OP, RULE_COUNT};
}

static bool is_order(const struct timeline_wait *wait)
{
    return wait->blocker != TIMELINE_NO_OP && rule_info((enum rule)wait->rule)->group == RULE_ORDER;
}

/* A prediction without its reasons, as a measurement would have it: kernels, copies and host
 * functions whose last wait was for an order of CUDA's. Records and waits are not measured, so
 * what they wait for is found through them. */
START_TEST(inferred_reasons_are_mostly_right)
{
    size_t asked = 0, right = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct scene s;
        scene_init(&s);
        random_program(&s.program, &(struct random_options){.seed = 900 + seed,
                                                            .calls = 60,
                                                            .threads = 1,
                                                            .streams = 2 + (int)(seed % 7),
                                                            .events = 3});
        ck_assert_int_eq(scene_run(&s), 0);
        struct timeline *t = &s.timeline;
        struct timeline_wait *truth = mem_zalloc((t->ops.count + 1) * sizeof *truth);
        for (uint32_t id = 0; id < t->ops.count; id++) {
            truth[id] = last_of(t, id);
            while (is_order(&truth[id]) && !timeline_is_work(&t->ops.rows[truth[id].blocker])) {
                struct timeline_wait next = last_of(t, truth[id].blocker);
                if (!is_order(&next))
                    break;
                truth[id] = next;
            }
        }
        for (uint32_t id = 0; id < t->ops.count; id++)
            if (!timeline_is_work(&t->ops.rows[id]))
                t->ops.rows[id].start = t->ops.rows[id].end = TIMELINE_UNKNOWN;
        forget_reasons(t);
        infer_waits(t);
        for (uint32_t id = 0; id < t->ops.count; id++) {
            if (!timeline_is_work(&t->ops.rows[id]) || !is_order(&truth[id]) ||
                !timeline_is_work(&t->ops.rows[truth[id].blocker]))
                continue;
            struct timeline_wait found = last_of(t, id);
            asked++;
            right += found.blocker == truth[id].blocker;
        }
        free(truth);
        scene_release(&s);
    }
    ck_assert_uint_gt(asked, 300);
    ck_assert_uint_ge(right * 100, asked * 95); /* 827 of 833 when written */
}
END_TEST

/* --- slack, by trying ----------------------------------------------------------------------------
 */

/* A random program in whose device everything always finds room: kernels of one block, pinned
 * copies in, events, fences, synchronizes. The `longer`th kernel (0: none) takes `extra` ns more.
 */
static void build_roomy(struct scene *s, uint64_t seed, int longer, int64_t extra)
{
    uint64_t state = seed, *r = &state;
    scene_init_round(s);
    ck_assert_int_eq(profile_set(&s->profile, "host.launch_pending=2us", &s->err), 0);
    uint32_t streams[5] = {0}, events[3];
    for (int i = 1; i < 5; i++)
        streams[i] = scene_stream(s, i < 3 ? STREAM_BLOCKING : STREAM_NONBLOCKING, "s");
    for (int i = 0; i < 3; i++)
        events[i] = scene_event(s, "e");
    int kernel = 0;
    for (int i = 0; i < 30; i++) {
        uint32_t stream = streams[sample_random(r, 8) ? 1 + sample_random(r, 4) : 0];
        uint32_t event = events[sample_random(r, 3)];
        int64_t time = 10000 + (int64_t)sample_random(r, 200) * 1000;
        switch (sample_random(r, 10)) {
        case 0:
        case 1:
            scene_copy(s, CALL_cudaMemcpyAsync, stream, COPY_H2D, MEMORY_PINNED, (uint64_t)time);
            break;
        case 2:
            scene_record(s, event, stream);
            break;
        case 3:
            scene_wait(s, event, stream);
            break;
        case 4:
            if (sample_random(r, 3) == 0)
                scene_call(s, CALL_cudaStreamSynchronize, stream, stream, 0);
            else if (sample_random(r, 3) == 0)
                scene_synchronize(s);
            break;
        default:
            scene_kernel(s, stream, "k", 1, time + (++kernel == longer ? extra : 0));
        }
    }
    scene_kernel(s, streams[1], "k", 1, 10000 + (++kernel == longer ? extra : 0));
    scene_synchronize(s);
    ck_assert_msg(scene_run(s) == 0, "seed %llu: %s", (unsigned long long)seed, s->err.message);
}

/* Whether the copies came in the same order: slack counts on that. */
static bool same_order(const struct timeline *a, const struct timeline *b)
{
    for (uint32_t i = 0; i < a->ops.count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (a->ops.rows[i].kind == OP_COPY && a->ops.rows[j].kind == OP_COPY &&
                (a->ops.rows[i].start < a->ops.rows[j].start) !=
                    (b->ops.rows[i].start < b->ops.rows[j].start))
                return false;
    return true;
}

/* Each kernel in turn takes longer by its slack: the wall time stays. By more than that it
 * grows. How long the device takes from one operation to the next depends on which of those that it
 * waited for ended last, so both hold to within a few such moments. */
enum { LATENCIES = 8000 };

START_TEST(what_has_slack_can_end_later)
{
    int tried = 0, grown = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct scene s;
        build_roomy(&s, seed, 0, 0);
        int64_t wall = s.timeline.wall, *slack = slack_find(&s.timeline);
        int kernel = 0;
        for (uint32_t id = 0; id < s.timeline.ops.count; id++) {
            if (s.timeline.ops.rows[id].kind != OP_KERNEL)
                continue;
            kernel++;
            struct scene later;
            build_roomy(&later, seed, kernel, slack[id]);
            ck_assert_msg(!same_order(&s.timeline, &later.timeline) ||
                              later.timeline.wall <= wall + LATENCIES,
                          "seed %llu: op %u ends %lld later: %lld instead of %lld",
                          (unsigned long long)seed, id, (long long)slack[id],
                          (long long)later.timeline.wall, (long long)wall);
            scene_release(&later);
            build_roomy(&later, seed, kernel, slack[id] + 2 * LATENCIES);
            grown += same_order(&s.timeline, &later.timeline) && later.timeline.wall > wall;
            tried += same_order(&s.timeline, &later.timeline);
            scene_release(&later);
        }
        free(slack);
        scene_release(&s);
    }
    ck_assert_int_gt(tried, 400);
    ck_assert_int_gt(grown * 10, tried * 9);
}
END_TEST

/* A pinned copy between two pieces of a large one from pageable memory, which ends last: later, it
 * would put off the pieces behind it. */
START_TEST(what_runs_between_two_pieces_has_no_slack)
{
    enum { PIECE = 1 << 19 };
    struct scene s;
    scene_init_round(&s);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, b, "k", 1, 3 * PIECE + PIECE / 2);
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 16 * PIECE);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PAGEABLE, 4 * PIECE);
    scene_synchronize(&s);
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    ck_assert_int_gt(scene_op(&s, 1)->start, scene_op(&s, 2)->start);
    ck_assert_int_lt(scene_op(&s, 1)->end, scene_op(&s, 2)->end);
    int64_t *slack = slack_find(&s.timeline);
    ck_assert_int_eq(slack[2], 0);
    ck_assert_int_eq(slack[1], 0);
    free(slack);
    scene_release(&s);
}
END_TEST

/* Two streams of a kernel and a host function; the first kernel takes `extra` ns more. */
static void build_functions(struct scene *s, int64_t extra)
{
    scene_init_round(s);
    ck_assert_int_eq(profile_set(&s->profile, "latency.host_call=30us", &s->err), 0);
    ck_assert_int_eq(profile_set(&s->profile, "latency.host_next=2us", &s->err), 0);
    for (int i = 0; i < 2; i++) {
        uint32_t stream = scene_stream(s, STREAM_NONBLOCKING, "s");
        scene_kernel(s, stream, "k", 1, i == 0 ? 200000 + extra : 220000);
        scene_host_function(s, stream, 1000);
    }
    scene_synchronize(s);
    ck_assert_msg(scene_run(s) == 0, "%s", s->err.message);
}

/* The worker comes to the second function 30 us after its kernel, by when it has long been through
 * with the first: how long that could take decides the slack, not when the second kernel ends. */
START_TEST(a_host_function_that_is_not_waited_for_has_slack)
{
    struct scene s, later;
    build_functions(&s, 0);
    int64_t *slack = slack_find(&s.timeline);
    const struct timeline_op *second = scene_op(&s, 3);
    ck_assert_int_eq(slack[3], 0);
    ck_assert_int_eq(slack[1], second->start - 1 - scene_op(&s, 1)->end);
    ck_assert_int_gt(slack[1], 10000);
    ck_assert_int_eq(slack[0], slack[1]);
    build_functions(&later, slack[1]);
    ck_assert_int_eq(later.timeline.wall, s.timeline.wall);
    scene_release(&later);
    const int64_t more = slack[1] + 1000;
    free(slack);
    build_functions(&later, more); /* the worker comes to it too late */
    second = scene_op(&later, 3);
    ck_assert_int_eq(second->start, scene_op(&later, 1)->end + 2000);
    slack = slack_find(&later.timeline);
    ck_assert_int_eq(slack[1], 0);
    free(slack);
    scene_release(&later);
    scene_release(&s);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("explain");
    TCase *by_hand = tcase_create("by hand");
    tcase_add_test(by_hand, the_chain_of_the_fence);
    tcase_add_test(by_hand, the_shares_of_the_fence);
    tcase_add_test(by_hand, what_a_measurement_waited_for);
    tcase_add_test(by_hand, what_a_measured_copy_waited_for);
    tcase_add_test(by_hand, what_op_names);
    tcase_add_test(by_hand, two_truths);
    tcase_add_test(by_hand, a_host_function_that_is_not_waited_for_has_slack);
    suite_add_tcase(suite, by_hand);
    TCase *random = tcase_create("random programs");
    tcase_add_loop_test(random, properties_of_one_thread, 0, 2);
    tcase_add_loop_test(random, properties_of_several_threads, 0, 2);
    tcase_set_timeout(random, 60);
    tcase_add_test(random, inferred_reasons_are_mostly_right);
    tcase_add_test(random, what_has_slack_can_end_later);
    tcase_add_test(random, what_runs_between_two_pieces_has_no_slack);
    suite_add_tcase(suite, random);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
