/* sim/draw/page: Markdown into lines of cells. */
#include "sim/draw/page.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The lines as text. */
static void expect(const char *markdown, int32_t width, bool marks, const char *expected)
{
    struct page page;
    struct strbuf out;
    strbuf_init(&out);
    page_init(&page, markdown, width, marks);
    page_write(&page, 0, true, false, &out);
    ck_assert_str_eq(out.text, expected);
    strbuf_release(&out);
    page_release(&page);
}

START_TEST(paragraphs_are_broken_between_words)
{
    expect("one two\nthree four", 10, false, "one two\nthree four\n");
    expect("one two three", 10, false, "one two\nthree\n");
    expect("\n\na\n\n\n\nb\n\n", 10, false, "a\n\nb\n");
    /* a word longer than the line goes on in the next */
    expect("abcdefghijklm no", 10, false, "abcdefghij\nklm no\n");
    expect("", 10, false, "");
}
END_TEST

START_TEST(marks_are_not_shown)
{
    expect("a *b* **c d** `e*f` g", 40, false, "a b c d e*f g\n");
    expect("a `b` c", 40, true, "a `b` c\n");
    expect("2 * 3 * 4, a*b, \\*c\\*, [text](address) and [x]", 60, false,
           "2 * 3 * 4, a*b, *c*, text and [x]\n");
    expect("not closed: *a `b **c", 40, false, "not closed: *a `b **c\n");
}
END_TEST

START_TEST(headings_lists_code)
{
    expect("# Head\ntext\n## Second\n", 40, false, "Head\n\ntext\n\nSecond\n");
    expect("# Head\n## Second\n", 40, true, "Head\n====\n\nSecond\n------\n");
    expect("- one two three\n- four\n  - five six seven\n1. eight\n", 12, true,
           "- one two\n  three\n- four\n  - five six\n    seven\n1. eight\n");
    expect("a\n```c\nint x;\n\n  y = \"*\";\n```\nb\n", 30, false,
           "a\n\n    int x;\n\n      y = \"*\";\n\nb\n");
    expect("> quoted words\n> and more\n", 12, false, "  quoted\n  words and\n  more\n");
}
END_TEST

START_TEST(tables_fit)
{
    expect("| a | bb |\n|---|---|\n| ccc | `d|e` |\n", 40, false, "a    bb\nccc  d|e\n");
    /* 3 + 2 + 11 columns in 12: the widest gives way, to 7 */
    expect("| aaa | long enough |\n", 12, false, "aaa  long\n     enough\n");
}
END_TEST

/* Whatever the text and the width: no line is wider, and cells stand where lines say. */
START_TEST(no_line_is_too_wide)
{
    static const char *const pieces[] = {"word ", "*",      "**", "`",  "\n",
                                         "\n\n",  "# ",     "- ", "| ", "|",
                                         "1. ",   "```\n",  "  ", "\\", "abcdefghijklmno",
                                         "[",     "](",     ")",  "> ", "\xc2\xb5",
                                         "\xff",  "|---|\n"};
    unsigned random = 1;
    for (int round = 0; round < 4000; round++) {
        struct strbuf text;
        strbuf_init(&text);
        for (int i = 0; i < 30; i++) {
            random = random * 1103515245u + 12345u;
            strbuf_adds(&text, pieces[(random >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        struct page page;
        page_init(&page, text.text, 5 + round % 40, round % 2);
        for (size_t i = 0; i < page.line_count; i++) {
            ck_assert_msg((int32_t)page.lines[i].count <= page.width, "%s", text.text);
            ck_assert_uint_le(page.lines[i].first + page.lines[i].count, page.cell_count);
        }
        page_release(&page);
        strbuf_release(&text);
    }
}
END_TEST

START_TEST(drawn_into_a_grid)
{
    struct page page;
    struct grid grid;
    page_init(&page, "# Head\n`code` *em*\n", 20, false);
    grid_init(&grid, 10, 3);
    page_draw(&page, &grid, 0, 1, 0, 3);
    ck_assert_int_eq(grid_at(&grid, 0, 1)->character, 'H');
    ck_assert_int_eq(grid_at(&grid, 0, 1)->role, ROLE_TITLE);
    ck_assert_int_eq(grid_at(&grid, 2, 1)->character, 'c');
    ck_assert_int_eq(grid_at(&grid, 2, 1)->role, ROLE_KEY);
    ck_assert_int_eq(grid_at(&grid, 2, 6)->attributes, CELL_UNDERLINE);
    grid_release(&grid);
    page_release(&page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("page");
    TCase *cases = tcase_create("page");
    tcase_add_test(cases, paragraphs_are_broken_between_words);
    tcase_add_test(cases, marks_are_not_shown);
    tcase_add_test(cases, headings_lists_code);
    tcase_add_test(cases, tables_fit);
    tcase_add_test(cases, no_line_is_too_wide);
    tcase_add_test(cases, drawn_into_a_grid);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
