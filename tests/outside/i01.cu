// Radio astronomy: a capture thread hands over voltage blocks of 16 stations in pinned buffers, the main thread channelizes
// (a polyphase filter), corrects delays and correlates; each stage has a pair of timed events, read one block late.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

constexpr int STATIONS = 16, CHANNELS = 64, SPECTRA = 4096, TAPS = 8, BLOCKS = 24, SLOTS = 3;
constexpr int SAMPLES = CHANNELS * SPECTRA; // of a station in a block
constexpr int BASELINES = STATIONS * (STATIONS + 1) / 2;
constexpr size_t RAW = (size_t)STATIONS * SAMPLES; // bytes, 4 MiB
constexpr size_t FINE = (size_t)STATIONS * SAMPLES * sizeof(float);

#pragma nullstream kernel(channelize) flops(2.0 * TAPS * STATIONS * SAMPLES) bytes(5.0 * STATIONS * SAMPLES) regs(24) reads(raw, RAW) reads(taps, TAPS * CHANNELS * 4) writes(fine, FINE)
__global__ void channelize(const signed char *raw, const float *taps, float *fine)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int station = i / SAMPLES, at = i % SAMPLES, channel = at % CHANNELS;
    float sum = 0;
    for (int t = 0; t < TAPS; t++) {
        int from = at - t * CHANNELS;
        sum += taps[t * CHANNELS + channel] * (from >= 0 ? raw[(size_t)station * SAMPLES + from] : 0);
    }
    fine[i] = sum;
}

#pragma nullstream kernel(delays) flops(6.0 * STATIONS * SAMPLES) bytes(8.0 * STATIONS * SAMPLES) regs(20)
__global__ void delays(float *fine, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float phase = rate * (i / SAMPLES) * 0.01f;
    fine[i] = fine[i] * (1 - phase * phase * 0.5f) + phase;
}

// A block a baseline and sixteenth of the spectra. Each station is read by 17 of 136 baselines, mostly from the L2: bytes are its traffic.
#pragma nullstream kernel(correlate) flops(2.0 * BASELINES * CHANNELS * SPECTRA) bytes(8.0 * BASELINES * CHANNELS * SPECTRA) regs(28) shared(1024) reads(fine, FINE) writes(visibility, BASELINES * CHANNELS * 4) reads(visibility, BASELINES * CHANNELS * 4)
__global__ void correlate(const float *fine, float *visibility)
{
    __shared__ float part[256];
    int a = 0, b = blockIdx.x, channel = threadIdx.x % CHANNELS, group = threadIdx.x / CHANNELS;
    while (b > a) {
        b -= a + 1;
        a++;
    }
    float sum = 0;
#pragma unroll 8
    for (int s = blockIdx.y * (SPECTRA / 16) + group; s < (int)(blockIdx.y + 1) * (SPECTRA / 16); s += 4)
        sum += fine[(size_t)a * SAMPLES + s * CHANNELS + channel] * fine[(size_t)b * SAMPLES + s * CHANNELS + channel];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int h = 128; h >= CHANNELS; h /= 2) {
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    if (group == 0)
        atomicAdd(&visibility[blockIdx.x * CHANNELS + channel], part[threadIdx.x]);
}

#pragma nullstream host(receive) time(180us)
static void receive(signed char *to, int block)
{
    for (size_t i = 0; i < RAW; i += 64)
        to[i] = (signed char)(i * 7 + block);
}

struct Mailbox {
    std::mutex m;
    std::condition_variable cv;
    std::queue<int> q;
    void put(int v)
    {
        {
            std::lock_guard<std::mutex> l(m);
            q.push(v);
        }
        cv.notify_one();
    }
    int get()
    {
        std::unique_lock<std::mutex> l(m);
        cv.wait(l, [this] { return !q.empty(); });
        int v = q.front();
        q.pop();
        return v;
    }
};

struct Stage {
    const char *name;
    cudaEvent_t begin[SLOTS], end[SLOTS];
    float total = 0;
    int n = 0;
    explicit Stage(const char *what) : name(what)
    {
        for (int i = 0; i < SLOTS; i++) {
            cudaEventCreate(&begin[i]);
            cudaEventCreate(&end[i]);
        }
    }
    void collect(int slot)
    {
        float ms = 0;
        if (cudaEventElapsedTime(&ms, begin[slot], end[slot]) == cudaSuccess) {
            total += ms;
            n++;
        }
    }
};

int main()
{
    signed char *raw[SLOTS], *d_raw[SLOTS];
    float *taps, *fine, *visibility, *out;
    for (int i = 0; i < SLOTS; i++) {
        cudaMallocHost(&raw[i], RAW);
        cudaMalloc(&d_raw[i], RAW);
    }
    cudaMalloc(&taps, TAPS * CHANNELS * sizeof(float));
    cudaMalloc(&fine, FINE);
    cudaMalloc(&visibility, BASELINES * CHANNELS * sizeof(float));
    cudaMallocHost(&out, BASELINES * CHANNELS * sizeof(float));
    std::vector<float> window(TAPS * CHANNELS, 0.125f);
    cudaMemcpy(taps, window.data(), window.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(visibility, 0, BASELINES * CHANNELS * sizeof(float));
    cudaDeviceSynchronize();

    Stage upload("upload"), filter("filter"), shift("delays"), cross("correlate");
    Stage *stages[] = {&upload, &filter, &shift, &cross};
    cudaStream_t copy, work;
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    Mailbox full, empty;
    for (int i = 0; i < SLOTS; i++)
        empty.put(i);
    std::thread capture([&] {
        for (int b = 0; b < BLOCKS; b++) {
            int slot = empty.get();
            receive(raw[slot], b);
            full.put(slot);
        }
    });
    std::vector<int> running;
    for (int b = 0; b < BLOCKS; b++) {
        int s = full.get();
        cudaEventRecord(upload.begin[s], copy);
        cudaMemcpyAsync(d_raw[s], raw[s], RAW, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(upload.end[s], copy);
        cudaStreamWaitEvent(work, upload.end[s], 0);
        cudaEventRecord(filter.begin[s], work);
        channelize<<<STATIONS * SAMPLES / 256, 256, 0, work>>>(d_raw[s], taps, fine);
        cudaEventRecord(filter.end[s], work);
        cudaEventRecord(shift.begin[s], work);
        delays<<<STATIONS * SAMPLES / 256, 256, 0, work>>>(fine, 0.1f * b);
        cudaEventRecord(shift.end[s], work);
        cudaEventRecord(cross.begin[s], work);
        correlate<<<dim3(BASELINES, 16), 256, 0, work>>>(fine, visibility);
        cudaEventRecord(cross.end[s], work);
        running.push_back(s);
        if (running.size() == 2 || b == BLOCKS - 1) {
            int old = running.front();
            running.erase(running.begin());
            cudaEventSynchronize(cross.end[old]);
            for (Stage *st : stages)
                st->collect(old);
            empty.put(old);
        }
    }
    capture.join();
    cudaMemcpyAsync(out, visibility, BASELINES * CHANNELS * sizeof(float), cudaMemcpyDeviceToHost, work);
    cudaStreamSynchronize(work);
    for (Stage *st : stages)
        fprintf(stderr, "%-10s %.1f us a block\n", st->name, 1000 * st->total / st->n);
    printf("%d blocks, first visibility %g\n", BLOCKS, out[0]);
    return cudaDeviceSynchronize() != cudaSuccess;
}
