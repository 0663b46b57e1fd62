// How long kernels by bytes take that are over soon: alone, shapes by bytes.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#pragma nullstream kernel(b0) bytes(1e6)
__global__ void b0(float *x) {}
#pragma nullstream kernel(b1) bytes(5e6)
__global__ void b1(float *x) {}
#pragma nullstream kernel(b2) bytes(20e6)
__global__ void b2(float *x) {}
#pragma nullstream kernel(b3) bytes(80e6)
__global__ void b3(float *x) {}
#pragma nullstream kernel(b4) bytes(1e6)
__global__ void b4(float *x) {}
#pragma nullstream kernel(b5) bytes(5e6)
__global__ void b5(float *x) {}
#pragma nullstream kernel(b6) bytes(20e6)
__global__ void b6(float *x) {}
#pragma nullstream kernel(b7) bytes(80e6)
__global__ void b7(float *x) {}
#pragma nullstream kernel(b8) bytes(1e6)
__global__ void b8(float *x) {}
#pragma nullstream kernel(b9) bytes(5e6)
__global__ void b9(float *x) {}
#pragma nullstream kernel(b10) bytes(20e6)
__global__ void b10(float *x) {}
#pragma nullstream kernel(b11) bytes(80e6)
__global__ void b11(float *x) {}
#pragma nullstream kernel(b12) bytes(1e6)
__global__ void b12(float *x) {}
#pragma nullstream kernel(b13) bytes(5e6)
__global__ void b13(float *x) {}
#pragma nullstream kernel(b14) bytes(20e6)
__global__ void b14(float *x) {}
#pragma nullstream kernel(b15) bytes(80e6)
__global__ void b15(float *x) {}
#pragma nullstream kernel(b16) bytes(320e6)
__global__ void b16(float *x) {}
#pragma nullstream kernel(b17) bytes(1e6)
__global__ void b17(float *x) {}
#pragma nullstream kernel(b18) bytes(5e6)
__global__ void b18(float *x) {}
#pragma nullstream kernel(b19) bytes(20e6)
__global__ void b19(float *x) {}
#pragma nullstream kernel(b20) bytes(80e6)
__global__ void b20(float *x) {}
#pragma nullstream kernel(b21) bytes(1e6)
__global__ void b21(float *x) {}
#pragma nullstream kernel(b22) bytes(5e6)
__global__ void b22(float *x) {}
#pragma nullstream kernel(b23) bytes(20e6)
__global__ void b23(float *x) {}
#pragma nullstream kernel(b24) bytes(80e6)
__global__ void b24(float *x) {}
#pragma nullstream kernel(b25) bytes(320e6)
__global__ void b25(float *x) {}
#pragma nullstream kernel(b26) bytes(1e6)
__global__ void b26(float *x) {}
#pragma nullstream kernel(b27) bytes(5e6)
__global__ void b27(float *x) {}
#pragma nullstream kernel(b28) bytes(20e6)
__global__ void b28(float *x) {}
#pragma nullstream kernel(b29) bytes(80e6)
__global__ void b29(float *x) {}
#pragma nullstream kernel(b30) bytes(320e6)
__global__ void b30(float *x) {}
#pragma nullstream kernel(b31) bytes(1e6)
__global__ void b31(float *x) {}
#pragma nullstream kernel(b32) bytes(5e6)
__global__ void b32(float *x) {}
#pragma nullstream kernel(b33) bytes(20e6)
__global__ void b33(float *x) {}
#pragma nullstream kernel(b34) bytes(80e6)
__global__ void b34(float *x) {}
#pragma nullstream kernel(b35) bytes(320e6)
__global__ void b35(float *x) {}
#pragma nullstream kernel(b36) bytes(1e6)
__global__ void b36(float *x) {}
#pragma nullstream kernel(b37) bytes(5e6)
__global__ void b37(float *x) {}
#pragma nullstream kernel(b38) bytes(20e6)
__global__ void b38(float *x) {}
#pragma nullstream kernel(b39) bytes(80e6)
__global__ void b39(float *x) {}
#pragma nullstream kernel(b40) bytes(320e6)
__global__ void b40(float *x) {}
#pragma nullstream kernel(b41) bytes(1e6)
__global__ void b41(float *x) {}
#pragma nullstream kernel(b42) bytes(5e6)
__global__ void b42(float *x) {}
#pragma nullstream kernel(b43) bytes(20e6)
__global__ void b43(float *x) {}
#pragma nullstream kernel(b44) bytes(80e6)
__global__ void b44(float *x) {}
#pragma nullstream kernel(b45) bytes(320e6)
__global__ void b45(float *x) {}
#pragma nullstream kernel(b46) bytes(1e6)
__global__ void b46(float *x) {}
#pragma nullstream kernel(b47) bytes(5e6)
__global__ void b47(float *x) {}
#pragma nullstream kernel(b48) bytes(20e6)
__global__ void b48(float *x) {}
#pragma nullstream kernel(b49) bytes(80e6)
__global__ void b49(float *x) {}
#pragma nullstream kernel(b50) bytes(320e6)
__global__ void b50(float *x) {}
#pragma nullstream kernel(b51) bytes(1e6)
__global__ void b51(float *x) {}
#pragma nullstream kernel(b52) bytes(5e6)
__global__ void b52(float *x) {}
#pragma nullstream kernel(b53) bytes(20e6)
__global__ void b53(float *x) {}
#pragma nullstream kernel(b54) bytes(80e6)
__global__ void b54(float *x) {}
#pragma nullstream kernel(b55) bytes(320e6)
__global__ void b55(float *x) {}
#pragma nullstream kernel(b56) bytes(1e6)
__global__ void b56(float *x) {}
#pragma nullstream kernel(b57) bytes(5e6)
__global__ void b57(float *x) {}
#pragma nullstream kernel(b58) bytes(20e6)
__global__ void b58(float *x) {}
#pragma nullstream kernel(b59) bytes(80e6)
__global__ void b59(float *x) {}
#pragma nullstream kernel(b60) bytes(320e6)
__global__ void b60(float *x) {}
#pragma nullstream kernel(b61) bytes(1e6)
__global__ void b61(float *x) {}
#pragma nullstream kernel(b62) bytes(5e6)
__global__ void b62(float *x) {}
#pragma nullstream kernel(b63) bytes(20e6)
__global__ void b63(float *x) {}
#pragma nullstream kernel(b64) bytes(80e6)
__global__ void b64(float *x) {}
#pragma nullstream kernel(b65) bytes(320e6)
__global__ void b65(float *x) {}

