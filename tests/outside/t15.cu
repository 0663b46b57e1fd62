// Smith-Waterman of several pairs of sequences: a wavefront of tiles, one launch a diagonal, grids that grow
// and shrink; two pairs at a time in two streams, breadth first.
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>
#include <algorithm>
#include <string>
#include <vector>

template <int TILE> struct Wave {
    int rows, columns;
    int diagonals() const { return rows + columns - 1; }
    int tiles(int d) const { return std::min({d + 1, rows, columns, diagonals() - d}); }
    int first(int d) const { return std::max(0, d - columns + 1); }
    static constexpr int tile = TILE;
};

#pragma nullstream kernel(diagonal) block_time(0.05us * TILE) reads(a, rows * TILE) reads(b, columns * TILE) reads(edges, 4 * TILE * (rows + columns)) writes(edges, 4 * TILE * (rows + columns)) atomics(best, 4)
template <int TILE>
__global__ void diagonal(const char *a, const char *b, int *edges, int *best, int d, int first, int rows, int columns)
{
    __shared__ int row[TILE + 1];
    const int r = first + blockIdx.x, c = d - r, t = threadIdx.x;
    row[t + 1] = edges[c * TILE + t];
    __syncthreads();
    int left = edges[columns * TILE + r * TILE + t], top = 0;
    for (int step = 0; step < 2 * TILE - 1; step++) {
        const int col = step - t;
        if (col >= 0 && col < TILE) {
            const int match = a[r * TILE + t] == b[c * TILE + col] ? 2 : -1;
            left = max(max(0, left - 2), max(row[col] + match, row[col + 1] - 2));
            top = max(top, left);
        }
        __syncthreads();
    }
    edges[columns * TILE + r * TILE + t] = left;
    atomicMax(best, top);
}

struct Pair {
    std::string a, b;
};

int main()
{
    constexpr int TILE = 64;
    using Front = Wave<TILE>;
    std::vector<Pair> pairs;
    const char bases[] = "ACGT";
    for (int p = 0; p < 6; p++) {
        Pair pair;
        for (int i = 0; i < TILE * (20 + 4 * p); i++)
            pair.a += bases[(i * 7 + p) % 4];
        pair.b = pair.a.substr(0, TILE * 16);
        std::reverse(pair.b.begin(), pair.b.end());
        pairs.push_back(std::move(pair));
    }
    const auto longest = std::max_element(pairs.begin(), pairs.end(), [](const Pair &x, const Pair &y) {
                             return x.a.size() + x.b.size() < y.a.size() + y.b.size();
                         });
    const size_t room = longest->a.size() + longest->b.size();

    struct {
        cudaStream_t stream;
        char *text, *host;
        int *edges, *best;
        Front front;
    } lane[2];
    int *scores;
    cudaHostAlloc((void **)&scores, pairs.size() * sizeof(int), 0);
    for (auto &l : lane) {
        cudaStreamCreate(&l.stream);
        cudaMalloc((void **)&l.text, room);
        cudaMalloc((void **)&l.edges, room * sizeof(int));
        cudaMalloc((void **)&l.best, sizeof(int));
        cudaHostAlloc((void **)&l.host, room, 0);
    }
    for (size_t base = 0; base < pairs.size(); base += 2) {
        for (int k = 0; k < 2; k++) {
            auto &l = lane[k];
            const Pair &p = pairs[base + k];
            cudaStreamSynchronize(l.stream); // the text's buffer is free again
            memcpy(l.host, p.a.data(), p.a.size());
            memcpy(l.host + p.a.size(), p.b.data(), p.b.size());
            l.front = {int(p.a.size()) / TILE, int(p.b.size()) / TILE};
            cudaMemcpyAsync(l.text, l.host, p.a.size() + p.b.size(), cudaMemcpyHostToDevice, l.stream);
            cudaMemsetAsync(l.edges, 0, room * sizeof(int), l.stream);
            cudaMemsetAsync(l.best, 0, sizeof(int), l.stream);
        }
        const int most = std::max(lane[0].front.diagonals(), lane[1].front.diagonals());
        for (int d = 0; d < most; d++)
            for (auto &l : lane) {
                if (d >= l.front.diagonals())
                    continue;
                diagonal<TILE><<<l.front.tiles(d), TILE, 0, l.stream>>>(
                    l.text, l.text + l.front.rows * TILE, l.edges, l.best, d, l.front.first(d), l.front.rows,
                    l.front.columns);
            }
        for (int k = 0; k < 2; k++)
            cudaMemcpyAsync(&scores[base + k], lane[k].best, sizeof(int), cudaMemcpyDeviceToHost, lane[k].stream);
    }
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (size_t p = 0; p < pairs.size(); p++)
        printf("%zu x %zu: %d\n", pairs[p].a.size(), pairs[p].b.size(), scores[p]);
    return 0;
}
