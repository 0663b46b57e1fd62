/* tui/view: what keys do, by lessons/legacy-fence and a program of many streams; and what holds at
 * every size. */
#include "sim/analysis/explain_text.h"
#include "sim/base/duration.h"
#include "tests/unit/view_rig.h"
#include "tui/view/cursor.h"
#include "tui/view/inspector.h"
#include "tui/view/lanes.h"
#include "tui/view/minimap.h"

#include <unistd.h>

#define FENCE "lessons/legacy-fence/fence.cu"
#define MANY  "tests/bench/many.cu"

/* k1 in stream a, k2 in the default stream, which waits for it, k3 in b, which waits for k2: its
 * wait of 599 us is the largest, k2's of 300 us the next. */
START_TEST(largest_wait_and_its_blocker_in_two_keys)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    rig_keys(&rig, "W");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "b");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_keys(&rig, "b");
    ck_assert_str_eq(rig_name(&rig), "k1");
    rig_keys(&rig, "b"); /* it waited for nobody */
    ck_assert_str_eq(rig_name(&rig), "k1");
    ck_assert_str_eq(rig.view.message, "It waited for no other operation.");
    rig_keys(&rig, "u u");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "W"); /* the next largest */
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_close(&rig);
}
END_TEST

START_TEST(waits_one_after_the_other)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    ck_assert_str_eq(rig_name(&rig), "k1"); /* asked for first */
    rig_keys(&rig, "w");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_keys(&rig, "w");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "w");
    ck_assert_str_eq(rig_name(&rig), "k3");
    ck_assert_str_eq(rig.view.message, "No operation after this one had to wait.");
    rig_keys(&rig, "e");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_close(&rig);
}
END_TEST

/* In a single stream all wait for what is before them: the third kernel longest, for the other two.
 */
START_TEST(waits_in_one_stream)
{
    static const char source[] = "#include <cuda_runtime.h>\n"
                                 "#pragma nullstream kernel(a) time(100us)\n"
                                 "__global__ void a(float *x) {}\n"
                                 "int main() {\n"
                                 "    for (int i = 0; i < 3; i++)\n"
                                 "        a<<<1, 1>>>(nullptr);\n"
                                 "    cudaDeviceSynchronize();\n"
                                 "}\n";
    char path[] = "/tmp/view_test_XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, source, sizeof source - 1), (ssize_t)sizeof source - 1);
    close(fd);
    struct view_rig rig;
    rig_open(&rig, path, NULL, 80, 24);
    unlink(path);
    rig_keys(&rig, "W");
    ck_assert_uint_eq(view_op(&rig.view), 2);
    ck_assert_ptr_nonnull(strstr(rig.view.message, "its own stream"));
    rig_keys(&rig, "b");
    ck_assert_uint_eq(view_op(&rig.view), 1);
    rig_close(&rig);
}
END_TEST

START_TEST(search_by_name)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    rig_keys(&rig, "/ k 3 Enter");
    ck_assert_str_eq(rig_name(&rig), "k3");
    ck_assert_int_eq(rig.view.page, VIEW_ON_CHART);
    rig_keys(&rig, "u");
    ck_assert_str_eq(rig_name(&rig), "k1");
    rig_keys(&rig, "/ k");
    ck_assert_str_eq(rig_name(&rig), "k1");
    rig_keys(&rig, "Enter n");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_keys(&rig, "n n"); /* around the end */
    ck_assert_str_eq(rig_name(&rig), "k1");
    rig_keys(&rig, "N");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "/ s y n c h Enter");
    ck_assert_str_eq(rig_name(&rig), "cudaDeviceSynchronize");
    rig_keys(&rig, "/ k 2 Escape"); /* back to where it began */
    ck_assert_str_eq(rig_name(&rig), "cudaDeviceSynchronize");
    rig_keys(&rig, "/ n o Backspace Backspace k 2 Enter");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_keys(&rig, "/ x y z");
    ck_assert_str_eq(rig.view.message, "No operation and no call is called 'xyz'.");
    rig_close(&rig);
}
END_TEST

