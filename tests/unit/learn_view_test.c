/* tui/learn without a terminal: keys go into a session, a grid comes out. The lesson is
 * tests/learn/small; the tests run in the root of the repository. */
#include "sim/io/timeline_json.h"
#include "tests/unit/holds.h"
#include "tests/unit/learn_rig.h"

START_TEST(a_lesson_is_read_from_the_list_to_the_end)
{
    begin();
    shows("A small lesson");
    press("Enter");
    shows("page 1 of 4");
    press("Space");
    shows("In which order");
    /* k2 is in the default stream: what is launched first starts first, and waits for nothing */
    press("Space Space Space Enter");
    shows("Right.");
    press("Space");           /* the rest of the text, above the chart */
    shows("The run takes 9"); /* 3 times 300 us and some */
    press("Space");
    shows("page 2 of 4");
    shows("Nothing was called yet");
    lacks("k1 is in its queue");
    press("Space");
    shows("k1 is in its queue");
    press("Space Space Space");
    shows("page 3 of 4");
    press("Space");
    shows("Which kernels run beside k1?");
    press("Enter"); /* none */
    shows("Nothing overlaps.");
    press("Space");
    shows("How long does the run take?");
    press("3 0 0 Enter");
    shows("Not so.");
    shows("one after the other");
    press("Space b Enter");
    shows("So it is.");
    press("Space");
    shows("That is the rule.");
    press("Space");
    shows("page 4 of 4");
    press("q");
    shows("the lessons");
    end();
}
END_TEST

/* Presses keys before the question and looks for the bar of the answer: the chart must not tell. */
START_TEST(the_chart_does_not_tell_what_is_asked)
{
    begin();
    press("Enter Tab Tab");
    shows("when you have answered");
    lacks("SM array");
    press("Space s Tab Tab");
    shows("SM array");
    end();
}
END_TEST

START_TEST(an_answer_can_be_taken_back)
{
    begin();
    press("Enter Space");
    press("Space Enter");
    shows("Give each of them its place first");
    press("Backspace Down Space Space Space Enter"); /* k2 k3 k1 */
    shows("Not so.");
    end();
}
END_TEST

START_TEST(a_reader_is_found_where_he_left)
{
    begin();
    lacks("started");
    press("Enter Space Space Space Space Enter"); /* the first question is answered */
    press("Space Space Space"); /* the rest of the text, the next page, its second step */
    shows("page 2 of 4");
    start_again();
    shows("started");
    press("Enter");
    shows("page 2 of 4");
    press("Backspace");
    shows("page 1 of 4");
    shows("Right."); /* the answer that was given then */
    press("PageDown");
    shows("The run takes 9");
    end();
}
END_TEST

START_TEST(a_skipped_question_is_not_right)
{
    begin();
    press("Enter Space s");
    lacks("Right.");
    lacks("Not so.");
    shows("The run takes");
    end();
}
END_TEST

START_TEST(an_exercise_is_judged_as_it_is_saved)
{
    begin();
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_open(&session, "small", &err), 0);
    for (size_t i = 0; i < session.visit.lesson.question_count; i++)
        session.visit.reader.answered[i] = true; /* as if they had been skipped */
    reader_set_page(&session.visit.reader, 3);
    press("Space");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    char *start = read_all("tests/learn/small/start.cu"), *file = read_all(session_file(&session));
    ck_assert_str_eq(start, file);
    judge();
    ck_assert(!session.bench.exercise.result->passed);
    shows("It still takes too long");
    shows("k3");
    save_and_judge("int main() {\n    oops\n");
    ck_assert(session.bench.exercise.result->is_fault);
    shows("oops");
    shows("^");
    shows("before that"); /* the last good chart */
    press("h");
    shows("Hint 1 of 2");
    lacks("Hint 2 of 2");
    press("c");
    shows("Show the solution?");
    press("n");
    lacks("only the solution");
    press("c y");
    shows("+ only the solution");
    press("d");
    shows("yours");
    press("q r y");
    shows("is kept as");
    char kept[300];
    snprintf(kept, sizeof kept, "%s/small/small-1.cu", work);
    char *old = read_all(kept);
    ck_assert_str_eq(old, "int main() {\n    oops\n");
    free(file);
    file = read_all(session_file(&session));
    ck_assert_str_eq(start, file);
    char *solution = read_all("tests/learn/small/solution.cu");
    save_and_judge(solution);
    ck_assert(session.bench.exercise.result->passed);
    shows("Passed");
    shows("predicted: 915 to 319 us (-65 %)");
    shows("That is all it takes.");
    press("PageDown");
    shows("The end."); /* what stands behind @exercise */
    press("Space");
    shows("passed");
    start_again();
    shows("done  4 of 4 points");
    free(start);
    free(file);
    free(old);
    free(solution);
    end();
}
END_TEST

