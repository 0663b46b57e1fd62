// Standard input that is empty: g++ ... && ./a.out < /dev/null
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

static int ask(std::istream &in, int otherwise)
{
    int n;
    return in >> n ? n : otherwise;
}

int main(int argc, char **argv)
{
    int n = 5;
    std::cin >> n;
    std::printf("%d %d %d\n", n, std::cin.fail(), std::cin.eof());
    std::string line = "kept";
    int lines = 0;
    while (std::getline(std::cin, line))
        lines++;
    std::cin.clear();
    double x;
    while (std::cin >> x)
        lines++;
    std::cin.clear();
    int c = std::cin.get();
    std::printf("%d %d %d\n", lines, c, std::cin ? 1 : 0);
    std::istringstream text("12");
    bool given = argc > 1;
    std::printf("%d %d\n", ask(std::cin, 7), ask(text, 8));
    int a = scanf("%d", &n);
    char buffer[8] = "full";
    bool none = std::fgets(buffer, sizeof buffer, stdin) == nullptr;
    std::printf("%d %d %d %s %d %d\n", a, n, none, buffer, std::getchar(), given);
    return 0;
}
