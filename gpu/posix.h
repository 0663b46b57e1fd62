/* The host side of a real device: a clock, busy waiting, threads and locks by number.
 *
 * An implementation of struct device whose program runs on this machine's own threads embeds a
 * struct posix and passes it on. Knows nothing of CUDA.
 */
#ifndef GPU_POSIX_H
#define GPU_POSIX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* On the stack of the thread that waits. */
struct posix_waiter {
    pthread_cond_t woken;
    bool has_lock;
    struct posix_waiter *next;
};

struct posix_lock {
    int64_t taken; /* below 0: by how many releases on behalf of a holder came before it asked */
    struct posix_waiter *first, *last; /* who waits is served in the order of asking */
};

struct posix {
    pthread_mutex_t mutex; /* guards all that follows */
    struct posix_lock *locks;
    size_t lock_count, lock_capacity;
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
