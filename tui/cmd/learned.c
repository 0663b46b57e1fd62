#include "tui/cmd/learned.h"

#include "sim/base/builtin.h"
#include "sim/base/suggest.h"
#include "tui/cmd/data.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* XDG base directories: a relative path counts as not set. */
static void find_state(struct strbuf *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && state[0] == '/')
        strbuf_adds(path, state);
    else if (home && home[0] == '/')
        strbuf_addf(path, "%s/.local/state", home);
    else
        return;
    strbuf_adds(path, "/nullstream/progress");
}

int learn_folders_init(struct learn_folders *folders, struct err *err)
{
    strbuf_init(&folders->lessons);
    strbuf_init(&folders->traces);
    strbuf_init(&folders->state);
    find_state(&folders->state);
    if (data_folder(&folders->lessons) == 0) {
        strbuf_addf(&folders->traces, "%s/traces/h200/lessons", folders->lessons.text);
        strbuf_adds(&folders->lessons, "/lessons");
        return 0;
    }
    /* built in, or beside who builds somewhere else */
    if (builtin_find("lessons/ORDER") || access("lessons/ORDER", R_OK) == 0) {
        strbuf_adds(&folders->traces, "traces/h200/lessons");
        strbuf_adds(&folders->lessons, "lessons");
        return 0;
    }
    err_set(err, ERR_UNAVAILABLE, "the lessons are not installed beside the program");
    return err_hint(err, "`make install` puts them there");
}

void learn_folders_release(struct learn_folders *folders)
{
    strbuf_release(&folders->lessons);
    strbuf_release(&folders->traces);
    strbuf_release(&folders->state);
}

static int no_lesson(const struct learn_folders *folders, const char *name, struct err *err)
{
    struct lesson_list list, later;
    struct suggest near;
    suggest_init(&near, name);
    struct err unread;
    err_init(&unread);
    if (lesson_list_read_later(&later, folders->lessons.text, &unread) == 0 &&
        lesson_list_has(&later, name)) {
        err_set(err, ERR_INPUT, "the lesson `%s` is still to be written", name);
        err_hint(err, "`nullstream learn --text` lists those that are there");
    }
    lesson_list_release(&later);
    err_set(err, ERR_INPUT, "there is no lesson `%.100s`", name);
    if (lesson_list_read(&list, folders->lessons.text, &unread) == 0)
        for (size_t i = 0; i < list.count; i++)
            suggest_offer(&near, list.slugs[i]);
    if (near.best)
        err_hint(err, "did you mean `%s`?", near.best);
    else
        err_hint(err,
                 "`nullstream learn --text` lists them; a folder is named with a slash, as in "
                 "./%.60s",
                 name);
    lesson_list_release(&list);
    return -1;
}

int learned_open(struct learned *learned, const struct learn_folders *folders, const char *name,
                 struct err *err)
{
    struct strbuf folder, ini;
    memset(learned, 0, sizeof *learned);
    strbuf_init(&folder);
    strbuf_init(&ini);
    if (strchr(name, '/'))
        strbuf_adds(&folder, name);
    else
        strbuf_addf(&folder, "%s/%s", folders->lessons.text, name);
    strbuf_addf(&ini, "%s/lesson.ini", folder.text);
    int rc = 0;
    if (!strchr(name, '/') && access(ini.text, F_OK) != 0 && !builtin_find(ini.text))
        rc = no_lesson(folders, name, err);
    if (rc == 0)
        rc = lesson_read(&learned->lesson, folder.text, err);
    lesson_runs_init(&learned->runs, &learned->lesson, folders->traces.text);
    strbuf_release(&folder);
    strbuf_release(&ini);
    return rc;
}

void learned_release(struct learned *learned)
{
    lesson_runs_release(&learned->runs);
    lesson_release(&learned->lesson);
}

void learned_number(const struct learn_folders *folders, const char *name, struct strbuf *slug)
{
    struct lesson_list list;
    struct err unread;
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    if (*end != '\0' || name[0] < '1' || name[0] > '9')
        return;
    err_init(&unread);
    if (lesson_list_read(&list, folders->lessons.text, &unread) == 0 && number <= list.count)
        strbuf_adds(slug, list.slugs[number - 1]);
    lesson_list_release(&list);
}
