// Producer and consumer by a condition variable: one uploads, the other computes and downloads, events order the device.
#include <condition_variable>
#include <mutex>
#include <thread>
#include "nullstream.cuh"
const int SLOTS = 3, ITEMS = 14;
const size_t BYTES = 3 << 20;
std::mutex m;
std::condition_variable cv;
int ready = 0, freed = 0;
cudaEvent_t up_done[SLOTS], out_done[SLOTS];
char *dev[SLOTS], *in, *out;
__global__ void crunch(char *p) { spin_us(65); }
void producer(cudaStream_t s)
{
    for (int i = 0; i < ITEMS; i++) {
        {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [&] { return i < freed + SLOTS; });
        }
        cudaStreamWaitEvent(s, out_done[i % SLOTS], 0);
        cudaMemcpyAsync(dev[i % SLOTS], in, BYTES, cudaMemcpyHostToDevice, s);
        cudaEventRecord(up_done[i % SLOTS], s);
        {
            std::lock_guard<std::mutex> lock(m);
            ready++;
        }
        cv.notify_all();
    }
}
int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocHost(&in, BYTES); cudaMallocHost(&out, BYTES);
    for (int i = 0; i < SLOTS; i++) {
        cudaMalloc(&dev[i], BYTES);
        cudaEventCreateWithFlags(&up_done[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&out_done[i], cudaEventDisableTiming);
    }
    std::thread p(producer, a);
    for (int i = 0; i < ITEMS; i++) {
        std::unique_lock<std::mutex> lock(m);
        while (ready <= i)
            cv.wait(lock);
        lock.unlock();
        cudaStreamWaitEvent(b, up_done[i % SLOTS], 0);
        crunch<<<100 + i, 256, 0, b>>>(dev[i % SLOTS]);
        cudaMemcpyAsync(out, dev[i % SLOTS], BYTES / 2, cudaMemcpyDeviceToHost, b);
        cudaEventRecord(out_done[i % SLOTS], b);
        lock.lock();
        freed++;
        lock.unlock();
        cv.notify_one();
    }
    p.join();
    cudaStreamSynchronize(b);
    return 0;
}
