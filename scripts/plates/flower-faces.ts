import type { Drawing } from "./drawing.ts";
import { type Curve, type Point, getPolarPoint, sin, createSteps } from "./geometry.ts";
import type { Random } from "./random.ts";

/** Flowers from the front: petals around a centre. */

export type DrawFlower = (drawing: Drawing, random: Random, size: number, petals: number) => void;

interface Petal {
  length: number;
  width: number;
  notch?: number;
}

/** Draws a petal. All petals of a flower use the same stamp, turned around the centre. */
export function drawPetal(drawing: Drawing, [x, y]: Point, angle: number, { length, width, notch = 0 }: Petal): void {
  const size = Math.round(length);
  const stamp = drawing.stamps.define(`petal ${size} ${width} ${notch}`, (block) => {
    const at = (along: number, across: number): Point => [along * size, across * size];
    const half = [at(0, 0), at(0.36, width * 0.72), at(0.7, width), at(0.93, width * 0.6), at(1 - notch, 0)];
    const other = [at(1 - notch, 0), at(0.93, -width * 0.6), at(0.7, -width), at(0.36, -width * 0.72), at(0, 0)];
    block.sides([half, other], size > 13 ? "paper" : "thin");
    if (size < 8) return;
    block.strokes(
      [-0.5, 0, 0.5].map((side): Curve => [at(0.2, side * width * 0.3), at(0.62, side * width)]),
      "hatch",
    );
  });
  drawing.place(stamp, { x, y, angle });
}

function drawEye(drawing: Drawing, random: Random, centre: Point, radius: number): void {
  drawing.ellipse(centre, radius * 0.86, radius, "thin");
  const amount = radius > 6 ? 16 : radius > 3 ? 7 : 3;
  drawing.dots(
    Array.from({ length: amount }, () =>
      getPolarPoint(centre, random.between(0, 360), radius * 0.8 * Math.sqrt(random.between(0, 1))),
    ),
  );
}

export const drawPetals: DrawFlower = (drawing, random, size, petals) => {
  const centre: Point = [size * 0.45, 0];
  const width = Math.min(0.42, (Math.PI / petals) * 0.62);
  const turn = random.between(0, 30);
  for (const step of createSteps(petals, 0, 360 - 360 / petals))
    drawPetal(drawing, centre, turn + step + random.between(-4, 4), { length: size * 0.5, width });
  if (size > 14) drawStamens(drawing, random, centre, size * 0.2, 8);
  drawEye(drawing, random, centre, size * 0.09);
};

function drawStamens(drawing: Drawing, random: Random, centre: Point, reach: number, amount: number): void {
  const tips = createSteps(amount, 0, 360 - 360 / amount).map((angle) =>
    getPolarPoint(centre, angle + 12, random.around(reach, 0.15)),
  );
  drawing.strokes(
    tips.map((tip) => [centre, tip]),
    "hatch",
  );
  drawing.dots(tips);
}

export const drawDaisy: DrawFlower = (drawing, random, size, petals) => {
  const centre: Point = [size * 0.45, 0];
  for (const layer of petals > 14 ? [0.5, 0.36] : [0.5]) {
    for (const step of createSteps(petals, 0, 360 - 360 / petals)) {
      drawPetal(drawing, centre, step + layer * 40 + random.between(-4, 4), { length: size * layer, width: 0.15 });
    }
  }
  drawEye(drawing, random, centre, size * 0.15);
};

export const drawThistle: DrawFlower = (drawing, random, size) => {
  const tuft = createSteps(13, -46, 46).map((angle): Curve => [
    [size * 0.4, sin(angle) * size * 0.22],
    getPolarPoint([size * 0.3, 0], angle, random.around(size * 0.68, 0.1)),
  ]);
  for (const stroke of tuft) drawing.strokes([stroke], "line");
  drawing.dots(tuft.map((stroke) => stroke[1] ?? [0, 0]));
  for (const sign of [-1, 1]) {
    for (const [x, reach] of [
      [0.02, 0.42],
      [0.12, 0.5],
    ] as const) {
      drawing.sides(
        [
          [
            [x * size, 0],
            [size * (x + 0.16), sign * size * 0.3],
            [size * (x + reach * 0.7), sign * size * 0.46],
          ],
          [
            [size * (x + reach * 0.7), sign * size * 0.46],
            [size * (x + 0.2), sign * size * 0.14],
            [x * size, 0],
          ],
        ],
        "thin",
      );
    }
  }
  drawing.sides(
    [
      [
        [0, 0],
        [size * 0.08, -size * 0.22],
        [size * 0.3, -size * 0.29],
        [size * 0.5, -size * 0.24],
      ],
      [
        [size * 0.5, -size * 0.24],
        [size * 0.46, 0],
        [size * 0.5, size * 0.24],
      ],
      [
        [size * 0.5, size * 0.24],
        [size * 0.3, size * 0.29],
        [size * 0.08, size * 0.22],
        [0, 0],
      ],
    ],
    "paper",
  );
  const scales = [0.14, 0.25, 0.36].flatMap((x, row) =>
    createSteps(3 + row, -0.17, 0.17).map((y): Curve => [
      [size * (x - 0.04), size * (y - 0.04)],
      [size * (x + 0.04), size * y],
      [size * (x - 0.04), size * (y + 0.04)],
    ]),
  );
  drawing.strokes(scales, "hatch");
};

export const drawPeony: DrawFlower = (drawing, random, size) => {
  const centre: Point = [size * 0.5, 0];
  const layers = [
    { count: 6, length: 0.54, width: 0.46, turn: 0 },
    { count: 5, length: 0.4, width: 0.5, turn: 33 },
    { count: 4, length: 0.25, width: 0.5, turn: 10 },
  ];
  for (const { count, length, width, turn } of layers) {
    for (const step of createSteps(count, 0, 360 - 360 / count)) {
      // The offsets of some petals are random, so that the layers don't look like rings.
      const at = getPolarPoint(centre, step + turn, size * random.between(-0.03, 0.04));
      drawPetal(drawing, at, step + turn + random.between(-13, 13), { length: size * length, width, notch: 0.07 });
    }
  }
  drawEye(drawing, random, centre, size * 0.09);
};

export const drawOrchid: DrawFlower = (drawing, _random, size) => {
  const centre: Point = [size * 0.45, 0];
  for (const angle of [0, 125, 235, 62, 298])
    drawPetal(drawing, centre, angle + 180, { length: size * 0.5, width: 0.2 });
  drawing.blob(
    [
      centre,
      [size * 0.6, -size * 0.2],
      [size * 0.86, -size * 0.16],
      [size * 0.94, 0],
      [size * 0.86, size * 0.16],
      [size * 0.6, size * 0.2],
    ],
    "paper",
  );
  drawing.ellipse([size * 0.6, 0], size * 0.09, size * 0.08, "solid");
};

export const drawFloret: DrawFlower = (drawing, random, size, petals) => {
  if (size < 9) return drawing.ellipse([size * 0.5, 0], size * 0.5, size * 0.5, "thin");
  for (const step of createSteps(petals, 0, 360 - 360 / petals))
    drawPetal(drawing, [size * 0.5, 0], step, { length: size * 0.5, width: 0.32 });
  drawing.dots([[size * 0.5, 0]]);
};
