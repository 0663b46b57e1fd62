/* tui/learn: the parts that know no lesson: places on the screen, the editor's command; and
 * sim/base/line_diff, by which a learner's file is compared with the solution. */
#include "sim/base/line_diff.h"
#include "sim/base/strbuf.h"
#include "tui/learn/editor.h"
#include "tui/learn/place.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* All rectangles of a screen, for what must hold of each pair. */
static int gather(const struct learn_places *places, struct learn_rect *rects)
{
    int count = 0;
    rects[count++] = places->title;
    rects[count++] = places->keys;
    rects[count++] = places->rule_down;
    for (int i = 0; i < PANE_COUNT; i++)
        rects[count++] = places->panes[i];
    return count;
}

static bool is_empty(const struct learn_rect *r)
{
    return r->width == 0 || r->height == 0;
}

static bool overlaps(const struct learn_rect *a, const struct learn_rect *b)
{
    return !is_empty(a) && !is_empty(b) && a->row < b->row + b->height &&
           b->row < a->row + a->height && a->column < b->column + b->width &&
           b->column < a->column + a->width;
}

/* Inside the screen, apart from each other, and as many cells as the screen has: nothing is left
 * over; what was chosen is there, and where an answer is made the text as well. */
static bool is_sound(int width, int height, enum learn_need need, enum learn_pane pane)
{
    struct learn_places places;
    struct learn_rect rects[8];
    learn_place(&places, width, height, need, pane);
    learn_share(&places, (width * 7) % 90, (height * 5) % 70, (width + height) % 20);
    int count = gather(&places, rects);
    int64_t cells = 0;
    bool sound = !is_empty(&places.panes[pane]);
    for (int i = 0; i < count; i++) {
        const struct learn_rect *r = &rects[i];
        if (is_empty(r))
            continue;
        cells += (int64_t)r->width * r->height;
        sound = sound && r->row >= 0 && r->column >= 0 && r->row + r->height <= height &&
                r->column + r->width <= width;
        for (int j = 0; j < i; j++)
            sound = sound && !overlaps(r, &rects[j]);
    }
    return sound && cells == (int64_t)width * height &&
           (need == NEED_READ || !is_empty(&places.panes[PANE_TEXT]));
}

START_TEST(places_lie_inside_and_apart_at_every_size)
{
    for (int width = 40; width <= 300; width++)
        for (int height = 10; height <= 100; height++)
            for (int need = 0; need <= NEED_ANSWER; need++)
                for (int pane = 0; pane < PANE_COUNT; pane++)
                    if (!is_sound(width, height, (enum learn_need)need, (enum learn_pane)pane))
                        ck_abort_msg("%dx%d, need %d, pane %d", width, height, need, pane);
}
END_TEST

START_TEST(a_screen_of_80_by_24_shows_one_pane_of_a_page)
{
    struct learn_places places;
    learn_place(&places, 80, 24, NEED_READ, PANE_CODE);
    ck_assert(is_empty(&places.panes[PANE_TEXT]));
    ck_assert(is_empty(&places.panes[PANE_CHART]));
    ck_assert_int_eq(places.panes[PANE_CODE].height, 22); /* 24 less title and keys */
    ck_assert(!places.all);
    learn_place(&places, 160, 50, NEED_READ, PANE_TEXT);
    ck_assert(places.all);
}
END_TEST

/* Rows as "-a" (gone), "+b" (new) and " c" (same), and lines of both sides. */
static void diff_text(struct strbuf *sb, const char *before, const char *after)
{
    struct line_diff diff;
    line_diff_init(&diff, before, after);
    strbuf_clear(sb);
    for (size_t i = 0; i < diff.count; i++) {
        const struct line_diff_row *row = &diff.rows[i];
        strbuf_addc(sb, " -+"[row->kind]);
        strbuf_add(sb, row->before ? row->before : row->after,
                   row->before ? row->before_length : row->after_length);
        strbuf_addf(sb, "%d/%d;", row->before_line, row->after_line);
    }
    line_diff_release(&diff);
}

