// Stage times of a small pipeline with events: a profiler class keeps pairs of events by name and prints a
// table in the end. Scopes record on construction and destruction.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

template <typename... Args> static std::string format(const char *fmt, Args &&...args)
{
    std::string text(static_cast<size_t>(std::snprintf(nullptr, 0, fmt, args...)), ' ');
    std::snprintf(&text[0], text.size() + 1, fmt, std::forward<Args>(args)...);
    return text;
}

class Profiler {
    struct Span {
        cudaEvent_t begin, end;
    };
    std::map<std::string, std::vector<Span>> spans_;

    static cudaEvent_t event()
    {
        cudaEvent_t e;
        cudaEventCreate(&e);
        return e;
    }

  public:
    class Scope {
        cudaEvent_t end_;
        cudaStream_t stream_;

      public:
        Scope(Profiler &p, std::string_view name, cudaStream_t stream) : stream_(stream)
        {
            auto it = p.spans_.find(std::string(name));
            if (it == p.spans_.end())
                it = p.spans_.emplace(std::string(name), std::vector<Span>{}).first;
            auto &span = it->second.emplace_back(Span{event(), event()});
            end_ = span.end;
            cudaEventRecord(span.begin, stream_);
        }
        ~Scope() { cudaEventRecord(end_, stream_); }
        Scope(const Scope &) = delete;
    };

    [[nodiscard]] Scope measure(std::string_view name, cudaStream_t stream) { return Scope(*this, name, stream); }

    std::string table() const
    {
        std::ostringstream out;
        out << format("%-10s %5s %10s %10s\n", "stage", "n", "mean us", "max us");
        for (const auto &[name, spans] : spans_) {
            double sum = 0;
            float most = 0;
            for (const Span &s : spans) {
                float ms = NAN;
                cudaEventElapsedTime(&ms, s.begin, s.end);
                sum += 1e3 * ms;
                most = std::max(most, 1e3f * ms);
            }
            out << format("%-10s %5zu %10.1f %10.1f\n", name.c_str(), spans.size(), sum / spans.size(), most);
        }
        return out.str();
    }
    ~Profiler()
    {
        for (auto &entry : spans_)
            for (auto &s : entry.second) {
                cudaEventDestroy(s.begin);
                cudaEventDestroy(s.end);
            }
    }
};

constexpr int N = 3 << 20;

#pragma nullstream kernel(demosaic) bytes(10.0 * n) flops(12.0 * n) reads(raw, 2 * n) writes(rgb, 8 * n)
__global__ void demosaic(const unsigned short *raw, ushort4 *rgb, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned short v = raw[i];
    rgb[i] = make_ushort4(v, v / 2 + 3, v / 3 + 5, 65535);
}

#pragma nullstream kernel(tonemap) bytes(12.0 * n) flops(10.0 * n) reads(rgb, 8 * n) writes(out, 4 * n)
__global__ void tonemap(const ushort4 *rgb, uchar4 *out, int n, float gain)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const ushort4 v = rgb[i];
    out[i] = make_uchar4(v.x * gain / (1 + v.x), v.y * gain / (1 + v.y), v.z * gain / (1 + v.z), 255);
}

int main()
{
    Profiler profiler;
    struct Camera {
        unsigned short *host, *raw;
        ushort4 *rgb;
        uchar4 *out, *image;
        cudaStream_t stream;
    } cameras[2];
    for (auto &c : cameras) {
        cudaMallocHost(&c.host, N * sizeof *c.host);
        cudaMallocHost(&c.image, N * sizeof *c.image);
        cudaMalloc(&c.raw, N * sizeof *c.raw);
        cudaMalloc(&c.rgb, N * sizeof *c.rgb);
        cudaMalloc(&c.out, N * sizeof *c.out);
        cudaStreamCreateWithFlags(&c.stream, cudaStreamNonBlocking);
    }
    for (int frame = 0; frame < 10; ++frame)
        for (auto &c : cameras) {
            auto whole = profiler.measure("frame", c.stream);
            {
                auto scope = profiler.measure("upload", c.stream);
                cudaMemcpyAsync(c.raw, c.host, N * sizeof *c.raw, cudaMemcpyHostToDevice, c.stream);
            }
            {
                auto scope = profiler.measure("develop", c.stream);
                demosaic<<<N / 256, 256, 0, c.stream>>>(c.raw, c.rgb, N);
                tonemap<<<N / 256, 256, 0, c.stream>>>(c.rgb, c.out, N, 220.0f);
            }
            if (auto scope = profiler.measure("download", c.stream); true)
                cudaMemcpyAsync(c.image, c.out, N * sizeof *c.out, cudaMemcpyDeviceToHost, c.stream);
        }
    for (auto &c : cameras)
        cudaStreamSynchronize(c.stream);
    std::fputs(profiler.table().c_str(), stdout);
    return 0;
}
