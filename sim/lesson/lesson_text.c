/* text.md: pages, and what stands on them. */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"
#include "sim/lesson/lesson_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pages {
    struct lesson *lesson;
    const char *path;
    struct err *err;
    int line;
    struct strbuf text;    /* of the block being read */
    int text_line;         /* where it begins */
    struct lesson_run run; /* the last that was named */
    size_t page_capacity, block_capacity;
    struct lesson_page *pages;
    struct lesson_block *blocks;
    bool in_code; /* between ``` lines, where nothing is a directive */
};

static struct lesson_block *add_block(struct pages *p, enum lesson_block_kind kind)
{
    struct lesson *lesson = p->lesson;
    p->blocks = mem_grow(p->blocks, &p->block_capacity, lesson->block_count + 1, sizeof *p->blocks);
    struct lesson_block *block = &p->blocks[lesson->block_count++];
    *block = (struct lesson_block){.kind = kind, .run = p->run, .place = {p->path, p->line, 1}};
    p->pages[lesson->page_count - 1].block_count++;
    return block;
}

static void begin_page(struct pages *p)
{
    struct lesson *lesson = p->lesson;
    p->pages = mem_grow(p->pages, &p->page_capacity, lesson->page_count + 1, sizeof *p->pages);
    p->pages[lesson->page_count++] = (struct lesson_page){.first_block = lesson->block_count};
}

/* The lines since the last directive are a block, if there is anything in them. */
static void end_text(struct pages *p)
{
    size_t skip = 0, lines = 0;
    for (; strchr(" \t\n", p->text.text[skip]) && p->text.text[skip]; skip++)
        lines += p->text.text[skip] == '\n';
    while (skip && p->text.text[skip - 1] != '\n')
        skip--; /* indentation means something */
    size_t length = p->text.length;
    while (length > skip && strchr(" \t\n", p->text.text[length - 1]))
        length--;
    if (length > skip) {
        struct lesson_block *block = add_block(p, LESSON_TEXT);
        block->place.line = p->text_line + (int)lines;
        block->text = (struct lesson_text){
            .text = arena_strndup(&p->lesson->arena, p->text.text + skip, length - skip),
            .place = {p->path, p->text_line + (int)lines, 1}};
    }
    strbuf_clear(&p->text);
}

/* How many of a character the line, which may be the last and end without a NUL, begins with. */
static size_t leading(const char *line, size_t length, char what)
{
    size_t count = 0;
    while (count < length && line[count] == what)
        count++;
    return count;
}

/* A page is called after its first heading. */
static void note_title(struct pages *p, const char *line, size_t length)
{
    struct lesson_page *page = &p->pages[p->lesson->page_count - 1];
    size_t marks = leading(line, length, '#');
    if (page->title || marks == 0 || marks >= length || line[marks] != ' ')
        return;
    while (marks < length && line[marks] == ' ')
        marks++;
    page->title = arena_strndup(&p->lesson->arena, line + marks, length - marks);
}

/* --- directives ---------------------------------------------------------------------------------
 */

typedef int directive(struct pages *p, const struct lesson_text *text, size_t at);

/* The run that a directive names, or the last one. */
static int read_run(struct pages *p, const struct lesson_text *text, size_t *at)
{
    struct lesson_run run = p->run;
    if (lesson_run_read(p->lesson, &run, text, at, p->err) < 0)
        return -1;
    if (!run.file) {
        lesson_fail(text, *at, p->err, "which scenario? None was named before");
        return err_hint(p->err, "name its file, as in `@show fence.cu`");
    }
    p->run = run;
    return 0;
}

static int expect_end(struct pages *p, const struct lesson_text *text, size_t at)
{
    at += strspn(text->text + at, " \t");
    return text->text[at] ? lesson_fail(text, at, p->err, "there is more here than `%.*s` takes",
                                        (int)strcspn(text->text, " \t"), text->text)
                          : 0;
}

static int read_show(struct pages *p, const struct lesson_text *text, size_t at)
{
    if (read_run(p, text, &at) < 0)
        return -1;
    static const struct {
        const char *word;
        enum lesson_show show;
    } words[] = {
        {"predicted", LESSON_PREDICTED}, {"measured", LESSON_MEASURED}, {"output", LESSON_OUTPUT}};
    struct lesson_block *block = add_block(p, LESSON_SHOW);
    size_t length = strcspn(text->text + at, " \t");
    if (length == 0)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && !memcmp(words[i].word, text->text + at, length)) {
            block->show = words[i].show;
            return expect_end(p, text, at + length);
        }
    lesson_fail(text, at, p->err, "`@show` takes a file and `predicted`, `measured` or `output`");
    return -1;
}

static int read_code(struct pages *p, const struct lesson_text *text, size_t at)
{
    if (read_run(p, text, &at) < 0)
        return -1;
    struct lesson_block *block = add_block(p, LESSON_CODE);
    if (text->text[at] == '\0')
        return 0;
    int used = 0, first, last;
    if (sscanf(text->text + at, "%5d-%5d%n", &first, &last, &used) != 2 || first < 1 ||
        last < first)
        return lesson_fail(
            text, at, p->err,
            "lines are given as the first and the last, as in `@code fence.cu 9-16`");
    block->first_line = first;
    block->last_line = last;
    return expect_end(p, text, at + (size_t)used);
}

