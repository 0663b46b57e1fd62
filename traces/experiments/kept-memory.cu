// Native only. What decides what kept page-locked memory takes main: whether the process has had
// the pages before, how long ago they were given back, or what the caches hold? Eight pieces of 2
// MiB are taken and kept, then all given back: first of all in the process; again at once; 4 ms of
// spinning later; behind 64 MiB that are filled; behind as much that is read; while one, or eight,
// of the pieces before are still held; and each given back before the next. Seven rounds of all but
// the first; printed are us: the first take, the median of the others, the first give, the median
// of the others. To be built with nvcc -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <vector>

static const size_t MIB = 1 << 20;
enum { PIECES = 8, ROUNDS = 7 };

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static double middle(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static std::vector<double> takes[PIECES], gives[PIECES];

static void take_all(void **p, bool in_turn)
{
    for (int i = 0; i < PIECES; i++) {
        double at = now_us();
        cudaMallocHost(&p[i], 2 * MIB);
        double taken = now_us();
        takes[i].push_back(taken - at);
        if (!in_turn)
            continue;
        cudaFreeHost(p[i]);
        gives[i].push_back(now_us() - taken);
    }
}

static void give_all(void **p)
{
    for (int i = 0; i < PIECES; i++) {
        double at = now_us();
        cudaFreeHost(p[i]);
        gives[i].push_back(now_us() - at);
    }
}

static void print(const char *name)
{
    std::vector<double> more, less;
    for (int i = 1; i < PIECES; i++) {
        more.push_back(middle(takes[i]));
        less.push_back(middle(gives[i]));
    }
    printf("%-44s: take %6.1f then %6.1f, give %6.1f then %6.1f\n", name, middle(takes[0]),
           middle(more), middle(gives[0]), middle(less));
    for (int i = 0; i < PIECES; i++) {
        takes[i].clear();
        gives[i].clear();
    }
}

int main()
{
    static volatile char sum;
    void *p[PIECES], *held[PIECES];
    cudaFree(0);
    take_all(p, false);
    give_all(p);
    print("first in the process");
    char *filled = (char *)malloc(64 * MIB);
    memset(filled, 1, 64 * MIB);
    static const char *const names[] = {"again at once",
                                        "4 ms later",
                                        "behind 64 MiB filled",
                                        "behind 64 MiB read",
                                        "while one is held",
                                        "while eight are held",
                                        "each given back before the next"};
    for (int again = 0; again < 2; again++)
        for (int c = 0; c < 7; c++) {
            int holds = c == 4 ? 1 : c == 5 ? PIECES : 0;
            for (int i = 0; i < holds; i++)
                cudaMallocHost(&held[i], 2 * MIB);
            for (int round = 0; round < ROUNDS; round++) {
                if (c == 1)
                    for (double until = now_us() + 4000; now_us() < until;) {
                    }
                if (c == 2)
                    memset(filled, round, 64 * MIB);
                for (size_t i = 0; c == 3 && i < 64 * MIB; i += 64)
                    sum = (char)(sum + filled[i]);
                take_all(p, c == 6);
                if (c != 6)
                    give_all(p);
            }
            for (int i = 0; i < holds; i++)
                cudaFreeHost(held[i]);
            print(names[c]);
        }
    free(filled);
    return 0;
}
