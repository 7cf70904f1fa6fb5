import { type DrawFlower, drawPetal } from "./flower-faces.ts";
import type { Drawing } from "./drawing.ts";
import { type Curve, type Point, getPolarPoint, sin, createSteps } from "./geometry.ts";

/** Flowers from the side: bells, tubes, lips and hoods. */

/** Draws a tube along +x with these half widths, and lobes at the mouth. */
function drawTube(drawing: Drawing, size: number, widths: Curve, lobes: number, flare: number): void {
  const upper = widths.map(([along, half]): Point => [along * size, -half * size]);
  const lower = [...widths].reverse().map(([along, half]): Point => [along * size, half * size]);
  const mouth = upper.at(-1) ?? [0, 0];
  const lip = createSteps(lobes * 2 + 1, -1, 1).map((across, index): Point => [
    mouth[0] + (index % 2 === 1 ? flare * size : 0),
    -mouth[1] * across,
  ]);
  drawing.sides(
    [upper, ...lip.slice(1).map((point, index) => [lip[index] ?? point, point]), lower],
    size > 16 ? "paper" : "thin",
  );
  const shade = [0.35, 0.6, 0.85].map((side): Curve =>
    widths.slice(1).map(([along, half]) => [along * size, half * size * side]),
  );
  if (size > 12) drawing.strokes(shade, "hatch");
}

export const drawBell: DrawFlower = (drawing, _random, size, petals) => {
  drawTube(
    drawing,
    size,
    [
      [0, 0.06],
      [0.12, 0.26],
      [0.5, 0.32],
      [0.78, 0.46],
    ],
    Math.max(3, petals - 2),
    0.2,
  );
  drawing.strokes(
    [
      [
        [size * 0.8, 0],
        [size * 1.02, 0],
      ],
    ],
    "line",
  );
};

export const drawTrumpet: DrawFlower = (drawing, _random, size) => {
  for (const sign of [-1, 1])
    drawing.blob(
      [
        [0, 0],
        [size * 0.1, sign * size * 0.12],
        [size * 0.24, sign * size * 0.15],
        [size * 0.16, 0],
      ],
      "thin",
    );
  drawTube(
    drawing,
    size,
    [
      [0.06, 0.07],
      [0.3, 0.13],
      [0.6, 0.2],
      [0.78, 0.25],
    ],
    2,
    0.05,
  );
  for (const angle of [-72, 72, -28, 28])
    drawPetal(drawing, [size * 0.76, sin(angle) * size * 0.16], angle, { length: size * 0.3, width: 0.42 });
  drawing.ellipse([size * 0.78, 0], size * 0.07, size * 0.14, "solid");
};

/** Draws a long two-lipped tube with long stamens, like that of honeysuckle. */
export const drawTubular: DrawFlower = (drawing, random, size) => {
  const drawLipOutline = (points: Curve): void =>
    drawing.sides(
      [
        points.map(([x, y]): Point => [x * size, y * size]),
        [
          [(points.at(-1)?.[0] ?? 0) * size, (points.at(-1)?.[1] ?? 0) * size],
          [size * 0.55, 0],
        ],
      ],
      "thin",
    );
  const stamens = createSteps(5, -20, 16).map((angle): Curve => [
    [size * 0.55, 0],
    getPolarPoint([size * 0.55, 0], angle, random.around(size * 0.5, 0.08)),
  ]);
  drawing.strokes(stamens, "line");
  drawing.dots(stamens.map((stamen) => stamen[1] ?? [0, 0]));
  drawLipOutline([
    [0.52, 0.03],
    [0.66, 0.1],
    [0.76, 0.24],
    [0.72, 0.38],
    [0.66, 0.26],
    [0.58, 0.12],
  ]);
  drawLipOutline([
    [0.52, -0.04],
    [0.7, -0.24],
    [0.9, -0.32],
    [1.0, -0.25],
    [0.86, -0.14],
  ]);
  drawing.sides(
    [
      [
        [0, 0],
        [size * 0.3, -size * 0.035],
        [size * 0.62, -size * 0.07],
      ],
      [
        [size * 0.62, -size * 0.07],
        [size * 0.64, size * 0.04],
      ],
      [
        [size * 0.64, size * 0.04],
        [size * 0.3, size * 0.03],
        [0, 0],
      ],
    ],
    "thin",
  );
};

export const drawLip: DrawFlower = (drawing, _random, size) => {
  const s = (x: number, y: number): Point => [x * size, y * size];
  drawing.sides([[s(0.2, 0), s(0.6, 0.12), s(0.95, 0.38), s(0.7, 0.42), s(0.4, 0.22), s(0.2, 0)]], "thin");
  drawing.sides(
    [[s(0.2, 0), s(0.4, -0.26), s(0.75, -0.42), s(1.02, -0.24), s(0.72, -0.12), s(0.5, 0.08), s(0.2, 0)]],
    "thin",
  );
  drawing.sides(
    [
      [s(0, 0), s(0.14, -0.18), s(0.42, -0.2)],
      [s(0.42, -0.2), s(0.36, 0), s(0.42, 0.18)],
      [s(0.42, 0.18), s(0.14, 0.16), s(0, 0)],
    ],
    "thin",
  );
};

