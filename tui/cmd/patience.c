#include "tui/cmd/patience.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void count(void *context)
{
    struct patience *patience = context;
    atomic_fetch_add(&patience->predicted, 1);
}

static void show(struct patience *patience, long seconds)
{
    unsigned long predicted = atomic_load(&patience->predicted);
    fprintf(stderr, "\r\033[K%s: %ld s, %lu variant%s predicted", patience->doing, seconds,
            predicted, predicted == 1 ? "" : "s");
    patience->any = true;
}

/* Wakes once a second. */
static void *watch(void *argument)
{
    struct patience *patience = argument;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&patience->lock);
    for (long seconds = 1; !patience->ends; seconds++) {
        next.tv_sec++;
        int rc = 0;
        while (!patience->ends && rc != ETIMEDOUT)
            rc = pthread_cond_timedwait(&patience->changed, &patience->lock, &next);
        if (!patience->ends)
            show(patience, seconds);
    }
    pthread_mutex_unlock(&patience->lock);
    return NULL;
}

void patience_begin(struct patience *patience, const char *doing, const struct arguments *args,
                    struct predict_options *options)
{
    memset(patience, 0, sizeof *patience);
    patience->doing = doing;
    atomic_init(&patience->predicted, 0);
    if (!isatty(STDERR_FILENO) || arguments_has(args, OPTION_QUIET))
        return;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&patience->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&patience->lock, NULL);
    options->on_predicted = count;
    options->predicted_context = patience;
    patience->runs = pthread_create(&patience->thread, NULL, watch, patience) == 0;
}

void patience_end(struct patience *patience)
{
    if (!patience->runs)
        return;
    pthread_mutex_lock(&patience->lock);
    patience->ends = true;
    pthread_cond_signal(&patience->changed);
    pthread_mutex_unlock(&patience->lock);
    pthread_join(patience->thread, NULL);
    patience->runs = false;
    pthread_cond_destroy(&patience->changed);
    pthread_mutex_destroy(&patience->lock);
    if (patience->any)
        fputs("\r\033[K", stderr);
}
