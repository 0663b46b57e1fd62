// How much longer it takes from kernel to kernel when several connections hold commands back: chains
// in several streams side by side, short and long ones.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int MOST = 24;
const int TIMES = 3;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    const int counts[] = {1, 2, 3, 4, 6, 8, 12, MOST};
    const char *names[] = {"1", "2", "3", "4", "6", "8", "12", "24"};
    cudaStream_t streams[MOST];
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 2 * TIMES; j++) {
            nvtxRangePush(names[i]);
            for (int step = 0; step < (j % 2 ? 14 : 4); step++)
                for (int stream = 0; stream < counts[i]; stream++)
                    spin<<<1, 64, 0, streams[stream]>>>(250);
            cudaDeviceSynchronize();
            nvtxRangePop();
        }
    return 0;
}
