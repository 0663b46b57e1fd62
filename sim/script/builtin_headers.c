#include "sim/script/builtin_headers.h"

#include "sim/base/builtin.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"
#include "sim/script/brought_headers.h"
#include "sim/script/token.h"

#include <stdbool.h>
#include <string.h>

/* HEADER(name in #include, file in sim/script/headers without .txt) */
#define HEADERS(HEADER)                                                                            \
    HEADER("stddef.h", "stddef")                                                                   \
    HEADER("stdint.h", "stdint")                                                                   \
    HEADER("limits.h", "limits")                                                                   \
    HEADER("float.h", "float")                                                                     \
    HEADER("assert.h", "assert")                                                                   \
    HEADER("stdio.h", "stdio")                                                                     \
    HEADER("stdlib.h", "stdlib")                                                                   \
    HEADER("ctype.h", "ctype")                                                                     \
    HEADER("cuda_fp16.h", "cuda_fp16")                                                             \
    HEADER("string.h", "string")                                                                   \
    HEADER("math.h", "math")                                                                       \
    HEADER("time.h", "time")                                                                       \
    HEADER("unistd.h", "unistd")                                                                   \
    HEADER("getopt.h", "getopt")                                                                   \
    HEADER("sys/mman.h", "mman")                                                                   \
    HEADER("pthread.h", "pthread")                                                                 \
    HEADER("semaphore.h", "semaphore")                                                             \
    HEADER("sched.h", "sched")                                                                     \
    HEADER("nvtx3/nvToolsExt.h", "nvtx")                                                           \
    HEADER("helper_string.h", "helper_string")                                                     \
    HEADER("helper_timer.h", "helper_timer")                                                       \
    HEADER("helper_functions.h", "helper_functions")                                               \
    HEADER("helper_cuda.h", "helper_cuda")                                                         \
    HEADER("cooperative_groups.h", "cooperative_groups")                                           \
    HEADER("cooperative_groups/reduce.h", "cooperative_parts")                                     \
    HEADER("cooperative_groups/scan.h", "cooperative_parts")                                       \
    HEADER("cooperative_groups/memcpy_async.h", "cooperative_parts")                               \
    HEADER("curand_kernel.h", "curand_kernel")                                                     \
    HEADER("math_constants.h", "math_constants")                                                   \
    HEADER("mma.h", "mma")                                                                         \
    HEADER("cuda/barrier", "cuda_cxx")                                                             \
    HEADER("cuda_pipeline.h", "cuda_pipeline")                                                     \
    HEADER("nvtx3/nvtx3.hpp", "nvtx_cxx")                                                          \
    HEADER("vector", "cxx_vector")                                                                 \
    HEADER("string", "cxx_string")                                                                 \
    HEADER("thread", "cxx_thread")                                                                 \
    HEADER("chrono", "cxx_chrono")                                                                 \
    HEADER("mutex", "cxx_mutex")                                                                   \
    HEADER("atomic", "cxx_atomic")                                                                 \
    HEADER("algorithm", "cxx_algorithm")                                                           \
    HEADER("utility", "cxx_utility")                                                               \
    HEADER("charconv", "cxx_charconv")                                                             \
    HEADER("initializer_list", "cxx_initializer_list")                                             \
    HEADER("functional", "cxx_functional")                                                         \
    HEADER("numeric", "cxx_numeric")                                                               \
    HEADER("limits", "cxx_limits")                                                                 \
    HEADER("array", "cxx_array")                                                                   \
    HEADER("memory", "cxx_memory")                                                                 \
    HEADER("sstream", "cxx_sstream")                                                               \
    HEADER("fstream", "cxx_fstream")                                                               \
    HEADER("type_traits", "cxx_traits")                                                            \
    HEADER("condition_variable", "cxx_condition")                                                  \
    HEADER("future", "cxx_future")                                                                 \
    HEADER("shared_mutex", "cxx_shared_mutex")                                                     \
    HEADER("barrier", "cxx_barrier")                                                               \
    HEADER("latch", "cxx_latch")                                                                   \
    HEADER("semaphore", "cxx_semaphore")                                                           \
    HEADER("random", "cxx_random")                                                                 \
    HEADER("map", "cxx_map")                                                                       \
    HEADER("iostream", "cxx_iostream")                                                             \
    HEADER("__ns_cin", "cxx_cin")                                                                  \
    HEADER("__ns_ios", "cxx_ios")                                                                  \
    HEADER("__ns_objects", "cxx_objects")                                                          \
    HEADER("__ns_vector_with", "cxx_vector_with")                                                  \
    HEADER("__ns_stdexcept", "cxx_stdexcept")                                                      \
    HEADER("__ns_errors", "cxx_errors")                                                            \
    HEADER("__ns_exception_ptr", "cxx_exception_ptr")                                              \
    HEADER("__ns_exception", "cxx_exception")                                                      \
    HEADER("__ns_compare", "cxx_compare")                                                          \
    HEADER("__ns_algobase", "cxx_algobase")                                                        \
    HEADER("__ns_allocator", "cxx_allocator")                                                      \
    HEADER("__ns_atomics", "gcc_atomics")                                                          \
    HEADER("__ns_builtins", "gcc_builtins")                                                        \
    HEADER("__ns_errc", "cxx_errc")                                                                \
    HEADER("__ns_functional", "cxx_reference")                                                     \
    HEADER("__ns_hash_of", "cxx_hash_of")                                                          \
    HEADER("__ns_int", "int")                                                                      \
    HEADER("__ns_memory_order", "cxx_memory_order")                                                \
    HEADER("__ns_arrivals", "cxx_arrivals")                                                        \
    HEADER("__ns_positions", "cxx_positions")                                                      \
    HEADER("__ns_stream_iterator", "cxx_stream_iterator")                                          \
    HEADER("__ns_unique_ptr", "cxx_unique_ptr")                                                    \
    HEADER("__ns_byte", "cxx_byte")                                                                \
    HEADER("__ns_sequences", "cxx_sequences")                                                      \
    HEADER("__ns_date", "date")                                                                    \
    HEADER("__ns_hash_many", "cxx_hash_many")                                                      \
    HEADER("__ns_nodes", "cxx_nodes")                                                              \
    HEADER("__ns_tree", "cxx_tree")                                                                \
    HEADER("unordered_map", "cxx_unordered_map")                                                   \
    HEADER("unordered_set", "cxx_unordered_set")                                                   \
    HEADER("set", "cxx_set")                                                                       \
    HEADER("__ns_hash", "cxx_hash")                                                                \
    HEADER("queue", "cxx_queue")                                                                   \
    HEADER("deque", "cxx_deque")                                                                   \
    HEADER("stack", "cxx_stack")                                                                   \
    HEADER("list", "cxx_list")                                                                     \
    HEADER("tuple", "cxx_tuple")                                                                   \
    HEADER("optional", "cxx_optional")                                                             \
    HEADER("complex", "cxx_complex")                                                               \
    HEADER("cuComplex.h", "cuComplex")                                                             \
    HEADER("bitset", "cxx_bitset")                                                                 \
    HEADER("iterator", "cxx_iterator")                                                             \
    HEADER("ratio", "cxx")                                                                         \
    HEADER("variant", "cxx_variant")                                                               \
    HEADER("any", "cxx_any")                                                                       \
    HEADER("forward_list", "cxx_forward_list")                                                     \
    HEADER("valarray", "cxx_valarray")                                                             \
    HEADER("string_view", "cxx_string_view")                                                       \
    HEADER("regex", "cxx")                                                                         \
    HEADER("filesystem", "cxx")                                                                    \
    HEADER("system_error", "cxx_system_error")                                                     \
    HEADER("typeinfo", "cxx_typeinfo")                                                             \
    HEADER("source_location", "cxx_source_location")                                               \
    HEADER("stop_token", "cxx_stop_token")                                                         \
    HEADER("typeindex", "cxx_typeindex")                                                           \
    HEADER("iosfwd", "cxx")                                                                        \
    HEADER("streambuf", "cxx")                                                                     \
    HEADER("stdarg.h", "stdarg")                                                                   \
    HEADER("locale", "cxx")                                                                        \
    HEADER("execution", "cxx")                                                                     \
    HEADER("span", "cxx_span")                                                                     \
    HEADER("bit", "cxx_bit")                                                                       \
    HEADER("concepts", "cxx_concepts")                                                             \
    HEADER("numbers", "cxx_numbers")                                                               \
    HEADER("format", "cxx_format")                                                                 \
    HEADER("print", "cxx_print")                                                                   \
    HEADER("ranges", "cxx_ranges")                                                                 \
    HEADER("__ns_digits", "cxx_digits")                                                            \
    HEADER("__ns_views", "cxx_views")                                                              \
    HEADER("__ns_range_parts", "cxx_ranges_base")                                                  \
    HEADER("__ns_ranges", "cxx_ranges_algorithm")                                                  \
    HEADER("compare", "cxx_ordering")                                                              \
    HEADER("version", "cxx")                                                                       \
    HEADER("bits/stdc++.h", "cxx_all")                                                             \
    HEADER("signal.h", "signal")                                                                   \
    HEADER("errno.h", "errno")                                                                     \
    HEADER("coroutine", "cxx")                                                                     \
    HEADER("cuda_fp8.h", "cuda_fp8")                                                               \
    HEADER("expected", "cxx")                                                                      \
    HEADER("fcntl.h", "cxx")                                                                       \
    HEADER("immintrin.h", "cxx")                                                                   \
    HEADER("memory_resource", "cxx")                                                               \
    HEADER("omp.h", "cxx")                                                                         \
    HEADER("scoped_allocator", "cxx")                                                              \
    HEADER("spanstream", "cxx")                                                                    \
    HEADER("stacktrace", "cxx")                                                                    \
    HEADER("syncstream", "cxx")                                                                    \
    HEADER("sys/resource.h", "cxx")                                                                \
    HEADER("stdatomic.h", "cxx")                                                                   \
    HEADER("stdbool.h", "cxx")

