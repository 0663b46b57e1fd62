// Does it matter what limits the blocks on an SM, registers, shared memory or threads, for kernels
// that read and compute little? And how long do few waves take, and those that compute more?
// KIND 0: by what limits, bytes and flops of a thread; 1: by waves; 2: more flops, with and without
// reading.
#include "nullstream.cuh"

#define TIMES 3
#define KIND 0

#pragma nullstream kernel(brief) bytes(1.0 * b * blocks * threads) flops(1.0 * f * blocks * threads) regs(R)
template <int R> __global__ void brief(double b, double f, int blocks, int threads) {}

template <int R> static void row(int room, int threads, int shared, int waves, double b, double f)
{
    cudaFuncSetAttribute(brief<R>, cudaFuncAttributeMaxDynamicSharedMemorySize, 215 << 10);
    int blocks = waves * 132 * room;
    brief<R><<<blocks, threads, shared>>>(b, f, blocks, threads);
    cudaDeviceSynchronize();
}

int main()
{
    for (int time = 0; time < TIMES; time++) {
        if (KIND == 0) {
            const double bytes[] = {4, 16, 32}, flops[] = {0, 2, 8, 16, 18, 32, 290};
            for (double b : bytes)
                for (double f : flops) {
                    row<32>(8, 256, 0, 12, b, f);
                    row<64>(4, 256, 0, 12, b, f);
                    row<96>(2, 256, 0, 12, b, f);
                    row<248>(1, 256, 0, 12, b, f);
                    row<32>(4, 512, 0, 12, b, f);
                    row<64>(2, 512, 0, 12, b, f);
                    row<32>(2, 1024, 0, 12, b, f);
                    row<64>(1, 1024, 0, 12, b, f);
                    row<32>(8, 256, 26 << 10, 12, b, f);
                    row<32>(2, 256, 107 << 10, 12, b, f);
                    row<96>(2, 256, 24 << 10, 12, b, f);
                    row<32>(1, 256, 215 << 10, 12, b, f);
                }
        } else if (KIND == 1) {
            const double flops[] = {0, 8, 32, 290, 510};
            const int waves[] = {1, 2, 3, 4};
            for (double f : flops)
                for (int w : waves) {
                    row<32>(8, 256, 0, w, 4, f);
                    row<32>(4, 256, 53 << 10, w, 4, f);
                    row<32>(2, 256, 107 << 10, w, 4, f);
                    row<32>(1, 256, 215 << 10, w, 4, f);
                    row<32>(1, 64, 215 << 10, w, 4, f);
                    row<32>(1, 1024, 215 << 10, w, 4, f);
                    row<32>(2, 256, 107 << 10, w, 16, f);
                }
        } else {
            const double bytes[] = {0, 4, 64, 256}, flops[] = {600, 1000, 2000, 8000};
            const int waves[] = {1, 2, 12};
            for (double b : bytes)
                for (double f : flops)
                    for (int w : waves) {
                        row<32>(8, 256, 0, w, b, f);
                        row<32>(4, 256, 53 << 10, w, b, f);
                        row<32>(3, 256, 71 << 10, w, b, f);
                        row<32>(2, 256, 107 << 10, w, b, f);
                        row<32>(1, 256, 215 << 10, w, b, f);
                        row<32>(1, 64, 215 << 10, w, b, f);
                        row<32>(1, 1024, 215 << 10, w, b, f);
                        row<32>(2, 1024, 0, w, b, f);
                    }
        }
    }
    return 0;
}
