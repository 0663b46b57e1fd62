// Context for the figures of bench.c: the same number of plain activities in SimGrid, N executions
// one after the other on each of 16 hosts. Usage: simgrid N
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <simgrid/s4u.hpp>
#include <string>

int main(int argc, char **argv)
{
    simgrid::s4u::Engine engine(&argc, argv);
    long total = argc > 1 ? std::atol(argv[1]) : 1000000;
    auto *zone = simgrid::s4u::create_full_zone("zone");
    for (int i = 0; i < 16; i++) {
        auto *host = zone->create_host("host" + std::to_string(i), 1e9);
        simgrid::s4u::Actor::create("stream" + std::to_string(i), host, [total]() {
            for (long k = 0; k < total / 16; k++)
                simgrid::s4u::this_actor::execute(1e5 + static_cast<double>(k % 7));
        });
    }
    zone->seal();
    timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    engine.run();
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = static_cast<double>(to.tv_sec - from.tv_sec) +
                     static_cast<double>(to.tv_nsec - from.tv_nsec) * 1e-9;
    std::printf("%.3f %ld\n", seconds, total / 16 * 16);
}