START_TEST(lanes_up_and_down)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    /* host, then the default stream, a and b, the SM array, the connections */
    rig_keys(&rig, "Up");
    ck_assert_str_eq(rig_name(&rig), "k2"); /* the nearest of the default stream */
    rig_keys(&rig, "Up");
    ck_assert_uint_eq(view_op(&rig.view), TIMELINE_NO_OP);
    rig_keys(&rig, "Up"); /* there is no lane above */
    ck_assert_uint_eq(rig.view.at.lane, 0);
    rig_keys(&rig, "Down Down Down Down");
    const struct layout_lane *lane = &rig.chart.layout->lanes[rig.view.at.lane];
    ck_assert_int_eq(lane->group, LANE_MACHINE);
    rig_keys(&rig, "Home");
    ck_assert_str_eq(rig_name(&rig), "k1");
    rig_keys(&rig, "Right");
    ck_assert_str_eq(rig_name(&rig), "k2");
    rig_keys(&rig, "End");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "Right");
    ck_assert_str_eq(rig_name(&rig), "k3");
    rig_keys(&rig, "g"); /* machines first: the SM array is at the top */
    ck_assert_str_eq(rig_name(&rig), "k3");
    ck_assert_uint_eq(rig.view.rows.list[1].lane, rig.view.at.lane);
    rig_close(&rig);
}
END_TEST

/* Whatever is shown, the cursor's time keeps its column, give or take the one that rounding costs,
 * unless the run ends there. */
START_TEST(zoom_keeps_the_cursor_in_place)
{
    struct view_rig rig;
    rig_open(&rig, MANY, "N=2000", 100, 30);
    rig_keys(&rig, "/ s t e p Enter");
    for (int i = 0; i < 60; i++)
        rig_keys(&rig, "Right");
    int32_t row, before, after;
    for (int i = 0; i < 6; i++) {
        view_cursor_cell(&rig.view, &row, &before);
        rig_keys(&rig, "+");
        view_cursor_cell(&rig.view, &row, &after);
        ck_assert_int_le(abs(after - before), 1);
    }
    int64_t from = rig.view.camera.from;
    uint32_t op = view_op(&rig.view);
    rig_keys(&rig, "> >");
    ck_assert_int_gt(rig.view.camera.from, from);
    rig_keys(&rig, "< <");
    ck_assert_int_eq(rig.view.camera.from, from);
    ck_assert_uint_eq(view_op(&rig.view), op);
    rig_keys(&rig, "f");
    ck_assert(camera_is_fit(&rig.view.camera));
    rig_keys(&rig, "z");
    const struct timeline_op *o = &rig.chart.timeline->ops.rows[op];
    ck_assert(rig.view.camera.from <= o->start && rig.view.camera.to >= o->end);
    ck_assert(!camera_is_fit(&rig.view.camera));
    for (int i = 0; i < 60; i++) /* to the least */
        rig_keys(&rig, "+");
    ck_assert_int_eq(rig.view.camera.to - rig.view.camera.from, CAMERA_LEAST);
    rig_close(&rig);
}
END_TEST

START_TEST(inspector_says_what_explain_says)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    struct explain explain;
    struct explain_pick pick = {.op = 2, .call = CRITICAL_NO_CALL};
    struct strbuf said, expected;
    strbuf_init(&said);
    strbuf_init(&expected);
    explain_find(&explain, rig.chart.timeline, &rig.prediction.profile, NULL);
    explain_find_slack(&explain);
    explain_text_pick(&expected, &explain, &pick, 72);
    rig_keys(&rig, "W");
    view_inspect(&rig.view, 72, &said);
    ck_assert_str_eq(said.text, expected.text);
    strbuf_release(&said);
    strbuf_release(&expected);
    explain_release(&explain);
    rig_close(&rig);
}
END_TEST

static bool has_text(const struct grid *grid, const char *text)
{
    struct strbuf sb;
    strbuf_init(&sb);
    grid_write(grid, &(struct grid_style){.ascii = true}, &sb);
    bool found = strstr(sb.text, text) != NULL;
    strbuf_release(&sb);
    return found;
}

