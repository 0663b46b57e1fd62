#include "tui/learn/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHORT = 10 }; /* ms: what has closed its output is about to end */

int child_start(struct child *child, const char *const *words, struct err *err)
{
    int pipes[2];
    memset(child, 0, sizeof *child);
    strbuf_init(&child->said);
    child->out = -1;
    if (pipe2(pipes, O_CLOEXEC) < 0)
        return err_set(err, ERR_RUN, "cannot start %s: %s", words[0], strerror(errno));
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    child->pid = fork();
    if (child->pid == 0) {
        sigset_t none;
        setpgid(0, 0);
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        dup2(nothing, STDIN_FILENO);
        dup2(pipes[1], STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    int reason = errno;
    if (nothing >= 0)
        close(nothing);
    close(pipes[1]);
    if (child->pid < 0) {
        close(pipes[0]);
        return err_set(err, ERR_RUN, "cannot start %s: %s", words[0], strerror(reason));
    }
    setpgid(child->pid, child->pid);
    fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    child->out = pipes[0];
    child->runs = true;
    return 0;
}

/* False when nothing more will come. */
static bool collect(struct child *child)
{
    char bytes[4096];
    for (;;) {
        ssize_t n = read(child->out, bytes, sizeof bytes);
        if (n == 0)
            return false;
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        if (child->said.length + (size_t)n <= CHILD_MOST_SAID)
            strbuf_add(&child->said, bytes, (size_t)n);
    }
}

static void note_end(struct child *child, int status)
{
    child->runs = false;
    child->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool child_poll(struct child *child, int ms)
{
    if (!child->runs)
        return true;
    int status;
    struct pollfd ready = {.fd = child->out, .events = POLLIN};
    if (ms > 0)
        poll(&ready, 1, child->out >= 0 || ms < SHORT ? ms : SHORT);
    if (child->out >= 0 && !collect(child)) {
        close(child->out);
        child->out = -1;
    }
    if (waitpid(child->pid, &status, WNOHANG) == child->pid) {
        if (child->out >= 0)
            collect(child);
        note_end(child, status);
    }
    return !child->runs;
}

void child_release(struct child *child)
{
    if (child->runs) {
        int status;
        kill(-child->pid, SIGKILL);
        while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
            ;
        note_end(child, status);
    }
    if (child->out >= 0)
        close(child->out);
    child->out = -1;
    strbuf_release(&child->said);
}