/* Half of a file, judged while the editor is still writing, is no fault to be told. */
START_TEST(a_half_written_file_is_waited_for)
{
    begin();
    press("Enter");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    judge();
    char *solution = read_all("tests/learn/small/solution.cu");
    char half[64];
    snprintf(half, sizeof half, "%.60s", solution);
    save(half);
    for (int i = 0; i < 100; i++) { /* 200 ms by its clock, which is less than it waits */
        now += 2000000;
        session_poll(&session, now);
        ck_assert(!session.bench.exercise.result->is_fault);
        usleep(2000); /* for the thread that judges it */
    }
    ck_assert(session.bench.exercise.busy);
    save_and_judge(solution);
    ck_assert(!session.bench.exercise.result->is_fault);
    ck_assert(session.bench.exercise.result->passed);
    free(solution);
    /* gone, and back */
    char *file = read_all(session_file(&session));
    ck_assert_int_eq(unlink(session_file(&session)), 0);
    struct grading_result *before = session.bench.exercise.result;
    for (int i = 0; i < 100 && session.bench.exercise.result == before; i++)
        judge();
    shows("Your file is gone");
    save_and_judge(file);
    shows("Passed");
    free(file);
    end();
}
END_TEST

/* Goes on wherever that leads, skips what is asked; returns false at the end. */
static bool go_on(void)
{
    if (session.view == SHOWS_TALLY)
        return false;
    press(session.view == SHOWS_LESSON && session.visit.answering ? "S" : "Space");
    return true;
}

START_TEST(every_lesson_can_be_read_to_its_end)
{
    begin();
    struct session_options options = session.options;
    session_release(&session);
    options.lessons = "lessons";
    options.traces = "traces/h200/lessons";
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_init(&session, &options, &err), 0);
    ck_assert_uint_ge(session.list.count, 8);
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < session.list.count; i++) {
        const char *slug = session.list.rows[i].slug;
        ck_assert_msg(session_open(&session, slug, &err) == 0, "%s: %s", slug, err.message);
        int keys = 0;
        while (go_on() && ++keys < 1000) {
            screen(&text, 80, 24);
            ck_assert_msg(!strstr(text.text, ".md:") && !strstr(text.text, ".ini:"),
                          "%s: a number cannot be filled in:\n%s", slug, text.text);
        }
        ck_assert_msg(keys < 1000, "%s has no end", slug);
        const struct visit *visit = &session.visit;
        for (size_t q = 0; q < visit->lesson.question_count; q++)
            ck_assert_msg(visit->asked[q].judged, "%s: question %s was not asked", slug,
                          visit->lesson.questions[q].name);
        press("Space"); /* to the list */
    }
    strbuf_release(&text);
    end();
}
END_TEST

