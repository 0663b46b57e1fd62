// What the calls of small copies in cost the host: to streams in turn, each of which is idle again
// when it has its next turn, so that what is small enough travels in the command stream. A memset
// between the rounds: long rows of one kind of call cost less.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

const int STREAMS = 12;
const int TIMES = 4;
const size_t KIB = 1 << 10;

int main()
{
    const size_t sizes[] = {4, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 24 * KIB, 32 * KIB, 64 * KIB};
    cudaStream_t streams[STREAMS], other;
    char *host, *device;
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, 64 * KIB);
    cudaMalloc((void **)&device, 64 * KIB);
    for (int i = 0; i < STREAMS; i++)
        cudaMemcpyAsync(device, host, 4, cudaMemcpyHostToDevice, streams[i]);
    for (int i = 0; i < 8; i++) {
        cudaDeviceSynchronize();
        nvtxRangePush("in turn");
        for (int round = 0; round < TIMES; round++) {
            for (int j = 0; j < STREAMS; j++)
                cudaMemcpyAsync(device, host, sizes[i], cudaMemcpyHostToDevice, streams[j]);
            cudaMemsetAsync(device, 0, 4, other);
        }
        nvtxRangePop();
    }
    cudaDeviceSynchronize();
    return 0;
}
