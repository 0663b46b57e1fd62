/* sim/draw: scale, layout and the text chart, by hand-worked timelines. */
#include "sim/base/strbuf.h"
#include "sim/draw/code_line.h"
#include "sim/draw/gantt.h"
#include "sim/draw/layout.h"
#include "sim/draw/pair.h"
#include "sim/draw/scale.h"
#include "sim/draw/svg.h"
#include "tests/scene.h"
#include "tests/unit/sample_timeline.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(scale_places_and_ticks)
{
    struct scale scale = {0, 1000000, 100}; /* 1 ms over 100 columns: 10 us a column */
    ck_assert_int_eq(scale_place(&scale, 0), 0);
    ck_assert_int_eq(scale_place(&scale, 9999), 0);
    ck_assert_int_eq(scale_place(&scale, 10000), 1);
    ck_assert_int_eq(scale_place(&scale, 1000000), 99);
    ck_assert_int_eq(scale_place(&scale, -5), 0);
    /* 12 columns are 120 us; the next round step is 200 us */
    ck_assert_int_eq(scale_tick_step(&scale, 12), 200000);
    struct strbuf sb;
    strbuf_init(&sb);
    scale_tick_text(&sb, 0, 200000);
    strbuf_addc(&sb, '|');
    scale_tick_text(&sb, 200000, 200000);
    strbuf_addc(&sb, '|');
    scale_tick_text(&sb, 1500000, 500000);
    strbuf_addc(&sb, '|');
    scale_tick_text(&sb, 2000000, 500000);
    ck_assert_str_eq(sb.text, "0|200 us|1.5 ms|2 ms");
    strbuf_release(&sb);
}
END_TEST

static void add_kernel(struct timeline *t, const char *name, uint32_t stream, int64_t call,
                       int64_t start, int64_t end, enum rule rule, uint32_t blocker)
{
    uint32_t id = timeline_add_op(t);
    struct timeline_wait wait = {start, blocker, rule};
    uint32_t first = timeline_add_waits(t, &wait, 1);
    struct timeline_op *op = &t->ops.rows[id];
    op->name = intern_adds(&t->names, name);
    op->stream = stream;
    op->call = op->returned = call;
    op->ready = op->start = start;
    op->end = end;
    op->machine = MACHINE_SM;
    op->kind = OP_KERNEL;
    op->first_wait = first;
    op->wait_count = 1;
}

/* k1 in a from 0 to 300 us, k2 in the default stream to 600, k3 in b to 900; a k4 in c beside k1.
 */
static void make(struct timeline *t)
{
    struct program program;
    program_init(&program);
    struct program_stream stream = {.kind = STREAM_BLOCKING};
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        stream.name = intern_adds(&program.names, names[i]);
        program_add_stream(&program, &stream);
    }
    timeline_init(t);
    timeline_take_tables(t, &program);
    program_release(&program);
    add_kernel(t, "k1", 1, 0, 0, 300000, RULE_ID_ISSUE, TIMELINE_NO_OP);
    add_kernel(t, "k2", 0, 0, 300000, 600000, RULE_ID_LEGACY_FENCE, 0);
    add_kernel(t, "k3", 2, 0, 600000, 900000, RULE_ID_LEGACY_FENCE, 1);
    add_kernel(t, "k4", 3, 0, 0, 300000, RULE_ID_ISSUE, TIMELINE_NO_OP);
    t->zero = 0;
    t->wall = t->span = 900000;
}

START_TEST(a_line_of_code_has_its_tabs)
{
    /* the tab fills columns 0 to 3, the sign column 4, the next tab 5 to 7 */
    const char line[] = "\t\xc2\xb5\tx\ty\n";
    ck_assert_int_eq(code_line_column(line, 1), 4);
    ck_assert_int_eq(code_line_column(line, 3), 5);
    ck_assert_int_eq(code_line_column(line, 4), 8);
    ck_assert_int_eq(code_line_column(line, 100), 13);
    ck_assert_int_eq(code_line_column(line, -1), 0);
    struct grid grid;
    struct strbuf out;
    grid_init(&grid, 20, 2);
    strbuf_init(&out);
    code_line_draw(&grid, 0, 1, 19, line, strlen(line) - 1, ROLE_LABEL);
    code_line_draw(&grid, 1, 1, 6, "\tabcdef", 7, ROLE_LABEL);
    grid_write(&grid, &(struct grid_style){.ascii = true}, &out);
    ck_assert_str_eq(out.text, "     u   x   y\n     ab\n");
    strbuf_release(&out);
    grid_release(&grid);
}
END_TEST