/* A page that names its program before any run shows the source, where there is room for it. */
START_TEST(the_source_is_in_the_place_of_a_chart_that_is_not_there_yet)
{
    static const int32_t sizes[][2] = {{80, 24}, {110, 40}, {80, 40}, {160, 46}};
    begin();
    struct session_options options = session.options;
    session_release(&session);
    options.lessons = "lessons";
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_init(&session, &options, &err), 0);
    ck_assert_msg(session_open(&session, "queue", &err) == 0, "%s", err.message);
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        screen(&text, sizes[i][0], sizes[i][1]);
        ck_assert_msg(strstr(text.text, "spin_us(500)"), "no source:\n%s", text.text);
        ck_assert_msg(!strstr(text.text, "no run"), "no run:\n%s", text.text);
    }
    strbuf_release(&text);
    end();
}
END_TEST

/* Draws the present view at sizes from the least to the largest: the cursor is in sight, and the
 * title's row and the keys' are there; the sanitizers look at the rest. */
static void sizes(int32_t step)
{
    for (int32_t width = 40; width <= 300; width += step)
        for (int32_t height = 10; height <= 100; height += step) {
            struct grid grid;
            int32_t row = -1, column = -1;
            session_resize(&session, width, height);
            grid_init(&grid, width, height);
            session_draw(&session, &grid, &row, &column);
            bool first = false, last = false;
            for (int32_t i = 0; i < width; i++) {
                first = first || grid.cells[i].character > ' ';
                last = last || grid.cells[(height - 1) * width + i].character > ' ';
            }
            grid_release(&grid);
            if (row < 0 || row >= height || column < 0 || column >= width || !first || !last)
                ck_abort_msg("%dx%d: cursor %d %d, first row %d, last %d", width, height, row,
                             column, first, last);
        }
}

static void every_size(void)
{
    sizes(3);
}

/* The views that everybody sees, at really every size. */
START_TEST(the_main_views_at_every_single_size)
{
    begin();
    sizes(1);
    press("Enter");
    sizes(1);
    press("Space Space Space Space");
    sizes(1);
    end();
}
END_TEST

START_TEST(every_view_has_every_size)
{
    begin();
    every_size();
    press("?");
    every_size();
    press("q Enter");
    every_size();
    press("Space");
    every_size();
    press("Space Space Space Enter");
    every_size();
    press("Space Space Space Space Space Space");
    every_size();
    press("Enter Space 3 0 0");
    every_size();
    press("Enter Space");
    every_size();
    press("b Enter Space e");
    judge();
    every_size();
    press("h h c y");
    every_size();
    press("d");
    every_size();
    press("q v");
    every_size();
    press("q x");
    every_size();
    press("q s");
    every_size();
    end();
}
END_TEST

/* What each part draws stays in its rectangle. */
static void stays_inside(const struct grid *grid, const struct learn_rect *rect, const char *what)
{
    for (int32_t row = 0; row < grid->height; row++)
        for (int32_t column = 0; column < grid->width; column++) {
            const struct grid_cell *cell = &grid->cells[row * grid->width + column];
            bool empty = cell->character == 0 && cell->role == ROLE_NONE && cell->attributes == 0;
            HOLDS(empty || learn_rect_has(rect, row, column), "%s of %dx%d draws outside, at %d %d",
                  what, rect->width, rect->height, row - rect->row, column - rect->column);
        }
}

START_TEST(no_pane_draws_outside)
{
    begin();
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_open(&session, "small", &err), 0);
    press("Space");
    const struct visit *visit = &session.visit;
    const struct exhibit *exhibit = visit->exhibit;
    struct err fault;
    err_init(&fault);
    err_set_at(&fault, ERR_INPUT, "x.cu", 14, 5, "a fault that is told in a long sentence");
    for (int32_t width = 20; width <= 150; width += 13)
        for (int32_t height = 1; height <= 30; height += height < 12 ? 1 : 6) {
            struct learn_rect rect = {3, 5, height, width};
            int32_t row, column;
            struct grid grid;
            grid_init(&grid, width + 12, height + 8);
            answer_draw(&visit->answer, &grid, &rect, &row, &column);
            stays_inside(&grid, &rect, "an answer");
            grid_release(&grid);
            grid_init(&grid, width + 12, height + 8);
            figure_draw(&exhibit->figure, &(struct figure_look){.until = FIGURE_WHOLE, .dim = true},
                        &grid, &rect);
            stays_inside(&grid, &rect, "a chart");
            grid_release(&grid);
            grid_init(&grid, width + 12, height + 8);
            struct source_marks marks = {.first_line = 2, .last_line = 5, .fault = &fault};
            source_draw(&exhibit->source, &marks, -1, &grid, &rect);
            stays_inside(&grid, &rect, "the source");
            grid_release(&grid);
            grid_init(&grid, width + 12, height + 8);
            struct versus versus;
            versus_init(&versus, "a\nb\nc\n", exhibit->source.text, width % 2);
            versus_draw(&versus, &grid, &rect);
            stays_inside(&grid, &rect, "a comparison");
            versus_release(&versus);
            grid_release(&grid);
        }
    end();
}
END_TEST