START_TEST(help_is_one_key_and_has_all_keys)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 200, 100);
    rig_keys(&rig, "?");
    struct grid grid;
    grid_init(&grid, 200, 100);
    view_draw(&rig.view, &grid);
    for (size_t i = 0; i < view_bindings.count; i++)
        if (view_bindings.rows[i].text)
            ck_assert_msg(has_text(&grid, view_bindings.rows[i].text), "'%s' is missing",
                          view_bindings.rows[i].text);
    ck_assert(has_text(&grid, "waits for the hardware")); /* the signs are there, too */
    grid_release(&grid);
    rig_keys(&rig, "Escape");
    ck_assert_int_eq(rig.view.page, VIEW_ON_CHART);
    rig_keys(&rig, "m");
    ck_assert_int_eq(rig.answer, VIEW_MEASURED);
    rig_keys(&rig, "q");
    ck_assert_int_eq(rig.answer, VIEW_QUIT);
    rig_close(&rig);
}
END_TEST

/* A page scrolls as far as it has lines, and no farther. */
START_TEST(pages_scroll)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 40, 10);
    rig_keys(&rig, "?");
    for (int i = 0; i < 200; i++)
        rig_keys(&rig, "Down");
    ck_assert_int_eq(rig.view.scroll, sheet_lines(&rig.view) - 8);
    for (int i = 0; i < 200; i++)
        rig_keys(&rig, "PageUp");
    ck_assert_int_eq(rig.view.scroll, 0);
    rig_close(&rig);
}
END_TEST

START_TEST(mouse)
{
    struct view_rig rig;
    struct areas areas;
    rig_open(&rig, FENCE, NULL, 80, 24);
    view_areas(&rig.view, &areas);
    /* row 0 is the host, 1 a gap, 2 to 4 the streams default, a, b: k3 is in the last third of b */
    view_mouse(&rig.view,
               &(struct view_mouse){.row = areas.chart_top + 4, .column = 70, .button = 1});
    ck_assert_str_eq(rig_name(&rig), "k3");
    view_mouse(&rig.view, &(struct view_mouse){.row = areas.chart_top + 4, .column = 70});
    ck_assert(camera_is_fit(&rig.view.camera));
    /* 67 columns are 914 us; two thirds of it, with the time under the mouse where it was */
    view_mouse(&rig.view,
               &(struct view_mouse){.row = areas.chart_top + 4, .column = 30, .wheel = -1});
    int64_t from = rig.view.camera.from;
    ck_assert_int_gt(from, rig.view.camera.low);
    ck_assert_int_lt(rig.view.camera.to, rig.view.camera.high);
    /* dragged to the left: later times come in from the right */
    view_mouse(&rig.view,
               &(struct view_mouse){.row = areas.chart_top + 1, .column = 50, .button = 1});
    view_mouse(&rig.view, &(struct view_mouse){.row = areas.chart_top + 1, .column = 45});
    ck_assert_int_gt(rig.view.camera.from, from);
    from = rig.view.camera.from;
    /* released once more without being pressed: nothing */
    view_mouse(&rig.view, &(struct view_mouse){.row = areas.chart_top + 1, .column = 20});
    ck_assert_int_eq(rig.view.camera.from, from);
    /* over the labels the wheel moves the cursor from lane to lane */
    view_mouse(&rig.view, &(struct view_mouse){.row = areas.chart_top, .column = 2, .wheel = -1});
    ck_assert_str_ne(rig_name(&rig), "k3");
    for (int i = 0; i < 20; i++)
        view_mouse(&rig.view, &(struct view_mouse){.row = 3, .column = 30, .wheel = 1});
    ck_assert(camera_is_fit(&rig.view.camera));
    rig_close(&rig);
}
END_TEST

/* Two predictions over each other: the fence on two GPUs, in which the same operation is a place
 * away by Tab; waits and names are those of the first. */
struct two {
    struct prediction a, b;
    struct compare compare;
    struct chart chart;
    struct view view;
};

static void two_open(struct two *two, const char *scenario, const char *define)
{
    rig_predict(&two->a, scenario, define, "h200");
    rig_predict(&two->b, scenario, define, "a100-pcie");
    compare_find(&two->compare, &two->a.timeline, &two->b.timeline);
    chart_init_pair(&two->chart, &two->compare, &two->a.profile, "one", "other");
    view_init(&two->view, 80, 24);
    view_show(&two->view, &two->chart, TIMELINE_NO_OP);
}

