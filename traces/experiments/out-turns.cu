// How long does the engine take to turn from a copy out to the next one, of another stream? Rows of
// 48 tiles in 1 to 8 streams in turn, each a copy out that waits for nothing, for a kernel, for a
// copy in and a kernel, or for a copy in; alone, beside a copy that comes in all the while, with an
// event recorded behind each, with timing, or both. Microseconds a tile (what the copies or the
// link take included): medians of 15 rounds behind the first three. Then copies in that wait for a
// kernel, beside nothing and beside a copy that goes out all the while. Native only: rounds are
// timed on the host.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

enum { MOST = 8, TILES = 48, ROUNDS = 18, COLD = 3 };
enum before { NOTHING, KERNEL, IN_KERNEL, IN };
enum beside { ALONE, BESIDE, RECORDED, TIMED, TIMED_BESIDE };

__global__ void touch(float *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static char *in[MOST], *out[MOST], *src, *dst, *long_device, *long_host;
static const size_t LONG = (size_t)192 << 20;

static double row(enum before before, enum beside beside, int streams, size_t bytes, bool inward)
{
    cudaStream_t stream[MOST], other;
    cudaEvent_t end[MOST];
    for (int i = 0; i < streams; i++) {
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&end[i],
                                 beside >= TIMED ? cudaEventDefault : cudaEventDisableTiming);
    }
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    std::vector<double> times;
    for (int r = 0; r < ROUNDS; r++) {
        if (beside == BESIDE || beside == TIMED_BESIDE)
            cudaMemcpyAsync(inward ? long_host : long_device, inward ? long_device : long_host,
                            LONG, inward ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, other);
        double from = host_time_us();
        for (int t = 0; t < TILES; t++) {
            int k = t % streams;
            if (before == IN || before == IN_KERNEL)
                cudaMemcpyAsync(in[k], src + t * bytes, bytes, cudaMemcpyHostToDevice, stream[k]);
            if (before == KERNEL || before == IN_KERNEL)
                touch<<<64, 256, 0, stream[k]>>>((float *)in[k]);
            if (inward)
                cudaMemcpyAsync(in[k], src + t * bytes, bytes, cudaMemcpyHostToDevice, stream[k]);
            else
                cudaMemcpyAsync(dst + t * bytes, out[k], bytes, cudaMemcpyDeviceToHost, stream[k]);
            if (beside >= RECORDED)
                cudaEventRecord(end[k], stream[k]);
        }
        for (int i = 0; i < streams; i++)
            cudaStreamSynchronize(stream[i]);
        if (r >= COLD)
            times.push_back((host_time_us() - from) / TILES);
        cudaDeviceSynchronize();
    }
    std::sort(times.begin(), times.end());
    for (int i = 0; i < streams; i++) {
        cudaStreamDestroy(stream[i]);
        cudaEventDestroy(end[i]);
    }
    cudaStreamDestroy(other);
    return times[times.size() / 2];
}

static void rows(const char *name, enum before before, size_t bytes, bool inward)
{
    static const int counts[] = {1, 2, 3, 4, 8};
    static const char *const besides[] = {"alone", "beside", "recorded", "timed", "both"};
    for (int b = 0; b < 5; b++) {
        printf("%-18s %-10s", name, besides[b]);
        for (int i = 0; i < 5; i++)
            printf(" %7.2f", row(before, (enum beside)b, counts[i], bytes, inward));
        printf("\n");
    }
}

int main()
{
    const size_t most = (size_t)2304 << 10;
    for (int i = 0; i < MOST; i++) {
        cudaMalloc((void **)&in[i], most);
        cudaMalloc((void **)&out[i], most);
    }
    cudaMallocHost((void **)&src, TILES * most);
    cudaMallocHost((void **)&dst, TILES * most);
    cudaMalloc((void **)&long_device, LONG);
    cudaMallocHost((void **)&long_host, LONG);
    for (size_t bytes = most; bytes >= most / 4; bytes /= 4) {
        printf("%zu KiB, by streams:%16d %7d %7d %7d %7d\n", bytes >> 10, 1, 2, 3, 4, 8);
        rows("out", NOTHING, bytes, false);
        rows("kernel, out", KERNEL, bytes, false);
        rows("in, kernel, out", IN_KERNEL, bytes, false);
        rows("in, out", IN, bytes, false);
        rows("in", NOTHING, bytes, true);
        rows("kernel, in", KERNEL, bytes, true);
    }
    return 0;
}
