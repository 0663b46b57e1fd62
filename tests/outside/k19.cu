// Out-of-core matrix product C = A * B: tiles of A and C stream through the device, B stays. Every
// tile is described by a small struct; slots are taken when their events say so (cudaEventQuery).
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#define RUN(x) do { cudaError_t e = (x); if (e) { printf("%s -> %s\n", #x, cudaGetErrorName(e)); exit(1); } } while (0)

struct Shape {
    int rows, cols;
    friend Shape operator*(Shape a, Shape b) { return {a.rows, b.cols}; }
    size_t bytes() const { return sizeof(float) * rows * cols; }
};

template <int TILE>
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float sa[TILE][TILE], sb[TILE][TILE];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        sa[threadIdx.y][threadIdx.x] = a[y * k + t + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
#pragma nullstream kernel(gemm) flops(6.0 * m * n * k) bytes(4.0 * (m * k + n * k + m * n)) shared(8192) regs(38) reads(a, 4 * m * k) reads(b, 4 * n * k) writes(c, 4 * m * n)

struct Slot {
    float *a = nullptr, *c = nullptr;
    cudaStream_t stream{};
    cudaEvent_t free{};
    std::optional<int> tile;
};

class SlotPool {
    std::vector<Slot> slots_;
    int polls_ = 0;
  public:
    SlotPool(int count, Shape a, Shape c) : slots_(count)
    {
        for (auto &s : slots_) {
            RUN(cudaMalloc(&s.a, a.bytes()));
            RUN(cudaMalloc(&s.c, c.bytes()));
            RUN(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
            RUN(cudaEventCreateWithFlags(&s.free, cudaEventDisableTiming));
        }
    }
    ~SlotPool()
    {
        for (auto &[a, c, stream, event, tile] : slots_) {
            cudaEventDestroy(event);
            cudaStreamDestroy(stream);
            cudaFree(c);
            cudaFree(a);
        }
    }
    Slot &claim(const std::function<void(int)> &finished)
    {
        for (;;) {
            auto it = std::find_if(slots_.begin(), slots_.end(), [](const Slot &s) { return !s.tile.has_value(); });
            if (it != slots_.end())
                return *it;
            for (auto &s : slots_) {
                ++polls_;
                const cudaError_t state = cudaEventQuery(s.free);
                if (state == cudaSuccess) {
                    finished(s.tile.value());
                    s.tile.reset();
                    break;
                } else if (state != cudaErrorNotReady) {
                    RUN(state);
                } else {
                    (void)cudaGetLastError(); // not ready is not an error
                }
            }
        }
    }
    void drain(const std::function<void(int)> &finished)
    {
        for (auto &s : slots_)
            if (s.tile) {
                RUN(cudaEventSynchronize(s.free));
                finished(*s.tile);
                s.tile = std::nullopt;
            }
    }
    bool polled() const { return polls_ > 0; }
};

int main(int argc, char **argv)
{
    const int M = 16384, K = 512, N = 1024, rows = argc > 1 ? atoi(argv[1]) : 1024;
    const Shape A{M, K}, B{K, N}, C = A * B, a{rows, K}, c = a * B;
    float *hostA, *hostB, *hostC, *b;
    RUN(cudaMallocHost(&hostA, A.bytes()));
    RUN(cudaMallocHost(&hostB, B.bytes()));
    RUN(cudaMallocHost(&hostC, C.bytes()));
    RUN(cudaMalloc(&b, B.bytes()));
    SlotPool pool(3, a, c);

    std::vector<int> order;
    auto finished = [&order](int tile) { order.push_back(tile); };
    RUN(cudaMemcpy(b, hostB, B.bytes(), cudaMemcpyHostToDevice));
    for (int t = 0; t * rows < M; t++) {
        Slot &s = pool.claim(finished);
        s.tile = t;
        RUN(cudaMemcpyAsync(s.a, hostA + (size_t)t * rows * K, a.bytes(), cudaMemcpyHostToDevice, s.stream));
        gemm<32><<<dim3(N / 32, rows / 32), dim3(32, 32), 0, s.stream>>>(s.a, b, s.c, rows, N, K);
        RUN(cudaGetLastError());
        RUN(cudaMemcpyAsync(hostC + (size_t)t * rows * N, s.c, c.bytes(), cudaMemcpyDeviceToHost, s.stream));
        RUN(cudaEventRecord(s.free, s.stream));
    }
    pool.drain(finished);
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    printf("C is %d x %d, %zu tiles done, %s\n", C.rows, C.cols, order.size(), pool.polled() ? "polled" : "never polled");
    RUN(cudaFree(b));
    for (float *p : {hostA, hostB, hostC})
        RUN(cudaFreeHost(p));
}
