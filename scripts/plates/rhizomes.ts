import { createEvenGirth, createTaperingGirth, drawBall, drawBody, drawHairs } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import { type Curve, type Point, getPointBeside, growCurve, getPolarPoint, getSpot, createSteps } from "./geometry.ts";
import { type DrawPart, down } from "./roots.ts";

function drawLobeRings(drawing: Drawing, centre: Point, rx: number, ry: number, rings: number): void {
  const arcs = createSteps(rings, -0.5, 0.6).map((share): Curve => {
    const half = Math.sqrt(1 - share * share) * 0.92 * ry;
    const x = centre[0] + share * rx;
    return [
      [x, centre[1] - half],
      [x + rx * 0.14, centre[1]],
      [x, centre[1] + half],
    ];
  });
  drawing.curves(arcs, "line");
}

/** Draws a thick rhizome of lobes that have grown into each other, like that of ginger. */
export const drawKnobblyRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = growCurve([-length / 2, girth * 0.7], -10, length, 22);
  drawHairs(drawing, random, spine, createEvenGirth(girth * 0.9), hairs, 26);
  const shares = createSteps(count, 0.08, 0.92);
  const lobes = shares.map((share, index) => {
    const middle = 1 - Math.abs(share - 0.5) * 0.7;
    const lift = (index % 2 === 0 ? 0.2 : -0.32) * girth;
    return {
      at: getPointBeside(spine, share, random.around(lift, 0.3)),
      size: random.around(girth * 0.56 * middle, 0.12),
    };
  });
  for (const { at, size } of lobes.sort((one, other) => one.at[1] - other.at[1])) {
    drawBall(drawing, random, at, size * 1.16, size, 0.14);
    drawLobeRings(drawing, at, size * 1.16, size, rings);
  }
};

export const drawRingedRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = growCurve([-length * 0.45, girth * 0.9], -16, length, 34);
  const shape = (share: number): number =>
    (girth / 2) * (0.66 + 0.34 * Math.sin(share * Math.PI)) * Math.min(1, (1.05 - share) * 6);
  const fibres = createSteps(hairs, 0.06, 0.94).map((share) =>
    growCurve(
      getPointBeside(spine, share, girth * 0.3),
      down + random.between(-28, 28),
      random.around(length * 0.3, 0.4),
      random.between(-30, 30),
    ),
  );
  drawing.curves(
    fibres.map((line) => [0, 5, 10].map((at) => line[at] ?? [0, 0])),
    "line",
  );
  for (const share of createSteps(count - 1, 0.3, 0.75)) {
    const { x, y, angle } = getSpot(spine, share);
    drawBody(
      drawing,
      random,
      growCurve([x, y], angle + 48, length * 0.32, -26),
      createTaperingGirth(girth * 0.8, 0.3),
      {
        rings: Math.round(rings / 3),
      },
    );
  }
  drawBody(drawing, random, spine, shape, { rings });
};

/** Draws a long runner with swollen joints, like that of reed or sedge. */
export const drawCreepingRhizome: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spine = growCurve([-length * 0.42, girth + 14], -14, length, 26, 12);
  const joints = createSteps(Math.max(2, rings), 0.05, 0.95);
  for (const [index, share] of joints.entries()) {
    const { x, y } = getSpot(spine, share);
    const tuft = createSteps(Math.max(1, Math.round(hairs / joints.length)), -34, 34).map((turn) =>
      growCurve([x, y], down + turn, random.around(girth * 1.2 + 16, 0.3), random.between(-40, 40)),
    );
    drawing.curves(
      tuft.map((line) => [0, 5, 10].map((at) => line[at] ?? [0, 0])),
      "line",
    );
    if (index % 2 === 1 && index / 2 < count)
      drawBody(
        drawing,
        random,
        growCurve([x, y], -62 + random.between(-20, 20), girth * 2.2, 20),
        createTaperingGirth(girth * 0.8, 0.6),
      );
  }
  const swell = (share: number): number =>
    (girth / 2) *
    (0.84 + 0.2 * Math.abs(Math.cos(share * Math.PI * (joints.length - 1)))) *
    Math.min(1, (1.04 - share) * 9);
  drawBody(drawing, random, spine, swell, { rings: joints.length, sides: joints.length * 2 + 1 });
  drawBody(drawing, random, growCurve([0, 0], down, 16), createEvenGirth(5), { sides: 2 });
};

export const drawTuber: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = createSteps(count, -42, 42);
  for (const [index, turn] of fan.entries()) {
    const root = growCurve([0, 0], down - turn, count === 1 ? 4 : length * (index % 2 === 0 ? 0.5 : 0.8), turn * 0.4);
    const end = getSpot(root, 1);
    const size = random.around(girth / 2, count === 1 ? 0 : 0.16);
    const centre: Point = [end.x, end.y + size * 0.8];
    drawing.curve([root[0] ?? [0, 0], root[5] ?? [0, 0], root[10] ?? [0, 0]], "contour");
    const beard = createSteps(Math.round(hairs / count), -62, 62).map((angle) =>
      growCurve(
        getPolarPoint(centre, down + angle, size * 0.9),
        down + angle,
        random.around(14 + size * 0.3, 0.4),
        random.between(-40, 40),
      ),
    );
    drawing.curves(
      beard.map((line) => [0, 5, 10].map((at) => line[at] ?? [0, 0])),
      "line",
    );
    drawBall(drawing, random, centre, size, size * 0.92, 0.05);
    for (const share of createSteps(rings, -0.4, 0.5)) {
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

/** Draws an oblong tuber with rings of bud scars. */
export const drawRingedTuber: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  for (const index of createSteps(count, 0, count - 1)) {
    const spine =
      count === 1
        ? growCurve([0, -4], down - 24, length, 20)
        : growCurve([index * 8, -4], down - (index - (count - 1) / 2) * 40, length * (1 - index * 0.14), 16);
    const shape = (share: number): number =>
      (girth / 2) * Math.min(1, 0.22 + 2.2 * share) * Math.min(1, Math.sqrt(Math.max(0, 1 - share)) * 1.7);
    drawHairs(drawing, random, spine, shape, hairs, 14);
    drawBody(drawing, random, spine, shape, { shade: 0.26 });
    for (const share of createSteps(rings, 0.14, 0.9)) {
      const across: Curve = createSteps(Math.round(girth / 5), -0.86, 0.86).map((side) =>
        getPointBeside(spine, share + (1 - side * side) * 0.03, side * shape(share)),
      );
      drawing.dots(across);
    }
  }
};

export const drawBulb: DrawPart = (drawing, random, { count, length, girth, hairs }) => {
  const base: Point = [0, length];
  const beard = createSteps(hairs, -64, 64).map((turn) =>
    growCurve([turn * girth * 0.004, length - 4], down - turn, random.around(length * 0.5, 0.3), turn * 0.5),
  );
  drawing.curves(
    beard.map((line) => [0, 5, 10].map((at) => line[at] ?? [0, 0])),
    "line",
  );
  const layers = createSteps(count, -1, 1).sort((one, other) => Math.abs(one) - Math.abs(other));
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
    const shade = createSteps(5, 0.3, 0.9).map((side): Curve => [
      [tip[0] + (middle[0] + bulge * side - tip[0]) * 0.75, middle[1] - length * 0.14 + side * 3],
      [middle[0] + bulge * side * 0.9, middle[1] + length * 0.18],
    ]);
    drawing.strokes(shade, "hatch");
  }
};
