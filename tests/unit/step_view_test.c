/* tui/view/step_view.h and what it is made of: screens, the source's includes, playing, and what
 * holds at every size. */
#include "sim/base/strbuf.h"
#include "sim/study/predict.h"
#include "tui/view/step_mode.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FENCE "lessons/legacy-fence/fence.cu"

static struct prediction p;
static struct step_view view;

static void open_view(const char *path, int32_t width, int32_t height)
{
    struct err err;
    struct predict_options options = {.gpu = "h200", .runtime = {.sm_steps = true}};
    prediction_init(&p);
    ck_assert_msg(predict_file(&p, path, &options, &err) == 0, "%s", err.message);
    step_view_init(&view, &p.timeline, &p.profile);
    step_view_place(&view, &(struct pane_area){0, 0, height - 1, width - 1});
}

static void close_view(void)
{
    step_view_release(&view);
    prediction_release(&p);
}

static void keys(const char *characters)
{
    for (; *characters; characters++)
        step_view_key(&view, *characters);
}

static void check_screen(const char *expected)
{
    const struct pane_area *area = &view.area;
    struct grid grid;
    struct strbuf out;
    grid_init(&grid, area->right + 1, area->bottom + 1);
    strbuf_init(&out);
    step_view_draw(&view, &grid);
    grid_write(&grid, &(struct grid_style){.ascii = true}, &out);
    ck_assert_str_eq(out.text, expected);
    strbuf_release(&out);
    grid_release(&grid);
}

/* By golden/cli/fence.t: k1 is called at 0, returned at 5.40, starts at 7.70; k2 is called at 5.40.
 * 20 blocks of 256 threads are 5120 of 132 * 2048: 1.9 %. */
START_TEST(a_launch)
{
    open_view(FENCE, 80, 24);
    keys("   "); /* from the first creation of a stream to the call of k2 */
    ck_assert_int_eq(step_view_time(&view) - p.timeline.zero, 5395);
    check_screen(
        "5.39 us: k1 becomes ready                          paused, plays 100 us a second\n"
        "*-------------------------------------------------------------------------------\n"
        "fence.cu                            | Host\n"
        "   1   // Three independent kernels,|  main in k2<<<20, 256>>>\n"
        "   2   #include \"nullstream.cuh\"    | Queues\n"
        "   3                                |  default (k2)\n"
        "   4   __global__ void k1() { spin_u|  a       k1*\n"
        "   5   __global__ void k2() { spin_u|  b       empty\n"
        "   6   __global__ void k3() { spin_u| Waits\n"
        "   7                                |  k1 soon (latency), 2.31 us to go\n"
        "   8   int main() {                 | Machines\n"
        "   9       cudaStream_t a, b;       |  SM array idle\n"
        "  10       cudaStreamCreate(&a);    | Connections\n"
        "  11       cudaStreamCreate(&b);    |  2  k1*\n"
        "  12                                |\n"
        "  13       k1<<<20, 256, 0, a>>>(); |\n"
        "  14 >     k2<<<20, 256>>>();       |\n"
        "  15       k3<<<20, 256, 0, b>>>(); |\n"
        "  16       cudaDeviceSynchronize(); |\n"
        "  17       return 0;                |\n"
        "  18   }                            |\n"
        "                                    |\n"
        "                                    | > runs   * ready   ( ) being called\n"
        "Space next call  Right next event  p play  s chart  ? help  q quit\n");
    close_view();
}
END_TEST

