#include "session.h"

#include "clock.h"
#include "frame.h"
#include "hx711.h"
#include "messages.h"
#include "mpu6050.h"
#include "outbox.h"
#include "reports.h"
#include "tilt.h"

#define SILENCE_BEATS (3 * BEATS_PER_SECOND)

static struct frame_decoder decoder;
static struct device_state state;
static bool is_attended, is_streaming;
static uint16_t silent_beats; /* since HEARTBEAT or STREAM 1 */
static uint16_t second_beats;

void session_start(uint8_t reset_cause)
{
    state.reset_cause = reset_cause;
    report_hello(&state);
}

bool session_is_streaming(void)
{
    return is_streaming;
}

static void acknowledge(const struct message *command, enum ack_status status)
{
    struct message ack = message_of(ACK);
    message_put(&ack, command->type, 1);
    message_put(&ack, command->seq, 1);
    message_put(&ack, status, 1);
    outbox_send(&ack);
}

static void obey_identify(const struct message *command)
{
    acknowledge(command, DONE);
    report_hello(&state);
}

static void obey_heartbeat(const struct message *command)
{
    is_attended = true;
    silent_beats = 0;
    acknowledge(command, DONE);
}

static void obey_stream(const struct message *command)
{
    if (command->payload[0] > 1) {
        acknowledge(command, BAD_ARGUMENT);
        return;
    }
    is_streaming = command->payload[0];
    acknowledge(command, DONE);
    if (!is_streaming)
        return;
    silent_beats = 0;
    if (tilt_is_wired())
        report_tilt();
}

static enum ack_status set_rate(uint8_t rate)
{
    if (!hx711_rate_is_wired())
        return UNSUPPORTED;
    if (rate != 10 && rate != 80)
        return BAD_ARGUMENT;
    hx711_choose_rate(rate == 80);
    return DONE;
}

static void obey_zero_mark(const struct message *command)
{
    uint32_t t = clock_ticks();
    acknowledge(command, DONE);
    struct message mark = message_of(MARK);
    message_put(&mark, t, 4);
    message_put(&mark, command->seq, 1);
    outbox_send(&mark);
}

#ifdef TEST_HOOKS
static void hang(void)
{
    for (;;)
        ;
}
#endif

static uint8_t expected_length(uint8_t type)
{
    return type == STREAM || type == SET_RATE;
}

static bool is_known(uint8_t type)
{
    return type >= IDENTIFY && type <= ZERO_MARK;
}

static void obey(const struct message *command)
{
    if (is_known(command->type) && command->length != expected_length(command->type)) {
        acknowledge(command, BAD_ARGUMENT);
        return;
    }
    switch (command->type) {
    case IDENTIFY:
        obey_identify(command);
        break;
    case HEARTBEAT:
        obey_heartbeat(command);
        break;
    case STREAM:
        obey_stream(command);
        break;
    case SET_RATE:
        acknowledge(command, set_rate(command->payload[0]));
        break;
    case ZERO_MARK:
        obey_zero_mark(command);
        break;
#ifdef TEST_HOOKS
    case HANG:
        hang();
        break;
#endif
    default:
        acknowledge(command, UNKNOWN_COMMAND);
    }
}

void session_take(uint8_t byte)
{
    struct message command;
    switch (frame_decoder_take(&decoder, byte, &command)) {
    case FRAME_GOOD:
        obey(&command);
        break;
    case FRAME_BAD:
        count_up(&state.bad_frames);
        break;
    case FRAME_PENDING:
        break;
    }
}

static void pass_second(void)
{
    state.uptime_s++;
    report_status(&state);
    if (!is_attended)
        report_hello(&state);
    if (!mpu6050_is_found())
        mpu6050_find(); /* it may have been plugged in, or the bus have come back */
}

void session_pass(uint8_t beats)
{
    silent_beats += beats;
    if (silent_beats >= SILENCE_BEATS) {
        silent_beats = SILENCE_BEATS;
        is_attended = is_streaming = false;
    }
    second_beats += beats;
    if (second_beats >= BEATS_PER_SECOND) {
        second_beats -= BEATS_PER_SECOND;
        pass_second();
    }
}
