// What do records with timing cost between copies of one direction while the other direction is
// busy? 32 copies each way, queued behind a kernel of 1 ms; the time between an event before and
// one after the copies of a stream, by copy.
#include "nullstream.cuh"
#include <cstdio>

#define COUNT 32
#define TIMES 5

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    const size_t sizes[] = {4096, 65536, 262144, 1048576, 4194304};
    char *d, *h, *d2, *h2;
    cudaMalloc(&d, 32 << 20);
    cudaMalloc(&d2, 32 << 20);
    cudaMallocHost(&h, 32 << 20);
    cudaMallocHost(&h2, 32 << 20);
    cudaStream_t in, out, gate;
    cudaStreamCreate(&in);
    cudaStreamCreate(&out);
    cudaStreamCreate(&gate);
    cudaEvent_t open, e[COUNT], f[COUNT], a[2], b[2];
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    for (int i = 0; i < COUNT; i++) {
        cudaEventCreate(&e[i]);
        cudaEventCreate(&f[i]);
    }
    for (int i = 0; i < 2; i++) {
        cudaEventCreate(&a[i]);
        cudaEventCreate(&b[i]);
    }
    // records: of the copies in, of those out, of both; others: the sizes of the copies out
    printf("   bytes   other  records   in us  out us\n");
    for (int s = 0; s < 5; s++)
        for (int other = 0; other < 6; other++)
            for (int records = 0; records < (other ? 4 : 2); records++) {
                float up[TIMES] = {}, down[TIMES] = {};
                for (int t = 0; t < TIMES; t++) {
                    spin<<<1, 32, 0, gate>>>(1000);
                    cudaEventRecord(open, gate);
                    cudaStreamWaitEvent(in, open, 0);
                    cudaStreamWaitEvent(out, open, 0);
                    cudaEventRecord(a[0], in);
                    cudaEventRecord(b[0], out);
                    for (int i = 0; i < COUNT; i++) {
                        cudaMemcpyAsync(d, h, sizes[s], cudaMemcpyHostToDevice, in);
                        if (records & 1)
                            cudaEventRecord(e[i], in);
                        if (other) {
                            cudaMemcpyAsync(h2, d2, sizes[other - 1], cudaMemcpyDeviceToHost, out);
                            if (records & 2)
                                cudaEventRecord(f[i], out);
                        }
                    }
                    cudaEventRecord(a[1], in);
                    cudaEventRecord(b[1], out);
                    cudaDeviceSynchronize();
                    cudaEventElapsedTime(&up[t], a[0], a[1]);
                    cudaEventElapsedTime(&down[t], b[0], b[1]);
                }
                float u = 0, v = 0; // of the last three
                for (int t = TIMES - 3; t < TIMES; t++) {
                    u += up[t] * 1000 / COUNT / 3;
                    v += down[t] * 1000 / COUNT / 3;
                }
                printf("%8d %8d %d %8.2f %8.2f\n", (int)sizes[s], other ? (int)sizes[other - 1] : 0, records, u,
                       v);
            }
    return 0;
}
