// Allocation churn: a naive operator library that mallocs its output and frees its temporaries in the middle,
// beside the same operators with stream-ordered allocation.
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <vector>

#pragma nullstream kernel(matvec) bytes(4.0 * rows * cols) flops(2.0 * rows * cols) reads(m, rows * cols * 4) reads(x, cols * 4) writes(y, rows * 4)
__global__ void matvec(const float *m, const float *x, float *y, int rows, int cols) {}
#pragma nullstream kernel(relu) time(4us) reads(x, n * 4) writes(x, n * 4)
__global__ void relu(float *x, int n) {}

class Tensor {
  public:
    Tensor(int n, bool async, cudaStream_t s) : n_(n), async_(async), s_(s)
    {
        if (async)
            cudaMallocAsync(&p_, n * sizeof(float), s);
        else
            cudaMalloc(&p_, n * sizeof(float));
    }
    ~Tensor()
    {
        if (async_)
            cudaFreeAsync(p_, s_);
        else
            cudaFree(p_);
    }
    Tensor(const Tensor &) = delete;
    Tensor &operator=(const Tensor &) = delete;
    float *get() const { return p_; }
    int size() const { return n_; }

  private:
    float *p_ = nullptr;
    int n_;
    bool async_;
    cudaStream_t s_;
};
using TensorPtr = std::shared_ptr<Tensor>;

TensorPtr layer(const TensorPtr &w, const TensorPtr &x, int rows, bool async, cudaStream_t s)
{
    auto y = std::make_shared<Tensor>(rows, async, s);
    matvec<<<rows / 8, 256, 0, s>>>(w->get(), x->get(), y->get(), rows, x->size());
    relu<<<(rows + 255) / 256, 256, 0, s>>>(y->get(), rows);
    return y;
}

int main()
{
    const int width = 4096, depth = 6;
    cudaStream_t s;
    cudaStreamCreate(&s);
    std::vector<TensorPtr> weights;
    for (int i = 0; i < depth; i++) {
        weights.push_back(std::make_shared<Tensor>(width * width, false, s));
        cudaMemsetAsync(weights[i]->get(), 0, (size_t)width * width * sizeof(float), s);
    }
    std::vector<float> input(width, 1.0f), output(width);
    for (bool async : {false, true}) {
        for (int request = 0; request < 4; request++) {
            auto x = std::make_shared<Tensor>(width, async, s);
            cudaMemcpyAsync(x->get(), input.data(), width * sizeof(float), cudaMemcpyHostToDevice, s);
            for (const auto &w : weights)
                x = layer(w, x, width, async, s);
            cudaMemcpyAsync(output.data(), x->get(), width * sizeof(float), cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
        }
    }
    weights.clear();
    cudaStreamDestroy(s);
    printf("%f\n", output[0]);
}
