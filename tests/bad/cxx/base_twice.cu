struct Device {
    int id;
};
struct Reader : virtual Device {};
struct Writer : Device {};
struct Port : Reader, Writer {};

int main()
{
    Port p;
    p.id = 1;
    return 0;
}
