#include "tests/term/pty.h"

#include "tui/term/keys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

/* --- starting -----------------------------------------------------------------------------------
 */

int pty_place_program(const char *program, const char *folder, struct strbuf *path)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%.*s/../lessons/nullstream.cuh", (int)(strrchr(program, '/') - program),
                program);
    int rc = 0;
    if (access(text.text, R_OK) == 0) {
        strbuf_adds(path, program);
    } else {
        strbuf_addf(path, "%s/bin/nullstream", folder);
        strbuf_clear(&text);
        strbuf_addf(&text, "mkdir %s/bin && cp %s %s && ln -s \"$PWD/lessons\" \"$PWD/traces\" %s",
                    folder, program, path->text, folder);
        rc = system(text.text) == 0 ? 0 : -1;
    }
    strbuf_release(&text);
    return rc;
}

static void foreground(pid_t group)
{
    tcsetpgrp(STDIN_FILENO, group);
}

/* The shell's part: says what became of the program each time, and on a byte lets it go on. */
static _Noreturn void launch(const struct pty_options *options, int control, int report)
{
    signal(SIGTTOU, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    pid_t program = fork();
    if (program == 0) {
        setpgid(0, 0);
        foreground(getpid());
        static const int all[] = {SIGTTOU, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGPIPE};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            signal(all[i], SIG_DFL); /* a test in the background ignores some */
        close(control);
        close(report);
        execve(options->arguments[0], options->arguments, (char *const *)options->environment);
        _exit(127);
    }
    setpgid(program, program);
    if (write(report, &program, sizeof program) != sizeof program)
        _exit(1);
    for (int status = 0; waitpid(program, &status, WUNTRACED) == program;) {
        foreground(getpgrp());
        char byte;
        if (write(report, &status, sizeof status) != sizeof status || !WIFSTOPPED(status) ||
            read(control, &byte, 1) != 1)
            break;
        foreground(program);
        kill(-program, SIGCONT);
    }
    kill(-program, SIGKILL);
    _exit(0);
}

static int term_prop(VTermProp prop, VTermValue *value, void *user)
{
    struct pty *pty = user;
    if (prop == VTERM_PROP_ALTSCREEN)
        pty->alternate = value->boolean;
    else if (prop == VTERM_PROP_CURSORVISIBLE)
        pty->cursor_visible = value->boolean;
    else if (prop == VTERM_PROP_MOUSE)
        pty->mouse = value->number != VTERM_PROP_MOUSE_NONE;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = term_prop};

static void open_vterm(struct pty *pty, int rows, int columns)
{
    pty->vterm = vterm_new(rows, columns);
    vterm_set_utf8(pty->vterm, 1);
    pty->screen = vterm_obtain_screen(pty->vterm);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_reset(pty->screen, 1);
    pty->cursor_visible = true;
}

int pty_start(struct pty *pty, const struct pty_options *options)
{
    struct winsize size = {.ws_row = (unsigned short)options->rows,
                           .ws_col = (unsigned short)options->columns};
    int control[2], report[2];
    *pty = (struct pty){.program = -1};
    strbuf_init(&pty->log);
    if (openpty(&pty->master, &pty->slave, NULL, NULL, &size) < 0 ||
        pipe2(control, O_CLOEXEC) < 0 || pipe2(report, O_CLOEXEC) < 0)
        return -1;
    fcntl(pty->master, F_SETFD, FD_CLOEXEC);
    fcntl(pty->master, F_SETFL, O_NONBLOCK);
    tcgetattr(pty->slave, &pty->before);
    pty->launcher = fork();
    if (pty->launcher < 0)
        return -1;
    if (pty->launcher == 0) {
        close(pty->master);
        login_tty(pty->slave);
        launch(options, control[0], report[1]);
    }
    close(control[0]);
    close(report[1]);
    pty->control = control[1];
    pty->report = report[0];
    if (read(pty->report, &pty->program, sizeof pty->program) != sizeof pty->program)
        return -1;
    fcntl(pty->report, F_SETFL, O_NONBLOCK);
    open_vterm(pty, options->rows, options->columns);
    return 0;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static void take_report(struct pty *pty)
{
    int status;
    if (!pty->ended && read(pty->report, &status, sizeof status) == sizeof status) {
        pty->status = status;
        pty->stopped = WIFSTOPPED(status);
        pty->ended = !pty->stopped;
    }
}

/* What the terminal answers, keys among it, goes to the program. */
static void pass_on(struct pty *pty)
{
    char bytes[256];
    size_t length;
    while ((length = vterm_output_read(pty->vterm, bytes, sizeof bytes)) > 0)
        pty_bytes(pty, bytes, length);
}

static const char both_modes[] = "\033[?1006;1000";

/* How many of the last bytes may be the beginning of both_modes, whose rest is yet to come. */
static size_t begun(const char *bytes, size_t length)
{
    for (size_t most = sizeof both_modes - 1; most > 0; most--)
        if (most <= length && memcmp(bytes + length - most, both_modes, most) == 0)
            return most;
    return 0;
}

/* libvterm knows only the first of several modes in one sequence; xterm's entry has two for the
 * mouse. */
static void show(struct pty *pty)
{
    const char *bytes = pty->log.text + pty->shown, *end = pty->log.text + pty->log.length, *found;
    end -= begun(bytes, (size_t)(end - bytes));
    while ((found = memmem(bytes, (size_t)(end - bytes), both_modes, sizeof both_modes - 1))) {
        char apart[] = "\033[?1006h\033[?1000h";
        apart[7] = apart[15] = found[sizeof both_modes - 1];
        vterm_input_write(pty->vterm, bytes, (size_t)(found - bytes));
        vterm_input_write(pty->vterm, apart, sizeof apart - 1);
        bytes = found + sizeof both_modes;
    }
    vterm_input_write(pty->vterm, bytes, (size_t)(end - bytes));
    pty->shown = (size_t)(end - pty->log.text);
}

bool pty_read(struct pty *pty, int wait_ms)
{
    struct pollfd files[] = {{.fd = pty->master, .events = POLLIN},
                             {.fd = pty->report, .events = POLLIN}};
    char bytes[16384];
    bool any = false;
    if (poll(files, pty->ended ? 1 : 2, wait_ms) > 0) {
        for (ssize_t n; (n = read(pty->master, bytes, sizeof bytes)) > 0; any = true) {
            strbuf_add(&pty->log, bytes, (size_t)n);
            show(pty);
        }
        if (any)
            pass_on(pty);
        else
            take_report(pty);
    }
    return any;
}

/* The first bytes of a file of /proc, 0 of them when it is gone. */
static size_t read_start(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, size - 1, file) : 0;
    if (file)
        fclose(file);
    text[length] = 0;
    return length;
}

/* Calls `each` with the text of /proc/PID/task/THREAD/NAME of every thread, as long as it wants. */
static void for_threads(const struct pty *pty, const char *name,
                        bool (*each)(const char *text, void *data), void *data)
{
    char path[80], text[512];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pty->program);
    DIR *threads = opendir(path);
    bool goes_on = true;
    for (struct dirent *entry; threads && goes_on && (entry = readdir(threads));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.12s/%.12s", (int)pty->program, entry->d_name,
                 name);
        if (read_start(path, text, sizeof text) > 0)
            goes_on = each(text, data);
    }
    if (threads)
        closedir(threads);
}

