// Native only. What does the first look at an event cost that is done? Synchronize, query and
// stream query of what ended long ago, called once and again, natively: us, medians of 200; behind
// a kernel, a copy, a record alone, several records; a device synchronize before or not.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

__global__ void k(double us)
{
    spin_us(us);
}

static double since(double at)
{
    return host_time_us() - at;
}

static void busy(double us)
{
    for (double at = host_time_us(); since(at) < us;)
        ;
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStream_t s[4];
    cudaEvent_t e[4], timed[4];
    char *host, *device;
    cudaMallocHost(&host, 1 << 20);
    cudaMalloc(&device, 1 << 20);
    for (int i = 0; i < 4; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    const char *works[] = {
        "nothing",    "a kernel", "a copy in", "a copy out", "a kernel in each of 4 streams",
        "10 kernels", "a memset"};
    const char *calls[] = {"event synchronize",  "event query",
                           "stream query",       "stream synchronize",
                           "device synchronize", "timed event synchronize",
                           "wait event",         "launch"};
    for (int work = 0; work < 7; work++)
        for (int call = 0; call < 8; call++) {
            std::vector<double> first, second, other;
            for (int r = 0; r < 200; r++) {
                int streams = work == 4 ? 4 : 1, kernels = work == 5 ? 10 : 1;
                for (int i = 0; i < streams; i++) {
                    for (int j = 0; j < kernels; j++)
                        if (work == 1 || work == 4 || work == 5)
                            k<<<1, 64, 0, s[i]>>>(3);
                    if (work == 2)
                        cudaMemcpyAsync(device, host, 65536, cudaMemcpyHostToDevice, s[i]);
                    if (work == 3)
                        cudaMemcpyAsync(host, device, 65536, cudaMemcpyDeviceToHost, s[i]);
                    if (work == 6)
                        cudaMemsetAsync(device, 0, 1 << 20, s[i]);
                    cudaEventRecord(call == 5 ? timed[i] : e[i], s[i]);
                }
                busy(kernels * 8 + 40);
                for (int n = 0; n < 3; n++) {
                    double at = host_time_us();
                    int i = n == 2 ? streams - 1 : 0;
                    switch (call) {
                    case 0:
                        cudaEventSynchronize(e[i]);
                        break;
                    case 1:
                        cudaEventQuery(e[i]);
                        break;
                    case 2:
                        cudaStreamQuery(s[i]);
                        break;
                    case 3:
                        cudaStreamSynchronize(s[i]);
                        break;
                    case 4:
                        cudaDeviceSynchronize();
                        break;
                    case 5:
                        cudaEventSynchronize(timed[i]);
                        break;
                    case 6:
                        cudaStreamWaitEvent(s[3], e[i], 0);
                        break;
                    case 7:
                        if (n == 1)
                            k<<<1, 64, 0, s[i]>>>(1);
                        else
                            cudaEventQuery(e[i]);
                        break;
                    }
                    (n == 0 ? first : n == 1 ? second : other).push_back(since(at));
                }
                cudaDeviceSynchronize();
            }
            std::sort(first.begin(), first.end()), std::sort(second.begin(), second.end()),
                std::sort(other.begin(), other.end());
            printf("%-30s %-24s first %5.2f  again %5.2f  the last stream's %5.2f\n", works[work],
                   calls[call], first[100], second[100], other[100]);
        }
    return 0;
}