START_TEST(concurrent_operations_get_sub_lanes)
{
    struct timeline t;
    make(&t);
    struct layout layout;
    layout_init(&layout, &t);
    size_t machines = 0;
    for (size_t i = 0; i < layout.lane_count; i++) {
        const struct layout_lane *lane = &layout.lanes[i];
        if (lane->group != LANE_MACHINE)
            continue;
        machines++;
        ck_assert_str_eq(lane->label, "SM array");
        ck_assert_uint_eq(lane->subs, 2); /* k1 and k4 run at the same time */
        ck_assert_uint_eq(lane->bar_count, 4);
        for (size_t b = 1; b < lane->bar_count; b++) {
            const struct layout_bar *bars = &layout.bars[lane->first_bar];
            for (size_t c = 0; c < b; c++)
                ck_assert(bars[b].sub != bars[c].sub || bars[c].to <= bars[b].from);
        }
    }
    ck_assert_uint_eq(machines, 1);
    ck_assert_uint_eq(layout.fence_count, 2);
    layout_release(&layout);
    timeline_release(&t);
}
END_TEST

/* 70 columns less the label "stream a" and two blanks: 60 for 900 us, 15 us each. k1 takes 0 to 299
 * us: columns 0 to 19 (300 / 15 = 20 belongs to what follows); k2 20 to 39; k3 40 to 59. */
START_TEST(chart_in_ascii)
{
    struct timeline t;
    make(&t);
    struct strbuf out;
    strbuf_init(&out);
    gantt_draw(&t, &(struct gantt_options){.width = 70, .ascii = true}, &out);
    ck_assert_str_eq(out.text,
                     "          |0           |200 us      |400 us       |600 us      |800 us\n"
                     "host      '\n"
                     "\n"
                     "default   ....................#k2#################|\n"
                     "stream a  #k1#################|                   |\n"
                     "stream b  ....................|...................#k3#################\n"
                     "stream c  #k4#################|                   |\n"
                     "\n"
                     "SM array  #k1##################k2##################k3#################\n"
                     "          #k4#################\n"
                     "# kernel  ' call  . waits for earlier work  | fence\n");
    strbuf_release(&out);
    timeline_release(&t);
}
END_TEST

/* Two copies in a and b, k behind the one in b: while that waits for the copy engine, b's lane
 * shows so, not that k waits for its stream. */
START_TEST(a_lane_shows_the_wait_of_the_first_in_line)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_NONBLOCKING, "b");
    scene_copy(&scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 100000);
    scene_copy(&scene, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 100000);
    scene_kernel(&scene, b, "k", 2, 100000);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    struct layout layout;
    layout_init(&layout, &scene.timeline);
    size_t order = 0, resource = 0;
    for (size_t i = 0; i < layout.bar_count; i++) {
        order += layout.bars[i].role == ROLE_WAIT;
        resource += layout.bars[i].role == ROLE_RESOURCE && layout.bars[i].op == 1;
    }
    ck_assert_uint_eq(order, 0);
    ck_assert_uint_eq(resource, 1);
    layout_release(&layout);
    scene_release(&scene);
}
END_TEST

START_TEST(chart_stays_within_its_width)
{
    struct timeline t;
    make(&t);
    for (int width = 0; width < 240; width += 7) {
        struct strbuf out;
        strbuf_init(&out);
        gantt_draw(&t, &(struct gantt_options){.width = width, .ascii = true}, &out);
        size_t most = (size_t)(width < GANTT_LEAST_WIDTH ? GANTT_LEAST_WIDTH : width);
        for (const char *line = out.text; *line;) {
            size_t length = strcspn(line, "\n");
            ck_assert_uint_le(length, most);
            line += length + 1;
        }
        strbuf_release(&out);
    }
    timeline_release(&t);
}
END_TEST

START_TEST(figure_shows_every_operation)
{
    struct timeline t;
    make(&t);
    t.ops.rows[0].name = intern_adds(&t.names, "a<b>&c");
    struct strbuf out;
    strbuf_init(&out);
    svg_draw(&t, 800, &out);
    ck_assert_ptr_nonnull(strstr(out.text, "<title>k2 300.000 to 600.000 us</title>"));
    ck_assert_ptr_nonnull(strstr(out.text, "<title>k4 0.000 to 300.000 us</title>"));
    ck_assert_ptr_nonnull(strstr(out.text, "a&lt;b&gt;&amp;c"));
    ck_assert_ptr_null(strstr(out.text, "a<b>"));
    strbuf_release(&out);
    timeline_release(&t);
}
END_TEST

