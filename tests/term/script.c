#include "tests/term/script.h"

#include "tests/term/pty.h"
#include "tui/term/keys.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* No measurement: how long a busy machine may take before a script has failed. */
enum { LIMIT_MS = 30000, WORDS = 64, NAMES = 32 };

struct script {
    const char *program, *path;
    bool rewrite;
    int line;
    char folder[64]; /* $TMP */
    int rows, columns;
    char term[64];
    char *environment[NAMES];
    int environment_count;
    bool running, seen_end;
    int slow; /* limits of time that were exceeded */
    struct pty pty;
};

static const struct {
    const char *name;
    int number;
} signals[] = {{"INT", SIGINT},   {"TERM", SIGTERM}, {"HUP", SIGHUP},   {"QUIT", SIGQUIT},
               {"SEGV", SIGSEGV}, {"ABRT", SIGABRT}, {"TSTP", SIGTSTP}, {"STOP", SIGSTOP},
               {"CONT", SIGCONT}, {"KILL", SIGKILL}, {"BUS", SIGBUS},   {"FPE", SIGFPE}};

static int signal_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (strcmp(signals[i].name, name) == 0)
            return signals[i].number;
    return 0;
}

static int fail(struct script *script, const char *what, const char *detail)
{
    printf("FAILED: %s:%d: %s%s%s\n", script->path, script->line, what, *detail ? ": " : "",
           detail);
    if (script->running) {
        struct strbuf dump;
        strbuf_init(&dump);
        pty_dump(&script->pty, &dump);
        printf("%s", dump.text);
        strbuf_release(&dump);
        if (script->pty.ended)
            printf("The program has ended, status %#x.\n", (unsigned)script->pty.status);
        else if (script->pty.stopped)
            printf("The program is stopped.\n");
    }
    return -1;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- starting -----------------------------------------------------------------------------------
 */

static void setf(struct script *script, const char *name, const char *value, const char *more)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s=%s%s", name, value, more);
    script->environment[script->environment_count++] = strdup(text.text);
    strbuf_release(&text);
}

