// How much does a copy in lose beside a copy out, by the host memory that both use? Trains of
// copies of each direction at once, in a stream each; us a copy (medians of 9) of each train while
// both run. in, out: how many buffers each train goes round in; one: both go round in the same
// ones, out behind in. Native only: what the host's caches hold is not the executor's to arrange.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t MIB = 1 << 20, POOL = 1024 * MIB;
const int ROUNDS = 9;

__global__ void gate(volatile int *go)
{
    for (long i = 0; i < 20000000 && !*go; i++)
        ;
}

char *in_pool, *out_pool, *device;
int *go;
cudaStream_t in, out;

void row(size_t bytes, int in_buffers, int out_buffers, bool one, bool both, const char *note)
{
    const int n = (int)std::max<size_t>(6, 96 * MIB / bytes);
    std::vector<double> a, b;
    cudaEvent_t e[4];
    for (auto &x : e)
        cudaEventCreate(&x);
    size_t at = 0;
    for (int r = 0; r < ROUNDS; r++) {
        *go = 0;
        cudaDeviceSynchronize();
        gate<<<1, 1, 0, in>>>(go);
        gate<<<1, 1, 0, out>>>(go);
        cudaEventRecord(e[0], in);
        cudaEventRecord(e[2], out);
        for (int i = 0; i < n; i++) {
            size_t k = at + i;
            cudaMemcpyAsync(device + (k % 4) * 64 * MIB, in_pool + (k % in_buffers) * bytes, bytes,
                            cudaMemcpyHostToDevice, in);
            if (both)
                cudaMemcpyAsync((one ? in_pool + ((k + in_buffers - 2) % in_buffers) * bytes
                                     : out_pool + (k % out_buffers) * bytes),
                                device + (4 + k % 4) * 64 * MIB, bytes, cudaMemcpyDeviceToHost,
                                out);
        }
        at += n;
        cudaEventRecord(e[1], in);
        cudaEventRecord(e[3], out);
        *(volatile int *)go = 1;
        cudaDeviceSynchronize();
        float x, y;
        cudaEventElapsedTime(&x, e[0], e[1]);
        cudaEventElapsedTime(&y, e[2], e[3]);
        a.push_back(x * 1000 / n);
        b.push_back(y * 1000 / n);
    }
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    printf("%3zu MiB, in %3d, out %3d%s%s: in %.1f (%.1f..%.1f) %.2f GB/s, out %.1f (%.1f..%.1f) "
           "us a copy %s\n",
           bytes / MIB, in_buffers, out_buffers, one ? ", the same" : "", both ? "" : ", in alone",
           a[4], a[1], a[7], bytes / a[4] / 1000, b[4], b[1], b[7], note);
    for (auto &x : e)
        cudaEventDestroy(x);
}

int main()
{
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaMallocHost((void **)&go, 4096);
    cudaMalloc((void **)&device, 8 * 64 * MIB);
    cudaMallocHost((void **)&in_pool, POOL);
    cudaMallocHost((void **)&out_pool, POOL);
    for (int pass = 0; pass < 2; pass++) {
        const char *note = pass ? "host wrote all" : "as allocated";
        static const size_t sizes[] = {1, 4, 16, 64};
        for (size_t s : sizes) {
            const size_t bytes = s * MIB;
            const int all = (int)(POOL / bytes);
            row(bytes, 1, 1, false, false, note);
            row(bytes, all, 1, false, false, note);
            row(bytes, 1, 1, false, true, note);
            row(bytes, 4, 4, false, true, note);
            row(bytes, all, 1, false, true, note);
            row(bytes, 1, all, false, true, note);
            row(bytes, all, all, false, true, note);
            row(bytes, 8, 8, true, true, note);
            row(bytes, all, all, true, true, note);
        }
        memset(in_pool, 1, POOL);
        memset(out_pool, 1, POOL);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
