// <bitset> where nothing else brings streams
#include <bitset>
#include <cstdio>

int main()
{
    std::bitset<8> bits(5);
    std::printf("%zu %s\n", bits.count(), bits.to_string().c_str());
    return 0;
}
