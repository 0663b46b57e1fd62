// Symbols: constants go up before every kernel, from the stack, asynchronously and not; a counter comes back.
#include "nullstream.cuh"
struct params { float a, b; int n[30]; };
__constant__ params par;
__constant__ float table[8192];
__device__ int counter;
__global__ void use(int i) { spin_us(24); }
int main()
{
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float big[8192];
    for (int i = 0; i < 8192; i++) big[i] = (float)i;
    for (int i = 0; i < 15; i++) {
        params mine = {1.0f, (float)i, {i}};
        cudaMemcpyToSymbolAsync(par, &mine, sizeof mine, 0, cudaMemcpyHostToDevice, s[i % 3]);
        use<<<30, 256, 0, s[i % 3]>>>(i);
        if (i % 5 == 2)
            cudaMemcpyToSymbol(table, big, sizeof(big));
        if (i % 5 == 4) {
            int back;
            cudaMemcpyFromSymbolAsync(&back, counter, sizeof(int), 0, cudaMemcpyDeviceToHost, s[0]);
            use<<<4, 32, 0, s[1]>>>(i);
        }
        int *addr;
        cudaGetSymbolAddress((void **)&addr, counter);
        cudaMemsetAsync(addr, 0, 4, s[(i + 1) % 3]);
    }
    cudaDeviceSynchronize();
    return 0;
}
