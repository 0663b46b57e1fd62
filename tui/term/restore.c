#include "tui/term/restore.h"

#include "sim/base/mem.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,
                             SIGILL, SIGTRAP, SIGSYS, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};
enum { CAUGHT = sizeof caught / sizeof caught[0] };

static struct {
    volatile sig_atomic_t armed;
    int fd;
    char text[512];
    size_t length;
    struct termios modes;
    struct sigaction before[CAUGHT];
    void *stack; /* a stack that overflowed cannot run a handler */
    stack_t stack_before;
} prepared;

static void handle(int signal)
{
    int saved = errno;
    if (prepared.armed) {
        prepared.armed = 0;
        size_t done = 0;
        while (done < prepared.length) {
            ssize_t n = write(prepared.fd, prepared.text + done, prepared.length - done);
            if (n <= 0 && errno != EINTR)
                break;
            done += n > 0 ? (size_t)n : 0;
        }
        tcsetattr(prepared.fd, TCSANOW, &prepared.modes);
    }
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] == signal)
            sigaction(signal, &prepared.before[i], NULL);
    errno = saved;
    raise(signal); /* comes when this handler has returned */
}

int restore_prepare(int fd, const char *text, size_t length)
{
    if (length > sizeof prepared.text || tcgetattr(fd, &prepared.modes) < 0)
        return -1;
    prepared.fd = fd;
    memcpy(prepared.text, text, length);
    prepared.length = length;
    prepared.armed = 0;
    size_t stack_bytes = (size_t)SIGSTKSZ + 16384;
    prepared.stack = mem_zalloc(stack_bytes);
    stack_t stack = {.ss_sp = prepared.stack, .ss_size = stack_bytes};
    sigaltstack(&stack, &prepared.stack_before);
    for (int i = 0; i < CAUGHT; i++) {
        /* SIGTTOU would stop a program in the background that restores the modes. */
        struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
        sigfillset(&action.sa_mask);
        sigaction(caught[i], NULL, &prepared.before[i]);
        if (prepared.before[i].sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
    return 0;
}

void restore_arm(int on)
{
    prepared.armed = on;
}

void restore_release(void)
{
    prepared.armed = 0;
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &prepared.before[i], NULL);
    sigaltstack(&prepared.stack_before, NULL);
    free(prepared.stack);
    prepared.stack = NULL;
}
