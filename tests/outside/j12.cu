// Jacobi on a strip per "rank"; ranks are host threads that exchange halo rows through pinned mailboxes as
// MPI_Sendrecv would do it. Boundary rows go first so that the exchange hides behind the interior.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mini_mpi {
class Barrier {
    std::mutex m;
    std::condition_variable cv;
    const unsigned parties;
    unsigned waiting = 0, generation = 0;

  public:
    explicit Barrier(unsigned n) : parties{n} {}
    void wait()
    {
        std::unique_lock lock{m};
        const auto mine = generation;
        if (++waiting == parties) {
            waiting = 0;
            ++generation;
            cv.notify_all();
        } else {
            cv.wait(lock, [&] { return generation != mine; });
        }
    }
};
struct Comm {
    int size;
    Barrier barrier;
    std::vector<float *> up, down; // what rank r sends up and down
    Comm(int n, size_t rowBytes) : size(n), barrier(n), up(n), down(n)
    {
        for (int r = 0; r < n; r++) {
            cudaMallocHost(&up[r], rowBytes);
            cudaMallocHost(&down[r], rowBytes);
        }
    }
};
} // namespace mini_mpi

static constexpr int RANKS = 3, NX = 8192, NY = 1024, STEPS = 8;

#pragma nullstream kernel(jacobi) bytes(8.0 * NX * (to - from)) flops(4.0 * NX * (to - from)) reads(in + (from - 1) * NX, 4 * NX * (to - from + 2)) writes(out + from * NX, 4 * NX * (to - from))
__global__ void jacobi(const float *in, float *out, int from, int to)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = from + blockIdx.y;
    if (x < 1 || x >= NX - 1 || y >= to)
        return;
    const float *c = in + (size_t)y * NX + x;
    out[(size_t)y * NX + x] = 0.25f * (c[-1] + c[1] + c[-NX] + c[NX]);
}

class Rank {
  public:
    Rank(int me, mini_mpi::Comm &comm) : me(me), comm(comm)
    {
        int low, high;
        cudaDeviceGetStreamPriorityRange(&low, &high);
        cudaStreamCreateWithPriority(&edge, cudaStreamNonBlocking, high);
        cudaStreamCreateWithFlags(&bulk, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&halo, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&inner, cudaEventDisableTiming);
        for (auto &g : grid) {
            cudaMalloc(&g, row * (NY + 2));
            cudaMemsetAsync(g, 0, row * (NY + 2), edge);
        }
        cudaStreamSynchronize(edge);
    }
    void operator()()
    {
        for (int step = 0; step < STEPS; step++) {
            auto [in, out] = std::make_pair(grid[step % 2], grid[(step + 1) % 2]);
            cudaStreamWaitEvent(edge, inner, 0);
            launch(in, out, 1, 2, edge);
            launch(in, out, NY, NY + 1, edge);
            cudaMemcpyAsync(comm.up[me], out + NX, row, cudaMemcpyDeviceToHost, edge);
            cudaMemcpyAsync(comm.down[me], out + (size_t)NY * NX, row, cudaMemcpyDeviceToHost, edge);
            cudaStreamWaitEvent(bulk, halo, 0);
            launch(in, out, 2, NY, bulk);
            cudaEventRecord(inner, bulk);
            cudaStreamSynchronize(edge);
            comm.barrier.wait(); // all have sent
            if (me > 0)
                cudaMemcpyAsync(out, comm.down[me - 1], row, cudaMemcpyHostToDevice, edge);
            if (me < comm.size - 1)
                cudaMemcpyAsync(out + (size_t)(NY + 1) * NX, comm.up[me + 1], row, cudaMemcpyHostToDevice, edge);
            cudaEventRecord(halo, edge);
            cudaStreamSynchronize(edge);
            comm.barrier.wait(); // all have received
        }
        cudaStreamSynchronize(bulk);
    }

  private:
    static constexpr size_t row = NX * sizeof(float);
    static void launch(const float *in, float *out, int from, int to, cudaStream_t s)
    {
        const dim3 block{256}, cells{NX / block.x, static_cast<unsigned>(to - from)};
        jacobi<<<cells, block, 0, s>>>(in, out, from, to);
    }
    int me;
    mini_mpi::Comm &comm;
    cudaStream_t edge, bulk;
    cudaEvent_t halo, inner;
    float *grid[2];
};

int main()
{
    mini_mpi::Comm world(RANKS, NX * sizeof(float));
    std::vector<std::thread> threads;
    for (int r = 0; r < RANKS; r++)
        threads.emplace_back([&world, r] {
            Rank rank(r, world);
            world.barrier.wait();
            rank();
        });
    for (auto &t : threads)
        t.join();
    std::printf("%s\n", (std::to_string(STEPS) + " steps on " + std::to_string(RANKS) + " ranks").c_str());
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
