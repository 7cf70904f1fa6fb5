import { drawBall, drawBody, drawHairs, even, swollen, tapering } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import { type Curve, type Point, beside, grow, polar, spotAt, steps } from "./geometry.ts";
import type { PartSpec } from "./plate-spec.ts";
import type { Random } from "./random.ts";

export type DrawPart = (drawing: Drawing, random: Random, part: PartSpec) => void;

/** Everything here hangs from the crown of the plant at (0,0); 90 degrees points down. */
const down = 90;

const drawTaproot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const main = grow([0, -5], down + random.between(-5, 5), length, random.between(-14, 14), 9);
  const thickness = tapering(girth, 0.62);
  for (const [index, share] of steps(count - 1, 0.16, 0.62).entries()) {
    if (count === 1) break;
    const { x, y } = spotAt(main, share);
    const sign = index % 2 === 0 ? 1 : -1;
    const side = grow(
      [x, y],
      down - sign * random.between(34, 52),
      length * random.between(0.42, 0.6) * (1.1 - share * 0.5),
      sign * random.between(16, 34),
      8,
    );
    drawHairs(drawing, random, side, tapering(girth * 0.4), Math.round(hairs / 3), girth * 0.5 + 6);
    drawBody(drawing, random, side, tapering(girth * 0.42), { sides: 5 });
  }
  drawHairs(drawing, random, main, thickness, hairs, girth * 0.5 + 10);
  drawBody(drawing, random, main, thickness, { rings });
};

const drawFleshyRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spread = Math.min(62, 13 * (count - 1));
  const fan = steps(count, -spread, spread).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const turn of fan) {
    const long = random.around(length, 0.12) * (1 - Math.abs(turn) / 260);
    const root = grow([turn * girth * 0.012, -4], down - turn, long, turn * 0.6, random.between(-10, 10));
    const thickness = swollen(random.around(girth, 0.1), 0.42);
    drawHairs(drawing, random, root, thickness, Math.round(hairs / count), 12);
    const tail = spotAt(root, 0.97);
    drawing.curve(
      [0, 4, 8, 10].map((index) => grow([tail.x, tail.y], tail.angle, long * 0.22, turn * 0.3, 14)[index] ?? [0, 0]),
      "line",
    );
    drawBody(drawing, random, root, (share) => Math.max(thickness(share), girth * 0.07), { rings });
  }
};

const drawRootBundle: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = steps(count, -58, 58).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const turn of fan) {
    const root = grow(
      [turn * 0.12, -2],
      down - random.around(turn, 0.15),
      length * random.between(0.72, 1) * (1 - Math.abs(turn) / 240),
      turn * 0.5,
      random.between(-16, 16),
    );
    const thickness = tapering(random.around(girth, 0.2), 0.5);
    drawHairs(drawing, random, root, thickness, Math.round(hairs / count), 9);
    drawBody(drawing, random, root, thickness, { rings, sides: 5, shade: 0.3 });
  }
  drawBall(drawing, random, [0, 0], Math.max(6, girth * 0.9), Math.max(5, girth * 0.7), 0.1);
};

/** A body on legs below a scarred neck: the man-shaped root. */
const drawForkedRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const neck = grow([0, -2], down, 18, 20);
  const top = spotAt(neck, 0.9);
  const body = grow([top.x, top.y], down + 6, length * 0.44, -10);
  const thickness = (share: number): number =>
    girth * (0.3 + 0.22 * Math.sin(Math.min(1, share * 1.5) * Math.PI * 0.62));
  const legs = steps(count, -30, 30).map((turn, index) => {
    const { x, y } = spotAt(body, 0.9);
    const long = length * (index % 2 === 0 ? 0.62 : 0.54);
    return { line: grow([x - turn * girth * 0.009, y - 2], down - turn, long, turn * 1.1, 12), girth: girth * 0.62 };
  });
  const arms = [-1, 1].map((sign) => {
    const start = beside(body, 0.3, -sign * girth * 0.24);
    return { line: grow(start, down - sign * 58, length * 0.42, sign * 40, sign * 8), girth: girth * 0.34 };
  });
  for (const limb of [...arms, ...legs]) {
    const shape = tapering(limb.girth, 0.62);
    drawHairs(drawing, random, limb.line, shape, Math.round(hairs / 4), 26);
    drawBody(drawing, random, limb.line, shape, { sides: 6 });
  }
  drawBody(drawing, random, body, thickness, { rings });
  drawBody(drawing, random, neck, even(girth * 0.3), { rings: 4 });
};

