// From the end of an operation to the start of one that waits for it: chains of every pair of kernel,
// copy and memset in one stream, through events, through the legacy stream. Each chain stands behind
// a long kernel, so that the host has made all calls before the device reaches them, and comes short
// and long: what the long one takes more says how long a step is where no tool looks on.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 3;
const size_t MIB = 1 << 20;
const int ROWS = 16; // of copies: when a row begins is chance (docs/semantics.md S6.5), 0 to 8 us late

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t a, b, c;
cudaEvent_t done, timed;
char *host, *device;

// What another machine waits for is noticed by polling: lengths that fall on every phase of it.
void k(cudaStream_t s)
{
    static int turn;
    spin<<<8, 128, 0, s>>>(15 + 0.9 * (turn++ % 16));
}

// Copies of 4 KiB to half a MiB in turn.
size_t next_size()
{
    static int turn;
    turn++;
    return ((size_t)4096 << turn % 8) + turn % 16 * 200;
}

// Of copies in a row, 4 to 256 KiB: what each takes besides its bytes is the same for all of these,
// and by one size alone it varies by a tenth from process to process.
size_t row_size()
{
    static int turn;
    return (size_t)4096 << turn++ % 4 * 2;
}

void in(cudaStream_t s, size_t bytes)
{
    cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s);
}

void out(cudaStream_t s, size_t bytes)
{
    cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s);
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

void record(cudaStream_t s, int times)
{
    for (int i = 0; i < times; i++)
        cudaEventRecord(timed, s);
}

// Long rows last: no kind of call rests for long before.
enum { K, K_IN, K_OUT, K_SET, IN_OUT, IN_SET, SET, EVENT, EVENT_IN, EVENT_OUT, RELAY, TIMED, RECORDS, FENCE, IN, OUT, IN_LARGE, OUT_LARGE, KINDS };
const char *const names[] = {"k",         "k in",  "k out", "k set",   "in out", "in set", "set",      "event",    "event in",
                             "event out", "relay", "timed", "records", "fence",  "in",     "out",      "in large", "out large"};

void step(int what)
{
    switch (what) {
    case K:
        k(a);
        break;
    case K_IN:
        k(a), in(a, next_size());
        break;
    case K_OUT:
        k(a), out(a, next_size());
        break;
    case K_SET:
        k(a), set(a);
        break;
    case IN:
        in(a, row_size());
        break;
    case OUT:
        out(a, row_size());
        break;
    case IN_LARGE:
        in(a, MIB);
        break;
    case OUT_LARGE:
        out(a, MIB);
        break;
    case IN_OUT:
        in(a, next_size()), out(a, next_size());
        break;
    case IN_SET:
        in(a, next_size()), set(a);
        break;
    case SET:
        set(a);
        break;
    case EVENT:
        k(a), hop(a, b), k(b), hop(b, a);
        break;
    case EVENT_IN:
        k(a), hop(a, b), in(b, next_size()), hop(b, a);
        break;
    case EVENT_OUT:
        k(a), hop(a, b), out(b, next_size()), hop(b, a);
        break;
    case RELAY:
        k(a), hop(a, c), hop(c, b), k(b), hop(b, c), hop(c, a);
        break;
    case TIMED:
        record(a, 1), k(a);
        break;
    case RECORDS:
        record(a, 11), k(a);
        break;
    case FENCE:
        k(0), k(b);
        break;
    }
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    for (int what = K; what < KINDS; what++) {
        const bool row = what >= IN;
        const int times = what == FENCE ? 4 * TIMES : row ? ROWS : TIMES;
        for (int i = 0; i < times; i++)
            for (int length = 0; length < 2; length++) {
                const int steps = what == FENCE ? 1 : row ? (length ? 72 : 8) : length ? 24 : 4;
                nvtxRangePush(names[what]);
                spin<<<20, 256, 0, a>>>(600);
                if (what == FENCE)
                    k(a);
                for (int j = 0; j < steps; j++)
                    step(what);
                cudaDeviceSynchronize();
                nvtxRangePop();
            }
    }
    return 0;
}
