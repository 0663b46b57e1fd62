/* What the lesson player shows beside a text, and where: on 80x24 there is room for two things at a
 * time. The lessons are ours. */
#include "tests/unit/learn_rig.h"

static void begin_with(const char *slug)
{
    begin();
    struct session_options options = session.options;
    session_release(&session);
    options.lessons = "lessons";
    options.traces = "traces/h200/lessons";
    struct err err;
    err_init(&err);
    ck_assert_int_eq(session_init(&session, &options, &err), 0);
    ck_assert_msg(session_open(&session, slug, &err) == 0, "%s", err.message);
}

/* Rows that a pane gets, by what both would fill: 80x24 leaves 22, of which each has 11. */
START_TEST(text_and_pane_share_their_rows)
{
    static const int32_t cases[][5] = {
        /* text, below, least: text gets, pane gets */
        {5, 5, 5, 11, 11},                        /* both fit into their half */
        {16, 6, 6, 16, 6},                        /* the text takes what the pane does not need */
        {30, 6, 6, 16, 6},                        /* all of that, and no more */
        {30, 20, 6, 16, 6},                       /* the pane would like more than it needs */
        {30, 20, 20, 11, 11}, {4, 15, 15, 7, 15}, /* the pane takes what the text does not need */
        {1, 40, 40, 3, 19},                       /* but for three rows */
        {8, 20, 20, 8, 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int32_t *row = cases[i];
        struct learn_places places;
        learn_place(&places, 80, 24, NEED_ANSWER, PANE_TEXT);
        learn_share(&places, row[0], row[1], row[2]);
        const struct learn_rect *text = &places.panes[PANE_TEXT],
                                *below = &places.panes[PANE_CHART];
        ck_assert_msg(text->height == row[3] && below->height == row[4], "case %zu: %d and %d", i,
                      text->height, below->height);
        ck_assert_int_eq(below->row, text->row + text->height);
    }
}
END_TEST

START_TEST(side_by_side_nothing_is_shared)
{
    struct learn_places before, after;
    learn_place(&before, 160, 50, NEED_READ, PANE_TEXT);
    after = before;
    learn_share(&after, 100, 1, 1);
    ck_assert_int_eq(memcmp(&before, &after, sizeof before), 0);
}
END_TEST

START_TEST(an_answer_and_its_chart_are_seen_together)
{
    begin_with("queue");
    press("Space 9 0 0 Enter");
    shows("Not so.");
    shows("a real H200");
    shows("launch.cu, predicted");
    shows("SM array");
    press("Space");
    shows("The three launches are made within");
    shows("SM array");
    end();
}
END_TEST

/* Page 4 is about timer.cu; the chart of a page before is of launch.cu. */
START_TEST(a_page_about_a_source_shows_that_source)
{
    begin_with("queue");
    memset(session.visit.reader.answered, 1, session.visit.lesson.question_count);
    reader_set_page(&session.visit.reader, 3);
    session.visit.reader.answered[2] = false;
    session.visit.reader.open[3] = 2; /* @code and the text before the question */
    visit_refresh(&session.visit);
    shows("timer.cu");
    shows("host_time_us");
    lacks("launch.cu");
    struct strbuf wide;
    strbuf_init(&wide);
    screen(&wide, 160, 46);
    ck_assert_ptr_nonnull(strstr(wide.text, "host_time_us"));
    ck_assert_ptr_null(strstr(wide.text, "launch.cu"));
    strbuf_release(&wide);
    end();
}
END_TEST

START_TEST(before_the_exercise_its_starting_point_is_shown)
{
    begin_with("engines");
    memset(session.visit.reader.answered, 1, session.visit.lesson.question_count);
    reader_set_page(&session.visit.reader, 5);
    visit_refresh(&session.visit);
    shows("Your turn");
    shows("start.cu, predicted");
    end();
}
END_TEST

/* In `pinned` the first page asks about a run that the second asks about again. */
START_TEST(a_chart_waits_for_all_questions_about_its_run)
{
    begin_with("pinned");
    press("Space 1 m s Enter Tab Tab");
    shows("The chart is shown when you have answered");
    lacks("SM array");
    press("Tab Space Space Space Enter"); /* the second question, by its first choice */
    shows("Right.");
    press("Tab Tab");
    lacks("SM array");
    press("Tab Space 1 m s Enter"); /* the third, and last about this run */
    shows("SM array");
    end();
}
END_TEST

/* k1 starts 6 us after its call: within the first of 60 columns for 1.5 ms. */
START_TEST(a_step_shows_nothing_that_begins_later)
{
    begin_with("queue");
    memset(session.visit.reader.answered, 1, session.visit.lesson.question_count);
    reader_set_page(&session.visit.reader, 1);
    for (int step = 0; step < 2; step++) { /* @step start, @step line 13 */
        session.visit.reader.open[1] = step ? 4 : 2;
        visit_refresh(&session.visit);
        ck_assert(session.visit.stepping);
        lacks("#"); /* a kernel's bar in ASCII */
    }
    session.visit.reader.open[1] = 6; /* @step k1.start */
    visit_refresh(&session.visit);
    shows("stream   #");
    end();
}
END_TEST

START_TEST(each_hint_comes_into_sight)
{
    static const char *const hints[] = {"Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"};
    begin_with("queue");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    judge();
    lacks("Hint");
    for (int i = 0; i < 3; i++) {
        press("h");
        shows(hints[i]);
        shows("copy out"); /* the last lane of the chart */
    }
    press("h");
    shows("There are no more hints.");
    end();
}
END_TEST

/* How many cells are dim: of the ghost, as nothing else of an exercise is. */
static int count_dim(void)
{
    struct grid grid;
    int32_t row, column;
    session_resize(&session, 80, 24);
    grid_init(&grid, 80, 24);
    session_draw(&session, &grid, &row, &column);
    int count = 0;
    for (int i = 0; i < 80 * 24; i++)
        count += (grid.cells[i].attributes & CELL_DIM) != 0;
    grid_release(&grid);
    return count;
}

/* The same text with another line before the streams are made. */
static char *with_setup(const char *text, const char *line)
{
    const char *at = strstr(text, "    cudaStream_t");
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_add(&sb, text, (size_t)(at - text));
    strbuf_adds(&sb, line);
    strbuf_adds(&sb, at);
    return sb.text; /* released with free() */
}

START_TEST(the_version_before_is_a_ghost_behind_the_new_one)
{
    begin_with("legacy-fence");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    judge();
    ck_assert_ptr_null(bench_ghost(&session.bench));
    ck_assert_int_eq(count_dim(), 0);
    char *start = read_all("lessons/legacy-fence/start.cu");
    char *solution = read_all("lessons/legacy-fence/solution.cu");
    save_and_judge(solution);
    ck_assert_ptr_nonnull(bench_ghost(&session.bench));
    shows("us (-"); /* about half */
    /* the run is half as long: what came in the second half stands there, dim */
    ck_assert_int_gt(count_dim(), 30);
    press("v");
    ck_assert_int_gt(count_dim(), 30);
    press("q");
    /* a fault is shown over the last good version, all of it dim, and without a ghost */
    save_and_judge("oops");
    ck_assert_ptr_null(bench_ghost(&session.bench));
    /* the ghost of a version that only prepares for longer is hidden behind the new one: each
     * counts from its own zero */
    save_and_judge(start);
    char *longer = with_setup(start, "    void *spare;\n    cudaMallocHost(&spare, 1 << 28);\n");
    save_and_judge(longer);
    ck_assert_ptr_nonnull(bench_ghost(&session.bench));
    ck_assert_int_ne(session.bench.past.prediction->timeline.zero,
                     session.bench.prediction->timeline.zero);
    ck_assert_int_eq(count_dim(), 0);
    free(start);
    free(solution);
    free(longer);
    end();
}
END_TEST

/* Saved again while the version before is being judged, and again: the last one counts. */
START_TEST(a_save_while_another_one_is_judged_is_not_lost)
{
    begin_with("queue");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    judge();
    char *start = read_all("lessons/queue/start.cu");
    char *solution = read_all("lessons/queue/solution.cu");
    for (int i = 0; i < 10; i++) {
        const char *last = i % 2 ? start : solution, *first = i % 2 ? solution : start;
        save(first);
        now += 200000000;
        session_poll(&session, now); /* sees it, and begins to judge */
        save(last);
        for (int polls = 0; polls < 3 || session.bench.exercise.busy; polls++)
            judge();
        const struct grading_result *result = session.bench.exercise.result;
        ck_assert_str_eq(result->text, last);
        ck_assert_int_eq(result->passed, last == solution);
    }
    free(start);
    free(solution);
    end();
}
END_TEST

/* The time of a batch is asked for, of a run of 48 of them. The lesson says where the ruler ends:
 * at 1.5 times the stages' 304 + 400 + 304 us, rounded up to 2 ms. */
START_TEST(a_ruler_ends_where_the_lesson_says)
{
    begin_with("pipeline");
    reader_set_page(&session.visit.reader, 1);
    visit_refresh(&session.visit);
    press("Space");
    ck_assert(session.visit.answering);
    ck_assert_int_eq(session.visit.answer.range, 2000000);
    press("Space"); /* means nothing here: says what does */
    shows("Enter gives the answer");
    ck_assert(session.visit.answering);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learn-room");
    TCase *tc = tcase_create("room");
    tcase_add_test(tc, text_and_pane_share_their_rows);
    tcase_add_test(tc, side_by_side_nothing_is_shared);
    tcase_add_test(tc, an_answer_and_its_chart_are_seen_together);
    tcase_add_test(tc, a_page_about_a_source_shows_that_source);
    tcase_add_test(tc, before_the_exercise_its_starting_point_is_shown);
    tcase_add_test(tc, a_chart_waits_for_all_questions_about_its_run);
    tcase_add_test(tc, a_step_shows_nothing_that_begins_later);
    tcase_add_test(tc, a_ruler_ends_where_the_lesson_says);
    tcase_add_test(tc, each_hint_comes_into_sight);
    tcase_add_test(tc, the_version_before_is_a_ghost_behind_the_new_one);
    tcase_add_test(tc, a_save_while_another_one_is_judged_is_not_lost);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
