// UnifiedMemoryStreams-like: tasks of different sizes in managed memory, small ones on the host, worker threads
#include <cstdio>
#include <ctime>
#include <vector>
#include <algorithm>
#include <stdlib.h>
#include <thread>
#include <cuda_runtime.h>

#define checkCudaErrors(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    fprintf(stderr, "%s at %d\n", cudaGetErrorName(e), __LINE__); exit(1); } } while (0)

// simple task
template <typename T> struct Task {
    unsigned int size, id;
    T *data;
    T *result;
    T *vector;

    Task() : size(0), id(0), data(NULL), result(NULL), vector(NULL) {};
    Task(unsigned int s) : size(s), id(0), data(NULL), result(NULL), vector(NULL)
    {
        // allocate unified memory -- the operation performed in this example will be a DGEMV
        checkCudaErrors(cudaMallocManaged(&data, sizeof(T) * size * size));
        checkCudaErrors(cudaMallocManaged(&result, sizeof(T) * size));
        checkCudaErrors(cudaMallocManaged(&vector, sizeof(T) * size));
    }
    ~Task()
    {
        checkCudaErrors(cudaDeviceSynchronize());
        checkCudaErrors(cudaFree(data));
        checkCudaErrors(cudaFree(result));
        checkCudaErrors(cudaFree(vector));
    }
    void allocate(const unsigned int s, const unsigned int unique_id)
    {
        id = unique_id;
        size = s;
        checkCudaErrors(cudaMallocManaged(&data, sizeof(T) * size * size));
        checkCudaErrors(cudaMallocManaged(&result, sizeof(T) * size));
        checkCudaErrors(cudaMallocManaged(&vector, sizeof(T) * size));
    }
};

#pragma nullstream kernel(gemvKernel) bytes(8.0 * m * n) reads(A, 8 * m * n) reads(x, 8 * n) writes(y, 8 * m)
__global__ void gemvKernel(const double *A, const double *x, double *y, int m, int n)
{
    int row = blockIdx.x;
    double acc = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        acc += A[(size_t)row * n + j] * x[j];
    atomicAdd(&y[row], acc);
}

#pragma nullstream host(gemv) time(20us) reads(A, 8 * m * n) writes(result, 8 * m)
template <typename T>
void gemv(int m, int n, const T *A, const T *x, T *result)
{
    // rows
    for (int i = 0; i < m; i++) {
        result[i] = 0;
        for (int j = 0; j < n; j++)
            result[i] += A[i * n + j] * x[j];
    }
}

template <typename T>
void execute(Task<T> &t, cudaStream_t *stream, int tid)
{
    if (t.size < 100) {
        printf("Task [%d], thread [%d] executing on host (%d)\n", t.id, tid, t.size);
        // attach managed memory to a (dummy) stream to allow host access while the device is running
        checkCudaErrors(cudaStreamAttachMemAsync(stream[0], t.data, 0, cudaMemAttachHost));
        checkCudaErrors(cudaStreamAttachMemAsync(stream[0], t.vector, 0, cudaMemAttachHost));
        checkCudaErrors(cudaStreamAttachMemAsync(stream[0], t.result, 0, cudaMemAttachHost));
        // necessary to ensure Async cudaStreamAttachMemAsync calls have finished
        checkCudaErrors(cudaStreamSynchronize(stream[0]));
        gemv(t.size, t.size, t.data, t.vector, t.result);
    } else {
        printf("Task [%d], thread [%d] executing on device (%d)\n", t.id, tid, t.size);
        cudaStream_t s = stream[tid + 1];
        checkCudaErrors(cudaStreamAttachMemAsync(s, t.data, 0, cudaMemAttachSingle));
        checkCudaErrors(cudaStreamAttachMemAsync(s, t.vector, 0, cudaMemAttachSingle));
        checkCudaErrors(cudaStreamAttachMemAsync(s, t.result, 0, cudaMemAttachSingle));
        const cudaMemLocation gpu0 = {cudaMemLocationTypeDevice, 0};
        checkCudaErrors(cudaMemPrefetchAsync(t.data, sizeof(T) * t.size * t.size, gpu0, 0, s));
        checkCudaErrors(cudaMemPrefetchAsync(t.vector, sizeof(T) * t.size, gpu0, 0, s));
        checkCudaErrors(cudaMemsetAsync(t.result, 0, sizeof(T) * t.size, s));
        gemvKernel<<<t.size, 128, 0, s>>>(t.data, t.vector, t.result, t.size, t.size);
    }
}

template <typename T>
void initialise_tasks(std::vector<Task<T>> &TaskList)
{
    for (unsigned int i = 0; i < TaskList.size(); i++) {
        int size = std::max((int)(64 + (i * 211) % 1000), 64);
        TaskList[i].allocate(size, i);
        for (int k = 0; k < size; k++)
            TaskList[i].vector[k] = 1.0;
        memset(TaskList[i].data, 1, sizeof(T) * size * size);
    }
}

int main(int argc, char **argv)
{
    cudaDeviceProp device_prop;
    checkCudaErrors(cudaGetDeviceProperties(&device_prop, 0));
    if (!device_prop.managedMemory) {
        fprintf(stderr, "Unified Memory not supported on this device\n");
        exit(EXIT_FAILURE);
    }
    const int nthreads = 2;
    cudaStream_t *streams = new cudaStream_t[nthreads + 1];
    for (int i = 0; i < nthreads + 1; i++)
        checkCudaErrors(cudaStreamCreate(&streams[i]));

    unsigned int N = 16;
    std::vector<Task<double>> TaskList(N);
    initialise_tasks(TaskList);

    printf("Executing tasks on host / device\n");
    std::vector<std::thread> workers;
    for (int t = 0; t < nthreads; t++)
        workers.push_back(std::thread([&TaskList, streams, t, N]() {
            for (unsigned i = t; i < N; i += 2)
                execute(TaskList[i], streams, t);
        }));
    for (auto &w : workers)
        w.join();
    cudaDeviceSynchronize();

    for (int i = 0; i < nthreads + 1; i++)
        checkCudaErrors(cudaStreamDestroy(streams[i]));
    TaskList.clear();
    delete[] streams;
    printf("All Done!\n");
    return 0;
}
