/* What the command line asks for. */
#ifndef SCALE_SIM_OPTIONS_H
#define SCALE_SIM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIST_MAX 64

enum fault_kind {
    HX711_SILENT,    /* no conversions, DOUT high */
    HX711_STUCK_LOW, /* DOUT low whatever happens */
    HX711_DESYNC,    /* DOUT low on the 25th pulse */
    HX711_SLOW,      /* an eighth of the rate, as if the jumper were moved */
    HX711_HURRIED,   /* each conversion is replaced by a newer one before anybody can read it */
    TWI_HUNG,        /* no step on the bus ever ends */
    MPU_GONE,        /* nobody answers at its address */
    FAULT_KINDS
};

struct fault {
    enum fault_kind kind;
    double from_s, to_s;
};

/* Bytes that the simulator itself sends to the chip, so that a run does not depend on the host. */
struct speech {
    double at_s, every_s; /* every_s is 0 for once */
    uint8_t bytes[256];
    size_t length;
};

struct level_change {
    double at_s;
    int level;
};

struct options {
    const char *firmware, *trace, *output, *link, *served, *coverage, *eeprom;
    bool is_binary, is_real_time, has_mpu, is_rate_wired, waits_for_host;
    double rate, duration_s, noise_counts;
    uint32_t memory_seed;
    struct fault faults[LIST_MAX];
    size_t fault_count;
    struct speech speeches[LIST_MAX];
    size_t speech_count;
    struct level_change tilts[LIST_MAX];
    size_t tilt_count;
};

/* Ends the program with a sentence on stderr if it cannot understand the arguments. */
struct options options_parse(int argc, char **argv);

bool fault_is_active(const struct options *options, enum fault_kind kind, double now_s);

#endif
