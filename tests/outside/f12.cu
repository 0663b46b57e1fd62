// Molecular dynamics: velocity Verlet in one stream with neighbour lists rebuilt every 10 steps, energies
// collected on the device and fetched in a second stream; the time by step is measured with events.
#include <cstdio>
#include <cuda_runtime.h>
#define ENSURE(c)                                                                                  \
    ((c) == cudaSuccess ? (void)0 : (void)(std::printf("%s:%d %s\n", __FILE__, __LINE__, #c), failures++))

static int failures = 0;
const int ATOMS = 65536, NEIGHBOURS = 64, CELLS = 4096, STEPS = 60, REBUILD = 10;

#pragma nullstream kernel(clear_cells) flops(cells) bytes(4.0 * cells) writes(count, 4 * cells)
__global__ void clear_cells(int *count, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cells)
        count[i] = 0;
}

#pragma nullstream kernel(bin) flops(12.0 * n) bytes(28.0 * n) reads(r, 16 * n) reads(count, 4 * 4096) writes(count, 4 * 4096) writes(cell, 4 * 4096 * 64)
__global__ void bin(const float4 *r, int *count, int *cell, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = ((int)r[i].x & 15) + 16 * ((int)r[i].y & 15) + 256 * ((int)r[i].z & 15);
    int at = atomicAdd(&count[c], 1);
    if (at < 64)
        cell[c * 64 + at] = i;
}

#pragma nullstream kernel(build_list) flops(27.0 * 16 * 9 * n) bytes(27.0 * 16 * 4 * n + 256.0 * n) regs(40) reads(r, 16 * n) reads(count, 4 * 4096) reads(cell, 4 * 4096 * 64) writes(list, 256 * n)
__global__ void build_list(const float4 *r, const int *count, const int *cell, int *list, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 a = r[i];
    int found = 0;
    for (int d = 0; d < 27; d++) {
        int c = ((((int)a.x + d % 3 - 1) & 15)) + 16 * (((int)a.y + d / 3 % 3 - 1) & 15) + 256 * (((int)a.z + d / 9 - 1) & 15);
        for (int k = 0; k < min(count[c], 16); k++) {
            int j = cell[c * 64 + k];
            float4 b = r[j];
            float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            if (j != i && dx * dx + dy * dy + dz * dz < 1.44f && found < 64)
                list[found++ * n + i] = j;
        }
    }
    while (found < 64)
        list[found++ * n + i] = i;
}

#pragma nullstream kernel(forces) flops(64.0 * 18 * n) bytes(64.0 * 4 * n + 48.0 * n) regs(34) reads(r, 16 * n) reads(list, 256 * n) reads(energy, 4) writes(f, 16 * n) writes(energy, 4)
__global__ void forces(const float4 *r, const int *list, float4 *f, float *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 a = r[i], sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < NEIGHBOURS; k++) {
        float4 b = r[list[k * n + i]];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float q = 1.0f / (dx * dx + dy * dy + dz * dz + 0.1f), s = q * q * q * (q * q * q - 0.5f);
        sum.x += s * dx;
        sum.y += s * dy;
        sum.z += s * dz;
        sum.w += s;
    }
    f[i] = sum;
    for (int d = 16; d > 0; d /= 2)
        sum.w += __shfl_down_sync(0xffffffffu, sum.w, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(energy, sum.w);
}

#pragma nullstream kernel(integrate) flops(12.0 * n) bytes(80.0 * n)
__global__ void integrate(float4 *r, float4 *v, const float4 *f, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 q = v[i], a = f[i], p = r[i];
    q.x += dt * a.x, q.y += dt * a.y, q.z += dt * a.z;
    p.x += dt * q.x, p.y += dt * q.y, p.z += dt * q.z;
    v[i] = q;
    r[i] = p;
}

int main()
{
    float4 *r, *v, *f, *start = new float4[ATOMS];
    float *energy, *host_energy;
    int *count, *cell, *list;
    for (int i = 0; i < ATOMS; i++)
        start[i] = make_float4(i % 40 * 0.4f, i / 40 % 40 * 0.4f, i / 1600 * 0.39f, 0.0f);
    ENSURE(cudaMalloc(&r, ATOMS * sizeof(float4)));
    ENSURE(cudaMalloc(&v, ATOMS * sizeof(float4)));
    ENSURE(cudaMalloc(&f, ATOMS * sizeof(float4)));
    ENSURE(cudaMalloc(&energy, STEPS * sizeof(float)));
    ENSURE(cudaMallocHost(&host_energy, STEPS * sizeof(float)));
    ENSURE(cudaMalloc(&count, CELLS * sizeof(int)));
    ENSURE(cudaMalloc(&cell, CELLS * 64 * sizeof(int)));
    ENSURE(cudaMalloc(&list, ATOMS * NEIGHBOURS * sizeof(int)));
    cudaStream_t md, io;
    cudaEvent_t begin, end, energy_known;
    ENSURE(cudaStreamCreateWithFlags(&md, cudaStreamNonBlocking));
    ENSURE(cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking));
    ENSURE(cudaEventCreate(&begin));
    ENSURE(cudaEventCreate(&end));
    ENSURE(cudaEventCreateWithFlags(&energy_known, cudaEventDisableTiming));
    ENSURE(cudaMemcpyAsync(r, start, ATOMS * sizeof(float4), cudaMemcpyHostToDevice, md)); // pageable
    ENSURE(cudaMemsetAsync(v, 0, ATOMS * sizeof(float4), md));
    ENSURE(cudaMemsetAsync(energy, 0, STEPS * sizeof(float), md));

    const int grid = (ATOMS + 127) / 128;
    ENSURE(cudaEventRecord(begin, md));
    for (int step = 0; step < STEPS; step++) {
        if (step % REBUILD == 0) {
            clear_cells<<<CELLS / 256, 256, 0, md>>>(count, CELLS);
            bin<<<grid, 128, 0, md>>>(r, count, cell, ATOMS);
            build_list<<<grid, 128, 0, md>>>(r, count, cell, list, ATOMS);
        }
        forces<<<grid, 128, 0, md>>>(r, list, f, energy + step, ATOMS);
        ENSURE(cudaEventRecord(energy_known, md));
        integrate<<<grid, 128, 0, md>>>(r, v, f, 1e-4f, ATOMS);
        ENSURE(cudaStreamWaitEvent(io, energy_known, 0));
        ENSURE(cudaMemcpyAsync(&host_energy[step], energy + step, sizeof(float), cudaMemcpyDeviceToHost, io));
    }
    ENSURE(cudaEventRecord(end, md));
    ENSURE(cudaStreamSynchronize(io));
    ENSURE(cudaEventSynchronize(end));
    float ms = 0.0f;
    ENSURE(cudaEventElapsedTime(&ms, begin, end));
    std::printf("%.2f us a step, energy %g, %d failures\n", ms * 1000.0f / STEPS, host_energy[STEPS - 1], failures);
    delete[] start;
    return failures;
}
