/* Usage: keys-random [--seconds N] [--view N] NULLSTREAM LIST FIRST-SEED RUNS STEPS
 *
 * Random keys, mouse clicks, sizes and signals against every view of LIST, a line of arguments
 * each. A run starts the program and does STEPS random things; then, or when one of the keys ended
 * it, the terminal must be as it was, and its status 0, or what the signal sent is. The seed of
 * each run is FIRST-SEED and those after it, so that a run can be had again: the same seed does the
 * same things. With --seconds, runs go on for that long instead; with --view, only the N-th of the
 * list is tried, from 1.
 *
 * Fails on another status (sanitizers have one), on a terminal that is not as it was, and on a
 * program that does not come to rest.
 */
#include "tests/term/pty.h"
#include "tui/term/keys.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 64, LIMIT_MS = 60000, STEPS_BETWEEN_RESTS = 16 };
enum { MOST_ROWS = 100, MOST_COLUMNS = 300 };

struct run {
    struct pty pty;
    uint64_t state;
    char folder[64];
    struct strbuf program; /* where it was put */
    int fatal;             /* the signal sent to end it, 0: none */
    int rows, columns;     /* of the terminal, as the program is told */
};

/* xorshift64* */
static uint32_t below(struct run *run, uint32_t n)
{
    run->state ^= run->state >> 12;
    run->state ^= run->state << 25;
    run->state ^= run->state >> 27;
    return (uint32_t)((run->state * 0x2545f4914f6cdd1dULL) >> 33) % n;
}

static int32_t any_key(struct run *run)
{
    /* most often what moves and what views bind, now and then any character at all */
    static const char bound[] = "?hjklnpbfgitmcwsuvxyBCDEGHPW[]{}<>+-=*/.,:;0123456789 ";
    switch (below(run, 8)) {
    case 0:
    case 1:
    case 2: /* not the last: F12 and what is behind it */
        return KEYCODE_FIRST + 1 + (int32_t)below(run, KEYCODE_END_OF_LIST - KEYCODE_FIRST - 1);
    case 3:
    case 4:
    case 5:
        return bound[below(run, sizeof bound - 1)];
    case 6: { /* seldom what leaves; never what the terminal takes: Ctrl-C, Ctrl-\, Ctrl-Z */
        int32_t key = 'a' + (int32_t)below(run, 26);
        return key == 'q' && below(run, 8) ? 'Q' : key;
    }
    default:
        return below(run, 4) ? 0x20 + (int32_t)below(run, 0x5f) : 0xa1 + (int32_t)below(run, 0x600);
    }
}

/* libvterm 0.1 writes outside its memory when it is to scroll by more lines than it has, as a
 * program may ask that has not yet seen that the terminal got smaller: so it stays as large as can
 * be. */
static void resize(struct run *run, int rows, int columns)
{
    run->rows = rows;
    run->columns = columns;
    pty_tell_size(&run->pty, rows, columns);
}

static void stop_and_go(struct run *run)
{
    pty_settle(&run->pty, LIMIT_MS);
    pty_signal(&run->pty, below(run, 2) ? SIGTSTP : SIGSTOP);
    pty_settle(&run->pty, LIMIT_MS);
    if (below(run, 2))
        resize(run, 10 + (int)below(run, MOST_ROWS - 9), 40 + (int)below(run, MOST_COLUMNS - 39));
    pty_continue(&run->pty);
}

static void step(struct run *run)
{
    uint32_t what = below(run, 100);
    if (what < 80)
        pty_key(&run->pty, any_key(run));
    else if (what < 88)
        pty_mouse(&run->pty, 1 + (int)below(run, 5), (int)below(run, (uint32_t)run->rows),
                  (int)below(run, (uint32_t)run->columns));
    else if (what < 96)
        resize(run, 1 + (int)below(run, MOST_ROWS), 1 + (int)below(run, MOST_COLUMNS));
    else if (what < 98)
        pty_signal(&run->pty, below(run, 2) ? SIGWINCH : SIGCONT);
    else
        stop_and_go(run);
}

