// a character where a text of them may stand; a stream that a reader of the program's own fails;
// what GCC counts without a header
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

enum class Op { add, mul };

std::istream &operator>>(std::istream &in, Op &op)
{
    std::string word;
    if (in >> word) {
        if (word == "add")
            op = Op::add;
        else if (word == "mul")
            op = Op::mul;
        else
            in.setstate(std::ios::failbit);
    }
    return in;
}

int main()
{
    const std::string path = "src/dir/file.cu";
    const std::string_view view = path;
    std::cout << path.substr(path.find_last_of('/') + 1) << ' ' << path.find_first_of('/') << ' '
              << path.find_first_not_of('s') << ' ' << view.find_last_of('.') << ' '
              << view.find_last_not_of('u') << '\n';
    for (const char *text : {"add", "mul", "div", ""}) {
        std::istringstream in(text);
        Op op = Op::add;
        if (in >> op)
            std::cout << (op == Op::add ? "add" : "mul") << '\n';
        else
            std::cout << "not an operation: " << text << (in.eof() ? " (end)" : "") << '\n';
    }
    std::cout << __builtin_popcount(0xf0f0u) << ' ' << __builtin_ctz(48) << ' ' << __builtin_clz(1)
              << ' ' << __builtin_popcountll(~0ull) << ' ' << __builtin_ffs(0) << '\n';
}
