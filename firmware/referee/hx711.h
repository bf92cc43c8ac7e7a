/* The HX711, a 24-bit converter for load cells: channel A, gain 128, at whatever rate it runs. */
#ifndef REFEREE_HX711_H
#define REFEREE_HX711_H

#include <stdbool.h>
#include <stdint.h>

struct weight {
    uint32_t t; /* ticks at the data-ready edge */
    int32_t counts;
    uint8_t flags; /* enum weight_flag */
};

struct hx711_health {
    uint16_t overruns;
    uint16_t desyncs;
    uint16_t rate_centihertz; /* measured over a second or more; 0 while unknown */
    bool is_alive;            /* a sample came within the last second */
};

void hx711_start(void);

bool hx711_is_ready(void);

/* Shifts out the sample that is ready, and restarts the chip if it lost step. */
struct weight hx711_read(void);

/* Lets time pass; a chip that was silent for a second is restarted. */
void hx711_pass(uint8_t beats);

struct hx711_health hx711_health(void);

bool hx711_rate_is_wired(void);
void hx711_choose_rate(bool is_fast);

#endif
