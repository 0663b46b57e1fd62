// C++17. A JPEG-like decoder: entropy decoding on the host with std::async, dequantisation and IDCT on the device, images copied from pageable vectors and back.
#include "nullstream.cuh"
#include <cstdio>
#include <future>
#include <memory>
#include <vector>

class Stream {
public:
    Stream() { cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking); }
    ~Stream() { cudaStreamDestroy(s_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }

private:
    cudaStream_t s_ = nullptr;
};

template <class T> class DeviceArray {
public:
    explicit DeviceArray(size_t n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray(DeviceArray &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
    T *get() const { return p_; }
    size_t bytes() const { return n_ * sizeof(T); }

private:
    T *p_ = nullptr;
    size_t n_;
};

#pragma nullstream kernel(dequantize) bytes(4.0 * n) flops(1.0 * n)
__global__ void dequantize(short *coef, int n, int quality)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) coef[i] *= quality;
}

#pragma nullstream kernel(idct8x8) bytes(3.0 * n) flops(16.0 * n) shared(4096)
__global__ void idct8x8(const short *coef, unsigned char *pixels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) pixels[i] = (unsigned char)(coef[i] + 128);
}

#pragma nullstream kernel(ycc_to_rgb) bytes(2.0 * n) flops(5.0 * n)
__global__ void ycc_to_rgb(unsigned char *pixels, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 3;
    if (i + 2 < n) {
        float y = pixels[i], cb = pixels[i + 1] - 128.f, cr = pixels[i + 2] - 128.f;
        pixels[i] = y + 1.402f * cr;
        pixels[i + 1] = y - 0.344f * cb - 0.714f * cr;
        pixels[i + 2] = y + 1.772f * cb;
    }
}

struct Coefficients {
    int image;
    std::vector<short> values;
};

static Coefficients entropy_decode(int image, int n)
{
    host_work_us(120 + 25 * (image % 4));
    return {image, std::vector<short>(n, (short)image)};
}

int main()
{
    constexpr int kImages = 12, kPixels = 640 * 480 * 3, kAhead = 3;
    Stream even, odd;
    std::vector<DeviceArray<short>> coef;
    std::vector<DeviceArray<unsigned char>> pixels;
    for (int i = 0; i < 2; i++) {
        coef.emplace_back(kPixels);
        pixels.emplace_back(kPixels);
    }
    std::vector<std::vector<unsigned char>> decoded(kImages);
    for (auto &d : decoded) d.resize(kPixels);

    std::vector<std::future<Coefficients>> jobs;
    for (int i = 0; i < kAhead; i++) jobs.push_back(std::async(std::launch::async, entropy_decode, i, kPixels));
    for (int i = 0; i < kImages; i++) {
        Coefficients c = jobs[i].get();
        if (i + kAhead < kImages)
            jobs.push_back(std::async(std::launch::async, entropy_decode, i + kAhead, kPixels));
        cudaStream_t s = i % 2 ? (cudaStream_t)odd : (cudaStream_t)even;
        const int b = i % 2;
        cudaMemcpyAsync(coef[b].get(), c.values.data(), coef[b].bytes(), cudaMemcpyHostToDevice, s);
        dequantize<<<(kPixels + 255) / 256, 256, 0, s>>>(coef[b].get(), kPixels, 16);
        idct8x8<<<(kPixels + 255) / 256, 256, 0, s>>>(coef[b].get(), pixels[b].get(), kPixels);
        ycc_to_rgb<<<(kPixels / 3 + 255) / 256, 256, 0, s>>>(pixels[b].get(), kPixels);
        cudaMemcpyAsync(decoded[c.image].data(), pixels[b].get(), kPixels, cudaMemcpyDeviceToHost, s);
    }
    cudaStreamSynchronize(even);
    cudaStreamSynchronize(odd);
    std::printf("decoded %d images\n", kImages);
    return 0;
}
