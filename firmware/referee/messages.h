/* The words of the protocol; ../PROTOCOL.md explains them. */
#ifndef REFEREE_MESSAGES_H
#define REFEREE_MESSAGES_H

#define PROTOCOL_VERSION 1

enum device_message {
    HELLO = 0x01,
    WEIGHT = 0x02,
    ACCEL = 0x03,
    STATUS = 0x04,
    TILT = 0x05,
    ACK = 0x06,
    MARK = 0x07,
};

enum host_command {
    IDENTIFY = 0x81,
    HEARTBEAT = 0x82,
    STREAM = 0x83,
    SET_RATE = 0x84,
    ZERO_MARK = 0x85,
    HANG = 0xF0, /* only in the test build: loops forever, so that the watchdog has work */
};

enum capability {
    CAN_WEIGH = 0x01,
    CAN_ACCELERATE = 0x02,
    CAN_TILT = 0x04,
    CAN_SET_RATE = 0x08,
    HAS_BOARD_ID = 0x10,
};

enum weight_flag {
    FLAG_OVERRUN = 0x01,
    FLAG_DESYNC = 0x02,
    FLAG_RESTARTED = 0x04,
    FLAG_SATURATED = 0x08,
};

enum ack_status { DONE, UNSUPPORTED, BAD_ARGUMENT, UNKNOWN_COMMAND };

#define CAUSE_HANG 0x80 /* the watchdog interrupt restarted the program; other bits are MCUSR */

#endif