/* Then k3's call, the synchronize, and on the device: k1 ends at 308, k2 starts at 310. */
START_TEST(a_fence)
{
    open_view(FENCE, 80, 24);
    keys("     ll");
    ck_assert_int_eq(step_view_time(&view) - p.timeline.zero, 309866);
    check_screen(
        "310 us: k2 starts                                  paused, plays 100 us a second\n"
        "===========================*----------------------------------------------------\n"
        "fence.cu                            | Host\n"
        "   1   // Three independent kernels,|  main in cudaDeviceSynchronize\n"
        "   2   #include \"nullstream.cuh\"    | Queues\n"
        "   3                                |  default >k2 0 %\n"
        "   4   __global__ void k1() { spin_u|  a       empty, k1 ended 2.15 us ago\n"
        "   5   __global__ void k2() { spin_u|  b       k3\n"
        "   6   __global__ void k3() { spin_u| Waits\n"
        "   7                                |  main waits for k3: device-synchronize\n"
        "   8   int main() {                 |  k3 for k2: legacy-fence, 300 us to go\n"
        "   9       cudaStream_t a, b;       | Machines\n"
        "  10       cudaStreamCreate(&a);    |  SM array >k2 0 %               1.9 % full\n"
        "  11       cudaStreamCreate(&b);    | Connections\n"
        "  12                                |  1  >k2 0 %\n"
        "  13       k1<<<20, 256, 0, a>>>(); |  3  k3\n"
        "  14       k2<<<20, 256>>>();       |\n"
        "  15       k3<<<20, 256, 0, b>>>(); |\n"
        "  16 >     cudaDeviceSynchronize(); |\n"
        "  17       return 0;                |\n"
        "  18   }                            |\n"
        "                                    |\n"
        "                                    | > runs   * ready   ( ) being called\n"
        "Space next call  Right next event  p play  s chart  ? help  q quit\n");
    keys("hh");
    keys("kkkkk"); /* back by the same points */
    ck_assert_uint_eq(view.stepper.point.step, 0);
    close_view();
}
END_TEST

START_TEST(a_small_screen)
{
    open_view(FENCE, 40, 10);
    keys("     ll");
    check_screen("310 us: k2 starts                       \n"
                 "=============*--------------------------\n"
                 "Host\n"
                 " main in cudaDeviceSynchronize\n"
                 "Queues, 2 of 3\n"
                 " default >k2 0 %\n"
                 " b       k3\n"
                 "Waits, 1 of 2\n"
                 " main waits for k3: device-synchronize\n"
                 "Space next call  ? help\n");
    close_view();
}
END_TEST

START_TEST(without_source_the_calls)
{
    open_view(FENCE, 80, 16);
    listing_release(&view.source);
    keys("     ");
    check_screen(
        "13.5 us                                            paused, plays 100 us a second\n"
        "=*------------------------------------------------------------------------------\n"
        "Calls                               | Host\n"
        "  fence.cu:10 cudaStreamCreate      |  main in cudaDeviceSynchronize\n"
        "  fence.cu:11 cudaStreamCreate      | Queues, 2 of 3\n"
        "  fence.cu:13 k1<<<20, 256, 0, a>>> |  default k2\n"
        "  fence.cu:14 k2<<<20, 256>>>       |  a       >k1 2 %\n"
        "  fence.cu:15 k3<<<20, 256, 0, b>>> | Waits, 2 of 3\n"
        "> fence.cu:16 cudaDeviceSynchronize |  main waits for k3: device-synchronize\n"
        "                                    |  k2 for k1: legacy-fence, 294 us to go\n"
        "                                    | Machines\n"
        "                                    |  SM array >k1 2 %               1.9 % full\n"
        "                                    | Connections, 2 of 3\n"
        "                                    |  1  k2\n"
        "                                    |  2  >k1 2 %\n"
        "Space next call  Right next event  p play  s chart  ? help  q quit\n");
    close_view();
}
END_TEST

