// What an owner has freed is read through a pointer that it gave: the library made it and freed it, for
// lines of the program.
#include <cstdio>
#include <cuda_runtime.h>
#include <list>
#include <memory>

struct Patch {
    int level = 3;
};

int main()
{
    std::list<std::unique_ptr<Patch>> coarse;
    coarse.push_back(std::make_unique<Patch>());
    const Patch *parent = coarse.front().get();
    cudaDeviceSynchronize();
    coarse.pop_front();
    std::printf("%d\n", parent->level);
    return 0;
}
