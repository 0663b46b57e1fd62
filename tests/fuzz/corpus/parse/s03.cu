#include <string>
#include <iostream>
int main() { std::string s = "a"; s += "b"; std::cout << s + "c" << std::endl; return s.size(); }