/** Thin fibres, each with a spindle-shaped bead. */
const drawBeadedRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = steps(count, -66, 66).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const [index, turn] of fan.entries()) {
    const fibre = grow(
      [0, 0],
      down - random.around(turn, 0.1),
      length * random.between(0.75, 1),
      turn * 0.7,
      random.between(-14, 14),
    );
    drawing.curve(
      [0, 3, 6, 8, 10].map((at) => fibre[at] ?? [0, 0]),
      "contour",
    );
    const start = spotAt(fibre, index % 2 === 0 ? 0.5 : 0.32);
    const bead = grow([start.x, start.y], start.angle, girth * 2.5, turn * 0.2);
    drawHairs(drawing, random, bead, swollen(girth), Math.round(hairs / count), 8);
    drawBody(drawing, random, bead, swollen(random.around(girth, 0.15), 0.5), { rings });
  }
  drawBall(drawing, random, [0, 0], 8, 6, 0.1);
};

function lobeRings(drawing: Drawing, centre: Point, rx: number, ry: number, rings: number): void {
  for (const share of steps(rings, -0.5, 0.6)) {
    const half = Math.sqrt(1 - share * share) * 0.92;
    const x = centre[0] + share * rx;
    drawing.curve(
      [
        [x, centre[1] - half * ry],
        [x + rx * 0.14, centre[1]],
        [x, centre[1] + half * ry],
      ],
      "line",
    );
  }
}

/** Fist-like stock of lobes grown into each other, as of ginger. */
const drawKnobblyRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = grow([-length / 2, girth * 0.7], -10, length, 22);
  drawHairs(drawing, random, spine, even(girth * 0.9), hairs, 26);
  const shares = steps(count, 0.08, 0.92);
  const lobes = shares.map((share, index) => {
    const middle = 1 - Math.abs(share - 0.5) * 0.7;
    const lift = (index % 2 === 0 ? 0.2 : -0.32) * girth;
    return { at: beside(spine, share, random.around(lift, 0.3)), size: random.around(girth * 0.56 * middle, 0.12) };
  });
  for (const { at, size } of lobes.sort((one, other) => one.at[1] - other.at[1])) {
    drawBall(drawing, random, at, size * 1.16, size, 0.1);
    lobeRings(drawing, at, size * 1.16, size, rings);
  }
};

const drawRingedRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = grow([-length * 0.45, girth * 0.9], -16, length, 34);
  const shape = (share: number): number =>
    (girth / 2) * (0.66 + 0.34 * Math.sin(share * Math.PI)) * Math.min(1, (1.05 - share) * 6);
  const fibres = steps(hairs, 0.06, 0.94).map((share) =>
    grow(
      beside(spine, share, girth * 0.3),
      down + random.between(-28, 28),
      random.around(length * 0.3, 0.4),
      random.between(-30, 30),
    ),
  );
  for (const fibre of fibres)
    drawing.curve(
      [0, 4, 7, 10].map((at) => fibre[at] ?? [0, 0]),
      "line",
    );
  for (const share of steps(count - 1, 0.3, 0.75)) {
    if (count === 1) break;
    const { x, y, angle } = spotAt(spine, share);
    drawBody(drawing, random, grow([x, y], angle + 48, length * 0.32, -26), tapering(girth * 0.8, 0.3), {
      rings: Math.round(rings / 3),
    });
  }
  drawBody(drawing, random, spine, shape, { rings });
};

/** Long runner with swollen joints, as of reed or sedge. */
const drawCreepingRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = grow([-length * 0.42, girth + 14], -14, length, 26, 12);
  const joints = steps(Math.max(2, rings), 0.05, 0.95);
  for (const [index, share] of joints.entries()) {
    const { x, y } = spotAt(spine, share);
    const tuft = steps(Math.max(1, Math.round(hairs / joints.length)), -34, 34).map((turn) =>
      grow([x, y], down + turn, random.around(girth * 1.2 + 16, 0.3), random.between(-40, 40)),
    );
    for (const root of tuft)
      drawing.curve(
        [0, 5, 10].map((at) => root[at] ?? [0, 0]),
        "line",
      );
    if (index % 2 === 1 && index / 2 < count)
      drawBody(
        drawing,
        random,
        grow([x, y], -62 + random.between(-20, 20), girth * 2.2, 20),
        tapering(girth * 0.8, 0.6),
      );
  }
  const swell = (share: number): number =>
    (girth / 2) *
    (0.84 + 0.2 * Math.abs(Math.cos(share * Math.PI * (joints.length - 1)))) *
    Math.min(1, (1.04 - share) * 9);
  drawBody(drawing, random, spine, swell, { rings: joints.length, sides: joints.length * 2 + 1 });
  drawBody(drawing, random, grow([0, 0], down, 16), even(5), { sides: 2 });
};

