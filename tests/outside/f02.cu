// LLM decode: for each token a row of tiny kernels through 12 layers, arg max by one block, and the
// sampled token is copied back to pinned memory each time, as the host streams the text out.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

const int LAYERS = 12, DIM = 768, VOCAB = 32000, NEW_TOKENS = 24;

#pragma nullstream kernel(embed) flops(1.0 * dim) bytes(8.0 * dim) reads(table, 4 * (size_t)dim * 32000) reads(token, 4) writes(x, 4 * dim)
__global__ void embed(const float *table, const int *token, float *x, int dim)
{
    for (int i = threadIdx.x; i < dim; i += blockDim.x)
        x[i] = table[(size_t)token[0] * dim + i];
}

// y = W x, a warp a row
#pragma nullstream kernel(gemv) flops(2.0 * rows * cols) bytes(4.0 * ((double)rows * cols + rows + cols)) regs(24) reads(w, 4 * (size_t)rows * cols) reads(x, 4 * cols) writes(y, 4 * rows)
__global__ void gemv(const float *w, const float *x, float *y, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float acc = 0.0f;
    for (int i = lane; i < cols; i += 32)
        acc += w[(size_t)row * cols + i] * x[i];
    for (int d = 16; d > 0; d /= 2)
        acc += __shfl_down_sync(0xffffffffu, acc, d);
    if (lane == 0)
        y[row] = acc;
}

// one block a head, over the keys so far
#pragma nullstream kernel(attend) flops(4.0 * (pos + 1) * 768) bytes(8.0 * (pos + 1) * 768) regs(32) shared(1024) reads(qkv, 3 * 768 * 4) reads(cache, 2 * 768 * 4 * (pos + 1)) writes(cache, 2 * 768 * 4 * (pos + 1)) writes(out, 768 * 4)
__global__ void attend(const float *qkv, float *cache, float *out, int pos)
{
    __shared__ float score[256];
    const int d = blockIdx.x * 64 + threadIdx.x;
    cache[2 * pos * 768 + d] = qkv[768 + d];
    cache[(2 * pos + 1) * 768 + d] = qkv[2 * 768 + d];
    __syncthreads();
    for (int j = threadIdx.x; j <= pos; j += blockDim.x) {
        float s = 0.0f;
        for (int i = 0; i < 64; i++)
            s += qkv[blockIdx.x * 64 + i] * cache[2 * j * 768 + blockIdx.x * 64 + i];
        score[j % 256] = __expf(s * 0.125f);
    }
    __syncthreads();
    float acc = 0.0f, sum = 0.0f;
    for (int j = 0; j <= pos; j++) {
        acc += score[j % 256] * cache[(2 * j + 1) * 768 + d];
        sum += score[j % 256];
    }
    out[d] = acc / sum;
}

#pragma nullstream kernel(residual_relu) flops(2.0 * n) bytes(12.0 * n)
__global__ void residual_relu(float *x, const float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = fmaxf(x[i] + y[i], 0.0f);
}

#pragma nullstream kernel(argmax) flops(2.0 * n) bytes(4.0 * n) shared(8192) reads(logits, 4 * n) writes(token, 4)
__global__ void argmax(const float *logits, int n, int *token)
{
    __shared__ float best[1024];
    __shared__ int at[1024];
    float b = -1e30f;
    int a = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (logits[i] > b) {
            b = logits[i];
            a = i;
        }
    best[threadIdx.x] = b;
    at[threadIdx.x] = a;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h && best[threadIdx.x + h] > best[threadIdx.x]) {
            best[threadIdx.x] = best[threadIdx.x + h];
            at[threadIdx.x] = at[threadIdx.x + h];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        token[0] = at[0];
}

int main()
{
    float *table, *x, *qkv, *mid, *out, *logits;
    std::vector<float *> w(LAYERS), cache(LAYERS);
    int *token, *host_token;
    const size_t weights = sizeof(float) * DIM * DIM * 12;
    cudaMalloc(&table, sizeof(float) * VOCAB * DIM);
    cudaMemset(table, 0, sizeof(float) * VOCAB * DIM);
    for (int l = 0; l < LAYERS; l++) {
        cudaMalloc(&w[l], weights);
        cudaMemset(w[l], 0, weights);
        cudaMalloc(&cache[l], sizeof(float) * 2 * DIM * 256);
    }
    cudaMalloc(&x, DIM * 4);
    cudaMalloc(&qkv, 3 * DIM * 4);
    cudaMalloc(&mid, 4 * DIM * 4);
    cudaMalloc(&out, DIM * 4);
    cudaMalloc(&logits, VOCAB * 4);
    cudaMalloc(&token, 4);
    cudaMallocHost(&host_token, 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    *host_token = 1;
    cudaMemcpyAsync(token, host_token, 4, cudaMemcpyHostToDevice, s);

    std::vector<int> text;
    for (int pos = 0; pos < NEW_TOKENS; pos++) {
        embed<<<1, 256, 0, s>>>(table, token, x, DIM);
        for (int l = 0; l < LAYERS; l++) {
            const float *wl = w[l];
            gemv<<<3 * DIM / 8, 256, 0, s>>>(wl, x, qkv, 3 * DIM, DIM);
            attend<<<DIM / 64, 64, 0, s>>>(qkv, cache[l], out, pos);
            gemv<<<DIM / 8, 256, 0, s>>>(wl + 3 * DIM * DIM, out, mid, DIM, DIM);
            residual_relu<<<3, 256, 0, s>>>(x, mid, DIM);
            gemv<<<4 * DIM / 8, 256, 0, s>>>(wl + 4 * DIM * DIM, x, mid, 4 * DIM, DIM);
            gemv<<<DIM / 8, 256, 0, s>>>(wl + 8 * DIM * DIM, mid, out, DIM, 4 * DIM);
            residual_relu<<<3, 256, 0, s>>>(x, out, DIM);
        }
        gemv<<<VOCAB / 8, 256, 0, s>>>(table, x, logits, VOCAB, DIM);
        argmax<<<1, 1024, 0, s>>>(logits, VOCAB, token);
        cudaMemcpyAsync(host_token, token, sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        text.push_back(*host_token);
    }
    printf("%zu tokens, the last %d\n", text.size(), text.back());
    return 0;
}
