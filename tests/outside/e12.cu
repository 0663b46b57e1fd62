// Lattice Boltzmann D2Q9 with snapshots: every 8 steps a reduced velocity field into one of three output buffers, from
// there home in an I/O stream; the host writes them when they have come. RAII for streams, events and buffers.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>
#include <vector>

class Stream
{
public:
    explicit Stream(unsigned flags = cudaStreamNonBlocking) { cudaStreamCreateWithFlags(&s_, flags); }
    ~Stream() { cudaStreamDestroy(s_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }
    void wait(cudaEvent_t e) const { cudaStreamWaitEvent(s_, e, 0); }
    void sync() const { cudaStreamSynchronize(s_); }

private:
    cudaStream_t s_;
};

class Event
{
public:
    Event() { cudaEventCreateWithFlags(&e_, cudaEventDisableTiming); }
    ~Event() { cudaEventDestroy(e_); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;
    operator cudaEvent_t() const { return e_; }
    void record(const Stream &s) { cudaEventRecord(e_, s); }

private:
    cudaEvent_t e_;
};

enum class Where { device, pinned };

template <typename T, Where where>
class Buffer
{
public:
    explicit Buffer(size_t n) : n_(n)
    {
        if (where == Where::device)
            cudaMalloc(&p_, n * sizeof(T));
        else
            cudaMallocHost(&p_, n * sizeof(T));
    }
    ~Buffer()
    {
        if (where == Where::device)
            cudaFree(p_);
        else
            cudaFreeHost(p_);
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    T *get() const { return p_; }
    T &operator[](size_t i) { return p_[i]; }
    size_t bytes() const { return n_ * sizeof(T); }

private:
    T *p_ = nullptr;
    size_t n_;
};

constexpr int NX = 1536, NY = 1024, Q = 9;

#pragma nullstream kernel(collideAndStream) bytes(72.0 * nx * ny) flops(180.0 * nx * ny) regs(64) reads(f, 36 * nx * ny) writes(g, 36 * nx * ny)
__global__ void collideAndStream(const float *f, float *g, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= nx)
        return;
    for (int q = 0; q < Q; q++)
        g[(size_t)q * nx * ny + y * nx + (x + q) % nx] = f[(size_t)q * nx * ny + y * nx + x];
}
#pragma nullstream kernel(boundary) block_time(3.5us) reads(g, 36 * nx * ny) writes(g, 36 * nx * ny)
__global__ void boundary(float *g, int nx, int ny)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y < ny)
        g[y * nx] = g[y * nx + 1];
}
#pragma nullstream kernel(velocity) bytes(10.0 * nx * ny) flops(5.0 * nx * ny) reads(f, 36 * nx * ny) writes(u, 2 * nx * ny)
__global__ void velocity(const float *f, float2 *u, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < nx / 2 && y < ny / 2)
        u[y * nx / 2 + x] = make_float2(f[2 * y * nx + 2 * x], f[2 * y * nx + 2 * x + 1]);
}

#pragma nullstream host(writeVtk) time(120us) reads(u, n * sizeof(float2))
static float writeVtk(const float2 *u, size_t n) { return u[n / 2].x; }

int main()
{
    const int steps = 120, every = 8, ring = 3;
    const size_t cells = (size_t)NX * NY, out = cells / 4;
    Buffer<float, Where::device> fa(cells * Q), fb(cells * Q);
    Buffer<float2, Where::device> u0(out), u1(out), u2(out);
    Buffer<float2, Where::pinned> h0(out), h1(out), h2(out);
    float2 *u[ring] = {u0.get(), u1.get(), u2.get()}, *h[ring] = {h0.get(), h1.get(), h2.get()};
    Stream compute, io;
    Event ready[ring], home[ring];
    cudaMemsetAsync(fa.get(), 0, fa.bytes(), compute);

    float *f = fa.get(), *g = fb.get(), seen = 0;
    int taken = 0, written = 0;
    for (int step = 1; step <= steps; step++) {
        collideAndStream<<<dim3((NX + 191) / 192, NY), 192, 0, compute>>>(f, g, NX, NY);
        boundary<<<(NY + 63) / 64, 64, 0, compute>>>(g, NX, NY);
        std::swap(f, g);
        if (step % every)
            continue;
        const int slot = taken % ring;
        if (taken - written == ring) { // all three are on their way
            cudaEventSynchronize(home[written % ring]);
            seen += writeVtk(h[written % ring], out);
            written++;
        }
        velocity<<<dim3(NX / 2 / 32, NY / 2 / 4), dim3(32, 4), 0, compute>>>(f, u[slot], NX, NY);
        ready[slot].record(compute);
        io.wait(ready[slot]);
        cudaMemcpyAsync(h[slot], u[slot], u0.bytes(), cudaMemcpyDeviceToHost, io);
        home[slot].record(io);
        taken++;
    }
    for (; written < taken; written++) {
        cudaEventSynchronize(home[written % ring]);
        seen += writeVtk(h[written % ring], out);
    }
    compute.sync();
    printf("%d snapshots, %g\n", written, seen);
    return 0;
}
