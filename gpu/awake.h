/* Cores of the host that are held awake while a program's threads are to begin on them.
 *
 * A core that is idle goes to sleep, deeply on a virtual machine, which gives it back: one new
 * thread in ten begins 100 to 250 us late then, up to one in three where the core had been used
 * half a millisecond before, as looking for quiet ones does (traces/experiments/thread-begin.txt).
 * Threads that nap 200 us again and again keep it awake; idle it is nevertheless, so that the
 * system puts new threads there (beside one that spins, at the lowest priority, it does not
 * always), and main's calls are as quick as ever.
 *
 * Knows nothing of devices, programs or which cores are quiet.
 */
#ifndef GPU_AWAKE_H
#define GPU_AWAKE_H

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct awake {
    struct awake_core {
        struct awake *awake;
        int core;
        pthread_t thread;
        sem_t wake;       /* of a thread that does not nap */
        atomic_bool held; /* it is to nap */
        atomic_bool naps; /* the core is awake, or soon again */
    } cores[CPU_SETSIZE];
    size_t count;
    atomic_bool over;
};

/* None is held. */
void awake_init(struct awake *awake);

/* Holds the cores of `set` but `own`, and no other. Without a system call where they are held. */
void awake_hold(struct awake *awake, const cpu_set_t *set, int own);

/* Returns when those that are held are awake, or after some ms: without sleeping, as the calling
 * thread's core would forget what it knows. */
void awake_wait(struct awake *awake);

/* They may sleep. Any thread may call it; nothing is woken or freed, which would disturb the
 * others.
 */
void awake_let_go(struct awake *awake);

/* Ends the threads. */
void awake_release(struct awake *awake);

#endif
