/* The versions of what is shown: ghost, what-if keys, undo, faults; without a terminal, and with a
 * clock of the test's own. */
#include "tests/unit/holds.h"
#include "tui/view/cursor.h"
#include "tui/view/versions.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MS INT64_C(1000000)
#define S  INT64_C(1000000000)

#define HEAD "#include \"nullstream.cuh\"\n"

static char path[64];
static struct predict_options options;
static struct prediction first;
static struct version *shown; /* at first */
static struct view view;
static struct versions versions;
static struct bindings bindings;
static int64_t now;

static void put(const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(text, f), 0);
    ck_assert_int_eq(fclose(f), 0);
}

static void note(void *context, const char *file, const char *text, size_t length)
{
    watch_note(context, file, text, length);
}

static void open_view(const char *text, int32_t width, int32_t height)
{
    struct watch read;
    struct err err;
    strcpy(path, "/tmp/nullstream-versions-XXXXXX.cu");
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    close(file);
    put(text);
    err_init(&err);
    watch_init(&read);
    prediction_init(&first);
    options = (struct predict_options){.gpu = "h200", .on_read = note, .read_context = &read};
    int rc = predict_file(&first, path, &options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    options.on_read = NULL;
    shown = version_new(&first.timeline, &first.profile, "the prediction");
    view_init(&view, width, height);
    bindings_join(&bindings, &view_bindings, &whatif_bindings);
    view.bindings = &bindings;
    view_show(&view, &shown->chart, TIMELINE_NO_OP);
    now = 0;
    struct follow_source source = {.path = path, .options = &options};
    versions_source(&source);
    versions_init(&versions, &source, &read, &first, shown);
}

static void close_view(void)
{
    ck_assert(versions_release(&versions));
    view_release(&view);
    ck_assert(version_end(shown));
    prediction_release(&first);
    free((void *)(uintptr_t)bindings.rows);
    unlink(path);
}

/* A moment later, with all work under way done. */
static enum versions_news poll_later(int64_t ns)
{
    now += ns;
    enum versions_news news = versions_poll(&versions, &view, now);
    if (news != VERSIONS_NEW && versions.follow.job) {
        follow_wait(&versions.follow, 60 * S);
        news = versions_poll(&versions, &view, now);
    }
    return news;
}

/* Keys by their names, apart by spaces; what they ask for is predicted before the next. */
static void keys(const char *names)
{
    while (*names) {
        char name[32];
        size_t length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        int32_t key = keycode_from_name(name);
        ck_assert_msg(key != 0, "no key is called '%s'", name);
        if (!versions_key(&versions, &view, key, now))
            (void)versions_act(&versions, &view, view_key(&view, key), now);
        if (versions.follow.job)
            ck_assert_int_eq(poll_later(MS), VERSIONS_NEW);
        names += length + (names[length] == ' ');
    }
}

static int64_t wall(void)
{
    return versions.now->chart.timeline->wall;
}

static char *read_text(const char *file)
{
    struct strbuf text;
    struct err err;
    err_init(&err);
    strbuf_init(&text);
    ck_assert_int_eq(strbuf_read_file(&text, file, 1 << 20, &err), 0);
    return text.text;
}

static bool is_on_screen(const char *text)
{
    struct grid grid;
    struct strbuf out;
    strbuf_init(&out);
    grid_init(&grid, view.width, view.height);
    view_draw(&view, &grid);
    versions_draw(&versions, &view, &grid);
    grid_write(&grid, &(struct grid_style){.ascii = true}, &out);
    bool found = strstr(out.text, text) != NULL;
    grid_release(&grid);
    strbuf_release(&out);
    return found;
}

/* k1, k2 and k3 of 300 us, k2 in the default stream between two blocking ones: 914.9 us; apart
 * 318.4.
 */
START_TEST(keys_change_and_take_back)
{
    char *fence = read_text("lessons/legacy-fence/fence.cu");
    open_view(fence, 80, 24);
    free(fence);
    int64_t as_it_is = wall();
    keys("B");
    ck_assert_int_lt(wall(), as_it_is / 2);
    ck_assert_str_eq(view.message, "streams non-blocking: 915 to 319 us (-65 %).");
    ck_assert_str_eq(view.note, "915 to 319 us (-65 %)");
    ck_assert_int_eq(view.note_role, ROLE_GOOD);
    ck_assert_ptr_nonnull(view.ghost);
    ck_assert_int_eq(view.pane, 0); /* no room for it by itself */
    keys("H");
    ck_assert_ptr_null(view.ghost);
    keys("H x");
    ck_assert_int_eq(wall(), as_it_is);
    ck_assert_str_eq(view.note, "319 to 915 us (+187 %)");
    ck_assert_int_eq(view.note_role, ROLE_BAD);
    keys("x");
    ck_assert_str_eq(view.message, "Nothing is changed: there is nothing to take back.");
    keys("y");
    ck_assert_int_lt(wall(), as_it_is / 2);
    keys("y");
    ck_assert_str_eq(view.message, "No change was taken back.");
    keys("P");
    ck_assert_str_eq(view.message, "memory pinned: 319 to 319 us (no change).");
    keys("x x P"); /* nothing but that */
    ck_assert_str_eq(view.message,
                     "memory pinned: there is nothing in the program that it would change.");
    ck_assert_int_eq(wall(), as_it_is);
    close_view();
}
END_TEST

START_TEST(the_pane)
{
    open_view(HEAD "#define N 3\n#define UNUSED 1\n"
                   "__global__ void k() { spin_us(100); }\n"
                   "int main() { for (int i = 0; i < N; i++) k<<<1, 32>>>();\n"
                   "  cudaDeviceSynchronize(); }\n",
              120, 30);
    int64_t as_it_is = wall();
    keys("v");
    ck_assert_int_eq(view.pane, WHATIF_WIDTH);
    ck_assert(is_on_screen("connections    "));
    ck_assert(is_on_screen("  N              3"));
    ck_assert(!is_on_screen("UNUSED"));
    keys("Up 1 2"); /* the last row; typed, not yet set */
    ck_assert(is_on_screen("> N              12_"));
    ck_assert_int_eq(wall(), as_it_is);
    keys("Backspace Enter");
    ck_assert(is_on_screen("> N              1"));
    ck_assert(is_on_screen("* N = 1"));
    ck_assert(is_on_screen("nullstream predict"));
    ck_assert(is_on_screen("-D N=1"));
    ck_assert_int_lt(wall(), as_it_is);
    int64_t one = wall();
    keys("PageUp PageUp"); /* 2, 4 */
    ck_assert(is_on_screen("* N = 4"));
    keys("PageDown PageDown");
    ck_assert_int_eq(wall(), one);
    keys("Right Right");
    ck_assert_int_eq(wall(), as_it_is);
    ck_assert(!is_on_screen("-D N")); /* as it is */
    keys("Up Right");                 /* GPU */
    ck_assert(is_on_screen("* GPU "));
    ck_assert_ptr_nonnull(versions.follow.shown.gpu);
    keys("Left");
    ck_assert_ptr_null(versions.follow.shown.gpu);
    keys("Up 9 9 9 9 Enter");
    ck_assert(strstr(view.message, "Connections are 1 to ") == view.message);
    keys("Escape");
    ck_assert_int_eq(view.pane, 0);
    close_view();
}
END_TEST

/* Fifty kernels become one while a name is being typed. */
START_TEST(a_search_goes_on_in_a_new_version)
{
    open_view(HEAD "__global__ void k() { spin_us(10); }\n"
                   "int main() {\n    for (int i = 0; i < 50; i++)\n"
                   "        k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n",
              80, 24);
    keys("End /");
    put(HEAD "__global__ void k() { spin_us(10); }\n"
             "int main() {\n    k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n");
    enum versions_news news = VERSIONS_NOTHING;
    for (int i = 0; i < 10 && news != VERSIONS_NEW; i++)
        news = poll_later(S);
    ck_assert_int_eq(news, VERSIONS_NEW);
    keys("x");
    ck_assert_uint_lt(view.at.bar, view.chart->layout->bar_count);
    keys("Backspace Escape");
    ck_assert_uint_lt(view.at.bar, view.chart->layout->bar_count);
    close_view();
}
END_TEST

static size_t old_rows(void)
{
    size_t count = 0;
    for (size_t i = 0; i < view.rows.count; i++)
        count += view.rows.list[i].kind == ROW_GHOST;
    return count;
}

/* Rows for what only the version before has: two of three kernels beside each other, a stream. */
START_TEST(a_lane_that_is_gone_keeps_a_row)
{
    char *fence = read_text("lessons/legacy-fence/fence.cu");
    open_view(fence, 80, 30);
    free(fence);
    ck_assert_uint_eq(old_rows(), 0);
    keys("B");
    ck_assert_uint_eq(old_rows(), 0);
    keys("x");
    ck_assert_uint_eq(old_rows(), 2);
    for (int i = 0; i < 20; i++) { /* nothing to stand on */
        keys("Down");
        ck_assert_int_eq(view.rows.list[cursor_row(&view)].kind, ROW_BARS);
    }
    keys("H"); /* without ghost */
    ck_assert_uint_eq(old_rows(), 0);
    keys("H D");
    ck_assert_uint_eq(old_rows(), 2); /* the legacy stream, and the connection that it alone has */
    ck_assert(is_on_screen("default  "));
    close_view();
}
END_TEST

START_TEST(a_save_marks_what_is_new_and_gone)
{
    const char *kernels = HEAD "__global__ void a() { spin_us(100); }\n"
                               "__global__ void b() { spin_us(100); }\n"
                               "__global__ void c() { spin_us(400); }\n";
    char text[600];
    snprintf(
        text, sizeof text,
        "%sint main() {\n  a<<<1, 32>>>();\n  b<<<1, 32>>>();\n  cudaDeviceSynchronize();\n}\n",
        kernels);
    open_view(text, 80, 24);
    keys("D"); /* it stays in force */
    snprintf(text, sizeof text,
             "%s// more\nint main() {\n  a<<<1, 32>>>();\n  cudaDeviceSynchronize();\n"
             "  c<<<1, 32>>>();\n  cudaDeviceSynchronize();\n}\n",
             kernels);
    put(text);
    ck_assert_int_eq(poll_later(200 * MS), VERSIONS_NEW);
    ck_assert_str_eq(view.message, "Saved: 1 operation is new, 1 gone.");
    ck_assert_uint_eq(versions.now->past->ghost.fresh, 1);
    ck_assert_uint_eq(versions.now->past->ghost.gone, 1);
    ck_assert(!conditions_are_plain(&versions.follow.shown));
    ck_assert(is_on_screen("+c")); /* the sign, then the name */
    ck_assert(is_on_screen("before: "));
    /* the steps' wall times are of the new file, one by one */
    for (int i = 0; i < 3000 && history_unknown(&versions.whatif.history) < 2; i++) {
        usleep(1000);
        poll_later(MS);
    }
    ck_assert(versions.whatif.history.rows[0].is_known);
    keys("x");
    ck_assert_int_eq(wall(), versions.whatif.history.rows[0].wall);
    close_view();
}
END_TEST

START_TEST(a_fault_keeps_what_was_shown)
{
    open_view(HEAD "__global__ void k() { spin_us(100); }\n"
                   "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n",
              80, 24);
    const struct chart *before = view.chart;
    put(HEAD "__global__ void k() { spin_us(100); }\nint main() { kk<<<1, 32>>>(); }\n");
    ck_assert_int_eq(poll_later(200 * MS), VERSIONS_NOTHING);
    ck_assert_int_eq(poll_later(WATCH_SETTLE), VERSIONS_DRAW);
    ck_assert(view.stale);
    ck_assert_ptr_eq(view.chart, before);
    ck_assert(is_on_screen(":3:14: error: "));
    ck_assert(is_on_screen("int main() { kk<<<1, 32>>>(); }"));
    ck_assert(is_on_screen("             ^"));
    unlink(path);
    ck_assert_int_eq(poll_later(200 * MS), VERSIONS_NOTHING);
    ck_assert_int_eq(poll_later(WATCH_SETTLE), VERSIONS_DRAW);
    ck_assert(is_on_screen("is not there any more."));
    put(HEAD "__global__ void k() { spin_us(200); }\n"
             "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n");
    ck_assert_int_eq(poll_later(200 * MS), VERSIONS_NEW);
    ck_assert(!view.stale);
    ck_assert(!is_on_screen("error"));
    close_view();
}
END_TEST

/* Memory is an edit of what was recorded, which another time might not have done; flags are not. */
START_TEST(what_a_branch_on_time_leaves_unknown)
{
    open_view(HEAD "#include <stdlib.h>\n#define N 1\n"
                   "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                   "int main() { int *p, *h = (int *)malloc(4096); float ms; cudaEvent_t a, b;\n"
                   "  cudaEventCreate(&a); cudaEventCreate(&b); cudaMalloc(&p, 4096);\n"
                   "  cudaEventRecord(a);\n"
                   "  cudaMemcpyAsync(p, h, 4096, cudaMemcpyHostToDevice);\n"
                   "  cudaEventRecord(b); cudaEventSynchronize(b);\n"
                   "  cudaEventElapsedTime(&ms, a, b);\n"
                   "  if (ms > 0.001) for (int i = 0; i < N; i++) k<<<1, 256>>>(p);\n"
                   "  cudaDeviceSynchronize(); }\n",
              110, 30);
    int64_t as_it_is = wall();
    keys("P");
    ck_assert_str_eq(view.message, "memory pinned: not known, since the program branches on time.");
    ck_assert_str_eq(view.note, "");
    ck_assert(is_on_screen("not known"));
    keys("x v Up Right");
    ck_assert(is_on_screen("* N = 2"));
    ck_assert_int_gt(wall(), as_it_is);
    close_view();
}
END_TEST

START_TEST(what_takes_long_can_be_given_up)
{
    static const char *const limits[] = {"calls=1000000000000000"};
    open_view(HEAD "#define N 3\n"
                   "int main() { for (long i = 0; i < N; i++) cudaGetLastError(); }\n",
              80, 24);
    options.limits = limits;
    options.limit_count = 1;
    const struct chart *before = view.chart;
    keys("v Up");
    for (const char *digit = "999999999999999"; *digit; digit++)
        (void)versions_key(&versions, &view, *digit, now);
    (void)versions_key(&versions, &view, KEYCODE_ENTER, now);
    now += 2 * S;
    ck_assert_int_eq(versions_poll(&versions, &view, now), VERSIONS_DRAW);
    ck_assert_str_eq(view.note, "predicting, 2 s; Escape gives up");
    ck_assert(versions_key(&versions, &view, KEYCODE_ESCAPE, now));
    ck_assert_int_eq(follow_busy(&versions.follow, now), -1);
    ck_assert_ptr_eq(view.chart, before);
    ck_assert_uint_eq(versions.whatif.history.at, 0);
    ck_assert(is_on_screen("> N              3"));
    close_view();
}
END_TEST

/* The pane stays in its columns, whatever the size. */
START_TEST(at_every_size)
{
    char *fence = read_text("lessons/legacy-fence/fence.cu");
    open_view(fence, 110, 30);
    free(fence);
    keys("v D B Down Down");
    for (int32_t width = 40; width <= 300; width += width < 130 ? 1 : 17)
        for (int32_t height = 10; height <= 100; height += height < 30 ? 1 : 14) {
            struct grid plain, grid;
            struct areas areas;
            view_resize(&view, width, height);
            view_areas(&view, &areas);
            grid_init(&plain, width, height);
            grid_init(&grid, width, height);
            view_draw(&view, &plain);
            view_draw(&view, &grid);
            versions_draw(&versions, &view, &grid);
            for (int32_t row = 0; row < height - 1; row++)
                for (int32_t column = 0; column < areas.pane_left; column++)
                    HOLDS(memcmp(grid_at(&plain, row, column), grid_at(&grid, row, column),
                                 sizeof(struct grid_cell)) == 0,
                          "%dx%d: row %d, column %d", width, height, row, column);
            ck_assert_int_eq(grid_at(&grid, areas.pane_top, areas.pane_left)->character, 'W');
            grid_release(&plain);
            grid_release(&grid);
        }
    close_view();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("versions");
    TCase *tests = tcase_create("versions");
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, keys_change_and_take_back);
    tcase_add_test(tests, the_pane);
    tcase_add_test(tests, a_search_goes_on_in_a_new_version);
    tcase_add_test(tests, a_lane_that_is_gone_keeps_a_row);
    tcase_add_test(tests, a_save_marks_what_is_new_and_gone);
    tcase_add_test(tests, a_fault_keeps_what_was_shown);
    tcase_add_test(tests, what_a_branch_on_time_leaves_unknown);
    tcase_add_test(tests, what_takes_long_can_be_given_up);
    tcase_add_test(tests, at_every_size);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