/* 1,000 operations that a screen cannot show, and a question that asks for many. */
START_TEST(a_cursor_is_in_sight_in_long_lists)
{
    struct lesson_question question = {.kind = QUESTION_ORDER};
    struct answer answer;
    struct learn_rect rect = {1, 0, 8, 40};
    answer_init(&answer, &question, 1000);
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        answer_add(&answer, name, "stream a");
    }
    for (int i = 0; i < 60; i++) {
        struct grid grid;
        int32_t row, column;
        grid_init(&grid, 40, 10);
        answer_draw(&answer, &grid, &rect, &row, &column);
        ck_assert(learn_rect_has(&rect, row, column));
        grid_release(&grid);
        answer_key(&answer, LEARN_DOWN, 0);
    }
    ck_assert_uint_eq(answer.cursor, 49);
    answer_release(&answer);
}
END_TEST

/* 450 typed is 450 us on a ruler of 1 ms, 4.5 ms on one of 50 ms; a unit says what it says. */
START_TEST(a_time_is_typed_or_moved)
{
    struct lesson_question question = {.kind = QUESTION_TIME};
    struct answer answer;
    struct strbuf text;
    strbuf_init(&text);
    answer_init(&answer, &question, 900000);
    ck_assert_int_eq(answer.range, 1000000);
    ck_assert(!answer_is_whole(&answer));
    for (const char *key = "450"; *key; key++)
        answer_key(&answer, LEARN_NOTHING, *key);
    ck_assert_int_eq(answer.time, 450000);
    answer_key(&answer, LEARN_RIGHT, 0); /* a hundredth of 1 ms */
    ck_assert_int_eq(answer.time, 460000);
    answer_key(&answer, LEARN_UP, 0); /* a tenth */
    ck_assert_int_eq(answer.time, 560000);
    answer_text(&answer, &text);
    ck_assert_str_eq(text.text, "560.000 us");
    for (const char *key = "1.5mx7"; *key; key++)
        answer_key(&answer, LEARN_NOTHING, *key);
    ck_assert_str_eq(answer.typed, "1.5m");
    ck_assert_int_eq(answer.time, 1500000);
    ck_assert_int_eq(answer.range, 2000000); /* the ruler grows */
    answer_key(&answer, LEARN_UNDO, 0);
    answer_key(&answer, LEARN_UNDO, 0);
    answer_key(&answer, LEARN_UNDO, 0);
    ck_assert_int_eq(answer.time, 1000); /* "1", in us on this ruler */
    answer_release(&answer);
    strbuf_release(&text);
}
END_TEST

/* Rows and columns are those of the screens in tests/golden/screens. */
START_TEST(a_folder_that_cannot_be_made_is_said)
{
    begin();
    struct session_options options = session.options;
    struct err err;
    err_init(&err);
    session_release(&session);
    options.work = "/proc/self/status/exercises"; /* below a file, so that root fails as well */
    ck_assert_int_eq(session_init(&session, &options, &err), 0);
    press("Enter e");
    shows("cannot make the folder");
    shows("FOLDER says where exercises are put");
    end();
}
END_TEST

