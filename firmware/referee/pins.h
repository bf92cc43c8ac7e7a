/* Where the wires go. All on port D except the MPU-6050, which needs the TWI pins A4 and A5. */
#ifndef REFEREE_PINS_H
#define REFEREE_PINS_H

#include <avr/io.h>

#define PIN_DOUT PD2       /* D2: HX711 DOUT; must be INT0 */
#define PIN_SCK PD3        /* D3: HX711 PD_SCK */
#define PIN_TILT PD4       /* D4: tilt switch to GND, closed when upright */
#define PIN_RATE PD5       /* D5: HX711 RATE */
#define PIN_RATE_STRAP PD6 /* D6: joined to GND when RATE is wired */
#define PIN_SDA PC4        /* A4 */
#define PIN_SCL PC5        /* A5 */

#endif
