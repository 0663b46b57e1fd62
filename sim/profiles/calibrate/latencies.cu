// From the end of an operation to the start of one that waits for it: chains of every pair of kernel,
// copy and memset in one stream, through events, through the legacy stream. Each chain stands behind
// a long kernel, so that the host has made all calls before the device reaches them.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 10;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t a, b;
cudaEvent_t done, timed;
char *host, *device;

// What another machine waits for is noticed by polling: lengths that fall on every phase of it.
void k(cudaStream_t s)
{
    static int turn;
    spin<<<20, 256, 0, s>>>(15 + 0.9 * (turn++ % 16));
}

void in(cudaStream_t s)
{
    cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, s);
}

void out(cudaStream_t s)
{
    cudaMemcpyAsync(host, device, MIB, cudaMemcpyDeviceToHost, s);
}

void set(cudaStream_t s)
{
    cudaMemsetAsync(device, 0, MIB, s);
}

void hop(cudaStream_t from, cudaStream_t to)
{
    cudaEventRecord(done, from);
    cudaStreamWaitEvent(to, done, 0);
}

void begin(const char *what)
{
    spin<<<20, 256, 0, a>>>(600);
    nvtxRangePush(what);
}

void end()
{
    nvtxRangePop();
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);

    begin("stream");
    for (int i = 0; i < 2 * TIMES; i++)
        k(a);
    end();
    begin("stream");
    for (int i = 0; i < 2 * TIMES; i++)
        k(a), in(a);
    end();
    begin("stream");
    for (int i = 0; i < 2 * TIMES; i++)
        k(a), out(a);
    end();
    begin("stream");
    for (int i = 0; i < TIMES; i++)
        k(a), set(a);
    end();
    begin("stream");
    for (int i = 0; i < TIMES; i++)
        in(a), in(a), out(a), out(a);
    end();
    begin("stream");
    for (int i = 0; i < TIMES; i++)
        in(a), set(a), out(a), set(a);
    end();
    begin("stream");
    for (int i = 0; i < 2 * TIMES; i++)
        set(a);
    end();

    begin("event");
    for (int i = 0; i < TIMES; i++)
        k(a), hop(a, b), k(b), hop(b, a);
    end();
    begin("event copy");
    for (int i = 0; i < TIMES; i++)
        k(a), hop(a, b), in(b), hop(b, a);
    end();
    begin("event copy");
    for (int i = 0; i < TIMES; i++)
        k(a), hop(a, b), out(b), hop(b, a);
    end();

    for (int i = 0; i < TIMES; i++) {
        begin("fence");
        k(a), k(0), k(b);
        end();
    }

    for (int records = 1; records <= 11; records += 10)
        for (int i = 0; i < TIMES; i++) {
            begin("records");
            k(a);
            for (int j = 0; j < records; j++)
                cudaEventRecord(timed, a);
            k(a);
            end();
        }
    return 0;
}
