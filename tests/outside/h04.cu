// One-dimensional wave equation on a ring of two subdomains, with ghost zones of width 8 so that halos are exchanged
// only every 8 steps (communication avoiding): two streams, four events, cudaMemcpyDefault for the halos.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CK(e) check((e), #e, __LINE__)
static void check(cudaError_t e, const char *s, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s -> %s\n", line, s, cudaGetErrorName(e));
    abort();
}

enum { GHOST = 8, INNER = 1 << 20, SIZE = INNER + 2 * GHOST, PERIODS = 30 };

typedef struct half {
    float *old, *now, *next;
    cudaStream_t stream;
    cudaEvent_t computed, fetched;
} half_t_;

#pragma nullstream kernel(wave) bytes(16.0 * (to - from)) flops(6.0 * (to - from)) regs(20)
__global__ void wave(const float *old, const float *now, float *next, int from, int to, float c2)
{
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) next[i] = 2 * now[i] - old[i] + c2 * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

#pragma nullstream kernel(pluck) bytes(4.0 * n)
__global__ void pluck(float *u, int n, int center)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) u[i] = expf(-1e-6f * (i - center) * (i - center));
}

static void advance(half_t_ *h, int shrink)
{
    int from = 1 + shrink, to = SIZE - 1 - shrink;
    wave<<<(to - from + 255) / 256, 256, 0, h->stream>>>(h->old, h->now, h->next, from, to, 0.25f);
    CK(cudaGetLastError());
    float *t = h->old;
    h->old = h->now;
    h->now = h->next;
    h->next = t;
}

int main(void)
{
    half_t_ d[2];
    float *probe;
    CK(cudaMallocHost((void **)&probe, 2 * PERIODS * sizeof(float)));
    for (int k = 0; k < 2; k++) {
        CK(cudaStreamCreateWithFlags(&d[k].stream, cudaStreamNonBlocking));
        CK(cudaEventCreateWithFlags(&d[k].computed, cudaEventDisableTiming));
        CK(cudaEventCreateWithFlags(&d[k].fetched, cudaEventDisableTiming));
        float **field[3] = {&d[k].old, &d[k].now, &d[k].next};
        for (int f = 0; f < 3; f++) {
            CK(cudaMalloc((void **)field[f], SIZE * sizeof(float)));
            pluck<<<(SIZE + 255) / 256, 256, 0, d[k].stream>>>(*field[f], SIZE, k ? -INNER / 2 : INNER / 2);
        }
        CK(cudaEventRecord(d[k].computed, d[k].stream));
    }
    for (int p = 0; p < PERIODS; p++) {
        for (int k = 0; k < 2; k++) {
            half_t_ *me = &d[k], *peer = &d[1 - k];
            CK(cudaStreamWaitEvent(me->stream, peer->computed, 0));
            float *mine[2] = {me->old, me->now}, *theirs[2] = {peer->old, peer->now};
            for (int f = 0; f < 2; f++) { /* a ring: both neighbours are the same subdomain */
                CK(cudaMemcpyAsync(mine[f], theirs[f] + INNER, GHOST * sizeof(float), cudaMemcpyDefault, me->stream));
                CK(cudaMemcpyAsync(mine[f] + INNER + GHOST, theirs[f] + GHOST, GHOST * sizeof(float), cudaMemcpyDefault, me->stream));
            }
            CK(cudaEventRecord(me->fetched, me->stream));
        }
        for (int k = 0; k < 2; k++) {
            CK(cudaStreamWaitEvent(d[k].stream, d[1 - k].fetched, 0)); /* the peer has read my edge */
            for (int s = 0; s < GHOST; s++) advance(&d[k], s);
            CK(cudaEventRecord(d[k].computed, d[k].stream));
            CK(cudaMemcpyAsync(&probe[2 * p + k], d[k].now + SIZE / 2, sizeof(float), cudaMemcpyDeviceToHost, d[k].stream));
        }
    }
    for (int k = 0; k < 2; k++) CK(cudaStreamSynchronize(d[k].stream));
    printf("after %d steps: %g %g\n", PERIODS * GHOST, probe[2 * PERIODS - 2], probe[2 * PERIODS - 1]);
    for (int k = 0; k < 2; k++) {
        CK(cudaFree(d[k].old));
        CK(cudaFree(d[k].now));
        CK(cudaFree(d[k].next));
        CK(cudaEventDestroy(d[k].computed));
        CK(cudaEventDestroy(d[k].fetched));
        CK(cudaStreamDestroy(d[k].stream));
    }
    CK(cudaFreeHost(probe));
    return 0;
}
