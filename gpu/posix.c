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

static sem_t *table_at(struct posix *posix, size_t number)
{
    sem_t *table = atomic_load_explicit(&posix->tables[number], memory_order_acquire);
    if (table)
        return table;
    pthread_mutex_lock(&posix->mutex);
    table = atomic_load_explicit(&posix->tables[number], memory_order_relaxed);
    if (table == NULL) {
        table = mem_zalloc(POSIX_LOCKS * sizeof *table);
        for (size_t i = 0; i < POSIX_LOCKS; i++)
            sem_init(&table[i], 0, 1);
        atomic_store_explicit(&posix->tables[number], table, memory_order_release);
    }
    pthread_mutex_unlock(&posix->mutex);
    return table;
}

static sem_t *lock_at(struct posix *posix, uint32_t lock)
{
    return table_at(posix, lock / POSIX_LOCKS % POSIX_TABLES) + lock % POSIX_LOCKS;
}

void posix_lock_acquire(struct posix *posix, uint32_t lock)
{
    sem_t *sem = lock_at(posix, lock);
    while (sem_wait(sem) != 0) /* a signal */
        ;
}

void posix_lock_release(struct posix *posix, uint32_t lock)
{
    sem_post(lock_at(posix, lock));
}

void posix_free_locks(struct posix *posix)
{
    for (size_t i = 0; i < POSIX_TABLES; i++) {
        sem_t *table = atomic_load(&posix->tables[i]);
        for (size_t k = 0; table && k < POSIX_LOCKS; k++) {
            sem_destroy(&table[k]);
            sem_init(&table[k], 0, 1);
        }
    }
}

void posix_release(struct posix *posix)
{
    for (size_t i = 0; i < POSIX_TABLES; i++)
        free(atomic_load(&posix->tables[i]));
    free(posix->threads);
    pthread_mutex_destroy(&posix->mutex);
}
