/* Which editor opens an exercise, and how: the words of the command, nothing is run here.
 *
 * What $VISUAL or $EDITOR hold is a command with arguments ("code --wait"), read by the shell as
 * every program does that starts an editor. The path of the file never passes through a shell: it
 * is an argument of its own, so that no name of a folder is ever taken for a command.
 */
#ifndef TUI_LEARN_EDITOR_H
#define TUI_LEARN_EDITOR_H

#include <stdbool.h>
#include <stdint.h>

/* What of the environment counts; each may be NULL. Strings are borrowed. */
struct editor_environment {
    const char *visual, *editor;
    const char *path;      /* where programs are looked for */
    const char *tmux;      /* set inside of tmux */
    const char *tmux_pane; /* "%3": the pane that we are in */
};

/* $VISUAL, $EDITOR, else nano or vi where there is one; NULL if there is none. Does not look for
 * what the variables name. */
const char *editor_choose(const struct editor_environment *environment);

/* Whether a program of this name can be run: it lies in a folder of `path`. */
bool editor_is_there(const char *path, const char *name);

bool editor_in_tmux(const struct editor_environment *environment);

enum { EDITOR_WORDS = 16 };

/* The words of a command, ended by NULL, for execvp(); all borrowed from what was given. */
struct editor_command {
    const char *words[EDITOR_WORDS];
};

/* Opens `file` in this terminal. */
void editor_command_here(struct editor_command *command, const char *editor, const char *file);

/* Opens it in a split of the tmux window, which prints the new pane's name: to the right where the
 * window has room for two columns, else below. */
void editor_command_split(struct editor_command *command,
                          const struct editor_environment *environment, const char *editor,
                          const char *file, int32_t width);

/* Goes to the pane of that name; fails if it is closed. */
void editor_command_select(struct editor_command *command, const char *pane);

#endif
