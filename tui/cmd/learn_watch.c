/* `nullstream learn LESSON --watch`: the learner's file is graded whenever it is saved, by whatever
 * editor; text only. `--new FOLDER`: begins a lesson. */
#include "sim/base/builtin.h"
#include "sim/base/text.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/progress.h"
#include "sim/study/watch.h"
#include "tui/cmd/grade_text.h"
#include "tui/cmd/learned.h"
#include "tui/cmd/message.h"
#include "tui/learn/workspace.h"
#include "tui/term/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, LARGEST = 1 << 20 };

/* Until the file holds something else and has settled. Fails if it is gone. */
static int wait_for_change(struct watch *watch, const char *file, struct err *err)
{
    for (;;) {
        enum watch_state state = watch_poll(watch, clock_now());
        bool settled = watch_is_settled(watch, clock_now());
        if (state == WATCH_CHANGED && settled)
            return 0;
        if (state == WATCH_GONE && settled)
            return err_set(err, ERR_INPUT, "%.300s is gone", file);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000}, NULL);
    }
}

/* How far the learner is with the exercise; what was passed once stays passed. */
static int note(const struct learn_folders *folders, const char *slug,
                enum progress_exercise exercise, struct err *err)
{
    struct progress progress;
    progress_init(&progress);
    int rc = folders->state.length ? progress_read(&progress, folders->state.text, err) : 0;
    struct progress_lesson *lesson = progress_of(&progress, slug);
    if (lesson->exercise < exercise)
        lesson->exercise = exercise;
    if (rc == 0 && folders->state.length)
        rc = progress_save(lesson, folders->state.text, err);
    progress_release(&progress);
    return rc;
}

/* Grades once, and says it. 1: passed. */
static int grade_once(struct learned *learned, const char *file, const struct text_style *style,
                      struct err *err)
{
    struct grade grade;
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = grade_file(&grade, &learned->runs, file, err);
    if (rc == 0 && grade.ran)
        grade_text(&sb, &grade, &learned->lesson, style);
    else if (rc == 0)
        message_format(&sb, MESSAGE_ERROR, &grade.fault, style->color);
    const struct lesson_text *done = &learned->lesson.exercise.done;
    if (rc == 0 && grade.passed && done->text) {
        struct lesson_run solution = {.file = learned->lesson.exercise.solution};
        struct quantity_setting setting = {.runs = &learned->runs, .run = &solution};
        struct strbuf text;
        strbuf_init(&text);
        rc = lesson_fill(&text, &setting, done, err);
        learn_add_page(&sb, text.text, style, 0);
        strbuf_release(&text);
    }
    if (rc == 0)
        rc = output_write(NULL, sb.text, sb.length, err);
    if (rc == 0)
        rc = grade.passed;
    fflush(stdout);
    strbuf_release(&sb);
    grade_release(&grade);
    return rc;
}

static int watch_file(struct learned *learned, const char *file, const struct text_style *style,
                      struct err *err)
{
    struct watch watch;
    watch_init(&watch);
    int rc = 0;
    while (rc == 0) {
        watch_add(&watch, file); /* what it holds now is what is graded */
        rc = grade_once(learned, file, style, err);
        if (rc == 0)
            rc = wait_for_change(&watch, file, err);
    }
    watch_release(&watch);
    return rc < 0 ? -1 : 0;
}

int learn_watch(const struct learn_folders *folders, const char *name, const struct arguments *args,
                struct err *err)
{
    struct learned learned;
    struct workspace workspace;
    struct strbuf start;
    struct text_style style;
    strbuf_init(&start);
    int rc = output_style(args, &style, err);
    if (learned_open(&learned, folders, name, err) < 0)
        rc = -1;
    workspace_init(&workspace, arguments_value(args, OPTION_DIR, "nullstream-lessons"),
                   rc == 0 ? learned.lesson.slug : "");
    if (rc == 0 && !learned.lesson.exercise.exists)
        rc = err_set(err, ERR_INPUT, "the lesson `%s` has no exercise", name);
    if (rc == 0)
        rc = strbuf_read_file(&start, lesson_path(&learned.lesson, learned.lesson.exercise.start),
                              LARGEST, err);
    if (rc == 0)
        rc = workspace_make(&workspace, start.text, err);
    if (rc == 0)
        rc = note(folders, learned.lesson.slug, PROGRESS_BEGUN, err);
    if (rc == 0) {
        printf("Edit %s; it is graded whenever it is saved, until it passes. Ctrl-C ends.\n",
               workspace.file);
        rc = watch_file(&learned, workspace.file, &style, err);
        if (rc == 0)
            rc = note(folders, learned.lesson.slug, PROGRESS_PASSED, err);
    }
    workspace_release(&workspace);
    strbuf_release(&start);
    learned_release(&learned);
    return rc;
}

/* --- a new lesson -------------------------------------------------------------------------------
 */

#define SKELETON "lessons/skeleton/"

static int make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno == EEXIST)
        return err_set(err, ERR_INPUT, "%.300s is there already", path);
    return err_set(err, ERR_RUN, "cannot make %.300s: %s", path, strerror(errno));
}

static int write_part(const char *folder, const struct builtin_file *file, struct err *err)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_addf(&path, "%s/%s", folder, file->path + strlen(SKELETON));
    int rc = output_write(path.text, file->text, (size_t)(file->end - file->text), err);
    strbuf_release(&path);
    return rc;
}

int learn_new(const struct arguments *args, struct err *err)
{
    const char *folder = arguments_value(args, OPTION_NEW, "");
    struct strbuf wrong;
    strbuf_init(&wrong);
    strbuf_addf(&wrong, "%s/wrong", folder);
    int rc = make_folder(folder, err);
    if (rc == 0)
        rc = make_folder(wrong.text, err);
    for (const struct builtin_file *file = builtin_table; rc == 0 && file->path; file++)
        if (text_begins_with(file->path, SKELETON))
            rc = write_part(folder, file, err);
    if (rc == 0)
        printf("%s holds a lesson that passes its lint; the word TODO says what to replace.\n"
               "  nullstream learn --lint %s\n  nullstream learn %s%s --text\n",
               folder, folder, strchr(folder, '/') ? "" : "./", folder);
    strbuf_release(&wrong);
    return rc;
}
