// Arithmetic and memory traffic: of the whole device, of one SM, of one thread; and what the older of
// two kernels gets that want all of every SM.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

const int TIMES = 3;

// A thread does 200000 operations, each dependent on the one before.
#pragma nullstream kernel(compute) flops(200000.0 * gridDim.x * blockDim.x) regs(16)
__global__ void compute(float *out)
{
    float x = threadIdx.x;
    for (int i = 0; i < 100000; i++)
        x = x * 0.5f + 1.0f;
    if (x < 0)
        *out = x;
}

#pragma nullstream kernel(stream) bytes(total) regs(32)
__global__ void stream(float *out, double total)
{
    *out = (float)total;
}

int main()
{
    cudaDeviceProp device;
    cudaStream_t a, b, first;
    cudaEvent_t go;
    float *out;
    cudaGetDeviceProperties(&device, 0);
    const int sms = device.multiProcessorCount;
    const int full = sms * (device.maxThreadsPerMultiProcessor / 1024);
    cudaMalloc((void **)&out, 4);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&first);
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    compute<<<sms, 1024, 0, a>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("flops");
        compute<<<sms, 1024, 0, a>>>(out);
        cudaDeviceSynchronize();
        compute<<<sms, 128, 0, a>>>(out);
        cudaDeviceSynchronize();
        nvtxRangePop();

        compute<<<1, 32, 0, first>>>(out);
        cudaEventRecord(go, first);
        cudaStreamWaitEvent(a, go, 0);
        cudaStreamWaitEvent(b, go, 0);
        nvtxRangePush("both");
        compute<<<sms, 1024, 0, a>>>(out);
        compute<<<sms, 1024, 0, b>>>(out);
        nvtxRangePop();
        cudaDeviceSynchronize();

        nvtxRangePush("bytes");
        stream<<<full, 1024, 0, a>>>(out, 2e9);
        cudaDeviceSynchronize();
        stream<<<1, 1024, 0, a>>>(out, 4e7);
        cudaDeviceSynchronize();
        stream<<<1, 256, 0, a>>>(out, 1e7);
        cudaDeviceSynchronize();
        nvtxRangePop();
    }
    return 0;
}
