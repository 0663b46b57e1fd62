// std::timed_mutex and POSIX semaphores.
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <time.h>
#include <vector>

using namespace std::chrono_literals;
static std::timed_mutex m;
static sem_t empty, full, done;
static int slot;

int main()
{
    printf("%d\n", m.try_lock_for(1ms));
    std::thread other([] {
        printf("other %d %d\n", m.try_lock(), m.try_lock_for(2ms));
        printf("until %d\n", m.try_lock_until(std::chrono::steady_clock::now() + 300ms));
        m.unlock();
    });
    std::this_thread::sleep_for(60ms);
    m.unlock();
    other.join();
    {
        std::lock_guard<std::timed_mutex> guard(m);
    }
    std::unique_lock<std::timed_mutex> lock(m, std::defer_lock);
    printf("%d %d\n", lock.try_lock_for(std::chrono::microseconds(5)), lock.owns_lock());
    lock.unlock();

    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    sem_init(&done, 0, 0);
    std::thread producer([] {
        for (int i = 0; i < 5; i++) {
            sem_wait(&empty);
            slot = i * i;
            sem_post(&full);
        }
        sem_post(&done);
    });
    for (int i = 0; i < 5; i++) {
        sem_wait(&full);
        printf("%d ", slot);
        sem_post(&empty);
    }
    sem_wait(&done);
    producer.join();
    int count = -1;
    sem_getvalue(&empty, &count);
    printf("%d %d %d\n", count, sem_trywait(&empty), sem_trywait(&empty));
    printf("%d\n", errno == EAGAIN);
    timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 1;
    std::thread late([] { std::this_thread::sleep_for(20ms); sem_post(&full); });
    printf("%d\n", sem_timedwait(&full, &end));
    late.join();
    clock_gettime(CLOCK_REALTIME, &end);
    int r = sem_timedwait(&full, &end);
    printf("%d %d\n", r, errno == ETIMEDOUT);
    sem_destroy(&full);
}
