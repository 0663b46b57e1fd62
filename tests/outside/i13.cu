// Tomography: filtered back-projection, slices of 512 x 512. Sinograms arrive as malloc'ed (pageable) rows, are copied by cudaMemcpy2DAsync to
// a pitched buffer, filtered, back-projected and the slice goes back to a std::vector. Two streams alternate, as the tutorial said.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

static constexpr int ANGLES = 256, BINS = 500, PAD = 512, SIDE = 512, SLICES = 20, RADIUS = 16;

#pragma nullstream kernel(ramp) flops(2.0 * ANGLES * BINS * (2 * RADIUS + 1)) bytes(8.0 * ANGLES * BINS) regs(20) reads(sino, ANGLES * pitch) writes(out, ANGLES * PAD * 4)
__global__ void ramp(const float *sino, size_t pitch, float *out)
{
    __shared__ float row[PAD + 2 * RADIUS];
    const float *in = (const float *)((const char *)sino + blockIdx.x * pitch);
    for (int i = threadIdx.x; i < PAD + 2 * RADIUS; i += blockDim.x) {
        int b = i - RADIUS;
        row[i] = b >= 0 && b < BINS ? in[b] : 0.0f;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < PAD; b += blockDim.x) {
        float s = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; k++)
            s += row[b + RADIUS + k] * (k == 0 ? 0.25f : k % 2 ? -0.1013f / (k * k) : 0.0f);
        out[blockIdx.x * PAD + b] = s;
    }
}

// For each pixel and angle: sine and cosine from a table, two loads from the L1 with interpolation, some 40 operations.
#pragma nullstream kernel(backproject) flops(40.0 * SIDE * SIDE * ANGLES) bytes(4.0 * SIDE * SIDE + 4.0 * ANGLES * PAD) regs(28) reads(filtered, ANGLES * PAD * 4) reads(table, ANGLES * 8) writes(slice, SIDE * SIDE * 4)
__global__ void backproject(const float *filtered, const float2 *table, float *slice)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float fx = x - SIDE / 2 + 0.5f, fy = y - SIDE / 2 + 0.5f, sum = 0;
#pragma unroll 4
    for (int a = 0; a < ANGLES; a++) {
        float2 cs = __ldg(&table[a]);
        float at = fx * cs.x + fy * cs.y + BINS / 2;
        int b = min(max((int)at, 0), PAD - 2);
        float w = at - b, lo = filtered[a * PAD + b], hi = filtered[a * PAD + b + 1];
        sum += lo + w * (hi - lo);
    }
    slice[y * SIDE + x] = sum * (3.14159265f / ANGLES);
}

template <typename T> T *must(T *p)
{
    if (!p)
        throw std::runtime_error("out of memory");
    return p;
}

int main()
{
    float *d_sino[2], *d_filtered[2], *d_slice[2];
    float2 *table;
    size_t pitch = 0;
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMallocPitch((void **)&d_sino[i], &pitch, BINS * sizeof(float), ANGLES);
        cudaMalloc((void **)&d_filtered[i], ANGLES * PAD * sizeof(float));
        cudaMalloc((void **)&d_slice[i], SIDE * SIDE * sizeof(float));
    }
    std::vector<float2> angles;
    angles.reserve(ANGLES);
    for (int a = 0; a < ANGLES; a++)
        angles.push_back(float2{(float)std::cos(M_PI * a / ANGLES), (float)std::sin(M_PI * a / ANGLES)});
    cudaMalloc((void **)&table, angles.size() * sizeof(float2));
    cudaMemcpyAsync(table, angles.data(), angles.size() * sizeof(float2), cudaMemcpyHostToDevice, s[0]);
    cudaStreamSynchronize(s[0]);

    std::vector<std::vector<float>> volume(SLICES, std::vector<float>(SIDE * SIDE));
    std::vector<float *> sinograms(SLICES);
    for (int i = 0; i < SLICES; i++) {
        sinograms[i] = must(static_cast<float *>(calloc(ANGLES * BINS, sizeof(float))));
        for (int r = 0; r < ANGLES; r++)
            sinograms[i][r * BINS + BINS / 2 + i] = 1.0f;
    }
    for (int i = 0; i < SLICES; i++) {
        int b = i % 2;
        cudaMemcpy2DAsync(d_sino[b], pitch, sinograms[i], BINS * sizeof(float), BINS * sizeof(float), ANGLES, cudaMemcpyHostToDevice, s[b]);
        ramp<<<ANGLES, 128, 0, s[b]>>>(d_sino[b], pitch, d_filtered[b]);
        backproject<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8), 0, s[b]>>>(d_filtered[b], table, d_slice[b]);
        cudaMemcpyAsync(volume[i].data(), d_slice[b], SIDE * SIDE * sizeof(float), cudaMemcpyDeviceToHost, s[b]);
    }
    cudaDeviceSynchronize();
    double sum = 0;
    for (auto const &slice : volume)
        sum += slice[SIDE / 2 * SIDE + SIDE / 2];
    printf("%d slices, %.4f in their middles\n", SLICES, sum);
    for (auto p : sinograms)
        free(p);
    for (int i = 0; i < 2; i++) {
        cudaFree(d_sino[i]);
        cudaFree(d_filtered[i]);
        cudaFree(d_slice[i]);
        cudaStreamDestroy(s[i]);
    }
    cudaFree(table);
}
