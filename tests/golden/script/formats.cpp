// iostream formatting
#include <bitset>
#include <complex>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
struct Row {
    std::string name;
    double ms;
    size_t bytes;
};
std::ostream &operator<<(std::ostream &os, const Row &r)
{
    auto flags = os.flags();
    auto prec = os.precision();
    os << std::left << std::setw(12) << r.name << std::right << std::setw(10) << std::fixed
       << std::setprecision(3) << r.ms << std::setw(12) << r.bytes;
    os.flags(flags);
    os.precision(prec);
    return os;
}
template <class T> std::ostream &operator<<(std::ostream &os, const std::vector<T> &v)
{
    os << '{';
    for (size_t i = 0; i < v.size(); i++)
        os << (i ? ", " : "") << v[i];
    return os << '}';
}
std::ostream &line(std::ostream &o)
{
    return o << "---\n";
}
enum class Kind { A, B };
std::ostream &operator<<(std::ostream &o, Kind k)
{
    return o << (k == Kind::A ? "A" : "B");
}
int main()
{
    std::vector<Row> rows{{"copy", 1.23456, 1 << 20}, {"kernel", 12.5, 0}};
    for (auto &r : rows)
        std::cout << r << '\n';
    std::cout << std::string(20, '=') << std::endl << line;
    std::cout << std::hex << std::showbase << 255 << ' ' << std::uppercase << 0xabc
              << std::nouppercase << std::dec << std::noshowbase << ' ' << 10 << '\n';
    std::cout << std::oct << 8 << std::dec << ' ' << std::boolalpha << true << ' '
              << std::noboolalpha << false << '\n';
    std::cout << std::setfill('0') << std::setw(5) << 42 << std::setfill(' ') << std::setw(6) << -3
              << std::internal << std::setw(6) << -3 << '\n';
    std::cout << std::scientific << 12345.678 << ' ' << std::setprecision(2) << 0.00012
              << std::defaultfloat << ' ' << 1e10 << ' ' << 1e-5 << ' ' << 100000.0 << ' '
              << 1234567.0 << '\n';
    std::cout << std::setprecision(10) << 3.14159265358979 << ' ' << std::fixed << 2.0f
              << std::setprecision(6) << std::defaultfloat << '\n';
    std::cout << std::showpos << 5 << ' ' << 2.5 << std::noshowpos << ' ' << std::showpoint << 2.0
              << std::noshowpoint << '\n';
    std::cout << 'a' << (int)'a' << (char)98 << static_cast<unsigned char>('c') << ' '
              << (uint8_t)65 << ' ' << (int8_t)66 << '\n';
    std::cout << std::vector<int>{1, 2, 3} << std::vector<std::string>{"x", "y"} << Kind::B << '\n';
    std::cout << std::bitset<8>(37) << ' ' << std::complex<float>(1, -2) << ' '
              << std::quoted("q\"s") << '\n';
    std::ostringstream os;
    os << std::setw(8) << std::setprecision(4) << 3.14159 << "|" << std::left << std::setw(6)
       << "ab"
       << "|";
    os.fill('*');
    os << std::setw(5) << 7;
    std::cout << os.str() << ' ' << os.str().size() << '\n';
    os.str("");
    os << "new";
    std::cout << os.str() << '\n';
    std::stringstream ss;
    ss << 1 << ' ' << 2.5 << " text";
    int i;
    double d;
    std::string t;
    ss >> i >> d >> t;
    std::cout << i + d << t << ss.eof() << '\n';
    std::stringstream csv("1,2,3\n4,5,6\n");
    std::string ln, cell;
    int sum = 0;
    while (std::getline(csv, ln)) {
        std::stringstream ls(ln);
        while (std::getline(ls, cell, ','))
            sum += std::stoi(cell);
    }
    std::cout << sum << '\n';
    std::stringstream hx;
    hx << std::hex << 0xdeadbeefu;
    unsigned x;
    hx >> x;
    std::cout << x << ' ' << hx.str() << '\n';
    std::istringstream bad("abc");
    int n = 7;
    if (!(bad >> n)) {
        std::cout << "failed " << n << ' ' << bad.fail();
        bad.clear();
        std::string w;
        bad >> w;
        std::cout << ' ' << w << '\n';
    }
    const void *p = nullptr;
    std::cout << (p == nullptr) << ' ' << sizeof(p) << '\n';
    std::cout.width(6);
    std::cout << 1 << 2 << '\n';
    std::cout.put('c').write("hello", 3) << '\n';
    std::cout << 1.0f / 3 << ' ' << 1.0 / 3 << ' ' << 1e100 << ' ' << 0.1f << ' ' << 1.5L << '\n';
    std::cout << std::left << std::setw(10) << std::setfill('.') << "name" << std::right
              << std::setw(8) << 1.5 << std::setfill(' ') << "\n";
    std::ios_base::fmtflags f(std::cout.flags());
    std::cout << std::hex << 17;
    std::cout.flags(f);
    std::cout << ' ' << 17 << '\n';
    std::cout.setf(std::ios::fixed, std::ios::floatfield);
    std::cout.precision(1);
    std::cout << 9.96 << '\n';
    std::cout.unsetf(std::ios::floatfield);
    std::cout << 12.0 << std::resetiosflags(std::ios::basefield)
              << std::setiosflags(std::ios::showpos) << 3 << '\n';
    std::cout << std::noshowpos << std::setbase(16) << 31 << std::setbase(10) << '\n';
}
