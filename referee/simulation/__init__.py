"""Everything simulated: the plate and its tower, the dice tray, their devices, hands, faults."""
