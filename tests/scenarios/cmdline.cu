#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <iostream>
const int CHUNKS = 4;
__global__ void work(float *x)
{
}
class Buffer
{
  public:
    explicit Buffer(size_t n) : bytes_(n)
    {
        cudaMalloc(&p_, n);
    }
    ~Buffer()
    {
        cudaFree(p_);
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    float *get() const
    {
        return p_;
    }
    size_t bytes() const
    {
        return bytes_;
    }

  private:
    float *p_ = nullptr;
    size_t bytes_;
};
int main(int argc, char **argv)
{
    int n = CHUNKS;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            n = atoi(argv[++i]);
    Buffer b((size_t)n << 20);
    cudaStream_t *s = new cudaStream_t[n];
    for (int i = 0; i < n; i++)
        cudaStreamCreate(&s[i]);
    for (int i = 0; i < n; i++)
        work<<<1, 32, 0, s[i]>>>(b.get());
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        cudaStreamDestroy(s[i]);
    delete[] s;
    std::cout << n << " streams, " << b.bytes() / 1024 << " KiB" << std::endl;
    const char *e = getenv("CUDA_LAUNCH_BLOCKING");
    std::cout << (e ? e : "not set") << "\n";
    std::cerr << "to stderr\n";
    return n == 4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
