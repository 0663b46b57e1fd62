// A seismic migration as it grew over the years: shots go to two streams, but the "small" things (a memset,
// the source wavelet, the norm) stayed in the default stream, and the traces are in a std::vector.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Grid {
    int nx = 768, nz = 512;
    int cells() const { return nx * nz; }
};

struct Options {
    int shots = 6;
    int steps = 24;
    bool verbose = false;
    static Options parse(int argc, char **argv)
    {
        Options o;
        std::map<std::string, int *> numbers{{"--shots", &o.shots}, {"--steps", &o.steps}};
        for (int i = 1; i < argc; ++i) {
            std::string arg = argv[i];
            auto it = numbers.find(arg);
            if (it != numbers.end() && i + 1 < argc)
                *it->second = std::stoi(argv[++i]);
            else if (arg == "-v")
                o.verbose = true;
        }
        return o;
    }
};

#pragma nullstream kernel(propagate) flops(30.0 * nx * nz) bytes(16.0 * nx * nz) reads(now, 4 * nx * nz) reads(velocity, 4 * nx * nz) writes(next, 4 * nx * nz)
__global__ void propagate(const float *now, float *next, const float *velocity, int nx, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 2, z = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (x >= nx - 2 || z >= nz - 2)
        return;
    const int at = z * nx + x;
    const float laplacian = -5.0f * now[at] + 1.333f * (now[at - 1] + now[at + 1] + now[at - nx] + now[at + nx]) -
                            0.0833f * (now[at - 2] + now[at + 2] + now[at - 2 * nx] + now[at + 2 * nx]);
    next[at] = 2.0f * now[at] - next[at] + velocity[at] * laplacian;
}

#pragma nullstream kernel(inject) time(3us) writes(field, 4) reads(wavelet, 4 * (step + 1))
__global__ void inject(float *field, const float *wavelet, int step)
{
    field[0] += wavelet[step];
}

#pragma nullstream kernel(correlate) flops(2.0 * n) bytes(16.0 * n) reads(a, 4 * n) reads(b, 4 * n) writes(image, 4 * n)
__global__ void correlate(const float *a, const float *b, float *image, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        image[i] += a[i] * b[i];
}

#pragma nullstream kernel(energy) flops(2.0 * n) bytes(4.0 * n) reads(image, 4 * n) writes(norm, 4)
__global__ void energy(const float *image, float *norm, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += image[i] * image[i];
    atomicAdd(norm, sum);
}

int main(int argc, char **argv)
{
    const auto options = Options::parse(argc, argv);
    const Grid grid;
    const int n = grid.cells();
    const size_t bytes = n * sizeof(float);
    std::vector<float> traces(n), wavelet(options.steps, 1.0f), norms;
    struct Lane {
        cudaStream_t stream;
        float *now, *next, *recorded, *image;
    } lanes[2];
    float *velocity, *d_wavelet, *d_norm;
    for (auto &l : lanes) {
        cudaStreamCreate(&l.stream);
        for (float **p : {&l.now, &l.next, &l.recorded, &l.image})
            cudaMalloc(p, bytes);
        cudaMemset(l.image, 0, bytes);
    }
    cudaMalloc(&velocity, bytes);
    cudaMemset(velocity, 0, bytes);
    cudaMalloc(&d_wavelet, options.steps * sizeof(float));
    cudaMalloc(&d_norm, sizeof(float));

    for (int shot = 0; shot < options.shots; ++shot) {
        Lane &l = lanes[shot % 2];
        std::fill(traces.begin(), traces.begin() + 128, float(shot));
        cudaMemset(l.now, 0, bytes); // default stream
        cudaMemset(l.next, 0, bytes);
        cudaMemcpy(d_wavelet, wavelet.data(), wavelet.size() * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpyAsync(l.recorded, traces.data(), bytes, cudaMemcpyHostToDevice, l.stream);
        for (int step = 0; step < options.steps; ++step) {
            propagate<<<dim3(grid.nx / 32, grid.nz / 8), dim3(32, 8), 0, l.stream>>>(l.now, l.next, velocity,
                                                                                   grid.nx, grid.nz);
            inject<<<1, 1, 0, l.stream>>>(l.next, d_wavelet, step);
            std::swap(l.now, l.next);
        }
        correlate<<<(n + 255) / 256, 256, 0, l.stream>>>(l.now, l.recorded, l.image, n);
        if (shot % 3 == 2) {
            float norm = 0;
            cudaMemset(d_norm, 0, sizeof norm);
            energy<<<1, 1024>>>(l.image, d_norm, n);
            cudaMemcpy(&norm, d_norm, sizeof norm, cudaMemcpyDeviceToHost);
            norms.push_back(norm);
        }
    }
    cudaDeviceSynchronize();
    std::ostringstream report;
    report << options.shots << " shots of " << options.steps << " steps, " << norms.size() << " norms";
    std::puts(report.str().c_str());
    cudaMemcpy(traces.data(), lanes[0].image, bytes, cudaMemcpyDeviceToHost);
    std::printf("%f\n", traces[n / 2]);
    return 0;
}
