// Tiled Cholesky as a DAG: 7 x 7 tiles, four streams in turn, an event for each tile's last task.
#include <vector>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int T = 7, B = 512;

#pragma nullstream kernel(potrf) time(60us) regs(64)
__global__ void potrf(double *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
#pragma nullstream kernel(trsm) block_time(38us) regs(64) shared(16384)
__global__ void trsm(const double *l, double *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] += l[i]; }
#pragma nullstream kernel(syrk) flops(1.0 * B * B * B) bytes(24.0 * B * B) regs(96) shared(32768)
__global__ void syrk(const double *l, double *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] -= l[i] * l[i]; }
#pragma nullstream kernel(gemm) flops(2.0 * B * B * B) bytes(32.0 * B * B) regs(128) shared(32768)
__global__ void gemm(const double *l, const double *r, double *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] -= l[i] * r[i]; }

struct Graph {
    std::vector<cudaStream_t> streams;
    cudaEvent_t done[T][T];
    bool has[T][T];
    int turn = 0;

    Graph(int n) : streams(n)
    {
        for (auto &s : streams)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++) {
                cudaEventCreateWithFlags(&done[i][j], cudaEventDisableTiming);
                has[i][j] = false;
            }
    }
    cudaStream_t begin() { return streams[turn++ % streams.size()]; }
    void need(cudaStream_t s, int i, int j)
    {
        if (has[i][j])
            cudaStreamWaitEvent(s, done[i][j], 0);
    }
    void end(cudaStream_t s, int i, int j)
    {
        cudaEventRecord(done[i][j], s);
        has[i][j] = true;
    }
};

int main()
{
    double *tile[T][T], *h;
    const size_t bytes = sizeof(double) * B * B;
    for (int i = 0; i < T; i++)
        for (int j = 0; j <= i; j++)
            cudaMalloc(&tile[i][j], bytes);
    cudaMallocHost(&h, bytes * T);
    Graph g(4);
    cudaDeviceSynchronize();
    for (int k = 0; k < T; k++) {
        cudaStream_t s = g.begin();
        g.need(s, k, k);
        potrf<<<16, 256, 0, s>>>(tile[k][k]);
        g.end(s, k, k);
        for (int i = k + 1; i < T; i++) {
            s = g.begin();
            g.need(s, k, k);
            g.need(s, i, k);
            trsm<<<64, 128, 0, s>>>(tile[k][k], tile[i][k]);
            g.end(s, i, k);
        }
        for (int i = k + 1; i < T; i++) {
            for (int j = k + 1; j < i; j++) {
                s = g.begin();
                g.need(s, i, k);
                g.need(s, j, k);
                g.need(s, i, j);
                gemm<<<256, 256, 0, s>>>(tile[i][k], tile[j][k], tile[i][j]);
                g.end(s, i, j);
            }
            s = g.begin();
            g.need(s, i, k);
            g.need(s, i, i);
            syrk<<<136, 256, 0, s>>>(tile[i][k], tile[i][i]);
            g.end(s, i, i);
        }
    }
    for (int k = 0; k < T; k++) {
        cudaStream_t s = g.begin();
        g.need(s, k, k);
        cudaMemcpyAsync(h + k * B * B, tile[k][k], bytes, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    printf("L[0][0] = %g\n", h[0]);
}