/* --- the source ----------------------------------------------------------------------------------
 */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(includes_are_folded_and_open_where_the_run_is)
{
    char folder[] = "/tmp/step-XXXXXX", main_path[64], header[64];
    struct listing listing;
    struct err err;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(main_path, sizeof main_path, "%s/main.cu", folder);
    snprintf(header, sizeof header, "%s/sync.cuh", folder);
    write_file(header, "#pragma once\nvoid wait_all() {\n    cudaDeviceSynchronize();\n}\n");
    write_file(main_path, "#include \"sync.cuh\"\n#include \"absent.cuh\"\nint main() {\n"
                          "    wait_all();\n}");
    listing_init(&listing);
    ck_assert_int_eq(listing_read(&listing, main_path, &err), 0);
    ck_assert_uint_eq(listing.row_count, 5);
    ck_assert_str_eq(listing_text(&listing, 4), "}");
    ck_assert_uint_eq(listing_find(&listing, main_path, 4), 3);
    ck_assert_uint_eq(listing_find(&listing, header, 3), LISTING_NO_ROW);
    ck_assert(listing_open(&listing, header));
    ck_assert(!listing_open(&listing, header));
    ck_assert_uint_eq(listing.row_count, 9);
    ck_assert_uint_eq(listing_find(&listing, header, 3), 3);
    ck_assert_str_eq(listing_text(&listing, 3), "    cudaDeviceSynchronize();");
    ck_assert_uint_eq(listing.rows[3].depth, 1);
    ck_assert_uint_eq(listing_find(&listing, main_path, 4), 7);
    listing_fold_all(&listing);
    ck_assert_uint_eq(listing.row_count, 5);
    listing_fold_all(&listing);
    ck_assert_uint_eq(listing.row_count, 9);
    listing_release(&listing);
    write_file(main_path, "#include \"sync.cuh\"\nint main() {\n    wait_all();\n}\n");
    open_view(main_path, 80, 24);
    ck_assert(view.source.files[1].open); /* its only call is there */
    struct source_pane pane = {&view.source, &view.instants, &view.instant, 0, 0};
    ck_assert_uint_eq(source_pane_row(&pane, 0), 3);
    close_view();
    remove(header);
    remove(main_path);
    remove(folder);
}
END_TEST

/* A file that includes itself, or another one that does. */
START_TEST(includes_in_a_circle_end)
{
    struct listing listing;
    listing_init(&listing);
    listing_set(&listing, "lessons/x.cu", "#include \"nullstream.cuh\"\n#include \"x.cu\"\nint x;");
    ck_assert_uint_eq(listing.row_count, 3);
    listing_fold_all(&listing);
    ck_assert_uint_gt(listing.row_count, 3); /* nullstream.cuh is there, beside or built in */
    listing_release(&listing);
}
END_TEST

/* --- playing -------------------------------------------------------------------------------------
 */

/* The run lasts 915 us from zero; 915/8 rounded down to 1, 2, 5 times a power of ten is 100 us a
 * second. */
START_TEST(plays_by_time)
{
    open_view(FENCE, 80, 24);
    ck_assert_int_eq(view.stepper.rate, 100000);
    ck_assert_int_eq(step_view_timeout(&view), -1);
    ck_assert(!step_view_tick(&view, 50000000));
    int64_t begin = step_view_time(&view);
    keys("p");
    ck_assert(step_view_timeout(&view) > 0);
    ck_assert(step_view_tick(&view, 50000000)); /* 50 ms show 5 us */
    ck_assert_int_eq(step_view_time(&view) - begin, 5000);
    keys("+");
    ck_assert_int_eq(view.stepper.rate, 200000);
    ck_assert(step_view_tick(&view, 50000000));
    ck_assert_int_eq(step_view_time(&view) - begin, 15000);
    keys("--");
    ck_assert_int_eq(view.stepper.rate, 50000);
    keys("p");
    ck_assert(!step_view_tick(&view, 50000000));
    keys("p");
    for (int i = 0; i < 100 && step_view_timeout(&view) > 0; i++)
        step_view_tick(&view, 1000000000);
    ck_assert_int_eq(step_view_time(&view), view.instants.to);
    ck_assert_int_eq(step_view_timeout(&view), -1);
    keys("p"); /* from the beginning again */
    ck_assert_int_eq(step_view_time(&view), begin);
    close_view();
}
END_TEST

START_TEST(plays_by_steps)
{
    open_view(FENCE, 80, 24);
    struct host_point next = view.stepper.point;
    keys("up");
    ck_assert(!step_view_tick(&view, 999999999));
    ck_assert(step_view_tick(&view, 1)); /* a step a second */
    ck_assert(instants_next(&view.instants, &next, &next));
    ck_assert_int_eq(step_view_time(&view), next.time);
    keys("+++");
    ck_assert_int_eq(view.stepper.steps, 10);
    ck_assert(step_view_tick(&view, 300000000));
    for (int i = 0; i < 3; i++)
        ck_assert(instants_next(&view.instants, &next, &next));
    ck_assert_int_eq(step_view_time(&view), next.time);
    close_view();
}
END_TEST

