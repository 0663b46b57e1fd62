// Native only. What a launch costs the host by how it is written: with <<<>>>, which nvcc 13 makes
// a launch by handle, or by cudaLaunchKernel; without arguments or with 96 bytes of them. 300
// launches to two streams in turn behind a kernel of 3 ms, us a launch: least, median and most of
// 25 rows.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

struct many {
    double us;
    char rest[88];
};

__global__ void block(double us)
{
    spin_us(us);
}

__global__ void none()
{
    spin_us(1);
}

__global__ void some(struct many arguments)
{
    spin_us(arguments.us);
}

static cudaStream_t streams[2];

static void launch(int form, cudaStream_t stream)
{
    struct many arguments = {1};
    void *pointers[] = {&arguments};
    switch (form) {
    case 0:
        none<<<1, 32, 0, stream>>>();
        break;
    case 1:
        cudaLaunchKernel((const void *)none, dim3(1), dim3(32), NULL, 0, stream);
        break;
    case 2:
        some<<<1, 32, 0, stream>>>(arguments);
        break;
    default:
        cudaLaunchKernel((const void *)some, dim3(1), dim3(32), pointers, 0, stream);
        break;
    }
}

int main()
{
    const char *forms[] = {"<<<>>>", "cudaLaunchKernel", "<<<>>> 96 bytes",
                           "cudaLaunchKernel 96 bytes"};
    for (auto &stream : streams)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::vector<double> took[4];
    for (int row = 0; row < 28; row++)
        for (int form = 0; form < 4; form++) {
            cudaDeviceSynchronize();
            for (auto &stream : streams)
                block<<<1, 32, 0, stream>>>(3000);
            double at = host_time_us();
            for (int i = 0; i < 300; i++)
                launch(form, streams[i % 2]);
            if (row >= 3)
                took[form].push_back((host_time_us() - at) / 300);
        }
    cudaDeviceSynchronize();
    for (int form = 0; form < 4; form++) {
        std::sort(took[form].begin(), took[form].end());
        printf("%-26s %.3f %.3f %.3f\n", forms[form], took[form].front(),
               took[form][took[form].size() / 2], took[form].back());
    }
    return 0;
}
