// One little program, six ways to get at the default stream in its middle: none, a kernel, a memset, cudaStreamLegacy by
// name, a synchronous memcpy, an event record; each with blocking and with non-blocking streams. An enum says which.
#include <cuda_runtime.h>
#include <cstdio>
#include <string>

enum class Middle { Nothing, Kernel, Memset, LegacyHandle, SyncCopy, EventRecord };

static const struct {
    Middle what;
    std::string name;
} variants[] = {
    {Middle::Nothing, "nothing"},
    {Middle::Kernel, "a kernel"},
    {Middle::Memset, "a memset"},
    {Middle::LegacyHandle, "cudaStreamLegacy"},
    {Middle::SyncCopy, "cudaMemcpy"},
    {Middle::EventRecord, "cudaEventRecord"},
};

#pragma nullstream kernel(burn) time(rounds * 100ns)
__global__ void burn(float *x, int n, int rounds)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        float v = x[i];
        for (int k = 0; k < rounds; k++)
            v = __sinf(v) + 0.1f;
        x[i] = v;
    }
}

#pragma nullstream kernel(tick) time(2us)
__global__ void tick(int *counter)
{
    ++*counter;
}

struct Lane {
    cudaStream_t stream;
    float *data;
};

int main()
{
    const int lanes = 3, n = 4096;
    int *counter, seen = 0, errors = 0;
    cudaEvent_t middle, start, stop;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    cudaEventCreateWithFlags(&middle, cudaEventDisableTiming);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
        Lane lane[lanes];
        for (Lane &l : lane) {
            errors += cudaStreamCreateWithFlags(&l.stream, flags) != cudaSuccess;
            errors += cudaMalloc(&l.data, n * sizeof(float)) != cudaSuccess;
            errors += cudaMemsetAsync(l.data, 0, n * sizeof(float), l.stream) != cudaSuccess;
        }
        cudaDeviceSynchronize();
        for (const auto &[what, name] : variants) {
            cudaEventRecord(start, lane[0].stream);
            for (int part = 0; part < 2; part++) {
                for (int i = 0; i < lanes; i++) { // each lane has as much in all
                    int rounds = 300 * (part == 0 ? i + 1 : lanes - i);
                    burn<<<8, 128, 0, lane[i].stream>>>(lane[i].data, n, rounds);
                }
                if (part == 1)
                    break;
                switch (what) {
                case Middle::Nothing: break;
                case Middle::Kernel: tick<<<1, 1>>>(counter); break;
                case Middle::Memset: cudaMemsetAsync(counter, 0, sizeof(int)); break;
                case Middle::LegacyHandle: tick<<<1, 1, 0, cudaStreamLegacy>>>(counter); break;
                case Middle::SyncCopy: cudaMemcpy(&seen, counter, sizeof(int), cudaMemcpyDeviceToHost); break;
                case Middle::EventRecord: cudaEventRecord(middle); break;
                }
            }
            for (int i = 1; i < lanes; i++) {
                cudaEventRecord(middle, lane[i].stream);
                cudaStreamWaitEvent(lane[0].stream, middle, 0);
            }
            cudaEventRecord(stop, lane[0].stream);
            cudaEventSynchronize(stop);
            float ms = 0;
            cudaEventElapsedTime(&ms, start, stop);
            printf("%-12s %-17s %7.1f us\n", flags == cudaStreamDefault ? "blocking" : "non-blocking", name.c_str(), 1e3f * ms);
        }
        for (Lane &l : lane) {
            cudaStreamDestroy(l.stream);
            cudaFree(l.data);
        }
    }
    errors += cudaGetLastError() != cudaSuccess;
    printf("%d errors, counter was %d\n", errors, seen);
    cudaFree(counter);
    return errors;
}
