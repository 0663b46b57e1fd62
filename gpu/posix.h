/* The host side of a real device: a clock, busy waiting, threads and locks by number.
 *
 * An implementation of struct device whose program runs on this machine's own threads embeds a
 * struct posix and passes it on. Knows nothing of CUDA.
 */
#ifndef GPU_POSIX_H
#define GPU_POSIX_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many locks a table has, and how many tables there may be: numbers of locks are dense. */
enum { POSIX_LOCKS = 1024, POSIX_TABLES = 1024 };

struct posix {
    pthread_mutex_t mutex; /* guards all that follows, but tables once they are there */
    /* A lock is a semaphore that begins with 1: as a mutex of the C library it goes to whoever is
     * there first once it is let go, and it counts what is released on behalf of a holder before
     * that asks. */
    _Atomic(sem_t *) tables[POSIX_TABLES];
    struct posix_thread {
        uint32_t number;
        pthread_t thread;
    } * threads;
    size_t thread_count, thread_capacity;
};

void posix_init(struct posix *posix);

/* ns of CLOCK_MONOTONIC. */
int64_t posix_now(void);

/* Bytes of memory that this process can still have, by what Linux says of the machine and of its
 * control group; UINT64_MAX if it says nothing. */
uint64_t posix_free_memory(void);

/* Starts a thread under a number; 0 or -1. */
int posix_thread_start(struct posix *posix, uint32_t number, void (*body)(void *context),
                       void *context);

/* Waits for the thread of that number; 0, or -1 if there is none. */
int posix_thread_join(struct posix *posix, uint32_t number);

/* A run begins: no thread holds a lock, whatever the one before left held. None may be waiting. */
void posix_free_locks(struct posix *posix);

/* Locks are there when first asked for. A waiter sleeps until it is given the lock by the release,
 * which wakes no other, as those of the C library do. */
void posix_lock_acquire(struct posix *posix, uint32_t lock);
void posix_lock_release(struct posix *posix, uint32_t lock);

/* All threads must have been joined. */
void posix_release(struct posix *posix);

#endif
