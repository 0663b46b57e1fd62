// An I/O engine that never blocks: 8 slots, each with stream and event; the loop polls with cudaEventQuery, retires what is done in
// whatever order, refills, and does other work in between (compression of blocks of a file, 16 KB to 4 MB).
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma nullstream kernel(lz_match) block_time(24us) regs(40) shared(8192) reads(in, n) writes(tok, n)
__global__ void lz_match(const char *in, char *tok, int n) {}
#pragma nullstream kernel(huffman) bytes(n * 3.0) flops(n * 12.0) reads(tok, n) writes(out, n / 2)
__global__ void huffman(const char *tok, char *out, int n) {}

class Slot {
public:
    cudaStream_t stream;
    cudaEvent_t done;
    char *in, *tok, *out, *host;
    int bytes = 0, block = -1;
    bool busy = false;
    Slot()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
        cudaMalloc(&in, 4 << 20);
        cudaMalloc(&tok, 4 << 20);
        cudaMalloc(&out, 2 << 20);
        cudaMallocHost(&host, 4 << 20);
    }
    void submit(int b, int n)
    {
        busy = true;
        block = b;
        bytes = n;
        cudaMemcpyAsync(in, host, n, cudaMemcpyHostToDevice, stream);
        lz_match<<<n / 8192, 256, 0, stream>>>(in, tok, n);
        huffman<<<(n + 16383) / 16384, 256, 0, stream>>>(tok, out, n);
        cudaMemcpyAsync(host, out, n / 2, cudaMemcpyDeviceToHost, stream);
        cudaEventRecord(done, stream);
    }
    bool poll()
    {
        cudaError_t e = cudaEventQuery(done);
        if (e == cudaErrorNotReady)
            return false;
        if (e != cudaSuccess)
            abort();
        busy = false;
        return true;
    }
};

int main()
{
    std::vector<Slot *> slots;
    for (int i = 0; i < 8; i++)
        slots.push_back(new Slot);
    const int total = 72;
    int issued = 0, retired = 0, spins = 0;
    long written = 0;
    while (retired < total) {
        bool progress = false;
        for (Slot *s : slots) {
            if (s->busy && s->poll()) {
                retired++;
                written += s->bytes / 2;
                host_work_us(4);
                progress = true;
            }
            if (!s->busy && issued < total) {
                s->submit(issued, 16384 << (issued * 5 % 9));
                issued++;
                progress = true;
            }
        }
        if (!progress) {
            spins++;
            host_work_us(10);
        }
    }
    printf("%ld bytes, %d idle rounds\n", written, spins > 0);
    return 0;
}
