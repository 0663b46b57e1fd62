/* A class whose operator new and operator delete take managed memory, as unified memory is often
 * used: what derives from it can be handed to a kernel by its address. */
#include <cuda_runtime.h>
#include <memory>
#include <new>

#include <cstdio>

class Managed
{
public:
    void *operator new(size_t bytes)
    {
        void *p = nullptr;
        if (cudaMallocManaged(&p, bytes) != cudaSuccess)
            throw std::bad_alloc();
        cudaDeviceSynchronize();
        return p;
    }
    void *operator new[](size_t bytes) { return operator new(bytes); }
    void operator delete(void *p)
    {
        cudaDeviceSynchronize();
        cudaFree(p);
    }
    void operator delete[](void *p) { operator delete(p); }
};

struct Counter : public Managed {
    int turns = 0;
    int step = 2;
};

template <class T> struct Grid : Managed {
    T *cells = nullptr;
    int rows, columns;
    Grid(int rows, int columns) : rows(rows), columns(columns)
    {
        cudaMallocManaged(&cells, sizeof(T) * rows * columns);
    }
    ~Grid() { cudaFree(cells); }
    Grid(const Grid &) = delete;
};

#pragma nullstream kernel(count) time(10us)
__global__ void count(Counter *c)
{
    c->turns += c->step;
}

#pragma nullstream kernel(fill) time(20us)
template <class T> __global__ void fill(const Grid<T> *grid, T value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < grid->rows * grid->columns)
        grid->cells[i] = value;
}

int main()
{
    Counter *counter = new Counter;
    count<<<1, 1>>>(counter);
    cudaDeviceSynchronize();
    printf("steps of %d in %zu bytes\n", counter->step, sizeof *counter);
    delete counter;

    auto grid = std::make_unique<Grid<float>>(64, 32);
    fill<<<8, 256>>>(grid.get(), 1.0f);
    cudaDeviceSynchronize();
    printf("%d x %d\n", grid->rows, grid->columns);

    Counter *counters = new Counter[4];
    for (int i = 0; i < 4; i++)
        count<<<1, 1>>>(&counters[i]);
    cudaDeviceSynchronize();
    printf("%d\n", counters[3].step);
    delete[] counters;
}
