// In what steps events tell time (docs/semantics.md S4.4): the differences of records that follow
// each other, and with one to three kernels of 1 us between two records, in ns, sorted.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int EVENTS = 200;

__global__ void step(double us)
{
    spin_us(us);
}

int main()
{
    cudaEvent_t events[EVENTS];
    cudaStream_t stream;
    int times[EVENTS], counts[EVENTS], kinds;
    cudaStreamCreate(&stream);
    for (int i = 0; i < EVENTS; i++)
        cudaEventCreate(&events[i]);
    for (int kernels = 0; kernels < 4; kernels++) {
        for (int round = 0; round < 2; round++) {
            step<<<1, 32, 0, stream>>>(3000);
            for (int i = 0; i < EVENTS; i++) {
                for (int k = 0; k < kernels; k++)
                    step<<<1, 32, 0, stream>>>(1);
                cudaEventRecord(events[i], stream);
            }
            cudaStreamSynchronize(stream);
        }
        kinds = 0;
        for (int i = 1; i < EVENTS; i++) {
            float ms;
            cudaEventElapsedTime(&ms, events[i - 1], events[i]);
            int ns = (int)(ms * 1e6f + 0.5f), at = 0;
            while (at < kinds && times[at] < ns)
                at++;
            if (at == kinds || times[at] != ns) {
                for (int j = kinds; j > at; j--) {
                    times[j] = times[j - 1];
                    counts[j] = counts[j - 1];
                }
                kinds++;
                times[at] = ns;
                counts[at] = 0;
            }
            counts[at]++;
        }
        printf("%d kernels between:", kernels);
        for (int i = 0; i < kinds; i++)
            printf(" %d x%d", times[i], counts[i]);
        printf("\n");
    }
    return 0;
}
