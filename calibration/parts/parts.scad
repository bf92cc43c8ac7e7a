// The parts of a table to print and to cut: scripts/make_parts.py makes every file, or open this one in
// OpenSCAD and choose a part.
include <sizes.scad>

part = "assembly";  // one of the names at the end
$fn = 96;

// ---- the scale

module plate_outline() {
    difference() {
        circle(d = plate);
        for (x = free_holes) translate([x, 0]) circle(d = free_screw);
    }
}

module plate_solid() {
    difference() {
        linear_extrude(plate_thickness) plate_outline();
        // Heads of countersunk screws: nothing may stand out where towers are built.
        for (x = free_holes)
            translate([x, 0, plate_thickness - 2.5]) cylinder(d1 = free_screw, d2 = 9.5, h = 2.51);
    }
}

module base_outline() {
    difference() {
        square(base, center = true);
        for (x = fixed_holes) translate([x, 0]) circle(d = fixed_screw);
        // For a cable tie that takes the pull off the cell's thin wires.
        for (y = [-14, 14]) translate([-55, y]) square([4, 10], center = true);
    }
}

module base_solid() {
    difference() {
        linear_extrude(base_thickness) base_outline();
        // Heads of the screws vanish in the underside.
        for (x = fixed_holes) translate([x, 0, -0.01]) cylinder(d = 10.5, h = base_thickness / 2);
    }
}

// Two of each go between cell and wood instead of washers.
module spacer_outline(holes, screw) {
    middle = (holes[0] + holes[1]) / 2;
    difference() {
        square([abs(holes[1] - holes[0]) + 10, cell[1]], center = true);
        for (x = holes) translate([x - middle, 0]) circle(d = screw);
    }
}

module fixed_spacer() { linear_extrude(spacer) spacer_outline(fixed_holes, fixed_screw); }

module free_spacer() { linear_extrude(spacer) spacer_outline(free_holes, free_screw); }

// ---- the tray, glued of flat parts

tray = [sheet[0] + 2 * wall, sheet[1] + 2 * wall];

module tray_floor() { square(tray, center = true); }

module tray_long_side() { square([tray[0], rim], center = true); }

module tray_short_side() { square([sheet[1], rim], center = true); }

module tray_solid() {
    linear_extrude(wall) tray_floor();
    for (side = [-1, 1]) {
        translate([0, side * (tray[1] - wall) / 2, wall + rim / 2])
            rotate([90, 0, 0]) linear_extrude(wall, center = true) tray_long_side();
        translate([side * (tray[0] - wall) / 2, 0, wall + rim / 2])
            rotate([90, 0, 90]) linear_extrude(wall, center = true) tray_short_side();
    }
}

// ---- the arm

block = mast + 12;      // printed parts around the mast
hinge = 12;             // across the ears of the hinge
tongue = 6;

// Stands behind the tray on the same board.
module mast_foot() {
    difference() {
        union() {
            translate([-foot[0] / 2, -foot[1] / 2, 0]) cube([foot[0], foot[1], 6]);
            translate([-block / 2, -block / 2, 0]) cube([block, block, 50]);
        }
        translate([0, 0, 6]) linear_extrude(60) square(mast + play, center = true);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * (foot[0] / 2 - 9), y * (foot[1] / 2 - 9), -1]) cylinder(d = arm_screw, h = 10);
        translate([0, 0, 34]) rotate([0, 90, 0]) cylinder(d = arm_screw, h = 100, center = true);
    }
}

// Slides on the mast and is pinched by two screws; the camera hangs on its ears, `reach` before the mast.
module slider() {
    height = 36;
    difference() {
        union() {
            translate([-block / 2, -block / 2, 0]) cube([block, block + 14, height]);
            translate([-9, -mast / 2 - reach + 4, 0]) cube([18, reach, 14]);
            for (x = [-1, 1]) translate([x * (tongue + 6) / 2, -mast / 2 - reach, 0]) hinge_ear(6);
        }
        translate([0, 0, -1]) linear_extrude(height + 2) square(mast + play, center = true);
        // The slit that the screws close.
        translate([-1.5, mast / 2 - 1, -1]) cube([3, 40, height + 2]);
        for (z = [9, height - 9])
            translate([0, block / 2 + 7, z]) rotate([0, 90, 0]) cylinder(d = arm_screw, h = 60, center = true);
        // Room for the tongue of the camera's holder to turn.
        translate([-(tongue + 0.6) / 2, -mast / 2 - reach - 9, -1]) cube([tongue + 0.6, 19, 30]);
        translate([0, -mast / 2 - reach, 7]) rotate([0, 90, 0]) cylinder(d = arm_screw, h = 60, center = true);
    }
}