static bool note_state(const char *text, void *all_sleep)
{
    const char *end = strrchr(text, ')'); /* the name before it may hold anything */
    *(bool *)all_sleep = end && end[1] && end[2] == 'S';
    return *(bool *)all_sleep;
}

/* Whether all threads of the program sleep: it waits for us, or for nothing. */
static bool sleeps(const struct pty *pty)
{
    bool all = true;
    for_threads(pty, "stat", note_state, &all);
    return all;
}

int64_t pty_cpu(const struct pty *pty)
{
    clockid_t clock;
    struct timespec taken = {0};
    if (clock_getcpuclockid(pty->program, &clock) == 0)
        clock_gettime(clock, &taken);
    return (int64_t)taken.tv_sec * 1000000000 + taken.tv_nsec;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool pty_settle(struct pty *pty, int limit_ms)
{
    int64_t limit = now_ms() + limit_ms;
    int quiet = 0;
    while (now_ms() < limit) {
        int unread = 0;
        if (pty_read(pty, quiet ? 30 : 5)) {
            quiet = 0;
            continue;
        }
        if (pty->ended || pty->stopped)
            return true;
        ioctl(pty->slave, FIONREAD, &unread);
        quiet = unread == 0 && sleeps(pty) ? quiet + 1 : 0;
        if (quiet == 2)
            return true;
    }
    return false;
}

/* --- writing ------------------------------------------------------------------------------------
 */

void pty_bytes(struct pty *pty, const char *bytes, size_t length)
{
    for (size_t done = 0; done < length && !pty->ended;) {
        ssize_t n = write(pty->master, bytes + done, length - done);
        if (n > 0)
            done += (size_t)n;
        else if (errno == EAGAIN)
            pty_read(pty, 20);
        else if (errno != EINTR)
            return;
    }
}

void pty_key(struct pty *pty, int32_t key)
{
    static const struct {
        int32_t key;
        VTermKey sent;
        VTermModifier modifier;
    } rows[] = {
        {KEYCODE_UP, VTERM_KEY_UP, 0},
        {KEYCODE_DOWN, VTERM_KEY_DOWN, 0},
        {KEYCODE_LEFT, VTERM_KEY_LEFT, 0},
        {KEYCODE_RIGHT, VTERM_KEY_RIGHT, 0},
        {KEYCODE_HOME, VTERM_KEY_HOME, 0},
        {KEYCODE_END, VTERM_KEY_END, 0},
        {KEYCODE_PAGE_UP, VTERM_KEY_PAGEUP, 0},
        {KEYCODE_PAGE_DOWN, VTERM_KEY_PAGEDOWN, 0},
        {KEYCODE_INSERT, VTERM_KEY_INS, 0},
        {KEYCODE_DELETE, VTERM_KEY_DEL, 0},
        {KEYCODE_BACKSPACE, VTERM_KEY_BACKSPACE, 0},
        {KEYCODE_ENTER, VTERM_KEY_ENTER, 0},
        {KEYCODE_TAB, VTERM_KEY_TAB, 0},
        {KEYCODE_BACK_TAB, VTERM_KEY_TAB, VTERM_MOD_SHIFT},
        {KEYCODE_ESCAPE, VTERM_KEY_ESCAPE, 0},
        {KEYCODE_SHIFT_UP, VTERM_KEY_UP, VTERM_MOD_SHIFT},
        {KEYCODE_SHIFT_DOWN, VTERM_KEY_DOWN, VTERM_MOD_SHIFT},
        {KEYCODE_SHIFT_LEFT, VTERM_KEY_LEFT, VTERM_MOD_SHIFT},
        {KEYCODE_SHIFT_RIGHT, VTERM_KEY_RIGHT, VTERM_MOD_SHIFT},
        {KEYCODE_CTRL_UP, VTERM_KEY_UP, VTERM_MOD_CTRL},
        {KEYCODE_CTRL_DOWN, VTERM_KEY_DOWN, VTERM_MOD_CTRL},
        {KEYCODE_CTRL_LEFT, VTERM_KEY_LEFT, VTERM_MOD_CTRL},
        {KEYCODE_CTRL_RIGHT, VTERM_KEY_RIGHT, VTERM_MOD_CTRL},
    };
    if (key < KEYCODE_FIRST && key < 0x20) {
        char byte = (char)key;
        pty_bytes(pty, &byte, 1);
    } else if (key < KEYCODE_FIRST) {
        vterm_keyboard_unichar(pty->vterm, (uint32_t)key, 0);
    } else if (key >= KEYCODE_F1 && key <= KEYCODE_F12) {
        vterm_keyboard_key(pty->vterm, (VTermKey)VTERM_KEY_FUNCTION(key - KEYCODE_F1 + 1), 0);
    } else {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            if (rows[i].key == key)
                vterm_keyboard_key(pty->vterm, rows[i].sent, rows[i].modifier);
    }
    pass_on(pty);
}

void pty_mouse(struct pty *pty, int button, int row, int column)
{
    vterm_mouse_move(pty->vterm, row, column, 0);
    vterm_mouse_button(pty->vterm, button, true, 0);
    if (button < 4)
        vterm_mouse_button(pty->vterm, button, false, 0);
    pass_on(pty);
}

void pty_tell_size(struct pty *pty, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ioctl(pty->slave, TIOCSWINSZ, &size);
}

void pty_resize(struct pty *pty, int rows, int columns)
{
    enum { SETTLES_MS = 2000 };
    /* libvterm 0.1.4 may not survive what is written for the old size. */
    pty_settle(pty, SETTLES_MS);
    vterm_set_size(pty->vterm, rows, columns);
    pty_tell_size(pty, rows, columns);
}

void pty_signal(struct pty *pty, int signal)
{
    if (!pty->ended)
        kill(pty->program, signal);
}

void pty_continue(struct pty *pty)
{
    char byte = 0;
    if (pty->stopped && write(pty->control, &byte, 1) == 1)
        pty->stopped = false;
}

void pty_end(struct pty *pty)
{
    if (!pty->ended)
        kill(pty->program, SIGKILL);
    close(pty->control);
    for (int i = 0; i < 200 && !pty->ended; i++)
        pty_read(pty, 50);
    kill(pty->launcher, SIGKILL);
    waitpid(pty->launcher, NULL, 0);
    close(pty->report);
    close(pty->master);
    close(pty->slave);
    vterm_free(pty->vterm);
    strbuf_release(&pty->log);
}
