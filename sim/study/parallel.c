#include "sim/study/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define MOST_THREADS 64u

struct run {
    void (*work)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
};

static void *take_turns(void *argument)
{
    struct run *run = argument;
    for (size_t i; (i = atomic_fetch_add(&run->next, 1)) < run->count;)
        run->work(run->context, i);
    return NULL;
}

unsigned parallel_cores(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

void parallel_run(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                  void *context)
{
    struct run run = {.work = work, .context = context, .count = count};
    atomic_init(&run.next, 0);
    unsigned wanted = threads ? threads : parallel_cores();
    if (wanted > MOST_THREADS)
        wanted = MOST_THREADS;
    if (wanted > count)
        wanted = (unsigned)count;
    pthread_t others[MOST_THREADS];
    unsigned started = 0;
    pthread_attr_t attributes;
    if (wanted > 1 && pthread_attr_init(&attributes) == 0) {
        (void)pthread_attr_setstacksize(&attributes, PARALLEL_STACK_BYTES);
        while (started + 1 < wanted &&
               pthread_create(&others[started], &attributes, take_turns, &run) == 0)
            started++;
        pthread_attr_destroy(&attributes);
    }
    take_turns(&run);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