/* ALIAS(name, the header that it stands for; "version": nothing
 * of it is declared): no two headers may have one file, which a program
 * that includes both would read twice. */
#define ALIASES(ALIAS)                                                                             \
    ALIAS("cstdarg", "stdarg.h")                                                                   \
    ALIAS("cstddef", "stddef.h")                                                                   \
    ALIAS("cstdint", "stdint.h")                                                                   \
    ALIAS("inttypes.h", "stdint.h")                                                                \
    ALIAS("cinttypes", "stdint.h")                                                                 \
    ALIAS("sys/types.h", "stdint.h")                                                               \
    ALIAS("climits", "limits.h")                                                                   \
    ALIAS("cerrno", "errno.h")                                                                     \
    ALIAS("cfloat", "float.h")                                                                     \
    ALIAS("cassert", "assert.h")                                                                   \
    ALIAS("cstdio", "stdio.h")                                                                     \
    ALIAS("cctype", "ctype.h")                                                                     \
    ALIAS("cuda_bf16.h", "cuda_fp16.h")                                                            \
    ALIAS("cstdlib", "stdlib.h")                                                                   \
    ALIAS("cstring", "string.h")                                                                   \
    ALIAS("csignal", "signal.h")                                                                   \
    ALIAS("strings.h", "string.h")                                                                 \
    ALIAS("memory.h", "string.h")                                                                  \
    ALIAS("cmath", "math.h")                                                                       \
    ALIAS("ctime", "time.h")                                                                       \
    ALIAS("sys/time.h", "time.h")                                                                  \
    ALIAS("iomanip", "__ns_ios")                                                                   \
    ALIAS("ios", "__ns_ios")                                                                       \
    ALIAS("ostream", "__ns_ios")                                                                   \
    ALIAS("istream", "sstream")                                                                    \
    ALIAS("stdexcept", "__ns_stdexcept")                                                           \
    ALIAS("cxxabi.h", "typeinfo")                                                                  \
    ALIAS("new", "__ns_exception")                                                                 \
    ALIAS("exception", "__ns_exception_ptr")                                                       \
    ALIAS("ccomplex", "complex")                                                                   \
    ALIAS("cfenv", "version")                                                                      \
    ALIAS("ciso646", "version")                                                                    \
    ALIAS("clocale", "version")                                                                    \
    ALIAS("codecvt", "version")                                                                    \
    ALIAS("csetjmp", "version")                                                                    \
    ALIAS("cstdalign", "version")                                                                  \
    ALIAS("cstdbool", "version")                                                                   \
    ALIAS("ctgmath", "complex")                                                                    \
    ALIAS("cuchar", "version")                                                                     \
    ALIAS("cwchar", "version")                                                                     \
    ALIAS("cwctype", "version")                                                                    \
    ALIAS("dirent.h", "version")                                                                   \
    ALIAS("dlfcn.h", "version")                                                                    \
    ALIAS("emmintrin.h", "version")                                                                \
    ALIAS("fenv.h", "version")                                                                     \
    ALIAS("libgen.h", "version")                                                                   \
    ALIAS("locale.h", "version")                                                                   \
    ALIAS("setjmp.h", "version")                                                                   \
    ALIAS("sys/ioctl.h", "version")                                                                \
    ALIAS("sys/stat.h", "version")                                                                 \
    ALIAS("sys/syscall.h", "version")                                                              \
    ALIAS("sys/sysinfo.h", "version")                                                              \
    ALIAS("sys/utsname.h", "version")                                                              \
    ALIAS("sys/wait.h", "version")                                                                 \
    ALIAS("wchar.h", "version")                                                                    \
    ALIAS("x86intrin.h", "version")                                                                \
    ALIAS("xmmintrin.h", "version")                                                                \
    ALIAS("cuda_runtime_api.h", "cuda_runtime.h")                                                  \
    ALIAS("cuda.h", "cuda_runtime.h")                                                              \
    ALIAS("cuda/pipeline", "cuda/barrier")                                                         \
    ALIAS("cuda/atomic", "cuda/barrier")                                                           \
    ALIAS("cuda/semaphore", "cuda/barrier")                                                        \
    ALIAS("cuda/latch", "cuda/barrier")                                                            \
    ALIAS("cuda/annotated_ptr", "cuda/barrier")                                                    \
    ALIAS("cuda/ptx", "cuda/barrier")                                                              \
    ALIAS("cuda/std/atomic", "cuda/barrier")                                                       \
    ALIAS("cuda/std/barrier", "cuda/barrier")                                                      \
    ALIAS("cuda/std/cstdint", "cuda/barrier")                                                      \
    ALIAS("cuda/std/type_traits", "cuda/barrier")                                                  \
    ALIAS("cuda/std/utility", "cuda/barrier")                                                      \
    ALIAS("driver_types.h", "cuda_runtime.h")                                                      \
    ALIAS("builtin_types.h", "cuda_runtime.h")                                                     \
    ALIAS("host_defines.h", "cuda_runtime.h")                                                      \
    ALIAS("device_types.h", "cuda_runtime.h")                                                      \
    ALIAS("texture_types.h", "cuda_runtime.h")                                                     \
    ALIAS("surface_types.h", "cuda_runtime.h")                                                     \
    ALIAS("sm_60_atomic_functions.h", "cuda_runtime.h")                                            \
    ALIAS("cuda_device_runtime_api.h", "cuda_runtime.h")                                           \
    ALIAS("vector_types.h", "cuda_runtime.h")                                                      \
    ALIAS("vector_functions.h", "cuda_runtime.h")                                                  \
    ALIAS("device_launch_parameters.h", "cuda_runtime.h")                                          \
    ALIAS("cuda_profiler_api.h", "cuda_runtime.h")                                                 \
    ALIAS("nvToolsExt.h", "nvtx3/nvToolsExt.h")                                                    \
    ALIAS("nvtx3/nvToolsExtCuda.h", "nvtx3/nvToolsExt.h")                                          \
    ALIAS("nvToolsExtCuda.h", "nvtx3/nvToolsExt.h")

