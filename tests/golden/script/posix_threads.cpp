// What <pthread.h> has besides mutexes and conditions.
#include <cerrno>
#include <cstdio>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_spinlock_t spin;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int entries[4], prepared, ended, left;

static void leave(void *value)
{
    pthread_mutex_lock(&mutex);
    left += *(int *)value;
    pthread_mutex_unlock(&mutex);
}

static void prepare(void)
{
    prepared++;
    printf("key %d\n", pthread_key_create(&key, leave));
}

static void *writer(void *argument)
{
    pthread_once(&once, prepare);
    pthread_setspecific(key, argument);
    for (int i = 0; i < 4; i++) {
        pthread_rwlock_wrlock(&table);
        entries[i] += *(int *)argument;
        pthread_rwlock_unlock(&table);
    }
    pthread_spin_lock(&spin);
    ended += pthread_getspecific(key) == argument;
    pthread_spin_unlock(&spin);
    return argument;
}

static void *detached(void *)
{
    usleep(20000);
    pthread_mutex_lock(&mutex);
    ended = 100;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static pthread_mutex_t nested;
static int depth;
static int descend(int n)
{
    pthread_mutex_lock(&nested);
    int before = depth++;
    usleep(100);
    if (n > 0)
        descend(n - 1);
    int clean = depth > before;
    pthread_mutex_unlock(&nested);
    return clean;
}
static void *nest(void *)
{
    descend(3);
    return NULL;
}

static void timed(clockid_t clock, long ms, pthread_cond_t *condition)
{
    struct timespec end;
    clock_gettime(clock, &end);
    end.tv_nsec += ms * 1000000;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_mutex_lock(&mutex);
    int r = 0;
    while (ended != 100 && r == 0)
        r = pthread_cond_timedwait(condition, &mutex, &end);
    printf("%d %d\n", r == ETIMEDOUT, ended == 100);
    pthread_mutex_unlock(&mutex);
}

int main()
{
    pthread_t threads[3];
    int numbers[3] = {1, 10, 100};
    pthread_attr_t attributes;
    int state = -1;
    printf("%d", pthread_attr_init(&attributes));
    printf(" %d", pthread_attr_setstacksize(&attributes, 1 << 20));
    printf(" %d", pthread_attr_getdetachstate(&attributes, &state));
    printf(" %d\n", state == PTHREAD_CREATE_JOINABLE);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], &attributes, writer, &numbers[i]);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%d ", *(int *)result);
    }
    printf("%d %d %p\n", prepared, ended, pthread_getspecific(key) ? (void *)&key : (void *)1);
    printf("left %d\n", left);
    pthread_rwlock_rdlock(&table);
    printf("%d %d\n", pthread_rwlock_tryrdlock(&table), pthread_rwlock_trywrlock(&table) == EBUSY);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    printf("%d %d\n", pthread_rwlock_trywrlock(&table), pthread_rwlock_tryrdlock(&table) == EBUSY);
    printf("%d %d\n", entries[0], entries[3]);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_destroy(&table);

    timed(CLOCK_REALTIME, 3, &done);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&threads[0], &attributes, detached, NULL);
    timed(CLOCK_REALTIME, 900, &done);
    pthread_attr_destroy(&attributes);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_t other;
    pthread_cond_init(&other, &monotonic);
    pthread_condattr_destroy(&monotonic);
    ended = 0;
    timed(CLOCK_MONOTONIC, 2, &other);
    pthread_mutexattr_t again;
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&nested, &again);
    pthread_mutexattr_destroy(&again);
    pthread_t others[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&others[i], NULL, nest, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(others[i], NULL);
    printf("%d\n", depth);
    pthread_barrier_t gate;
    pthread_barrier_init(&gate, NULL, 1);
    printf("%d\n", pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD);
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(3, &cpus);
    printf("%d %d %d\n", CPU_ISSET(3, &cpus) != 0, CPU_ISSET(2, &cpus) != 0, sched_yield());
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
}
