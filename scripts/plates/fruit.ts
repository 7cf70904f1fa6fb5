import { drawBall } from "./body.ts";
import type { Drawing, Stamp, StampSet } from "./drawing.ts";
import { type Curve, type Point, getPolarPoint, createRing, createSteps } from "./geometry.ts";
import type { FruitSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

type DrawFruit = (drawing: Drawing, random: Random, size: number) => void;

const createScale =
  (size: number) =>
  (x: number, y: number): Point => [x * size, y * size];

const drawBerry: DrawFruit = (drawing, random, size) => {
  drawBall(drawing, random, [size * 0.5, 0], size * 0.5, size * 0.48);
  drawing.dots([[size * 0.93, 0]]);
};

const drawDrupe: DrawFruit = (drawing, random, size) => {
  drawBall(drawing, random, [size * 0.5, 0], size * 0.5, size * 0.35);
  if (size > 16)
    drawing.curve(
      [
        [size * 0.04, size * 0.02],
        [size * 0.14, -size * 0.03],
        [size * 0.24, 0],
      ],
      "line",
    );
};

const drawCitrus: DrawFruit = (drawing, random, size) => {
  drawBall(drawing, random, [size * 0.46, 0], size * 0.46, size * 0.53);
  const pores = Array.from({ length: 14 }, () =>
    getPolarPoint([size * 0.42, 0], random.between(0, 360), size * 0.4 * Math.sqrt(random.between(0, 1))),
  );
  drawing.dots(pores);
  drawing.polygon(createRing([size * 0.06, 0], size * 0.05, size * 0.08, 5), "solid");
};

const drawPome: DrawFruit = (drawing, random, size) => {
  drawBall(drawing, random, [size * 0.47, 0], size * 0.45, size * 0.47);
  drawing.dots(
    Array.from({ length: 7 }, () =>
      getPolarPoint([size * 0.45, 0], random.between(120, 300), size * random.between(0.1, 0.38)),
    ),
  );
  const crown = createSteps(5, -0.2, 0.2).map((y): Curve => [
    [size * 0.88, y * size * 0.6],
    [size * 1.08, y * size * 1.3],
  ]);
  drawing.strokes(crown, "contour");
};

/** Draws a legume, in which seeds are visible as swellings. */
function drawPod(drawing: Drawing, size: number, width: number, seeds: number): void {
  const s = createScale(size);
  const upper = [s(0, 0), s(0.15, -width * 0.7), s(0.5, -width), s(0.85, -width * 0.6), s(1, 0.04)];
  const lower = [s(1, 0.04), s(0.82, width * 1.1), s(0.5, width * 1.15), s(0.15, width), s(0, 0)];
  drawing.sides([upper, lower], "paper");
  for (const x of createSteps(seeds, 0.22, 0.8))
    drawing.ellipse(s(x, width * 0.1), size * 0.055, size * width * 0.5, "hatch");
  drawing.curve([s(0.06, width * 0.6), s(0.5, width * 0.85), s(0.92, width * 0.5)], "hatch");
}

const drawCapsule: DrawFruit = (drawing, random, size) => {
  const s = createScale(size);
  for (const y of [-0.16, 0, 0.16]) drawing.curve([s(0.85, y), s(1.1, y * 1.8)], "contour");
  drawBall(drawing, random, [size * 0.5, 0], size * 0.48, size * 0.36);
  drawing.curve([s(0.03, 0), s(0.5, -0.08), s(0.96, 0)], "line");
};

/** Draws two open halves with beaks, like those of forsythia. */
const drawSplitCapsule: DrawFruit = (drawing, random, size) => {
  const s = createScale(size);
  for (const sign of [-1, 1]) {
    drawing.sides(
      [
        [s(0, 0), s(0.18, sign * 0.27), s(0.5, sign * 0.36), s(0.8, sign * 0.33), s(1.06, sign * 0.44)],
        [s(1.06, sign * 0.44), s(0.78, sign * 0.13), s(0.45, sign * 0.05), s(0.12, 0)],
      ],
      "paper",
    );
    drawing.sides(
      [
        [s(0.16, sign * 0.03), s(0.5, sign * 0.11), s(0.92, sign * 0.3)],
        [s(0.92, sign * 0.3), s(0.6, sign * 0.07), s(0.16, sign * 0.03)],
      ],
      "solid",
    );
    drawing.dots(createSteps(7, 0.25, 0.75).map((x) => s(x, sign * random.between(0.18, 0.29))));
  }
};

const drawBurr: DrawFruit = (drawing, random, size) => {
  const centre: Point = [size * 0.5, 0];
  const spines = createSteps(20, 0, 342).map((angle): Curve => [
    getPolarPoint(centre, angle, size * 0.36),
    getPolarPoint(centre, angle + random.between(-7, 7), random.around(size * 0.54, 0.08)),
  ]);
  drawing.strokes(spines, "line");
  drawBall(drawing, random, centre, size * 0.38, size * 0.36);
  const inner = createSteps(9, 0, 320).map((angle): Curve => [
    getPolarPoint(centre, angle, size * 0.12),
    getPolarPoint(centre, angle + 14, size * 0.26),
  ]);
  drawing.strokes(inner, "hatch");
};

/** Draws a ribbed fruit with its long calyx, like that of gardenia. */
const drawCrowned: DrawFruit = (drawing, _random, size) => {
  const s = createScale(size);
  for (const y of [-0.2, -0.07, 0.07, 0.2]) drawing.curve([s(0.62, y * 0.6), s(0.84, y), s(1.1, y * 2)], "contour");
  drawing.sides(
    [
      [s(0, 0), s(0.15, -0.2), s(0.4, -0.26), s(0.7, -0.12)],
      [s(0.7, -0.12), s(0.7, 0.12)],
      [s(0.7, 0.12), s(0.4, 0.26), s(0.15, 0.2), s(0, 0)],
    ],
    "paper",
  );
  for (const side of [-0.12, 0.02, 0.14])
    drawing.curve([s(0.04, side * 0.3), s(0.36, side), s(0.7, side * 0.6)], "contour");
  drawing.strokes(
    createSteps(8, 0.12, 0.6).map((x): Curve => [s(x, 0.23 - Math.abs(x - 0.36) * 0.3), s(x - 0.02, 0.12)]),
    "hatch",
  );
};

const drawCone: DrawFruit = (drawing, random, size) => {
  const s = createScale(size);
  for (const [x, y] of [
    [0.75, -0.18],
    [0.78, 0.18],
    [0.92, 0],
    [0.5, -0.3],
    [0.52, 0.3],
    [0.6, 0],
    [0.22, -0.2],
    [0.24, 0.2],
    [0.3, 0],
  ] as const) {
    drawing.sides(
      [
        [s(x - 0.26, y * 0.4), s(x - 0.1, y - 0.16), s(x + 0.12, y)],
        [s(x + 0.12, y), s(x - 0.1, y + 0.16), s(x - 0.26, y * 0.4)],
      ],
      "thin",
    );
    drawing.strokes([[s(x - 0.06, y), s(x + random.between(0.04, 0.08), y)]], "hatch");
  }
};

const drawGrain: DrawFruit = (drawing, _random, size) => {
  const s = createScale(size);
  drawing.sides(
    [
      [s(0, 0), s(0.3, -0.24), s(0.7, -0.2), s(1, 0)],
      [s(1, 0), s(0.7, 0.2), s(0.3, 0.24), s(0, 0)],
    ],
    "thin",
  );
  if (size > 6)
    drawing.strokes(
      [
        [s(0.15, 0.02), s(0.85, 0.02)],
        [s(0.3, 0.13), s(0.75, 0.12)],
      ],
      "hatch",
    );
};

const drawLotusPod: DrawFruit = (drawing, _random, size) => {
  const s = createScale(size);
  drawing.sides(
    [
      [s(0, -0.05), s(0.25, -0.12), s(0.6, -0.42), s(0.86, -0.5)],
      [s(0.86, -0.5), s(0.86, 0.5)],
      [s(0.86, 0.5), s(0.6, 0.42), s(0.25, 0.12), s(0, 0.05)],
    ],
    "paper",
  );
  drawing.strokes(
    createSteps(7, -0.4, 0.4).map((y): Curve => [s(0.16, y * 0.2), s(0.72, y)]),
    "hatch",
  );
  drawing.ellipse(s(0.86, 0), size * 0.17, size * 0.5, "paper");
  for (const [x, y] of [
    [0.8, -0.3],
    [0.92, -0.2],
    [0.82, 0],
    [0.95, 0.08],
    [0.8, 0.28],
    [0.92, 0.32],
  ] as const)
    drawing.ellipse(s(x, y), size * 0.035, size * 0.06, "solid");
};

const drawAcorn: DrawFruit = (drawing, random, size) => {
  const s = createScale(size);
  drawBall(drawing, random, s(0.56, 0), size * 0.46, size * 0.33);
  for (const y of [-0.16, 0.16, 0])
    drawing.sides(
      [
        [s(0, 0), s(0.1, y - 0.16), s(0.36, y)],
        [s(0.36, y), s(0.1, y + 0.16), s(0, 0)],
      ],
      "thin",
    );
};

/** Draws small seeds in an open cup, like those of the mint family. */
const drawNutlet: DrawFruit = (drawing, _random, size) => {
  const s = createScale(size);
  drawing.sides(
    [
      [s(0, 0), s(0.3, -0.3), s(0.9, -0.36)],
      [s(0.9, -0.36), s(0.75, -0.1), s(0.95, 0)],
      [s(0.95, 0), s(0.75, 0.12), s(0.9, 0.36)],
      [s(0.9, 0.36), s(0.3, 0.3), s(0, 0)],
    ],
    "thin",
  );
  drawing.strokes(
    [
      [s(0.25, 0.12), s(0.7, 0.2)],
      [s(0.25, -0.05), s(0.65, -0.06)],
    ],
    "hatch",
  );
};

const drawForm: Record<FruitSpec["form"], DrawFruit> = {
  berry: drawBerry,
  drupe: drawDrupe,
  citrus: drawCitrus,
  pome: drawPome,
  pod: (drawing, _random, size) => drawPod(drawing, size, 0.09, 6),
  "flat-pod": (drawing, _random, size) => drawPod(drawing, size, 0.17, 4),
  capsule: drawCapsule,
  "split-capsule": drawSplitCapsule,
  burr: drawBurr,
  crowned: drawCrowned,
  cone: drawCone,
  grain: drawGrain,
  "lotus-pod": drawLotusPod,
  acorn: drawAcorn,
  nutlet: drawNutlet,
};

export function createFruitStamp(
  stamps: StampSet,
  random: Random,
  spec: Pick<FruitSpec, "form" | "size">,
  size = spec.size,
): Stamp {
  return stamps.define(`fruit ${spec.form} ${size}`, (drawing) => drawForm[spec.form](drawing, random, size));
}
