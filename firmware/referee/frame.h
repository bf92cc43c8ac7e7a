/* Frames on the wire: COBS(type, seq, payload, crc) 00. Portable C, also built for tests on a PC. */
#ifndef REFEREE_FRAME_H
#define REFEREE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define PAYLOAD_MAX 28
#define BODY_MAX (2 + PAYLOAD_MAX + 2) /* type, seq, payload, crc */
#define FRAME_MAX (BODY_MAX + 2)       /* COBS code byte, closing zero */

/* One message, as it is before encoding and after decoding. */
struct message {
    uint8_t type;
    uint8_t seq;
    uint8_t length; /* of the payload */
    uint8_t payload[PAYLOAD_MAX];
};

/* Collects the bytes of one frame. A zeroed one is ready to use. */
struct frame_decoder {
    uint8_t block[FRAME_MAX - 1];
    uint8_t length;
    bool too_long;
};

enum frame_result { FRAME_PENDING, FRAME_GOOD, FRAME_BAD };

/* Writes the frame with its closing zero to `out` (FRAME_MAX bytes); returns its length. */
uint8_t frame_encode(const struct message *message, uint8_t *out);

/* Takes one byte. On FRAME_GOOD `message` is filled; it is untouched otherwise. */
enum frame_result frame_decoder_take(struct frame_decoder *decoder, uint8_t byte,
                                     struct message *message);

#endif
