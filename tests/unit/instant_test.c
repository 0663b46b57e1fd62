/* The state at an instant and the steps between instants (sim/analysis/instant.h): by hand, and as
 * properties over random programs. */
#include "sim/analysis/infer.h"
#include "sim/analysis/instant.h"
#include "sim/base/mem.h"
#include "tests/random_program.h"
#include "tests/scene.h"
#include "tests/timeline_check.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct scene s;
static struct instants index_of;
static struct instant now;

static void begin(void)
{
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    instants_init(&index_of, &s.timeline, &s.profile);
    instant_init(&now, &index_of);
}

static void end(void)
{
    instant_release(&now);
    instants_release(&index_of);
    scene_release(&s);
}

static void at(int64_t time)
{
    struct host_point point = host_point_at(s.timeline.zero + time);
    instant_find(&now, &index_of, &point);
}

/* NULL if it is not alive. */
static const struct instant_op *state_of(uint32_t id)
{
    for (size_t i = 0; i < now.op_count; i++)
        if (now.ops[i].op == id)
            return &now.ops[i];
    return NULL;
}

static const struct instant_op *op(uint32_t id)
{
    const struct instant_op *state = state_of(id);
    ck_assert_msg(state != NULL, "operation %u is not alive", id);
    return state;
}

static enum instant_phase phase(uint32_t id, int64_t time)
{
    return instant_phase(&s.timeline.ops.rows[id], &s.timeline, s.timeline.zero + time);
}

/* As lessons/legacy-fence, with the round numbers of scene.h: k1 in a, k2 in the default stream, k3
 * in b, 300 us each, then a synchronize. Launches cost 2 us, 4 while work is pending; there are no
 * latencies:
 *   k1  called 0, issued 2 (nothing is pending yet), runs 2 to 302
 *   k2  called 2, issued 6, waits for k1, runs 302 to 602
 *   k3  called 6, issued 10, waits for k2, runs 602 to 902
 *   the synchronize is entered at 10 and returns at 902, when k3 ends; it costs nothing itself. */
static void fence(void)
{
    scene_init_round(&s);
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    scene_kernel(&s, a, "k1", 1, 300000);
    scene_kernel(&s, PROGRAM_STREAM_LEGACY, "k2", 1, 300000);
    scene_kernel(&s, b, "k3", 1, 300000);
    scene_synchronize(&s);
    s.options.sm_steps = true;
    begin();
}

START_TEST(fence_at_3_us)
{
    fence();
    at(3000); /* k1 runs since 2; the host is in the call of k2, until 6 */
    ck_assert_uint_eq(now.op_count, 2);
    ck_assert_int_eq(op(0)->phase, INSTANT_RUNS);
    ck_assert_int_eq(op(0)->from, s.timeline.zero + 2000);
    ck_assert_int_eq(op(0)->to, s.timeline.zero + 302000);
    ck_assert_int_eq(op(1)->phase, INSTANT_CALLED);
    ck_assert_int_eq(op(1)->rule, RULE_ID_ISSUE);
    ck_assert_int_eq(phase(2, 3000), INSTANT_AHEAD);
    ck_assert_int_eq(now.hosts[0].state, HOST_IN_CALL);
    ck_assert_uint_eq(now.hosts[0].call.op, 1);
    /* what is only being called is in the list of its stream, and holds no connection */
    ck_assert_uint_eq(now.streams.count, 2);
    ck_assert_uint_eq(now.connections.count, 1);
    ck_assert_uint_eq(now.machines.count, 1);
    ck_assert_int_eq(index_of.machines[now.machines.rows[0].key].kind, MACHINE_SM);
    /* scene_kernel()'s blocks have 1024 threads */
    ck_assert_int_eq(now.blocks, 1);
    ck_assert_int_eq(now.threads, 1024);
    ck_assert_int_eq(index_of.thread_room, 10 * 2048);
    end();
}
END_TEST

START_TEST(fence_at_100_us)
{
    fence();
    at(100000); /* all is called; k2 waits for k1, k3 for k2, the host for k3 */
    ck_assert_uint_eq(now.op_count, 3);
    ck_assert_int_eq(op(0)->phase, INSTANT_RUNS);
    ck_assert_int_eq(op(1)->phase, INSTANT_WAITS);
    ck_assert_int_eq(op(1)->rule, RULE_ID_LEGACY_FENCE);
    ck_assert_uint_eq(op(1)->blocker, 0);
    ck_assert_int_eq(op(1)->from, s.timeline.zero + 6000);
    ck_assert_int_eq(op(1)->to, s.timeline.zero + 302000);
    ck_assert_int_eq(op(2)->phase, INSTANT_WAITS);
    ck_assert_int_eq(op(2)->rule, RULE_ID_LEGACY_FENCE);
    ck_assert_uint_eq(op(2)->blocker, 1);
    ck_assert_int_eq(now.hosts[0].state, HOST_IN_CALL);
    ck_assert_int_eq(now.hosts[0].rule, RULE_ID_DEVICE_SYNCHRONIZE);
    ck_assert_uint_eq(now.hosts[0].blocker, 2);
    /* each stream has a connection of its own */
    ck_assert_uint_eq(now.connections.count, 3);
    end();
}
END_TEST