/* Later ones count: a script may set what is set here. */
static void make_environment(struct script *script)
{
    static const char *const passed[] = {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"};
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (getenv(passed[i]))
            setf(script, passed[i], getenv(passed[i]), "");
    setf(script, "HOME", script->folder, "");
    setf(script, "TMP", script->folder, "");
    setf(script, "XDG_DATA_HOME", script->folder, "/data");
    setf(script, "XDG_STATE_HOME", script->folder, "/state");
    setf(script, "XDG_CONFIG_HOME", script->folder, "/config");
    setf(script, "LC_ALL", "C.UTF-8", "");
}

/* Appends text with $TMP put in. */
static void expand(const struct script *script, const char *text, struct strbuf *out)
{
    while (*text) {
        if (strncmp(text, "$TMP", 4) == 0) {
            strbuf_adds(out, script->folder);
            text += 4;
        } else {
            strbuf_addc(out, *text++);
        }
    }
}

static void set(struct script *script, const char *assignment)
{
    struct strbuf text;
    strbuf_init(&text);
    expand(script, assignment, &text);
    if (script->environment_count < NAMES - 1)
        script->environment[script->environment_count++] = strdup(text.text);
    strbuf_release(&text);
}

static int run(struct script *script, char *rest)
{
    char *arguments[WORDS] = {NULL};
    const char *environment[NAMES + 2] = {NULL};
    struct strbuf words, path;
    int count = 1;
    strbuf_init(&words);
    strbuf_init(&path);
    int rc = pty_place_program(script->program, script->folder, &path);
    arguments[0] = path.text;
    expand(script, rest, &words);
    for (char *word = strtok(words.text, " "); word && count < WORDS - 1; word = strtok(NULL, " "))
        arguments[count++] = word;
    char term[80];
    snprintf(term, sizeof term, "TERM=%s", script->term);
    environment[script->environment_count] = term; /* getenv() takes the first */
    for (int i = 0; i < script->environment_count; i++)
        environment[i] = script->environment[script->environment_count - 1 - i];
    struct pty_options options = {script->rows, script->columns, environment, arguments};
    rc = rc < 0 ? -1 : pty_start(&script->pty, &options);
    strbuf_release(&words);
    strbuf_release(&path);
    if (rc < 0)
        return fail(script, "cannot start the program", rest);
    script->running = true;
    return 0;
}

static int run_shell(struct script *script, const char *command)
{
    setenv("TMP", script->folder, 1);
    return system(command) == 0 ? 0 : fail(script, "the command failed", command);
}

/* --- what is done -------------------------------------------------------------------------------
 */

static int send_keys(struct script *script, char *rest)
{
    for (char *name = strtok(rest, " "); name; name = strtok(NULL, " ")) {
        int32_t key = keycode_from_name(name);
        if (!key)
            return fail(script, "no key has this name", name);
        pty_key(&script->pty, key);
        if (key == KEYCODE_ESCAPE && !pty_settle(&script->pty, LIMIT_MS))
            return fail(script, "the program does not come to rest", ""); /* else it were Alt */
    }
    return 0;
}

static int send_text(struct script *script, const char *text)
{
    uint32_t character;
    while (*text) {
        text = grid_decode(text, &character);
        pty_key(&script->pty, (int32_t)character);
    }
    return 0;
}

static int send_mouse(struct script *script, const char *rest)
{
    static const char *const names[] = {"left", "middle", "right", "up", "down"};
    char name[16];
    int row, column;
    if (sscanf(rest, "%15s %d %d", name, &row, &column) == 3)
        for (int i = 0; i < 5; i++)
            if (strcmp(names[i], name) == 0) {
                pty_mouse(&script->pty, i + 1, row, column);
                return 0;
            }
    return fail(script, "mouse left|middle|right|up|down ROW COLUMN", rest);
}

static int resize(struct script *script, const char *rest)
{
    if (sscanf(rest, "%dx%d", &script->columns, &script->rows) != 2)
        return fail(script, "COLUMNSxROWS", rest);
    if (script->running)
        pty_resize(&script->pty, script->rows, script->columns);
    return 0;
}

static int send_signal(struct script *script, const char *name)
{
    int number = signal_by_name(name);
    if (!number)
        return fail(script, "no signal has this name", name);
    if (!pty_settle(&script->pty, LIMIT_MS))
        return fail(script, "the program does not come to rest", "");
    pty_signal(&script->pty, number);
    return 0;
}

/* --- what must be -------------------------------------------------------------------------------
 */

static bool contains(const struct pty *pty, int only_row, const char *text)
{
    int rows, columns;
    bool found = false;
    struct strbuf row;
    strbuf_init(&row);
    vterm_get_size(pty->vterm, &rows, &columns);
    for (int i = 0; i < rows && !found; i++) {
        if (only_row >= 0 && i != only_row)
            continue;
        strbuf_clear(&row);
        pty_row(pty, i, &row);
        found = strstr(row.text, text) != NULL;
    }
    strbuf_release(&row);
    return found;
}

/* Until the screen contains the text, or no longer does. */
static int await(struct script *script, int row, const char *text, bool is_there)
{
    int64_t limit = now_ms() + LIMIT_MS;
    while (contains(&script->pty, row, text) != is_there) {
        bool over = script->pty.ended || now_ms() > limit;
        if (!pty_read(&script->pty, 50) && over)
            return fail(script, is_there ? "not on the screen" : "still on the screen", text);
    }
    return 0;
}

static int expect_row(struct script *script, const char *rest)
{
    int row, length;
    if (sscanf(rest, "%d %n", &row, &length) != 1)
        return fail(script, "row NUMBER TEXT", rest);
    return await(script, row, rest + length, true);
}

static int settle(struct script *script)
{
    return pty_settle(&script->pty, LIMIT_MS)
               ? 0
               : fail(script, "the program does not come to rest", "");
}

static int expect_lack(struct script *script, const char *text)
{
    if (settle(script) < 0)
        return -1;
    return contains(&script->pty, -1, text) ? fail(script, "on the screen", text) : 0;
}

static int expect_cursor(struct script *script, const char *rest)
{
    int row, column, is_row, is_column;
    if (settle(script) < 0)
        return -1;
    pty_cursor(&script->pty, &is_row, &is_column);
    if (strcmp(rest, "hidden") == 0)
        return script->pty.cursor_visible ? fail(script, "the cursor is not hidden", "") : 0;
    if (sscanf(rest, "%d %d", &row, &column) != 2)
        return fail(script, "cursor hidden, or cursor ROW COLUMN", rest);
    if (!script->pty.cursor_visible || row != is_row || column != is_column)
        return fail(script, "the cursor is not there", rest);
    return 0;
}

/* F12 writes $TMP/picture.svg; expected is docs/pictures/NAME.svg. */
static int expect_picture(struct script *script, const char *name)
{
    char expected[200];
    struct strbuf command;
    int rc = settle(script);
    snprintf(expected, sizeof expected, "docs/pictures/%s.svg", name);
    pty_key(&script->pty, KEYCODE_F12);
    rc = rc < 0 || settle(script) < 0 ? -1 : 0;
    strbuf_init(&command);
    strbuf_addf(&command, "cmp -s %s/picture.svg %s", script->folder, expected);
    if (rc == 0 && system(command.text) != 0) {
        strbuf_clear(&command);
        strbuf_addf(&command, "mkdir -p docs/pictures && cp %s/picture.svg %s", script->folder,
                    expected);
        if (!script->rewrite)
            rc = fail(script, "the picture is not current; make pictures writes it", expected);
        else if (system(command.text) != 0)
            rc = fail(script, "cannot write", expected);
        else
            printf("rewritten: %s\n", expected);
    }
    strbuf_release(&command);
    return rc;
}

static int write_golden(struct script *script, const char *path, const struct strbuf *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text->text, 1, text->length, file) != text->length || fclose(file) != 0)
        return fail(script, "cannot write", path);
    printf("rewritten: %s\n", path);
    return 0;
}

