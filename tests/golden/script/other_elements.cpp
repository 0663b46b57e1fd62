// Vectors from ranges of what their elements are made of.
#include <cstdio>
#include <set>
#include <string>
#include <vector>

struct Meters {
    explicit Meters(double value) : m(value) {}
    double m;
};
struct Name {
    Name(const std::string &text) : length(text.size()) {}
    size_t length;
};

static std::vector<std::string> words(int argc, const char **argv)
{
    return {argv + 1, argv + argc};
}

int main(int argc, char **argv)
{
    std::vector<std::string> args(argv + 1, argv + argc);
    std::printf("%zu %zu\n", args.size(), args.capacity());
    const char *given[] = {"program", "--steps", "12", "file.dat"};
    std::vector<std::string> all(given, given + 4);
    const std::vector<std::string> rest(given + 1, given + 4);
    std::printf("%zu %s %s\n", all.size(), all[0].c_str(), rest.back().c_str());
    std::printf("%zu\n", words(4, given).size());
    all.insert(all.begin() + 1, given + 2, given + 4);
    std::printf("%zu %s\n", all.size(), all[1].c_str());
    all.assign(given, given + 2);
    std::printf("%zu %s\n", all.size(), all[1].c_str());
    std::vector<int> whole{1, 2, 3};
    std::vector<double> real(whole.begin(), whole.end());
    std::vector<int> back(real.data(), real.data() + 2);
    std::vector<float> halves(back.begin(), back.end());
    halves.assign(whole.begin() + 1, whole.end());
    halves.insert(halves.end(), real.begin(), real.end());
    std::printf("%.1f %d %zu %.1f\n", real[2], back[1], halves.size(), halves[2]);
    std::vector<Meters> meters(real.begin(), real.end());
    std::vector<Name> names(all.begin(), all.end());
    std::printf("%.1f %zu\n", meters[1].m, names[1].length);
    std::set<std::string> unique(given, given + 4);
    std::printf("%s\n", unique.begin()->c_str());
    return 0;
}
