// Dates of C's library, in UTC.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iomanip>
#include <iostream>
int main()
{
    for (std::time_t t : {0l, 951782399l, 951868800l, 1735689600l, 4102444799l, -86401l}) {
        std::tm *d = std::gmtime(&t);
        char text[160];
        std::size_t n = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a %A %b %B %e %I %p %y %F %T %D %R %%", d);
        std::printf("%zu %s %d %d\n", n, text, d->tm_wday, d->tm_yday);
    }
    std::tm date{};
    date.tm_year = 125;
    date.tm_mon = 1;
    date.tm_mday = 28;
    date.tm_hour = 13;
    std::time_t later = timegm(&date), now = std::time(nullptr);
    std::printf("%ld %g %d\n", (long)later, std::difftime(later, later - 60), now > 1700000000);
    std::cout << std::put_time(&date, "%d.%m.%Y %H:%M") << " " << std::strlen(std::asctime(&date)) << "\n";
    char small[4];
    std::printf("%zu\n", std::strftime(small, sizeof small, "%Y", &date));
}
