// Handlers of signals that never come.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <unistd.h>

static volatile std::sig_atomic_t stop = 0;
static std::atomic<bool> running{true};

extern "C" void on_signal(int number) { stop = number; }

int main()
{
    if (std::signal(SIGINT, on_signal) == SIG_ERR)
        return 1;
    std::signal(SIGTERM, [](int) { running = false; });
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    action.sa_flags = SA_RESTART;
    printf("%d %d\n", sigaction(SIGINT, &action, nullptr), sigismember(&action.sa_mask, SIGUSR1));
    int turns = 0;
    while (running && !stop && turns < 3)
        turns++;
    printf("%d %d %d\n", turns, signal(SIGINT, SIG_DFL) == on_signal, signal(SIGKILL, SIG_IGN) == SIG_ERR);
    pid_t process = getpid();
    intptr_t number = process;
    printf("%d\n", number > 0);
}