START_TEST(fence_at_a_change)
{
    fence();
    at(302000); /* k1 ends, k2 is ready and starts: it runs */
    ck_assert_uint_eq(now.op_count, 2);
    ck_assert_int_eq(phase(0, 302000), INSTANT_ENDED);
    ck_assert_int_eq(op(1)->phase, INSTANT_RUNS);
    ck_assert_uint_eq(now.event_count, 3);
    ck_assert_int_eq(now.events[0].change, INSTANT_ENDS);
    ck_assert_uint_eq(now.events[0].op, 0);
    ck_assert_int_eq(now.events[1].change, INSTANT_BECOMES_READY);
    ck_assert_uint_eq(now.events[1].op, 1);
    ck_assert_int_eq(now.events[2].change, INSTANT_STARTS);
    uint32_t a = s.timeline.ops.rows[0].stream;
    ck_assert_uint_eq(instants_last_ended(&index_of, a, s.timeline.zero + 302000), 0);
    ck_assert_uint_eq(instants_last_ended(&index_of, a, s.timeline.zero + 301999), TIMELINE_NO_OP);
    at(902000);
    ck_assert_uint_eq(now.op_count, 0);
    ck_assert_int_eq(now.hosts[0].state, HOST_ENDED); /* the synchronize has returned */
    at(901999);
    ck_assert_int_eq(now.hosts[0].state, HOST_IN_CALL);
    end();
}
END_TEST

/* The host's steps: two creations of streams, which take no time, then calls at 0, 2, 6, 10 us, and
 * the return of the synchronize at 902. The device's: 2 (k1 ready and started), 302, 602, 902. */
START_TEST(fence_steps)
{
    static const int64_t calls[] = {0, 0, 0, 2000, 6000, 10000, 902000};
    static const int64_t events[] = {2000, 302000, 602000, 902000};
    fence();
    int64_t zero = s.timeline.zero;
    struct host_point point = host_point_at(zero - 1);
    for (size_t i = 0; i < 7; i++) {
        ck_assert(instants_next_call(&index_of, &point, HOST_ANY, &point));
        ck_assert_int_eq(point.time - zero, calls[i]);
    }
    ck_assert(!instants_next_call(&index_of, &point, HOST_ANY, &point));
    instant_find(&now, &index_of, &point);
    ck_assert_int_eq(now.hosts[0].state, HOST_ENDED); /* the last step is its return */
    for (size_t i = 6; i-- > 0;) {
        ck_assert(instants_previous_call(&index_of, &point, 0, &point));
        ck_assert_int_eq(point.time - zero, calls[i]);
    }
    point = host_point_at(zero - 1);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(instants_next_event(&index_of, &point, &point));
        ck_assert_int_eq(point.time - zero, events[i]);
    }
    ck_assert(!instants_next_event(&index_of, &point, &point));
    for (size_t i = 3; i-- > 0;) {
        ck_assert(instants_previous_event(&index_of, &point, &point));
        ck_assert_int_eq(point.time - zero, events[i]);
    }
    /* from an event to the call before it: the launch of k2, entered at 2 with k1's start */
    ck_assert(instants_next_call(&index_of, &point, HOST_ANY, &point));
    ck_assert_int_eq(point.time - zero, 6000);
    ck_assert(instants_previous_call(&index_of, &point, HOST_ANY, &point));
    ck_assert_int_eq(point.time - zero, 2000);
    end();
}
END_TEST

