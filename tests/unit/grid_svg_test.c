/* A screen as a picture. */
#include "sim/base/strbuf.h"
#include "sim/draw/grid_svg.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        found++;
    return found;
}

/* Cells are 9 by 18 pixels, 8 from the edge; a row's text stands on its 13th pixel. */
START_TEST(cells_become_shapes_where_they_are)
{
    struct grid grid;
    struct strbuf svg;
    strbuf_init(&svg);
    grid_init(&grid, 20, 3);
    grid_fill(&grid, 1, 2, 9, ROLE_KERNEL);
    grid_text(&grid, 1, 4, 5, "k1", ROLE_KERNEL);
    grid_text(&grid, 0, 0, 19, "a <b> & c", ROLE_LABEL);
    grid_text(&grid, 2, 10, 19, "┌─", ROLE_LINK);
    grid_mark(&grid, 2, 0, 0, CELL_REVERSE);
    grid_draw_svg(&grid, "a \"title\"", &svg);
    ck_assert_ptr_nonnull(strstr(svg.text, "viewBox=\"0 0 196 70\"")); /* 20*9+16, 3*18+16 */
    ck_assert_ptr_nonnull(strstr(svg.text, "<title>a &quot;title&quot;</title>"));
    ck_assert_ptr_nonnull(
        strstr(svg.text, "x=\"8\" y=\"21\" textLength=\"81\">a &lt;b&gt; &amp; c<"));
    /* the bar's cells 2-3, under its name 4-5, and 6-9, from 8 + 18 + 1 on */
    ck_assert_ptr_nonnull(strstr(svg.text, "x=\"26\" y=\"27\" width=\"18\" height=\"16\""));
    ck_assert_ptr_nonnull(strstr(svg.text, "x=\"44\" y=\"27\" width=\"18\" height=\"16\""));
    ck_assert_ptr_nonnull(strstr(svg.text, "x=\"62\" y=\"27\" width=\"36\" height=\"16\""));
    ck_assert_ptr_nonnull(
        strstr(svg.text, "<text class=\"b\" x=\"44\" y=\"39\" textLength=\"18\">k1<"));
    /* the corner begins in the middle of column 10, 8 + 90 + 4.5, and of row 2, 8 + 36 + 9 */
    ck_assert_ptr_nonnull(strstr(svg.text, "d=\"M102.5 53H107.0M102.5 53V62\""));
    ck_assert_ptr_nonnull(
        strstr(svg.text, "<rect class=\"f\" x=\"8\" y=\"44\" width=\"9\" height=\"18\""));
    ck_assert_uint_eq(count(svg.text, "<text "), 2);
    ck_assert_uint_eq(count(svg.text, "<path "), 2);
    strbuf_release(&svg);
    grid_release(&grid);
}
END_TEST

START_TEST(any_grid_is_a_document)
{
    for (int32_t width = 0; width < 40; width += 13) {
        for (int32_t height = 0; height < 30; height += 7) {
            struct grid grid;
            struct strbuf svg;
            strbuf_init(&svg);
            grid_init(&grid, width, height);
            for (int32_t i = 0; i < width * height; i++)
                grid.cells[i] = (struct grid_cell){.character = (uint32_t)(i * 37 % 0x2600),
                                                   .role = (uint8_t)(i % ROLE_COUNT),
                                                   .attributes = (uint8_t)(i % 16)};
            grid_draw_svg(&grid, "", &svg);
            ck_assert_uint_eq(count(svg.text, "<svg"), 1);
            ck_assert_uint_eq(count(svg.text, "<text "), count(svg.text, "</text>"));
            ck_assert_str_eq(svg.text + svg.length - 7, "</svg>\n");
            for (size_t i = 0; i < svg.length; i++) /* no control characters: XML has none */
                ck_assert((unsigned char)svg.text[i] >= 0x20 || svg.text[i] == '\n');
            strbuf_release(&svg);
            grid_release(&grid);
        }
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("grid_svg");
    tcase_add_test(cases, cells_become_shapes_where_they_are);
    tcase_add_test(cases, any_grid_is_a_document);
    Suite *suite = suite_create("grid_svg");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
