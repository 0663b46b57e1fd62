#pragma once
#include <iostream>
template <class T> bool ask(const char *question, T &value)
{
    std::cout << question;
    return static_cast<bool>(std::cin >> value);
}
