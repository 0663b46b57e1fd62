#include "sim/base/mem.h"
#include "sim/lesson/lint_inside.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names in a folder that end so, sorted; *names and each are the caller's to free. */
static size_t list(const char *folder, const char *suffix, char ***names)
{
    size_t count = 0, capacity = 0;
    *names = NULL;
    DIR *open = opendir(folder);
    if (!open)
        return 0;
    for (const struct dirent *entry; (entry = readdir(open));) {
        size_t length = strlen(entry->d_name), end = strlen(suffix);
        if (length <= end || strcmp(entry->d_name + length - end, suffix) != 0)
            continue;
        *names = mem_grow(*names, &capacity, count + 1, sizeof **names);
        (*names)[count++] = mem_strdup(entry->d_name);
    }
    closedir(open);
    for (size_t i = 1; i < count; i++) /* by insertion: a handful */
        for (size_t k = i; k && strcmp((*names)[k], (*names)[k - 1]) < 0; k--) {
            char *name = (*names)[k];
            (*names)[k] = (*names)[k - 1];
            (*names)[k - 1] = name;
        }
    return count;
}

/* Whether the recording at `path` is that of a run, and of what it runs. */
static bool belongs(struct linting *l, const char *path, const char *name)
{
    struct strbuf expected;
    strbuf_init(&expected);
    bool known = false;
    for (size_t i = 0; i < l->runs.count && !known; i++) {
        const struct lesson_outcome *outcome = l->runs.rows[i];
        const struct timeline *measured;
        struct err err;
        err_init(&err);
        strbuf_clear(&expected);
        lesson_run_name(&outcome->run, &expected);
        strbuf_adds(&expected, ".json");
        if (outcome->status < 0 || strcmp(expected.text, name) != 0)
            continue;
        known = true;
        if (lesson_runs_measured(&l->runs, &outcome->run, false, &measured, &err) < 0)
            lint_add(l, true, &err);
        else if (outcome->recorded == RECORDED_OTHER && strcmp(outcome->recording, path) == 0)
            lint_say(l, true, &(struct lesson_place){.file = path},
                     "this recording is of another program than %s is now: record it again",
                     outcome->run.file);
    }
    strbuf_release(&expected);
    return known;
}

static void check_recording(struct linting *l, const char *path, const char *name)
{
    if (!belongs(l, path, name))
        lint_say(l, true, &(struct lesson_place){.file = path},
                 "this recording is of nothing that the lesson runs");
    l->lint->recordings++;
}

static bool is_run(const struct linting *l, const char *file)
{
    for (size_t i = 0; i < l->runs.count; i++)
        if (strcmp(l->runs.rows[i]->run.file, file) == 0)
            return true;
    return false;
}

static bool is_wrong(const struct linting *l, const char *file)
{
    char name[200];
    for (size_t i = 0; i < l->lesson.wrong_count; i++) {
        snprintf(name, sizeof name, "%.190s.cu", l->lesson.wrongs[i].name);
        if (strcmp(name, file) == 0)
            return true;
    }
    return false;
}

static void check_program(struct linting *l, const char *path, const char *name)
{
    if (!is_run(l, name))
        lint_say(l, true, &(struct lesson_place){.file = path},
                 "nothing in the lesson shows or runs this program");
}

static void check_edit(struct linting *l, const char *path, const char *name)
{
    if (!is_wrong(l, name))
        lint_say(l, true, &(struct lesson_place){.file = path},
                 "lesson.ini has no [wrong NAME] for this edit");
}

/* Each file of a folder that ends so. */
static void check_each(struct linting *l, const char *folder, const char *suffix,
                       void (*check)(struct linting *l, const char *path, const char *name))
{
    char **names;
    size_t count = list(folder, suffix, &names);
    struct strbuf path;
    strbuf_init(&path);
    for (size_t i = 0; i < count; i++) {
        strbuf_clear(&path);
        strbuf_addf(&path, "%s/%s", folder, names[i]);
        check(l, path.text, names[i]);
        free(names[i]);
    }
    strbuf_release(&path);
    free(names);
}

void lint_files(struct linting *l)
{
    check_each(l, l->lesson.folder, ".cu", check_program);
    check_each(l, lesson_path(&l->lesson, "wrong"), ".cu", check_edit);
    check_each(l, lesson_path(&l->lesson, "recorded"), ".json", check_recording);
    if (!l->traces)
        return;
    struct strbuf folder;
    strbuf_init(&folder);
    strbuf_addf(&folder, "%s/%s", l->traces, l->lesson.slug);
    check_each(l, folder.text, ".json", check_recording);
    strbuf_release(&folder);
}
