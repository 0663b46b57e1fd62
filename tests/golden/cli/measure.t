What measure says before it looks for a GPU.

A program must have work for the device.

$ printf 'int main() { cudaDeviceSynchronize(); }\n' >$TMP/nothing.cu && nullstream measure $TMP/nothing.cu --gpu h200
2> nullstream: error: the program gives the device nothing to do
! 2

What ends a device cannot be measured, nor what comes after a reset.

$ printf '#pragma nullstream kernel(bad) time(80us) fails(cudaErrorIllegalAddress)\n__global__ void bad() {}\nint main() { bad<<<1, 32>>>(); cudaDeviceSynchronize(); }\n' >$TMP/fails.cu && nullstream measure $TMP/fails.cu --gpu h200
2> TMP/fails.cu:3: error: cannot measure a kernel that fails (cudaErrorIllegalAddress): the fault would end the process that measures
! 3
$ printf '#pragma nullstream kernel(k) time(80us)\n__global__ void k() {}\nint main() { cudaDeviceReset(); k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n' >$TMP/reset.cu && nullstream measure $TMP/reset.cu --gpu h200
2> TMP/reset.cu:3: error: cannot measure what comes after cudaDeviceReset: it takes away what runs have in common
! 3

A block runs for a second at most, so that no kernel can hold the device; by time, or by work: of 32 threads
each reads 312.5 MB at its 138 MB/s, or makes 1.875e9 of 6e10 flops, of which 500 threads fill an SM.

$ printf '#pragma nullstream kernel(k) COST\n__global__ void k() {}\nint main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n' >$TMP/long.cu && sed 's/COST/block_time(1100ms)/' $TMP/long.cu >$TMP/time.cu && nullstream measure $TMP/time.cu --gpu h200
2> TMP/time.cu:3: error: cannot measure `k`: a block of it takes 1100 ms, and the device ends every block after 1 s
! 3
$ sed 's/COST/bytes(1e10)/' $TMP/long.cu >$TMP/bytes.cu && nullstream measure $TMP/bytes.cu --gpu h200
2> TMP/bytes.cu:3: error: cannot measure `k`: a block of it takes 2300 ms, and the device ends every block after 1 s
! 3
$ sed 's/COST/flops(6e10)/' $TMP/long.cu >$TMP/flops.cu && nullstream measure $TMP/flops.cu --gpu h200
2> TMP/flops.cu:3: error: cannot measure `k`: a block of it takes 1934 ms, and the device ends every block after 1 s
! 3

Numbers are checked; a timeline is no program.

$ nullstream measure lessons/legacy-fence/fence.cu --processes 0
2> nullstream: error: --processes takes a whole number from 1 to 1000, not '0'
! 2
$ nullstream measure lessons/legacy-fence/fence.cu --timeout 1s
2> nullstream: error: --timeout takes a whole number from 1 to 86400, not '1s'
! 2
$ nullstream measure traces/h200/legacy-fence.json
2> traces/h200/legacy-fence.json: error: a timeline is no program to run
! 2

A program that asks and branches is run as the prediction went, and that is said.

$ printf '#pragma nullstream kernel(k) time(80us)\n__global__ void k() {}\nint main() {\n    k<<<1, 32>>>();\n    if (cudaStreamQuery(0) != cudaSuccess)\n        k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n' >$TMP/asks.cu && nullstream measure $TMP/asks.cu --gpu h200 2>&1 | head -1
> TMP/asks.cu:5: warning: the program depends on time here: what is run are the calls that the prediction made
