// How long do copies of rows take, by the rows' width and number and by where they lie apart?
#include "nullstream.cuh"

#define TIMES 3
#define WIDTHS 6
#define COUNTS 4
#define APART 3

int main()
{
    const int widths[] = {64, 256, 1024, 4096, 16384, 65536};
    const int counts[] = {1, 16, 128, 1024};
    char *d, *e, *h;
    cudaMalloc(&d, (size_t)256 << 20);
    cudaMalloc(&e, (size_t)256 << 20);
    cudaMallocHost(&h, (size_t)256 << 20);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int time = 0; time < TIMES; time++)
        for (int w = 0; w < WIDTHS; w++)
            for (int c = 0; c < COUNTS; c++)
                for (int apart = 0; apart < APART; apart++) {
                    // 0: in both one behind the other; 1: apart on the host; 2: apart in both
                    const size_t width = widths[w], rows = counts[c], wide = 2 * width + 64;
                    const size_t host = apart > 0 ? wide : width, device = apart > 1 ? wide : width;
                    cudaMemcpy2DAsync(d, device, h, host, width, rows, cudaMemcpyHostToDevice, s);
                    cudaDeviceSynchronize();
                    cudaMemcpy2DAsync(h, host, d, device, width, rows, cudaMemcpyDeviceToHost, s);
                    cudaDeviceSynchronize();
                    cudaMemcpy2DAsync(e, device, d, host, width, rows, cudaMemcpyDeviceToDevice, s);
                    cudaDeviceSynchronize();
                    cudaMemset2DAsync(d, device, 0, width, rows, s);
                    cudaDeviceSynchronize();
                }
    return 0;
}