static const struct layout_lane *lane_of(const struct layout *layout, const char *label, size_t nth)
{
    for (size_t i = 0; i < layout->lane_count; i++)
        if (strcmp(layout->lanes[i].label, label) == 0 && nth-- == 0)
            return &layout->lanes[i];
    ck_abort_msg("no lane %s", label);
    return NULL;
}

START_TEST(a_prediction_stands_over_its_measurement)
{
    struct timeline a, b;
    struct compare c;
    struct pair pair;
    sample_fence(&a);
    sample_fence(&b);
    b.source = TIMELINE_MEASURED;
    b.ops.rows[1].start += 7000;
    compare_find(&c, &a, &b);
    pair_init(&pair, &c);
    /* host, three streams and the SM array, twice; k2 is in the default stream, row 0 */
    ck_assert_uint_eq(pair.layout.lane_count, 10);
    const struct layout_lane *predicted = lane_of(&pair.layout, "default", 0);
    const struct layout_lane *measured = predicted + 1;
    ck_assert_str_eq(measured->label, "  measured");
    int64_t start[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < predicted[i].bar_count; k++)
            if (pair.layout.bars[predicted[i].first_bar + k].role == ROLE_KERNEL)
                start[i] = pair.layout.bars[predicted[i].first_bar + k].from;
    ck_assert_int_eq(start[0], a.ops.rows[1].start - a.zero);
    ck_assert_int_eq(start[1], start[0] + 7000);
    lane_of(&pair.layout, "SM array", 0);
    lane_of(&pair.layout, "  measured", 4);
    pair_release(&pair);
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
}
END_TEST

static enum bar_role role_of_call(const struct layout *layout, const struct layout_lane *lane)
{
    for (size_t i = lane->first_bar; i < lane->first_bar + lane->bar_count; i++)
        if (layout->bars[i].op == TIMELINE_NO_OP &&
            layout->timeline->calls.rows[layout->bars[i].call].call == CALL_cudaEventSynchronize)
            return (enum bar_role)layout->bars[i].role;
    ck_abort_msg("no such call in %s", lane->label);
    return ROLE_NONE;
}

/* A call that can wait and had nothing to wait for: a prediction says so, a measurement does not.
 */
START_TEST(a_prediction_says_what_a_measurement_leaves_open)
{
    struct timeline a, b;
    struct compare c;
    struct pair pair;
    sample_fence(&a);
    sample_fence(&b);
    b.source = TIMELINE_MEASURED;
    const struct timeline_call call = {.enter = a.zero + 100000,
                                       .returned = a.zero + 101000,
                                       .op = TIMELINE_NO_OP,
                                       .call = CALL_cudaEventSynchronize};
    timeline_add_call(&a, &call);
    timeline_add_call(&b, &call);
    compare_find(&c, &a, &b);
    pair_init(&pair, &c);
    const struct layout_lane *host = lane_of(&pair.layout, "host", 0);
    ck_assert_int_eq(role_of_call(&pair.layout, &host[0]), ROLE_CALL);
    ck_assert_int_eq(role_of_call(&pair.layout, &host[1]), ROLE_BLOCKED);
    pair_release(&pair);
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
}
END_TEST

START_TEST(any_two_timelines_make_a_picture)
{
    struct strbuf out;
    strbuf_init(&out);
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct timeline a, b;
        struct compare c;
        struct pair pair;
        sample_random_timeline(&a, seed);
        sample_random_timeline(&b, seed / 2 + 1);
        compare_find(&c, &a, &b);
        pair_init(&pair, &c);
        strbuf_clear(&out);
        gantt_draw_layout(&pair.layout, &(struct gantt_options){.width = 80}, &out);
        svg_draw_layout(&pair.layout, 800, &out);
        pair_release(&pair);
        compare_release(&c);
        timeline_release(&a);
        timeline_release(&b);
    }
    strbuf_release(&out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("draw");
    TCase *tests = tcase_create("draw");
    tcase_add_test(tests, scale_places_and_ticks);
    tcase_add_test(tests, a_line_of_code_has_its_tabs);
    tcase_add_test(tests, concurrent_operations_get_sub_lanes);
    tcase_add_test(tests, chart_in_ascii);
    tcase_add_test(tests, a_lane_shows_the_wait_of_the_first_in_line);
    tcase_add_test(tests, chart_stays_within_its_width);
    tcase_add_test(tests, figure_shows_every_operation);
    tcase_add_test(tests, a_prediction_stands_over_its_measurement);
    tcase_add_test(tests, a_prediction_says_what_a_measurement_leaves_open);
    tcase_add_test(tests, any_two_timelines_make_a_picture);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