static void two_close(struct two *two)
{
    view_release(&two->view);
    chart_release(&two->chart);
    compare_release(&two->compare);
    prediction_release(&two->a);
    prediction_release(&two->b);
}

/* Each operation of a timeline is on the chart by another number, there and back, and so is what it
 * waited for. */
static void check_numbers(const struct chart *chart, int side, const struct timeline *timeline)
{
    for (uint32_t i = 0; i < timeline->ops.count; i++) {
        uint32_t own, op = chart->pair.ops[side][i];
        ck_assert_int_eq(chart_own_op(chart, op, &own), side);
        ck_assert_uint_eq(own, i);
        const struct timeline_op *here = &chart->timeline->ops.rows[op];
        const struct timeline_op *there = &timeline->ops.rows[i];
        ck_assert_uint_eq(here->wait_count, there->wait_count);
        for (uint32_t w = 0; w < here->wait_count; w++) {
            uint32_t blocker = timeline->waits.rows[there->first_wait + w].blocker;
            uint32_t expected =
                blocker == TIMELINE_NO_OP ? TIMELINE_NO_OP : chart->pair.ops[side][blocker];
            ck_assert_uint_eq(chart->timeline->waits.rows[here->first_wait + w].blocker, expected);
        }
    }
}

START_TEST(two_timelines)
{
    struct two two;
    struct strbuf text;
    two_open(&two, FENCE, NULL);
    strbuf_init(&text);
    view_key(&two.view, 'W');
    uint32_t own, op = view_op(&two.view);
    ck_assert_int_eq(chart_own_op(&two.chart, op, &own), 0);
    ck_assert_uint_eq(own, 2);
    view_key(&two.view, KEYCODE_TAB);
    ck_assert_uint_ne(view_op(&two.view), op);
    ck_assert_int_eq(chart_own_op(&two.chart, view_op(&two.view), &own), 1);
    ck_assert_uint_eq(own, 2);
    view_inspect(&two.view, 100, &text);
    /* k3 starts once two others have run: how far the two are apart is the comparison's to say */
    const struct compare_place *place = &two.compare.places[two.chart.pair_of[op]];
    struct strbuf expected;
    strbuf_init(&expected);
    int64_t apart = place->a.from - place->b.from;
    strbuf_addf(&expected, "other; from other to one: start %c", apart < 0 ? '-' : '+');
    duration_add_human(&expected, apart < 0 ? -apart : apart);
    ck_assert_msg(strncmp(text.text, expected.text, expected.length) == 0, "%s", text.text);
    ck_assert_ptr_nonnull(strstr(text.text, "#2 k3"));
    view_key(&two.view, KEYCODE_TAB);
    ck_assert_uint_eq(view_op(&two.view), op);
    view_key(&two.view, 'b');
    ck_assert_int_eq(chart_own_op(&two.chart, view_op(&two.view), &own), 0);
    ck_assert_uint_eq(own, 1);
    for (const char *key = "/k3"; *key; key++)
        view_key(&two.view, *key);
    ck_assert_uint_eq(view_op(&two.view), op);
    view_key(&two.view, KEYCODE_ENTER);
    view_key(&two.view, 'n'); /* the only one */
    ck_assert_uint_eq(view_op(&two.view), op);
    int64_t most = -1;
    for (size_t i = 0; i < two.compare.match.count; i++)
        if (two.compare.places[i].error > most)
            most = two.compare.places[i].error;
    view_key(&two.view, 'E');
    ck_assert_int_eq(two.compare.places[two.chart.pair_of[view_op(&two.view)]].error, most);
    check_numbers(&two.chart, 0, &two.a.timeline);
    check_numbers(&two.chart, 1, &two.b.timeline);
    strbuf_release(&text);
    strbuf_release(&expected);
    two_close(&two);
}
END_TEST

/* A run of 1 ms. Half of it around 250 us, which was a quarter of the way in and stays there: 125
 * us are left of it. */
