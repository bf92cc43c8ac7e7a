/* What the sensors feel over time: rows of a file or of standard input, each held until the next. */
#ifndef SCALE_SIM_TRACE_H
#define SCALE_SIM_TRACE_H

#include <stdbool.h>
#include <stdint.h>

struct reading {
    double t_s;
    int32_t counts;
    int16_t axis[3];
};

/* `path` may be NULL (an empty, level plate) or "-". A live trace is taken as far as it has come;
   otherwise the trace is waited for, so that every run gives the same. */
void trace_open(const char *path, bool is_binary, bool is_live);

/* The last row that is not later than this. Times must not go backwards. */
struct reading trace_at(double t_s);

#endif
