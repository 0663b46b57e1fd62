// 3D stencil with a halo exchange: boundary planes first in a stream of high priority, packed, downloaded,
// "MPI" on the host, uploaded, unpacked, while the interior is computed. X faces are strided.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>

static const int NX = 512, NY = 256, NZ = 256, STEPS = 20;
#pragma nullstream kernel(interior) flops(8.0 * NX * NY * NZ) bytes(16.0 * NX * NY * NZ) regs(32) reads(u, NX * NY * NZ * 8) writes(v + NX * NY, NX * NY * (NZ - 2) * 8)
__global__ void interior(const double *u, double *v) {}
#pragma nullstream kernel(boundary) time(11us) reads(u, NX * NY * NZ * 8) writes(v, NX * NY * 8) writes(v + (NZ - 1) * NX * NY, NX * NY * 8)
__global__ void boundary(const double *u, double *v) {}
#pragma nullstream kernel(pack_x) time(5us) reads(v, NX * NY * NZ * 8) writes(buf, 2 * NY * NZ * 8)
__global__ void pack_x(const double *v, double *buf) {}
#pragma nullstream kernel(unpack_x) time(5us) reads(buf, 2 * NY * NZ * 8) writes(v, NX * NY * NZ * 8)
__global__ void unpack_x(double *v, const double *buf) {}
#pragma nullstream host(mpi_sendrecv) time(85us)
void mpi_sendrecv(double *send, double *recv, size_t n) {}

int main()
{
    const size_t cells = (size_t)NX * NY * NZ, face = 2 * NY * NZ;
    double *u, *v, *xbuf, *zsend, *zrecv, *xsend, *xrecv;
    cudaMalloc(&u, cells * sizeof(double));
    cudaMalloc(&v, cells * sizeof(double));
    cudaMalloc(&xbuf, face * sizeof(double));
    cudaMallocHost(&zsend, 2 * NX * NY * sizeof(double));
    cudaMallocHost(&zrecv, 2 * NX * NY * sizeof(double));
    cudaMallocHost(&xsend, face * sizeof(double));
    cudaMallocHost(&xrecv, face * sizeof(double));
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t bulk, edge;
    cudaStreamCreateWithPriority(&bulk, cudaStreamNonBlocking, lo);
    cudaStreamCreateWithPriority(&edge, cudaStreamNonBlocking, hi);
    cudaEvent_t bulkDone, edgeDone;
    cudaEventCreateWithFlags(&bulkDone, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&edgeDone, cudaEventDisableTiming);
    cudaMemsetAsync(u, 0, cells * sizeof(double), bulk);
    cudaMemsetAsync(v, 0, cells * sizeof(double), bulk);
    cudaEventRecord(bulkDone, bulk);
    for (int step = 0; step < STEPS; step++) {
        cudaStreamWaitEvent(edge, bulkDone, 0);
        boundary<<<2 * NX * NY / 256, 256, 0, edge>>>(u, v);
        interior<<<dim3(NX / 32, NY / 8, NZ / 4), dim3(32, 8), 0, bulk>>>(u, v);
        cudaMemcpyAsync(zsend, v, NX * NY * 8, cudaMemcpyDeviceToHost, edge);
        cudaMemcpyAsync(zsend + NX * NY, v + (NZ - 1) * NX * NY, NX * NY * 8, cudaMemcpyDeviceToHost, edge);
        cudaStreamSynchronize(edge);
        mpi_sendrecv(zsend, zrecv, 2 * NX * NY);
        cudaMemcpyAsync(v, zrecv, NX * NY * 8, cudaMemcpyHostToDevice, edge);
        cudaMemcpyAsync(v + (NZ - 1) * NX * NY, zrecv + NX * NY, NX * NY * 8, cudaMemcpyHostToDevice, edge);
        cudaEventRecord(edgeDone, edge);
        // the x faces want the interior
        cudaStreamWaitEvent(bulk, edgeDone, 0);
        pack_x<<<face / 256, 256, 0, bulk>>>(v, xbuf);
        cudaMemcpyAsync(xsend, xbuf, face * 8, cudaMemcpyDeviceToHost, bulk);
        cudaStreamSynchronize(bulk);
        mpi_sendrecv(xsend, xrecv, face);
        cudaMemcpyAsync(xbuf, xrecv, face * 8, cudaMemcpyHostToDevice, bulk);
        unpack_x<<<face / 256, 256, 0, bulk>>>(v, xbuf);
        cudaEventRecord(bulkDone, bulk);
        std::swap(u, v);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(zsend, u, 64, cudaMemcpyDeviceToHost);
    printf("%g\n", zsend[0]);
    return 0;
}
