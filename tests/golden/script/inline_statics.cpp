// Objects that are static members, defined in the struct.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
class Phase { static inline std::map<std::string, int> count_; static inline std::vector<int> v_{1, 2}; static inline std::string s_ = "abc"; public: explicit Phase(const std::string &n) { ++count_[n]; v_.push_back(3); } static void report() { for (auto &[n, c] : count_) std::printf("%s %d %zu %s\n", n.c_str(), c, v_.size(), s_.c_str()); } };
struct T { static inline std::map<int, int> m{{1, 2}}; static std::map<int, int> old; };
std::map<int, int> T::old = {{3, 4}};
int main() { Phase p("a"); Phase("a"); Phase::report(); std::printf("%d %d\n", T::m[1], T::old[3]); }
