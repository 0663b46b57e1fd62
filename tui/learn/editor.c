#include "tui/learn/editor.h"

#include "sim/base/strbuf.h"

#include <string.h>
#include <unistd.h>

/* A program's page needs about 80 columns, the lesson 60. */
enum { SIDE_BY_SIDE = 140 };

static const char *const fallbacks[] = {"nano", "vi"};

bool editor_is_there(const char *path, const char *name)
{
    struct strbuf file;
    strbuf_init(&file);
    bool found = false;
    for (const char *at = path ? path : "/usr/bin:/bin"; *at && !found;) {
        size_t length = strcspn(at, ":");
        strbuf_clear(&file);
        strbuf_add(&file, at, length);
        strbuf_addf(&file, "%s%s", length ? "/" : "", name);
        found = access(file.text, X_OK) == 0;
        at += length + (at[length] == ':');
    }
    strbuf_release(&file);
    return found;
}

const char *editor_choose(const struct editor_environment *environment)
{
    if (environment->visual && *environment->visual)
        return environment->visual;
    if (environment->editor && *environment->editor)
        return environment->editor;
    for (size_t i = 0; i < sizeof fallbacks / sizeof *fallbacks; i++)
        if (editor_is_there(environment->path, fallbacks[i]))
            return fallbacks[i];
    return NULL;
}

bool editor_in_tmux(const struct editor_environment *environment)
{
    return environment->tmux && *environment->tmux && editor_is_there(environment->path, "tmux");
}

/* sh gets the editor as $1 and the file as $2, and reads only $1 as words of a command. */
static void add_shell(struct editor_command *command, size_t at, const char *editor,
                      const char *file)
{
    const char *words[] = {"sh", "-c",   "editor=$1; shift; eval \"exec $editor \\\"\\$@\\\"\"",
                           "sh", editor, file,
                           NULL};
    memcpy(command->words + at, words, sizeof words);
}

void editor_command_here(struct editor_command *command, const char *editor, const char *file)
{
    memset(command, 0, sizeof *command);
    add_shell(command, 0, editor, file);
}

void editor_command_split(struct editor_command *command,
                          const struct editor_environment *environment, const char *editor,
                          const char *file, int32_t width)
{
    memset(command, 0, sizeof *command);
    size_t n = 0;
    command->words[n++] = "tmux";
    command->words[n++] = "split-window";
    command->words[n++] = width >= SIDE_BY_SIDE ? "-h" : "-v";
    command->words[n++] = "-P";
    command->words[n++] = "-F";
    command->words[n++] = "#{pane_id}";
    if (environment->tmux_pane && *environment->tmux_pane) {
        command->words[n++] = "-t";
        command->words[n++] = environment->tmux_pane;
    }
    add_shell(command, n, editor, file);
}

void editor_command_select(struct editor_command *command, const char *pane)
{
    memset(command, 0, sizeof *command);
    command->words[0] = "tmux";
    command->words[1] = "select-pane";
    command->words[2] = "-t";
    command->words[3] = pane;
}