/* REMOVED(name, what to do instead): names of older CUDA versions that CUDA 13 does not have
 * (CUDA 13.0 headers; release notes of 12.0 and 13.0), properties that moved included. */
#define REMOVED_NAMES(REMOVED)                                                                     \
    REMOVED("cudaThreadSynchronize", "use cudaDeviceSynchronize")                                  \
    REMOVED("cudaThreadExit", "use cudaDeviceReset")                                               \
    REMOVED("cudaThreadSetLimit", "use cudaDeviceSetLimit")                                        \
    REMOVED("cudaThreadGetLimit", "use cudaDeviceGetLimit")                                        \
    REMOVED("cudaThreadSetCacheConfig", "use cudaDeviceSetCacheConfig")                            \
    REMOVED("cudaThreadGetCacheConfig", "use cudaDeviceGetCacheConfig")                            \
    REMOVED("cudaSetupArgument", "use cudaLaunchKernel")                                           \
    REMOVED("cudaConfigureCall", "use cudaLaunchKernel")                                           \
    REMOVED("cudaLaunch", "use cudaLaunchKernel")                                                  \
    REMOVED("cudaLaunchCooperativeKernelMultiDevice",                                              \
            "use cudaLaunchCooperativeKernel on each device")                                      \
    REMOVED("cudaMemPrefetchAsync_v2", "use cudaMemPrefetchAsync, which has its parameters now")   \
    REMOVED("cudaMemAdvise_v2", "use cudaMemAdvise, which has its parameters now")                 \
    REMOVED("cudaEventElapsedTime_v2", "use cudaEventElapsedTime")                                 \
    REMOVED("cudaGetDeviceProperties_v2", "use cudaGetDeviceProperties")                           \
    REMOVED("cudaStreamGetCaptureInfo_v2", "use cudaStreamGetCaptureInfo")                         \
    REMOVED("cudaFuncSetSharedMemConfig", "leave it out: it has no effect since Kepler")           \
    REMOVED("cudaDeviceSetSharedMemConfig", "leave it out: it has no effect since Kepler")         \
    REMOVED("cudaDeviceGetSharedMemConfig", "leave it out: it has no effect since Kepler")         \
    REMOVED("cudaProfilerInitialize", "use cudaProfilerStart and a profiler's own options")        \
    REMOVED("cudaBindTexture", "use cudaCreateTextureObject")                                      \
    REMOVED("cudaUnbindTexture", "use cudaDestroyTextureObject")                                   \
    REMOVED("cudaMemcpyToArray", "use cudaMemcpy2DToArray")                                        \
    REMOVED("cudaMemcpyFromArray", "use cudaMemcpy2DFromArray")                                    \
    REMOVED("cudaStreamAttrValue_v2", "use cudaStreamAttrValue")                                   \
    REMOVED("clockRate", "use cudaDeviceGetAttribute with cudaDevAttrClockRate")                   \
    REMOVED("memoryClockRate", "use cudaDeviceGetAttribute with cudaDevAttrMemoryClockRate")       \
    REMOVED("deviceOverlap", "use asyncEngineCount, or cudaDevAttrGpuOverlap")                     \
    REMOVED("kernelExecTimeoutEnabled",                                                            \
            "use cudaDeviceGetAttribute with cudaDevAttrKernelExecTimeout")                        \
    REMOVED("computeMode", "use cudaDeviceGetAttribute with cudaDevAttrComputeMode")               \
    REMOVED("singleToDoublePrecisionPerfRatio",                                                    \
            "use cudaDeviceGetAttribute with cudaDevAttrSingleToDoublePrecisionPerfRatio")         \
    REMOVED("cooperativeMultiDeviceLaunch", "leave it out: such launches are gone")                \
    REMOVED("maxTexture1DLinear", "use cudaDeviceGetTexture1DLinearMaxWidth")

