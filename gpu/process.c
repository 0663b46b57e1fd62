#include "gpu/process.h"

#include "gpu/posix.h"
#include "sim/base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Types of the protocol's own; those of users count from 1. */
enum { MESSAGE_END = 0, MESSAGE_ERROR = UINT32_MAX };

struct header {
    uint32_t type, unused;
    uint64_t bytes;
};

enum { TICK_MS = 100 };

/* --- the child ----------------------------------------------------------------------------------
 */

void process_step(struct process *process)
{
    atomic_fetch_add(&process->page->steps, 1);
}

void process_alive(struct process *process)
{
    atomic_fetch_add(&process->page->signs, 1);
}

static int write_all(int fd, const void *data, size_t bytes)
{
    const char *at = data;
    while (bytes > 0) {
        ssize_t written = write(fd, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        at += written;
        bytes -= (size_t)written;
    }
    return 0;
}

int process_send(struct process *process, uint32_t type, const void *data, size_t bytes,
                 struct err *err)
{
    struct header header = {.type = type, .bytes = bytes};
    if (write_all(process->fd, &header, sizeof header) != 0 ||
        write_all(process->fd, data, bytes) != 0)
        return err_set(err, ERR_RUN, "the measuring process cannot report: %s", strerror(errno));
    return 0;
}

static _Noreturn void be_child(struct process *process,
                               int (*body)(struct process *, void *, struct err *), void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    struct err err;
    err_init(&err);
    int result = body(process, context, &err);
    struct err unsaid;
    err_init(&unsaid);
    if (result != 0)
        process_send(process, MESSAGE_ERROR, &err, sizeof err, &unsaid);
    else
        process_send(process, MESSAGE_END, NULL, 0, &unsaid);
    _exit(0);
}

/* --- the parent ---------------------------------------------------------------------------------
 */

struct parent {
    const struct process_options *options;
    struct process_page *page;
    int fd;
    char *bytes; /* read and not yet taken */
    size_t count, capacity;
    bool ended;
};

/* Takes the messages that are complete: 0, or -1 with *err filled. */
static int take_messages(struct parent *parent, struct err *err)
{
    size_t used = 0;
    int result = 0;
    while (result == 0 && !parent->ended) {
        struct header header;
        if (parent->count - used < sizeof header)
            break;
        memcpy(&header, parent->bytes + used, sizeof header);
        if (parent->count - used - sizeof header < header.bytes)
            break;
        const char *data = parent->bytes + used + sizeof header;
        if (header.type == MESSAGE_END) {
            parent->ended = true;
        } else if (header.type == MESSAGE_ERROR && header.bytes == sizeof *err) {
            memcpy(err, data, sizeof *err);
            result = -1;
        } else {
            result = parent->options->receive(parent->options->context, header.type, data,
                                              header.bytes, err);
        }
        used += sizeof header + header.bytes;
    }
    memmove(parent->bytes, parent->bytes + used, parent->count - used);
    parent->count -= used;
    return result;
}

enum { READ_BYTES = 1 << 16 };

/* 1: something was read; 0: the child has closed its end; -1: cannot be read. */
static int read_some(struct parent *parent)
{
    parent->bytes =
        mem_grow(parent->bytes, &parent->capacity, parent->count + READ_BYTES, sizeof(char));
    ssize_t got = read(parent->fd, parent->bytes + parent->count, READ_BYTES);
    if (got < 0)
        return errno == EINTR ? 1 : -1;
    parent->count += (size_t)got;
    return got > 0;
}

static enum process_end listen_to(struct parent *parent, struct err *err)
{
    uint32_t steps = atomic_load(&parent->page->steps);
    uint32_t signs = atomic_load(&parent->page->signs);
    int64_t moved = posix_now(), ticked = moved;
    for (;;) {
        struct pollfd ready = {.fd = parent->fd, .events = POLLIN};
        int count = poll(&ready, 1, TICK_MS);
        int64_t now = posix_now();
        uint32_t seen = atomic_load(&parent->page->steps);
        uint32_t given = atomic_load(&parent->page->signs);
        if (seen != steps || given != signs || count > 0)
            moved = now;
        steps = seen;
        signs = given;
        if (parent->options->tick && now - ticked >= TICK_MS * INT64_C(1000000)) {
            parent->options->tick(parent->options->context, steps);
            ticked = now;
        }
        if (count > 0) {
            int got = read_some(parent);
            int why = errno;
            if (take_messages(parent, err) != 0)
                return PROCESS_FAILED;
            if (parent->ended)
                return PROCESS_DONE;
            if (got < 0) { /* it may still run: not to be waited for */
                err_set(err, ERR_RUN, "what the measuring process reports cannot be read: %s",
                        strerror(why));
                return PROCESS_FAILED;
            }
            if (got == 0)
                return PROCESS_CRASHED;
        }
        if (now - moved > parent->options->limit)
            return PROCESS_TIMED_OUT;
    }
}

enum process_end process_run(const struct process_options *options,
                             int (*body)(struct process *process, void *context, struct err *err),
                             void *context, struct process_page *last, int *signal, struct err *err)
{
    int ends[2];
    struct process_page *page =
        mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *signal = 0;
    if (page == MAP_FAILED || pipe(ends) != 0) {
        if (page != MAP_FAILED)
            munmap(page, sizeof *page);
        err_set(err, ERR_RUN, "cannot start a process to measure in: %s", strerror(errno));
        return PROCESS_FAILED;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        struct process process = {.page = page, .fd = ends[1]};
        be_child(&process, body, context);
    }
    close(ends[1]);
    enum process_end end = PROCESS_FAILED;
    struct parent parent = {.options = options, .page = page, .fd = ends[0]};
    if (child < 0)
        err_set(err, ERR_RUN, "cannot start a process to measure in: %s", strerror(errno));
    else
        end = listen_to(&parent, err);
    if (child > 0) {
        int status = 0;
        if (end != PROCESS_DONE && end != PROCESS_CRASHED)
            kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        if (end == PROCESS_CRASHED && WIFSIGNALED(status))
            *signal = WTERMSIG(status);
    }
    for (int i = 0; i < PROCESS_POSITIONS; i++)
        last->positions[i] = page->positions[i];
    last->steps = page->steps;
    last->signs = page->signs;
    close(ends[0]);
    free(parent.bytes);
    munmap(page, sizeof *page);
    return end;
}
