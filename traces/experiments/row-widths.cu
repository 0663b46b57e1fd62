// How long do copies of rows take by the rows' width and by how far they lie apart, alone and
// beside such copies the other way? About 4 MiB each, four in a row, by events around them; medians
// of us a copy over the rounds. Native only.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

const int ROUNDS = 9, COUNT = 4;
const size_t MIB = 1 << 20, FAR = 32768;
cudaStream_t s[2];
cudaEvent_t from[2], to[2], go;
char *host[2], *device[2];

void queue(bool out, size_t width, size_t rows, size_t host_pitch, size_t device_pitch, bool flat)
{
    cudaEventRecord(from[out], s[out]);
    for (int i = 0; i < COUNT; i++)
        if (flat)
            cudaMemcpyAsync(out ? host[out] : device[out], out ? device[out] : host[out],
                            width * rows, out ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice,
                            s[out]);
        else
            cudaMemcpy2DAsync(out ? host[out] : device[out], out ? host_pitch : device_pitch,
                              out ? device[out] : host[out], out ? device_pitch : host_pitch, width,
                              rows, out ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, s[out]);
    cudaEventRecord(to[out], s[out]);
}

int main()
{
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreate(&from[i]);
        cudaEventCreate(&to[i]);
        cudaMallocHost((void **)&host[i], 128 * MIB);
        cudaMalloc((void **)&device[i], 128 * MIB);
    }
    const size_t widths[] = {64, 256, 1024, 2048, 2080, 3000, 4096, 4160, 8192, 16384, 65536};
    printf("%44s  in     out   both: in  out\n", "");
    for (size_t width : widths)
        for (int form = 0; form < 6; form++) {
            size_t rows = 4 * MIB / width, aligned = (width + 511) / 512 * 512;
            if (rows > 4096)
                rows = 4096;
            size_t host_pitch = form == 2 || form == 4 ? 2 * width : form == 5 ? FAR : width;
            if (form == 5 && width > FAR)
                continue;
            size_t device_pitch = form == 3 || form == 4 ? aligned : width;
            double took[2][2][ROUNDS];
            for (int both = 0; both < 2; both++)
                for (int r = 0; r < ROUNDS; r++)
                    for (int out = 0; out < 2; out++) {
                        queue(out, width, rows, host_pitch, device_pitch, form == 0);
                        if (both)
                            queue(!out, width, rows, host_pitch, device_pitch, form == 0);
                        cudaDeviceSynchronize();
                        float ms;
                        cudaEventElapsedTime(&ms, from[out], to[out]);
                        took[both][out][r] = 1000 * ms / COUNT;
                    }
            const char *const forms[] = {"one piece",         "rows, together",
                                         "apart on the host", "apart on the device",
                                         "apart in both",     "far apart on the host"};
            printf("%5d x %5d %-20s %8.1f", (int)width, (int)rows, forms[form],
                   (double)(width * rows) / 55.4e3);
            for (int both = 0; both < 2; both++)
                for (int out = 0; out < 2; out++) {
                    std::sort(took[both][out], took[both][out] + ROUNDS);
                    printf(" %7.1f", took[both][out][ROUNDS / 2]);
                }
            printf("\n");
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