#define NO_ARRAYS                                                                                  \
    "arrays are not covered: keep the data in linear memory (cudaMalloc, cudaMalloc3D)"
#define NO_TEXTURES                                                                                \
    "textures are not covered: give the kernel the pointer that the texture would read"
#define NO_DRIVER "the driver API is not covered: use the runtime API (cudaMalloc and its like)"
#define NO_THREADS                                                                                 \
    "for threads there are std::thread, std::mutex, std::condition_variable, std::atomic"
#define NO_C_ATOMICS                                                                               \
    "nvcc does not take <stdatomic.h>'s either: include <atomic>, and write std:: before it; "     \
    "_Atomic T is std::atomic<T>"
#define NO_LIBRARY "put a kernel of about the cost of the library's call in its place"
#define NO_OPENMP  "OpenMP is not simulated: " NO_THREADS

/* Names of CUDA 13 that are not covered, and what to do instead; NAME* is a beginning. */
static const struct not_covered {
    const char *name, *instead;
} not_covered_names[] = {
    {"cudaMemcpy3DPeer*", "several devices are not covered: use cudaMemcpy3D"},
    {"cudaMalloc3D*", NO_ARRAYS},
    {"cudaArray*", NO_ARRAYS},
    {"cudaMallocArray", NO_ARRAYS},
    {"cudaFreeArray", NO_ARRAYS},
    {"cudaMipmappedArray*", NO_ARRAYS},
    {"cudaMemcpy2DToArray*", NO_ARRAYS},
    {"cudaMemcpy2DFromArray*", NO_ARRAYS},
    {"cudaMemcpy2DArrayToArray", NO_ARRAYS},
    {"cudaChannelFormat*", NO_ARRAYS},
    {"cudaCreateChannelDesc", NO_ARRAYS},
    {"cudaTexture*", NO_TEXTURES},
    {"cudaSurface*", NO_TEXTURES},
    {"cudaCreateTextureObject", NO_TEXTURES},
    {"cudaDestroyTextureObject", NO_TEXTURES},
    {"tex1D*", NO_TEXTURES},
    {"tex2D*", NO_TEXTURES},
    {"tex3D*", NO_TEXTURES},
    {"cudaCreateSurfaceObject", NO_TEXTURES},
    {"cudaResource*", NO_TEXTURES},
    {"cuInit", NO_DRIVER},
    {"cuDriver*", NO_DRIVER},
    {"cuDevice*", NO_DRIVER},
    {"cuCtx*", NO_DRIVER},
    {"cuMem*", NO_DRIVER},
    {"cuStream*", NO_DRIVER},
    {"cuEvent*", NO_DRIVER},
    {"cuLaunch*", NO_DRIVER},
    {"cuModule*", NO_DRIVER},
    {"cuLibrary*", NO_DRIVER},
    {"cuKernel*", NO_DRIVER},
    {"cuFunc*", NO_DRIVER},
    {"cuGet*", NO_DRIVER},
    {"CUdevice*", NO_DRIVER},
    {"CUcontext", NO_DRIVER},
    {"CUstream", NO_DRIVER},
    {"CUevent", NO_DRIVER},
    {"CUmodule", NO_DRIVER},
    {"CUlibrary", NO_DRIVER},
    {"CUfunction", NO_DRIVER},
    {"CUkernel", NO_DRIVER},
    {"CUresult", NO_DRIVER},
    {"CUDA_SUCCESS", NO_DRIVER},
    {"cudaIpc*", "other processes are not covered: keep all in one"},
    {"cublas*", NO_LIBRARY},
    {"CUBLAS_*", NO_LIBRARY},
    {"cufft*", NO_LIBRARY},
    {"CUFFT_*", NO_LIBRARY},
    {"cudnn*", NO_LIBRARY},
    {"CUDNN_*", NO_LIBRARY},
    {"cusparse*", NO_LIBRARY},
    {"cusolver*", NO_LIBRARY},
    {"curandGenerator*", NO_LIBRARY},
    {"curandCreateGenerator", NO_LIBRARY},
    {"curandStatus_t", NO_LIBRARY},
    {"nccl*", NO_LIBRARY},
    {"omp_*", NO_OPENMP},
    {"_Atomic", NO_C_ATOMICS},
    {"ATOMIC_VAR_INIT", NO_C_ATOMICS},
    {"atomic_int*", NO_C_ATOMICS},
    {"atomic_uint*", NO_C_ATOMICS},
    {"atomic_long", NO_C_ATOMICS},
    {"atomic_ulong", NO_C_ATOMICS},
    {"atomic_bool", NO_C_ATOMICS},
    {"atomic_size_t", NO_C_ATOMICS},
    {"atomic_flag*", NO_C_ATOMICS},
    {"atomic_init", NO_C_ATOMICS},
    {"atomic_load*", NO_C_ATOMICS},
    {"atomic_store*", NO_C_ATOMICS},
    {"atomic_fetch_*", NO_C_ATOMICS},
    {"atomic_exchange*", NO_C_ATOMICS},
    {"atomic_compare_exchange*", NO_C_ATOMICS},
    {"atomic_thread_fence", NO_C_ATOMICS},
};

