// Encrypts a file image with ChaCha20 in chunks: buffers are stream-ordered allocations from a pool of
// its own with a release threshold, three streams, host memory is pinned, then decrypts and compares.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define E(x) do { cudaError_t c_ = (x); if (c_ != cudaSuccess) { fprintf(stderr, "%s -> %s\n", #x, cudaGetErrorName(c_)); exit(1); } } while (0)
#define ROTL(v, n) (((v) << (n)) | ((v) >> (32 - (n))))
#define QR(a, b, c, d) a += b, d ^= a, d = ROTL(d, 16), c += d, b ^= c, b = ROTL(b, 12), a += b, d ^= a, d = ROTL(d, 8), c += d, b ^= c, b = ROTL(b, 7)

struct Key { uint32_t k[8], nonce[3]; };

__global__ void chacha20(const uint32_t *in, uint32_t *out, size_t words, Key key, uint32_t counter)
{
    size_t block = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (block * 16 >= words) return;
    uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
                      key.k[0], key.k[1], key.k[2], key.k[3], key.k[4], key.k[5], key.k[6], key.k[7],
                      counter + (uint32_t)block, key.nonce[0], key.nonce[1], key.nonce[2]};
    uint32_t x[16];
#pragma unroll
    for (int i = 0; i < 16; i++) x[i] = s[i];
#pragma unroll
    for (int i = 0; i < 10; i++) {
        QR(x[0], x[4], x[8], x[12]); QR(x[1], x[5], x[9], x[13]); QR(x[2], x[6], x[10], x[14]); QR(x[3], x[7], x[11], x[15]);
        QR(x[0], x[5], x[10], x[15]); QR(x[1], x[6], x[11], x[12]); QR(x[2], x[7], x[8], x[13]); QR(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int i = 0; i < 16; i++) {
        size_t at = block * 16 + i;
        if (at < words) out[at] = in[at] ^ (x[i] + s[i]);
    }
}

class Pool {
public:
    explicit Pool(uint64_t keep)
    {
        cudaMemPoolProps props;
        memset(&props, 0, sizeof props);
        props.allocType = cudaMemAllocationTypePinned;
        props.handleTypes = cudaMemHandleTypeNone;
        props.location.type = cudaMemLocationTypeDevice;
        props.location.id = 0;
        E(cudaMemPoolCreate(&pool_, &props));
        E(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep));
    }
    ~Pool() { cudaMemPoolDestroy(pool_); }
    template <class T> T *get(size_t n, cudaStream_t s)
    {
        void *p = nullptr;
        E(cudaMallocFromPoolAsync(&p, n * sizeof(T), pool_, s));
        return static_cast<T *>(p);
    }

private:
    cudaMemPool_t pool_;
};

static void crypt(Pool &pool, const std::vector<cudaStream_t> &streams, const uint32_t *from, uint32_t *to, size_t words, size_t chunk, const Key &key)
{
    size_t i = 0;
    for (size_t at = 0; at < words; at += chunk, i++) {
        cudaStream_t s = streams[i % streams.size()];
        size_t n = words - at < chunk ? words - at : chunk;
        uint32_t *a = pool.get<uint32_t>(n, s), *b = pool.get<uint32_t>(n, s);
        E(cudaMemcpyAsync(a, from + at, n * 4, cudaMemcpyHostToDevice, s));
        unsigned blocks = (unsigned)((n / 16 + 127) / 128 + 1);
        chacha20<<<blocks, 128, 0, s>>>(a, b, n, key, (uint32_t)(at / 16));
        E(cudaGetLastError());
        E(cudaFreeAsync(a, s));
        E(cudaMemcpyAsync(to + at, b, n * 4, cudaMemcpyDeviceToHost, s));
        E(cudaFreeAsync(b, s));
    }
    for (cudaStream_t s : streams) E(cudaStreamSynchronize(s));
}

int main()
{
    const size_t words = 24u << 20, chunk = (5u << 20) / 2; // 96 MiB in chunks of 10 MiB
    Key key = {{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11}};
    uint32_t *plain, *cipher;
    E(cudaMallocHost(&plain, words * 4));
    E(cudaMallocHost(&cipher, words * 4));
    memset(plain, 0x5a, words * 4);
    std::vector<cudaStream_t> streams(3);
    for (auto &s : streams) E(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    Pool pool(256u << 20);
    crypt(pool, streams, plain, cipher, words, chunk, key);
    uint32_t mix = 0;
    for (size_t i = 0; i < words; i += 4099) mix = mix * 31 + cipher[i];
    crypt(pool, streams, cipher, cipher, words, chunk, key);
    size_t bad = 0;
    for (size_t i = 0; i < words; i += 1021) bad += cipher[i] != plain[i];
    printf("cipher checksum %08x, %zu words differ after decryption\n", mix, bad);
    for (auto s : streams) cudaStreamDestroy(s);
    cudaFreeHost(plain);
    cudaFreeHost(cipher);
    return bad != 0;
}
