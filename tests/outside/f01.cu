// Forward pass of a small transformer encoder (4 layers): the Q, K and V projections of a layer run
// in three streams forked from and joined to the main one by events; attention, MLP, layer norms.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#define CUDA_OK(call)                                                                              \
    do {                                                                                           \
        cudaError_t err__ = (call);                                                                \
        if (err__ != cudaSuccess)                                                                  \
            exit((fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err__)), 1)); \
    } while (0)

constexpr int LAYERS = 4, TOKENS = 1024, DIM = 1024, HEADS = 16, FF = 4096;
constexpr int TILE = 32;

// C[m][n] = A[m][k] * B[k][n], n and k multiples of TILE
#pragma nullstream kernel(gemm) flops(2.0 * m * n * k) bytes(4.0 * ((double)m * k + (double)k * n + (double)m * n)) regs(40) shared(2 * 32 * 33 * 4) reads(A, 4 * m * k) reads(B, 4 * k * n) writes(C, 4 * m * n)
__global__ void gemm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;
    for (int t = 0; t < k; t += TILE) {
        a[threadIdx.y][threadIdx.x] = A[row * k + t + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            acc += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = acc;
}

// one block a (query row, head): scores, softmax, weighted sum over all keys
#pragma nullstream kernel(attention) flops(4.0 * tokens * tokens * dim + 6.0 * tokens * tokens * heads) bytes(16.0 * tokens * dim) regs(32) shared(4 * 1024 + 512) reads(q, 4 * tokens * dim) reads(k, 4 * tokens * dim) reads(v, 4 * tokens * dim) writes(o, 4 * tokens * dim)
__global__ void attention(const float *q, const float *k, const float *v, float *o, int tokens,
                          int dim, int heads)
{
    __shared__ float score[1024];
    __shared__ float sum[128];
    const int hd = dim / heads, row = blockIdx.x, head = blockIdx.y;
    const float *qr = q + row * dim + head * hd;
    float part = 0.0f;
    for (int j = threadIdx.x; j < tokens; j += blockDim.x) {
        float s = 0.0f;
        for (int d = 0; d < hd; d++)
            s += qr[d] * k[j * dim + head * hd + d];
        score[j] = __expf(s * rsqrtf((float)hd));
        part += score[j];
    }
    sum[threadIdx.x] = part;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h)
            sum[threadIdx.x] += sum[threadIdx.x + h];
        __syncthreads();
    }
    for (int d = threadIdx.x; d < hd; d += blockDim.x) {
        float acc = 0.0f;
        for (int j = 0; j < tokens; j++)
            acc += score[j] * v[j * dim + head * hd + d];
        o[row * dim + head * hd + d] = acc / sum[0];
    }
}

#pragma nullstream kernel(add_norm) flops(8.0 * gridDim.x * dim) bytes(12.0 * gridDim.x * dim) shared(1024) reads(y, 4 * gridDim.x * dim) reads(x, 4 * gridDim.x * dim) writes(x, 4 * gridDim.x * dim)
__global__ void add_norm(float *x, const float *y, int dim)
{
    __shared__ float s[256];
    float *row = x + blockIdx.x * dim;
    float sq = 0.0f;
    for (int i = threadIdx.x; i < dim; i += 256) {
        row[i] += y[blockIdx.x * dim + i];
        sq += row[i] * row[i];
    }
    s[threadIdx.x] = sq;
    __syncthreads();
    for (int h = 128; h > 0; h /= 2) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    const float inv = rsqrtf(s[0] / dim + 1e-5f);
    for (int i = threadIdx.x; i < dim; i += 256)
        row[i] *= inv;
}

