// What does a query cost that finds its work not done yet, and how soon does one find it done? Rounds of a kernel of
// 20 us and a wait for it, by each of some ways; us a round, queries a round. Predicted as it is; natively built with
// nvcc -O2 -std=c++17 -arch=sm_90 -cudart static -I lessons.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void spin(double us)
{
    spin_us(us);
}

static const int ROUNDS = 200;
static cudaStream_t stream, other;
static cudaEvent_t done, late;

enum way { SYNCHRONIZE, EVENT_SYNCHRONIZE, QUERY, EVENT_QUERY, TWO_QUERIES, FOUR_QUERIES, WAYS };
static const char *const ways[] = {"synchronize the stream", "synchronize the event", "query the stream",
                                   "query the event",        "query it and another",  "query it and three others"};

static int wait_by(way how)
{
    int queries = 1;
    switch (how) {
    case SYNCHRONIZE:
        cudaStreamSynchronize(stream);
        break;
    case EVENT_SYNCHRONIZE:
        cudaEventSynchronize(done);
        break;
    case QUERY:
        while (cudaStreamQuery(stream) == cudaErrorNotReady)
            queries++;
        break;
    case EVENT_QUERY:
        while (cudaEventQuery(done) == cudaErrorNotReady)
            queries++;
        break;
    default:
        while (cudaEventQuery(done) == cudaErrorNotReady) {
            for (int i = 0; i < (how == TWO_QUERIES ? 1 : 3); i++)
                cudaEventQuery(late);
            queries += how == TWO_QUERIES ? 2 : 4;
        }
    }
    return queries;
}

static void rounds(way how, bool busy, double us)
{
    int queries = 0;
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < ROUNDS; i++) {
        spin<<<1, 32, 0, stream>>>(us);
        cudaEventRecord(done, stream);
        queries += wait_by(how);
    }
    double took = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    printf("%-26s %s, %2.0f us: %6.2f us a round, %5.1f queries\n", ways[how], busy ? "beside a kernel" : "alone", us,
           took / ROUNDS, (double)queries / ROUNDS);
}

int main()
{
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&late, cudaEventDisableTiming);
    spin<<<1, 32, 0, stream>>>(1);
    cudaDeviceSynchronize();
    for (int busy = 0; busy < 2; busy++)
        for (int us = 20; us <= 60; us += 40)
            for (int how = SYNCHRONIZE; how < WAYS; how++) {
                if (busy || how >= TWO_QUERIES)
                    spin<<<1, 32, 0, other>>>(40000);
                cudaEventRecord(late, other);
                rounds((way)how, busy || how >= TWO_QUERIES, us);
                cudaDeviceSynchronize();
            }
    return 0;
}
