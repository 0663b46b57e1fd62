// A 2D wave in three buffers, split in an interior and two rims so that the rims' exchange with the host
// (which stands for a network) goes beside the interior. Every few steps a host function writes a checkpoint.
#include "nullstream.cuh"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 4096
#define NY 1024
#define STEPS 18
#define CHECKPOINT 6
#define ROW (NX * sizeof(float))

static void require(cudaError_t err, int line)
{
    if (err == cudaSuccess)
        return;
    fprintf(stderr, "CUDA error %d (%s) at line %d\n", (int)err, cudaGetErrorString(err), line);
    exit(EXIT_FAILURE);
}
#define REQUIRE(x) require((x), __LINE__)

#pragma nullstream kernel(wave) flops(9.0 * NX * (last - first)) bytes(12.0 * NX * (last - first)) reads(now + (first - 1) * NX, (last - first + 2) * ROW) reads(before + first * NX, (last - first) * ROW) writes(next + first * NX, (last - first) * ROW)
__global__ void wave(const float *now, const float *before, float *next, int first, int last)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y;
    if (x >= NX || y >= last)
        return;
    int at = y * NX + x, west = x ? at - 1 : at, east = x < NX - 1 ? at + 1 : at;
    next[at] = 1.98f * now[at] - 0.98f * before[at] +
               0.2f * (now[west] + now[east] + now[at - NX] + now[at + NX] - 4.0f * now[at]);
}

struct checkpoint {
    const float *data;
    int step;
    double sum;
};

#pragma nullstream host(CUDART_CB_write) time(70us)
static void CUDART_CB CUDART_CB_write(void *arg)
{
    struct checkpoint *c = (struct checkpoint *)arg;
    c->sum = c->data[0] + c->step;
}

int main(void)
{
    const size_t plane = (size_t)(NY + 2) * ROW;
    float *u[3], *halo_out, *halo_in, *snapshot;
    struct checkpoint marks[STEPS / CHECKPOINT];
    cudaStream_t interior, rim, io;
    cudaEvent_t stepped, exchanged, saved, t0, t1;
    int s, i, m = 0;
    float ms;

    for (i = 0; i < 3; i++)
        REQUIRE(cudaMalloc((void **)&u[i], plane));
    REQUIRE(cudaMallocHost((void **)&halo_out, 2 * ROW));
    REQUIRE(cudaMallocHost((void **)&halo_in, 2 * ROW));
    REQUIRE(cudaMallocHost((void **)&snapshot, plane));
    REQUIRE(cudaStreamCreateWithFlags(&interior, cudaStreamNonBlocking));
    REQUIRE(cudaStreamCreateWithPriority(&rim, cudaStreamNonBlocking, -1));
    REQUIRE(cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking));
    REQUIRE(cudaEventCreateWithFlags(&stepped, cudaEventDisableTiming));
    REQUIRE(cudaEventCreateWithFlags(&exchanged, cudaEventDisableTiming));
    REQUIRE(cudaEventCreateWithFlags(&saved, cudaEventDisableTiming));
    REQUIRE(cudaEventCreate(&t0));
    REQUIRE(cudaEventCreate(&t1));
    for (i = 0; i < 3; i++)
        REQUIRE(cudaMemsetAsync(u[i], 0, plane, interior));
    REQUIRE(cudaStreamSynchronize(interior));

    REQUIRE(cudaEventRecord(t0, interior));
    REQUIRE(cudaEventRecord(stepped, interior));
    REQUIRE(cudaEventRecord(exchanged, rim));
    for (s = 0; s < STEPS; s++) {
        float *now = u[s % 3], *next = u[(s + 1) % 3], *before = u[(s + 2) % 3];
        REQUIRE(cudaStreamWaitEvent(rim, stepped, 0));
        REQUIRE(cudaStreamWaitEvent(interior, exchanged, 0));
        if (m > 0 && s % CHECKPOINT == 3)
            REQUIRE(cudaStreamWaitEvent(interior, saved, 0));
        wave<<<dim3(NX / 256, 1), 256, 0, rim>>>(now, before, next, 1, 2);
        wave<<<dim3(NX / 256, 1), 256, 0, rim>>>(now, before, next, NY, NY + 1);
        wave<<<dim3(NX / 256, NY - 2), 256, 0, interior>>>(now, before, next, 2, NY);
        REQUIRE(cudaEventRecord(stepped, interior));
        REQUIRE(cudaMemcpyAsync(halo_out, next + NX, ROW, cudaMemcpyDeviceToHost, rim));
        REQUIRE(cudaMemcpyAsync(halo_out + NX, next + NY * NX, ROW, cudaMemcpyDeviceToHost, rim));
        REQUIRE(cudaStreamSynchronize(rim));
        host_work_us(12); /* the network */
        REQUIRE(cudaMemcpyAsync(next, halo_in, ROW, cudaMemcpyHostToDevice, rim));
        REQUIRE(cudaMemcpyAsync(next + (NY + 1) * NX, halo_in + NX, ROW, cudaMemcpyHostToDevice, rim));
        REQUIRE(cudaEventRecord(exchanged, rim));
        if (s % CHECKPOINT == CHECKPOINT - 1) {
            REQUIRE(cudaStreamWaitEvent(io, stepped, 0));
            REQUIRE(cudaStreamWaitEvent(io, exchanged, 0));
            REQUIRE(cudaMemcpyAsync(snapshot, next, plane, cudaMemcpyDeviceToHost, io));
            REQUIRE(cudaEventRecord(saved, io));
            marks[m].data = snapshot;
            marks[m].step = s;
            REQUIRE(cudaLaunchHostFunc(io, CUDART_CB_write, &marks[m]));
            m++;
        }
    }
    REQUIRE(cudaEventRecord(t1, interior));
    REQUIRE(cudaEventSynchronize(t1));
    REQUIRE(cudaEventElapsedTime(&ms, t0, t1));
    REQUIRE(cudaDeviceSynchronize());
    assert(m == STEPS / CHECKPOINT);
    printf("%d steps, %.3f ms, checkpoint %d: %g\n", STEPS, ms, marks[m - 1].step, marks[m - 1].sum);
    return 0;
}