/* A measured run: no reasons, no connections, no moment of being ready. */
START_TEST(measured_is_not_invented)
{
    fence();
    struct timeline *t = &s.timeline;
    t->source = TIMELINE_MEASURED;
    t->waits.count = t->sm_steps.count = 0;
    for (size_t i = 0; i < t->ops.count; i++) {
        t->ops.rows[i].wait_count = 0;
        t->ops.rows[i].connection = 0;
        t->ops.rows[i].ready = TIMELINE_UNKNOWN;
    }
    for (size_t i = 0; i < t->calls.count; i++)
        t->calls.rows[i].wait_count = 0;
    t->ops.rows[2].start = t->ops.rows[2].end = TIMELINE_UNKNOWN;
    instant_release(&now);
    instants_release(&index_of);
    instants_init(&index_of, t, NULL);
    instant_init(&now, &index_of);
    at(100000);
    ck_assert_uint_eq(now.op_count, 2);
    ck_assert_int_eq(op(0)->phase, INSTANT_RUNS);
    ck_assert_int_eq(op(1)->phase, INSTANT_WAITS);
    ck_assert_int_eq(op(1)->rule, RULE_COUNT);
    ck_assert_uint_eq(op(1)->blocker, TIMELINE_NO_OP);
    ck_assert_int_eq(phase(2, 100000), INSTANT_UNKNOWN);
    ck_assert_int_eq(phase(2, 5999), INSTANT_AHEAD);
    ck_assert_int_eq(now.hosts[0].state, HOST_IN_CALL);
    ck_assert_int_eq(now.hosts[0].rule, RULE_COUNT);
    ck_assert_uint_eq(now.connections.count, 0);
    ck_assert_int_eq(now.blocks, -1);
    end();
}
END_TEST

/* --- properties ----------------------------------------------------------------------------------
 */

/* ck_assert() writes to a pipe each time, which is most of the time here. */
#define MUST(x)                                                                                    \
    do {                                                                                           \
        if (!(x))                                                                                  \
            ck_abort_msg("%s", #x);                                                                \
    } while (0)

static int64_t random_time(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    uint64_t length = (uint64_t)(index_of.to - index_of.from) + 3;
    return index_of.from - 1 + (int64_t)((*state >> 16) % length);
}

static bool same(const struct host_point *a, const struct host_point *b)
{
    return a->time == b->time && a->step == b->step &&
           (a->step == HOST_NO_STEP || a->thread == b->thread);
}

enum kind { CALLS, EVENTS, BOTH, KINDS };

static bool forward(enum kind kind, struct host_point *point)
{
    switch (kind) {
    case CALLS:
        return instants_next_call(&index_of, point, HOST_ANY, point);
    case EVENTS:
        return instants_next_event(&index_of, point, point);
    default:
        return instants_next(&index_of, point, point);
    }
}

static bool backward(enum kind kind, struct host_point *point)
{
    switch (kind) {
    case CALLS:
        return instants_previous_call(&index_of, point, HOST_ANY, point);
    case EVENTS:
        return instants_previous_event(&index_of, point, point);
    default:
        return instants_previous(&index_of, point, point);
    }
}

/* Against the definition, op by op: phases, what is alive, the groups. */
static void check_state(const struct host_point *point)
{
    const struct timeline *t = &s.timeline;
    size_t alive = 0, running[16] = {0};
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *row = &t->ops.rows[id];
        const struct instant_op *state = state_of(id);
        enum instant_phase phase_now = instant_phase(row, t, point->time);
        bool lives = row->call <= point->time && point->time < row->end;
        MUST(lives == (state != NULL));
        MUST(lives == (phase_now >= INSTANT_CALLED && phase_now <= INSTANT_RUNS));
        MUST((phase_now == INSTANT_AHEAD) == (point->time < row->call));
        MUST((phase_now == INSTANT_ENDED) == (point->time >= row->call && point->time >= row->end));
        if (state == NULL)
            continue;
        alive++;
        MUST(state->phase == phase_now);
        MUST((phase_now == INSTANT_RUNS) == (point->time >= row->start));
        MUST(state->from <= point->time && point->time < state->to);
        if (phase_now != INSTANT_RUNS) /* its waits are a partition: one is that of now */
            MUST(state->rule < RULE_COUNT);
        if (phase_now == INSTANT_RUNS && row->machine == MACHINE_COPY &&
            !timeline_in_pieces(t, row))
            MUST(++running[row->machine_index % 16] <= 1);
    }
    MUST(alive == now.op_count);
    size_t members = 0;
    for (size_t g = 0; g < now.streams.count; g++) {
        const struct instant_group *group = &now.streams.rows[g];
        members += group->count;
        MUST(group->count > 0);
        uint32_t before = 0;
        for (uint32_t n = 0; n < group->count; n++) {
            const struct instant_op *state = instant_member(&now, &now.streams, group, n);
            MUST(t->ops.rows[state->op].stream == group->key);
            MUST(n == 0 || state->op > before); /* the order of the calls */
            before = state->op;
            MUST(n == 0 || state->phase != INSTANT_RUNS); /* only the first may run */
        }
        uint32_t last = instants_last_ended(&index_of, group->key, point->time);
        MUST(last == TIMELINE_NO_OP || last < instant_member(&now, &now.streams, group, 0)->op);
    }
    MUST(members == now.op_count);
    for (size_t i = 0; i < now.event_count; i++) {
        const struct timeline_op *row = &t->ops.rows[now.events[i].op];
        int64_t times[] = {row->end, row->ready, row->start};
        MUST(times[now.events[i].change] == point->time);
    }
}

