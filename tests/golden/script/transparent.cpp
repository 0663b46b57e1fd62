// keys of another type in maps that compare with less<>; manipulators chosen by ?:
#include <iomanip>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>

int main()
{
    std::map<std::string, int, std::less<>> ages{{"ann", 31}, {"bob", 27}, {"eve", 45}};
    std::set<std::string, std::less<>> seen{"x", "yy"};
    const std::string_view line = "bob,yy,zed";
    const auto &fixed_ages = ages;
    auto it = ages.find(line.substr(0, 3));
    if (it != ages.end())
        std::cout << it->first << ' ' << it->second << '\n';
    std::cout << (fixed_ages.find(line.substr(7)) == fixed_ages.end()) << ages.count("eve")
              << seen.count(line.substr(4, 2)) << (seen.find("x") != seen.end()) << '\n';
    for (int i = 0; i < 3; i++)
        std::cout << '[' << std::setw(6) << (i % 2 ? std::left : std::right) << i * 100 << ']';
    std::cout << '\n' << (line.size() > 5 ? std::hex : std::dec) << 255 << '\n';
}
