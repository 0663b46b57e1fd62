// Radix sort of three arrays in three blocking streams, four passes each: memset of the counts, histogram, scan,
// scatter; after each round the host reads a flag with cudaMemcpy (4 bytes), which serialises.
#include <stdio.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(count) bytes(4.0 * n) flops(3.0 * n) reads(in, n * 4) writes(c, 1024 * 4) reads(c, 1024 * 4)
__global__ void count(const unsigned *in, unsigned *c, int shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[in[i] >> shift & 255], 1u);
}
#pragma nullstream kernel(scan) time(4us) reads(c, 1024 * 4) writes(c, 1024 * 4)
__global__ void scan(unsigned *c) { c[threadIdx.x] += 1; }
#pragma nullstream kernel(scatter) bytes(16.0 * n) flops(6.0 * n) regs(32) shared(8192) reads(in, n * 4) reads(c, 1024 * 4) writes(out, n * 4) writes(flag, 4)
__global__ void scatter(const unsigned *in, unsigned *out, const unsigned *c, int *flag, int shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[c[in[i] >> shift & 255]] = in[i];
    if (i == 0)
        *flag = 1;
}

int main()
{
    const int A = 3;
    const int n[A] = {1 << 18, 1 << 21, 3 << 20};
    unsigned *a[A], *b[A], *c[A], *host[A];
    int *flag;
    cudaStream_t s[A];
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaMalloc(&flag, A * sizeof(int));
    for (int i = 0; i < A; i++) {
        cudaMalloc(&a[i], n[i] * sizeof(unsigned));
        cudaMalloc(&b[i], n[i] * sizeof(unsigned));
        cudaMalloc(&c[i], 1024 * sizeof(unsigned));
        cudaMallocHost(&host[i], n[i] * sizeof(unsigned));
        cudaStreamCreate(&s[i]);
    }
    cudaEventRecord(t0);
    for (int i = 0; i < A; i++)
        cudaMemcpyAsync(a[i], host[i], n[i] * sizeof(unsigned), cudaMemcpyHostToDevice, s[i]);
    for (int pass = 0; pass < 4; pass++) {
        for (int i = 0; i < A; i++) {
            unsigned *in = pass % 2 ? b[i] : a[i], *out = pass % 2 ? a[i] : b[i];
            cudaMemsetAsync(c[i], 0, 1024 * sizeof(unsigned), s[i]);
            count<<<(n[i] + 1023) / 1024, 1024, 0, s[i]>>>(in, c[i], pass * 8, n[i]);
            scan<<<1, 1024, 0, s[i]>>>(c[i]);
            scatter<<<(n[i] + 127) / 128, 128, 0, s[i]>>>(in, out, c[i], flag + i, pass * 8, n[i]);
        }
        int overflow;
        cudaMemcpy(&overflow, flag + pass % A, sizeof(int), cudaMemcpyDeviceToHost);
        if (overflow < 0) {
            printf("overflow in pass %d\n", pass);
            break;
        }
    }
    for (int i = 0; i < A; i++)
        cudaMemcpyAsync(host[i], a[i], n[i] * sizeof(unsigned), cudaMemcpyDeviceToHost, s[i]);
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%.3f ms, smallest %u\n", ms, host[0][0]);
    return 0;
}