START_TEST(lines_are_compared)
{
    struct strbuf sb;
    strbuf_init(&sb);
    diff_text(&sb, "", "");
    ck_assert_str_eq(sb.text, "");
    diff_text(&sb, "a\nb\n", "a\nb\n");
    ck_assert_str_eq(sb.text, " a1/1; b2/2;");
    /* the longest common sequence of "abcd" and "acxd" is a, c, d */
    diff_text(&sb, "a\nb\nc\nd\n", "a\nc\nx\nd\n");
    ck_assert_str_eq(sb.text, " a1/1;-b2/0; c3/2;+x0/3; d4/4;");
    diff_text(&sb, "a\n", "b\n");
    ck_assert_str_eq(sb.text, "-a1/0;+b0/1;");
    diff_text(&sb, "", "b"); /* no line end */
    ck_assert_str_eq(sb.text, "+b0/1;");
    /* what begins and ends alike overlaps: one of three equal lines is new, not two */
    diff_text(&sb, "x\nx\n", "x\nx\nx\n");
    ck_assert_str_eq(sb.text, " x1/1; x2/2;+x0/3;");
    strbuf_release(&sb);
}
END_TEST

START_TEST(an_editor_is_chosen)
{
    struct editor_environment environment = {.visual = "code --wait", .editor = "emacs"};
    ck_assert_str_eq(editor_choose(&environment), "code --wait");
    environment.visual = "";
    ck_assert_str_eq(editor_choose(&environment), "emacs");
    environment.editor = NULL;
    environment.path = "/nowhere:/also-nowhere";
    ck_assert_ptr_null(editor_choose(&environment));
    ck_assert(editor_is_there("/nowhere:/bin", "sh"));
    ck_assert(!editor_is_there("/bin", "no-such-editor"));
    environment.tmux = NULL;
    ck_assert(!editor_in_tmux(&environment));
}
END_TEST

/* Runs the words; returns the exit status. */
static int run(const struct editor_command *command)
{
    pid_t child = fork();
    if (child == 0) {
        execvp(command->words[0], (char *const *)(uintptr_t)command->words);
        _exit(126);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A name that holds all that a shell takes for its own: were any of it read as a command, the file
 * "owned" would be there, and the one of this name would not be written. */
START_TEST(no_name_of_a_file_is_a_command)
{
    char folder[] = "/tmp/learn-editor-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    const char *file = "a b'\"`touch owned`$(touch owned);touch owned #{x}\n*.cu";
    struct editor_command command;
    editor_command_here(&command, "sh -c 'echo edited >\"$1\"' sh", file);
    ck_assert_int_eq(run(&command), 0);
    ck_assert_int_eq(access(file, F_OK), 0);
    ck_assert_int_ne(access("owned", F_OK), 0);
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

START_TEST(a_split_gets_the_file_as_a_word_of_its_own)
{
    struct editor_environment environment = {.tmux = "/tmp/x", .tmux_pane = "%7"};
    struct editor_command command;
    editor_command_split(&command, &environment, "vi", "my file.cu", 80);
    ck_assert_str_eq(command.words[0], "tmux");
    ck_assert_str_eq(command.words[2], "-v"); /* 80 columns are not enough for two */
    ck_assert_str_eq(command.words[7], "%7");
    size_t n = 0;
    while (command.words[n])
        n++;
    ck_assert_str_eq(command.words[n - 1], "my file.cu");
    ck_assert_str_eq(command.words[n - 2], "vi");
    editor_command_split(&command, &environment, "vi", "my file.cu", 200);
    ck_assert_str_eq(command.words[2], "-h");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learn-parts");
    TCase *tc = tcase_create("parts");
    tcase_add_test(tc, places_lie_inside_and_apart_at_every_size);
    tcase_add_test(tc, a_screen_of_80_by_24_shows_one_pane_of_a_page);
    tcase_add_test(tc, lines_are_compared);
    tcase_add_test(tc, an_editor_is_chosen);
    tcase_add_test(tc, no_name_of_a_file_is_a_command);
    tcase_add_test(tc, a_split_gets_the_file_as_a_word_of_its_own);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
