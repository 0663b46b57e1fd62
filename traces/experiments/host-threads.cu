// Per-thread streams and several host threads (docs/semantics.md S1.8): do per-thread streams
// overlap across threads, do they wait for the legacy stream, and what does a launch cost when 1 to
// 8 threads launch at once (is there one lock)? Run it on a GPU and under nullstream, and compare.
#include <cuda_runtime.h>
#include <stdio.h>
#include <thread>
#include <vector>

#include "nullstream.cuh"

const int LAUNCHES = 100;
const int MOST = 8;

__global__ void step(double us)
{
    spin_us(us);
}

double spent[MOST];
cudaStream_t streams[MOST];
double go;

void three(int thread)
{
    step<<<1, 64, 0, cudaStreamPerThread>>>(0); // creates the stream
    cudaStreamSynchronize(cudaStreamPerThread);
    host_work_us(go - host_time_us());
    double start = host_time_us();
    for (int i = 0; i < 3; i++)
        step<<<1, 64, 0, cudaStreamPerThread>>>(200);
    cudaStreamSynchronize(cudaStreamPerThread);
    spent[thread] = host_time_us() - start;
}

// The legacy kernel is issued when all threads have their streams.
void behind(int thread)
{
    step<<<1, 64, 0, cudaStreamPerThread>>>(0);
    cudaStreamSynchronize(cudaStreamPerThread);
    if (thread == 0) {
        host_work_us(go - 50 - host_time_us());
        step<<<1, 64>>>(500);
    }
    host_work_us(go - host_time_us());
    double start = host_time_us();
    step<<<1, 64, 0, cudaStreamPerThread>>>(200);
    cudaStreamSynchronize(cudaStreamPerThread);
    spent[thread] = host_time_us() - start;
}

void launches(int thread)
{
    cudaStream_t stream = streams[thread];
    host_work_us(go - host_time_us());
    double start = host_time_us();
    for (int i = 0; i < LAUNCHES; i++)
        step<<<1, 32, 0, stream>>>(0);
    spent[thread] = host_time_us() - start;
    cudaStreamSynchronize(stream);
}

void records(int thread)
{
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    host_work_us(go - host_time_us());
    double start = host_time_us();
    for (int i = 0; i < LAUNCHES; i++)
        cudaEventRecord(event, streams[thread]);
    spent[thread] = host_time_us() - start;
}

void queries(int thread)
{
    host_work_us(go - host_time_us());
    double start = host_time_us();
    for (int i = 0; i < LAUNCHES; i++)
        cudaStreamQuery(streams[thread]);
    spent[thread] = host_time_us() - start;
}

// One thread waits for its stream while another one launches.
void waiter(int thread)
{
    step<<<1, 32, 0, streams[thread]>>>(3000);
    host_work_us(go - host_time_us());
    cudaStreamSynchronize(streams[thread]);
}

double longest(int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = spent[i] > most ? spent[i] : most;
    return most;
}

void all(void (*work)(int), int count)
{
    std::vector<std::thread> threads;
    go = host_time_us() + 3000; // the threads and their streams are there
    for (int i = 0; i < count; i++)
        threads.push_back(std::thread(work, i));
    for (int i = 0; i < count; i++)
        threads[i].join();
}

int main()
{
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    step<<<1, 64>>>(0);
    cudaDeviceSynchronize();
    for (int count = 1; count <= MOST; count *= 2) {
        all(three, count);
        printf("%d threads, three kernels of 200 us each: %8.1f us\n", count, longest(count));
    }
    for (int count = 1; count <= 4; count *= 4) {
        all(behind, count);
        printf("%d threads, a kernel of 200 us each behind a legacy one of 500: %8.1f us\n", count,
               longest(count));
    }
    for (int kind = 0; kind < 3; kind++)
        for (int count = 1; count <= MOST; count *= 2) {
            all(kind == 0 ? launches : kind == 1 ? records : queries, count);
            cudaDeviceSynchronize();
            printf("%d threads, %s: %6.2f us each\n", count,
                   kind == 0   ? "launches"
                   : kind == 1 ? "records"
                               : "queries",
                   longest(count) / LAUNCHES);
        }
    {
        std::thread waiting(waiter, 0);
        go = host_time_us() + 200;
        std::thread launching(launches, 1);
        waiting.join();
        launching.join();
        printf("launches while another thread waits: %6.2f us each\n", spent[1] / LAUNCHES);
    }
    return 0;
}