export const drawPea: DrawFlower = (drawing, _random, size) => {
  const s = (x: number, y: number): Point => [x * size, y * size];
  drawing.sides(
    [
      [s(0.18, 0), s(0.3, -0.5), s(0.62, -0.62), s(0.78, -0.4)],
      [s(0.78, -0.4), s(0.6, -0.14), s(0.2, 0)],
    ],
    "thin",
  );
  drawing.sides(
    [
      [s(0.2, 0), s(0.6, -0.2), s(0.98, -0.05)],
      [s(0.98, -0.05), s(0.75, 0.24), s(0.2, 0.06)],
    ],
    "thin",
  );
  drawing.sides(
    [
      [s(0, 0), s(0.1, -0.14), s(0.3, -0.12)],
      [s(0.3, -0.12), s(0.3, 0.14)],
      [s(0.3, 0.14), s(0.1, 0.12), s(0, 0)],
    ],
    "solid",
  );
  if (size > 10)
    drawing.strokes(
      [
        [s(0.4, -0.16), s(0.56, -0.46)],
        [s(0.5, -0.18), s(0.66, -0.38)],
      ],
      "hatch",
    );
};

export const drawLily: DrawFlower = (drawing, random, size) => {
  const drawTepal = (angle: number, curl: number, length: number): void => {
    const line = createSteps(5).map((share) =>
      getPolarPoint([size * 0.2 + share * size * 0.3, 0], angle * share + curl * share * share, share * length),
    );
    const createSide = (sign: number): Curve =>
      line.map(([x, y], index) => getPolarPoint([x, y], angle + curl + 90, sign * size * 0.11 * sin(index * 45)));
    drawing.sides([createSide(-1), [...createSide(1)].reverse()], "paper");
    drawing.curve([line[1] ?? [0, 0], line[2] ?? [0, 0], line[3] ?? [0, 0]], "hatch");
  };
  drawTepal(0, 4, size * 0.55);
  const stamens = createSteps(4, -22, 22).map((angle): Curve => [
    [size * 0.3, 0],
    getPolarPoint([size * 0.3, 0], angle, random.around(size * 0.66, 0.06)),
  ]);
  drawing.strokes(stamens, "line");
  drawing.dots(stamens.map((stamen) => stamen[1] ?? [0, 0]));
  for (const sign of [-1, 1]) {
    drawTepal(sign * 30, sign * 26, size * 0.56);
    drawTepal(sign * 12, sign * 60, size * 0.5);
  }
  drawing.sides(
    [
      [
        [0, 0],
        [size * 0.25, -size * 0.1],
        [size * 0.46, -size * 0.12],
      ],
      [
        [size * 0.46, -size * 0.12],
        [size * 0.4, 0],
        [size * 0.46, size * 0.12],
      ],
      [
        [size * 0.46, size * 0.12],
        [size * 0.25, size * 0.1],
        [0, 0],
      ],
    ],
    "thin",
  );
};

export const drawHood: DrawFlower = (drawing, _random, size) => {
  const s = (x: number, y: number): Point => [x * size, y * size];
  for (const sign of [1, -1])
    drawing.blob([s(0.2, 0.1), s(0.5, 0.1 + 0.1 * sign), s(0.85, 0.3 + 0.12 * sign), s(0.5, 0.4)], "thin");
  drawing.sides(
    [
      [s(0, 0), s(0.02, -0.4), s(0.3, -0.68), s(0.66, -0.55), s(0.95, -0.1)],
      [s(0.95, -0.1), s(0.6, 0.02), s(0.35, 0.16), s(0, 0)],
    ],
    "paper",
  );
  drawing.strokes(
    [0.15, 0.3, 0.45].map((x): Curve => [s(x, -0.05), s(x + 0.06, -0.36)]),
    "hatch",
  );
};

export const drawCup: DrawFlower = (drawing, random, size, petals) => {
  const drawFloretBlade = (angle: number, length: number, width: number): void => {
    const getBladePoint = (along: number, across: number): Point =>
      getPolarPoint(getPolarPoint([0, 0], angle * (0.5 + along * 0.5), along * length), angle + 90, across * length);
    drawing.sides(
      [
        [getBladePoint(0, 0), getBladePoint(0.3, width), getBladePoint(0.7, width), getBladePoint(1, 0)],
        [getBladePoint(1, 0), getBladePoint(0.7, -width), getBladePoint(0.3, -width), getBladePoint(0, 0)],
      ],
      "paper",
    );
    drawing.strokes(
      [-0.5, 0, 0.5].map((side): Curve => [getBladePoint(0.12, side * width * 0.4), getBladePoint(0.7, side * width)]),
      "hatch",
    );
  };
  const fan = createSteps(petals, -62, 62).sort((one, other) => Math.abs(one) - Math.abs(other));
  for (const angle of fan) drawFloretBlade(angle, random.around(size * (1 - Math.abs(angle) / 400), 0.05), 0.2);
  for (const angle of [-26, 26, 0]) drawFloretBlade(angle, size * (angle === 0 ? 0.66 : 0.74), 0.24);
};

export const drawSpathe: DrawFlower = (drawing, _random, size) => {
  const s = (x: number, y: number): Point => [x * size, y * size];
  drawing.curve([s(0.5, 0), s(0.8, -0.1), s(1.1, -0.14), s(1.45, 0.02)], "contour");
  drawing.sides(
    [
      [s(0, 0), s(0.12, -0.15), s(0.45, -0.16), s(0.75, -0.26), s(1, -0.1)],
      [s(1, -0.1), s(0.78, 0.02), s(0.6, 0.16), s(0.12, 0.14), s(0, 0)],
    ],
    "paper",
  );
  drawing.strokes(
    [-0.08, 0, 0.08].map((y): Curve => [s(0.1, y), s(0.5, y), s(0.8, y * 0.6 - 0.1)]),
    "hatch",
  );
};
