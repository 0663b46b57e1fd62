#include "sim/lesson/progress.h"

#include "sim/base/ini.h"
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 1 << 20 };

static const char *const exercise_names[] = {
    [PROGRESS_NEW] = "new",
    [PROGRESS_BEGUN] = "begun",
    [PROGRESS_SKIPPED] = "skipped",
    [PROGRESS_PASSED] = "passed",
};

const char *progress_exercise_name(enum progress_exercise exercise)
{
    return exercise_names[exercise];
}

void progress_init(struct progress *progress)
{
    *progress = (struct progress){0};
}

static void release_lesson(struct progress_lesson *lesson)
{
    for (size_t i = 0; i < lesson->answer_count; i++) {
        free(lesson->answers[i].question);
        free(lesson->answers[i].answer);
    }
    free(lesson->answers);
    free(lesson->slug);
}

void progress_release(struct progress *progress)
{
    for (size_t i = 0; i < progress->count; i++)
        release_lesson(&progress->lessons[i]);
    free(progress->lessons);
    *progress = (struct progress){0};
}

const struct progress_lesson *progress_find(const struct progress *progress, const char *slug)
{
    for (size_t i = 0; i < progress->count; i++)
        if (strcmp(progress->lessons[i].slug, slug) == 0)
            return &progress->lessons[i];
    return NULL;
}

struct progress_lesson *progress_of(struct progress *progress, const char *slug)
{
    const struct progress_lesson *row = progress_find(progress, slug);
    if (row)
        return &progress->lessons[row - progress->lessons];
    progress->lessons = mem_grow(progress->lessons, &progress->capacity, progress->count + 1,
                                 sizeof *progress->lessons);
    progress->lessons[progress->count] = (struct progress_lesson){.slug = mem_strdup(slug)};
    return &progress->lessons[progress->count++];
}

void progress_answer(struct progress_lesson *lesson, const char *question, const char *answer)
{
    for (size_t i = 0; i < lesson->answer_count; i++)
        if (strcmp(lesson->answers[i].question, question) == 0) {
            char *copy = mem_strdup(answer);
            free(lesson->answers[i].answer);
            lesson->answers[i].answer = copy;
            return;
        }
    lesson->answers = mem_grow(lesson->answers, &lesson->answer_capacity, lesson->answer_count + 1,
                               sizeof *lesson->answers);
    lesson->answers[lesson->answer_count++] =
        (struct progress_answer){mem_strdup(question), mem_strdup(answer)};
}

