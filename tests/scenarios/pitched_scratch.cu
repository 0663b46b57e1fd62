// Each batch allocates rows of scratch memory with a pitch and frees them: cudaFree waits for the device.
#include "nullstream.cuh"

#pragma nullstream kernel(work) time(60us) writes(rows, 64 * pitch)
__global__ void work(float *rows, size_t pitch)
{
    rows[blockIdx.x * (pitch / 4) + threadIdx.x] = 1.0f;
}

int main()
{
    const size_t width = 1000 * sizeof(float);
    float *out;
    cudaStream_t stream[2];
    cudaMallocHost(&out, 8 * 64 * width);
    for (cudaStream_t &s : stream)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int batch = 0; batch < 8; batch++) {
        float *rows;
        size_t pitch;
        cudaMallocPitch(&rows, &pitch, width, 64);
        work<<<64, 256, 0, stream[batch % 2]>>>(rows, pitch);
        cudaMemcpy2DAsync(out + batch * 64 * 1000, width, rows, pitch, width, 64, cudaMemcpyDeviceToHost,
                          stream[batch % 2]);
        cudaFree(rows);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, 8 * 64 * width)
}
