// A fork-join of host threads at every level: the children launch and record, the parent waits on the device for their events.
#include <thread>
#include "nullstream.cuh"
__global__ void leaf(int i) { spin_us(50); }
__global__ void inner(int i) { spin_us(20); }
cudaStream_t st[15];
cudaEvent_t ev[15];
void tree(int node)
{
    if (2 * node + 2 < 15) {
        std::thread left(tree, 2 * node + 1);
        tree(2 * node + 2);
        left.join();
        cudaStreamWaitEvent(st[node], ev[2 * node + 1], 0);
        cudaStreamWaitEvent(st[node], ev[2 * node + 2], 0);
        inner<<<40, 256, 0, st[node]>>>(node);
    } else {
        leaf<<<25 + node, 512, 0, st[node]>>>(node);
        leaf<<<1, 1024, 0, st[node]>>>(node);
    }
    cudaEventRecord(ev[node], st[node]);
}
int main()
{
    for (int i = 0; i < 15; i++) {
        cudaStreamCreateWithFlags(&st[i], i % 3 ? cudaStreamNonBlocking : cudaStreamDefault);
        cudaEventCreateWithFlags(&ev[i], cudaEventDisableTiming);
    }
    for (int r = 0; r < 3; r++) {
        tree(0);
        inner<<<1, 32>>>(r);
    }
    cudaEventSynchronize(ev[0]);
    cudaDeviceSynchronize();
    return 0;
}
