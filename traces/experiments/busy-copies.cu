// From a kernel to a copy and back, and from a copy to one of the other direction, when other
// streams wait for the like: host times of long chains less short ones, in us for one step, less
// the kernel and the bytes at the link's rate. To be built with nvcc, or run under nullstream.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int MOST = 16;
const int REPEAT = 5;
const double RATE = 55.5e3; // bytes in a us

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s[MOST], t[MOST];
cudaEvent_t ready[MOST], done[MOST];
char *host, *device;

void in(cudaStream_t stream, int i, size_t bytes)
{
    cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, stream);
}

void out(cudaStream_t stream, int i, size_t bytes)
{
    cudaMemcpyAsync(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost, stream);
}

// One step of each stream's chain.
void steps(int what, int streams, double us, size_t bytes)
{
    for (int i = 0; i < streams; i++) {
        if (what != 2)
            step<<<1, 64, 0, s[i]>>>(us);
        if (what == 0)
            in(s[i], i, bytes);
        if (what == 1)
            out(s[i], i, bytes);
        if (what == 2 || what == 3) {
            in(s[i], i, bytes);
            out(s[i], i, bytes);
        }
        if (what == 4) {
            cudaEventRecord(ready[i], s[i]);
            cudaStreamWaitEvent(t[i], ready[i], 0);
            in(t[i], i, bytes);
            cudaEventRecord(done[i], t[i]);
            cudaStreamWaitEvent(s[i], done[i], 0);
        }
    }
}

double run(int what, int streams, int length, double us, size_t bytes)
{
    double least = 1e9;
    for (int i = 0; i < REPEAT; i++) {
        cudaDeviceSynchronize();
        double from = host_time_us();
        for (int k = 0; k < length; k++)
            steps(what, streams, us, bytes);
        cudaDeviceSynchronize();
        double took = host_time_us() - from;
        least = took < least ? took : least;
    }
    return least;
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&t[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaMallocHost(&host, 64 << 20);
    cudaMalloc(&device, 64 << 20);
    const char *names[] = {"kernel, in", "kernel, out", "in, out", "kernel, in, out",
                           "kernel, event, in, event"};
    const int counts[] = {1, 2, 3, 4, 5, 6, 8, 12};
    const size_t sizes[] = {65536, 262144};
    const double lengths[] = {90, 137};
    for (int what = 0; what < 5; what++)
        for (int i = 0; i < 8; i++) {
            printf("%-26s %2d streams", names[what], counts[i]);
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < 2; k++) {
                    const int copies = what == 2 || what == 3 ? 2 : 1;
                    const double us = what == 2 ? 0 : lengths[k];
                    double first = run(what, counts[i], 5, lengths[k], sizes[j]);
                    double longer = run(what, counts[i], 25, lengths[k], sizes[j]);
                    printf(" %7.2f", (longer - first) / 20 - us - copies * (double)sizes[j] / RATE);
                }
            printf("\n");
        }
    // Both directions at once: what each copy takes beyond its bytes.
    for (int j = 0; j < 5; j++) {
        const size_t bytes = (size_t)65536 << (2 * j);
        if (bytes > 16 << 20)
            break;
        double took[3];
        for (int both = 0; both < 3; both++) {
            double ends[2];
            for (int k = 0; k < 2; k++) {
                ends[k] = 1e9;
                for (int r = 0; r < REPEAT; r++) {
                    cudaDeviceSynchronize();
                    double from = host_time_us();
                    for (int n = 0; n < (k ? 44 : 4); n++) {
                        if (both != 1)
                            in(s[0], 0, bytes);
                        if (both != 0)
                            out(s[1], 1, bytes);
                    }
                    cudaDeviceSynchronize();
                    double us = host_time_us() - from;
                    ends[k] = us < ends[k] ? us : ends[k];
                }
            }
            took[both] = (ends[1] - ends[0]) / 40;
        }
        printf("%8d bytes: in %8.2f out %8.2f both %8.2f\n", (int)bytes, took[0], took[1], took[2]);
    }
    return 0;
}
