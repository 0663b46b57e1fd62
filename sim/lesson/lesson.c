#include "sim/lesson/lesson.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/base/text.h"
#include "sim/lesson/lesson_inside.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int lesson_fail(const struct lesson_text *text, size_t at, struct err *err, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    int line = text->place.line, column = text->place.column;
    if (text->entry) {
        ini_place(text->entry, at, &line, &column);
    } else {
        for (size_t i = 0; i < at && text->text[i]; i++) {
            column = text->text[i] == '\n' ? 1 : column + 1;
            line += text->text[i] == '\n';
        }
    }
    err_set_at(err, ERR_INPUT, text->place.file, line, column, "%s", message);
    if (text->text && (!text->entry || column)) {
        size_t begin = at;
        while (begin && text->text[begin - 1] != '\n')
            begin--;
        if (!text->entry && (begin || text->place.column <= 1))
            err_excerpt(err, text->text + begin, (int)strcspn(text->text + begin, "\n"));
    }
    return -1;
}

long lesson_find_question(const struct lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->question_count; i++)
        if (strcmp(lesson->questions[i].name, name) == 0)
            return (long)i;
    return -1;
}

const char *lesson_path(struct lesson *lesson, const char *name)
{
    size_t length = strlen(lesson->folder) + strlen(name) + 2;
    char *path = arena_alloc(&lesson->arena, length);
    snprintf(path, length, "%s/%s", lesson->folder, name);
    return path;
}

int lesson_read_texts(struct lesson *lesson, const char *folder, const char *ini, size_t ini_length,
                      const char *text, size_t text_length, struct err *err)
{
    memset(lesson, 0, sizeof *lesson);
    arena_init(&lesson->arena);
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    lesson->folder = arena_strndup(&lesson->arena, folder, length);
    lesson->slug = text_file_name(lesson->folder);
    lesson->summary = "";
    lesson->gpu = "h200";
    if (ini_read(&lesson->ini, lesson_path(lesson, "lesson.ini"), ini, ini_length, err) < 0 ||
        lesson_read_ini(lesson, err) < 0)
        return -1;
    return lesson_read_pages(lesson, lesson_path(lesson, "text.md"), text, text_length, err);
}

int lesson_read(struct lesson *lesson, const char *folder, struct err *err)
{
    memset(lesson, 0, sizeof *lesson);
    struct strbuf path, ini, text;
    strbuf_init(&path);
    strbuf_init(&ini);
    strbuf_init(&text);
    strbuf_addf(&path, "%s/lesson.ini", folder);
    int rc = strbuf_read_file(&ini, path.text, LESSON_LARGEST, err);
    strbuf_clear(&path);
    strbuf_addf(&path, "%s/text.md", folder);
    if (rc == 0)
        rc = strbuf_read_file(&text, path.text, LESSON_LARGEST, err);
    if (rc == 0)
        rc = lesson_read_texts(lesson, folder, ini.text, ini.length, text.text, text.length, err);
    strbuf_release(&path);
    strbuf_release(&ini);
    strbuf_release(&text);
    return rc;
}

void lesson_release(struct lesson *lesson)
{
    ini_release(&lesson->ini);
    arena_release(&lesson->arena);
    memset(lesson, 0, sizeof *lesson);
}
