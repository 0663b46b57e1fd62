// Atomics as C programs use them: what GCC knows without a header, and <atomic>'s functions.
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <stdatomic.h>
#include <thread>
#include <vector>

static int count, ready;
static long sum;
static unsigned char flag;
static std::atomic_int turns(0);
static std::atomic<long> total{0};
static std::atomic_flag busy = ATOMIC_FLAG_INIT;

static void *add(void *argument)
{
    for (int i = 0; i < 10; i++) {
        __sync_fetch_and_add(&count, 1);
        __atomic_fetch_add(&sum, (long)argument, __ATOMIC_RELAXED);
        while (std::atomic_flag_test_and_set_explicit(&busy, std::memory_order_acquire))
            ;
        std::atomic_fetch_add_explicit(&total, 2, std::memory_order_relaxed);
        std::atomic_flag_clear_explicit(&busy, std::memory_order_release);
        std::atomic_fetch_add(&turns, 1);
    }
    return NULL;
}

struct Node {
    int value;
    Node *next;
};
static std::atomic<Node *> head{nullptr};
static Node *top;
static void push(Node *n)
{
    n->next = std::atomic_load(&head);
    while (!std::atomic_compare_exchange_weak(&head, &n->next, n))
        ;
}
static void push_old(Node *n)
{
    do
        n->next = top;
    while (!__sync_bool_compare_and_swap(&top, n->next, n));
}

int main()
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %ld %ld %d\n", count, sum, std::atomic_load(&total), (int)turns);

    std::thread producer([] {
        count = 77;
        __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    });
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        std::this_thread::yield();
    printf("%d\n", count);
    producer.join();

    int expected = 3;
    printf("%d", __atomic_compare_exchange_n(&count, &expected, 5, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    printf(" %d\n", expected);
    printf("%d", __sync_val_compare_and_swap(&count, 77, 6));
    printf(" %d", __sync_add_and_fetch(&count, 4));
    printf(" %d", __sync_sub_and_fetch(&count, 3));
    printf(" %d", __atomic_or_fetch(&count, 8, __ATOMIC_SEQ_CST));
    printf(" %d", __atomic_fetch_and(&count, 12, __ATOMIC_SEQ_CST));
    printf(" %d", __sync_fetch_and_xor(&count, 5));
    printf(" %d", __sync_nand_and_fetch(&count, 6));
    printf(" %d\n", __atomic_exchange_n(&count, 1, __ATOMIC_ACQUIRE));
    int value = 9, old;
    __atomic_exchange(&count, &value, &old, __ATOMIC_SEQ_CST);
    __atomic_load(&count, &value, __ATOMIC_RELAXED);
    printf("%d %d\n", old, value);
    printf("%d", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf(" %d", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf(" %d", flag);
    printf(" %d", __sync_lock_test_and_set(&flag, 1));
    __sync_lock_release(&flag);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
    printf(" %d\n", flag);

    Node nodes[4];
    for (int i = 0; i < 4; i++) {
        nodes[i].value = i;
        i < 2 ? push(&nodes[i]) : push_old(&nodes[i]);
    }
    for (Node *n = head; n; n = n->next)
        printf("%d ", n->value);
    for (Node *n = top; n; n = n->next)
        printf("%d ", n->value);
    int row[3] = {4, 5, 6};
    std::atomic<int *> at{row};
    ++at;
    at += 1;
    printf("%d", *at.load());
    printf(" %d\n", *at.fetch_sub(2));
    std::atomic<unsigned> mask{0xf0};
    mask |= 3;
    mask &= 0x3f;
    mask ^= 1;
    std::atomic_uint64_t wide{1};
    std::atomic_store_explicit(&wide, 1ull << 40, std::memory_order_release);
    printf("%x %lu %d\n", mask.load(), (unsigned long)std::atomic_exchange(&wide, 3), wide.is_lock_free());
    int five = 4;
    printf("%d", std::atomic_compare_exchange_strong(&turns, &five, 5));
    printf(" %d\n", five);
}
