// Which calls that wait for the device keep other threads from calling? One thread is in such a
// call (rows) behind a kernel of 2 ms in a blocking stream; 0.3 ms later main makes another call
// (columns), for streams of its own. Prints how long the row's call took, and what each of main's
// took, us, medians. Native only.
#include <atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;
const int ROUNDS = 5;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t k, s;
cudaEvent_t again, blocking;
char *pinned, *device, *other, *pageable, *mine, *memory;

struct row {
    const char *name;
    void (*wait)();
} const rows[] = {
    {"cudaMemcpy in, 64 B, pinned", [] { cudaMemcpy(other, pinned, 64, cudaMemcpyHostToDevice); }},
    {"cudaMemcpy in, 64 KiB, pinned",
     [] { cudaMemcpy(other, pinned, 64 * KIB, cudaMemcpyHostToDevice); }},
    {"cudaMemcpy in, 8 MiB, pinned",
     [] { cudaMemcpy(other, pinned, 8 * MIB, cudaMemcpyHostToDevice); }},
    {"cudaMemcpy out, 64 B, pinned", [] { cudaMemcpy(pinned, other, 64, cudaMemcpyDeviceToHost); }},
    {"cudaMemcpy out, 8 MiB, pinned",
     [] { cudaMemcpy(pinned, other, 8 * MIB, cudaMemcpyDeviceToHost); }},
    {"cudaMemcpy in, 16 KiB, pageable",
     [] { cudaMemcpy(other, pageable, 16 * KIB, cudaMemcpyHostToDevice); }},
    {"cudaMemcpy in, 8 MiB, pageable",
     [] { cudaMemcpy(other, pageable, 8 * MIB, cudaMemcpyHostToDevice); }},
    {"cudaMemcpy out, 16 KiB, pageable",
     [] { cudaMemcpy(pageable, other, 16 * KIB, cudaMemcpyDeviceToHost); }},
    {"cudaMemcpy out, 8 MiB, pageable",
     [] { cudaMemcpy(pageable, other, 8 * MIB, cudaMemcpyDeviceToHost); }},
    {"cudaMemcpy2D out, pinned",
     [] { cudaMemcpy2D(pinned, 8 * KIB, other, 8 * KIB, 4 * KIB, 64, cudaMemcpyDeviceToHost); }},
    {"Async out, 16 KiB, pageable, k",
     [] { cudaMemcpyAsync(pageable, other, 16 * KIB, cudaMemcpyDeviceToHost, k); }},
    {"Async out, 8 MiB, pageable, k",
     [] { cudaMemcpyAsync(pageable, other, 8 * MIB, cudaMemcpyDeviceToHost, k); }},
    {"Async in, 8 MiB, pageable, k",
     [] { cudaMemcpyAsync(other, pageable, 8 * MIB, cudaMemcpyHostToDevice, k); }},
    {"cudaMemset of pinned memory", [] { cudaMemset(pinned, 0, 64 * KIB); }},
    {"cudaEventSynchronize", [] { cudaEventSynchronize(again); }},
    {"cudaEventSynchronize, blocking", [] { cudaEventSynchronize(blocking); }},
    {"legacy stream's synchronize", [] { cudaStreamSynchronize(0); }},
    {"cudaFree of 64 KiB, a chunk's last", [] { cudaFree(memory); }},
    {"cudaFree of a pool's memory", [] { cudaFree(mine); }},
};
const int ROWS = sizeof rows / sizeof *rows;

enum { LAUNCH, COPY, RECORD, CREATE, MALLOC_ASYNC, LEGACY, CALLS };
const char *const calls[] = {"launch",       "copy in",      "record",
                             "event create", "malloc async", "launch, legacy"};

void call(int which)
{
    static cudaEvent_t event;
    static char *got;
    if (which == LAUNCH)
        spin<<<1, 64, 0, s>>>(1);
    else if (which == COPY)
        cudaMemcpyAsync(device, pinned + 16 * MIB, 64 * KIB, cudaMemcpyHostToDevice, s);
    else if (which == RECORD)
        cudaEventRecord(again, s);
    else if (which == CREATE)
        cudaEventCreate(&event);
    else if (which == MALLOC_ASYNC)
        cudaMallocAsync((void **)&got, MIB, s);
    else
        spin<<<1, 64>>>(1);
}

std::atomic<int> go, in;

int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *of)
{
    qsort(of, ROUNDS, sizeof(double), by_size);
    return of[ROUNDS / 2];
}

double beside(const struct row *row, int which, double *whole)
{
    double took[ROUNDS], all[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        cudaMalloc((void **)&memory, 64 * KIB);
        cudaMallocAsync((void **)&mine, MIB, k);
        cudaDeviceSynchronize();
        host_work_us(1000);
        spin<<<1, 64, 0, k>>>(2000);
        cudaEventRecord(again, k);
        cudaEventRecord(blocking, k);
        in = 0;
        std::thread thread([&] {
            cudaStreamQuery(s); // the first call of a thread takes long
            in = 1;
            while (go == 0)
                ;
            double at = host_time_us();
            row->wait();
            all[i] = host_time_us() - at;
        });
        while (in == 0)
            ;
        go = 1;
        host_work_us(300);
        double at = host_time_us();
        call(which);
        took[i] = host_time_us() - at;
        thread.join();
        go = 0;
        cudaDeviceSynchronize();
        cudaFree(memory);
        cudaFree(mine);
    }
    cudaGetLastError(); // of a second free
    *whole = median(all);
    return median(took);
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreate(&k);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&again, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&blocking, cudaEventDisableTiming | cudaEventBlockingSync);
    cudaMallocHost((void **)&pinned, 32 * MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&other, 8 * MIB);
    pageable = (char *)malloc(8 * MIB);
    memset(pageable, 1, 8 * MIB);
    for (int i = 0; i < 3; i++)
        for (int which = 0; which < CALLS; which++)
            call(which);
    cudaDeviceSynchronize();
    printf("%-36s   took", "");
    for (int which = 0; which < CALLS; which++)
        printf(" | %s", calls[which]);
    printf("\n");
    for (int i = 0; i < ROWS; i++) {
        printf("%-36s", rows[i].name);
        for (int which = 0; which < CALLS; which++) {
            double whole, took = beside(&rows[i], which, &whole);
            if (which == 0)
                printf(" %7.1f", whole);
            printf(" | %8.1f", took);
        }
        printf("\n");
    }
    return 0;
}
