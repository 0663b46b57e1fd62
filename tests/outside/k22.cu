// A benchmark of transfers: pageable against pinned, sizes from zero and odd numbers to megabytes,
// timed by events, best of several; a table at the end.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define CU(x)                                                                     \
    [&](cudaError_t e) {                                                          \
        if (e != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
            std::exit(1);                                                         \
        }                                                                         \
    }(x)

class Timer {
    cudaEvent_t a_, b_;
    cudaStream_t s_;
  public:
    explicit Timer(cudaStream_t s) : s_(s) { CU(cudaEventCreate(&a_)); CU(cudaEventCreate(&b_)); }
    ~Timer() { cudaEventDestroy(a_); cudaEventDestroy(b_); }
    template <typename F, typename... A> float operator()(F &&f, A &&...a)
    {
        CU(cudaEventRecord(a_, s_));
        std::forward<F>(f)(std::forward<A>(a)...);
        CU(cudaEventRecord(b_, s_));
        CU(cudaEventSynchronize(b_));
        float ms = 0;
        CU(cudaEventElapsedTime(&ms, a_, b_));
        return ms * 1000.0f;
    }
};

enum class Kind { Pageable, Pinned, Registered, Device };
const char *toString(Kind k)
{
    static const char *const names[] = {"pageable", "pinned", "registered", "device"};
    return names[static_cast<int>(k)];
}

struct Buffer {
    std::vector<char> own;
    std::unique_ptr<char, std::function<void(char *)>> p;
    Kind kind;
    Buffer(Kind k, std::size_t n) : kind(k)
    {
        char *raw = nullptr;
        switch (k) {
        case Kind::Pageable:
            own.assign(n, 'x');
            p = {own.data(), [](char *) {}};
            break;
        case Kind::Pinned:
            CU(cudaMallocHost(&raw, n));
            p = {raw, [](char *q) { cudaFreeHost(q); }};
            break;
        case Kind::Registered:
            own.resize(n);
            CU(cudaHostRegister(own.data(), n, cudaHostRegisterDefault));
            p = {own.data(), [](char *q) { cudaHostUnregister(q); }};
            break;
        case Kind::Device:
            CU(cudaMalloc(&raw, n));
            p = {raw, [](char *q) { cudaFree(q); }};
            break;
        }
    }
};

using Row = std::tuple<std::string, std::size_t, float>;

int main(int argc, char **argv)
{
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 3;
    const std::vector<std::size_t> sizes{0, 1, 4097, 65535, 65536, 1000003, 4u << 20};
    const std::size_t most = *std::max_element(sizes.begin(), sizes.end());
    cudaStream_t stream;
    CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    std::vector<Row> rows;
    {
        Buffer device(Kind::Device, most), device2(Kind::Device, most);
        Timer timer(stream);
        auto best = [&](auto &&work) {
            std::vector<float> us(repeats);
            for (auto &t : us)
                t = timer(work);
            return *std::min_element(us.cbegin(), us.cend());
        };
        for (Kind k : {Kind::Pageable, Kind::Pinned, Kind::Registered, Kind::Device}) {
            Buffer host(k, most);
            for (const auto n : sizes) {
                const float up = best([&] { CU(cudaMemcpyAsync(device.p.get(), host.p.get(), n, cudaMemcpyDefault, stream)); });
                const float down = best([&] { CU(cudaMemcpyAsync(host.p.get(), device2.p.get(), n, cudaMemcpyDefault, stream)); });
                rows.emplace_back(std::string(toString(k)) + " up", n, up);
                rows.push_back({std::string(toString(k)) + " down", n, down});
            }
        }
        const float set = best([&] { CU(cudaMemsetAsync(device.p.get(), 0, most, stream)); });
        rows.emplace_back("memset", most, set);
        CU(cudaStreamSynchronize(stream));
    }
    std::map<std::string, float> top;
    for (const auto &[name, n, us] : rows)
        if (n > 0 && us > 0)
            top[name] = std::max(top[name], n / us / 1000.0f);
    for (const auto &[name, rate] : top)
        std::printf("%-16s %s\n", name.c_str(), rate > 60.0f ? "fast" : rate > 1.0f ? "link" : "slow");
    const auto zero = std::count_if(rows.begin(), rows.end(), [](const Row &r) { return std::get<1>(r) == 0; });
    std::printf("%zu rows, %ld of no bytes\n", rows.size(), static_cast<long>(zero));
    CU(cudaStreamDestroy(stream));
}
