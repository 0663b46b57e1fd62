// Four worker threads share two streams; a mutex guards the launches of one job.
#include "nullstream.cuh"
#include <mutex>
#include <thread>
#include <vector>

std::mutex locks[2];
cudaStream_t streams[2];
cudaEvent_t finished[4];

__global__ void prepare(char *p, int seed) { spin_us(14); }
__global__ void hash(char *p) { spin_us(58); }

void worker(int id, char *d, char *h)
{
    const int s = id & 1;
    const size_t bytes = (size_t)(64 << 10) << id;
    for (int job = 0; job < 7; job++) {
        host_work_us(20 + 7 * id);
        {
            std::lock_guard<std::mutex> guard(locks[s]);
            cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, streams[s]);
            prepare<<<16, 256, 0, streams[s]>>>(d, job);
            hash<<<48, 256, 0, streams[s]>>>(d);
            cudaEventRecord(finished[id], streams[s]);
        }
        cudaEventSynchronize(finished[id]);
    }
}

int main()
{
    char *d[4], *h[4];
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++) {
        cudaMalloc(&d[i], 1 << 20);
        cudaMallocHost(&h[i], 1 << 20);
        cudaEventCreateWithFlags(&finished[i], cudaEventDisableTiming | cudaEventBlockingSync);
    }
    std::vector<std::thread> t;
    t.reserve(4);
    for (int i = 0; i < 4; i++)
        t.emplace_back(worker, i, d[i], h[i]);
    for (int i = 0; i < 4; i++)
        t[i].join();
    return 0;
}
