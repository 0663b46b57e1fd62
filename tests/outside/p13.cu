// Out-of-core tiles: cudaMemcpy2DAsync of submatrices, double buffered, device-to-device copy of the last tile.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int ROWS = 4096, COLS = 8192, TILE = 1024;

#pragma nullstream kernel(transform) bytes(8.0 * rows * pitch) flops(30.0 * rows * pitch) reads(t, rows * pitch * 4) writes(t, rows * pitch * 4)
__global__ void transform(float *t, int rows, int pitch)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int y = blockIdx.y * 32 + threadIdx.y; y < rows; y += 8)
        t[y * pitch + x] = sqrtf(t[y * pitch + x]);
}

static void die(cudaError_t e, const char *what)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(e));
    exit(2);
}

int main()
{
    float *host;
    die(cudaHostAlloc((void **)&host, (size_t)ROWS * COLS * 4, cudaHostAllocPortable), "cudaHostAlloc");
    memset(host, 0, (size_t)ROWS * COLS * 4);
    float *tile[2], *last;
    size_t pitch[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        die(cudaMallocPitch((void **)&tile[i], &pitch[i], TILE * sizeof(float), ROWS), "cudaMallocPitch");
        die(cudaStreamCreate(&s[i]), "cudaStreamCreate");
    }
    die(cudaMalloc((void **)&last, (size_t)TILE * ROWS * 4), "cudaMalloc");

    for (int c = 0, b = 0; c < COLS; c += TILE, b ^= 1) {
        die(cudaMemcpy2DAsync(tile[b], pitch[b], host + c, COLS * sizeof(float), TILE * sizeof(float), ROWS,
                              cudaMemcpyHostToDevice, s[b]),
            "upload");
        transform<<<dim3(TILE / 32, ROWS / 32), dim3(32, 8), 0, s[b]>>>(tile[b], ROWS, (int)(pitch[b] / sizeof(float)));
        if (c + TILE == COLS)
            die(cudaMemcpy2DAsync(last, TILE * 4, tile[b], pitch[b], TILE * 4, ROWS, cudaMemcpyDeviceToDevice, s[b]), "keep");
        die(cudaMemcpy2DAsync(host + c, COLS * sizeof(float), tile[b], pitch[b], TILE * sizeof(float), ROWS,
                              cudaMemcpyDeviceToHost, s[b]),
            "download");
    }
    die(cudaStreamSynchronize(s[0]), "sync");
    die(cudaStreamSynchronize(s[1]), "sync");
    float corner = -1;
    die(cudaMemcpy(&corner, last, sizeof corner, cudaMemcpyDefault), "corner");
    printf("%.2f %.2f\n", corner, host[0]);
    for (int i = 0; i < 2; i++) {
        cudaStreamDestroy(s[i]);
        cudaFree(tile[i]);
    }
    cudaFree(last);
    cudaFreeHost(host);
    return 0;
}