/* As if `m` had measured: another recording of the same run, in which all took 2 ms longer. */
START_TEST(a_measurement_made_here_takes_the_place_of_the_recording)
{
    begin();
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_open(&session, "small", &err), 0);
    for (size_t i = 0; i < 2; i++)
        session.visit.reader.answered[i] = true;
    reader_set_page(&session.visit.reader, 2);
    press("Space 9 1 4 Enter");
    shows("a real H200    913 us");
    char *text = read_all("tests/learn/small/recorded/fence.json");
    struct timeline measured;
    timeline_init(&measured);
    ck_assert_int_eq(timeline_json_read(&measured, text, strlen(text), "fence.json", &err), 0);
    measured.wall += 2000000;
    ck_assert_int_eq(
        visit_take_measured(&session.visit, visit_run(&session.visit), &measured, &err), 0);
    shows("a real H200    2913 us");
    press("Tab Tab");
    shows("measured");
    free(text);
    end();
}
END_TEST

START_TEST(a_chart_is_looked_at_with_its_measurement_and_without)
{
    begin();
    press("Enter Space S v");
    every_size();
    press("m");
    every_size();
    press("m m");
    every_size();
    press("q");
    shows("page 1 of 4");
    end();
}
END_TEST

START_TEST(the_mouse_does_what_keys_do)
{
    begin();
    session_mouse(&session, 1, 10, 1, 0); /* the lesson in the list, where the cursor is already */
    shows("page 1 of 4");
    press("Space");
    session_mouse(&session, 16, 3, 1, 0); /* k3: row 12 the pane, 13 its head, 14 k1 */
    ck_assert_uint_eq(session.visit.answer.places[2], 1);
    session_mouse(&session, 14, 3, 1, 0);
    ck_assert_uint_eq(session.visit.answer.places[0], 2);
    press("s");
    lacks("Three kernels");
    session_mouse(&session, 5, 5, 0, -1); /* the wheel scrolls the text */
    session_mouse(&session, 5, 5, 0, -1);
    shows("Three kernels");
    press("q ?");
    session_mouse(&session, 5, 5, 0, 1);
    ck_assert_int_eq(session.help_top, 3);
    press("q");
    end();
}
END_TEST

START_TEST(the_help_has_every_key)
{
    begin();
    press("?");
    shows("Keys of nullstream learn");
    shows("open the lesson");
    press("End PageDown PageDown PageDown PageDown PageDown");
    shows("leave nullstream");
    press("?");
    shows("the lessons");
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learn-view");
    TCase *tc = tcase_create("player");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_lesson_is_read_from_the_list_to_the_end);
    tcase_add_test(tc, the_chart_does_not_tell_what_is_asked);
    tcase_add_test(tc, an_answer_can_be_taken_back);
    tcase_add_test(tc, a_reader_is_found_where_he_left);
    tcase_add_test(tc, a_skipped_question_is_not_right);
    tcase_add_test(tc, an_exercise_is_judged_as_it_is_saved);
    tcase_add_test(tc, a_half_written_file_is_waited_for);
    tcase_add_test(tc, every_lesson_can_be_read_to_its_end);
    tcase_add_test(tc, the_source_is_in_the_place_of_a_chart_that_is_not_there_yet);
    tcase_add_test(tc, the_main_views_at_every_single_size);
    tcase_add_test(tc, every_view_has_every_size);
    tcase_add_test(tc, no_pane_draws_outside);
    tcase_add_test(tc, a_cursor_is_in_sight_in_long_lists);
    tcase_add_test(tc, a_time_is_typed_or_moved);
    tcase_add_test(tc, a_folder_that_cannot_be_made_is_said);
    tcase_add_test(tc, a_measurement_made_here_takes_the_place_of_the_recording);
    tcase_add_test(tc, a_chart_is_looked_at_with_its_measurement_and_without);
    tcase_add_test(tc, the_mouse_does_what_keys_do);
    tcase_add_test(tc, the_help_has_every_key);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
