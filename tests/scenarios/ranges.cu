// A range a step: what --range tells apart.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>

__global__ void step() { spin_us(100); }

int main() {
    for (int i = 0; i < 3; i++) {
        nvtxRangePushA("step");
        step<<<1, 32>>>();
        step<<<1, 32>>>();
        cudaDeviceSynchronize();
        nvtxRangePop();
    }
    return 0;
}
