// Domain decomposition on one GPU: each pthread owns a slab of a lattice, a barrier per step, halos by D2D copies.
#include "nullstream.cuh"
#include <pthread.h>
#include <cstdio>
#include <cstdlib>
#include <cuda_profiler_api.h>

#define SLABS 3
#define W 1024
#define H 512
#define STEPS 12

#define CHECK(e) check_((e), __FILE__, __LINE__)
static inline void check_(cudaError_t e, const char *file, int line)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d %s\n", file, line, cudaGetErrorName(e));
    abort();
}

__constant__ float weights[9];

#pragma nullstream kernel(collide) flops(30.0 * w * h) bytes(72.0 * w * h)
template <int Q>
__global__ void collide(float *f, float *g, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w || y > h)
        return;
    float rho = 0;
#pragma unroll
    for (int q = 0; q < Q; q++)
        rho += f[(q * (h + 2) + y) * w + x];
#pragma unroll
    for (int q = 0; q < Q; q++)
        g[(q * (h + 2) + y) * w + x] = 0.4f * f[(q * (h + 2) + y) * w + x] + 0.6f * weights[q] * rho;
}

struct Slab {
    int id;
    float *f, *g;
    cudaStream_t s;
    cudaEvent_t collided, exchanged;
    struct Slab *all;
};
static pthread_barrier_t barrier;

static size_t row(int q, int y) { return (size_t)(q * (H + 2) + y) * W; }

static void *run_slab(void *p)
{
    Slab *me = (Slab *)p;
    CHECK(cudaSetDevice(0));
    for (int step = 0; step < STEPS; step++) {
        dim3 b(64, 4), g(W / b.x, H / b.y);
        collide<9><<<g, b, 0, me->s>>>(me->f, me->g, W, H);
        CHECK(cudaEventRecord(me->collided, me->s));
        pthread_barrier_wait(&barrier); // everybody's event is recorded
        Slab *up = &me->all[(me->id + SLABS - 1) % SLABS], *down = &me->all[(me->id + 1) % SLABS];
        CHECK(cudaStreamWaitEvent(me->s, up->collided, 0));
        CHECK(cudaStreamWaitEvent(me->s, down->collided, 0));
        for (int q = 0; q < 9; q += 3) {
            CHECK(cudaMemcpyAsync(me->g + row(q, 0), up->g + row(q, H), W * sizeof(float), cudaMemcpyDeviceToDevice, me->s));
            CHECK(cudaMemcpyAsync(me->g + row(q, H + 1), down->g + row(q, 1), W * sizeof(float), cudaMemcpyDeviceToDevice, me->s));
        }
        CHECK(cudaEventRecord(me->exchanged, me->s));
        pthread_barrier_wait(&barrier);
        CHECK(cudaStreamWaitEvent(me->s, up->exchanged, 0));
        CHECK(cudaStreamWaitEvent(me->s, down->exchanged, 0));
        float *t = me->f;
        me->f = me->g;
        me->g = t;
        pthread_barrier_wait(&barrier); // nobody reads the pointers any more
    }
    CHECK(cudaStreamSynchronize(me->s));
    return NULL;
}

int main()
{
    const float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
    CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
    Slab slabs[SLABS];
    pthread_t threads[SLABS];
    const size_t bytes = 9 * (H + 2) * W * sizeof(float);
    for (int i = 0; i < SLABS; i++) {
        slabs[i].id = i;
        slabs[i].all = slabs;
        CHECK(cudaMalloc(&slabs[i].f, bytes));
        CHECK(cudaMalloc(&slabs[i].g, bytes));
        CHECK(cudaMemset(slabs[i].f, 0, bytes));
        CHECK(cudaStreamCreateWithFlags(&slabs[i].s, cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&slabs[i].collided, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&slabs[i].exchanged, cudaEventDisableTiming));
    }
    CHECK(cudaDeviceSynchronize());
    pthread_barrier_init(&barrier, NULL, SLABS);
    for (int i = 0; i < SLABS; i++)
        pthread_create(&threads[i], NULL, run_slab, &slabs[i]);
    for (int i = 0; i < SLABS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    float probe;
    CHECK(cudaMemcpy(&probe, slabs[0].f + row(0, H / 2), sizeof probe, cudaMemcpyDeviceToHost));
    printf("probe %g\n", probe);
    for (int i = 0; i < SLABS; i++) {
        CHECK(cudaFree(slabs[i].f));
        CHECK(cudaFree(slabs[i].g));
    }
    return 0;
}