START_TEST(camera_keeps_times_in_place)
{
    struct camera camera;
    camera_init(&camera, 0, 1000000);
    camera_zoom(&camera, 250000, 1, 2);
    ck_assert_int_eq(camera.from, 125000);
    ck_assert_int_eq(camera.to, 625000);
    camera_zoom(&camera, 250000, 1, 2);
    ck_assert_int_eq(camera.from, 187500);
    ck_assert_int_eq(camera.to, 437500);
    camera_zoom(&camera, 250000, 4, 1);
    ck_assert(camera_is_fit(&camera));
    camera_zoom(&camera, 500000, 1, 10); /* 450 to 550 us */
    camera_pan(&camera, 60000);
    ck_assert_int_eq(camera.from, 510000);
    camera_pan(&camera, 10000000); /* up to the end */
    ck_assert_int_eq(camera.to, 1000000);
    ck_assert_int_eq(camera.from, 900000);
    camera_pan(&camera, -10000000);
    ck_assert_int_eq(camera.from, 0);
    camera_reach(&camera, 40000, 60000); /* is shown already */
    ck_assert_int_eq(camera.from, 0);
    camera_reach(&camera, 300000, 320000); /* its end, with an eighth of 100 us to spare */
    ck_assert_int_eq(camera.to, 332500);
    camera_reach(&camera, 100000, 120000); /* its beginning, likewise */
    ck_assert_int_eq(camera.from, 87500);
    camera_frame(&camera, 400000, 440000); /* with a quarter of 40 us on both sides */
    ck_assert_int_eq(camera.from, 390000);
    ck_assert_int_eq(camera.to, 450000);
    camera_move_to(&camera, 0, 420000); /* a shorter run: so long a stretch as near as it has it */
    ck_assert_int_eq(camera.to, 420000);
    ck_assert_int_eq(camera.from, 360000);
    camera_init(&camera, 7, 7); /* nothing happened */
    camera_zoom(&camera, 7, 1, 2);
    ck_assert(camera.to > camera.from);
}
END_TEST

/* Each kernel has 20 blocks of 256 threads, 5120 of the 132 * 2048 that an H200 holds, and the SM
 * array works while they run. */
START_TEST(how_full_the_machines_are)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    const struct timeline_op *ops = rig.chart.timeline->ops.rows;
    size_t lane = rows_lane(&rig.chart, LANE_MACHINE, layout_machine_key(&ops[0]));
    ck_assert_int_eq(rig.chart.most_threads, 132 * 2048);
    ck_assert_int_eq(chart_resident(&rig.chart, ops[0].start + 5000, ops[0].end - 5000), 5120);
    ck_assert_int_eq(chart_resident(&rig.chart, ops[0].end, ops[1].start), 0);
    ck_assert_int_eq(chart_resident(&rig.chart, ops[0].start - 2, ops[0].start), 0);
    ck_assert(chart_works(&rig.chart, lane, ops[0].start, ops[0].start + 1));
    ck_assert(!chart_works(&rig.chart, lane, ops[0].end, ops[1].start));
    ck_assert(chart_works(&rig.chart, lane, ops[0].end, ops[1].start + 1));
    ck_assert(!chart_works(&rig.chart, lane, ops[2].end, ops[2].end + 1000000));
    rig_close(&rig);
}
END_TEST

/* --- at every size -------------------------------------------------------------------------------
 */

/* From top to bottom and from left to right without a cell in common, to the last row and column.
 */
static bool are_apart(const struct areas *a, int32_t width, int32_t height)
{
    bool rows = a->title == 0 && a->ruler == a->title + 1 && a->chart_top == a->ruler + 1 &&
                a->chart_bottom >= a->chart_top && a->minimap == a->chart_bottom + 1 &&
                a->inspector_top == a->minimap + 1 && a->inspector_bottom > a->inspector_top &&
                a->status == a->inspector_bottom + 1 && a->status == height - 1;
    bool columns = a->label_right >= 3 && a->chart_left > a->label_right &&
                   a->chart_right >= a->chart_left + 7 && a->chart_right < width &&
                   (a->pane_left == width || a->pane_left > a->chart_right + 1);
    return rows && columns && a->width == width && a->height == height;
}

