// Training loop of a small MLP: forward, backward, and per-layer gradient buckets that are reduced on
// a high-priority stream (device to host and back, as with a parameter server) while backward goes on.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK_CUDA(expr)                                                                   \
    do {                                                                                   \
        cudaError_t status = (expr);                                                       \
        if (status != cudaSuccess) {                                                       \
            std::fprintf(stderr, "%s at %s:%d\n", cudaGetErrorString(status), __FILE__, __LINE__); \
            std::exit(EXIT_FAILURE);                                                       \
        }                                                                                  \
    } while (0)

constexpr int T = 16;

// C[m x n] = op(A)[m x k] * op(B)[k x n], row major
template <bool TA, bool TB, bool RELU>
__global__ void gemm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[T][T + 1], b[T][T + 1];
    int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
    float acc = 0;
    for (int t = 0; t < k; t += T) {
        int ka = t + threadIdx.x, kb = t + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (r < m && ka < k) ? (TA ? A[ka * m + r] : A[r * k + ka]) : 0.0f;
        b[threadIdx.y][threadIdx.x] = (c < n && kb < k) ? (TB ? B[c * k + kb] : B[kb * n + c]) : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; ++i) acc += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (r < m && c < n) C[r * n + c] = RELU ? fmaxf(acc, 0.0f) : acc;
}

__global__ void loss_grad(const float *out, const float *target, float *grad, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = out[i] - target[i];
    grad[i] = 2.0f * d / n;
    atomicAdd(loss, d * d / n);
}

__global__ void relu_back(float *grad, const float *act, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && act[i] <= 0) grad[i] = 0;
}

__global__ void sgd(float *w, const float *g, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] -= lr * g[i];
}

struct Layer {
    int in, out;
    float *w, *g, *act, *dact, *bucket;
    cudaEvent_t ready, reduced;
};

static dim3 grid2(int cols, int rows) { return dim3((cols + T - 1) / T, (rows + T - 1) / T); }

int main()
{
    const int batch = 512, steps = 6;
    const std::vector<int> widths = {784, 1024, 512, 256, 10};
    cudaStream_t compute, reduce;
    int lo, hi;
    CHECK_CUDA(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    CHECK_CUDA(cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, lo));
    CHECK_CUDA(cudaStreamCreateWithPriority(&reduce, cudaStreamNonBlocking, hi));

    std::vector<Layer> net;
    for (size_t i = 0; i + 1 < widths.size(); ++i) {
        Layer l{};
        l.in = widths[i];
        l.out = widths[i + 1];
        size_t wb = (size_t)l.in * l.out * sizeof(float), ab = (size_t)batch * l.out * sizeof(float);
        CHECK_CUDA(cudaMalloc(&l.w, wb));
        CHECK_CUDA(cudaMalloc(&l.g, wb));
        CHECK_CUDA(cudaMalloc(&l.act, ab));
        CHECK_CUDA(cudaMalloc(&l.dact, ab));
        CHECK_CUDA(cudaMallocHost(&l.bucket, wb));
        for (int j = 0; j < l.in * l.out; ++j) l.bucket[j] = ((j % 1000) * 7919 % 1000 - 500) * 1e-4f;
        CHECK_CUDA(cudaMemcpy(l.w, l.bucket, wb, cudaMemcpyHostToDevice));
        CHECK_CUDA(cudaEventCreateWithFlags(&l.ready, cudaEventDisableTiming));
        CHECK_CUDA(cudaEventCreateWithFlags(&l.reduced, cudaEventDisableTiming));
        net.push_back(l);
    }
    float *x, *hx, *target, *loss, hloss[steps];
    const int nx = batch * widths.front(), ny = batch * widths.back();
    CHECK_CUDA(cudaMalloc(&x, nx * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&target, ny * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&loss, steps * sizeof(float)));
    CHECK_CUDA(cudaMallocHost(&hx, nx * sizeof(float)));
    for (int i = 0; i < nx; ++i) hx[i] = (i % 255) / 255.0f;
    CHECK_CUDA(cudaMemset(target, 0, ny * sizeof(float)));
    CHECK_CUDA(cudaMemset(loss, 0, steps * sizeof(float)));
    CHECK_CUDA(cudaDeviceSynchronize());

    for (int s = 0; s < steps; ++s) {
        CHECK_CUDA(cudaMemcpyAsync(x, hx, nx * sizeof(float), cudaMemcpyHostToDevice, compute));
        const float *in = x;
        for (size_t i = 0; i < net.size(); ++i) {
            Layer &l = net[i];
            if (s > 0) CHECK_CUDA(cudaStreamWaitEvent(compute, l.reduced, 0));
            if (s > 0) sgd<<<(l.in * l.out + 255) / 256, 256, 0, compute>>>(l.w, l.g, 0.05f, l.in * l.out);
            if (i + 1 < net.size())
                gemm<false, false, true><<<grid2(l.out, batch), dim3(T, T), 0, compute>>>(in, l.w, l.act, batch, l.out, l.in);
            else
                gemm<false, false, false><<<grid2(l.out, batch), dim3(T, T), 0, compute>>>(in, l.w, l.act, batch, l.out, l.in);
            in = l.act;
        }
        Layer &last = net.back();
        loss_grad<<<(ny + 255) / 256, 256, 0, compute>>>(last.act, target, last.dact, loss + s, ny);
        for (int i = (int)net.size() - 1; i >= 0; --i) {
            Layer &l = net[i];
            const float *below = i ? net[i - 1].act : x;
            gemm<true, false, false><<<grid2(l.out, l.in), dim3(T, T), 0, compute>>>(below, l.dact, l.g, l.in, l.out, batch);
            CHECK_CUDA(cudaEventRecord(l.ready, compute));
            CHECK_CUDA(cudaStreamWaitEvent(reduce, l.ready, 0));
            size_t bytes = (size_t)l.in * l.out * sizeof(float);
            CHECK_CUDA(cudaMemcpyAsync(l.bucket, l.g, bytes, cudaMemcpyDeviceToHost, reduce));
            CHECK_CUDA(cudaMemcpyAsync(l.g, l.bucket, bytes, cudaMemcpyHostToDevice, reduce));
            CHECK_CUDA(cudaEventRecord(l.reduced, reduce));
            if (i) {
                gemm<false, true, false><<<grid2(l.in, batch), dim3(T, T), 0, compute>>>(l.dact, l.w, net[i - 1].dact, batch, l.in, l.out);
                relu_back<<<(batch * l.in + 255) / 256, 256, 0, compute>>>(net[i - 1].dact, net[i - 1].act, batch * l.in);
            }
        }
    }
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpyAsync(hloss, loss, sizeof hloss, cudaMemcpyDeviceToHost, compute));
    CHECK_CUDA(cudaStreamSynchronize(compute));
    CHECK_CUDA(cudaStreamSynchronize(reduce));
    for (int s = 0; s < steps; ++s) std::printf("step %d loss %.6f\n", s, hloss[s]);
    return hloss[steps - 1] <= hloss[0] ? 0 : 1;
}