START_TEST(goes_to_an_operation)
{
    open_view(FENCE, 80, 24);
    ck_assert(step_view_go_to(&view, 2)); /* k3 starts at 612.032 us */
    ck_assert_int_eq(step_view_time(&view) - p.timeline.zero, 612032);
    ck_assert(!step_view_go_to(&view, 3));
    step_view_show(&view, &p.timeline, NULL);
    ck_assert_int_eq(step_view_time(&view) - p.timeline.zero, 612032);
    ck_assert_int_eq(step_view_key(&view, 'o'), STEP_VIEW_GO);
    ck_assert_int_eq(step_view_key(&view, 's'), STEP_VIEW_LEAVE);
    ck_assert_int_eq(step_view_key(&view, 'q'), STEP_VIEW_QUIT);
    keys("?"); /* in the help q closes it */
    ck_assert_int_eq(step_view_key(&view, 'q'), STEP_VIEW_NOTHING);
    ck_assert_int_eq(view.page, STEP_VIEW_ON_STEPS);
    close_view();
}
END_TEST

/* --- the chart with its steps --------------------------------------------------------------------
 */

static int64_t shown_time(const struct step_mode *mode)
{
    return step_view_time(&mode->steps) - p.timeline.zero;
}

/* The line of the chart is where the steps are, and in its sight; leaving gives the whole screen
 * back. */
START_TEST(chart_and_steps)
{
    struct err err;
    struct predict_options options = {.gpu = "h200", .runtime = {.sm_steps = true}};
    struct chart chart;
    struct view gantt;
    struct step_mode mode = {0};
    const struct profile *profiles[2] = {&p.profile, NULL};
    prediction_init(&p);
    ck_assert_int_eq(predict_file(&p, FENCE, &options, &err), 0);
    chart_init(&chart, &p.timeline, &p.profile, "the prediction");
    view_init(&gantt, 100, 40);
    view_show(&gantt, &chart, TIMELINE_NO_OP);
    ck_assert_int_eq(view_key(&gantt, 's'), VIEW_STEP);
    ck_assert_int_eq(view_key(&gantt, 'W'), VIEW_NOTHING); /* to k3, which waits longest */
    ck_assert_int_eq(view_key(&gantt, 'o'), VIEW_STEP_HERE);
    step_mode_begin(&mode, &gantt, profiles, VIEW_STEP_HERE);
    ck_assert(mode.on);
    ck_assert_int_eq(shown_time(&mode), 612032); /* k3's start */
    ck_assert_int_eq(gantt.instant, step_view_time(&mode.steps));
    ck_assert_int_lt(gantt.height, 40);
    view_act(&gantt, VIEW_ZOOM_IN);
    view_act(&gantt, VIEW_ZOOM_IN);
    step_mode_key(&mode, &gantt, '0');
    ck_assert(gantt.camera.from <= gantt.instant || gantt.camera.from == gantt.camera.low);
    step_mode_key(&mode, &gantt, '$');
    ck_assert_int_eq(shown_time(&mode), 914988);
    ck_assert_int_ge(gantt.camera.to, p.timeline.ops.rows[2].end);
    for (int32_t width = 30; width <= 300; width += 27)
        for (int32_t height = 5; height <= 100; height += 5) {
            struct grid grid;
            grid_init(&grid, width, height);
            step_mode_resize(&mode, &gantt, width, height);
            step_mode_draw(&mode, &gantt, &grid);
            bool reverse = false; /* the line that the host is in */
            for (int32_t i = 0; i < width * height; i++)
                reverse |= (grid.cells[i].attributes & CELL_REVERSE) != 0;
            ck_assert(reverse || width < 70 || height < 10);
            grid_release(&grid);
        }
    step_mode_resize(&mode, &gantt, 100, 40);
    /* another chart of the same run: the same time of it */
    step_mode_follow(&mode, &gantt, profiles);
    ck_assert_int_eq(shown_time(&mode), 914988);
    ck_assert_int_eq(step_mode_key(&mode, &gantt, 's'), VIEW_NOTHING);
    ck_assert(!mode.on);
    ck_assert_int_eq(gantt.height, 40);
    ck_assert_int_eq(step_mode_timeout(&mode), -1);
    step_mode_follow(&mode, &gantt, profiles); /* not now: when it is on again */
    ck_assert(mode.stale);
    step_mode_begin(&mode, &gantt, profiles, VIEW_STEP);
    ck_assert_int_eq(shown_time(&mode), 914988);
    ck_assert_int_eq(step_mode_key(&mode, &gantt, 'q'), VIEW_QUIT);
    step_mode_release(&mode);
    view_release(&gantt);
    chart_release(&chart);
    prediction_release(&p);
}
END_TEST