int main()
{
    float *x;
    cudaMalloc(&x, 1 << 20);
    b0<<<8, 1024>>>(x); cudaDeviceSynchronize();
    b1<<<8, 1024>>>(x); cudaDeviceSynchronize();
    b2<<<8, 1024>>>(x); cudaDeviceSynchronize();
    b3<<<8, 1024>>>(x); cudaDeviceSynchronize();
    b4<<<24, 1024>>>(x); cudaDeviceSynchronize();
    b5<<<24, 1024>>>(x); cudaDeviceSynchronize();
    b6<<<24, 1024>>>(x); cudaDeviceSynchronize();
    b7<<<24, 1024>>>(x); cudaDeviceSynchronize();
    b8<<<66, 256>>>(x); cudaDeviceSynchronize();
    b9<<<66, 256>>>(x); cudaDeviceSynchronize();
    b10<<<66, 256>>>(x); cudaDeviceSynchronize();
    b11<<<66, 256>>>(x); cudaDeviceSynchronize();
    b12<<<66, 1024>>>(x); cudaDeviceSynchronize();
    b13<<<66, 1024>>>(x); cudaDeviceSynchronize();
    b14<<<66, 1024>>>(x); cudaDeviceSynchronize();
    b15<<<66, 1024>>>(x); cudaDeviceSynchronize();
    b16<<<66, 1024>>>(x); cudaDeviceSynchronize();
    b17<<<132, 128>>>(x); cudaDeviceSynchronize();
    b18<<<132, 128>>>(x); cudaDeviceSynchronize();
    b19<<<132, 128>>>(x); cudaDeviceSynchronize();
    b20<<<132, 128>>>(x); cudaDeviceSynchronize();
    b21<<<132, 256>>>(x); cudaDeviceSynchronize();
    b22<<<132, 256>>>(x); cudaDeviceSynchronize();
    b23<<<132, 256>>>(x); cudaDeviceSynchronize();
    b24<<<132, 256>>>(x); cudaDeviceSynchronize();
    b25<<<132, 256>>>(x); cudaDeviceSynchronize();
    b26<<<132, 512>>>(x); cudaDeviceSynchronize();
    b27<<<132, 512>>>(x); cudaDeviceSynchronize();
    b28<<<132, 512>>>(x); cudaDeviceSynchronize();
    b29<<<132, 512>>>(x); cudaDeviceSynchronize();
    b30<<<132, 512>>>(x); cudaDeviceSynchronize();
    b31<<<132, 1024>>>(x); cudaDeviceSynchronize();
    b32<<<132, 1024>>>(x); cudaDeviceSynchronize();
    b33<<<132, 1024>>>(x); cudaDeviceSynchronize();
    b34<<<132, 1024>>>(x); cudaDeviceSynchronize();
    b35<<<132, 1024>>>(x); cudaDeviceSynchronize();
    b36<<<200, 256>>>(x); cudaDeviceSynchronize();
    b37<<<200, 256>>>(x); cudaDeviceSynchronize();
    b38<<<200, 256>>>(x); cudaDeviceSynchronize();
    b39<<<200, 256>>>(x); cudaDeviceSynchronize();
    b40<<<200, 256>>>(x); cudaDeviceSynchronize();
    b41<<<264, 1024>>>(x); cudaDeviceSynchronize();
    b42<<<264, 1024>>>(x); cudaDeviceSynchronize();
    b43<<<264, 1024>>>(x); cudaDeviceSynchronize();
    b44<<<264, 1024>>>(x); cudaDeviceSynchronize();
    b45<<<264, 1024>>>(x); cudaDeviceSynchronize();
    b46<<<528, 256>>>(x); cudaDeviceSynchronize();
    b47<<<528, 256>>>(x); cudaDeviceSynchronize();
    b48<<<528, 256>>>(x); cudaDeviceSynchronize();
    b49<<<528, 256>>>(x); cudaDeviceSynchronize();
    b50<<<528, 256>>>(x); cudaDeviceSynchronize();
    b51<<<528, 1024>>>(x); cudaDeviceSynchronize();
    b52<<<528, 1024>>>(x); cudaDeviceSynchronize();
    b53<<<528, 1024>>>(x); cudaDeviceSynchronize();
    b54<<<528, 1024>>>(x); cudaDeviceSynchronize();
    b55<<<528, 1024>>>(x); cudaDeviceSynchronize();
    b56<<<1100, 512>>>(x); cudaDeviceSynchronize();
    b57<<<1100, 512>>>(x); cudaDeviceSynchronize();
    b58<<<1100, 512>>>(x); cudaDeviceSynchronize();
    b59<<<1100, 512>>>(x); cudaDeviceSynchronize();
    b60<<<1100, 512>>>(x); cudaDeviceSynchronize();
    b61<<<1056, 256>>>(x); cudaDeviceSynchronize();
    b62<<<1056, 256>>>(x); cudaDeviceSynchronize();
    b63<<<1056, 256>>>(x); cudaDeviceSynchronize();
    b64<<<1056, 256>>>(x); cudaDeviceSynchronize();
    b65<<<1056, 256>>>(x); cudaDeviceSynchronize();
    return 0;
}
