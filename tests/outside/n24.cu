// A particle code with a writer thread: many small kernels per substep in two streams (launch bound), a
// snapshot every few steps goes through a D2H stream; the writer polls its event and "compresses" it.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>

constexpr int PARTICLES = 1 << 17, STEPS = 40, EVERY = 8, CELLS = 8;

#pragma nullstream kernel(push) time(6us) reads(x, PARTICLES * 4) reads(f, PARTICLES * 4) writes(x, PARTICLES * 4)
__global__ void push(float *x, const float *f, int cell) { spin_us(6); }
#pragma nullstream kernel(deposit) time(4us) reads(x, PARTICLES * 4) writes(rho + cell * 1024, 4096)
__global__ void deposit(const float *x, float *rho, int cell) { spin_us(4); }
#pragma nullstream kernel(field) time(11us) reads(rho, CELLS * 4096) writes(f, PARTICLES * 4)
__global__ void field(const float *rho, float *f) { spin_us(11); }

struct Snapshot {
    int step;
    float *host;
    cudaEvent_t copied;
};

class Writer {
    std::mutex m;
    std::condition_variable cv;
    std::queue<Snapshot> q;
    bool stop = false;
    std::thread t;

public:
    std::atomic<int> written{0}, polls{0};
    Writer() : t(&Writer::run, this) {}
    void put(Snapshot s)
    {
        {
            std::lock_guard<std::mutex> g(m);
            q.push(s);
        }
        cv.notify_one();
    }
    void finish()
    {
        {
            std::lock_guard<std::mutex> g(m);
            stop = true;
        }
        cv.notify_all();
        t.join();
    }

private:
    void run()
    {
        cudaSetDevice(0);
        while (true) {
            Snapshot s;
            {
                std::unique_lock<std::mutex> g(m);
                cv.wait(g, [this] { return stop || !q.empty(); });
                if (q.empty())
                    return;
                s = q.front();
                q.pop();
            }
            while (cudaEventQuery(s.copied) == cudaErrorNotReady) {
                polls++;
                std::this_thread::sleep_for(std::chrono::microseconds(10));
            }
            host_work_us(180);
            written++;
        }
    }
};

int main()
{
    float *x[2], *rho, *f, *snap;
    for (float *&p : x)
        cudaMalloc(&p, PARTICLES * sizeof(float));
    cudaMalloc(&rho, CELLS * 4096);
    cudaMalloc(&f, PARTICLES * sizeof(float));
    cudaMalloc(&snap, PARTICLES * sizeof(float));
    cudaStream_t main_, side, out;
    cudaStreamCreateWithFlags(&main_, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaEvent_t fieldDone, sideDone, snapped, copied[STEPS / EVERY];
    for (cudaEvent_t *e : {&fieldDone, &sideDone, &snapped})
        cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    float *host[STEPS / EVERY];
    for (int i = 0; i < STEPS / EVERY; i++) {
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaMallocHost(&host[i], PARTICLES * sizeof(float));
    }
    Writer writer;
    for (int step = 0; step < STEPS; step++) {
        field<<<64, 256, 0, main_>>>(rho, f);
        cudaEventRecord(fieldDone, main_);
        cudaStreamWaitEvent(side, fieldDone, 0);
        for (int c = 0; c < CELLS; c++) {
            cudaStream_t s = c % 2 ? side : main_;
            push<<<16, 128, 0, s>>>(x[c % 2], f, c);
            deposit<<<8, 128, 0, s>>>(x[c % 2], rho, c);
        }
        cudaEventRecord(sideDone, side);
        cudaStreamWaitEvent(main_, sideDone, 0);
        if (step % EVERY == EVERY - 1) {
            int k = step / EVERY;
            if (k)
                cudaStreamWaitEvent(main_, copied[k - 1], 0);
            cudaMemcpyAsync(snap, x[0], PARTICLES * sizeof(float), cudaMemcpyDeviceToDevice, main_);
            cudaEventRecord(snapped, main_);
            cudaStreamWaitEvent(out, snapped, 0);
            cudaMemcpyAsync(host[k], snap, PARTICLES * sizeof(float), cudaMemcpyDeviceToHost, out);
            cudaEventRecord(copied[k], out);
            writer.put({step, host[k], copied[k]});
        }
    }
    cudaStreamSynchronize(main_);
    writer.finish();
    printf("%d snapshots\n", writer.written.load());
    return 0;
}
