// Texts that are put together as if they were printed.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct point {
    int x, y;
};

static std::ostream &operator<<(std::ostream &out, const point &p)
{
    return out << "(" << p.x << ", " << p.y << ")";
}

static void print(std::ostream &out, const char *name, double value)
{
    out << name << "=" << value << std::endl;
}

static std::string label(int i)
{
    std::ostringstream name;
    name << "stream " << i << '/' << 2.5f;
    return name.str();
}

int main()
{
    std::ostringstream a;
    a << "n" << 1 << ' ' << 2u << std::string(" text ") << true << point{3, 4};
    printf("%s\n", a.str().c_str());
    a.str("");
    a << std::setw(6) << std::setfill('.') << 42 << std::fixed << std::setprecision(2) << 1.0;
    a << std::hex << 255;
    printf("%s %zu\n", a.str().c_str(), a.str().size());
    std::stringstream both;
    print(both, "time", 0.5);
    print(std::cout, "out", 1.25);
    std::string text = both.str() + label(7);
    printf("%s\n", text.c_str());
    both.str("abcdef");
    both << 12;
    printf("%s\n", both.str().c_str());
    std::ostringstream begun("begun, long");
    begun << "ended" << ' ' << "and more";
    std::cout << begun.str() << "\n";
    return 0;
}