static int read_step(struct pages *p, const struct lesson_text *text, size_t at)
{
    if (read_run(p, text, &at) < 0)
        return -1;
    if (text->text[at] == '\0') {
        lesson_fail(text, at, p->err, "where does stepping stand?");
        return err_hint(p->err, "`@step start`, `@step line 13`, `@step k1.start`, `@step end`");
    }
    struct lesson_block *block = add_block(p, LESSON_STEP);
    block->text = (struct lesson_text){
        .text = arena_strndup(&p->lesson->arena, text->text + at, strlen(text->text + at)),
        .place = {p->path, p->line, (int)at + 1}};
    return 0;
}

static int read_ask(struct pages *p, const struct lesson_text *text, size_t at)
{
    const char *name = text->text + at;
    long question = lesson_find_question(p->lesson, name);
    if (question >= 0) {
        add_block(p, LESSON_ASK)->question = (size_t)question;
        return 0;
    }
    struct suggest near;
    suggest_init(&near, name);
    for (size_t i = 0; i < p->lesson->question_count; i++)
        suggest_offer(&near, p->lesson->questions[i].name);
    lesson_fail(text, at, p->err, "lesson.ini has no [question %.60s]", name);
    return near.best ? err_hint(p->err, "did you mean `%s`?", near.best) : -1;
}

static int read_exercise(struct pages *p, const struct lesson_text *text, size_t at)
{
    if (!p->lesson->exercise.exists)
        return lesson_fail(text, 0, p->err, "lesson.ini has no [exercise]");
    add_block(p, LESSON_EXERCISE);
    return expect_end(p, text, at);
}

static const struct {
    const char *word;
    directive *read;
} directives[] = {{"@show", read_show},
                  {"@code", read_code},
                  {"@step", read_step},
                  {"@ask", read_ask},
                  {"@exercise", read_exercise}};

static int take_directive(struct pages *p, const char *line, size_t length)
{
    char *copy = arena_strndup(&p->lesson->arena, line, length);
    while (length && strchr(" \t", copy[length - 1]))
        copy[--length] = '\0';
    struct lesson_text text = {.text = copy, .place = {p->path, p->line, 1}};
    size_t word = strcspn(copy, " \t");
    struct suggest near;
    char name[32];
    snprintf(name, sizeof name, "%.*s", word < 31 ? (int)word : 31, copy);
    suggest_init(&near, name);
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        if (strcmp(directives[i].word, name) == 0)
            return directives[i].read(p, &text, word + strspn(copy + word, " \t"));
        suggest_offer(&near, directives[i].word);
    }
    lesson_fail(&text, 0, p->err, "`%s` is no directive", name);
    return near.best ? err_hint(p->err, "did you mean `%s`?", near.best)
                     : err_hint(p->err, "there are @show, @code, @step, @ask and @exercise");
}

static bool is_page_line(const char *line, size_t length)
{
    return length >= 3 && leading(line, length, '-') == length;
}

static int take_line(struct pages *p, const char *line, size_t length)
{
    size_t bare = length;
    while (bare && strchr(" \t\r", line[bare - 1]))
        bare--;
    if (bare >= 3 && memcmp(line, "```", 3) == 0)
        p->in_code = !p->in_code;
    if (!p->in_code && bare && *line == '@') {
        end_text(p);
        return take_directive(p, line, bare);
    }
    if (!p->in_code && is_page_line(line, bare)) {
        end_text(p);
        begin_page(p);
        return 0;
    }
    if (p->text.length == 0)
        p->text_line = p->line;
    if (!p->in_code)
        note_title(p, line, bare);
    strbuf_add(&p->text, line, bare);
    strbuf_addc(&p->text, '\n');
    return 0;
}

/* Moves what was read into the lesson's arena; drops pages on which nothing stands. */
static void keep_pages(struct pages *p)
{
    struct lesson *lesson = p->lesson;
    lesson->blocks = arena_alloc(&lesson->arena, (lesson->block_count + 1) * sizeof *p->blocks);
    if (lesson->block_count)
        memcpy(lesson->blocks, p->blocks, lesson->block_count * sizeof *p->blocks);
    lesson->pages = arena_alloc(&lesson->arena, (lesson->page_count + 1) * sizeof *p->pages);
    size_t kept = 0;
    for (size_t i = 0; i < lesson->page_count; i++) {
        if (p->pages[i].block_count == 0)
            continue;
        if (!p->pages[i].title)
            p->pages[i].title = lesson->title;
        lesson->pages[kept++] = p->pages[i];
    }
    lesson->page_count = kept;
    free(p->blocks);
    free(p->pages);
}

int lesson_read_pages(struct lesson *lesson, const char *path, const char *text, size_t length,
                      struct err *err)
{
    struct pages pages = {.lesson = lesson, .path = path, .err = err};
    strbuf_init(&pages.text);
    begin_page(&pages);
    int rc = 0;
    if (memchr(text, '\0', length))
        rc = err_set_at(err, ERR_INPUT, path, 0, 0, "this is a binary file, not a text");
    for (const char *p = text, *end = text + length; p < end && rc == 0;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        pages.line++;
        rc = take_line(&pages, p, (size_t)((newline ? newline : end) - p));
        p = newline ? newline + 1 : end;
    }
    if (rc == 0 && pages.in_code)
        rc = err_set_at(err, ERR_INPUT, path, pages.line, 0,
                        "a block of code that begins with ``` does not end");
    end_text(&pages);
    strbuf_release(&pages.text);
    keep_pages(&pages);
    if (rc == 0 && lesson->page_count == 0)
        rc = err_set_at(err, ERR_INPUT, path, 0, 0, "the text is empty");
    return rc;
}