const char *progress_answered(const struct progress_lesson *lesson, const char *question)
{
    for (size_t i = 0; lesson && i < lesson->answer_count; i++)
        if (strcmp(lesson->answers[i].question, question) == 0)
            return lesson->answers[i].answer;
    return NULL;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static int read_number(const struct ini *ini, const struct ini_entry *entry, int *value,
                       struct err *err)
{
    char *end;
    long number = strtol(entry->value, &end, 10);
    if (end == entry->value || *end || number < 0 || number > 1000000)
        return err_set_at(err, ERR_INPUT, ini->path, entry->line, entry->column,
                          "a whole number is needed");
    *value = (int)number;
    return 0;
}

static int read_entry(struct progress_lesson *lesson, const struct ini *ini,
                      const struct ini_entry *entry, struct err *err)
{
    if (strcmp(entry->key, "page") == 0)
        return read_number(ini, entry, &lesson->page, err);
    if (strcmp(entry->key, "hints") == 0)
        return read_number(ini, entry, &lesson->hints, err);
    if (strcmp(entry->key, "points") == 0)
        return read_number(ini, entry, &lesson->points, err);
    if (strcmp(entry->key, "most-points") == 0)
        return read_number(ini, entry, &lesson->most_points, err);
    if (strcmp(entry->key, "answer") == 0 && *entry->argument) {
        progress_answer(lesson, entry->argument, entry->value);
        return 0;
    }
    for (int i = PROGRESS_NEW; i <= PROGRESS_PASSED && strcmp(entry->key, "exercise") == 0; i++)
        if (strcmp(entry->value, exercise_names[i]) == 0) {
            lesson->exercise = (enum progress_exercise)i;
            return 0;
        }
    return err_set_at(err, ERR_INPUT, ini->path, entry->line, 1, "`%.60s` is not understood here",
                      entry->key);
}

static int read_text(struct progress *progress, const char *path, const struct strbuf *text,
                     struct err *err)
{
    struct ini ini;
    int rc = ini_read(&ini, path, text->text, text->length, err);
    for (size_t i = 0; rc == 0 && i < ini.section_count; i++) {
        const struct ini_section *section = &ini.sections[i];
        if (strcmp(section->kind, "lesson") != 0 || *section->name == '\0') {
            rc = err_set_at(err, ERR_INPUT, path, section->line, 1,
                            "a section is of the form [lesson NAME]");
            break;
        }
        struct progress_lesson *lesson = progress_of(progress, section->name);
        for (size_t k = 0; rc == 0 && k < section->entry_count; k++)
            rc = read_entry(lesson, &ini, &ini.entries[section->first_entry + k], err);
    }
    ini_release(&ini);
    return rc;
}

int progress_read(struct progress *progress, const char *path, struct err *err)
{
    if (access(path, F_OK) != 0)
        return 0;
    struct strbuf text;
    strbuf_init(&text);
    int rc = strbuf_read_file(&text, path, LARGEST, err);
    if (rc == 0)
        rc = read_text(progress, path, &text, err);
    if (rc < 0)
        err_hint(err, "this file says how far you are; delete it to begin anew");
    strbuf_release(&text);
    return rc;
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* A value is one line; blanks at its ends would not be read back. */
static void add_value(struct strbuf *sb, const char *value)
{
    while (*value && (unsigned char)*value <= ' ')
        value++;
    size_t length = strlen(value);
    while (length && (unsigned char)value[length - 1] <= ' ')
        length--;
    for (size_t i = 0; i < length; i++)
        strbuf_addc(sb, (unsigned char)value[i] < ' ' ? ' ' : value[i]);
    strbuf_addc(sb, '\n');
}

static void add_lesson(struct strbuf *sb, const struct progress_lesson *lesson)
{
    strbuf_addf(sb, "%s[lesson %s]\n", sb->length ? "\n" : "", lesson->slug);
    strbuf_addf(sb, "page = %d\nexercise = %s\nhints = %d\n", lesson->page,
                exercise_names[lesson->exercise], lesson->hints);
    if (lesson->most_points > 0)
        strbuf_addf(sb, "points = %d\nmost-points = %d\n", lesson->points, lesson->most_points);
    for (size_t i = 0; i < lesson->answer_count; i++) {
        strbuf_addf(sb, "answer %s = ", lesson->answers[i].question);
        add_value(sb, lesson->answers[i].answer);
    }
}

static int cannot(struct err *err, const char *what, const char *path)
{
    return err_set(err, ERR_RUN, "cannot %s %.300s: %s", what, path, strerror(errno));
}

static int make_folders(const char *path, struct err *err)
{
    char folder[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder)
        return err_set(err, ERR_RUN, "the path is too long: %.300s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return cannot(err, "make the folder", folder);
        *slash = '/';
    }
    return 0;
}

static int write_file(const char *path, const struct strbuf *text, struct err *err)
{
    struct strbuf fresh;
    strbuf_init(&fresh);
    strbuf_addf(&fresh, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(fresh.text, "w");
    int rc = file ? 0 : cannot(err, "write", fresh.text);
    if (file) {
        bool good = fwrite(text->text, 1, text->length, file) == text->length;
        good &= fclose(file) == 0;
        if (!good || rename(fresh.text, path) != 0) {
            rc = cannot(err, "write", path);
            unlink(fresh.text);
        }
    }
    strbuf_release(&fresh);
    return rc;
}

int progress_save(const struct progress_lesson *lesson, const char *path, struct err *err)
{
    struct progress now;
    struct strbuf text;
    progress_init(&now);
    strbuf_init(&text);
    int rc = progress_read(&now, path, err);
    bool seen = false;
    for (size_t i = 0; rc == 0 && i < now.count; i++) {
        bool same = strcmp(now.lessons[i].slug, lesson->slug) == 0;
        add_lesson(&text, same ? lesson : &now.lessons[i]);
        seen |= same;
    }
    if (!seen)
        add_lesson(&text, lesson);
    if (rc == 0)
        rc = make_folders(path, err);
    if (rc == 0)
        rc = write_file(path, &text, err);
    strbuf_release(&text);
    progress_release(&now);
    return rc;
}
