/* Out-of-core transposition of a matrix that lies on the host: tiles go in and come back by cudaMemcpy2DAsync, the
 * return tile is written at the mirrored place. Plain C style; four slots in turn, slots wait by their own event. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3072
#define TILE 768
#define SLOTS 4

typedef struct {
    cudaStream_t stream;
    cudaEvent_t begin, end;
    float *in, *out;
    size_t in_pitch, out_pitch;
    int used;
} slot_t;

#pragma nullstream kernel(transpose) bytes(8.0 * TILE * TILE) reads(in, TILE * ip) writes(out, TILE * op) shared(32 * 33 * 4)
__global__ void transpose(const char *in, size_t ip, char *out, size_t op)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = ((const float *)(in + (y + k) * ip))[x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        ((float *)(out + (y + k) * op))[x] = tile[threadIdx.x][threadIdx.y + k];
}

static int setup(slot_t *s)
{
    memset(s, 0, sizeof *s);
    if (cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking) != cudaSuccess)
        goto fail;
    if (cudaEventCreate(&s->begin) != cudaSuccess || cudaEventCreate(&s->end) != cudaSuccess)
        goto fail;
    if (cudaMallocPitch((void **)&s->in, &s->in_pitch, TILE * sizeof(float), TILE) != cudaSuccess)
        goto fail;
    if (cudaMallocPitch((void **)&s->out, &s->out_pitch, TILE * sizeof(float), TILE) != cudaSuccess)
        goto fail;
    return 0;
fail:
    fprintf(stderr, "set-up: %s\n", cudaGetErrorString(cudaGetLastError()));
    return -1;
}

static float collect(slot_t *s)
{
    float ms = 0;
    if (!s->used)
        return 0;
    cudaEventSynchronize(s->end);
    cudaEventElapsedTime(&ms, s->begin, s->end);
    s->used = 0;
    return ms;
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;
    const size_t row = (size_t)N * sizeof(float);
    slot_t slot[SLOTS];
    float *src, *dst, busy = 0;
    int k = 0;
    for (int i = 0; i < SLOTS; i++)
        if (setup(&slot[i]))
            return EXIT_FAILURE;
    cudaHostAlloc((void **)&src, N * row, cudaHostAllocWriteCombined);
    cudaMallocHost((void **)&dst, N * row);
    for (int i = 0; i < N; i++)
        src[i * (N + 1)] = (float)i;

    for (int r = 0; r < rounds; r++)
        for (int ty = 0; ty < N; ty += TILE)
            for (int tx = 0; tx < N; tx += TILE, k++) {
                slot_t *s = &slot[k % SLOTS];
                busy += collect(s);
                cudaEventRecord(s->begin, s->stream);
                cudaMemcpy2DAsync(s->in, s->in_pitch, src + (size_t)ty * N + tx, row, TILE * sizeof(float), TILE,
                                  cudaMemcpyHostToDevice, s->stream);
                transpose<<<dim3(TILE / 32, TILE / 32), dim3(32, 8), 0, s->stream>>>((const char *)s->in, s->in_pitch, (char *)s->out, s->out_pitch);
                cudaMemcpy2DAsync(dst + (size_t)tx * N + ty, row, s->out, s->out_pitch, TILE * sizeof(float), TILE,
                                  cudaMemcpyDeviceToHost, s->stream);
                cudaEventRecord(s->end, s->stream);
                s->used = 1;
            }
    for (int i = 0; i < SLOTS; i++)
        busy += collect(&slot[i]);
    printf("%d tiles, slots busy %.3f ms, dst[last] %g\n", k, busy, dst[(size_t)N * N - 1]);
    for (int i = 0; i < SLOTS; i++) {
        cudaFree(slot[i].in);
        cudaFree(slot[i].out);
        cudaEventDestroy(slot[i].begin);
        cudaEventDestroy(slot[i].end);
        cudaStreamDestroy(slot[i].stream);
    }
    cudaFreeHost(src);
    cudaFreeHost(dst);
    return EXIT_SUCCESS;
}
