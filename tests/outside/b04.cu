// Host functions of eight streams meet at the one host worker, kernels behind them.
#include "nullstream.cuh"
#include <cstdio>
static int served[8];
void CUDART_CB note(void *p)
{
    host_work_us(35.0);
    ++*(int *)p;
}
void CUDART_CB brief(void *p) { host_work_us(2.0); }
__global__ void work(int n) { spin_us(25.0); }
int main(void)
{
    cudaStream_t s[8];
    for (int i = 0; i < 8; ++i)
        cudaStreamCreateWithFlags(s + i, i & 1 ? cudaStreamNonBlocking : cudaStreamDefault);
    int turn = 0;
    while (turn < 4) {
        for (int i = 0; i < 8; ++i) {
            work<<<8 * (i + 1), 128, 0, s[i]>>>(i);
            cudaLaunchHostFunc(s[i], (i + turn) % 3 ? note : brief, &served[i]);
            work<<<16, 256, 0, s[i]>>>(i);
        }
        turn++;
    }
    for (int i = 7; i >= 0; --i)
        cudaStreamSynchronize(s[i]);
    printf("served %d %d\n", served[0], served[7]);
    return 0;
}