static int complain(struct run *run, const char *line, uint64_t seed, int steps, const char *what)
{
    struct strbuf text;
    strbuf_init(&text);
    pty_dump(&run->pty, &text);
    printf("FAILED: seed %llu after %d steps, %s: %s\n%s", (unsigned long long)seed, steps, line,
           what, text.text);
    size_t from = run->pty.log.length > 6000 ? run->pty.log.length - 6000 : 0;
    printf("--- the last bytes it wrote:\n%s\n---\n", run->pty.log.text + from);
    strbuf_release(&text);
    return -1;
}

static int check_end(struct run *run, const char *line, uint64_t seed, int steps)
{
    int status = run->pty.status, rc = 0;
    struct strbuf text;
    strbuf_init(&text);
    while (pty_read(&run->pty, 20))
        ;
    pty_compare(&run->pty, &text);
    bool as_meant = WIFEXITED(status) ? WEXITSTATUS(status) == 0
                                      : WIFSIGNALED(status) && WTERMSIG(status) == run->fatal;
    if (!as_meant) {
        strbuf_addf(&text, "status %#x", (unsigned)status);
        rc = complain(run, line, seed, steps, text.text);
    } else if (text.length > 0) {
        rc = complain(run, line, seed, steps, text.text);
    }
    strbuf_release(&text);
    return rc;
}

static int finish(struct run *run, const char *line, uint64_t seed, int steps)
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    if (!pty_settle(&run->pty, LIMIT_MS))
        return complain(run, line, seed, steps, "it does not come to rest");
    if (!run->pty.ended) {
        run->fatal = fatal[below(run, 4)];
        pty_signal(&run->pty, run->fatal);
        for (int i = 0; i < LIMIT_MS / 50 && !run->pty.ended; i++)
            pty_read(&run->pty, 50);
        if (!run->pty.ended)
            return complain(run, line, seed, steps, "it does not end");
    }
    return check_end(run, line, seed, steps);
}

static int start(struct run *run, const char *line)
{
    static const char *const terminals[] = {"xterm-256color", "xterm", "vt100", "screen-256color"};
    char *arguments[WORDS] = {NULL};
    struct strbuf words;
    char term[64], home[100], data[100], state[100], path[200];
    const char *environment[16] = {
        term, home,          data,           state,
        path, "VISUAL=true", "LANG=C.UTF-8", below(run, 4) ? NULL : "LC_ALL=C"};
    int count = 1;
    strbuf_init(&words);
    arguments[0] = run->program.text;
    for (const char *at = line; *at;) {
        size_t length = strncmp(at, "$TMP", 4) == 0 ? 4 : 1;
        strbuf_add(&words, length == 4 ? run->folder : at, length == 4 ? strlen(run->folder) : 1);
        at += length;
    }
    for (char *word = strtok(words.text, " "); word && count < WORDS - 1; word = strtok(NULL, " "))
        arguments[count++] = word;
    snprintf(term, sizeof term, "TERM=%s", terminals[below(run, 4)]);
    snprintf(home, sizeof home, "HOME=%s", run->folder);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", run->folder);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", run->folder);
    snprintf(path, sizeof path, "PATH=%.190s", getenv("PATH"));
    struct pty_options options = {10 + (int)below(run, 50), 40 + (int)below(run, 160), environment,
                                  arguments};
    run->rows = options.rows;
    run->columns = options.columns;
    int rc = pty_start(&run->pty, &options);
    if (rc == 0)
        vterm_set_size(run->pty.vterm, MOST_ROWS, MOST_COLUMNS);
    strbuf_release(&words);
    return rc;
}

