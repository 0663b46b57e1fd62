// A struct that can only be moved by what it holds, in other containers.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
struct N { std::unordered_map<std::string, std::unique_ptr<int>> m; };
int main() { std::map<std::string, N> x; x["a"].m["b"] = std::make_unique<int>(1); std::printf("%zu %d\n", x.size(), *x["a"].m["b"]); std::vector<N> v(2); v.resize(3); std::printf("%zu\n", v.size()); }
