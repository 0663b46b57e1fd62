// Telemetry aggregation as it is often first written: small packets from std::vector (pageable) are copied
// in the default stream, a few tiny kernels each, and running statistics are fetched once in a while.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <string>
#include <vector>

#define cudaSafe(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

const int CHANNELS = 32;
const int SAMPLES = 32; // per channel and packet: 4 KB

struct Stats { float min, max; double sum; int count; int alarms; };

__global__ void resetStats(Stats *s)
{
    int c = threadIdx.x;
    if (c < CHANNELS) {
        s[c].min = 1e30f;
        s[c].max = -1e30f;
        s[c].sum = 0;
        s[c].count = 0;
        s[c].alarms = 0;
    }
}

__global__ void calibrate(float *x, const float *gain, const float *offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CHANNELS * SAMPLES) x[i] = x[i] * gain[i / SAMPLES] + offset[i / SAMPLES];
}

__global__ void accumulate(const float *x, Stats *s)
{
    int c = blockIdx.x;
    float v = x[c * SAMPLES + threadIdx.x];
    float lo = v, hi = v, sum = v;
    for (int o = 16; o > 0; o >>= 1) {
        lo = fminf(lo, __shfl_down_sync(~0u, lo, o));
        hi = fmaxf(hi, __shfl_down_sync(~0u, hi, o));
        sum += __shfl_down_sync(~0u, sum, o);
    }
    if (threadIdx.x == 0) {
        s[c].min = fminf(s[c].min, lo);
        s[c].max = fmaxf(s[c].max, hi);
        s[c].sum += sum;
        s[c].count += SAMPLES;
    }
}

__global__ void alarms(const float *x, Stats *s, float limit)
{
    int c = blockIdx.x;
    unsigned over = __ballot_sync(~0u, x[c * SAMPLES + threadIdx.x] > limit);
    if (threadIdx.x == 0) s[c].alarms += __popc(over);
}

int main(int argc, char **argv)
{
    int packets = argc > 1 ? atoi(argv[1]) : 500;
    std::vector<float> packet(CHANNELS * SAMPLES), gain(CHANNELS, 1.5f), offset(CHANNELS);
    std::vector<Stats> stats(CHANNELS);
    std::vector<std::pair<std::string, double>> report;
    for (int c = 0; c < CHANNELS; c++) offset[c] = c * 0.1f;

    float *d_packet, *d_gain, *d_offset;
    Stats *d_stats;
    cudaSafe(cudaMalloc((void **)&d_packet, packet.size() * sizeof(float)));
    cudaSafe(cudaMalloc((void **)&d_gain, CHANNELS * sizeof(float)));
    cudaSafe(cudaMalloc((void **)&d_offset, CHANNELS * sizeof(float)));
    cudaSafe(cudaMalloc((void **)&d_stats, CHANNELS * sizeof(Stats)));
    cudaSafe(cudaMemcpy(d_gain, gain.data(), CHANNELS * sizeof(float), cudaMemcpyHostToDevice));
    cudaSafe(cudaMemcpy(d_offset, offset.data(), CHANNELS * sizeof(float), cudaMemcpyHostToDevice));
    resetStats<<<1, CHANNELS>>>(d_stats);

    auto start = std::chrono::high_resolution_clock::now();
    for (int p = 0; p < packets; p++) {
        for (int i = 0; i < CHANNELS * SAMPLES; i++) packet[i] = (float)((p * 31 + i * 17) % 1000) * 0.01f;
        cudaSafe(cudaMemcpy(d_packet, packet.data(), packet.size() * sizeof(float), cudaMemcpyHostToDevice));
        calibrate<<<(CHANNELS * SAMPLES + 127) / 128, 128>>>(d_packet, d_gain, d_offset);
        accumulate<<<CHANNELS, SAMPLES>>>(d_packet, d_stats);
        alarms<<<CHANNELS, SAMPLES>>>(d_packet, d_stats, 14.0f);
        cudaSafe(cudaPeekAtLastError());
        if ((p + 1) % 100 == 0) {
            cudaSafe(cudaMemcpy(stats.data(), d_stats, CHANNELS * sizeof(Stats), cudaMemcpyDeviceToHost));
            double mean = 0;
            for (const Stats &s : stats) mean += s.sum / s.count;
            report.push_back({"mean after " + std::to_string(p + 1), mean / CHANNELS});
        }
    }
    cudaSafe(cudaDeviceSynchronize());
    auto stop = std::chrono::high_resolution_clock::now();
    for (const auto &[name, value] : report) printf("%-18s %.4f\n", name.c_str(), value);
    printf("%d packets in %.3f ms\n", packets, std::chrono::duration<double, std::milli>(stop - start).count());
    cudaFree(d_packet); cudaFree(d_gain); cudaFree(d_offset); cudaFree(d_stats);
    return 0;
}
