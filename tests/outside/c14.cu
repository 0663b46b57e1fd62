// STREAM triad (memory bound) beside copies in both directions and beside an n-body step (compute bound);
// each pair alone, then together; then a D2D copy beside both.
#include <stdio.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(triad) bytes(24.0 * n) flops(2.0 * n)
__global__ void triad(double *a, const double *b, const double *c, double s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i] + s * c[i];
}

#pragma nullstream kernel(nbody) flops(20.0 * n * n) bytes(32.0 * n) regs(40) shared(4096) reads(pos, n * 16) writes(acc, n * 16)
__global__ void nbody(const float4 *pos, float4 *acc, int n)
{
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[i], f = make_float4(0, 0, 0, 0);
    for (int t = 0; t < n; t += 256) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float dx = tile[j].x - p.x, dy = tile[j].y - p.y, dz = tile[j].z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            float k = tile[j].w * r * r * r;
            f.x += k * dx, f.y += k * dy, f.z += k * dz;
        }
        __syncthreads();
    }
    acc[i] = f;
}

int main()
{
    const int n = 8 << 20, bodies = 32768;
    const size_t bytes = n * sizeof(double), chunk = 6u << 20;
    double *a, *b, *c;
    float4 *pos, *acc;
    char *hin, *hout, *din, *dout;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMalloc(&pos, bodies * sizeof(float4));
    cudaMalloc(&acc, bodies * sizeof(float4));
    cudaMalloc(&din, 8 * chunk);
    cudaMalloc(&dout, 8 * chunk);
    cudaMallocHost(&hin, 8 * chunk);
    cudaMallocHost(&hout, 8 * chunk);
    enum { MEM, CPU, UP, DOWN, D2D, COUNT };
    cudaStream_t st[COUNT];
    for (int i = 0; i < COUNT; i++)
        cudaStreamCreateWithFlags(&st[i], cudaStreamNonBlocking);
    cudaMemsetAsync(b, 0, bytes, st[MEM]);
    cudaMemsetAsync(c, 0, bytes, st[MEM]);
    cudaDeviceSynchronize();

    for (int phase = 0; phase < 5; phase++) {
        const bool mem = phase != 1, cpu = phase != 0 && phase != 2, copies = phase >= 2 && phase != 3, inside = phase == 4;
        for (int i = 0; i < 8; i++) {
            if (mem)
                triad<<<(n + 255) / 256, 256, 0, st[MEM]>>>(a, b, c, 3.0, n);
            if (cpu && i % 2 == 0)
                nbody<<<bodies / 256, 256, 0, st[CPU]>>>(pos, acc, bodies);
            if (copies) {
                cudaMemcpyAsync(din + i * chunk, hin + i * chunk, chunk, cudaMemcpyHostToDevice, st[UP]);
                cudaMemcpyAsync(hout + i * chunk, dout + i * chunk, chunk, cudaMemcpyDeviceToHost, st[DOWN]);
            }
            if (inside && i % 4 == 1)
                cudaMemcpyAsync(b, c, bytes / 2, cudaMemcpyDeviceToDevice, st[D2D]);
        }
        cudaDeviceSynchronize();
    }
    printf("%d\n", hout[1]);
    return 0;
}
