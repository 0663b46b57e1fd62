#include "tui/learn/learn.h"

#include "tui/learn/child.h"
#include "tui/term/clock.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TMUX_MS = 3000, /* that tmux may take for a split */
    LONGEST_PANE = 24,
};

struct player {
    const struct learn_options *options;
    struct screen *screen;
    struct session session;
    char pane[LONGEST_PANE]; /* tmux's name of the pane with the editor; "": none was opened */
};

static void show(struct player *player)
{
    struct grid grid;
    int32_t width, height, row = 0, column = 0;
    screen_size(player->screen, &width, &height);
    session_resize(&player->session, width, height);
    grid_init(&grid, width, height);
    session_draw(&player->session, &grid, &row, &column);
    screen_show(player->screen, &grid, row, column);
    grid_release(&grid);
}

/* Runs a short command beside the screen; its exit status, and what it said without the newline. */
static int ask(const struct editor_command *command, char *said, size_t size)
{
    struct child child;
    struct err err;
    err_init(&err);
    int status = -1;
    if (child_start(&child, command->words, &err) == 0) {
        for (int64_t until = clock_now() + TMUX_MS * INT64_C(1000000); clock_now() < until;)
            if (child_poll(&child, 20))
                break;
        status = child.runs ? -1 : child.status;
        snprintf(said, size, "%.*s", (int)strcspn(child.said.text, "\n"), child.said.text);
    }
    child_release(&child);
    return status;
}

/* In a split of the window; a split that is still open is gone to. False if tmux refuses. */
static bool edit_beside(struct player *player, const char *editor, const char *file)
{
    struct editor_command command;
    char said[200];
    if (player->pane[0]) {
        editor_command_select(&command, player->pane);
        if (ask(&command, said, sizeof said) == 0)
            return true;
        player->pane[0] = 0;
    }
    editor_command_split(&command, &player->options->environment, editor, file,
                         player->session.width);
    if (ask(&command, said, sizeof said) != 0)
        return false;
    snprintf(player->pane, sizeof player->pane, "%.*s", LONGEST_PANE - 1, said);
    return true;
}

/* In this terminal, which is the editor's until it ends. */
static void edit_here(struct player *player, const char *editor, const char *file)
{
    struct editor_command command;
    editor_command_here(&command, editor, file);
    screen_suspend(player->screen);
    /* keys that interrupt or quit are the editor's while it has the terminal */
    void (*interrupt)(int) = signal(SIGINT, SIG_IGN), (*quit)(int) = signal(SIGQUIT, SIG_IGN);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGQUIT, SIG_DFL);
        execvp(command.words[0], (char *const *)(uintptr_t)command.words);
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    signal(SIGINT, interrupt);
    signal(SIGQUIT, quit);
    screen_resume(player->screen);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        session_say(&player->session, ROLE_BAD, "The editor %.100s ended with an error.", editor);
}

static void edit(struct player *player)
{
    const struct editor_environment *environment = &player->options->environment;
    const char *editor = editor_choose(environment), *file = session_file(&player->session);
    if (!editor)
        session_say(&player->session, ROLE_BAD,
                    "No editor: set EDITOR, or edit %.150s in another terminal.", file);
    else if (!editor_in_tmux(environment) || !edit_beside(player, editor, file))
        edit_here(player, editor, file);
}

static void loop(struct player *player)
{
    enum session_want want = SESSION_NOTHING;
    bool stale = true;
    while (want != SESSION_QUIT) {
        if (session_poll(&player->session, clock_now()) || stale)
            show(player);
        struct screen_event event = screen_event(player->screen, session_timeout(&player->session));
        stale = event.kind != SCREEN_TICK;
        want = SESSION_NOTHING;
        if (event.kind == SCREEN_END)
            return;
        if (event.kind == SCREEN_KEY)
            want = session_key(&player->session, event.key);
        else if (event.kind == SCREEN_MOUSE)
            want =
                session_mouse(&player->session, event.row, event.column, event.button, event.wheel);
        if (want == SESSION_EDIT)
            edit(player);
    }
}

int learn_run(const struct learn_options *options, struct err *err)
{
    struct player player = {.options = options};
    int rc = session_init(&player.session, &options->session, err);
    if (rc == 0 && options->lesson)
        rc = session_open(&player.session, options->lesson, err);
    if (rc == 0)
        rc = screen_open(&player.screen, &options->screen, err);
    if (rc == 0) {
        loop(&player);
        screen_close(player.screen);
    }
    session_release(&player.session);
    return rc;
}
