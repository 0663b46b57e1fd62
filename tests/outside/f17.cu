// Task scheduler: a blocked Cholesky factorization as a graph of tasks; each task takes the stream of one
// of its predecessors, and waits for events of the others.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define B 256
#define NB 6
#define STREAMS 5

typedef enum { POTRF, TRSM, SYRK, GEMM } Kind;

#pragma nullstream kernel(potrf) block_time(600us) reads(a, 4 * 65536) writes(a, 4 * 65536) regs(30)
__global__ void potrf(float *a)
{
    for (int k = 0; k < B; k++) {
        __syncthreads();
        if (threadIdx.x == 0)
            a[k * B + k] = sqrtf(a[k * B + k]);
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < B; i += blockDim.x)
            a[i * B + k] /= a[k * B + k];
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < B; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                a[i * B + j] -= a[i * B + k] * a[j * B + k];
    }
}

// rows are independent
#pragma nullstream kernel(trsm) block_time(700us) regs(32) reads(l, 4 * 65536) reads(x, 4 * 65536) writes(x, 4 * 65536)
__global__ void trsm(const float *l, float *x)
{
    float *row = x + (blockIdx.x * blockDim.x + threadIdx.x) * B;
    for (int j = 0; j < B; j++) {
        float s = row[j];
        for (int k = 0; k < j; k++)
            s -= row[k] * l[j * B + k];
        row[j] = s / l[j * B + j];
    }
}

#pragma nullstream kernel(update) flops(2.0 * 256 * 256 * 256) bytes(16.0 * 256 * 256) regs(32) shared(2048) reads(a, 4 * 65536) reads(b, 4 * 65536) reads(c, 4 * 65536) writes(c, 4 * 65536)
__global__ void update(const float *a, const float *b, float *c)
{
    __shared__ float sa[16][16], sb[16][16];
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < B; k += 16) {
        sa[threadIdx.y][threadIdx.x] = a[i * B + k + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 16 + threadIdx.y) * B + k + threadIdx.x];
        __syncthreads();
        for (int t = 0; t < 16; t++)
            acc += sa[threadIdx.y][t] * sb[threadIdx.x][t];
        __syncthreads();
    }
    c[i * B + j] -= acc;
}

struct Task {
    Kind kind;
    float *in1, *in2, *out;
    std::vector<int> after;
    int stream;
    cudaEvent_t done;
};

struct Graph {
    std::vector<Task> tasks;
    std::vector<int> last_writer; // by tile
    int add(Kind kind, float *in1, float *in2, float *out, int t1, int t2, int to)
    {
        Task t;
        t.kind = kind, t.in1 = in1, t.in2 = in2, t.out = out, t.stream = -1;
        for (int tile : {to, t1, t2})
            if (tile >= 0 && last_writer[tile] >= 0)
                t.after.push_back(last_writer[tile]);
        cudaEventCreateWithFlags(&t.done, cudaEventDisableTiming);
        tasks.push_back(t);
        last_writer[to] = (int)tasks.size() - 1;
        return last_writer[to];
    }
};

int main()
{
    float *tile[NB * NB], *host;
    cudaStream_t streams[STREAMS];
    cudaMallocHost(&host, B * B * sizeof(float));
    for (int i = 0; i < B * B; i++)
        host[i] = i % (B + 1) ? 0.001f : 100.0f;
    for (auto &t : tile)
        cudaMalloc(&t, B * B * sizeof(float));
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int t = 0; t < NB * NB; t++)
        cudaMemcpyAsync(tile[t], host, B * B * sizeof(float), cudaMemcpyHostToDevice, streams[t % STREAMS]);
    cudaDeviceSynchronize();

    Graph g;
    g.last_writer.resize(NB * NB, -1);
    auto at = [&](int i, int j) { return i * NB + j; };
    for (int k = 0; k < NB; k++) {
        g.add(POTRF, nullptr, nullptr, tile[at(k, k)], -1, -1, at(k, k));
        for (int i = k + 1; i < NB; i++)
            g.add(TRSM, tile[at(k, k)], nullptr, tile[at(i, k)], at(k, k), -1, at(i, k));
        for (int i = k + 1; i < NB; i++)
            for (int j = k + 1; j <= i; j++)
                g.add(i == j ? SYRK : GEMM, tile[at(i, k)], tile[at(j, k)], tile[at(i, j)], at(i, k), at(j, k), at(i, j));
    }
    int next = 0;
    for (Task &t : g.tasks) {
        t.stream = t.after.empty() ? next++ % STREAMS : g.tasks[t.after[0]].stream;
        if (t.kind == GEMM)
            t.stream = next++ % STREAMS; // spread what is plentiful
        cudaStream_t s = streams[t.stream];
        for (int p : t.after)
            if (g.tasks[p].stream != t.stream)
                cudaStreamWaitEvent(s, g.tasks[p].done, 0);
        switch (t.kind) {
        case POTRF:
            potrf<<<1, 256, 0, s>>>(t.out);
            break;
        case TRSM:
            trsm<<<4, 64, 0, s>>>(t.in1, t.out);
            break;
        default:
            update<<<dim3(B / 16, B / 16), dim3(16, 16), 0, s>>>(t.in1, t.in2, t.out);
        }
        cudaEventRecord(t.done, s);
    }
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(host, tile[NB * NB - 1], B * B * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%zu tasks, %s, last %f\n", g.tasks.size(), cudaGetErrorString(e), host[B * B - 1]);
    for (Task &t : g.tasks)
        cudaEventDestroy(t.done);
    return 0;
}
