/* Keys by name, bindings by key, and the texts made from the table; themes. */
#include "sim/base/strbuf.h"
#include "tui/term/keys.h"
#include "tui/term/theme.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { GO = 1, BACK, SECOND, CHART = 1, SOURCE = 2 };

static const struct binding rows[] = {
    {{KEYCODE_RIGHT, 'l'}, GO, CHART, "next", "to the next one", "Moving"},
    {{KEYCODE_LEFT}, BACK, CHART, NULL, "back to where it was before that one", NULL},
    {{KEYCODE_RIGHT}, SECOND, SOURCE, "step", "one step", "Stepping"},
    {{'q'}, 9, 0, "quit", NULL, "Everywhere"},
};
static const struct bindings bindings = {rows, 4};

START_TEST(names_go_both_ways)
{
    char name[24];
    for (int32_t key = 1; key < KEYCODE_END_OF_LIST; key++) {
        if (key == KEYCODE_FIRST || (key >= 0x80 && key < KEYCODE_FIRST))
            continue;
        keycode_name(key, name, sizeof name);
        if (key < 0x7f)
            ck_assert_msg(keycode_from_name(name) == key, "%d is called %s", key, name);
        else if (key > KEYCODE_FIRST)
            ck_assert_int_eq(keycode_from_name(name), key);
    }
    ck_assert_int_eq(keycode_from_name("é"), 0xe9);
    ck_assert_int_eq(keycode_from_name("Ctrl-L"), 12);
    ck_assert_int_eq(keycode_from_name("Space"), ' ');
    ck_assert_int_eq(keycode_from_name("Righ"), 0);
    ck_assert_int_eq(keycode_from_name(""), 0);
}
END_TEST

START_TEST(a_key_means_what_its_view_says)
{
    ck_assert_int_eq(bindings_find(&bindings, KEYCODE_RIGHT, CHART), GO);
    ck_assert_int_eq(bindings_find(&bindings, 'l', CHART), GO);
    ck_assert_int_eq(bindings_find(&bindings, KEYCODE_RIGHT, SOURCE), SECOND);
    ck_assert_int_eq(bindings_find(&bindings, 'l', SOURCE), 0);
    ck_assert_int_eq(bindings_find(&bindings, 'q', SOURCE), 9);
    ck_assert_int_eq(bindings_find(&bindings, 0, CHART), 0);
    ck_assert_int_eq(bindings_key(&bindings, GO, CHART), KEYCODE_RIGHT);
    ck_assert_int_eq(bindings_key(&bindings, GO, SOURCE), 0);
}
END_TEST

static void expect(const struct grid *grid, const char *text)
{
    struct strbuf out;
    strbuf_init(&out);
    grid_write(grid, &(struct grid_style){0}, &out);
    ck_assert_str_eq(out.text, text);
    strbuf_release(&out);
}

START_TEST(help_and_footer_are_the_table)
{
    struct grid grid;
    grid_init(&grid, 31, 6);
    /* the keys' column is as wide as "Right, l": text from column 2 + 8 + 2, 19 columns of it */
    ck_assert_int_eq(bindings_help(&bindings, CHART, &grid, 0, 4, 0), 4);
    bindings_footer(&bindings, CHART, &grid, 5, 0, 29);
    expect(&grid, "Moving\n"
                  "  Right, l  to the next one\n"
                  "  Left      back to where it\n"
                  "            was before that one\n"
                  "\n"
                  "Right next  q quit\n");
    grid_release(&grid);
    grid_init(&grid, 12, 3);
    /* three columns are left for "one step", in lines 1 and 2 */
    ck_assert_int_eq(bindings_help(&bindings, SOURCE, &grid, 0, 0, 1), 3);
    bindings_footer(&bindings, SOURCE, &grid, 2, 0, 11); /* "q quit" would end in column 17 */
    expect(&grid, "  Right  one\n\nRight step\n");
    grid_release(&grid);
}
END_TEST

