// Variables outside functions whose initial values need temporaries.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
enum class M { A, B };
const int &five = 5;
const std::string &text = "text";
static const std::map<M, std::vector<int>> lists = {{M::A, {1, 2}}, {M::B, {3}}};
static std::unordered_map<std::string, std::pair<int, double>> table = {{"one", {1, 1.5}},
                                                                        {"two", {2, 2.5}}};
std::vector<std::pair<std::string, int>> pairs = {{"p", 1}, {"q", 2}};
std::pair<std::string, int> single("z", 9), other = std::make_pair("w", 8);
static int add(const int &a, const int &b)
{
    return a + b;
}
int sum = add(3, 4), more = add(five, 10);
struct Config {
    std::map<std::string, int> values;
    int n;
};
Config config = {{{"a", 1}, {"b", 2}}, 3};
struct S {
    int v;
    S(const int &x) : v(x)
    {
    }
};
S s(4);
S array[2] = {S(1), S(2)};
namespace deep
{
std::map<int, std::string> m{{1, "x"}};
const std::set<std::string> set = {"k", "l"};
} // namespace deep
struct T {
    static std::map<int, std::string> names;
};
std::map<int, std::string> T::names = {{7, "seven"}};
static std::string name(M m)
{
    static const std::map<M, std::string> known = {{M::A, "A"}, {M::B, "B"}};
    return known.at(m);
}
int main()
{
    printf("%d %s %zu %d\n", five, text.c_str(), lists.at(M::A).size(), table["two"].first);
    printf("%s %s %d %s\n", pairs[0].first.c_str(), single.first.c_str(), other.second,
           other.first.c_str());
    printf("%d %d %d %d %d %d\n", sum, more, config.values["b"], config.n, s.v, array[1].v);
    printf("%s %zu %s %s\n", deep::m[1].c_str(), deep::set.count("k"), T::names[7].c_str(),
           name(M::B).c_str());
}
