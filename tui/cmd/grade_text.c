#include "tui/cmd/grade_text.h"

#include "sim/base/duration.h"
#include "sim/draw/page.h"
#include "sim/lesson/require_text.h"

void learn_add_page(struct strbuf *sb, const char *markdown, const struct text_style *style,
                    int indent)
{
    struct page page;
    page_init(&page, markdown, style->width - indent, !style->color);
    page_write(&page, indent, !style->utf8, style->color, sb);
    page_release(&page);
}

static void add_line(struct strbuf *sb, const struct grade_line *line,
                     const struct text_style *style)
{
    strbuf_addf(sb, "  %s  %d of %d  %s: ", line->passed ? "yes" : "no ",
                line->passed ? line->points : 0, line->points, line->name);
    require_text(sb, line->check);
    strbuf_addc(sb, '\n');
    if (line->fails.length)
        learn_add_page(sb, line->fails.text, style, 15);
    if (line->found.length)
        learn_add_page(sb, line->found.text, style, 15);
}

void grade_text(struct strbuf *sb, const struct grade *grade, const struct lesson *lesson,
                const struct text_style *style)
{
    strbuf_addf(sb, "%s, on %s: ", lesson->title, lesson->gpu);
    if (grade->ran)
        duration_add_human(sb, grade->time);
    else
        strbuf_adds(sb, "not a program that runs");
    strbuf_adds(sb, "; the solution takes ");
    duration_add_human(sb, grade->solution);
    strbuf_adds(sb, ", the starting point ");
    duration_add_human(sb, grade->start);
    strbuf_addc(sb, '\n');
    for (size_t i = 0; grade->ran && i < grade->line_count; i++)
        add_line(sb, &grade->lines[i], style);
    strbuf_addf(sb, "%d of %d points: %s\n", grade->points, grade->most_points,
                grade->passed ? "passed" : "not passed");
}
