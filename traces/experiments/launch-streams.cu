// What does a launch take by how many streams are launched to in turn and by how long the kernels are, so that
// the stream's last kernel still runs, or has ended? 200 launches each, natively; the median of 15 runs of what a
// launch takes, of the first and of the last 100, us.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int COUNT = 200;
const int RUNS = 15;

__global__ void step(double us)
{
    spin_us(us);
}

double half(cudaStream_t *s, int streams, double us)
{
    double start = host_time_us();
    for (int i = 0; i < COUNT / 2; i++)
        step<<<8, 128, 0, s[i % streams]>>>(us);
    return (host_time_us() - start) / (COUNT / 2);
}

int main()
{
    const int counts[] = {1, 2, 3, 4, 6, 8};
    const double times[] = {1, 2, 4, 8, 12, 16, 24, 40};
    cudaStream_t s[8];
    for (int i = 0; i < 8; i++)
        cudaStreamCreate(&s[i]);
    for (int c = 0; c < 6; c++)
        for (int t = 0; t < 8; t++) {
            double first[RUNS], last[RUNS];
            for (int run = 0; run < RUNS; run++) {
                first[run] = half(s, counts[c], times[t]);
                last[run] = half(s, counts[c], times[t]);
                cudaDeviceSynchronize();
            }
            std::sort(first, first + RUNS);
            std::sort(last, last + RUNS);
            printf("%d streams %4.0f us  %6.2f %6.2f\n", counts[c], times[t], first[RUNS / 2], last[RUNS / 2]);
        }
    return 0;
}
