// A std::thread is assigned to while it is joinable, which ends the program, whatever comes behind
// it. WHAT: 0: then exit(), 1: again and again, 2: by a std::thread that runs nothing, 3: through a
// pointer; 4: exit() destroys a static one, 5: and what a function left behind that it ended.
// Nothing is wrong with the others: 6: joined before, 7: exit() leaves the variables of main as
// they are, 8: what is moved away is not there any more.
#include "nullstream.cuh"

#include <stdlib.h>
#include <thread>
#include <utility>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

float *d;
cudaStream_t s;

static void work()
{
    cudaMemsetAsync(d, 0, N * sizeof(float), s);
    cudaStreamSynchronize(s);
}

#if WHAT == 5
static void leave()
{
    std::thread left(work);
}
#endif

int main()
{
    cudaMalloc(&d, N * sizeof(float));
    cudaStreamCreate(&s);
#if WHAT == 0
    std::thread worker(work);
    worker = std::thread(work);
    exit(0);
#elif WHAT == 1
    std::thread worker;
    for (int i = 0; i < 3; i++)
        worker = std::thread(work);
    worker.join();
#elif WHAT == 2
    std::thread worker(work);
    worker = std::thread();
#elif WHAT == 3
    std::thread *worker = new std::thread(work);
    *worker = std::thread(work);
    worker->join();
    delete worker;
#elif WHAT == 4
    static std::thread worker(work);
    cudaDeviceSynchronize();
    exit(0);
#elif WHAT == 5
    leave();
    exit(0);
#elif WHAT == 6
    std::thread worker(work);
    worker.join();
    worker = std::thread(work);
    worker.join();
#elif WHAT == 7
    std::thread worker(work);
    exit(0);
#else
    std::thread worker(work), other;
    other = std::move(worker);
    worker = std::thread(work);
    worker.join();
    other.join();
#endif
    return 0;
}
