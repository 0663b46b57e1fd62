// Cone-beam CT: filtered backprojection. Projections are in a std::vector that is page-locked in place
// (cudaHostRegister), sent in batches; the volume is cut in slabs, each with its stream.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <vector>

struct Geometry {
    int views = 96, rows = 256, columns = 256, size = 192;
    constexpr int view_pixels() const { return rows * columns; }
};

#define CUDA_OR_THROW(expr)                                                          \
    if (auto status = (expr); status != cudaSuccess)                                 \
    throw std::runtime_error(std::string(#expr ": ") + cudaGetErrorString(status))

class Registered {
    void *what_;

  public:
    template <class Vector> explicit Registered(Vector &v) : what_(v.data())
    {
        CUDA_OR_THROW(cudaHostRegister(what_, v.size() * sizeof(v[0]), cudaHostRegisterDefault));
    }
    ~Registered() { cudaHostUnregister(what_); }
    Registered(const Registered &) = delete;
    Registered &operator=(const Registered &) = delete;
};

#pragma nullstream kernel(ramp) flops(2.0 * views * rows * columns * 33) bytes(8.0 * views * rows * columns) reads(p, 4 * views * rows * columns) writes(p, 4 * views * rows * columns)
__global__ void ramp(float *p, int views, int rows, int columns)
{
    __shared__ float line[256];
    float *row = p + ((size_t)blockIdx.y * rows + blockIdx.x) * columns;
    line[threadIdx.x] = row[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = -16; k <= 16; k++) {
        int at = (int)threadIdx.x + k;
        if (at >= 0 && at < columns)
            sum += line[at] * (k == 0 ? 0.25f : k & 1 ? -0.1f / (float)(k * k) : 0.0f);
    }
    row[threadIdx.x] = sum;
}

#pragma nullstream kernel(backproject) flops(18.0 * size * size * depth * views) bytes(8.0 * size * size * depth + 4.0 * views * rows * columns) regs(40) reads(p, 4 * views * rows * columns) writes(slab, 4 * size * size * depth)
__global__ void backproject(const float *p, float *slab, int first, int views, int rows, int columns, int size,
                            int depth, int z0)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= size || y >= size || z >= depth)
        return;
    float sum = 0;
    for (int v = 0; v < views; v++) {
        float s, c;
        __sincosf(0.0327f * (float)(first + v), &s, &c);
        int u = (int)(0.5f * columns + (x - size / 2) * c + (y - size / 2) * s), w = z0 + z;
        if (u >= 0 && u < columns && w < rows)
            sum += p[((size_t)v * rows + w) * columns + u];
    }
    slab[((size_t)z * size + y) * size + x] += sum;
}

static int reconstruct(const Geometry &g, int batch, int slabs)
{
    std::vector<float> projections((size_t)g.views * g.view_pixels(), 1.0f), volume((size_t)g.size * g.size * g.size);
    const Registered lock_in(projections), lock_out(volume);
    const int depth = g.size / slabs;
    const size_t slab_floats = (size_t)g.size * g.size * depth;
    float *d_proj[2];
    cudaEvent_t filtered[2];
    std::vector<float *> slab(slabs);
    std::vector<cudaStream_t> stream(slabs);
    std::vector<cudaEvent_t> used(slabs * 2);
    cudaStream_t feed;
    CUDA_OR_THROW(cudaStreamCreateWithFlags(&feed, cudaStreamNonBlocking));
    for (int i : {0, 1}) {
        CUDA_OR_THROW(cudaMalloc(&d_proj[i], batch * g.view_pixels() * sizeof(float)));
        CUDA_OR_THROW(cudaEventCreateWithFlags(&filtered[i], cudaEventDisableTiming));
    }
    for (int s = 0; s < slabs; ++s) {
        CUDA_OR_THROW(cudaMalloc(&slab[s], slab_floats * sizeof(float)));
        CUDA_OR_THROW(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        CUDA_OR_THROW(cudaMemsetAsync(slab[s], 0, slab_floats * sizeof(float), stream[s]));
        for (int i : {0, 1})
            CUDA_OR_THROW(cudaEventCreateWithFlags(&used[2 * s + i], cudaEventDisableTiming));
    }
    int turn = 0;
    for (int first = 0; first < g.views; first += batch, turn ^= 1) {
        const int views = std::min(batch, g.views - first);
        if (first >= 2 * batch)
            for (int s = 0; s < slabs; ++s)
                CUDA_OR_THROW(cudaStreamWaitEvent(feed, used[2 * s + turn]));
        CUDA_OR_THROW(cudaMemcpyAsync(d_proj[turn], &projections[(size_t)first * g.view_pixels()],
                                      views * g.view_pixels() * sizeof(float), cudaMemcpyHostToDevice, feed));
        ramp<<<dim3(g.rows, views), 256, 0, feed>>>(d_proj[turn], views, g.rows, g.columns);
        CUDA_OR_THROW(cudaEventRecord(filtered[turn], feed));
        for (int s = 0; s < slabs; ++s) {
            CUDA_OR_THROW(cudaStreamWaitEvent(stream[s], filtered[turn]));
            backproject<<<dim3(g.size / 32, g.size / 8, depth), dim3(32, 8), 0, stream[s]>>>(
                d_proj[turn], slab[s], first, views, g.rows, g.columns, g.size, depth, s * depth);
            CUDA_OR_THROW(cudaEventRecord(used[2 * s + turn], stream[s]));
        }
    }
    for (int s = 0; s < slabs; ++s)
        CUDA_OR_THROW(cudaMemcpyAsync(volume.data() + s * slab_floats, slab[s], slab_floats * sizeof(float),
                                      cudaMemcpyDeviceToHost, stream[s]));
    CUDA_OR_THROW(cudaDeviceSynchronize());
    std::printf("voxel %g\n", std::sqrt(volume[volume.size() / 2]));
    for (auto p : slab)
        cudaFree(p);
    cudaFree(d_proj[0]);
    cudaFree(d_proj[1]);
    return turn;
}

int main()
{
    try {
        return reconstruct(Geometry{}, 16, 4);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
