/* std::cin, named only by a header that is read behind <iostream>. */
#include <iostream>

#include "late_input.hpp"

int main()
{
    int n = 4;
    ask("n? ", n);
    std::cout << n << "\n";
    return 0;
}
