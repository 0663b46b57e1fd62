/* Elements of constexpr arrays, std::arrays and structs where constants are wanted. */
#include <array>
#include <cstddef>
#include <cstdio>
struct Tile {
    int m, n;
    float scale;
    constexpr int area() const
    {
        return m * n;
    }
};
static constexpr std::array<int, 4> kSizes = {256, 512, 1024, 2048};
static constexpr int kBlocks[] = {32, 64, 128, 256};
constexpr int kTotal = kBlocks[0] + kBlocks[3];
constexpr Tile kTiles[] = {{16, 8, 0.5f}, {32, 4, 1.5f}};
constexpr Tile kBig{128, 64, 2.0f};
static_assert(kSizes[1] == 512, "an element");
static_assert(kTotal == 288, "a sum");
static_assert(kSizes.size() == 4 && !kSizes.empty() && kSizes.front() == 256 &&
                  kSizes.back() == 2048,
              "members");
static_assert(kTiles[1].m == 32 && kTiles[0].scale < 1.0f, "members of elements");
static_assert(kBig.area() == 8192 && kTiles[1].area() == 128, "methods");
constexpr int sum(const int *values, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}
static_assert(sum(kBlocks, 4) == 480, "pointers");
constexpr int third(const std::array<int, 4> &of)
{
    return of[2];
}
static_assert(third(kSizes) == 1024, "references");
template <size_t N> constexpr size_t count_of(const int (&)[N])
{
    return N;
}
struct Tables {
    static constexpr std::array<const char *, 3> names = {"sync", "async", "graph"};
    static constexpr int table[2][2] = {{1, 2}, {3, 4}};
    static constexpr int sparse[8] = {7};
};
template <int N> struct Buf {
    int data[N];
};
template <int N, typename T = int> int twice()
{
    return 2 * N * (int)sizeof(T);
}
template <int I> int at()
{
    if constexpr (kSizes[I] > 600)
        return 1;
    else
        return 0;
}
enum { FROM_TABLE = kBlocks[2] };
int main()
{
    Buf<kBlocks[1]> a;
    Buf<kSizes[0]> b;
    Buf<Tables::table[1][0]> c;
    int lengths[kSizes.size()] = {0};
    char bytes[kTiles[0].n + Tables::sparse[5]];
    printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof c, sizeof lengths, sizeof bytes);
    printf("%d %d %d %d\n", twice<kSizes[3]>(), twice<kBig.m, char>(), at<0>(), at<2>());
    switch (300) {
    case kBlocks[3]:
        puts("no");
        break;
    case 300:
        puts("yes");
        break;
    }
    constexpr int local[3] = {4, 5, 6};
    constexpr std::array arr{7, 8, 9};
    static_assert(local[1] + arr[2] == 14, "locals");
    int made[local[2]];
    for (auto &m : made)
        m = FROM_TABLE;
    constexpr float half = kTiles[0].scale;
    constexpr double parts[] = {0.25, 0.75};
    constexpr double whole = parts[0] + parts[1];
    static_assert(whole == 1.0, "floating");
    for (const char *name : Tables::names)
        printf("%s ", name);
    for (size_t i = 0; i < kSizes.size(); i++)
        printf("%d ", kSizes[i]);
    printf("%zu %zu %.2f %.2f %d %d\n", sizeof made, Tables::names.size(), half, whole, made[5],
           sum(local, 3));
}