static int show_difference(struct script *script, const char *path, const struct strbuf *now)
{
    struct strbuf command;
    strbuf_init(&command);
    strbuf_addf(&command, "diff -u %s - || :", path);
    fflush(stdout);
    FILE *diff = popen(command.text, "w");
    if (diff) {
        fwrite(now->text, 1, now->length, diff);
        pclose(diff);
    }
    strbuf_release(&command);
    script->running = false; /* the difference shows the screen */
    int rc = fail(script, "another screen than in", path);
    script->running = true;
    return rc;
}

static int expect_screen(struct script *script, const char *name)
{
    char path[200];
    struct strbuf expected, now;
    struct err err;
    int rc = settle(script);
    snprintf(path, sizeof path, "tests/golden/screens/%s.txt", name);
    err_init(&err);
    strbuf_init(&expected);
    strbuf_init(&now);
    bool exists = strbuf_read_file(&expected, path, 1 << 20, &err) == 0;
    for (int64_t limit = now_ms() + (script->rewrite ? 0 : LIMIT_MS / 3); rc == 0;) {
        strbuf_clear(&now);
        pty_dump(&script->pty, &now);
        if (exists && strcmp(now.text, expected.text) == 0)
            break;
        if (now_ms() < limit)
            pty_read(&script->pty, 100);
        else
            rc = 1;
    }
    if (rc == 1)
        rc = script->rewrite ? write_golden(script, path, &now)
             : exists        ? show_difference(script, path, &now)
                             : fail(script, "make golden writes it", path);
    strbuf_release(&expected);
    strbuf_release(&now);
    return rc;
}

static int expect_restored(struct script *script)
{
    struct strbuf differences;
    strbuf_init(&differences);
    while (pty_read(&script->pty, 20))
        ;
    pty_compare(&script->pty, &differences);
    int rc = 0;
    if (differences.length > 0)
        rc = fail(script, "the terminal is not as it was", differences.text);
    strbuf_release(&differences);
    return rc;
}

static int expect_stop(struct script *script)
{
    int64_t limit = now_ms() + LIMIT_MS;
    while (!script->pty.stopped && !script->pty.ended && now_ms() < limit)
        pty_read(&script->pty, 50);
    return script->pty.stopped ? 0 : fail(script, "the program does not stop", "");
}

static int expect_end(struct script *script, const char *how)
{
    int64_t limit = now_ms() + LIMIT_MS;
    while (!script->pty.ended && now_ms() < limit)
        pty_read(&script->pty, 50);
    if (!script->pty.ended)
        return fail(script, "the program does not end", "");
    script->seen_end = true;
    int status = script->pty.status, number = signal_by_name(how);
    bool as_said = number ? WIFSIGNALED(status) && WTERMSIG(status) == number
                          : WIFEXITED(status) && WEXITSTATUS(status) == atoi(how);
    if (!as_said)
        return fail(script, "the program ended in another way than", how);
    return strcmp(how, "KILL") == 0 ? 0 : expect_restored(script);
}

/* --- how long it takes --------------------------------------------------------------------------
 */

static int judge(struct script *script, const char *name, double ms, double limit_ms)
{
    printf("%-44s %9.2f ms (limit %g)  %s\n", name, ms, limit_ms,
           ms <= limit_ms ? "ok" : "TOO SLOW");
    script->slow += ms > limit_ms;
    return 0;
}

/* opened MILLISECONDS NAME: at rest, what it has taken so far. */
static int judge_opening(struct script *script, const char *rest)
{
    int limit, name;
    if (sscanf(rest, "%d %n", &limit, &name) != 1)
        return fail(script, "opened MILLISECONDS NAME", rest);
    if (settle(script) < 0)
        return -1;
    return judge(script, rest + name, (double)pty_cpu(&script->pty) / 1e6, limit);
}

