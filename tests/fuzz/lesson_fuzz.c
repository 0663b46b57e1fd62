/* Any bytes as lesson.ini and, after a NUL, text.md: an error or a lesson whose texts can be filled
 * in and drawn at any width. */
#include "sim/base/mem.h"
#include "sim/draw/page.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/grade.h"
#include "sim/lesson/lint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const char *markdown)
{
    for (int width = 10; width < 60; width += 23) {
        struct page page;
        page_init(&page, markdown, width, width % 2);
        for (size_t i = 0; i < page.line_count; i++)
            if ((int)page.lines[i].count > page.width)
                abort();
        page_release(&page);
    }
}

/* Without runs: programs are another target's. */
static void look_at(const struct lesson_text *text)
{
    struct quantity_name names[] = {{"time", 1000}};
    struct quantity_setting setting = {.names = names, .name_count = 1};
    struct strbuf filled;
    struct err err;
    if (!text->text)
        return;
    strbuf_init(&filled);
    err_init(&err);
    if (lesson_fill(&filled, &setting, text, &err) < 0 && err.message[0] == '\0')
        abort();
    draw(filled.text);
    strbuf_release(&filled);
    for (size_t at = 0, length = 0; lint_literal_time(text->text, &at, &length); at += length)
        if (length == 0)
            abort();
}

static void look_through(struct lesson *lesson)
{
    struct err err;
    for (size_t i = 0; i < lesson->block_count; i++)
        look_at(&lesson->blocks[i].text);
    for (size_t i = 0; i < lesson->question_count; i++) {
        look_at(&lesson->questions[i].ask);
        look_at(&lesson->questions[i].of);
    }
    for (size_t i = 0; i < lesson->exercise.require_count; i++) {
        err_init(&err);
        grade_check_is_valid(NULL, &lesson->exercise.requires[i].check, &err);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *nul = size ? memchr(bytes, '\0', size) : NULL;
    size_t ini = nul ? (size_t)(nul - bytes) : size;
    struct lesson lesson;
    struct err err;
    err_init(&err);
    if (lesson_read_texts(&lesson, "fuzz", bytes, ini, nul ? nul + 1 : "x",
                          nul ? size - ini - 1 : 1, &err) == 0)
        look_through(&lesson);
    else if (err.message[0] == '\0')
        abort();
    lesson_release(&lesson);
    return 0;
}