const drawTuber: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = steps(count, -42, 42);
  for (const [index, turn] of fan.entries()) {
    const root = grow([0, 0], down - turn, count === 1 ? 4 : length * (index % 2 === 0 ? 0.5 : 0.8), turn * 0.4);
    const end = spotAt(root, 1);
    const size = random.around(girth / 2, count === 1 ? 0 : 0.16);
    const centre: Point = [end.x, end.y + size * 0.8];
    drawing.curve([root[0] ?? [0, 0], root[5] ?? [0, 0], root[10] ?? [0, 0]], "contour");
    const beard = steps(Math.round(hairs / count), -62, 62).map((angle) =>
      grow(
        polar(centre, down + angle, size * 0.9),
        down + angle,
        random.around(14 + size * 0.3, 0.4),
        random.between(-40, 40),
      ),
    );
    for (const hair of beard)
      drawing.curve(
        [0, 5, 10].map((at) => hair[at] ?? [0, 0]),
        "line",
      );
    drawBall(drawing, random, centre, size, size * 0.92, 0.05);
    for (const share of steps(rings, -0.4, 0.5)) {
      if (rings === 0) break;
      const half = Math.sqrt(1 - share * share) * size * 0.95;
      drawing.curve(
        [
          [centre[0] - half, centre[1] + share * size],
          [centre[0], centre[1] + (share + 0.16) * size],
          [centre[0] + half, centre[1] + share * size],
        ],
        "line",
      );
    }
  }
};

/** Oblong tuber with rings of bud scars. */
const drawRingedTuber: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  for (const index of steps(count, 0, count - 1)) {
    const spine =
      count === 1
        ? grow([0, -4], down - 24, length, 20)
        : grow([index * 8, -4], down - (index - (count - 1) / 2) * 40, length * (1 - index * 0.14), 16);
    const shape = (share: number): number =>
      (girth / 2) * Math.min(1, 0.22 + 2.2 * share) * Math.min(1, Math.sqrt(Math.max(0, 1 - share)) * 1.7);
    drawHairs(drawing, random, spine, shape, hairs, 14);
    drawBody(drawing, random, spine, shape, { shade: 0.26 });
    for (const share of steps(rings, 0.14, 0.9)) {
      const across: Curve = steps(Math.round(girth / 5), -0.86, 0.86).map((side) =>
        beside(spine, share + (1 - side * side) * 0.03, side * shape(share)),
      );
      drawing.dots(across);
    }
  }
};

const drawBulb: DrawPart = (drawing, random, { count, length, girth, hairs }) => {
  const base: Point = [0, length];
  const beard = steps(hairs, -64, 64).map((turn) =>
    grow([turn * girth * 0.004, length - 4], down - turn, random.around(length * 0.5, 0.3), turn * 0.5),
  );
  for (const hair of beard)
    drawing.curve(
      [0, 4, 7, 10].map((at) => hair[at] ?? [0, 0]),
      "line",
    );
  const layers = steps(count, -1, 1).sort((one, other) => Math.abs(one) - Math.abs(other));
  for (const lean of layers) {
    const tip: Point = [lean * girth * 0.36, Math.abs(lean) * length * 0.3];
    const bulge = girth * (count > 4 ? 0.2 : 0.3);
    const middle: Point = [lean * girth * 0.4, length * 0.62];
    drawing.sides(
      [
        [base, [middle[0] - bulge, middle[1] + 4], tip],
        [tip, [middle[0] + bulge, middle[1] + 4], base],
      ],
      "paper",
    );
    const shade = steps(5, 0.3, 0.9).map((side): Curve => [
      [tip[0] + (middle[0] + bulge * side - tip[0]) * 0.75, middle[1] - length * 0.14 + side * 3],
      [middle[0] + bulge * side * 0.9, middle[1] + length * 0.18],
    ]);
    drawing.strokes(shade, "hatch");
  }
};

/** Parts that grow from the foot of the plant. */
export const undergroundParts = {
  taproot: drawTaproot,
  "fleshy-root": drawFleshyRoot,
  "root-bundle": drawRootBundle,
  "forked-root": drawForkedRoot,
  "beaded-root": drawBeadedRoot,
  "knobbly-rhizome": drawKnobblyRhizome,
  "ringed-rhizome": drawRingedRhizome,
  "creeping-rhizome": drawCreepingRhizome,
  tuber: drawTuber,
  "ringed-tuber": drawRingedTuber,
  bulb: drawBulb,
} satisfies Partial<Record<PartSpec["form"], DrawPart>>;
