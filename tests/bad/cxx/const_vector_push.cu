#include <cuda_runtime.h>
#include <vector>
int main()
{
    const std::vector<int> v;
    v.push_back(1);
    return 0;
}
