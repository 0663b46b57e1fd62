// Copies of rows of WIDTH bytes, PITCH apart on the host (on the device as close as cudaMallocPitch
// has them), ROWS of them: in and out, WHERE bytes from the beginning of the host's memory, which
// is MORE bytes longer; and both at once.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef WIDTH
#define WIDTH 4160
#endif
#ifndef PITCH
#define PITCH 16384
#endif
#ifndef WHERE
#define WHERE 0
#endif
#ifndef ROWS
#define ROWS 1024
#endif
#ifndef MORE
#define MORE 0
#endif

int main()
{
    char *host, *back, *a, *b;
    size_t pitch;
    cudaStream_t in, out;
    cudaMallocHost(&host, (size_t)PITCH * ROWS + WIDTH + WHERE + MORE);
    cudaMallocHost(&back, (size_t)PITCH * ROWS + WIDTH + WHERE + MORE);
    cudaMallocPitch((void **)&a, &pitch, WIDTH, ROWS);
    cudaMallocPitch((void **)&b, &pitch, WIDTH, ROWS);
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++)
        cudaMemcpy2DAsync(a, pitch, host + WHERE, PITCH, WIDTH, ROWS, cudaMemcpyHostToDevice, in);
    cudaStreamSynchronize(in);
    for (int i = 0; i < 3; i++)
        cudaMemcpy2DAsync(back + WHERE, PITCH, b, pitch, WIDTH, ROWS, cudaMemcpyDeviceToHost, out);
    cudaStreamSynchronize(out);
    for (int i = 0; i < 4; i++) {
        cudaMemcpy2DAsync(a, pitch, host + WHERE, PITCH, WIDTH, ROWS, cudaMemcpyHostToDevice, in);
        cudaMemcpy2DAsync(back + WHERE, PITCH, b, pitch, WIDTH, ROWS, cudaMemcpyDeviceToHost, out);
    }
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(host);
    cudaFreeHost(back);
    return 0;
}
