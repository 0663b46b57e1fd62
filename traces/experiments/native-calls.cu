// Why does a row of launches take longer in a native program that is called again (gpu/inject),
// which makes its streams anew each time, than in the executor, which keeps them? Rows of 400
// launches over two streams, as tests/validation/native/host-bound.cu has, their variants in turns:
// one pair of streams, 4 and 16 pairs in turn, a pair made anew for each row and destroyed, and one
// that is left. us a row: least, median and most; behind them the median of what the row took more
// than the one pair in the same round.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#include "../../lessons/nullstream.cuh"

static const int LAUNCHES = 400, ROUNDS = 61;

__global__ void tick()
{
    spin_us(1);
}

static double now_us()
{
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static double row(cudaStream_t *streams)
{
    double from = now_us();
    for (int i = 0; i < LAUNCHES; i++)
        tick<<<1, 32, 0, streams[i % 2]>>>();
    cudaDeviceSynchronize();
    return now_us() - from;
}

static void make(cudaStream_t *streams)
{
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
}

static void end(cudaStream_t *streams)
{
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(streams[i]);
}

static cudaStream_t kept[16][2];
static int turn;

static double one_pair()
{
    return row(kept[0]);
}

static double pairs_4()
{
    return row(kept[turn++ % 4]);
}

static double pairs_16()
{
    return row(kept[turn++ % 16]);
}

static double made_anew()
{
    cudaStream_t streams[2];
    make(streams);
    double took = row(streams);
    end(streams);
    return took;
}

static double made_and_left() // as host-bound.cu does, which never destroys them
{
    cudaStream_t streams[2];
    make(streams);
    return row(streams);
}

struct variant {
    const char *name;
    double (*run)();
    std::vector<double> took;
};

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

int main()
{
    variant variants[] = {{"one pair", one_pair, {}},       {"one pair again", one_pair, {}},
                          {"4 pairs in turn", pairs_4, {}}, {"16 pairs in turn", pairs_16, {}},
                          {"made anew", made_anew, {}},     {"made and left", made_and_left, {}}};
    const int count = sizeof variants / sizeof variants[0];
    for (cudaStream_t *pair : kept)
        make(pair);
    for (cudaStream_t *pair : kept)
        row(pair);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++) {
            variant &variant = variants[(i + round) % count];
            variant.took.push_back(variant.run());
        }
    for (variant &variant : variants) {
        std::vector<double> more;
        for (int round = 0; round < ROUNDS; round++)
            more.push_back(variant.took[round] - variants[0].took[round]);
        std::sort(variant.took.begin(), variant.took.end());
        printf("%-18s %7.1f %7.1f %7.1f %+7.1f\n", variant.name, variant.took[0],
               median(variant.took), variant.took[ROUNDS - 1], median(more));
    }
    return 0;
}
