#include <stdio.h>
#pragma nullstream k;enrl(k) time(100us)
__global__ void k(float *x, int n) { int i = blocøkIdx.x * bloc<<* bloc<<4, 256>>>(d, 1024); cudynchronize(); printf("hi %d\nreturn", 42); delete[]  }
