// An object whose method is the host function of its own copies. WHAT: 0: its result is asked for
// too early; 1: a second job is submitted over the first; 2: its count is set back; 3: progress
// that is printed meanwhile; 7: the same before a loop that waits. Nothing to find: 4: each result
// is waited for; 5: what nobody changes is printed meanwhile; 6: another thread waits, and hands on.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 18;

#pragma nullstream kernel(fill) time(300us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

class Pipeline
{
  public:
    Pipeline() : results_(16)
    {
        cudaStreamCreate(&s_);
        cudaMallocHost(&host_, N * sizeof(float));
        cudaMalloc(&device_, N * sizeof(float));
    }
    ~Pipeline()
    {
        cudaStreamSynchronize(s_);
        cudaFree(device_);
        cudaFreeHost(host_);
        cudaStreamDestroy(s_);
    }
    void submit(int i)
    {
        index_ = i;
        fill<<<N / 256, 256, 0, s_>>>(device_, N);
        cudaMemcpyAsync(host_, device_, N * sizeof(float), cudaMemcpyDeviceToHost, s_);
        cudaLaunchHostFunc(s_, &Pipeline::callback, this);
    }
    float result(int i)
    {
        cudaStreamSynchronize(s_);
        return results_[i];
    }
    float early(int i)
    {
        return results_[i];
    }
    int count() const
    {
        return count_;
    }
    void reset()
    {
        count_ = 0;
    }

  private:
    static void callback(void *p)
    {
        ((Pipeline *)p)->finish();
    }
    void finish()
    {
        results_[index_] = host_[0];
        count_++;
    }
    cudaStream_t s_;
    float *host_, *device_;
    std::vector<float> results_;
    int index_ = 0;
    int count_ = 0;
};

struct Progress {
    int done;
    int total;
    std::string name;
};

static void step(void *p)
{
    ((Progress *)p)->done++;
}

std::atomic<int> steps{0};

static void step_and_tell(void *p)
{
    ((Progress *)p)->done++;
    steps++;
}

static void show_then_wait()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    Progress progress = {0, 1, "work"};
    cudaLaunchHostFunc(s, step_and_tell, &progress);
    printf("%d\n", progress.done);
    while (steps < 1)
        ;
    printf("%d\n", progress.done);
    cudaStreamSynchronize(s);
}

static void show(bool total)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    Progress progress = {0, 4, "work"};
    for (int i = 0; i < 4; i++) {
        cudaLaunchHostFunc(s, step, &progress);
        if (total)
            printf("of %d %s\n", progress.total, progress.name.c_str());
        else
            printf("%d\n", progress.done);
    }
    cudaStreamSynchronize(s);
}

int main()
{
    Pipeline p;
    if (WHAT == 0) {
        p.submit(3);
        printf("%g\n", p.early(3));
    } else if (WHAT == 1) {
        p.submit(0);
        p.submit(1);
    } else if (WHAT == 2) {
        p.submit(1);
        p.reset();
    } else if (WHAT == 3 || WHAT == 5) {
        show(WHAT == 5);
    } else if (WHAT == 7) {
        show_then_wait();
    } else if (WHAT == 4) {
        for (int i = 0; i < 4; i++) {
            p.submit(i);
            printf("%g\n", p.result(i));
        }
    } else {
        p.submit(3);
        std::thread other([&] { printf("%g\n", p.result(3)); });
        other.join();
        printf("%d\n", p.count());
    }
}
