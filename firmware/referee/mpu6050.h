/* The accelerometer, if there is one: +-4 g, 94 Hz bandwidth, read 250 times a second. */
#ifndef REFEREE_MPU6050_H
#define REFEREE_MPU6050_H

#include <stdbool.h>
#include <stdint.h>

struct acceleration {
    uint32_t t;
    int16_t axis[3]; /* 8192 counts per g */
};

/* Looks for the chip and sets it up. */
void mpu6050_find(void);
bool mpu6050_is_found(void);

/* False if it did not answer; after five times it counts as gone. */
bool mpu6050_read(struct acceleration *acceleration);

#endif
