#include "reports.h"

#include "board_id.h"
#include "clock.h"
#include "messages.h"
#include "outbox.h"
#include "tilt.h"
#include "version.h"

static uint16_t capabilities(void)
{
    uint16_t bits = 0;
    if (hx711_health().is_alive)
        bits |= CAN_WEIGH;
    if (mpu6050_is_found())
        bits |= CAN_ACCELERATE;
    if (tilt_is_wired())
        bits |= CAN_TILT;
    if (hx711_rate_is_wired())
        bits |= CAN_SET_RATE;
    if (board_id_is_valid())
        bits |= HAS_BOARD_ID;
    return bits;
}

void report_hello(const struct device_state *state)
{
    struct message hello = message_of(HELLO);
    message_put(&hello, PROTOCOL_VERSION, 1);
    message_put(&hello, FIRMWARE_MAJOR, 1);
    message_put(&hello, FIRMWARE_MINOR, 1);
    message_put(&hello, FIRMWARE_PATCH, 1);
    message_put(&hello, capabilities(), 2);
    message_put(&hello, state->reset_cause, 1);
    message_put(&hello, board_id(), 4);
    message_put(&hello, hx711_health().rate_centihertz, 2);
    message_put(&hello, outbox_dropped(), 2);
    outbox_send(&hello);
}

void report_status(const struct device_state *state)
{
    struct hx711_health health = hx711_health();
    struct message status = message_of(STATUS);
    message_put(&status, clock_ticks(), 4);
    message_put(&status, state->uptime_s, 4);
    message_put(&status, outbox_dropped(), 2);
    message_put(&status, state->bad_frames, 2);
    message_put(&status, health.overruns, 2);
    message_put(&status, health.desyncs, 2);
    message_put(&status, health.rate_centihertz, 2);
    outbox_send(&status);
}

void report_weight(const struct weight *weight)
{
    struct message report = message_of(WEIGHT);
    message_put(&report, weight->t, 4);
    message_put(&report, (uint32_t)weight->counts, 3);
    message_put(&report, weight->flags, 1);
    outbox_send(&report);
}

void report_acceleration(const struct acceleration *acceleration)
{
    struct message report = message_of(ACCEL);
    message_put(&report, acceleration->t, 4);
    for (uint8_t i = 0; i < 3; i++)
        message_put(&report, (uint16_t)acceleration->axis[i], 2);
    outbox_send(&report);
}

void report_tilt(void)
{
    struct message report = message_of(TILT);
    message_put(&report, clock_ticks(), 4);
    message_put(&report, tilt_level(), 1);
    outbox_send(&report);
}
