struct Device {
    int id = 0;
};
struct Reader : virtual Device {
    int reads = 0;
};

int main()
{
    Reader r;
    Device *d = &r;
    return static_cast<Reader *>(d)->reads;
}
