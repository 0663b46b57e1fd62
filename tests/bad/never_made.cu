#include <cstdlib>
#include <cstring>
#include <string>

int main()
{
    auto *s = static_cast<std::string *>(malloc(sizeof(std::string)));
    memset(static_cast<void *>(s), 0x31, sizeof *s);
    *s += "abc";
}