START_TEST(areas_share_nothing)
{
    static const int32_t panes[] = {0, 10, 40, 200}, rows[] = {0, 1, 7, 5000},
                         labels[] = {0, 12, 90};
    for (int32_t width = 40; width <= 300; width++)
        for (int32_t height = 10; height <= 100; height++)
            for (int i = 0; i < 4 * 4 * 3; i++) {
                struct areas areas;
                areas_find(&areas, width, height, rows[i % 4], labels[i % 3], panes[i / 12]);
                if (!are_apart(&areas, width, height))
                    ck_abort_msg("%dx%d, case %d", width, height, i);
            }
}
END_TEST

/* Everything outside of a rectangle is untouched. */
static void check_within(const struct grid *grid, int32_t top, int32_t bottom, int32_t left,
                         int32_t right)
{
    for (int32_t row = 0; row < grid->height; row++)
        for (int32_t column = 0; column < grid->width; column++) {
            const struct grid_cell *cell = &grid->cells[row * grid->width + column];
            bool inside = row >= top && row <= bottom && column >= left && column <= right;
            if (!inside && (cell->character || cell->role != ROLE_NONE || cell->attributes))
                ck_abort_msg("row %d column %d of %dx%d", row, column, grid->width, grid->height);
        }
}

static void check_parts(const struct view *view)
{
    struct areas a;
    struct grid grid;
    view_areas(view, &a);
    grid_init(&grid, a.width, a.height);
    lanes_draw(view, &a, &grid);
    check_within(&grid, a.ruler, a.chart_bottom, 0, a.chart_right);
    grid_release(&grid);
    grid_init(&grid, a.width, a.height);
    minimap_draw(view, &a, &grid);
    check_within(&grid, a.minimap, a.minimap, 0, a.chart_right);
    grid_release(&grid);
    grid_init(&grid, a.width, a.height);
    inspector_draw(view, &a, &grid);
    check_within(&grid, a.inspector_top, a.inspector_bottom, 0, a.width - 1);
    grid_release(&grid);
}

/* Something in the chart is reversed, and the terminal's cursor stands there. */
static void check_cursor(const struct view *view)
{
    struct areas a;
    struct grid grid;
    int32_t row, column;
    size_t reversed = 0;
    view_areas(view, &a);
    grid_init(&grid, view->width, view->height);
    view_draw(view, &grid);
    for (row = a.chart_top; row <= a.chart_bottom; row++)
        for (column = a.chart_left; column <= a.chart_right; column++)
            reversed += (grid_at(&grid, row, column)->attributes & CELL_REVERSE) != 0;
    ck_assert_msg(reversed > 0, "no cursor at %dx%d", view->width, view->height);
    view_cursor_cell(view, &row, &column);
    ck_assert(row >= a.chart_top && row <= a.chart_bottom);
    ck_assert(column >= a.chart_left && column <= a.chart_right);
    ck_assert(grid_at(&grid, row, column)->attributes & CELL_REVERSE);
    grid_release(&grid);
}

static void check_sizes(const char *scenario, const char *define, const char *keys)
{
    struct view_rig rig;
    rig_open(&rig, scenario, define, 80, 24);
    rig_keys(&rig, keys);
    for (int32_t width = 40; width <= 300; width += width < 60 ? 1 : 13)
        for (int32_t height = 10; height <= 100; height += height < 20 ? 1 : 16) {
            view_resize(&rig.view, width, height);
            rig.view.pane = width % 3 == 0 ? width / 3 : 0;
            view_resize(&rig.view, width, height);
            check_parts(&rig.view);
            check_cursor(&rig.view);
        }
    rig_close(&rig);
}

static void check_two_at_sizes(void)
{
    struct two two;
    two_open(&two, MANY, "N=200");
    for (int32_t width = 40; width <= 300; width += 37)
        for (int32_t height = 10; height <= 100; height += 9) {
            view_resize(&two.view, width, height);
            view_key(&two.view, "wbjnW"[width % 5]);
            check_parts(&two.view);
            check_cursor(&two.view);
        }
    two_close(&two);
}

START_TEST(every_size)
{
    check_two_at_sizes();
    check_sizes(FENCE, NULL, "W");
    check_sizes(MANY, "N=400", "/ s t e p Enter End");
    check_sizes(MANY, "N=400", "/ s t e p Enter + + + + > > >"); /* the cursor is out of sight */
    check_sizes(MANY, "N=400", "g PageDown PageDown w b");
}
END_TEST

