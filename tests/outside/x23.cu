// C++20. A stage profiler around an OCR pipeline: each page's stages are timed by event pairs out of a free list, the
// percentiles by std::ranges::nth_element; lines of a page are recognized by several low-priority streams.
#include "nullstream.cuh"
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

class Events {
    std::vector<cudaEvent_t> idle_;

public:
    cudaEvent_t take()
    {
        if (idle_.empty()) {
            cudaEvent_t e;
            cudaEventCreate(&e);
            return e;
        }
        auto e = idle_.back();
        idle_.pop_back();
        return e;
    }
    void give(cudaEvent_t e) { idle_.push_back(e); }
    ~Events()
    {
        for (auto e : idle_)
            cudaEventDestroy(e);
    }
};

class Profile {
    struct Span {
        std::string_view stage;
        cudaEvent_t from, to;
    };
    Events &events_;
    std::vector<Span> open_;
    std::map<std::string_view, std::vector<float>> times_;

public:
    explicit Profile(Events &events) : events_(events) {}
    template <std::invocable<cudaStream_t> F> void stage(std::string_view name, cudaStream_t s, F &&work)
    {
        Span span{name, events_.take(), events_.take()};
        cudaEventRecord(span.from, s);
        work(s);
        cudaEventRecord(span.to, s);
        open_.push_back(span);
    }
    void collect()
    {
        for (auto &span : open_) {
            float ms = 0;
            cudaEventSynchronize(span.to);
            cudaEventElapsedTime(&ms, span.from, span.to);
            times_[span.stage].push_back(ms);
            events_.give(span.from);
            events_.give(span.to);
        }
        open_.clear();
    }
    std::optional<float> median(std::string_view stage)
    {
        auto it = times_.find(stage);
        if (it == times_.end())
            return std::nullopt;
        auto &v = it->second;
        std::ranges::nth_element(v, v.begin() + v.size() / 2);
        return v[v.size() / 2];
    }
    std::size_t samples() const
    {
        std::size_t n = 0;
        for (auto &[name, v] : times_)
            n += v.size();
        return n;
    }
};

constexpr int kPages = 5, kLines = 12, kReaders = 3, kWidth = 2480, kHeight = 3508, kLine = kWidth * 64;

#pragma nullstream kernel(binarize) bytes(2.0 * n) flops(9.0 * n)
__global__ void binarize(const unsigned char *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] > 127;
}

#pragma nullstream kernel(recognize) block_time(85us) reads(page + line * kLine, kLine) writes(text + line * 128, 128) shared(40000)
__global__ void recognize(const unsigned char *page, char *text, int line)
{
    if (threadIdx.x < 128 && blockIdx.x == 0)
        text[line * 128 + threadIdx.x] = page[line * kLine + threadIdx.x] + 'a';
}

int main()
{
    constexpr int n = kWidth * kHeight;
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t front;
    std::array<cudaStream_t, kReaders> readers;
    cudaStreamCreateWithPriority(&front, cudaStreamNonBlocking, high);
    for (auto &r : readers)
        cudaStreamCreateWithPriority(&r, cudaStreamNonBlocking, low);
    unsigned char *scan, *raw, *page;
    char *text, *text_host;
    cudaMallocHost(&scan, n);
    cudaMallocHost(&text_host, kPages * kLines * 128);
    cudaMalloc(&raw, n);
    cudaMalloc(&page, n);
    cudaMalloc(&text, kLines * 128);
    cudaEvent_t ready;
    std::array<cudaEvent_t, kReaders> read;
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    for (auto &e : read)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    {
        Events events;
        Profile profile(events);
        for (int p = 0; p < kPages; p++) {
            profile.stage("upload", front, [&](cudaStream_t s) { cudaMemcpyAsync(raw, scan, n, cudaMemcpyHostToDevice, s); });
            if (p > 0)
                for (auto e : read)
                    cudaStreamWaitEvent(front, e, 0);
            profile.stage("binarize", front, [&](auto s) { binarize<<<(n + 511) / 512, 512, 0, s>>>(raw, page, n); });
            cudaEventRecord(ready, front);
            for (auto r : readers)
                cudaStreamWaitEvent(r, ready, 0);
            for (int l = 0; l < kLines; l++)
                profile.stage("recognize", readers[l % kReaders], [&](auto s) {
                    recognize<<<24, 256, 0, s>>>(page, text, l);
                    cudaMemcpyAsync(text_host + (p * kLines + l) * 128, text + l * 128, 128, cudaMemcpyDeviceToHost, s);
                });
            for (int r = 0; r < kReaders; r++)
                cudaEventRecord(read[r], readers[r]);
            if (p % 2)
                profile.collect();
        }
        profile.collect();
        for (auto name : {"upload", "binarize", "recognize", "layout"})
            if (auto m = profile.median(name))
                std::printf("%-10s %.3f ms\n", name, *m);
        std::printf("%zu samples\n", profile.samples());
    }
    for (auto r : readers)
        cudaStreamDestroy(r);
    cudaStreamDestroy(front);
    cudaEventDestroy(ready);
    for (auto e : read)
        cudaEventDestroy(e);
    cudaFreeHost(scan);
    cudaFreeHost(text_host);
    cudaFree(raw);
    cudaFree(page);
    cudaFree(text);
}
