#include <vector>
int main() { std::vector<int> v(3, 1); v.push_back(2); for (auto &x : v) x++; return v[0] + v.size(); }