/* Headers that are no CUDA library's, and for what they have there is something else. */
static const struct not_covered not_covered_headers[] = {
    {"threads.h", NO_THREADS}, {"cu*", NO_LIBRARY},  {"thrust/*", NO_LIBRARY},
    {"nccl*", NO_LIBRARY},     {"nv*", NO_LIBRARY},  {"npp*", NO_LIBRARY},
    {"rmm/*", NO_LIBRARY},     {"mpi*", NO_LIBRARY},
};

static const char *text_of(const char *file)
{
    char path[96] = "sim/script/headers/";
    size_t length = strlen(path);
    for (; *file && length < sizeof path - 5; file++)
        path[length++] = *file;
    memcpy(path + length, ".txt", 5);
    const struct builtin_file *found = builtin_find(path);
    return found ? found->text : "";
}

/* The enum of errors, then the types of sim/script/headers/cuda_types.txt. */
static void add_types(struct strbuf *out)
{
    strbuf_adds(out, "enum cudaError {\n");
#define ERROR(name, number, text) strbuf_addf(out, "    %s = %d,\n", #name, number);
    CUDA_ERROR_LIST(ERROR)
#undef ERROR
    strbuf_adds(out, "};\ntypedef enum cudaError cudaError_t;\n");
    strbuf_adds(out, text_of("cuda_types"));
    strbuf_adds(out,
                "typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, "
                "void *userData);\n");
}

