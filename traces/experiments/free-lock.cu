// What may other threads call while one frees, allocates or registers memory? First: one thread is
// in a call that waits for a kernel of 2 ms; 0.3 ms later main makes a call; prints what that took,
// us, for each call and what the thread is in. Then: one thread is in a call that takes the host
// long, and main launches all the time into a stream of its own: prints the length of the thread's
// call, how many launches began and returned within it, and the longest that began within it.
// Native only.
#include <atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int ROUNDS = 5;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t k, s, t;
cudaEvent_t recorded, again;
char *pinned, *device, *memory, *host, *pageable;

// --- a call that waits ---------------------------------------------------------------------------

enum { FREE, FREE_HOST, UNREGISTER, DEVICE, STREAM, MEMCPY, LEGACY, WAITERS };
const char *const waiters[] = {"cudaFree",
                               "cudaFreeHost",
                               "cudaHostUnregister",
                               "device synchronize",
                               "stream synchronize",
                               "cudaMemcpy, legacy",
                               "kernel, legacy, and its synchronize"};

void prepare(int waiter)
{
    if (waiter == FREE)
        cudaMalloc((void **)&memory, 4 * MIB);
    else if (waiter == FREE_HOST)
        cudaMallocHost((void **)&host, 4 * MIB);
    else if (waiter == UNREGISTER)
        cudaHostRegister(pageable, 4 * MIB, cudaHostRegisterDefault);
}

void wait(int waiter)
{
    if (waiter == FREE)
        cudaFree(memory);
    else if (waiter == FREE_HOST)
        cudaFreeHost(host);
    else if (waiter == UNREGISTER)
        cudaHostUnregister(pageable);
    else if (waiter == DEVICE)
        cudaDeviceSynchronize();
    else if (waiter == STREAM)
        cudaStreamSynchronize(k);
    else if (waiter == MEMCPY)
        cudaMemcpy(device + MIB / 2, pinned, 64,
                   cudaMemcpyHostToDevice); // behind k, which is blocking
    else {
        spin<<<1, 64>>>(1);
        cudaStreamSynchronize(0);
    }
}

enum {
    LAUNCH,
    LAUNCH_BUSY,
    COPY,
    SET,
    RECORD,
    WAIT,
    WAIT_NEVER,
    QUERY,
    QUERY_EVENT,
    SYNCHRONIZE,
    FUNCTION,
    MALLOC,
    MALLOC_ASYNC,
    MALLOC_HOST,
    CREATE_EVENT,
    CREATE_STREAM,
    GET_DEVICE,
    INFO,
    CALLS
};
const char *const calls[] = {
    "launch",       "launch, k",    "copy",         "memset",        "record",        "wait",
    "wait, never",  "stream query", "event query",  "stream sync",   "host function", "malloc",
    "malloc async", "malloc host",  "event create", "stream create", "get device",    "mem info"};

void nothing(void *)
{
}

void call(int which)
{
    static char *got;
    static cudaEvent_t event, never;
    static cudaStream_t stream;
    size_t some, all;
    int number;
    switch (which) {
    case LAUNCH:
        spin<<<1, 64, 0, s>>>(1);
        break;
    case LAUNCH_BUSY:
        spin<<<1, 64, 0, k>>>(1);
        break;
    case COPY:
        cudaMemcpyAsync(device, pinned, 65536, cudaMemcpyHostToDevice, s);
        break;
    case SET:
        cudaMemsetAsync(device, 0, 65536, s);
        break;
    case RECORD:
        cudaEventRecord(again, s);
        break;
    case WAIT:
        cudaStreamWaitEvent(s, recorded, 0);
        break;
    case WAIT_NEVER:
        if (!never)
            cudaEventCreate(&never);
        cudaStreamWaitEvent(s, never, 0);
        break;
    case QUERY:
        cudaStreamQuery(s);
        break;
    case QUERY_EVENT:
        cudaEventQuery(recorded);
        break;
    case SYNCHRONIZE:
        cudaStreamSynchronize(s);
        break;
    case FUNCTION:
        cudaLaunchHostFunc(s, nothing, NULL);
        break;
    case MALLOC:
        cudaMalloc((void **)&got, 4 * MIB); // not freed
        break;
    case MALLOC_ASYNC:
        cudaMallocAsync((void **)&got, 4 * MIB, s);
        break;
    case MALLOC_HOST:
        cudaMallocHost((void **)&got, 4 * MIB);
        break;
    case CREATE_EVENT:
        cudaEventCreate(&event);
        break;
    case CREATE_STREAM:
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        break;
    case GET_DEVICE:
        cudaGetDevice(&number);
        break;
    default:
        cudaMemGetInfo(&some, &all);
        break;
    }
}