START_TEST(the_footer_always_names_the_help)
{
    static const struct binding some[] = {{{'a'}, 1, 0, "first thing", "", NULL},
                                          {{'b'}, 2, 0, "second thing", "", NULL},
                                          {{'c'}, 3, 0, "third", "", NULL},
                                          {{KEYCODE_F1, '?'}, 4, 0, "help", "", NULL},
                                          {{'q'}, 5, 0, "quit", "", NULL}};
    struct grid grid;
    grid_init(&grid, 31, 2);
    /* 13 + 2 + 7 of help are 22; the second thing would need 2 + 14 more */
    bindings_footer(&(struct bindings){some, 5}, 0, &grid, 0, 0, 30);
    bindings_footer(&(struct bindings){some, 5}, 0, &grid, 1, 0, 10);
    expect(&grid, "a first thing  F1 help\nF1 help\n");
    grid_release(&grid);
}
END_TEST

START_TEST(every_role_is_seen_in_every_theme)
{
    static const int colors[] = {0, 8, 16, 256};
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (size_t c = 0; c < 4; c++) {
            for (int role = 0; role < ROLE_COUNT; role++) {
                for (uint32_t character = 0; character <= 'k'; character += 'k') {
                    struct grid_cell cell = {.role = (uint8_t)role, .character = character};
                    struct theme_look look = theme_look((enum theme)theme, colors[c], &cell);
                    ck_assert_int_lt(look.foreground, colors[c] ? colors[c] : 1);
                    ck_assert_int_lt(look.background, colors[c] ? colors[c] : 1);
                    ck_assert(look.foreground < 0 || look.foreground != look.background);
                    if (theme == THEME_MONO || !colors[c])
                        ck_assert(look.foreground < 0 && look.background < 0);
                }
            }
        }
    }
}
END_TEST

START_TEST(the_cursor_and_a_ghost_differ_from_the_rest)
{
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (int colors = 0; colors <= 256; colors += 8) {
            struct grid_cell plain = {.role = ROLE_KERNEL};
            struct grid_cell cursor = {.role = ROLE_KERNEL, .attributes = CELL_REVERSE};
            struct grid_cell ghost = {.role = ROLE_KERNEL, .attributes = CELL_DIM};
            struct theme_look looks[] = {theme_look((enum theme)theme, colors, &plain),
                                         theme_look((enum theme)theme, colors, &cursor),
                                         theme_look((enum theme)theme, colors, &ghost)};
            ck_assert(memcmp(&looks[0], &looks[1], sizeof looks[0]) != 0);
            ck_assert(looks[0].foreground != looks[2].foreground ||
                      looks[0].attributes != looks[2].attributes);
        }
    }
}
END_TEST

START_TEST(themes_by_name_and_by_background)
{
    ck_assert_int_eq(theme_from_name("light", THEME_DARK), THEME_LIGHT);
    ck_assert_int_eq(theme_from_name(NULL, THEME_MONO), THEME_MONO);
    ck_assert_int_eq(theme_guess(NULL), THEME_DARK);
    ck_assert_int_eq(theme_guess("15;0"), THEME_DARK);
    ck_assert_int_eq(theme_guess("0;15"), THEME_LIGHT);
    ck_assert_int_eq(theme_guess("0;default;8"), THEME_DARK);
}
END_TEST

START_TEST(attributes_are_written_and_frames_have_a_likeness)
{
    struct grid grid;
    struct strbuf out;
    strbuf_init(&out);
    grid_init(&grid, 4, 1);
    grid_text(&grid, 0, 0, 3, "│→é", ROLE_LABEL);
    grid_mark(&grid, 0, 1, 1, CELL_REVERSE | CELL_BOLD);
    grid_write(&grid, &(struct grid_style){.ascii = true, .color = true}, &out);
    ck_assert_str_eq(out.text, "\033[0m|\033[0;7;1m>\033[0m?\033[0m\n");
    ck_assert_int_eq(grid_text_width("│→é"), 3);
    strbuf_release(&out);
    grid_release(&grid);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("keys");
    tcase_add_test(cases, names_go_both_ways);
    tcase_add_test(cases, a_key_means_what_its_view_says);
    tcase_add_test(cases, help_and_footer_are_the_table);
    tcase_add_test(cases, the_footer_always_names_the_help);
    tcase_add_test(cases, every_role_is_seen_in_every_theme);
    tcase_add_test(cases, the_cursor_and_a_ghost_differ_from_the_rest);
    tcase_add_test(cases, themes_by_name_and_by_background);
    tcase_add_test(cases, attributes_are_written_and_frames_have_a_likeness);
    Suite *suite = suite_create("keys");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
