// What does each copy of a long row take beyond its bytes, by direction, size, number of streams
// and order of issue? The row stands behind a kernel, so that the host has made all calls before
// the device comes to it; the least of 12 rows of 96 copies less that of 12 of 32, by 64: us a
// copy.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

__global__ void spin(double us)
{
    spin_us(us);
}

const size_t KIB = 1 << 10;
cudaStream_t streams[8];
cudaEvent_t gate;
char *host, *device;

double row(bool out, size_t bytes, int count, int over, bool breadth)
{
    double least = 1e9;
    for (int i = 0; i < 12; i++) {
        cudaDeviceSynchronize();
        host_work_us(100);
        spin<<<1, 32, 0, streams[0]>>>(count * 5 + 60);
        cudaEventRecord(gate, streams[0]);
        for (int j = 1; j < over; j++)
            cudaStreamWaitEvent(streams[j], gate, 0);
        double start = host_time_us();
        for (int j = 0; j < count; j++) {
            cudaStream_t s = streams[breadth ? j % over : j * over / count];
            if (out)
                cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s);
            else
                cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s);
        }
        double called = host_time_us() - start;
        cudaDeviceSynchronize();
        double took = host_time_us() - start;
        if (called > count * 5)
            continue;
        least = took - count * 5 < least ? took - count * 5 : least;
    }
    return least;
}

int main()
{
    for (int i = 0; i < 8; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&gate, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1024 * KIB);
    cudaMalloc((void **)&device, 1024 * KIB);
    const size_t sizes[] = {256, 4 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB};
    const int overs[] = {1, 2, 4, 8};
    for (int out = 0; out < 2; out++)
        for (int size = 0; size < 7; size++)
            for (int over = 0; over < 4; over++)
                for (int breadth = 0; breadth < (over ? 2 : 1); breadth++) {
                    double few = row(out, sizes[size], 32, overs[over], breadth);
                    double many = row(out, sizes[size], 96, overs[over], breadth);
                    printf("%s %d KiB over %d %s: %.3f\n", out ? "out" : "in",
                           (int)(sizes[size] >> 10), overs[over],
                           breadth ? "in turn" : "one after the other", (many - few) / 64);
                }
    return 0;
}