static int order(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* The moments of the device, found plainly. */
static size_t plain_events(int64_t **times)
{
    const struct timeline *t = &s.timeline;
    size_t count = 0;
    *times = mem_zalloc((t->ops.count * 3 + 1) * sizeof **times);
    for (size_t i = 0; i < t->ops.count; i++) {
        (*times)[count++] = t->ops.rows[i].ready;
        (*times)[count++] = t->ops.rows[i].start;
        (*times)[count++] = t->ops.rows[i].end;
    }
    if (count)
        qsort(*times, count, sizeof **times, order);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || (*times)[kept - 1] != (*times)[i])
            (*times)[kept++] = (*times)[i];
    return kept;
}

static void check_walks(void)
{
    int64_t *times;
    size_t count = plain_events(&times);
    struct host_point point = host_point_at(index_of.from - 1), *points[KINDS];
    for (size_t i = 0; i < count; i++) {
        MUST(forward(EVENTS, &point));
        MUST(point.time == times[i]);
    }
    MUST(!forward(EVENTS, &point));
    free(times);
    size_t total = 0;
    for (uint32_t thread = 0; thread < index_of.hosts.threads; thread++)
        total += host_steps_count(&index_of.hosts, thread);
    size_t counts[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        size_t capacity = (count + total * 2 + 2) * 2;
        points[kind] = mem_zalloc(capacity * sizeof *points[kind]);
        size_t made = 0, calls = 0;
        point = host_point_at(index_of.from - 1);
        while (forward((enum kind)kind, &point)) {
            MUST(made < capacity);
            MUST(made == 0 || points[kind][made - 1].time <= point.time);
            calls += point.step != HOST_NO_STEP && point.step % 2 == 0;
            points[kind][made++] = point;
            if (kind == BOTH) {
                instant_find(&now, &index_of, &point);
                check_state(&point);
            }
        }
        if (kind != EVENTS) /* each call is entered once */
            MUST(calls == total);
        for (size_t i = made; i-- > 1;) {
            MUST(backward((enum kind)kind, &point));
            MUST(same(&point, &points[kind][i - 1]));
        }
        MUST(made == 0 || !backward((enum kind)kind, &point));
        counts[kind] = made;
    }
    MUST(counts[BOTH] <= counts[CALLS] + counts[EVENTS]);
    for (int kind = 0; kind < KINDS; kind++)
        free(points[kind]);
}

static void check_random_times(uint64_t seed)
{
    for (int i = 0; i < 50; i++) {
        struct host_point point = host_point_at(random_time(&seed));
        instant_find(&now, &index_of, &point);
        check_state(&point);
        for (int kind = 0; kind < KINDS; kind++) {
            struct host_point there = point, back, again;
            if (!forward((enum kind)kind, &there))
                continue;
            MUST(there.time >= point.time);
            back = there;
            if (!backward((enum kind)kind, &back))
                continue;
            MUST(back.time <= point.time);
            again = back;
            MUST(forward((enum kind)kind, &again));
            MUST(same(&again, &there));
        }
    }
}

START_TEST(random_programs)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        scene_init(&s);
        random_program(&s.program, &(struct random_options){.seed = 300 + seed * 4 + (uint64_t)_i,
                                                            .calls = 10 + (int)seed * 8,
                                                            .threads = 1 + (int)(seed % 4),
                                                            .streams = 1 + (int)(seed % 9),
                                                            .events = 3,
                                                            .work = seed % 2});
        begin();
        check_walks();
        check_random_times(seed);
        end();
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("instant");
    TCase *hand = tcase_create("by hand");
    tcase_add_test(hand, fence_at_3_us);
    tcase_add_test(hand, fence_at_100_us);
    tcase_add_test(hand, fence_at_a_change);
    tcase_add_test(hand, fence_steps);
    tcase_add_test(hand, measured_is_not_invented);
    suite_add_tcase(suite, hand);
    TCase *random = tcase_create("random");
    tcase_set_timeout(random, 60);
    tcase_add_loop_test(random, random_programs, 0, 4);
    suite_add_tcase(suite, random);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
