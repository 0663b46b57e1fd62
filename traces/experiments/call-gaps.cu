// Native only. What do calls cost the host in a program that works between them? Each call of the
// loop of tests/validation/requests.cu by itself, natively: us, medians over the requests of 15
// runs but for the first three, by how long the host works between requests; and 8 streams of
// launches, records and small copies in turn without any work between.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

const int STREAMS = 8, REQUESTS = 24, RUNS = 15;

__global__ void layer(double us)
{
    spin_us(us);
}

enum { SYNCHRONIZE, IN, FIRST, SECOND, THIRD, OUT, RECORD, WORK, CALLS };
const char *const names[] = {"synchronize", "in",  "launch", "launch",
                             "launch",      "out", "record", "work beyond"};

int main()
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t done[STREAMS];
    char *host, *device;
    const size_t bytes = 16384;
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaMallocHost(&host, 2 * STREAMS * bytes);
    cudaMalloc(&device, 2 * STREAMS * bytes);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    for (int count = 1; count <= STREAMS; count *= 2)
        for (size_t small = 4096; small <= 65536; small *= 4)
            for (double every = 0; every < 200; every = every ? every * 2 : 12.5) {
                std::vector<double> took[CALLS];
                for (int run = 0; run < RUNS; run++) {
                    cudaDeviceSynchronize();
                    for (int i = 0; i < REQUESTS; i++) {
                        const int s = i % count;
                        double at[CALLS + 1];
                        at[0] = host_time_us();
                        cudaEventSynchronize(done[s]);
                        at[1] = host_time_us();
                        cudaMemcpyAsync(device + s * bytes, host + s * bytes,
                                        small < bytes ? small : bytes, cudaMemcpyHostToDevice,
                                        streams[s]);
                        at[2] = host_time_us();
                        for (int k = 0; k < 3; k++) {
                            layer<<<24, 256, 0, streams[s]>>>(12 + 9 * k);
                            at[3 + k] = host_time_us();
                        }
                        cudaMemcpyAsync(host + s * bytes, device + s * bytes, bytes,
                                        cudaMemcpyDeviceToHost, streams[s]);
                        at[6] = host_time_us();
                        cudaEventRecord(done[s], streams[s]);
                        at[7] = host_time_us();
                        while (host_time_us() - at[7] < every)
                            ;
                        at[8] = host_time_us();
                        for (int c = 0; c < CALLS && i > 2; c++)
                            took[c].push_back(at[c + 1] - at[c] - (c == WORK ? every : 0));
                    }
                }
                printf("%d streams, %5zu bytes in, %5.1f us of work:", count, small, every);
                for (int c = 0; c < CALLS; c++) {
                    std::sort(took[c].begin(), took[c].end());
                    printf("  %s %5.2f", names[c], took[c][took[c].size() / 2]);
                }
                printf("\n");
            }
    return 0;
}
