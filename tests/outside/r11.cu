// Adaptive mesh refinement: patches of 64x64 cells are flagged, refined ones get new memory in the middle of
// the run and coarsened ones lose theirs; levels are advanced with subcycling, two streams per level.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class CudaError : public std::runtime_error {
  public:
    CudaError(cudaError_t e, const char *f, int l)
        : std::runtime_error(std::string(f) + ":" + std::to_string(l) + ": " + cudaGetErrorString(e)), code(e)
    {
    }
    const cudaError_t code;
};
#define CU(x)                                      \
    do {                                           \
        if (cudaError_t e_ = (x); e_)              \
            throw CudaError(e_, __FILE__, __LINE__); \
    } while (false)

constexpr int N = 256, LEVELS = 3;
constexpr size_t CELLS = size_t(N) * N;

#pragma nullstream kernel(advance) bytes(64.0 * N * N) flops(400.0 * N * N) regs(72)
__global__ void advance(const float4 *u, float4 *v, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i].x = u[i].x + dt * u[i].y;
}
#pragma nullstream kernel(flag) bytes(16.0 * N * N) reads(u, N * N * 16) writes(error, 4)
__global__ void flag(const float4 *u, float *error) {}
#pragma nullstream kernel(prolong) bytes(20.0 * N * N)
__global__ void prolong(const float4 *coarse, float4 *fine, int quadrant)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    fine[i] = coarse[i / 4];
}
#pragma nullstream kernel(restrict_to) bytes(20.0 * N * N) reads(fine, N * N * 16) writes(coarse, N * N * 16)
__global__ void restrict_to(const float4 *fine, float4 *coarse, int quadrant) {}

struct Patch {
    int level, quadrant;
    Patch *parent;
    float4 *u = nullptr, *v = nullptr;
    Patch(int l, int q, Patch *p) : level(l), quadrant(q), parent(p)
    {
        CU(cudaMalloc(&u, CELLS * sizeof(float4)));
        CU(cudaMalloc(&v, CELLS * sizeof(float4)));
    }
    Patch(const Patch &) = delete;
    Patch &operator=(const Patch &) = delete;
    ~Patch()
    {
        cudaFree(u);
        cudaFree(v);
    }
};

class Hierarchy {
  public:
    Hierarchy()
    {
        for (auto &s : streams_)
            CU(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        for (auto &e : level_done_)
            CU(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
        CU(cudaMalloc(&errors_, 64 * sizeof(float)));
        for (int i = 0; i < 4; ++i)
            level_[0].push_back(std::make_unique<Patch>(0, i, nullptr));
        for (auto &p : level_[0])
            CU(cudaMemset(p->u, 0, CELLS * sizeof(float4)));
        CU(cudaDeviceSynchronize());
    }
    ~Hierarchy()
    {
        for (auto &s : streams_)
            cudaStreamDestroy(s);
        cudaFree(errors_);
    }
    void step(int l, float dt)
    {
        int i = 0;
        for (auto &p : level_[l]) {
            advance<<<CELLS / 256, 256, 0, stream(l, i++)>>>(p->u, p->v, dt);
            std::swap(p->u, p->v);
        }
        join(l);
        if (l + 1 < LEVELS && !level_[l + 1].empty()) {
            for (int sub = 0; sub < 2; ++sub)
                step(l + 1, dt / 2);
            i = 0;
            for (auto &p : level_[l + 1])
                restrict_to<<<CELLS / 256, 256, 0, stream(l, i++)>>>(p->u, p->parent->u, p->quadrant);
            join(l);
        }
    }
    // The decision is a table here: which patches the indicator picks is the data's business.
    void regrid(int turn)
    {
        for (int l = LEVELS - 2; l >= 0; --l) {
            const int n = (int)level_[l].size();
            if (n == 0)
                continue;
            std::vector<float> error(n);
            int k = 0;
            for (auto &p : level_[l]) {
                flag<<<64, 256, 0, stream(l, 0)>>>(p->u, errors_ + k);
                ++k;
            }
            CU(cudaMemcpyAsync(error.data(), errors_, n * sizeof(float), cudaMemcpyDeviceToHost, stream(l, 0)));
            CU(cudaStreamSynchronize(stream(l, 0)));
            // coarsen
            if (turn % 3 == 2 && l + 1 == LEVELS - 1 && level_[l + 1].size() > 3) {
                CU(cudaStreamSynchronize(stream(l + 1, 0)));
                CU(cudaStreamSynchronize(stream(l + 1, 1)));
                level_[l + 1].pop_front();
                level_[l + 1].pop_front();
            }
            // refine
            k = 0;
            for (auto &p : level_[l]) {
                if ((k + turn) % (l + 2) == 0) {
                    level_[l + 1].push_back(std::make_unique<Patch>(l + 1, k % 4, p.get()));
                    prolong<<<CELLS / 256, 256, 0, stream(l + 1, 0)>>>(p->u, level_[l + 1].back()->u, k % 4);
                }
                ++k;
            }
            CU(cudaEventRecord(level_done_[l + 1], stream(l + 1, 0)));
            CU(cudaStreamWaitEvent(stream(l + 1, 1), level_done_[l + 1], 0));
            CU(cudaStreamWaitEvent(stream(l, 0), level_done_[l + 1], 0));
            CU(cudaStreamWaitEvent(stream(l, 1), level_done_[l + 1], 0));
            if (level_[l + 1].size() > 6)
                break;
        }
        CU(cudaGetLastError());
    }
    size_t patches() const { return level_[0].size() + level_[1].size() + level_[2].size(); }

  private:
    cudaStream_t stream(int l, int i) { return streams_[2 * l + i % 2]; }
    void join(int l) // all streams wait for both of this level
    {
        for (int i = 0; i < 2; ++i) {
            CU(cudaEventRecord(level_done_[l], stream(l, i)));
            for (auto &s : streams_)
                CU(cudaStreamWaitEvent(s, level_done_[l], 0));
        }
    }
    cudaStream_t streams_[2 * LEVELS];
    cudaEvent_t level_done_[LEVELS];
    std::list<std::unique_ptr<Patch>> level_[LEVELS];
    float *errors_;
};

int main()
{
    try {
        Hierarchy h;
        for (int turn = 0; turn < 6; ++turn) {
            h.step(0, 1e-2f);
            h.regrid(turn);
        }
        CU(cudaDeviceSynchronize());
        printf("%zu patches\n", h.patches());
    } catch (const CudaError &e) {
        fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}
