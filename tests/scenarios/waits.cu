// One wait of each kind, for tests of explain: -D CASE=... Kernels take 1 ms.
#include "nullstream.cuh"
#include <mutex>
#include <thread>

#define CASE 0

__global__ void step() { spin_us(1000); }
__global__ void wide() { spin_us(1000); }
void report(void *) { host_work_us(1000); }

std::mutex lock;
cudaStream_t a, b, c;
float *device, *pinned, *paged;

void other() {
    lock.lock();
    step<<<1, 32, 0, b>>>();
    cudaStreamSynchronize(b);
    lock.unlock();
}

int main() {
    const size_t bytes = 1000000;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    cudaMalloc(&device, bytes);
    cudaMallocHost(&pinned, bytes);
    paged = (float *)malloc(bytes);
#if CASE == 1 // stream
    step<<<1, 32, 0, a>>>();
    step<<<1, 32, 0, a>>>();
#elif CASE == 2 // event
    step<<<1, 32, 0, a>>>();
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event);
    wide<<<1, 32, 0, b>>>();
#elif CASE == 3 // copy engine
    cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, a);
    cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, b);
#elif CASE == 4 // full SMs
    wide<<<1055, 1024, 0, a>>>();
    step<<<1, 32, 0, b>>>();
#elif CASE == 5 // one connection (--connections 1)
    step<<<1, 32, 0, a>>>();
    step<<<1, 32, 0, a>>>();
    wide<<<1, 32, 0, b>>>();
#elif CASE == 6 // host worker
    cudaLaunchHostFunc(a, report, 0);
    cudaLaunchHostFunc(b, report, 0);
#elif CASE == 7 // the host: stream, event, copy, free
    step<<<1, 32, 0, a>>>();
    cudaEventRecord(event, a);
    cudaEventSynchronize(event);
    step<<<1, 32, 0, a>>>();
    cudaStreamSynchronize(a);
    cudaMemcpy(paged, device, bytes, cudaMemcpyDeviceToHost);
    step<<<1, 32, 0, a>>>();
    cudaFree(device);
#elif CASE == 8 // threads: lock and join
    std::thread t(other);
    host_work_us(100);
    lock.lock();
    wide<<<1, 32, 0, a>>>();
    lock.unlock();
    t.join();
#elif CASE == 9 // pageable memory in
    step<<<1, 32, 0, a>>>();
    cudaMemcpyAsync(device, paged, bytes, cudaMemcpyHostToDevice, a);
#elif CASE == 10 // a copy behind launches that have not started (older devices)
    step<<<1, 32, 0, a>>>();
    wide<<<1000, 1024, 0, b>>>();
    wide<<<1000, 1024, 0, c>>>();
    cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, a);
#endif
    cudaDeviceSynchronize();
}
