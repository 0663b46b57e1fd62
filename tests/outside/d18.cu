// Host callbacks drive a state machine: a callback after each tile marks it done; the main thread spins on the counter and
// launches dependent tiles of a blocked Cholesky factorization. One slow callback (logging) delays its stream.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>

#define NT 7
#define TB (512 * 512 * 8)

#pragma nullstream kernel(potrf) time(95us) regs(128) shared(40000) reads(a, TB) writes(a, TB)
__global__ void potrf(double *a) {}
#pragma nullstream kernel(trsm) block_time(55us) regs(96) shared(16384) reads(l, TB) reads(b, TB) writes(b, TB)
__global__ void trsm(const double *l, double *b) {}
#pragma nullstream kernel(gemm) flops(2.7e8) bytes(8e6) regs(128) shared(32768) reads(a, TB) reads(b, TB) reads(c, TB) writes(c, TB)
__global__ void gemm(const double *a, const double *b, double *c) {}

struct Column {
    std::atomic<int> panels;
    int index;
};
static Column column[NT];
static double *tile[NT][NT];

static void CUDART_CB panel_done(void *p) { ((Column *)p)->panels.fetch_add(1); }
#pragma nullstream host(panel_done) time(2us)
static void CUDART_CB log_column(cudaStream_t stream, cudaError_t status, void *p)
{
    host_work_us(60);
}

int main()
{
    cudaStream_t st[4], panel;
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(st + i);
    cudaStreamCreateWithPriority(&panel, cudaStreamNonBlocking, -1);
    double *host;
    cudaMallocHost(&host, TB);
    for (int i = 0; i < NT; i++)
        for (int j = 0; j <= i; j++) {
            cudaMalloc(&tile[i][j], TB);
            cudaMemcpyAsync(tile[i][j], host, TB, cudaMemcpyHostToDevice, st[(i + j) % 4]);
        }
    cudaDeviceSynchronize();
    for (int k = 0; k < NT; k++) {
        column[k].index = k;
        column[k].panels = 0;
        potrf<<<64, 256, 0, panel>>>(tile[k][k]);
        cudaLaunchHostFunc(panel, panel_done, &column[k]);
        while (column[k].panels.load() < 1) {
        }
        for (int i = k + 1; i < NT; i++) {
            trsm<<<32, 256, 0, st[i % 4]>>>(tile[k][k], tile[i][k]);
            cudaLaunchHostFunc(st[i % 4], panel_done, &column[k]);
        }
        while (column[k].panels.load() < NT - k) {
        }
        for (int i = k + 1; i < NT; i++)
            for (int j = k + 1; j <= i; j++)
                gemm<<<64, 256, 0, st[(i + j) % 4]>>>(tile[i][k], tile[j][k], tile[i][j]);
        if (k % 3 == 0)
            cudaStreamAddCallback(st[k % 4], log_column, nullptr, 0);
        for (int q = 0; q < 4; q++)
            cudaStreamSynchronize(st[q]);
    }
    cudaMemcpy(host, tile[NT - 1][NT - 1], TB, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[0]);
    return 0;
}