module hinge_ear(width) {
    translate([-width / 2, 0, 7]) rotate([0, 90, 0]) cylinder(d = 14, h = width);
    translate([-width / 2, 0, 0]) cube([width, 12, 14]);
}

holder = [camera[0] + 8, camera[1] + 10, 3];
axis_above = 12;   // the hinge above the holder's back

// The camera's board is screwed to its underside, the lens looking away, its cable leaving towards the mast.
module camera_holder() {
    difference() {
        union() {
            translate([-holder[0] / 2, -holder[1] / 2, 0]) cube(holder);
            translate([-tongue / 2, 0, axis_above]) rotate([0, 90, 0]) cylinder(d = 13, h = tongue);
            translate([-tongue / 2, -6.5, 0]) cube([tongue, 13, axis_above]);
            for (x = [-1, 1], y = [0, 1])
                translate([x * camera_holes[0] / 2, -y * camera_holes[1], -standoff])
                    cylinder(d = 5, h = standoff + 0.01);
        }
        for (x = [-1, 1], y = [0, 1])
            translate([x * camera_holes[0] / 2, -y * camera_holes[1], -standoff - 1])
                cylinder(d = camera_screw, h = standoff + 3);
        translate([0, 0, axis_above]) rotate([0, 90, 0]) cylinder(d = arm_screw, h = 60, center = true);
    }
}

// ---- where everything stands, to look at

mast_behind = tray[1] / 2 + mast_gap + foot[1] / 2;
hinge_behind = mast_behind - mast / 2 - reach;
lens_below = axis_above + standoff + 1 + 5;   // the lens below the hinge
tilt = atan(hinge_behind / lens_height);
slider_height = wall + lens_height + lens_below * cos(tilt) - 7;

module scale_assembly() {
    color("BurlyWood") translate([0, 0, 8]) base_solid();
    top = 8 + base_thickness;
    color("DimGray") translate([sum(fixed_holes) / 2, 0, top]) fixed_spacer();
    color("Silver") translate([-cell[0] / 2, -cell[1] / 2, top + spacer]) cube(cell);
    color("DimGray") translate([sum(free_holes) / 2, 0, top + spacer + cell[2]]) free_spacer();
    color("Wheat") translate([0, 0, top + 2 * spacer + cell[2]]) plate_solid();
}

function sum(two) = two[0] + two[1];

module arm_assembly() {
    translate([0, mast_behind, 0]) {
        color("DimGray") mast_foot();
        color("Peru") translate([-mast / 2, -mast / 2, 6]) cube([mast, mast, mast_length]);
        color("DimGray") translate([0, 0, slider_height]) slider();
    }
    color("SteelBlue") translate([0, hinge_behind, slider_height + 7]) rotate([-tilt, 0, 0])
        translate([0, 0, -axis_above]) {
            camera_holder();
            color("Green") translate([-camera[0] / 2, -camera_holes[1] - camera_hole_edge, -standoff - 1])
                cube([camera[0], camera[1], 1]);
            color("Black") translate([0, 0, -standoff - 6]) cylinder(d = 8, h = 5);
        }
}

module assembly() {
    // One board for tray and mast; the scale stands beside it, where rolling dice do not shake it.
    color("Tan") translate([-board[0] / 2, -tray[1] / 2 - 10, -board[2]]) cube(board);
    color("BurlyWood") tray_solid();
    color("White") translate([0, 0, wall]) linear_extrude(0.3) square(sheet, center = true);
    arm_assembly();
    translate([board[0] / 2 + base / 2 + 20, 0, -board[2]]) scale_assembly();
}

// Printed: solid. Cut: flat.
if (part == "plate") plate_solid();
else if (part == "base") base_solid();
else if (part == "fixed-spacer") fixed_spacer();
else if (part == "free-spacer") free_spacer();
else if (part == "mast-foot") mast_foot();
else if (part == "slider") slider();
else if (part == "camera-holder") camera_holder();
else if (part == "tray") tray_solid();
else if (part == "plate-cut") plate_outline();
else if (part == "base-cut") base_outline();
else if (part == "tray-floor-cut") tray_floor();
else if (part == "tray-long-side-cut") tray_long_side();
else if (part == "tray-short-side-cut") tray_short_side();
else assembly();
