/* Calls the program's main several times in one process.
 *
 * Predictions are for a process that has used the GPU before (design section 4); main is where a
 * program can be begun again without being changed. With LD_PRELOAD naming this library and
 * NULLSTREAM_RUNS=WARM,COUNT in the environment, main is called WARM times without a record, COUNT
 * times with the clock only, twice traced without a record (the first calls under CUPTI take 160 us
 * longer) and COUNT times traced, and again where something else used its core. Static variables
 * and what main leaves allocated carry over. The same preloading numbers threads in the order in
 * which they are made.
 */
#include "gpu/cores.h"
#include "gpu/inject/recorder.h"
#include "gpu/posix.h"
#include "sim/base/mem.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACED_WARM_UPS = 2 };

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(main_function, int, char **, void (*)(void), void (*)(void),
                              void (*)(void), void *);
typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Runs of a kind that do not count take no longer together, main's set-up included, ns. */
#define AGAIN_TIME INT64_C(2000000000)

static main_function real_main;
static struct cores cores;

/* Calls main until so many runs of this kind count. A run counts if the core that main was brought
 * to is the one of the run before and stayed its own, as in the executor (gpu/running.c), or if too
 * many have not. From there main may go anywhere: threads that it or the driver makes have its mask
 * for good, and programs ask how many cores they have. */
static int run_times(enum recorder_run run, unsigned times, int argc, char **argv, char **envp)
{
    struct cores_again again;
    cores_again_init(&again, AGAIN_TIME, times);
    int result = 0;
    for (unsigned counted = 0; counted < times && result == 0;) {
        bool moved = cores_take(&cores, 1);
        cores_leave(&cores);
        cores_begin(&cores);
        recorder_begin(run);
        int64_t from = posix_now();
        result = real_main(argc, argv, envp);
        int64_t took = posix_now() - from;
        bool quiet = cores_leave(&cores) && !moved;
        bool counts = quiet || !recorder_keeps(run) || !cores_again(&again, took);
        recorder_end(counts);
        counted += counts;
    }
    return result;
}

static int repeated_main(int argc, char **argv, char **envp)
{
    unsigned warm_ups = 0, count = 0;
    const char *runs = getenv("NULLSTREAM_RUNS");
    if (runs == NULL || sscanf(runs, "%u,%u", &warm_ups, &count) != 2 || count == 0)
        return real_main(argc, argv, envp);
    cores_init(&cores);
    int result = run_times(RECORDER_WARM, warm_ups, argc, argv, envp);
    if (result == 0)
        result = run_times(RECORDER_PLAIN, count, argc, argv, envp);
    if (result == 0)
        result = run_times(RECORDER_TRACED_WARM, TRACED_WARM_UPS, argc, argv, envp);
    if (result == 0)
        result = run_times(RECORDER_TRACED, count, argc, argv, envp);
    recorder_finish();
    return result;
}

__attribute__((visibility("default"))) int
__libc_start_main(main_function main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                  void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_function main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    start_function start = NULL;
    void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &symbol, sizeof symbol);
    real_main = main;
    return start(repeated_main, argc, argv, init, fini, rtld_fini, stack_end);
}

/* --- threads -------------------------------------------------------------------------------------
 */

struct birth {
    void *(*function)(void *);
    void *argument;
    uint32_t number;
};

static atomic_uint made;
static _Thread_local uint32_t number;

uint32_t thread_number(void)
{
    return number;
}

static void *begin_thread(void *data)
{
    struct birth birth = *(struct birth *)data;
    free(data);
    number = birth.number;
    return birth.function(birth.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread,
                                                          const pthread_attr_t *attributes,
                                                          void *(*function)(void *), void *argument)
{
    static create_function create;
    if (create == NULL) {
        void *symbol = dlsym(RTLD_NEXT, "pthread_create");
        memcpy(&create, &symbol, sizeof symbol);
    }
    struct birth *birth = mem_zalloc(sizeof *birth);
    *birth = (struct birth){function, argument, atomic_fetch_add(&made, 1) + 1};
    int result = create(thread, attributes, begin_thread, birth);
    if (result != 0)
        free(birth);
    return result;
}
