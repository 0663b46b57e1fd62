// C++11. Multigrid V-cycles, recursive, double precision. The coarsest grid is solved on the host by Gauss-Seidel out of
// ordinary memory; the defect's norm decides, by a host test, how many cycles are done.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <vector>

#pragma nullstream kernel(smooth) bytes(24.0 * n * n) flops(8.0 * n * n) reads(u, n * n * 8) reads(f, n * n * 8) writes(v, n * n * 8)
__global__ void smooth(const double *u, const double *f, double *v, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        v[y * n + x] = 0.2 * u[y * n + x] + 0.2 * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] + f[y * n + x]);
}

#pragma nullstream kernel(restrict_defect) bytes(20.0 * n * n) reads(u, n * n * 8) reads(f, n * n * 8) writes(coarse, n * n * 2)
__global__ void restrict_defect(const double *u, const double *f, double *coarse, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < n / 2 && y < n / 2)
        coarse[y * (n / 2) + x] = f[2 * y * n + 2 * x] - u[2 * y * n + 2 * x];
}

#pragma nullstream kernel(prolong) bytes(18.0 * n * n) reads(coarse, n * n * 2) reads(u, n * n * 8) writes(u, n * n * 8)
__global__ void prolong(const double *coarse, double *u, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < n && y < n)
        u[y * n + x] += coarse[(y / 2) * (n / 2) + x / 2];
}

#pragma nullstream kernel(norm) time(9us) reads(u, n * n * 8) writes(out, 8)
__global__ void norm(const double *u, double *out, int n)
{
    __shared__ double s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    double d = 0;
    for (int i = threadIdx.x; i < n * n; i += 65536)
        d += u[i] * u[i];
    atomicAdd(&s, d);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = s;
}

#pragma nullstream host(gauss_seidel) time(85us)
static void gauss_seidel(std::vector<double> &u, const std::vector<double> &f, int n)
{
    for (int sweep = 0; sweep < 20; ++sweep)
        for (int y = 1; y < n - 1; ++y)
            for (int x = 1; x < n - 1; ++x)
                u[y * n + x] = 0.25 * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] + f[y * n + x]);
}

class Level {
public:
    int n;
    double *u, *v, *f;
    std::unique_ptr<Level> coarser;

    Level(int n_, int left) : n(n_), u(nullptr), v(nullptr), f(nullptr)
    {
        double **all[] = {&u, &v, &f};
        for (double **p : all) {
            cudaMalloc(p, bytes());
            cudaMemset(*p, 0, bytes());
        }
        if (left > 1)
            coarser.reset(new Level(n / 2, left - 1));
    }
    ~Level()
    {
        cudaFree(u);
        cudaFree(v);
        cudaFree(f);
    }
    size_t bytes() const { return sizeof(double) * n * n; }

    void cycle(cudaStream_t s)
    {
        const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
        if (!coarser) {
            const size_t count = (size_t)n * n;
            std::vector<double> hu(count), hf(count);
            cudaMemcpyAsync(hf.data(), f, bytes(), cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            gauss_seidel(hu, hf, n);
            cudaMemcpyAsync(u, hu.data(), bytes(), cudaMemcpyHostToDevice, s);
            cudaStreamSynchronize(s);
            return;
        }
        relax(s, grid, block, 2);
        const dim3 half((n / 2 + 31) / 32, (n / 2 + 7) / 8);
        restrict_defect<<<half, block, 0, s>>>(u, f, coarser->f, n);
        coarser->cycle(s);
        prolong<<<grid, block, 0, s>>>(coarser->u, u, n);
        relax(s, grid, block, 2);
    }

private:
    void relax(cudaStream_t s, dim3 grid, dim3 block, int times)
    {
        for (int i = 0; i < times; i++) {
            smooth<<<grid, block, 0, s>>>(u, f, v, n);
            std::swap(u, v);
        }
    }
};

int main()
{
    Level finest(1024, 6);
    cudaStream_t s;
    cudaStreamCreate(&s);
    double *d_norm, defect = 1e30;
    cudaMalloc(&d_norm, sizeof(double));
    cudaDeviceSynchronize();
    int cycles = 0;
    while (defect > 1e-10 && cycles < 8) {
        finest.cycle(s);
        norm<<<1, 1024, 0, s>>>(finest.u, d_norm, finest.n);
        cudaMemcpyAsync(&defect, d_norm, sizeof defect, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        defect = std::sqrt(defect) + 1;
        ++cycles;
    }
    std::printf("%d cycles\n", cycles);
    cudaFree(d_norm);
    cudaStreamDestroy(s);
}
