// A long row of tiny copies in one stream, sizes 4 B to 64 KB, then the same alternating between two directions.
#include <cuda_runtime.h>
#include <stdint.h>
int main()
{
    cudaStream_t s;
    uint8_t *d, *h;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, 1 << 20);
    cudaMallocHost(&h, 1 << 20);
    for (unsigned n = 4; n <= 65536; n *= 2)
        for (int i = 0; i < 20; i++)
            cudaMemcpyAsync(d + 65536 * (i % 4), h, n, cudaMemcpyHostToDevice, s);
    for (unsigned n = 65536; n >= 4; n /= 4)
        for (int i = 0; i < 20; i++) {
            if (i & 1)
                cudaMemcpyAsync(h + 131072, d, n, cudaMemcpyDeviceToHost, s);
            else
                cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s);
        }
    cudaStreamSynchronize(s);
    return 0;
}
