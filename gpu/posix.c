#include "gpu/posix.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void posix_init(struct posix *posix)
{
    memset(posix, 0, sizeof *posix);
    pthread_mutex_init(&posix->mutex, NULL);
}

int64_t posix_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The number behind `name` in a file of numbers, or the first of a file with none; UINT64_MAX if it
 * is not there, or no number. */
static uint64_t read_number(const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    char line[128];
    uint64_t number = UINT64_MAX;
    size_t length = strlen(name);
    while (file && number == UINT64_MAX && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, length) != 0)
            continue;
        char *end;
        unsigned long long value = strtoull(line + length, &end, 10);
        number = end != line + length ? value : number;
    }
    if (file)
        fclose(file);
    return number;
}

uint64_t posix_free_memory(void)
{
    uint64_t kib = read_number("/proc/meminfo", "MemAvailable:");
    uint64_t limit = read_number("/sys/fs/cgroup/memory.max", "");
    uint64_t used = read_number("/sys/fs/cgroup/memory.current", "");
    uint64_t machine = kib < UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    uint64_t group = limit == UINT64_MAX || used == UINT64_MAX ? UINT64_MAX
                     : used < limit                            ? limit - used
                                                               : 0;
    return machine < group ? machine : group;
}

struct start {
    void (*body)(void *context);
    void *context;
};

static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int posix_thread_start(struct posix *posix, uint32_t number, void (*body)(void *context),
                       void *context)
{
    struct start *start = mem_zalloc(sizeof *start);
    *start = (struct start){body, context};
    pthread_mutex_lock(&posix->mutex);
    posix->threads = mem_grow(posix->threads, &posix->thread_capacity, posix->thread_count + 1,
                              sizeof *posix->threads);
    struct posix_thread *row = &posix->threads[posix->thread_count];
    row->number = number;
    int failed = pthread_create(&row->thread, NULL, begin, start);
    if (failed)
        free(start);
    else
        posix->thread_count++;
    pthread_mutex_unlock(&posix->mutex);
    return failed ? -1 : 0;
}

int posix_thread_join(struct posix *posix, uint32_t number)
{
    pthread_t thread;
    bool found = false;
    pthread_mutex_lock(&posix->mutex);
    for (size_t i = 0; i < posix->thread_count && !found; i++) {
        if (posix->threads[i].number != number)
            continue;
        thread = posix->threads[i].thread;
        posix->threads[i] = posix->threads[--posix->thread_count];
        found = true;
    }
    pthread_mutex_unlock(&posix->mutex);
    return found && pthread_join(thread, NULL) == 0 ? 0 : -1;
}

static struct posix_lock *lock_row(struct posix *posix, uint32_t lock)
{
    if (lock >= posix->lock_count) {
        size_t count = (size_t)lock + 1;
        posix->locks = mem_grow(posix->locks, &posix->lock_capacity, count, sizeof *posix->locks);
        memset(posix->locks + posix->lock_count, 0,
               (count - posix->lock_count) * sizeof *posix->locks);
        posix->lock_count = count;
    }
    return &posix->locks[lock];
}

void posix_free_locks(struct posix *posix)
{
    pthread_mutex_lock(&posix->mutex);
    posix->lock_count = 0;
    pthread_mutex_unlock(&posix->mutex);
}

/* Under the mutex, which is let go meanwhile; the table may move. */
static void wait_in_turn(struct posix *posix, uint32_t lock)
{
    struct posix_waiter self = {.has_lock = false};
    struct posix_lock *row = &posix->locks[lock];
    pthread_cond_init(&self.woken, NULL);
    if (row->last)
        row->last->next = &self;
    else
        row->first = &self;
    row->last = &self;
    while (!self.has_lock)
        pthread_cond_wait(&self.woken, &posix->mutex);
    pthread_cond_destroy(&self.woken);
}

void posix_lock_acquire(struct posix *posix, uint32_t lock)
{
    pthread_mutex_lock(&posix->mutex);
    struct posix_lock *row = lock_row(posix, lock);
    if (row->taken > 0)
        wait_in_turn(posix, lock);
    else
        row->taken++;
    pthread_mutex_unlock(&posix->mutex);
}

void posix_lock_release(struct posix *posix, uint32_t lock)
{
    pthread_mutex_lock(&posix->mutex);
    struct posix_lock *row = lock_row(posix, lock);
    struct posix_waiter *next = row->taken == 1 ? row->first : NULL;
    if (next) { /* it stays taken */
        row->first = next->next;
        if (row->first == NULL)
            row->last = NULL;
        next->has_lock = true;
        pthread_cond_signal(&next->woken);
    } else {
        row->taken--;
    }
    pthread_mutex_unlock(&posix->mutex);
}

void posix_release(struct posix *posix)
{
    free(posix->locks);
    free(posix->threads);
    pthread_mutex_destroy(&posix->mutex);
}
