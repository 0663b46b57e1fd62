// Particle in cell, two species in two streams: memsets clear charge and current grids each step, deposit and push are short kernels, the field
// solve joins both by events. A DAG of events: deposit(e), deposit(i) -> solve -> push(e), push(i).
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

constexpr int GRID = 256, CELLS = GRID * GRID, PARTICLES = 1 << 18, STEPS = 60, SWEEPS = 6;

#pragma nullstream kernel(deposit) flops(20.0 * PARTICLES) bytes((8.0 + 4 * 32.0) * PARTICLES) regs(20) reads(pos, PARTICLES * 8) reads(rho, CELLS * 4) writes(rho, CELLS * 4)
__global__ void deposit(const float2 *pos, float *rho, float charge)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = pos[i];
    int x = (int)p.x & (GRID - 1), y = (int)p.y & (GRID - 1), x1 = (x + 1) & (GRID - 1), y1 = (y + 1) & (GRID - 1);
    float fx = p.x - floorf(p.x), fy = p.y - floorf(p.y);
    atomicAdd(&rho[y * GRID + x], charge * (1 - fx) * (1 - fy));
    atomicAdd(&rho[y * GRID + x1], charge * fx * (1 - fy));
    atomicAdd(&rho[y1 * GRID + x], charge * (1 - fx) * fy);
    atomicAdd(&rho[y1 * GRID + x1], charge * fx * fy);
}

#pragma nullstream kernel(jacobi) flops(6.0 * CELLS) bytes(16.0 * CELLS) regs(16) reads(from, CELLS * 4) reads(a, CELLS * 4) reads(b, CELLS * 4) writes(to, CELLS * 4)
__global__ void jacobi(const float *from, const float *a, const float *b, float *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % GRID, y = i / GRID;
    int l = y * GRID + ((x + GRID - 1) & (GRID - 1)), r = y * GRID + ((x + 1) & (GRID - 1));
    int u = ((y + GRID - 1) & (GRID - 1)) * GRID + x, d = ((y + 1) & (GRID - 1)) * GRID + x;
    to[i] = 0.25f * (from[l] + from[r] + from[u] + from[d] + a[i] + b[i]);
}

#pragma nullstream kernel(push) flops(30.0 * PARTICLES) bytes((32.0 + 16.0) * PARTICLES) regs(24) reads(phi, CELLS * 4) reads(pos, PARTICLES * 8) reads(vel, PARTICLES * 8) writes(pos, PARTICLES * 8) writes(vel, PARTICLES * 8)
__global__ void push(const float *phi, float2 *pos, float2 *vel, float qm)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = pos[i], v = vel[i];
    int x = (int)p.x & (GRID - 1), y = (int)p.y & (GRID - 1);
    float here = phi[y * GRID + x];
    v.x += qm * (here - phi[y * GRID + ((x + 1) & (GRID - 1))]);
    v.y += qm * (here - phi[((y + 1) & (GRID - 1)) * GRID + x]);
    p.x = fmodf(fabsf(p.x + v.x), GRID);
    p.y = fmodf(fabsf(p.y + v.y), GRID);
    pos[i] = p;
    vel[i] = v;
}

class Event {
    cudaEvent_t e_;

public:
    Event() { cudaEventCreateWithFlags(&e_, cudaEventDisableTiming); }
    ~Event() { cudaEventDestroy(e_); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;
    void record(cudaStream_t s) { cudaEventRecord(e_, s); }
    void before(cudaStream_t s) const { cudaStreamWaitEvent(s, e_, 0); }
};

struct Species {
    std::string name;
    float charge, qm;
    cudaStream_t stream{};
    float2 *pos{}, *vel{};
    float *rho{};
    Event deposited, pushed;
    Species(std::string n, float c, float m) : name(std::move(n)), charge(c), qm(m)
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMalloc(&pos, PARTICLES * sizeof(float2));
        cudaMalloc(&vel, PARTICLES * sizeof(float2));
        cudaMalloc(&rho, CELLS * sizeof(float));
        std::vector<float2> start(PARTICLES);
        for (int i = 0; i < PARTICLES; ++i)
            start[i] = make_float2((i * 37 % 65536) / 256.0f, (i * 91 % 65536) / 256.0f);
        cudaMemcpyAsync(pos, start.data(), PARTICLES * sizeof(float2), cudaMemcpyHostToDevice, stream);
        cudaMemsetAsync(vel, 0, PARTICLES * sizeof(float2), stream);
        cudaStreamSynchronize(stream);
    }
};

int main()
{
    std::vector<std::unique_ptr<Species>> all;
    all.push_back(std::make_unique<Species>("electrons", -1.0f, -0.01f));
    all.push_back(std::make_unique<Species>("ions", 1.0f, 0.0001f));
    float *phi[2], *sample;
    cudaStream_t field;
    cudaStreamCreateWithFlags(&field, cudaStreamNonBlocking);
    for (auto &p : phi) {
        cudaMalloc(&p, CELLS * sizeof(float));
        cudaMemsetAsync(p, 0, CELLS * sizeof(float), field);
    }
    cudaMallocHost(&sample, STEPS * sizeof(float));
    Event solved;
    for (int step = 0; step < STEPS; ++step) {
        for (auto &s : all) {
            cudaMemsetAsync(s->rho, 0, CELLS * sizeof(float), s->stream);
            deposit<<<PARTICLES / 256, 256, 0, s->stream>>>(s->pos, s->rho, s->charge);
            s->deposited.record(s->stream);
            s->deposited.before(field);
        }
        for (int k = 0; k < SWEEPS; ++k)
            jacobi<<<CELLS / 256, 256, 0, field>>>(phi[k % 2], all[0]->rho, all[1]->rho, phi[1 - k % 2]);
        solved.record(field);
        for (auto &s : all) {
            solved.before(s->stream);
            push<<<PARTICLES / 256, 256, 0, s->stream>>>(phi[SWEEPS % 2], s->pos, s->vel, s->qm);
            s->pushed.record(s->stream);
            s->pushed.before(field); // phi is read
        }
        cudaMemcpyAsync(sample + step, phi[0] + step, sizeof(float), cudaMemcpyDeviceToHost, field);
    }
    for (auto &s : all)
        cudaStreamSynchronize(s->stream);
    cudaStreamSynchronize(field);
    std::printf("%d steps of %s and %s, probe %g\n", STEPS, all[0]->name.c_str(), all[1]->name.c_str(), sample[STEPS - 1]);
}
