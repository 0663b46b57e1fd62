#include "sim/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int map(struct input *input, int fd, size_t length)
{
    input->mapping = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (input->mapping == MAP_FAILED) {
        input->mapping = NULL;
        return -1;
    }
    madvise(input->mapping, length, MADV_SEQUENTIAL);
    input->text = input->mapping;
    input->length = length;
    return 0;
}

int input_open(struct input *input, const char *path, size_t limit, struct err *err)
{
    memset(input, 0, sizeof *input);
    strbuf_init(&input->read);
    /* a pipe is opened once: who writes into it would lose its reader */
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            return err_set_at(err, ERR_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
        bool mapped = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
                      (uint64_t)status.st_size <= limit &&
                      map(input, fd, (size_t)status.st_size) == 0;
        close(fd);
        if (mapped)
            return 0;
    }
    if (strbuf_read_file(&input->read, path, limit, err) < 0) {
        strbuf_release(&input->read);
        return -1;
    }
    input->text = input->read.text;
    input->length = input->read.length;
    return 0;
}

void input_release(struct input *input)
{
    if (input->mapping)
        munmap(input->mapping, input->length);
    strbuf_release(&input->read);
    memset(input, 0, sizeof *input);
}
