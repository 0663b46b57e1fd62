// Shallow-water solver in managed memory: the host prescribes the tide at the open boundary in a loop before every few steps, the rest stays on the device.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>

const int NX = 2048, NY = 1024;
const int OUTER = 8, INNER = 5;

#pragma nullstream kernel(flux) bytes(24.0 * nx * ny) flops(40.0 * nx * ny)
__global__ void flux(const float *h, const float *u, float *fx, float *fy, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    int k = j * nx + i;
    fx[k] = h[k] * u[k] + 0.5f * 9.81f * h[k] * h[k];
    fy[k] = h[k] * u[k];
}

#pragma nullstream kernel(update) bytes(24.0 * nx * ny) flops(20.0 * nx * ny)
__global__ void update(float *h, float *u, const float *fx, const float *fy, int nx, int ny, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || i >= nx - 1 || j < 1 || j >= ny - 1) return;
    int k = j * nx + i;
    h[k] -= dt * (fy[k + 1] - fy[k - 1]);
    u[k] -= dt * (fx[k + 1] - fx[k - 1]);
}

#pragma nullstream kernel(open_boundary) time(2.4us)
__global__ void open_boundary(float *h, const float *tide, int nx, int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < ny) h[j * nx] = tide[j];
}

static cudaError_t to_gpu(void *p, size_t n, cudaStream_t s)
{
    cudaMemLocation where{};
    where.type = cudaMemLocationTypeDevice;
    where.id = 0;
    return cudaMemPrefetchAsync(p, n, where, 0, s);
}

int main()
{
    float *h, *u, *fx, *fy, *tide;
    const size_t bytes = sizeof(float) * NX * NY;
    cudaMallocManaged(&h, bytes);
    cudaMallocManaged(&u, bytes);
    cudaMalloc(&fx, bytes);
    cudaMalloc(&fy, bytes);
    cudaMallocManaged(&tide, NY * sizeof(float));

    for (int i = 0; i < NX * NY; i++) {
        h[i] = 1.0f;
        u[i] = 0.0f;
    }
    cudaStream_t s;
    cudaStreamCreate(&s);
    to_gpu(h, bytes, s);
    to_gpu(u, bytes, s);
    cudaStreamSynchronize(s);

    dim3 block(64, 4), grid(NX / 64, NY / 4);
    for (int o = 0; o < OUTER; o++) {
        for (int j = 0; j < NY; j++)
            tide[j] = 1.0f + 0.05f * sinf(0.3f * o + 0.001f * j);
        to_gpu(tide, NY * sizeof(float), s);
        for (int k = 0; k < INNER; k++) {
            open_boundary<<<NY / 128, 128, 0, s>>>(h, tide, NX, NY);
            flux<<<grid, block, 0, s>>>(h, u, fx, fy, NX, NY);
            update<<<grid, block, 0, s>>>(h, u, fx, fy, NX, NY, 1e-3f);
        }
        cudaStreamSynchronize(s);
    }
    cudaMemPrefetchAsync(h, bytes, cudaMemLocation{cudaMemLocationTypeHost, 0}, 0, s);
    cudaStreamSynchronize(s);
    double mass = 0;
    for (int j = 0; j < NY; j += 64) mass += h[(size_t)j * NX];
    printf("mass on the boundary %g\n", mass);
    cudaFree(h);
    cudaFree(u);
    cudaFree(fx);
    cudaFree(fy);
    cudaFree(tide);
    return 0;
}
