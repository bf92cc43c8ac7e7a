// Every size of the parts, in millimetres, in this one place. Change what differs at your table, then
// `make parts`. The drawing docs/wiring/plate.svg and a test read this file as well: a name, a number or a
// list of numbers, a semicolon.

// The scale. Hold your load cell against these holes before you cut anything.
plate = 160;               // across
plate_thickness = 5;
base = 180;                // a square
base_thickness = 10;
cell = [80, 12.7, 12.7];   // a bar of 1 kg
fixed_holes = [-35, -20];  // from the middle of the cell; they carry it on the base
fixed_screw = 5.5;         // M5
free_holes = [20, 35];     // they carry the plate
free_screw = 4.5;          // M4
spacer = 3;                // between cell and wood: only its ends may touch

// The tray: room for the printed sheet with its white edge.
sheet = [332, 252];
wall = 6;                  // plywood or acrylic, floor and rim
rim = 12;                  // above the sheet

// The arm of the camera. The mast is a square bar of wood or aluminium.
mast = 20;
mast_length = 650;
play = 0.4;                // between mast and printed parts
board = [364, 370, 18];    // under tray and mast
mast_gap = 12;             // between the foot of the mast and the tray
foot = [90, 64];
reach = 50;                // from the mast to the hinge
lens_height = 500;         // above the sheet as drawn; the slider goes from 400 to 600
arm_screw = 4.5;           // M4: hinge, slider, foot

// Raspberry Pi Camera Module 1, 2 or 3.
camera = [25, 24];
camera_holes = [21, 12.5]; // the lower row is level with the lens
camera_hole_edge = 2;
camera_screw = 1.8;        // M2, which cuts its own thread
standoff = 5;              // room for the plug at the back
