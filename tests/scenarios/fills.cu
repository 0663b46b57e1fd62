/* Loops that fill memory in a program of several threads: work of the host, which is free. They
 * read the same again and again (where the array is), but wait for nobody. The last loop does. */
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

enum { N = 5000 };

static long since(std::chrono::steady_clock::time_point start)
{
    auto passed = std::chrono::steady_clock::now() - start;
    return std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
}

int main()
{
    volatile bool done = false;
    std::vector<int> v(N);
    std::vector<short2> w(N);
    short2 *p;
    cudaMallocHost(&p, N * sizeof *p);

    std::thread other([&] {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < N; i++)
            p[i] = make_short2((short)(i % 200), 1);
        printf("short2 in a thread: %ld us\n", since(start));
        std::this_thread::sleep_for(std::chrono::microseconds(300));
        done = true;
    });

    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < N; i++)
        v[i] = i;
    printf("int: %ld us\n", since(start));
    start = std::chrono::steady_clock::now();
    for (int i = 0; i < N; i++)
        w[i].x = (short)i;
    printf("a member: %ld us\n", since(start));
    start = std::chrono::steady_clock::now();
    while (!done) {
    }
    printf("a wait: %s 200 us\n", since(start) > 200 ? "over" : "not");
    other.join();
    cudaFreeHost(p);
    return v[1] + w[1].x - 2;
}
