#include "mpu6050.h"

#include "clock.h"
#include "twi.h"

#define ADDRESS 0x68
#define MAX_FAILURES 5

enum mpu6050_register {
    SMPLRT_DIV = 0x19,
    CONFIG = 0x1A,
    ACCEL_CONFIG = 0x1C,
    ACCEL_XOUT_H = 0x3B,
    PWR_MGMT_1 = 0x6B,
    WHO_AM_I = 0x75,
};

static bool is_found;
static uint8_t failures;

/* Boards sold as MPU-6050 also carry its successor 6500 or a clone; what we use is the same. */
static bool is_known(uint8_t who)
{
    return who == 0x68 || who == 0x70 || who == 0x98;
}

static bool set_up(void)
{
    uint8_t who;
    return twi_read_registers(ADDRESS, WHO_AM_I, &who, 1) && is_known(who) &&
           twi_write_register(ADDRESS, PWR_MGMT_1, 0x01) &&   /* awake, clock of the gyroscope */
           twi_write_register(ADDRESS, CONFIG, 0x02) &&       /* low pass at 94 Hz, 1 kHz inside */
           twi_write_register(ADDRESS, SMPLRT_DIV, 0x03) &&   /* 250 a second */
           twi_write_register(ADDRESS, ACCEL_CONFIG, 0x08);   /* +-4 g */
}

void mpu6050_find(void)
{
    is_found = set_up();
    failures = 0;
}

bool mpu6050_is_found(void)
{
    return is_found;
}

bool mpu6050_read(struct acceleration *acceleration)
{
    uint8_t bytes[6];
    acceleration->t = clock_ticks();
    if (!twi_read_registers(ADDRESS, ACCEL_XOUT_H, bytes, sizeof bytes)) {
        is_found = ++failures < MAX_FAILURES;
        return false;
    }
    failures = 0;
    for (uint8_t i = 0; i < 3; i++)
        acceleration->axis[i] = (int16_t)((uint16_t)bytes[2 * i] << 8 | bytes[2 * i + 1]);
    return true;
}
