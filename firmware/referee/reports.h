/* What the device tells of itself and its sensors, put into messages. */
#ifndef REFEREE_REPORTS_H
#define REFEREE_REPORTS_H

#include <stdint.h>

#include "hx711.h"
#include "mpu6050.h"

struct device_state {
    uint32_t uptime_s;
    uint16_t bad_frames;
    uint8_t reset_cause;
};

void report_hello(const struct device_state *state);
void report_status(const struct device_state *state);
void report_weight(const struct weight *weight);
void report_acceleration(const struct acceleration *acceleration);
void report_tilt(void);

#endif
