#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORD_BYTES 18
#define LEVEL {.axis = {0, 0, 8192}}

static int source = -1;
static bool reads_records, takes_what_there_is, is_at_end;
static uint8_t buffer[65536];
static size_t begin, end;
static struct reading current = LEVEL, following = LEVEL;
static bool has_following;

void trace_open(const char *path, bool is_binary, bool is_live)
{
    reads_records = is_binary;
    takes_what_there_is = is_live;
    if (!path)
        return;
    source = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (source < 0) {
        perror(path);
        exit(2);
    }
}

/* More bytes into the buffer; false if none can be had (now). */
static bool fill(void)
{
    if (source < 0 || is_at_end)
        return false;
    struct pollfd poll_source = {.fd = source, .events = POLLIN};
    if (takes_what_there_is && poll(&poll_source, 1, 0) <= 0)
        return false;
    memmove(buffer, buffer + begin, end - begin);
    end -= begin;
    begin = 0;
    ssize_t got = read(source, buffer + end, sizeof buffer - end);
    if (got < 0 && errno == EINTR)
        return false;
    is_at_end = got <= 0;
    end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

static bool take_record(struct reading *reading)
{
    while (end - begin < RECORD_BYTES)
        if (!fill())
            return false;
    const uint8_t *record = buffer + begin;
    memcpy(&reading->t_s, record, 8);
    memcpy(&reading->counts, record + 8, 4);
    memcpy(reading->axis, record + 12, 6);
    begin += RECORD_BYTES;
    return true;
}

/* The next line without its end, as a string in the buffer; NULL if there is none (yet). */
static char *take_line(void)
{
    uint8_t *newline;
    while (!(newline = memchr(buffer + begin, '\n', end - begin)))
        if (!fill())
            return NULL;
    char *line = (char *)buffer + begin;
    *newline = 0;
    begin = (size_t)(newline - buffer) + 1;
    return line;
}

static bool take_row(struct reading *reading)
{
    for (char *line; (line = take_line());) {
        for (char *c = line; *c; c++)
            if (*c == ',' || *c == ';')
                *c = ' ';
        double t_s, counts;
        int x = 0, y = 0, z = 8192;
        if (sscanf(line, "%lf %lf %d %d %d", &t_s, &counts, &x, &y, &z) < 2)
            continue; /* a heading or a comment */
        *reading = (struct reading){t_s, (int32_t)counts, {(int16_t)x, (int16_t)y, (int16_t)z}};
        return true;
    }
    return false;
}

static bool take(struct reading *reading)
{
    return reads_records ? take_record(reading) : take_row(reading);
}

struct reading trace_at(double t_s)
{
    for (;;) {
        if (!has_following && !(has_following = take(&following)))
            return current;
        if (following.t_s > t_s)
            return current;
        current = following;
        has_following = false;
    }
}
