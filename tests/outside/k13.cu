/* A port of an old single-stream program (C style): somebody has "added streams" but kept default
 * stream calls here and there, cudaThreadSynchronize's heir after each step, and a stray cudaMemset. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NSTREAMS 4
#define DIM 1024
#define STEPS 12

typedef struct {
    float *h_in, *h_out;
    float *d_a, *d_b;
    int   *d_flags;
    cudaStream_t stream;
    cudaEvent_t  done;
} slab_t;

static void die(const char *msg, cudaError_t e)
{
    fprintf(stderr, "%s: %s\n", msg, cudaGetErrorString(e));
    exit(1);
}
#define CALL(f, ...) do { cudaError_t e_ = f(__VA_ARGS__); if (e_ != cudaSuccess) die(#f, e_); } while (0)

__global__ void diffuse(const float *a, float *b, int dim)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < dim - 1 && y < dim - 1)
        b[y * dim + x] = 0.25f * (a[y * dim + x - 1] + a[y * dim + x + 1] + a[(y - 1) * dim + x] + a[(y + 1) * dim + x]);
}

__global__ void react(float *b, int *flags, int dim, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < dim * dim) {
        float v = b[i] + rate * b[i] * (1.0f - b[i]);
        if (v > 1.0f) { v = 1.0f; atomicAdd(&flags[i % 32], 1); }
        b[i] = v;
    }
}
#pragma nullstream kernel(diffuse) time(38us)
#pragma nullstream kernel(react) time(30us) reads(b, dim * dim * 4) writes(b, dim * dim * 4) writes(flags, 128)

static void slab_init(slab_t *s, int pinned)
{
    size_t bytes = (size_t)DIM * DIM * sizeof(float);
    memset(s, 0, sizeof *s);
    if (pinned) {
        CALL(cudaHostAlloc, (void **)&s->h_in, bytes, cudaHostAllocDefault);
        CALL(cudaHostAlloc, (void **)&s->h_out, bytes, cudaHostAllocDefault);
    } else {
        s->h_in = (float *)malloc(bytes);
        s->h_out = (float *)calloc(DIM * DIM, sizeof(float));
    }
    for (int i = 0; i < DIM * DIM; i += DIM)
        s->h_in[i] = (float)(i % 7) / 7.0f;
    CALL(cudaMalloc, (void **)&s->d_a, bytes);
    CALL(cudaMalloc, (void **)&s->d_b, bytes);
    CALL(cudaMalloc, (void **)&s->d_flags, 32 * sizeof(int));
    CALL(cudaStreamCreate, &s->stream);
    CALL(cudaEventCreate, &s->done);
}

static void slab_free(slab_t *s, int pinned)
{
    cudaEventDestroy(s->done);
    cudaStreamDestroy(s->stream);
    cudaFree(s->d_flags); cudaFree(s->d_b); cudaFree(s->d_a);
    if (pinned) { cudaFreeHost(s->h_out); cudaFreeHost(s->h_in); }
    else { free(s->h_out); free(s->h_in); }
}

int main(int argc, char **argv)
{
    int pinned = 1, steps = STEPS, c;
    slab_t slab[NSTREAMS];
    size_t bytes = (size_t)DIM * DIM * sizeof(float);
    int flags[32];
    long total = 0;

    for (c = 1; c < argc; c++) {
        if (argv[c][0] == '-' && argv[c][1] == 'p') pinned = 0;
        else steps = (int)strtol(argv[c], NULL, 10);
    }
    for (c = 0; c < NSTREAMS; c++)
        slab_init(&slab[c], pinned);

    for (c = 0; c < NSTREAMS; c++) {
        slab_t *s = &slab[c];
        CALL(cudaMemcpyAsync, s->d_a, s->h_in, bytes, cudaMemcpyHostToDevice, s->stream);
        CALL(cudaMemset, s->d_flags, 0, 32 * sizeof(int));          /* left from before: stream 0 */
    }
    for (int t = 0; t < steps; t++) {
        for (c = 0; c < NSTREAMS; c++) {
            slab_t *s = slab + c;
            dim3 block(32, 8), grid(DIM / 32, DIM / 8);
            diffuse<<<grid, block, 0, s->stream>>>(s->d_a, s->d_b, DIM);
            if (t % 4 == 0)
                react<<<DIM * DIM / 256, 256>>>(s->d_b, s->d_flags, DIM, 0.01f);   /* forgotten */
            else
                react<<<DIM * DIM / 256, 256, 0, s->stream>>>(s->d_b, s->d_flags, DIM, 0.01f);
            float *swap = s->d_a; s->d_a = s->d_b; s->d_b = swap;
        }
        if (t == steps / 2)
            CALL(cudaDeviceSynchronize);
    }
    for (c = 0; c < NSTREAMS; c++) {
        slab_t *s = &slab[c];
        CALL(cudaMemcpyAsync, s->h_out, s->d_a, bytes, cudaMemcpyDeviceToHost, s->stream);
        CALL(cudaEventRecord, s->done, s->stream);
    }
    for (c = 0; c < NSTREAMS; c++) {
        CALL(cudaEventSynchronize, slab[c].done);
        CALL(cudaMemcpy, flags, slab[c].d_flags, sizeof flags, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 32; i++) total += flags[i];
    }
    printf("steps %d of %dx%d, saturated cells %ld\n", steps, DIM, DIM, total);
    for (c = NSTREAMS; c-- > 0; )
        slab_free(&slab[c], pinned);
    return 0;
}
