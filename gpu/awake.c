#include "gpu/awake.h"

#include "gpu/posix.h"

#include <string.h>
#include <sys/prctl.h>
#include <time.h>

/* ns: a nap, after which a core is still awake; how long awake_hold() waits for cores that
 * something else uses. */
enum { NAP = 200000, PATIENCE = 2000000 };

static void *hold(void *argument)
{
    struct awake_core *core = argument;
    struct awake *awake = core->awake;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core->core, &set);
    prctl(PR_SET_TIMERSLACK, 1);
    bool there = sched_setaffinity(0, sizeof set, &set) == 0;
    while (!atomic_load(&awake->over)) {
        bool naps = there && atomic_load(&awake->held) && atomic_load(&awake->own) != core->core;
        atomic_store(&core->naps, naps);
        if (naps)
            nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        else
            sem_wait(&core->wake);
    }
    return NULL;
}

void awake_init(struct awake *awake)
{
    memset(awake, 0, sizeof *awake);
}

static void start(struct awake *awake, const cpu_set_t *set)
{
    for (int i = 0; i < CPU_SETSIZE && awake->count < AWAKE_MOST; i++) {
        struct awake_core *core = &awake->cores[awake->count];
        if (!CPU_ISSET((size_t)i, set) || sem_init(&core->wake, 0, 0))
            continue;
        core->awake = awake;
        core->core = i;
        if (pthread_create(&core->thread, NULL, hold, core)) {
            sem_destroy(&core->wake);
            return;
        }
        awake->count++;
    }
}

void awake_hold(struct awake *awake, const cpu_set_t *set, int own)
{
    if (awake->count == 0)
        start(awake, set);
    atomic_store(&awake->own, own);
    atomic_store(&awake->held, true);
    for (size_t i = 0; i < awake->count; i++)
        if (awake->cores[i].core != own && !atomic_load(&awake->cores[i].naps))
            sem_post(&awake->cores[i].wake);
}

void awake_wait(struct awake *awake)
{
    int64_t until = posix_now() + PATIENCE;
    for (size_t i = 0; i < awake->count; i++)
        while (awake->cores[i].core != atomic_load(&awake->own) &&
               !atomic_load(&awake->cores[i].naps) && posix_now() < until)
            ;
}

void awake_let_go(struct awake *awake)
{
    atomic_store(&awake->held, false);
}

void awake_release(struct awake *awake)
{
    atomic_store(&awake->over, true);
    for (size_t i = 0; i < awake->count; i++)
        sem_post(&awake->cores[i].wake);
    for (size_t i = 0; i < awake->count; i++) {
        pthread_join(awake->cores[i].thread, NULL);
        sem_destroy(&awake->cores[i].wake);
    }
    awake->count = 0;
}
