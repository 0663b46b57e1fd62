// 3D heat equation in 2x2 pencils on one GPU: z faces are contiguous planes (3D copies), y faces are
// rows of planes (2D copies); a pencil's interior runs while faces travel, events tie neighbours.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#define CHECK(call)                                                                   \
    {                                                                                 \
        cudaError_t status = call;                                                    \
        if (status != cudaSuccess) {                                                  \
            printf("error %d (%s) in line %d\n", status, cudaGetErrorString(status), __LINE__); \
            exit(EXIT_FAILURE);                                                       \
        }                                                                             \
    }

const int NX = 256, NY = 128, NZ = 128, STEPS = 12;
const size_t ROW = NX * sizeof(float), PLANE = ROW * NY;

#pragma nullstream kernel(interior) bytes(8.0 * NX * NY * NZ) flops(8.0 * NX * NY * NZ) reads(a, PLANE * NZ) writes(b, PLANE * NZ)
__global__ void interior(const float *a, float *b)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y + 1, z = blockIdx.z + 1;
    const size_t i = (size_t(z) * NY + y) * NX + x;
    if (y < NY - 1 && z < NZ - 1)
        b[i] = a[i] + 0.1f * (a[i - NX] + a[i + NX] - 2 * a[i]);
}
#pragma nullstream kernel(faces) bytes(8.0 * NX * (NY + NZ)) reads(a, PLANE * NZ) reads(halo, PLANE + ROW * NZ) writes(b, PLANE * NZ)
__global__ void faces(const float *a, const float *halo, float *b)
{
    const int x = threadIdx.x;
    b[x] = 0.5f * (a[x] + halo[x]);
}

struct Pencil {
    cudaStream_t compute, move;
    cudaEvent_t stepped, moved;
    float *a, *b, *halo;
    int below, beside;
};

int main()
{
    std::vector<Pencil> p(4);
    int low, high;
    CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
    for (int i = 0; i < 4; i++) {
        CHECK(cudaStreamCreateWithPriority(&p[i].compute, cudaStreamNonBlocking, low));
        CHECK(cudaStreamCreateWithPriority(&p[i].move, cudaStreamNonBlocking, high));
        CHECK(cudaEventCreateWithFlags(&p[i].stepped, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&p[i].moved, cudaEventDisableTiming));
        CHECK(cudaMalloc(&p[i].a, PLANE * NZ));
        CHECK(cudaMalloc(&p[i].b, PLANE * NZ));
        CHECK(cudaMalloc(&p[i].halo, PLANE + ROW * NZ));
        CHECK(cudaMemsetAsync(p[i].a, 0, PLANE * NZ, p[i].compute));
        CHECK(cudaMemsetAsync(p[i].b, 0, PLANE * NZ, p[i].compute));
        CHECK(cudaMemsetAsync(p[i].halo, 0, PLANE + ROW * NZ, p[i].compute));
        p[i].below = i ^ 2;
        p[i].beside = i ^ 1;
    }
    float *slice;
    CHECK(cudaMallocHost(&slice, PLANE));
    CHECK(cudaDeviceSynchronize());

    for (int i = 0; i < 4; i++)
        CHECK(cudaEventRecord(p[i].stepped, p[i].compute));
    for (int step = 0; step < STEPS; step++) {
        for (Pencil &q : p) { // fetch the neighbours' faces, which are those of the last step
            CHECK(cudaStreamWaitEvent(q.move, q.stepped, 0));
            CHECK(cudaStreamWaitEvent(q.move, p[q.below].stepped, 0));
            CHECK(cudaStreamWaitEvent(q.move, p[q.beside].stepped, 0));
            cudaMemcpy3DParms z = {};
            z.srcPtr = make_cudaPitchedPtr(p[q.below].a + size_t(NX) * NY * (NZ - 2), ROW, NX, NY);
            z.dstPtr = make_cudaPitchedPtr(q.halo, ROW, NX, NY);
            z.extent = make_cudaExtent(ROW, NY, 1);
            z.kind = cudaMemcpyDeviceToDevice;
            CHECK(cudaMemcpy3DAsync(&z, q.move));
            CHECK(cudaMemcpy2DAsync(q.halo + NX * NY, ROW, p[q.beside].a + NX * (NY - 2), PLANE, ROW, NZ,
                                    cudaMemcpyDeviceToDevice, q.move));
            CHECK(cudaEventRecord(q.moved, q.move));
        }
        for (Pencil &q : p)
            interior<<<dim3(1, NY - 2, NZ - 2), NX, 0, q.compute>>>(q.a, q.b);
        for (Pencil &q : p) {
            CHECK(cudaStreamWaitEvent(q.compute, q.moved, 0));
            faces<<<NY + NZ, NX, 0, q.compute>>>(q.a, q.halo, q.b);
        }
        CHECK(cudaGetLastError());
        // nobody may write the old field before the neighbours have read its faces
        for (Pencil &q : p) {
            CHECK(cudaStreamWaitEvent(q.compute, p[q.below].moved, 0));
            CHECK(cudaStreamWaitEvent(q.compute, p[q.beside].moved, 0));
            CHECK(cudaEventRecord(q.stepped, q.compute));
            std::swap(q.a, q.b);
        }
        if (step % 4 == 3) {
            CHECK(cudaMemcpyAsync(slice, p[0].a + size_t(NX) * NY * (NZ / 2), PLANE, cudaMemcpyDeviceToHost, p[0].compute));
            CHECK(cudaStreamSynchronize(p[0].compute));
            printf("step %d: %f\n", step, slice[0]);
        }
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}
