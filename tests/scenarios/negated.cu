// The loops of bounded.cu with ! in front of what ends them.
#include "nullstream.cuh"

#pragma nullstream kernel(step) time(50us) writes(err, 4)
__global__ void step(float *err)
{
    *err = 1;
}

static float *err, *host;

static float residual()
{
    step<<<1, 32>>>(err);
    cudaMemcpy(host, err, 4, cudaMemcpyDeviceToHost);
    return *host;
}

int main()
{
    cudaMalloc(&err, 4);
    cudaMallocHost(&host, 4);
    int it = 0;
    float e = residual();
    while (!(e <= 1e-3f || it >= 2)) {
        e = residual();
        it++;
    }
    it = 0;
    do
        it++;
    while (!(it >= 3 || !(residual() > 1e-3f)));
    bool done = false;
    it = 0;
    while (!done)
        done = !(residual() >= 1e-3f && ++it < 4);
    bool more = true;
    for (it = 0; more; it++)
        more = !(it >= 4 || residual() <= 1e-3f);
    it = 0;
    for (;;)
        if (!(residual() >= 1e-3f && ++it != 5)) {
            break;
        }
    for (int i = 0; !(i >= 6) && !(e < 1e-3f || e > 10); i++)
        e = residual();
    while (!(!(e > 1e-3f) || it == 3)) {
        e = residual();
        it--;
    }
    bool stop = false;
    while (!(stop || residual() > 1e-3f)) // nothing ends it: it ends
        return 1;
}
