// A hazard inside of a function or a destructor: who called it is said. WHAT: 0: a destructor at
// the end of a block, beside helpers; 1: at a return; 2: at a break and a continue; 3: of a
// thrown-through block; 4: of a temporary; 5: of members; 6: of a global variable; 7: by delete; 8:
// a deleter of the user's in a std::unique_ptr; 9: a recursion, and lambdas that the library calls.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <memory>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

struct Buffer {
    float *x;
    Buffer()
    {
        cudaMalloc(&x, N * sizeof(float));
    }
    ~Buffer()
    {
        cudaFree(x);
    }
};

struct Two {
    Buffer a;
    Buffer b;
};

struct Free {
    void operator()(float *x) const
    {
        cudaFree(x);
    }
};

cudaStream_t s;
float *host;
Buffer everywhere;

static void launch(float *x)
{
    fill<<<N / 256, 256, 0, s>>>(x, N);
}

static void read_back(int levels, float *x)
{
    if (levels > 0) {
        read_back(levels - 1, x);
        return;
    }
    cudaMemcpyAsync(host, x, N * sizeof(float), cudaMemcpyDeviceToHost, s);
}

static void use()
{
    printf("%g\n", host[0]);
}

static int early()
{
    Buffer b;
    launch(b.x);
    if (b.x)
        return 1;
    return 2;
}

static void turns()
{
    for (int i = 0; i < 3; i++) {
        Buffer b;
        launch(b.x);
        if (i == 1)
            break;
        if (i == 0)
            continue;
    }
}

static void thrown()
{
    try {
        Buffer b;
        launch(b.x);
        throw 1;
    } catch (int) {
    }
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMallocHost(&host, N * sizeof(float));
    if (WHAT == 0) {
        Buffer b;
        launch(b.x);
        read_back(0, b.x);
        use();
    } else if (WHAT == 1) {
        early();
    } else if (WHAT == 2) {
        turns();
    } else if (WHAT == 3) {
        thrown();
    } else if (WHAT == 4) {
        launch(Buffer().x);
    } else if (WHAT == 5) {
        Two two;
        launch(two.b.x);
    } else if (WHAT == 6) {
        launch(everywhere.x);
        return 0;
    } else if (WHAT == 7) {
        Buffer *b = new Buffer;
        launch(b->x);
        delete b;
    } else if (WHAT == 8) {
        float *x;
        cudaMalloc(&x, N * sizeof(float));
        std::unique_ptr<float, Free> owner(x);
        launch(owner.get());
    } else {
        float *x = everywhere.x;
        std::for_each(&x, &x + 1, [](float *each) {
            launch(each);
            read_back(3, each);
        });
        auto show = [] { use(); };
        show();
        show();
    }
    cudaDeviceSynchronize();
}
