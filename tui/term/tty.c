#include "tui/term/tty.h"

#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

int tty_open(struct tty *tty, struct err *err)
{
    struct sigaction stop;
    *tty = (struct tty){.in = stdin, .out = stdout, .signals = -1};
    sigaction(SIGTSTP, NULL, &stop);
    tty->may_stop = stop.sa_handler != SIG_IGN;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return 0;
    tty->opened = fopen("/dev/tty", "r+");
    if (!tty->opened)
        return err_set(err, ERR_UNAVAILABLE, "there is no terminal to draw on");
    tty->in = tty->out = tty->opened;
    return 0;
}

void tty_take_signals(struct tty *tty)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGWINCH);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGCONT);
    sigprocmask(SIG_BLOCK, &set, tty->signals < 0 ? &tty->mask : NULL);
    if (tty->signals < 0)
        tty->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

void tty_give_signals(const struct tty *tty)
{
    if (tty->signals >= 0)
        sigprocmask(SIG_SETMASK, &tty->mask, NULL);
}

int tty_next_signal(const struct tty *tty)
{
    struct signalfd_siginfo info;
    return read(tty->signals, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void tty_stop(const struct tty *tty)
{
    sigset_t set;
    struct sigaction before, stop = {.sa_handler = SIG_DFL};
    if (!tty->may_stop)
        return;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* here it stops */
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

bool tty_size(const struct tty *tty, int *rows, int *columns)
{
    struct winsize size;
    if (ioctl(fileno(tty->out), TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

void tty_close(struct tty *tty)
{
    tty_give_signals(tty);
    if (tty->signals >= 0)
        close(tty->signals);
    if (tty->opened)
        fclose(tty->opened);
}