int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

std::atomic<int> go, in;

double beside(int waiter, int which)
{
    double took[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        cudaDeviceSynchronize();
        prepare(waiter);
        cudaEventRecord(recorded, k);
        cudaDeviceSynchronize();
        host_work_us(1000);
        spin<<<1, 64, 0, k>>>(2000);
        in = 0;
        std::thread thread([&] {
            cudaStreamQuery(t); // the first call of a thread takes long
            in = 1;
            while (go == 0)
                ;
            wait(waiter);
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
    }
    qsort(took, ROUNDS, sizeof(double), by_size);
    return took[ROUNDS / 2];
}

// --- a call that takes the host long -------------------------------------------------------------

enum { L_MALLOC, L_FREE, L_MALLOC_HOST, L_FREE_HOST, L_REGISTER, L_UNREGISTER, L_POOL, LONG };
const char *const longs[] = {"cudaMalloc of 512 MiB",      "cudaFree of 512 MiB",
                             "cudaMallocHost of 64 MiB",   "cudaFreeHost of 64 MiB",
                             "cudaHostRegister of 64 MiB", "cudaHostUnregister of 64 MiB",
                             "cudaMallocAsync of 512 MiB"};

void take_long(int which)
{
    if (which == L_MALLOC)
        cudaMalloc((void **)&memory, 512 * MIB);
    else if (which == L_FREE)
        cudaFree(memory);
    else if (which == L_MALLOC_HOST)
        cudaMallocHost((void **)&host, 64 * MIB);
    else if (which == L_FREE_HOST)
        cudaFreeHost(host);
    else if (which == L_REGISTER)
        cudaHostRegister(pageable, 64 * MIB, cudaHostRegisterDefault);
    else if (which == L_UNREGISTER)
        cudaHostUnregister(pageable);
    else
        cudaMallocAsync((void **)&memory, 512 * MIB, t);
}

void launch_beside(int which)
{
    double from = 0, to = 0, longest = 0;
    int within = 0;
    in = go = 0;
    std::thread thread([&] {
        cudaStreamQuery(t);
        in = 1;
        while (go == 0)
            ;
        from = host_time_us();
        take_long(which);
        to = host_time_us();
        in = 2;
    });
    while (in == 0)
        ;
    go = 1;
    static double begun[100000], ended[100000];
    int count = 0;
    while (in != 2 && count < 100000) {
        begun[count] = host_time_us();
        spin<<<1, 64, 0, s>>>(1);
        ended[count++] = host_time_us();
    }
    thread.join();
    for (int i = 0; i < count; i++)
        if (begun[i] >= from && begun[i] < to) {
            within += ended[i] <= to;
            longest = ended[i] - begun[i] > longest ? ended[i] - begun[i] : longest;
        }
    printf("%-30s took %8.1f, %4d launches within it, the longest %8.1f\n", longs[which], to - from,
           within, longest);
    if (which == L_POOL)
        cudaFreeAsync(memory, t);
    cudaDeviceSynchronize();
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreate(&k);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&recorded, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&again, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    pageable = (char *)malloc(64 * MIB);
    memset(pageable, 1, 64 * MIB);
    for (int i = 0; i < 3; i++)
        for (int which = 0; which < CALLS; which++)
            call(which);
    cudaDeviceSynchronize();
    printf("%-16s", "");
    for (int waiter = 0; waiter < WAITERS; waiter++)
        printf(" | %s", waiters[waiter]);
    printf("\n");
    for (int which = 0; which < CALLS; which++) {
        printf("%-16s", calls[which]);
        for (int waiter = 0; waiter < WAITERS; waiter++)
            printf(" | %8.1f", beside(waiter, which));
        printf("\n");
    }
    for (int round = 0; round < 2; round++)
        for (int which = 0; which < LONG; which++)
            launch_beside(which);
    return 0;
}
