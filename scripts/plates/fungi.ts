import { createEvenGirth, createTaperingGirth, drawBall, drawBody } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import {
  type Curve,
  type Point,
  getEllipsePoint,
  growCurve,
  interpolate,
  getPolarPoint,
  createRing,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { Random } from "./random.ts";
import type { DrawPart } from "./roots.ts";

/** Fungi, minerals, animal products and prepared materials: parts without leaf or root. */

/** Draws a kidney-shaped cap on a lateral stalk, with growth bands. */
function drawCap(drawing: Drawing, random: Random, foot: Point, size: number, lean: number): void {
  const top: Point = [foot[0] + lean * size * 0.3, foot[1] - size * 1.15];
  const stalk = growCurve(foot, -90 + lean * 6, size * 1.06, lean * 22, 8);
  const createCap = (share: number): Point[] =>
    (
      [
        [0.04, 0.14],
        [-0.46, 0.42],
        [-0.94, 0.12],
        [-0.84, -0.3],
        [-0.3, -0.52],
        [0.34, -0.52],
        [0.86, -0.3],
        [0.96, 0.1],
        [0.52, 0.42],
      ] as const
    ).map(([x, y]) => [top[0] + x * size * share, top[1] + size * 0.16 + (y - 0.16) * size * share]);
  const rim = createCap(1).map(([x, y]): Point => [x, y + size * 0.07]);
  drawing.blob(rim, "paper");
  drawing.blob(createCap(1), "paper");
  for (const share of [0.84, 0.7, 0.52, 0.34, 0.18]) drawing.blob(createCap(share), share > 0.6 ? "contour" : "line");
  for (const [low, high] of [
    [0.86, 0.98],
    [0.54, 0.68],
  ] as const) {
    const inner = createCap(low);
    const outer = createCap(high);
    const strokes = inner.flatMap((point, index): Curve[] => {
      const [nextIn, nextOut] = [inner[(index + 1) % 9] ?? point, outer[(index + 1) % 9] ?? point];
      const end = outer[index] ?? point;
      return [0, 0.2, 0.4, 0.6, 0.8].map((along) => [
        interpolate(point, nextIn, along),
        interpolate(end, nextOut, along),
      ]);
    });
    drawing.strokes(strokes, "hatch");
  }
  // The stalk joins the cap in its notch, so it is drawn in front.
  drawBody(drawing, random, stalk, (share) => size * (0.1 - share * 0.03), { rings: 5, shade: 0.4 });
}

export const drawCapFungus: DrawPart = (drawing, random, { count, length }) => {
  const places = [
    { x: 0, y: 0, size: 1, lean: -0.6 },
    { x: 0.62, y: -0.02, size: 0.62, lean: 1.3 },
    { x: -0.5, y: 0.06, size: 0.42, lean: -1.6 },
  ];
  for (const { x, y, size, lean } of places.slice(0, count).reverse())
    drawCap(drawing, random, [x * length * 0.4, y * length], size * length * 0.56, lean);
  const ground = createSteps(5, -0.5, 0.7).map((x): Curve => [
    [x * length, random.between(-4, 8)],
    [x * length + length * 0.14, random.between(0, 8)],
  ]);
  drawing.strokes(ground, "line");
};

/** Draws the rough lump of a fungus on a root. `rings` above 0 cuts it open around the root. */
export const drawSclerotium: DrawPart = (drawing, random, { count, length, girth, rings }) => {
  const root = growCurve([-length * 0.62, girth * 0.2], -12, length * 1.5, 26, 12);
  drawBody(drawing, random, root, createTaperingGirth(girth * 0.2, 0.3), { rings: 5 });
  for (const index of createSteps(count, 0, count - 1)) {
    const size = (girth / 2) * (index === 0 ? 1 : 0.62);
    const centre: Point = index === 0 ? [0, 0] : [size * 2.3, size * 0.55];
    drawBall(drawing, random, centre, size * 1.2, size, 0.09);
    const wrinkles = Array.from({ length: Math.round(size * 0.5) }, (): Curve => {
      const start = getPolarPoint(centre, random.between(0, 360), random.between(0.1, 0.72) * size);
      return [
        start,
        [start[0] + random.between(3, 8), start[1] + random.between(-3, 3)],
        [start[0] + random.between(6, 11), start[1] + random.between(0, 5)],
      ];
    });
    if (rings === 0) drawing.strokes(wrinkles, "line");
    else drawCutFace(drawing, random, centre, size);
  }
};

function drawCutFace(drawing: Drawing, random: Random, centre: Point, size: number): void {
  drawing.blob(
    createRing(centre, size * 0.96, size * 0.78, 11).map(([x, y]): Point => [random.around(x, 0.02), y]),
    "paper",
  );
  drawing.dots(
    Array.from({ length: 26 }, () =>
      getEllipsePoint(
        centre,
        size * random.between(0.3, 0.86),
        size * random.between(0.3, 0.7),
        random.between(0, 360),
      ),
    ),
  );
  drawBody(
    drawing,
    random,
    growCurve([centre[0] - size * 0.1, centre[1] - size * 0.6], 80, size * 1.3, 16),
    createEvenGirth(size * 0.24),
    { rings: 3 },
  );
}

/** Draws many small caps on a branched stalk, above the black lumps from which they grow. */
export const drawBranchedFungus: DrawPart = (drawing, random, { count, length, girth }) => {
  const foot: Point = [0, length * 0.34];
  const fan = createSteps(count, -66, 66).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const [index, turn] of fan.entries()) {
    const stalk = growCurve(foot, -90 + turn * 0.9, length * (index % 2 === 0 ? 0.8 : 0.58), -turn * 0.3);
    const end = getSpot(stalk, 1);
    drawBody(drawing, random, stalk, createEvenGirth(girth * 0.2), { sides: 3, shade: 0.3 });
    const [rx, ry] = [girth * 0.5, girth * 0.24];
    drawing.blob(createRing([end.x, end.y], rx, ry, 8), "paper");
    drawing.ellipse([end.x, end.y - 1], rx * 0.3, ry * 0.36, "solid");
    drawing.strokes(
      createSteps(12, 0, 330).map((angle): Curve => [
        getEllipsePoint([end.x, end.y], rx * 0.92, ry * 0.92, angle),
        getEllipsePoint([end.x, end.y], rx * 0.6, ry * 0.6, angle),
      ]),
      "hatch",
    );
  }
  for (const [x, y, size] of [
    [-0.34, 0.5, 0.5],
    [0.36, 0.54, 0.56],
    [0, 0.46, 0.74],
  ] as const)
    drawBall(drawing, random, [x * length, y * length], girth * size, girth * size * 0.72, 0.14);
};