/* Too small a terminal is told what is needed, and keys do no harm there. */
START_TEST(smaller_than_the_least)
{
    struct view_rig rig;
    rig_open(&rig, FENCE, NULL, 80, 24);
    for (int32_t width = 1; width <= 42; width++)
        for (int32_t height = 1; height <= 12; height++) {
            struct grid grid;
            view_resize(&rig.view, width, height);
            rig_keys(&rig, "W b Right + ? PageDown Escape");
            view_mouse(&rig.view, &(struct view_mouse){.row = 3, .column = 20, .button = 1});
            grid_init(&grid, width, height);
            view_draw(&rig.view, &grid);
            bool enough = width >= AREAS_LEAST_WIDTH && height >= AREAS_LEAST_HEIGHT;
            ck_assert(has_text(&grid, "At least 40 columns") == (!enough && width >= 19));
            grid_release(&grid);
        }
    rig_close(&rig);
}
END_TEST

/* Keys in any order, at any size: the cursor stays on the screen. */
START_TEST(any_keys)
{
    static const char *const keys[] = {
        "Right", "Left", "Down", "Up",    "Home",   "End",      "w",      "e", "W", "b",
        "u",     "+",    "-",    ">",     "<",      "PageDown", "f",      "z", "g", "n",
        "N",     "/",    "s",    "Enter", "PageUp", "i",        "Escape", "?"};
    uint64_t state = 1;
    struct view_rig rig;
    rig_open(&rig, MANY, "N=300", 80, 24);
    for (int i = 0; i < 3000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint32_t random = (uint32_t)(state >> 33);
        rig_keys(&rig, keys[random % (sizeof keys / sizeof keys[0])]);
        if (random % 17 == 0)
            view_resize(&rig.view, 40 + (int32_t)(random / 17 % 261),
                        10 + (int32_t)(random / 97 % 91));
        if (rig.view.page == VIEW_ON_CHART)
            check_cursor(&rig.view);
    }
    rig_close(&rig);
}
END_TEST

/* Another prediction in its place: the same operation stays selected, at the same zoom. */
START_TEST(another_chart_under_the_cursor)
{
    struct view_rig rig, other;
    rig_open(&rig, MANY, "N=400", 100, 30);
    rig_open(&other, MANY, "N=600", 100, 30);
    rig_keys(&rig, "/ s t e p Enter n n n n + + +");
    uint32_t op = view_op(&rig.view);
    int64_t from = rig.view.camera.from, to = rig.view.camera.to;
    view_show(&rig.view, &other.chart, view_follow(&rig.chart, op, &other.chart));
    ck_assert_uint_eq(view_op(&rig.view), op);
    ck_assert_int_eq(rig.view.camera.from, from);
    ck_assert_int_eq(rig.view.camera.to, to);
    view_show(&rig.view, &rig.chart, op);
    rig_close(&other);
    rig_close(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("view");
    TCase *keys = tcase_create("keys");
    tcase_add_test(keys, largest_wait_and_its_blocker_in_two_keys);
    tcase_add_test(keys, waits_one_after_the_other);
    tcase_add_test(keys, waits_in_one_stream);
    tcase_add_test(keys, search_by_name);
    tcase_add_test(keys, lanes_up_and_down);
    tcase_add_test(keys, zoom_keeps_the_cursor_in_place);
    tcase_add_test(keys, inspector_says_what_explain_says);
    tcase_add_test(keys, help_is_one_key_and_has_all_keys);
    tcase_add_test(keys, pages_scroll);
    tcase_add_test(keys, mouse);
    tcase_add_test(keys, two_timelines);
    tcase_add_test(keys, camera_keeps_times_in_place);
    tcase_add_test(keys, how_full_the_machines_are);
    tcase_add_test(keys, another_chart_under_the_cursor);
    suite_add_tcase(suite, keys);
    TCase *sizes = tcase_create("sizes");
    tcase_add_test(sizes, areas_share_nothing);
    tcase_add_test(sizes, every_size);
    tcase_add_test(sizes, smaller_than_the_least);
    tcase_add_test(sizes, any_keys);
    suite_add_tcase(suite, sizes);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
