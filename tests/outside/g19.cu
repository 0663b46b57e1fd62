// A small task-graph executor: tasks with dependencies are lambdas, placed round robin on streams, ordered
// by one event per task; run on a blocked Cholesky factorization (8 x 8 blocks of 128).
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(e_)); std::exit(1); } } while (0)

constexpr int B = 128, NB = 8, N = B * NB;

__global__ void potrf(float *a)
{
    __shared__ float inv;
    for (int k = 0; k < B; k++) {
        if (threadIdx.x == 0) {
            a[k * N + k] = sqrtf(a[k * N + k]);
            inv = 1.0f / a[k * N + k];
        }
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < B; i += blockDim.x) a[i * N + k] *= inv;
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < B; i += blockDim.x)
            for (int j = k + 1; j <= i; j++) a[i * N + j] -= a[i * N + k] * a[j * N + k];
        __syncthreads();
    }
}

__global__ void trsm(const float *l, float *a)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x; // a row each
    for (int k = 0; k < B; k++) {
        float s = a[r * N + k];
        for (int j = 0; j < k; j++) s -= a[r * N + j] * l[k * N + j];
        a[r * N + k] = s / l[k * N + k];
    }
}

__global__ void gemm_nt(const float *x, const float *y, float *c)
{
    __shared__ float sx[16][17], sy[16][17];
    int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
    float s = 0;
    for (int t = 0; t < B; t += 16) {
        sx[threadIdx.y][threadIdx.x] = x[r * N + t + threadIdx.x];
        sy[threadIdx.y][threadIdx.x] = y[(blockIdx.x * 16 + threadIdx.y) * N + t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 16; k++) s += sx[threadIdx.y][k] * sy[threadIdx.x][k];
        __syncthreads();
    }
    c[r * N + q] -= s;
}

class TaskGraph {
public:
    using Body = std::function<void(cudaStream_t)>;
    void add(const std::string &name, const std::vector<std::string> &after, Body body)
    {
        index_.push_back({name, tasks_.size()});
        Task t;
        t.body = std::move(body);
        for (const auto &a : after) {
            for (const auto &known : index_)
                if (known.first == a) t.deps.push_back(known.second);
        }
        tasks_.push_back(std::move(t));
    }
    size_t run(int nstreams)
    {
        std::vector<cudaStream_t> streams(nstreams);
        for (auto &s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        size_t waits = 0, turn = 0;
        for (auto &t : tasks_) {
            // stay in the stream of the last dependency if it has not been followed yet
            if (!t.deps.empty() && !tasks_[t.deps.back()].followed) {
                t.stream = tasks_[t.deps.back()].stream;
                tasks_[t.deps.back()].followed = true;
            } else {
                t.stream = (int)(turn++ % nstreams);
            }
            for (size_t d : t.deps)
                if (tasks_[d].stream != t.stream) {
                    CHECK(cudaStreamWaitEvent(streams[t.stream], tasks_[d].done, 0));
                    waits++;
                }
            t.body(streams[t.stream]);
            CHECK(cudaGetLastError());
            CHECK(cudaEventCreateWithFlags(&t.done, cudaEventDisableTiming));
            CHECK(cudaEventRecord(t.done, streams[t.stream]));
        }
        for (auto &s : streams) CHECK(cudaStreamSynchronize(s));
        for (auto &s : streams) CHECK(cudaStreamDestroy(s));
        for (auto &t : tasks_) CHECK(cudaEventDestroy(t.done));
        return waits;
    }
    size_t size() const { return tasks_.size(); }

private:
    struct Task {
        Body body;
        std::vector<size_t> deps;
        int stream = 0;
        bool followed = false;
        cudaEvent_t done = nullptr;
    };
    std::vector<Task> tasks_;
    std::vector<std::pair<std::string, size_t>> index_;
};

static std::string id(const char *what, int i, int j, int k)
{
    return std::string(what) + "." + std::to_string(i) + "." + std::to_string(j) + "." + std::to_string(k);
}

int main()
{
    std::vector<float> h((size_t)N * N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) h[(size_t)i * N + j] = i == j ? N : 1.0f / (1 + i - j);
    float *a;
    CHECK(cudaMalloc(&a, h.size() * sizeof(float)));
    CHECK(cudaMemcpy(a, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice));
    auto blk = [a](int i, int j) { return a + (size_t)i * B * N + j * B; };

    TaskGraph g;
    for (int k = 0; k < NB; k++) {
        g.add(id("potrf", k, k, k), {id("gemm", k, k, k - 1)}, [=](cudaStream_t s) { potrf<<<1, 128, 0, s>>>(blk(k, k)); });
        for (int i = k + 1; i < NB; i++)
            g.add(id("trsm", i, k, k), {id("gemm", i, k, k - 1), id("potrf", k, k, k)},
                  [=](cudaStream_t s) { trsm<<<2, 64, 0, s>>>(blk(k, k), blk(i, k)); });
        for (int i = k + 1; i < NB; i++)
            for (int j = k + 1; j <= i; j++)
                g.add(id("gemm", i, j, k), {id("gemm", i, j, k - 1), id("trsm", j, k, k), id("trsm", i, k, k)},
                      [=](cudaStream_t s) { gemm_nt<<<dim3(B / 16, B / 16), dim3(16, 16), 0, s>>>(blk(i, k), blk(j, k), blk(i, j)); });
    }
    size_t waits = g.run(6);
    CHECK(cudaMemcpy(h.data(), a, h.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double logdet = 0;
    for (int i = 0; i < N; i++) logdet += 2 * std::log((double)h[(size_t)i * N + i]);
    std::printf("%zu tasks, %zu event waits, log det %.4f\n", g.size(), waits, logdet);
    cudaFree(a);
    return 0;
}
