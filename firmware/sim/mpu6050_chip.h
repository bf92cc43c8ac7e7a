/* An MPU-6050 at address 0x68 of the two-wire bus, and what can go wrong with that bus. */
#ifndef SCALE_SIM_MPU6050_CHIP_H
#define SCALE_SIM_MPU6050_CHIP_H

#include <stdint.h>

extern uint64_t mpu6050_samples_read;

/* Also prepares the bus when no chip is on it. */
void mpu6050_chip_attach(void);

#endif
