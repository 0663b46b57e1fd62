#include "gpu/cores.h"

#include "gpu/posix.h"
#include "gpu/statistics.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Of so many turns of the loop, the third quickest counts: interrupts do not. */
enum { TURNS = 7, COUNTS_PERMILLE = 400 };

/* At most so many cores are looked at, 90 us each; beyond LOOK_TIME, ns, nobody waits busily. */
enum { LOOK_MOST = 32, LOOK_TIME = 10000000 };

/* While a thread's core stays quiet, it looks around for its threads' again after so many runs. */
enum { LOOK_AGAIN = 8 };

/* Quiet cores take the least that was seen or up to 5 % more, shared ones 30 to 100 % more
 * (traces/experiments/shared-cores.txt). */
enum { QUIET_PERCENT = 120 };

/* The least number of runs that may be made again. */
enum { AGAIN_RUNS = 8 };

void cores_init(struct cores *cores)
{
    memset(cores, 0, sizeof *cores);
    cores->at = -1;
    if (sched_getaffinity(0, sizeof cores->allowed, &cores->allowed) == 0)
        cores->count = CPU_COUNT(&cores->allowed);
}

/* Loads, additions and stores, as many at a time as the core can. */
static void keep_busy(uint32_t *table, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i += 4) {
        sum += table[i] + table[(i + count / 4) % count];
        table[i + 1] = sum;
        __asm__ volatile("" : "+r"(sum) : : "memory");
    }
}

/* What the loop takes on the calling thread's core, ns. */
static int64_t probe(struct cores *cores)
{
    int64_t turns[TURNS];
    for (int i = 0; i < TURNS; i++) {
        int64_t from = posix_now();
        keep_busy(cores->table, sizeof cores->table / sizeof *cores->table);
        turns[i] = posix_now() - from;
    }
    int64_t took = statistics_percentile(turns, TURNS, COUNTS_PERMILLE);
    if (took > 0 && (cores->best == 0 || took < cores->best))
        cores->best = took;
    return took;
}

static bool is_quiet(const struct cores *cores, int64_t took)
{
    return took * 100 <= cores->best * QUIET_PERCENT;
}

/* Returns the core that the calling thread is on then: `core`, if it may still go there. */
static int go_to(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? core : sched_getcpu();
}

/* How often the calling thread was taken off its core while it had something to do. */
static long interruptions(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

struct looked {
    int core;
    int64_t took;
};

static int by_time(const void *a, const void *b)
{
    const struct looked *x = a, *y = b;
    return (x->took > y->took) - (x->took < y->took);
}

/* The cores behind `from`, and that one as its own thread saw it, quickest first. */
struct look {
    struct cores *cores;
    int from;
    int count;
    struct looked all[LOOK_MOST];
    atomic_bool over;
};

static void *look_around(void *argument)
{
    struct look *look = argument;
    for (int i = 1; i < CPU_SETSIZE && look->count < LOOK_MOST; i++) {
        int core = (look->from + i) % CPU_SETSIZE;
        if (!CPU_ISSET((size_t)core, &look->cores->allowed))
            continue;
        go_to(core);
        look->all[look->count++] = (struct looked){core, probe(look->cores)};
    }
    qsort(look->all, (size_t)look->count, sizeof *look->all, by_time);
    atomic_store(&look->over, true);
    return NULL;
}

/* By a thread of its own: one that has been on all cores finds its own cold when it comes back, and
 * so does one that sleeps meanwhile. */
static void send_to_look(struct look *look)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, look_around, look)) {
        look_around(look);
        return;
    }
    int64_t until = posix_now() + LOOK_TIME;
    while (!atomic_load(&look->over) && posix_now() < until)
        ;
    pthread_join(thread, NULL);
}

bool cores_take(struct cores *cores, int threads)
{
    int here = sched_getcpu(), before = cores->at;
    if (cores->count < 2 || here < 0)
        return false;
    /* Joining other threads or waiting for the device, it may have been woken elsewhere since. */
    if (before >= 0 && before != here && CPU_ISSET((size_t)before, &cores->allowed)) {
        here = go_to(before);
        sched_setaffinity(0, sizeof cores->allowed, &cores->allowed);
    }
    bool is_known = cores->best > 0;
    int64_t took = probe(cores);
    bool stays = is_known && is_quiet(cores, took);
    cores->at = here;
    if (stays && threads < 2)
        return here != before;
    if (stays && cores->fresh > 0 && CPU_COUNT(&cores->quiet) > threads &&
        CPU_ISSET((size_t)here, &cores->quiet)) {
        cores->fresh--;
        sched_setaffinity(0, sizeof cores->quiet, &cores->quiet);
        return here != before;
    }
    struct look look = {.cores = cores, .from = here, .count = 1, .all = {{here, took}}};
    send_to_look(&look);
    cpu_set_t quiet;
    CPU_ZERO(&quiet);
    for (int i = 0; i < look.count; i++)
        if (i <= threads || is_quiet(cores, look.all[i].took))
            CPU_SET((size_t)look.all[i].core, &quiet);
    cores->at = stays ? here : look.all[0].core;
    cores->at = go_to(cores->at);
    CPU_SET((size_t)cores->at, &quiet);
    cores->quiet = quiet;
    cores->fresh = LOOK_AGAIN;
    sched_setaffinity(0, sizeof quiet, &quiet);
    return cores->at != before;
}

void cores_begin(struct cores *cores)
{
    cores->interrupted = interruptions();
}

bool cores_leave(struct cores *cores)
{
    if (cores->count < 2)
        return true;
    bool quiet = interruptions() == cores->interrupted && is_quiet(cores, probe(cores));
    sched_setaffinity(0, sizeof cores->allowed, &cores->allowed);
    return quiet;
}

void cores_again_init(struct cores_again *again, int64_t time, uint32_t count)
{
    uint32_t runs = 2 * count;
    *again = (struct cores_again){time, runs > AGAIN_RUNS ? runs : AGAIN_RUNS};
}

bool cores_again(struct cores_again *again, int64_t took)
{
    if (again->runs == 0 || took > again->time)
        return false;
    again->runs--;
    again->time -= took;
    return true;
}
