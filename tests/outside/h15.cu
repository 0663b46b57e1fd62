// Managed memory, three phases: a field is initialised by the host, goes down in tiles by prefetch in two streams, is smoothed
// in place, a tile's boundary row is looked at by the host meanwhile (attached elsewhere), and everything comes back at the end.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

static void ok(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(e));
}

static void move_to(const void *p, size_t bytes, int where, cudaStream_t s)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation place{};
    place.type = where < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    place.id = where < 0 ? 0 : where;
    ok(cudaMemPrefetchAsync(p, bytes, place, 0, s));
#else
    ok(cudaMemPrefetchAsync(p, bytes, where < 0 ? cudaCpuDeviceId : where, s));
#endif
}

constexpr int WIDTH = 2048, ROWS_PER_TILE = 512, TILES = 8, SMOOTH = 6;
constexpr size_t TILE = (size_t)WIDTH * ROWS_PER_TILE;

#pragma nullstream kernel(smooth) bytes(8.0 * WIDTH * rows) flops(6.0 * WIDTH * rows)
__global__ void smooth(float *f, int rows, float w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= WIDTH)
        return;
    for (int y = blockIdx.y; y < rows; y += gridDim.y) {
        float c = f[(size_t)y * WIDTH + x];
        float l = x ? f[(size_t)y * WIDTH + x - 1] : c;
        f[(size_t)y * WIDTH + x] = c + w * (l - c);
    }
}

#pragma nullstream kernel(row_norm) time(6us) reads(row, WIDTH * sizeof(float)) writes(norm, sizeof(double))
__global__ void row_norm(const float *row, double *norm)
{
    __shared__ double s[256];
    double v = 0;
    for (int i = threadIdx.x; i < WIDTH; i += 256)
        v += (double)row[i] * row[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int o = 128; o; o /= 2) {
        if ((int)threadIdx.x < o)
            s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *norm = s[0];
}

int main()
{
    try {
        int device = 0;
        ok(cudaGetDevice(&device));
        float *field;
        double *norm;
        ok(cudaMallocManaged(&field, TILES * TILE * sizeof(float)));
        ok(cudaHostAlloc(&norm, TILES * sizeof(double), cudaHostAllocMapped));
        for (size_t i = 0; i < TILES * TILE; i += 512)
            field[i] = std::sin(1e-3f * (float)(i / 512));
        std::vector<cudaStream_t> s(2);
        std::vector<cudaEvent_t> looked(TILES);
        for (auto &one : s)
            ok(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
        for (auto &e : looked)
            ok(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));

        for (int t = 0; t < TILES; t++) {
            cudaStream_t st = s[t % 2];
            float *tile = field + t * TILE;
            move_to(tile, TILE * sizeof(float), device, st);
            for (int k = 0; k < SMOOTH; k++)
                smooth<<<dim3(WIDTH / 256, 128), 256, 0, st>>>(tile, ROWS_PER_TILE, 0.3f);
            row_norm<<<1, 256, 0, st>>>(tile + TILE - WIDTH, norm + t);
            ok(cudaGetLastError());
            ok(cudaEventRecord(looked[t], st));
            move_to(tile, TILE * sizeof(float), -1, st);
        }
        double sum = 0;
        for (int t = 0; t < TILES; t++) {
            ok(cudaEventSynchronize(looked[t]));
            sum += norm[t];
        }
        std::printf("norms of the last rows: %g\n", std::sqrt(sum));
        for (auto one : s)
            ok(cudaStreamSynchronize(one));
        float corner = field[0] + field[TILES * TILE - 1];
        std::printf("corners: %g\n", corner);
        for (auto one : s)
            cudaStreamDestroy(one);
        for (auto e : looked)
            cudaEventDestroy(e);
        cudaFree(field);
        cudaFreeHost(norm);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "failed: %s\n", e.what());
        return 1;
    }
    return 0;
}
