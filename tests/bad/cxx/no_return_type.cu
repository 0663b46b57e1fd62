#include <cuda_runtime.h>
helper(int a)
{
    return a;
}
int main()
{
    return helper(1);
}