/* From a start of the program to its end; *done counts steps. */
static int try_once(struct run *run, const char *line, uint64_t seed, int steps, int *done)
{
    run->fatal = 0;
    if (start(run, line) < 0)
        return printf("FAILED: cannot start %s\n", line), -1;
    int rc = 0;
    for (int i = 0; i < 600 && run->pty.log.length == 0 && !run->pty.ended; i++)
        pty_read(&run->pty, 100);
    if (run->pty.log.length == 0 || run->pty.ended)
        rc = run->pty.ended && strstr(run->pty.log.text, "built without curses")
                 ? 77
                 : complain(run, line, seed, *done, "no screen");
    while (rc == 0 && *done < steps && !run->pty.ended) {
        step(run);
        if (++*done % STEPS_BETWEEN_RESTS == 0 && !pty_settle(&run->pty, LIMIT_MS))
            rc = complain(run, line, seed, *done, "it does not come to rest");
    }
    if (rc == 0)
        rc = finish(run, line, seed, *done);
    pty_end(&run->pty);
    return rc;
}

/* A view, one seed; started again, where it was left, whenever a key ends it. */
static int try(const char *program, const char *line, uint64_t seed, int steps)
{
    struct run run = {.state = seed * 0x9e3779b97f4a7c15ULL + 1,
                      .folder = "/tmp/keys-random-XXXXXX"};
    char command[100];
    int rc, done = 0;
    strbuf_init(&run.program);
    if (!mkdtemp(run.folder) || pty_place_program(program, run.folder, &run.program) < 0)
        return printf("FAILED: cannot write to %s\n", run.folder), -1;
    do
        rc = try_once(&run, line, seed, steps, &done);
    while (rc == 0 && done < steps);
    strbuf_release(&run.program);
    snprintf(command, sizeof command, "rm -rf '%s'", run.folder);
    if (system(command) != 0)
        rc = -1;
    return rc;
}

/* `view`: the only line that is tried, from 1; 0: each. Fails where there is none. */
static int try_all(const char *program, const char *list, int view, uint64_t seed, int steps)
{
    FILE *file = fopen(list, "r");
    char line[1000];
    int rc = 0, at = 0, tried = 0;
    if (!file)
        return printf("FAILED: cannot read %s\n", list), -1;
    while (rc == 0 && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!*line || *line == '#' || (++at != view && view))
            continue;
        rc = try(program, line, seed, steps);
        tried++;
    }
    fclose(file);
    if (tried == 0)
        return printf("FAILED: no view %d in %s\n", view, list), -1;
    return rc;
}

int main(int argc, char **argv)
{
    int seconds = 0, view = 0;
    for (; argc > 2 && strncmp(argv[1], "--", 2) == 0; argv += 2, argc -= 2) {
        if (strcmp(argv[1], "--seconds") == 0)
            seconds = atoi(argv[2]);
        else if (strcmp(argv[1], "--view") == 0)
            view = atoi(argv[2]);
    }
    char *program = argc == 6 ? realpath(argv[1], NULL) : NULL;
    if (!program) {
        fprintf(stderr, "usage: keys-random [--seconds N] [--view N] NULLSTREAM LIST FIRST-SEED "
                        "RUNS STEPS\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint64_t first = strtoull(argv[3], NULL, 10);
    int runs = atoi(argv[4]), steps = atoi(argv[5]), rc = 0, done = 0;
    time_t end = time(NULL) + seconds;
    for (; rc == 0 && (seconds ? time(NULL) < end : done < runs); done++)
        rc = try_all(program, argv[2], view, first + (uint64_t)done, steps);
    free(program);
    if (rc == 77)
        printf("the program was built without curses\n");
    else if (rc == 0 && view)
        printf("%d seeds from %llu, %d random keys, sizes and signals against view %d\n", done,
               (unsigned long long)first, steps, view);
    else if (rc == 0)
        printf("%d seeds from %llu, %d random keys, sizes and signals against each view\n", done,
               (unsigned long long)first, steps);
    return rc < 0 ? 1 : rc;
}
