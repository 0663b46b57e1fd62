#include <cuda_runtime.h>
class C {
    int n;
public:
    int get() { return n; }
};
int main()
{
    C c;
    c.n = 1;
    return 0;
}