static void add_calls(struct strbuf *out)
{
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        const struct call_info *info = call_info((enum call)i);
        if (info->group == CALL_GROUP_HOST)
            continue;
        strbuf_addf(out, "cudaError_t %s(%s);\n", info->name, info->parameters);
    }
    strbuf_adds(out, "const char *cudaGetErrorName(cudaError_t error);\n"
                     "const char *cudaGetErrorString(cudaError_t error);\n");
}

void builtin_headers_init(struct builtin_headers *headers)
{
    strbuf_init(&headers->cuda);
    strbuf_adds(&headers->cuda, "#pragma once\n"
                                "#include <stddef.h>\n");
    add_types(&headers->cuda);
    add_calls(&headers->cuda);
    strbuf_adds(&headers->cuda, text_of("device"));
    strbuf_adds(&headers->cuda, text_of("cuda_overloads"));
    strbuf_adds(&headers->cuda, text_of("cuda_volumes"));
}

void builtin_headers_release(struct builtin_headers *headers)
{
    strbuf_release(&headers->cuda);
}

/* Whether a header is one of C++, which two names stand for: one file with what it brings along,
 * one without. */
static bool brings_headers(const char *name)
{
    return !strchr(name, '.') && name[0] != '_';
}

const char *builtin_header(void *context, const char *name)
{
    struct builtin_headers *headers = context;
    bool own = strncmp(name, OWN_HEADER, strlen(OWN_HEADER)) == 0;
    const char *brought = brought_headers(name);
    if (brought)
        return brought;
    if (own)
        name += strlen(OWN_HEADER);
    if (strcmp(name, "cuda_runtime.h") == 0)
        return headers->cuda.text;
    if (strcmp(name, "nullstream/prelude") == 0)
        return text_of("prelude");
    if (strcmp(name, "nullstream.cuh") == 0) {
        const struct builtin_file *file = builtin_find("lessons/nullstream.cuh");
        return file ? file->text : NULL;
    }
#define HEADER(header, file)                                                                       \
    if (strcmp(name, header) == 0)                                                                 \
        return own || !brings_headers(name) ? text_of(file)                                        \
                                            : "#pragma once\n#include <" OWN_HEADER header ">\n";
    HEADERS(HEADER)
#undef HEADER
#define ALIAS(alias, header)                                                                       \
    if (strcmp(name, alias) == 0)                                                                  \
        return "#include <" header ">\n";
    ALIASES(ALIAS)
#undef ALIAS
    return NULL;
}

