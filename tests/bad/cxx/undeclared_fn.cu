#include <cuda_runtime.h>
int main()
{
    compute(3);
    return 0;
}
