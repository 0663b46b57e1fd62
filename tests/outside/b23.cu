// Six threads launch tiny kernels at full speed, each into a stream of its own: the driver's lock.
#include <thread>
#include "nullstream.cuh"
__global__ void quick(int t, int i) { spin_us(3); }
struct worker {
    cudaStream_t s;
    int id;
    void go()
    {
        for (int i = 0; i < 150; i++)
            quick<<<2, 64, 0, s>>>(id, i);
        cudaStreamSynchronize(s);
    }
};
int main()
{
    worker w[6];
    std::thread th[6];
    for (int i = 0; i < 6; i++) {
        w[i].id = i;
        cudaStreamCreateWithFlags(&w[i].s, cudaStreamNonBlocking);
    }
    for (int i = 0; i < 6; i++) {
        worker *me = &w[i];
        th[i] = std::thread([me] { me->go(); });
    }
    for (int i = 0; i < 6; i++)
        th[i].join();
    return 0;
}
