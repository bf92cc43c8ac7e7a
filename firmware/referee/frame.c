#include "frame.h"

#include <string.h>

#ifdef __AVR__
#include <util/crc16.h>
#else
/* What avr-libc has in assembly. */
static uint16_t _crc_xmodem_update(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (crc & 0x8000) ? (uint16_t)((crc << 1) ^ 0x1021) : (uint16_t)(crc << 1);
    return crc;
}
#endif

static uint16_t crc_of(const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = 0xFFFF;
    while (length--)
        crc = _crc_xmodem_update(crc, *bytes++);
    return crc;
}

/* A body is far shorter than 254 bytes, so COBS never has to split a block. */
static uint8_t stuff(const uint8_t *body, uint8_t length, uint8_t *out)
{
    uint8_t code_at = 0, end = 1;
    for (uint8_t i = 0; i < length; i++) {
        if (body[i]) {
            out[end++] = body[i];
        } else {
            out[code_at] = end - code_at;
            code_at = end++;
        }
    }
    out[code_at] = end - code_at;
    out[end++] = 0;
    return end;
}

uint8_t frame_encode(const struct message *message, uint8_t *out)
{
    uint8_t body[BODY_MAX], length = 2 + message->length;
    body[0] = message->type;
    body[1] = message->seq;
    memcpy(body + 2, message->payload, message->length);
    uint16_t crc = crc_of(body, length);
    body[length++] = (uint8_t)crc;
    body[length++] = (uint8_t)(crc >> 8);
    return stuff(body, length, out);
}

/* Undoes COBS in place; returns the length of the body, 0 if the block contradicts itself. */
static uint8_t unstuff(uint8_t *block, uint8_t length)
{
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t rest = block[from++] - 1;
        if (rest > length - from)
            return 0;
        while (rest--)
            block[to++] = block[from++];
        if (from < length)
            block[to++] = 0;
    }
    return to;
}

static bool open_block(uint8_t *block, uint8_t length, struct message *message)
{
    length = unstuff(block, length);
    if (length < 4)
        return false;
    length -= 2;
    uint16_t crc = crc_of(block, length);
    if (block[length] != (uint8_t)crc || block[length + 1] != (uint8_t)(crc >> 8))
        return false;
    message->type = block[0];
    message->seq = block[1];
    message->length = length - 2;
    memcpy(message->payload, block + 2, message->length);
    return true;
}

static enum frame_result close_block(struct frame_decoder *decoder, struct message *message)
{
    if (decoder->length == 0)
        return FRAME_PENDING; /* two zeros in a row: nothing was said */
    if (decoder->too_long || !open_block(decoder->block, decoder->length, message))
        return FRAME_BAD;
    return FRAME_GOOD;
}

enum frame_result frame_decoder_take(struct frame_decoder *decoder, uint8_t byte,
                                     struct message *message)
{
    if (byte) {
        if (decoder->length < sizeof decoder->block)
            decoder->block[decoder->length++] = byte;
        else
            decoder->too_long = true;
        return FRAME_PENDING;
    }
    enum frame_result result = close_block(decoder, message);
    decoder->length = 0;
    decoder->too_long = false;
    return result;
}
