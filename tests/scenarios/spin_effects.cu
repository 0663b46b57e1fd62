// What changes on the way: arguments, conditions, references, arms by threadIdx, templates. The number
// is what a block takes, in us; `?` where that is not known.
#include "nullstream.cuh"

__global__ void counts(int n) // 9
{
    spin_us(n++);
    spin_us(n++);
}

__device__ void busy(int us) { spin_us(us); }

__global__ void counts_down(int n) // 9: 4, 4, 1
{
    int t = n--;
    busy(t);
    busy(++n);
    while (n-- > 1)
        continue;
    spin_us(1);
}

__global__ void in_switch(int n) // 9
{
    switch (n++) {
    case 9:
        break;
    }
    int a = 0, b = 1;
    a = b = n;
    spin_us(b);
    if (n > 3 && (a = 4))
        spin_us(a);
}

__global__ void behind_loop(int n, float *x) // ?
{
    while (n-- > 1)
        x[n] = 0;
    spin_us(n + 5);
}

__device__ void by_reference(int &n)
{
    spin_us(1);
    n = 50;
}

__global__ void referred(int n) // ?
{
    by_reference(n);
    spin_us(n);
}

__global__ void alias(int n) // ?
{
    int &r = n;
    r = 50;
    spin_us(n);
}

__global__ void pointed(int n) // ?
{
    int *p = &n;
    *p = 50;
    spin_us(n);
}

struct settings {
    int us;
};

__global__ void of_record(settings s) // ?
{
    s.us = 50;
    spin_us(s.us);
}

__global__ void arms() // 3: 1, 2
{
    int t = 1, same = 0;
    if (threadIdx.x < 5) {
        t = 100;
        same = 2;
        spin_us(1);
    } else {
        same = 2;
        spin_us(t);
    }
    spin_us(same);
}

__global__ void by_arm(int n) // ?
{
    if (threadIdx.x == 0)
        n = 50;
    spin_us(n);
}

__global__ void both_return() // 4
{
    if (threadIdx.x < 16) {
        spin_us(3);
        return;
    } else {
        spin_us(4);
        return;
    }
    spin_us(100);
}

__global__ void all_return(int n) // 0
{
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 16)
            return;
        else
            return;
    }
    spin_us(50);
}

__global__ void warps() // 6 of one warp, 11 of two
{
    int warp = threadIdx.x / 32;
    if (warp == 0)
        spin_us(5);
    else if (warp == 1)
        spin_us(10);
    if (threadIdx.x > 1000)
        spin_us(500);
    if (threadIdx.x >= 16)
        return;
    if (threadIdx.x == 20)
        spin_us(500);
    spin_us(1);
}

__global__ void some_break(int n) // 21: who breaks goes on behind the loop
{
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0)
            break;
        spin_us(5);
    }
    if (threadIdx.x == 0)
        spin_us(1);
}

__device__ int count = 3;

__global__ void of_device(int n) // ?
{
    count = n;
    spin_us(count);
}

__global__ void of_memory(int *x, int n) // ?
{
    x[0] = n;
    spin_us(x[0]);
}

template <class T> __device__ void of_type(T n) { spin_us(n); }

__global__ void in_template(int n) // ?
{
    of_type(n);
}

int main()
{
    float *x;
    cudaMalloc(&x, 4096);
    counts<<<1, 32>>>(4);
    counts_down<<<1, 32>>>(4);
    in_switch<<<1, 32>>>(4);
    behind_loop<<<1, 32>>>(4, x);
    referred<<<1, 32>>>(4);
    alias<<<1, 32>>>(4);
    pointed<<<1, 32>>>(4);
    of_record<<<1, 32>>>(settings{4});
    arms<<<1, 32>>>();
    by_arm<<<1, 32>>>(4);
    both_return<<<1, 32>>>();
    all_return<<<1, 32>>>(4);
    warps<<<1, 32>>>();
    warps<<<1, 64>>>();
    some_break<<<1, 32>>>(4);
    of_device<<<1, 32>>>(4);
    of_memory<<<1, 32>>>((int *)x, 4);
    in_template<<<1, 32>>>(4);
    cudaDeviceSynchronize();
}
