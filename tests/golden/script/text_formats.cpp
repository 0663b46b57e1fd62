/* How streams print: manipulators, flags, members; numbers from text, and their errors; files. */
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
static void emit(std::ostream &os, double v)
{
    os << std::setw(8) << v << "|";
}
int main()
{
    const char *texts[] = {"12", "abc", "99999999999", " -7x", "0x1f", ""};
    for (const char *t : texts)
        for (int base : {10, 16, 0})
            try {
                size_t used = 0;
                int n = std::stoi(t, &used, base);
                std::cout << n << " " << used << "\n";
            } catch (const std::invalid_argument &e) {
                std::cout << "invalid " << e.what() << "\n";
            } catch (const std::out_of_range &e) {
                std::cout << "range " << e.what() << "\n";
            }
    try {
        std::stof("1e99");
    } catch (std::exception &e) {
        std::cout << e.what() << "\n";
    }
    try {
        std::stoul("99999999999999999999999");
    } catch (std::exception &e) {
        std::cout << e.what() << "\n";
    }
    std::cout << std::hex << std::uppercase << 255 << " " << std::showbase << 255 << " " << std::oct
              << 8 << std::dec << " " << 8 << std::nouppercase << std::hex << " " << -1 << std::dec
              << std::noshowbase << std::endl;
    std::cout << std::showpos << 5 << " " << 2.5 << std::noshowpos << std::internal
              << std::setfill('0') << std::setw(6) << -5 << std::setfill(' ') << "\n";
    std::cout << std::setw(8) << std::left << "ab"
              << "|" << std::right << std::setw(8) << "cd"
              << "|\n";
    std::cout << std::showpoint << 3.0 << std::noshowpoint << " " << 3.0 << " " << std::boolalpha
              << true << std::noboolalpha << true << "\n";
    std::cout.precision(2);
    std::cout.width(9);
    std::cout.fill('*');
    std::cout << 3.14159 << "\n";
    std::cout.fill(' ');
    std::cout.setf(std::ios::fixed, std::ios::floatfield);
    std::cout << 2.0 << std::endl;
    std::ios_base::fmtflags old = std::cout.flags();
    std::cout << std::hex << 16;
    std::cout.flags(old);
    std::cout << 16 << std::endl;
    std::cout.unsetf(std::ios::floatfield);
    std::cout.setf(std::ios::scientific);
    std::cout << 1234.5 << std::defaultfloat << " " << 1234.5 << "\n";
    std::streamsize before = std::cout.precision(5);
    std::cout << before << " " << std::cout.precision() << " " << 3.14159265 << "\n";
    std::ostringstream os;
    os.precision(3);
    os.setf(std::ios::fixed);
    emit(os, 2.0);
    emit(os, 31.41592);
    os.write("xyz", 2);
    os.put('!');
    os.width(5);
    os << 7;
    std::cout << os.str() << "\n";
    emit(std::cout, 1.5);
    std::cout.write("bytes\n", 6).flush();
    std::cout.put('\n');
    std::ifstream in("/nonexistent/missing.cfg");
    std::string line;
    int lines = 0;
    if (!in)
        std::cout << "cannot open\n";
    while (std::getline(in, line))
        lines++;
    std::cout << lines << in.is_open() << in.good() << "\n";
    std::ofstream csv("/tmp/ns_results.csv", std::ios::out | std::ios::trunc);
    std::vector<float> v(4, 1.5f);
    if (csv.is_open()) {
        csv << "n,ms\n" << std::fixed << std::setprecision(2);
        for (float f : v)
            csv << f << ',';
        csv.write((const char *)v.data(), (std::streamsize)(v.size() * sizeof(float)));
        emit(csv, 1.0);
        csv.close();
    }
    std::cout << csv.is_open() << !csv << csv.good() << "\n";
    std::stringstream ss;
    ss << "1 2 abc";
    int a, b;
    std::string w;
    ss >> a >> b >> w;
    std::cout << a + b << w << ss.eof() << "\n";
    std::istringstream bin(std::string("ab\0cd", 5));
    char buf[4];
    bin.read(buf, 4);
    std::cout << bin.gcount() << (int)buf[2] << bin.tellg() << "\n";
    std::string x("ab\0cd", 5), y("ab\0ce", 5);
    std::cout << (x < y) << (x == y) << (x.compare(y) < 0) << x.size() << "\n";
    std::clog << "";
    std::ios::sync_with_stdio(false);
}
