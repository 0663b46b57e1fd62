// Host clocks run in virtual time: sleeps and declared work take what they say, the rest nothing.
#include "nullstream.cuh"
#include <chrono>
#include <stdio.h>
#include <sys/time.h>
#include <thread>
#include <time.h>
#include <unistd.h>
static double now_ms()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
#pragma nullstream host(prepare) time(250us)
static void prepare(float *p)
{
    p[0] = 1.0f;
}
int main()
{
    double a = now_ms();
    usleep(2000);
    printf("usleep %.1f ms\n", now_ms() - a);
    auto t0 = std::chrono::high_resolution_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    auto t1 = std::chrono::high_resolution_clock::now();
    printf("sleep_for %.1f ms\n", std::chrono::duration<double, std::milli>(t1 - t0).count());
    printf("%lld us\n",
           (long long)std::chrono::duration_cast<std::chrono::microseconds>(t1 - t0).count());
    struct timeval v0, v1;
    gettimeofday(&v0, NULL);
    host_work_us(500);
    gettimeofday(&v1, NULL);
    printf("work %ld us\n", (v1.tv_sec - v0.tv_sec) * 1000000 + (v1.tv_usec - v0.tv_usec));
    clock_t c0 = clock();
    float p[4];
    prepare(p);
    printf("declared %.0f us\n", (double)(clock() - c0) * 1e6 / CLOCKS_PER_SEC);
    double h = host_time_us();
    struct timespec wait = {0, 1000000};
    nanosleep(&wait, NULL);
    printf("nanosleep %.0f us\n", host_time_us() - h);
    return 0;
}
