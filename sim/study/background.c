#include "sim/study/background.h"

#include "sim/base/mem.h"
#include "sim/study/parallel.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Shared by the caller and the thread; the last of them frees it. */
struct background {
    const struct background_kind *kind;
    void *work;
    atomic_bool stop;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    bool done, left;
};

/* Its work is somebody else's from here on. */
static void *end(struct background *background)
{
    void *work = background->work;
    pthread_cond_destroy(&background->changed);
    pthread_mutex_destroy(&background->lock);
    free(background);
    return work;
}

/* Nobody waits for it any more. Returns whether it was done: then the caller ends it, else the
 * thread does. */
static bool leave(struct background *background)
{
    pthread_mutex_lock(&background->lock);
    bool done = background->done;
    background->left = true;
    pthread_mutex_unlock(&background->lock);
    return done;
}

static void *run(void *argument)
{
    struct background *background = argument;
    background->kind->run(background->work, &background->stop);
    pthread_mutex_lock(&background->lock);
    bool left = background->left;
    background->done = true;
    pthread_cond_signal(&background->changed);
    pthread_mutex_unlock(&background->lock);
    if (left) {
        void (*release)(void *work) = background->kind->release;
        release(end(background));
    }
    return NULL;
}

static bool start(struct background *background)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    (void)pthread_attr_setstacksize(&attributes, PARALLEL_STACK_BYTES);
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int rc = pthread_create(&thread, &attributes, run, background);
    pthread_attr_destroy(&attributes);
    return rc == 0;
}

struct background *background_begin(const struct background_kind *kind, void *work)
{
    struct background *background = mem_zalloc(sizeof *background);
    background->kind = kind;
    background->work = work;
    atomic_init(&background->stop, false);
    pthread_mutex_init(&background->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&background->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (!start(background))
        run(background);
    return background;
}

bool background_wait(struct background *background, int64_t ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t nanoseconds = until.tv_nsec + ns % 1000000000;
    until.tv_sec += (time_t)(ns / 1000000000 + nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&background->lock);
    while (!background->done && ns > 0 &&
           pthread_cond_timedwait(&background->changed, &background->lock, &until) == 0)
        ;
    bool done = background->done;
    pthread_mutex_unlock(&background->lock);
    return done;
}

void *background_take(struct background *background)
{
    pthread_mutex_lock(&background->lock);
    while (!background->done)
        pthread_cond_wait(&background->changed, &background->lock);
    pthread_mutex_unlock(&background->lock);
    return end(background);
}

void background_stop(struct background *background)
{
    atomic_store(&background->stop, true);
}

void background_leave(struct background *background)
{
    if (!background)
        return;
    background_stop(background);
    if (leave(background)) {
        void (*release)(void *work) = background->kind->release;
        background_discard(release, end(background));
    }
}

struct discard {
    void (*release)(void *what);
    void *what;
};

static void discard(void *work, const atomic_bool *stop)
{
    struct discard *row = work;
    (void)stop; /* begun or not, it is to be freed */
    row->release(row->what);
}

void background_discard(void (*release)(void *what), void *what)
{
    static const struct background_kind kind = {discard, free};
    struct discard *row = mem_zalloc(sizeof *row);
    *row = (struct discard){release, what};
    struct background *background = background_begin(&kind, row);
    if (leave(background))
        free(end(background));
}
