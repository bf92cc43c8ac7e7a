/* An HX711 on D2 (DOUT), D3 (PD_SCK) and, if wired, D5 (RATE). */
#ifndef SCALE_SIM_HX711_CHIP_H
#define SCALE_SIM_HX711_CHIP_H

#include <stdint.h>

struct hx711_statistics {
    uint64_t conversions, samples_read;
    uint64_t overruns;   /* a conversion ended before the last one was read */
    uint64_t collisions; /* or while it was being read */
    uint64_t power_downs;
    double longest_wait_us; /* from data ready to the first clock pulse */
};

extern struct hx711_statistics hx711_statistics;

void hx711_chip_attach(void);

/* After a reset of the microcontroller, which does not concern this chip but forgets its timers. */
void hx711_chip_rearm(void);

#endif
