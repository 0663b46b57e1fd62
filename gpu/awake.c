#include "gpu/awake.h"

#include "gpu/posix.h"

#include <string.h>
#include <sys/prctl.h>
#include <time.h>

/* ns: a nap, after which a core is still awake; how long awake_wait() waits for cores that
 * something else uses. */
enum { NAP = 200000, PATIENCE = 2000000 };

static void *hold(void *argument)
{
    struct awake_core *core = argument;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core->core, &set);
    prctl(PR_SET_TIMERSLACK, 1);
    bool there = sched_setaffinity(0, sizeof set, &set) == 0;
    while (!atomic_load(&core->awake->over)) {
        bool naps = there && atomic_load(&core->held);
        atomic_store(&core->naps, naps);
        if (naps)
            nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        else if (!there || !atomic_load(&core->held)) /* who held it meanwhile saw it nap */
            sem_wait(&core->wake);
    }
    return NULL;
}

void awake_init(struct awake *awake)
{
    memset(awake, 0, sizeof *awake);
}

/* That of a core, made if need be; NULL if it cannot be. */
static struct awake_core *core_of(struct awake *awake, int number)
{
    for (size_t i = 0; i < awake->count; i++)
        if (awake->cores[i].core == number)
            return &awake->cores[i];
    struct awake_core *core = &awake->cores[awake->count];
    if (sem_init(&core->wake, 0, 0))
        return NULL;
    core->awake = awake;
    core->core = number;
    if (pthread_create(&core->thread, NULL, hold, core)) {
        sem_destroy(&core->wake);
        return NULL;
    }
    awake->count++;
    return core;
}

void awake_hold(struct awake *awake, const cpu_set_t *set, int own)
{
    for (size_t i = 0; i < awake->count; i++) {
        struct awake_core *core = &awake->cores[i];
        if (core->core == own || !CPU_ISSET((size_t)core->core, set))
            atomic_store(&core->held, false);
    }
    for (int i = 0; i < CPU_SETSIZE; i++) {
        struct awake_core *core = i != own && CPU_ISSET((size_t)i, set) ? core_of(awake, i) : NULL;
        if (!core)
            continue;
        atomic_store(&core->held, true);
        if (!atomic_load(&core->naps))
            sem_post(&core->wake);
    }
}

void awake_wait(struct awake *awake)
{
    int64_t until = posix_now() + PATIENCE;
    for (size_t i = 0; i < awake->count; i++)
        while (atomic_load(&awake->cores[i].held) && !atomic_load(&awake->cores[i].naps) &&
               posix_now() < until)
            ;
}

void awake_let_go(struct awake *awake)
{
    for (size_t i = 0; i < awake->count; i++)
        atomic_store(&awake->cores[i].held, false);
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
