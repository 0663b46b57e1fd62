// Four feature extractors for a similarity search, each a std::thread that only ever names
// cudaStreamPerThread. A shared table of centroids is uploaded once by the first who gets there.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {
constexpr int DIM = 128, CENTROIDS = 1024, BATCH = 4096, BATCHES = 5, EXTRACTORS = 4;

std::once_flag uploaded;
float *centroids;
std::atomic<long> vectors_done{0};

#pragma nullstream kernel(normalize) flops(3.0 * n * DIM) bytes(8.0 * n * DIM) reads(x, 4 * n * DIM) writes(x, 4 * n * DIM)
__global__ void normalize(float *x, int n)
{
    int v = blockIdx.x, d = threadIdx.x;
    __shared__ float sum;
    if (d == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[v * DIM + d] * x[v * DIM + d]);
    __syncthreads();
    x[v * DIM + d] *= rsqrtf(sum + 1e-9f);
}

#pragma nullstream kernel(assign) flops(2.0 * n * DIM * CENTROIDS) bytes(4.0 * n * DIM + 4.0 * DIM * CENTROIDS) shared(16384) reads(x, 4 * n * DIM) reads(c, 4 * DIM * CENTROIDS) writes(code, 2 * n)
__global__ void assign(const float *x, const float *c, short *code, int n)
{
    __shared__ float tile[32 * DIM];
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    float best = 1e30f;
    int which = 0;
    for (int first = 0; first < CENTROIDS; first += 32) {
        for (int i = threadIdx.x; i < 32 * DIM; i += blockDim.x)
            tile[i] = c[first * DIM + i];
        __syncthreads();
        for (int k = 0; k < 32 && v < n; k++) {
            float d = 0;
            for (int j = 0; j < DIM; j++)
                d += (x[v * DIM + j] - tile[k * DIM + j]) * (x[v * DIM + j] - tile[k * DIM + j]);
            if (d < best) {
                best = d;
                which = first + k;
            }
        }
        __syncthreads();
    }
    if (v < n)
        code[v] = (short)which;
}

#pragma nullstream host(read_batch) time(90us)
void read_batch(float *to, int batch) { to[0] = (float)batch; }

void upload_centroids()
{
    float *host;
    cudaMallocHost(&host, CENTROIDS * DIM * sizeof(float));
    for (int i = 0; i < DIM; i++)
        host[i] = 0.01f * i;
    cudaMalloc(&centroids, CENTROIDS * DIM * sizeof(float));
    cudaMemcpyAsync(centroids, host, CENTROIDS * DIM * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaFreeHost(host);
}

void extractor(int id)
{
    float *host, *x;
    short *codes, *d_codes;
    const size_t bytes = BATCH * DIM * sizeof(float);
    cudaMallocHost(&host, bytes);
    cudaMallocHost(&codes, BATCH * sizeof(short));
    cudaMalloc(&x, bytes);
    cudaMalloc(&d_codes, BATCH * sizeof(short));
    std::call_once(uploaded, upload_centroids);
    for (int b = id; b < BATCHES * EXTRACTORS; b += EXTRACTORS) {
        read_batch(host, b);
        cudaMemcpyAsync(x, host, bytes, cudaMemcpyHostToDevice, cudaStreamPerThread);
        normalize<<<BATCH, DIM, 0, cudaStreamPerThread>>>(x, BATCH);
        assign<<<BATCH / 64, 64, 0, cudaStreamPerThread>>>(x, centroids, d_codes, BATCH);
        cudaMemcpyAsync(codes, d_codes, BATCH * sizeof(short), cudaMemcpyDeviceToHost, cudaStreamPerThread);
        cudaStreamSynchronize(cudaStreamPerThread);
        vectors_done.fetch_add(BATCH, std::memory_order_relaxed);
    }
    cudaFree(x);
    cudaFree(d_codes);
    cudaFreeHost(host);
    cudaFreeHost(codes);
}
} // namespace

int main()
{
    std::vector<std::thread> crew;
    crew.reserve(EXTRACTORS);
    for (int id = 0; id < EXTRACTORS; ++id)
        crew.emplace_back(extractor, id);
    for (auto &t : crew)
        t.join();
    cudaFree(centroids);
    std::printf("%ld vectors\n", vectors_done.load());
    return vectors_done == long(BATCH) * BATCHES * EXTRACTORS ? 0 : 1;
}