const char *builtin_header_name(size_t index)
{
#define HEADER(header, file) header,
    static const char *const names[] = {"cuda_runtime.h", HEADERS(HEADER) ALIASES(HEADER)};
#undef HEADER
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_word_character(text[length]))
        length++;
    return length;
}

/* Behind the line, and those that it goes on in. */
static const char *line_end(const char *text)
{
    const char *end = text;
    do
        end += strcspn(end, "\n") + (strchr(end, '\n') != NULL);
    while (*end && end - text > 1 && end[-2] == '\\');
    return end;
}

/* Whether a header declares `name` itself: outside of braces and parentheses stands `name(`,
 * `name;` or `name {`, or there is a #define of it. */
static bool declares(const char *text, const char *name)
{
    static const char define[] = "#define ";
    size_t wanted = strlen(name);
    int depth = 0;
    while (*text) {
        bool directive = *text == '#', macro = strncmp(text, define, strlen(define)) == 0;
        const char *word = macro ? text + strlen(define) : text;
        size_t length = word_length(word);
        if (depth == 0 && length && length == wanted && memcmp(word, name, length) == 0) {
            char behind = word[length + strspn(word + length, " \n")];
            if (macro || behind == '(' || behind == ';' || behind == '{')
                return true;
        }
        depth += *text == '(' || *text == '{';
        depth -= *text == ')' || *text == '}';
        text = directive ? line_end(text) : text + (length ? length : 1);
    }
    return false;
}

