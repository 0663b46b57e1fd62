#include <cstdio>
#include <string>
int main(){ std::string s(4500,'7'); int n; sscanf(s.c_str(), "%5000d", &n); return 0; }