/* --- every size ----------------------------------------------------------------------------------
 */

enum { FRAME = 3 };

/* Draws into the middle of a larger grid: nothing outside changes, the line that the host is in can
 * be seen (reversed) where the source has room, and something is drawn in the first and last row.
 */
static void check_size(int32_t width, int32_t height)
{
    struct grid grid;
    struct pane_area area = {FRAME, FRAME, FRAME + height - 1, FRAME + width - 1};
    grid_init(&grid, width + 2 * FRAME, height + 2 * FRAME);
    for (int32_t r = 0; r < grid.height; r++)
        for (int32_t c = 0; c < grid.width; c++)
            *grid_at(&grid, r, c) = (struct grid_cell){.character = 'X', .role = ROLE_BEST};
    step_view_place(&view, &area);
    step_view_draw(&view, &grid);
    bool reversed = false, first = false, last = false;
    for (int32_t r = 0; r < grid.height; r++)
        for (int32_t c = 0; c < grid.width; c++) {
            const struct grid_cell *cell = grid_at(&grid, r, c);
            bool inside = r >= area.top && r <= area.bottom && c >= area.left && c <= area.right;
            bool touched = cell->character != 'X' || cell->role != ROLE_BEST;
            if (touched != inside && !(inside && cell->character == 'X'))
                ck_abort_msg("%dx%d: cell %d, %d", width, height, r, c);
            reversed |= inside && (cell->attributes & CELL_REVERSE);
            first |= r == area.top && cell->character > ' ';
            last |= r == area.bottom && cell->character > ' ';
        }
    struct source_pane pane = {&view.source, &view.instants, &view.instant, view.stepper.focus, 0};
    bool begun = source_pane_row(&pane, pane.focus) != LISTING_NO_ROW; /* the thread has */
    if (!first || !last || (!reversed && begun && (width >= 70 || height >= 16)))
        ck_abort_msg("%dx%d: %d %d %d", width, height, first, last, reversed);
    grid_release(&grid);
}

START_TEST(every_size)
{
    open_view(_i ? "tests/validation/threads.cu" : FENCE, 80, 24);
    keys("      lll");
    for (int32_t width = 40; width <= 300; width += width < 80 ? 1 : 13)
        for (int32_t height = 10; height <= 100; height += height < 30 ? 1 : 9)
            check_size(width, height);
    close_view();
}
END_TEST

/* Any keys at any sizes: for the sanitizers, and the line stays in sight. */
START_TEST(random_keys)
{
    static const char all[] = " jkhl0$tp+-uf?q.";
    uint32_t state = 1;
    open_view("tests/validation/threads.cu", 80, 24);
    for (int i = 0; i < 2000; i++) {
        state = state * 1664525u + 1013904223u;
        step_view_key(&view, all[(state >> 20) % (sizeof all - 1)]);
        step_view_tick(&view, (int64_t)(state >> 8));
        if (i % 10 == 0 && view.page == STEP_VIEW_ON_STEPS)
            check_size(70 + (int32_t)(state >> 24), 10 + (int32_t)(state >> 26));
    }
    close_view();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("step_view");
    TCase *screens = tcase_create("screens");
    tcase_add_test(screens, a_launch);
    tcase_add_test(screens, a_fence);
    tcase_add_test(screens, a_small_screen);
    tcase_add_test(screens, without_source_the_calls);
    tcase_add_loop_test(screens, every_size, 0, 2);
    tcase_add_test(screens, random_keys);
    tcase_set_timeout(screens, 60);
    suite_add_tcase(suite, screens);
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, includes_are_folded_and_open_where_the_run_is);
    tcase_add_test(parts, includes_in_a_circle_end);
    tcase_add_test(parts, plays_by_time);
    tcase_add_test(parts, plays_by_steps);
    tcase_add_test(parts, goes_to_an_operation);
    tcase_add_test(parts, chart_and_steps);
    suite_add_tcase(suite, parts);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
