// What CUPTI's activity records cost a program, by how CUPTI is set up. Native only. For each set-up a process of its own
// prints: us of a launch on the host (64 launches behind a long kernel), us a kernel of a chain of 40 kernels of
// 10 us takes, us a copy of a row of 40 copies of 64 KiB takes, us of a new thread's first query and first launch,
// us of the first launch after a flush; the row twice: at once, and after 150 programs (streams made, used,
// recorded and destroyed; every tenth time the device is reset).
// nvcc -O2 -std=c++17 -arch=sm_90 -o cupti-cost cupti-cost.cu -ldl
#include <cuda_runtime.h>
#include <cupti.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static double now() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
__global__ void spin(long ns) { long start, t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start)); do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); while (t - start < ns); }

template <class F> static F fn(F, const char *name) { static void *lib = dlopen("libcupti.so.13", RTLD_NOW | RTLD_GLOBAL); return lib ? (F)dlsym(lib, name) : nullptr; }
#define CU(f) fn(&f, #f)
static bool zeroed; static size_t buffer_bytes = 1 << 20; static std::vector<uint8_t *> pool;
static void CUPTIAPI requested(uint8_t **b, size_t *size, size_t *records) {
    *records = 0; *size = buffer_bytes;
    if (zeroed && !pool.empty()) { *b = pool.back(); pool.pop_back(); return; }
    *b = (uint8_t *)aligned_alloc(8, buffer_bytes); if (zeroed) memset(*b, 0, buffer_bytes);
}
static void CUPTIAPI completed(CUcontext, uint32_t, uint8_t *b, size_t, size_t) { if (zeroed) { memset(b, 0, buffer_bytes); pool.push_back(b); } else free(b); }

enum { NONE, LOADED, ALL, ZEROED, COPIES, KERNELS, PINNED, SHARED, RECORDS_OFF };
static const char *names[] = {"no CUPTI", "registered, nothing enabled", "kernels, copies, memsets", "the same, cleared buffers", "copies only, cleared", "kernels only, cleared", "all, cleared, pinned profiling buffers", "all, cleared, one buffer for all threads", "all enabled once, then disabled"};
static std::vector<CUpti_ActivityKind> kinds_of(int how) {
    if (how <= LOADED) return {};
    if (how == COPIES) return {CUPTI_ACTIVITY_KIND_MEMCPY};
    if (how == KERNELS) return {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};
    return {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};
}
static void begin(int how) { for (auto k : kinds_of(how)) CU(cuptiActivityEnable)(k); }
static void end(int how) { if (how > LOADED) { CU(cuptiActivityFlushAll)(1); for (auto k : kinds_of(how)) CU(cuptiActivityDisable)(k); } }
static double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }

static void row(int how, const char *when) {
    cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    char *d, *h; cudaMalloc(&d, 1 << 20); cudaMallocHost(&h, 1 << 20);
    spin<<<1, 32, 0, s>>>(1000); cudaDeviceSynchronize();
    std::vector<double> launch, chain, copies, query, first, flushed, copycall;
    for (int r = 0; r < 12; r++) {
        begin(how);
        double t = now(); spin<<<1, 32, 0, s>>>(600000); if (r > 1) flushed.push_back(now() - t);
        t = now(); for (int i = 0; i < 64; i++) spin<<<1, 32, 0, s>>>(500); double l = (now() - t) / 64;
        t = now(); for (int i = 0; i < 40; i++) cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s); double c = (now() - t) / 40;
        cudaStreamSynchronize(s);
        spin<<<1, 32, 0, s>>>(300000); for (int i = 0; i < 40; i++) spin<<<1, 32, 0, s>>>(10000);
        t = now(); cudaStreamSynchronize(s); // wall from the end of the first is taken by events below
        cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); float ms1, ms2;
        spin<<<1, 32, 0, s>>>(300000); cudaEventRecord(a, s); for (int i = 0; i < 40; i++) spin<<<1, 32, 0, s>>>(10000); cudaEventRecord(b, s); cudaStreamSynchronize(s); cudaEventElapsedTime(&ms1, a, b);
        spin<<<1, 32, 0, s>>>(300000); cudaEventRecord(a, s); for (int i = 0; i < 40; i++) cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s); cudaEventRecord(b, s); cudaStreamSynchronize(s); cudaEventElapsedTime(&ms2, a, b);
        double q = 0, f = 0;
        std::thread([&] { double t = now(); cudaStreamQuery(s); q = now() - t; t = now(); spin<<<1, 32, 0, s>>>(500); f = now() - t; }).join();
        cudaDeviceSynchronize(); cudaEventDestroy(a); cudaEventDestroy(b);
        end(how == RECORDS_OFF && r == 0 ? ALL : how == RECORDS_OFF ? NONE : how);
        if (how == RECORDS_OFF && r == 0) for (auto k : kinds_of(ALL)) CU(cuptiActivityDisable)(k);
        if (r > 1) { launch.push_back(l); copycall.push_back(c); chain.push_back(ms1 * 1000 / 40); copies.push_back(ms2 * 1000 / 40); query.push_back(q); first.push_back(f); }
    }
    printf("%-42s %-6s launch %.2f copy call %.2f kernel of chain %.2f copy of row %.2f new thread's query %.1f launch %.1f after flush %.1f\n", names[how], when, median(launch), median(copycall), median(chain), median(copies), median(query), median(first), median(flushed));
    cudaStreamDestroy(s); cudaFree(d); cudaFreeHost(h);
}
static void program(int how, int i) {
    cudaStream_t s[6]; char *d, *h; cudaMalloc(&d, 1 << 22); cudaMallocHost(&h, 1 << 22);
    for (auto &x : s) cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking);
    begin(how);
    for (int r = 0; r < 4; r++) { for (int k = 0; k < 10; k++) for (auto x : s) { spin<<<4, 64, 0, x>>>(2000); cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, x); } cudaDeviceSynchronize(); }
    end(how);
    for (auto &x : s) cudaStreamDestroy(x);
    cudaFree(d); cudaFreeHost(h);
    if (i % 10 == 0) cudaDeviceReset();
}
int main(int argc, char **argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    for (int how = NONE; how <= RECORDS_OFF; how++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(25);
            if (how >= LOADED) {
                uint8_t one = 1, zero = 0; size_t n = 1;
                zeroed = how >= ZEROED && how != RECORDS_OFF;
                if (zeroed) { CU(cuptiActivitySetAttribute)(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &n, &one); for (int i = 0; i < 16; i++) { auto b = (uint8_t *)aligned_alloc(8, buffer_bytes); memset(b, 0, buffer_bytes); pool.push_back(b); } }
                if (how == PINNED) CU(cuptiActivitySetAttribute)(CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED, &n, &one);
                if (how == SHARED) CU(cuptiActivitySetAttribute)(CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER, &n, &zero);
                CU(cuptiActivityRegisterCallbacks)(requested, completed);
            }
            row(how, "new"); row(how, "again");
            if (how == ALL || how == ZEROED || how == NONE) { for (int i = 0; i < 150; i++) program(how, i); row(how, "aged"); }
            fflush(stdout); _exit(0);
        }
        int status; waitpid(child, &status, 0); if (status) printf("%s: status %x\n", names[how], status);
    }
}
