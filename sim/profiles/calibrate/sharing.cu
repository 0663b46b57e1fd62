// Arithmetic and memory traffic: of the whole device, of one SM, of one thread; what the older of two
// kernels gets that want all of every SM; copies beside a kernel that wants all of the memory.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 3;
const int FREE = 9; // SMs
const size_t BYTES = 64 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

// Of each thread, every operation dependent on the one before.
#pragma nullstream kernel(compute) flops(each * gridDim.x * blockDim.x) regs(16)
__global__ void compute(float *out, double each)
{
    *out = (float)each;
}

#pragma nullstream kernel(load) bytes(total) regs(32)
__global__ void load(float *out, double total)
{
    *out = (float)total;
}

int main()
{
    cudaDeviceProp device;
    cudaStream_t a, b, first;
    cudaEvent_t go;
    float *out;
    char *host, *device_memory;
    cudaGetDeviceProperties(&device, 0);
    const int sms = device.multiProcessorCount, shared = (int)device.sharedMemPerBlockOptin;
    const int blocks = device.maxThreadsPerMultiProcessor / 1024;
    cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    cudaMalloc((void **)&out, 4);
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device_memory, BYTES);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&first);
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    compute<<<sms, 1024, 0, a>>>(out, 2e5);
    cudaDeviceSynchronize();
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("spin");
        spin<<<1, 32, 0, a>>>(100);
        cudaDeviceSynchronize();
        nvtxRangePop();
        nvtxRangePush("start");
        compute<<<1, 32, 0, a>>>(out, 2);
        cudaDeviceSynchronize();
        nvtxRangePop();
        nvtxRangePush("flops");
        compute<<<sms, 1024, 0, a>>>(out, 2e5);
        cudaDeviceSynchronize();
        compute<<<sms, 128, 0, a>>>(out, 4e5);
        cudaDeviceSynchronize();
        nvtxRangePop();

        spin<<<1, 32, 0, first>>>(200);
        cudaEventRecord(go, first);
        cudaStreamWaitEvent(a, go, 0);
        cudaStreamWaitEvent(b, go, 0);
        nvtxRangePush("both");
        compute<<<sms, 1024, 0, a>>>(out, 2e5);
        compute<<<sms, 1024, 0, b>>>(out, 2e5);
        nvtxRangePop();
        cudaDeviceSynchronize();

        nvtxRangePush("bytes, all SMs");
        load<<<blocks * sms, 1024, 0, a>>>(out, 2e9);
        cudaDeviceSynchronize();
        nvtxRangePop();
        nvtxRangePush("bytes, soon");
        load<<<blocks * sms, 1024, 0, a>>>(out, 128.0 * 1024 * blocks * sms);
        cudaDeviceSynchronize();
        nvtxRangePop();
        nvtxRangePush("bytes, few threads");
        load<<<1, 256, 0, a>>>(out, 1e7);
        cudaDeviceSynchronize();
        nvtxRangePop();
        // The other SMs are held.
        spin<<<sms - FREE, 32, shared, b>>>(900);
        nvtxRangePush("bytes, few SMs");
        load<<<blocks * FREE, 1024, 0, a>>>(out, 8e8);
        nvtxRangePop();
        cudaDeviceSynchronize();

        nvtxRangePush("copies alone");
        cudaMemcpyAsync(device_memory, host, BYTES, cudaMemcpyHostToDevice, b);
        cudaDeviceSynchronize();
        cudaMemcpyAsync(host, device_memory, BYTES, cudaMemcpyDeviceToHost, b);
        cudaDeviceSynchronize();
        nvtxRangePop();
        nvtxRangePush("copies beside");
        load<<<blocks * sms, 1024, 0, a>>>(out, 1e10);
        cudaMemcpyAsync(device_memory, host, BYTES, cudaMemcpyHostToDevice, b);
        cudaDeviceSynchronize();
        load<<<blocks * sms, 1024, 0, a>>>(out, 1e10);
        cudaMemcpyAsync(host, device_memory, BYTES, cudaMemcpyDeviceToHost, b);
        cudaDeviceSynchronize();
        nvtxRangePop();
    }
    return 0;
}