/* each MILLISECONDS TIMES KEYS NAME: the longest that one of these keys takes. */
static int judge_keys(struct script *script, char *rest)
{
    int limit, times, at;
    char keys[200];
    if (sscanf(rest, "%d %d %199s %n", &limit, &times, keys, &at) != 3)
        return fail(script, "each MILLISECONDS TIMES KEY[,KEY...] NAME", rest);
    int64_t most = 0;
    for (int i = 0; i < times; i++) {
        char list[200];
        snprintf(list, sizeof list, "%s", keys);
        char *next = list;
        for (char *name; (name = strsep(&next, ","));) {
            int32_t key = keycode_from_name(*name ? name : ",");
            if (!key)
                return fail(script, "no key has this name", name);
            if (settle(script) < 0)
                return -1;
            int64_t before = pty_cpu(&script->pty);
            pty_key(&script->pty, key);
            if (settle(script) < 0)
                return -1;
            int64_t took = pty_cpu(&script->pty) - before;
            most = took > most ? took : most;
        }
    }
    return judge(script, rest + at, (double)most / 1e6, limit);
}

/* --- lines --------------------------------------------------------------------------------------
 */

static int obey(struct script *script, const char *verb, char *rest)
{
    if (strcmp(verb, "size") == 0 || strcmp(verb, "resize") == 0)
        return resize(script, rest);
    if (strcmp(verb, "term") == 0)
        return snprintf(script->term, sizeof script->term, "%s", rest) > 0 ? 0 : -1;
    if (strcmp(verb, "set") == 0)
        return set(script, rest), 0;
    if (strcmp(verb, "sh") == 0)
        return run_shell(script, rest);
    if (strcmp(verb, "run") == 0 && !script->running)
        return run(script, rest);
    if (!script->running)
        return fail(script, "nothing runs yet", verb);
    if (strcmp(verb, "keys") == 0)
        return send_keys(script, rest);
    if (strcmp(verb, "type") == 0)
        return send_text(script, rest);
    if (strcmp(verb, "mouse") == 0)
        return send_mouse(script, rest);
    if (strcmp(verb, "signal") == 0)
        return send_signal(script, rest);
    if (strcmp(verb, "stops") == 0)
        return expect_stop(script) < 0 ? -1 : expect_restored(script);
    if (strcmp(verb, "stopped") == 0)
        return expect_stop(script);
    if (strcmp(verb, "continue") == 0)
        return pty_continue(&script->pty), 0;
    if (strcmp(verb, "settle") == 0)
        return settle(script);
    if (strcmp(verb, "wait") == 0)
        return await(script, -1, rest, true);
    if (strcmp(verb, "gone") == 0)
        return await(script, -1, rest, false);
    if (strcmp(verb, "lacks") == 0)
        return expect_lack(script, rest);
    if (strcmp(verb, "row") == 0)
        return expect_row(script, rest);
    if (strcmp(verb, "cursor") == 0)
        return expect_cursor(script, rest);
    if (strcmp(verb, "screen") == 0)
        return expect_screen(script, rest);
    if (strcmp(verb, "opened") == 0)
        return judge_opening(script, rest);
    if (strcmp(verb, "each") == 0)
        return judge_keys(script, rest);
    if (strcmp(verb, "picture") == 0)
        return expect_picture(script, rest);
    if (strcmp(verb, "ends") == 0)
        return expect_end(script, rest);
    return fail(script, "no such line", verb);
}

static int obey_lines(struct script *script, FILE *file)
{
    char *text = NULL;
    size_t capacity = 0;
    int rc = 0;
    while (rc == 0 && getline(&text, &capacity, file) > 0) {
        script->line++;
        text[strcspn(text, "\n")] = 0;
        char *verb = text + strspn(text, " ");
        if (!*verb || *verb == '#')
            continue;
        char *rest = verb + strcspn(verb, " ");
        if (*rest)
            *rest++ = 0;
        rc = obey(script, verb, rest);
        if (rc < 0 && script->running && contains(&script->pty, -1, "built without curses"))
            rc = 77;
    }
    free(text);
    if (rc == 0 && !script->seen_end)
        rc = fail(script, "the script does not say how the program ends", "");
    return rc == 0 && script->slow > 0 ? -1 : rc;
}

int script_run(const char *program, const char *path, bool rewrite)
{
    struct script script = {.program = program,
                            .path = path,
                            .rewrite = rewrite,
                            .folder = "/tmp/nullstream-keys-XXXXXX",
                            .rows = 24,
                            .columns = 80,
                            .term = "xterm-256color"};
    FILE *file = fopen(path, "r");
    if (!file || !mkdtemp(script.folder)) {
        printf("FAILED: cannot read %s\n", path);
        return 1;
    }
    make_environment(&script);
    int rc = obey_lines(&script, file);
    fclose(file);
    if (script.running)
        pty_end(&script.pty);
    for (int i = 0; i < script.environment_count; i++)
        free(script.environment[i]);
    struct strbuf command;
    strbuf_init(&command);
    strbuf_addf(&command, "rm -rf '%s'", script.folder);
    if (system(command.text) != 0)
        printf("cannot remove %s\n", script.folder);
    strbuf_release(&command);
    return rc < 0 ? 1 : rc;
}