const char *builtin_declaring_header(void *context, const char *name)
{
#define HEADER(header, file)                                                                       \
    if (strchr(header, '.') && declares(text_of(file), name))                                      \
        return "<" header ">";
    HEADERS(HEADER)
#undef HEADER
    return declares(builtin_header(context, "nullstream.cuh"), name) ? "\"nullstream.cuh\"" : NULL;
}

const char *builtin_removed_name(void *context, const char *name)
{
    (void)context;
#define REMOVED(removed, instead)                                                                  \
    if (strcmp(name, removed) == 0)                                                                \
        return instead;
    REMOVED_NAMES(REMOVED)
#undef REMOVED
    return NULL;
}

static const char *not_covered(const struct not_covered *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *pattern = table[i].name;
        size_t length = strlen(pattern);
        if (pattern[length - 1] == '*' ? strncmp(name, pattern, length - 1) == 0
                                       : strcmp(name, pattern) == 0)
            return table[i].instead;
    }
    return NULL;
}

static const char *name_not_covered(void *context, const char *name)
{
    (void)context;
    return not_covered(not_covered_names, sizeof not_covered_names / sizeof *not_covered_names,
                       name);
}

static const char *header_instead(void *context, const char *header)
{
    (void)context;
    return not_covered(not_covered_headers,
                       sizeof not_covered_headers / sizeof *not_covered_headers, header);
}

/* Until CUDA 12 a device's number stood there, and cudaMemPrefetchAsync had no flags. */
static const char *conversion_hint(void *context, const char *wanted, const char *what)
{
    (void)context;
    if (strcmp(wanted, "cudaMemLocation") != 0)
        return NULL;
    if (strstr(what, "cudaMemPrefetchAsync"))
        return "in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}, and 0 (flags) "
               "behind it";
    return "in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}";
}

void builtin_headers_write_clang(struct strbuf *out)
{
    strbuf_adds(out, text_of("clang_before"));
    add_types(out);
    strbuf_adds(out, "extern \"C\" {\n");
    add_calls(out);
    strbuf_adds(out, "}\n");
    strbuf_adds(out, text_of("device"));
    strbuf_adds(out, text_of("clang_after"));
    strbuf_adds(out, text_of("cuda_volumes"));
}

void builtin_headers_offer(struct builtin_headers *headers, struct script_options *options)
{
    options->context = headers;
    options->builtin_header = builtin_header;
    options->removed_name = builtin_removed_name;
    options->conversion_hint = conversion_hint;
    options->declaring_header = builtin_declaring_header;
    options->not_covered = name_not_covered;
    options->header_instead = header_instead;
}