#pragma nullstream kernel(gelu) flops(12.0 * n) bytes(8.0 * n)
__global__ void gelu(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 0.5f * x[i] * (1.0f + tanhf(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

struct Layer {
    float *wq, *wk, *wv, *wo, *w1, *w2;
};

int main()
{
    Layer layer[LAYERS];
    const size_t sq = sizeof(float) * DIM * DIM, act = sizeof(float) * TOKENS * DIM;
    for (auto &l : layer) {
        for (float **w : {&l.wq, &l.wk, &l.wv, &l.wo}) {
            CUDA_OK(cudaMalloc(w, sq));
            CUDA_OK(cudaMemset(*w, 0, sq));
        }
        CUDA_OK(cudaMalloc(&l.w1, sq * FF / DIM));
        CUDA_OK(cudaMalloc(&l.w2, sq * FF / DIM));
        CUDA_OK(cudaMemset(l.w1, 0, sq * FF / DIM));
        CUDA_OK(cudaMemset(l.w2, 0, sq * FF / DIM));
    }
    float *x, *q, *k, *v, *o, *t, *h, *host;
    for (float **p : {&x, &q, &k, &v, &o, &t})
        CUDA_OK(cudaMalloc(p, act));
    CUDA_OK(cudaMalloc(&h, act * FF / DIM));
    CUDA_OK(cudaMallocHost(&host, act));
    for (int i = 0; i < TOKENS * DIM; i++)
        host[i] = (float)(i % 7) - 3.0f;

    cudaStream_t main_, side[2];
    cudaEvent_t fork, join[2];
    CUDA_OK(cudaStreamCreateWithFlags(&main_, cudaStreamNonBlocking));
    CUDA_OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    for (int i = 0; i < 2; i++) {
        CUDA_OK(cudaStreamCreateWithFlags(&side[i], cudaStreamNonBlocking));
        CUDA_OK(cudaEventCreateWithFlags(&join[i], cudaEventDisableTiming));
    }
    CUDA_OK(cudaDeviceSynchronize());
    nvtxRangePushA("nullstream");
    const dim3 block(TILE, TILE), proj(DIM / TILE, TOKENS / TILE), up(FF / TILE, TOKENS / TILE);
    CUDA_OK(cudaMemcpyAsync(x, host, act, cudaMemcpyHostToDevice, main_));
    for (const Layer &l : layer) {
        CUDA_OK(cudaEventRecord(fork, main_));
        for (auto s : side)
            CUDA_OK(cudaStreamWaitEvent(s, fork, 0));
        gemm<<<proj, block, 0, main_>>>(x, l.wq, q, TOKENS, DIM, DIM);
        gemm<<<proj, block, 0, side[0]>>>(x, l.wk, k, TOKENS, DIM, DIM);
        gemm<<<proj, block, 0, side[1]>>>(x, l.wv, v, TOKENS, DIM, DIM);
        for (int i = 0; i < 2; i++) {
            CUDA_OK(cudaEventRecord(join[i], side[i]));
            CUDA_OK(cudaStreamWaitEvent(main_, join[i], 0));
        }
        attention<<<dim3(TOKENS, HEADS), 128, 0, main_>>>(q, k, v, o, TOKENS, DIM, HEADS);
        gemm<<<proj, block, 0, main_>>>(o, l.wo, t, TOKENS, DIM, DIM);
        add_norm<<<TOKENS, 256, 0, main_>>>(x, t, DIM);
        gemm<<<up, block, 0, main_>>>(x, l.w1, h, TOKENS, FF, DIM);
        gelu<<<TOKENS * FF / 256, 256, 0, main_>>>(h, TOKENS * FF);
        gemm<<<proj, block, 0, main_>>>(h, l.w2, t, TOKENS, DIM, FF);
        add_norm<<<TOKENS, 256, 0, main_>>>(x, t, DIM);
        CUDA_OK(cudaGetLastError());
    }
    CUDA_OK(cudaMemcpyAsync(host, x, act, cudaMemcpyDeviceToHost, main_));
    CUDA_OK(cudaStreamSynchronize(main_));
    nvtxRangePop();
    printf("out[0] = %f\n", host[0]);
}
