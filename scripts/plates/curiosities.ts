import { createTaperingGirth, drawBody, drawCutEnd } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import {
  type Curve,
  type Point,
  getEllipsePoint,
  growCurve,
  interpolate,
  createRing,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { Random } from "./random.ts";
import type { DrawPart } from "./roots.ts";

/** Draws a block of silky fibres, like gypsum. */
export const drawFibrousMineral: DrawPart = (drawing, random, { count, length, girth }) => {
  for (const index of createSteps(count, 0, count - 1).reverse()) {
    const size = 1 - index * 0.3;
    const left = index * length * 0.68;
    const top = index * girth * 0.52;
    const [width, height, depth] = [length * size, girth * size, length * 0.2 * size];
    const getBlockPoint = (x: number, y: number): Point => [left + x * width, top + y * height];
    const jag = createSteps(9, 0, 1).map((x): Point => [left + x * width, top + random.between(-0.09, 0.07) * height]);
    const foot = createSteps(8, 1, 0.02).map((x): Point => [
      left + x * width,
      top + height + random.between(-0.07, 0.09) * height,
    ]);
    const back = [...jag].reverse().map(([x, y]): Point => [x + depth, y - depth * 0.8]);
    drawing.polygon([...jag, ...back], "paper");
    drawing.polygon(
      [
        getBlockPoint(1, 0),
        [left + width + depth, top - depth * 0.8],
        [left + width + depth, top + height * 0.86 - depth * 0.7],
        getBlockPoint(1, 1),
      ],
      "paper",
    );
    drawing.polygon([...jag, ...foot], "paper");
    const fibres = createSteps(Math.round(width / 4.4), 0.03, 0.97).map((x): Curve => [
      getBlockPoint(x, random.between(0.03, 0.3)),
      getBlockPoint(x + 0.01, random.between(0.6, 0.97)),
    ]);
    drawing.strokes(fibres, "hatch");
    drawing.strokes(
      createSteps(5, 0.1, 0.9).map((x): Curve => [getBlockPoint(x, 0.05), getBlockPoint(x + 0.012, 0.95)]),
      "line",
    );
    drawing.strokes(
      createSteps(12, 0.08, 0.92).map((y): Curve => [
        [left + width + 2, top + y * height],
        [left + width + depth * random.between(0.5, 0.9), top + y * height - depth * 0.6],
      ]),
      "hatch",
    );
  }
};

/** Draws broken lumps with flat faces. */
export const drawLumpMineral: DrawPart = (drawing, random, { count, girth }) => {
  const places = [
    [0, 0, 1],
    [1.35, 0.32, 0.72],
    [-1.1, 0.5, 0.56],
    [0.72, 0.82, 0.44],
  ] as const;
  for (const [x, y, size] of places.slice(0, count)) {
    const centre: Point = [x * girth, y * girth];
    const rim = createRing([0, 0], girth * size, girth * size * 0.74, 8, 10).map(([px, py]): Point => [
      centre[0] + random.around(px, 0.13),
      centre[1] + random.around(py, 0.13),
    ]);
    const ridge: Point = [centre[0] - girth * size * 0.16, centre[1] - girth * size * 0.12];
    const second: Point = [centre[0] + girth * size * 0.34, centre[1] - girth * size * 0.2];
    drawing.polygon(rim, "paper");
    const getCorner = (index: number): Point => rim[index] ?? centre;
    drawing.strokes(
      [
        [getCorner(3), ridge, second, getCorner(7)],
        [getCorner(5), ridge, getCorner(1)],
        [getCorner(6), second, getCorner(0)],
      ],
      "contour",
    );
    const createFace = (from: Point, to: Point, towards: Point, other: Point, amount: number): Curve[] =>
      createSteps(amount, 0.06, 0.94).map((share) => [
        interpolate(from, to, share),
        interpolate(interpolate(from, to, share), interpolate(towards, other, share), random.between(0.6, 0.95)),
      ]);
    drawing.strokes(
      [
        ...createFace(getCorner(1), getCorner(3), ridge, ridge, Math.round(girth * size * 0.36)),
        ...createFace(getCorner(0), getCorner(1), second, ridge, Math.round(girth * size * 0.22)),
      ],
      "hatch",
    );
  }
};

/** Draws an ear shell with its row of holes, and its inside. */
export const drawShell: DrawPart = (drawing, random, { count, length, girth, rings }) => {
  const centre: Point = [0, 0];
  const createEdge = (share: number): Curve =>
    createRing(centre, (length / 2) * share, (girth / 2) * share, 12).map(([x, y]): Point => [
      x + (1 - share) * length * 0.28,
      y + x * 0.12 - (1 - share) * girth * 0.1,
    ]);
  drawing.blob(
    createEdge(1).map(([x, y]): Point => [random.around(x, 0.02), y + girth * 0.03]),
    "paper",
  );
  for (const share of createSteps(rings, 0.24, 0.94)) drawing.blob(createEdge(share), share > 0.7 ? "line" : "hatch");
  const ribs = createSteps(44, 0, 352).map((angle): Curve => {
    const [x, y] = getEllipsePoint(centre, length / 2, girth / 2, angle);
    const getPoint = (share: number): Point => [
      x * share + (1 - share) * length * 0.28,
      y * share + x * share * 0.12 - (1 - share) * girth * 0.1,
    ];
    return [getPoint(random.between(0.95, 0.99)), getPoint(random.between(0.68, 0.86))];
  });
  drawing.strokes(ribs, "hatch");
  drawing.curve(
    createSteps(14).map((share) =>
      getEllipsePoint(
        [length * 0.28, -girth * 0.1],
        length * 0.1 * (1 - share),
        girth * 0.13 * (1 - share),
        share * 620,
      ),
    ),
    "contour",
  );
  for (const share of createSteps(count, 0.12, 0.8)) {
    const [x, y] = getEllipsePoint(centre, length * 0.38, girth * 0.36, 190 - share * 170);
    drawing.ellipse([x, y + x * 0.12], 3 + share * -1.4 + 2, 3.4, "solid");
  }
};

/** Draws antlers above blocks of the glue that is made from them. */
export const drawAntlerGlue: DrawPart = (drawing, random, { count, length, girth }) => {
  const beam = growCurve([-length * 0.3, length * 0.3], -62, length * 1.15, -20, 22);
  for (const [share, turn] of [
    [0.18, 62],
    [0.48, 54],
    [0.72, 46],
  ] as const) {
    const { x, y, angle } = getSpot(beam, share);
    drawBody(
      drawing,
      random,
      growCurve([x, y], angle + turn, length * (0.52 - share * 0.24), -turn * 0.9),
      createTaperingGirth(girth * 0.62, 0.55),
      { shade: 0.4 },
    );
  }
  drawBody(drawing, random, beam, createTaperingGirth(girth, 0.42), { shade: 0.4 });
  drawCutEnd(drawing, getSpot(beam, 0), girth * 1.3);
  for (const index of createSteps(count, 0, count - 1))
    drawBlock(
      drawing,
      random,
      [length * (0.02 + index * 0.26), length * (0.42 + (index % 2) * 0.08)],
      length * 0.2,
      length * 0.13,
    );
};

function drawBlock(drawing: Drawing, random: Random, [x, y]: Point, width: number, height: number): void {
  const depth = width * 0.36;
  drawing.polygon(
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    "paper",
  );
  drawing.polygon(
    [
      [x, y],
      [x + depth, y - depth * 0.7],
      [x + width + depth, y - depth * 0.7],
      [x + width, y],
    ],
    "paper",
  );
  drawing.polygon(
    [
      [x + width, y],
      [x + width + depth, y - depth * 0.7],
      [x + width + depth, y + height - depth * 0.7],
      [x + width, y + height],
    ],
    "paper",
  );
  drawing.strokes(
    createSteps(Math.round(height / 3.4), 0.08, 0.94).map((share): Curve => [
      [x + width + 1, y + share * height],
      [x + width + depth * random.between(0.7, 0.95), y + share * height - depth * 0.6],
    ]),
    "hatch",
  );
  drawing.strokes(
    createSteps(Math.round(width / 4), 0.1, 0.96).map((share): Curve => [
      [x + width * share, y + height - 1],
      [x + width * share + 1, y + height * random.between(0.45, 0.8)],
    ]),
    "hatch",
  );
}

/** Draws pressed blocks in a stack. */
export const drawBlocks: DrawPart = (drawing, random, { count, length, girth }) => {
  for (const index of createSteps(count, 0, count - 1)) {
    const row = index < Math.ceil(count / 2) + 1 ? 0 : 1;
    const column = row === 0 ? index : index - Math.ceil(count / 2) - 1;
    drawBlock(drawing, random, [column * length * 1.42 + row * length * 0.66, -row * girth * 1.16], length, girth);
  }
};

/** Draws a glazed pot with syrup that runs from a ladle. */
export const drawJar: DrawPart = (drawing, random, { length, girth }) => {
  const createSide = (sign: number): Curve =>
    (
      [
        [0.3, 0],
        [0.28, 0.1],
        [0.5, 0.34],
        [0.46, 0.72],
        [0.3, 1],
      ] as const
    ).map(([x, y]) => [sign * x * girth, y * length]);
  drawing.sides(
    [
      createSide(-1),
      [
        [-0.3 * girth, length],
        [0, length + 5],
        [0.3 * girth, length],
      ],
      [...createSide(1)].reverse(),
    ],
    "paper",
  );
  drawing.ellipse([0, 0], girth * 0.3, girth * 0.08, "paper");
  drawing.ellipse([0, 2], girth * 0.22, girth * 0.045, "solid");
  drawing.sides(
    [
      [
        [-0.47 * girth, length * 0.3],
        [-0.2 * girth, length * 0.42],
        [0.02 * girth, length * 0.37],
        [0.2 * girth, length * 0.5],
        [0.34 * girth, length * 0.4],
        [0.49 * girth, length * 0.31],
      ],
      [
        [0.49 * girth, length * 0.31],
        [0.28 * girth, length * 0.1],
      ],
      [
        [0.28 * girth, length * 0.1],
        [0, length * 0.13],
        [-0.28 * girth, length * 0.1],
      ],
      [
        [-0.28 * girth, length * 0.1],
        [-0.47 * girth, length * 0.3],
      ],
    ],
    "paper",
  );
  const shade = createSteps(22, 0.36, 0.94).map((y): Curve => [
    [girth * (0.47 - Math.max(0, y - 0.6) * 0.4), y * length],
    [girth * random.between(0.14, 0.26), y * length + 4],
  ]);
  drawing.strokes(shade, "hatch");
  drawing.strokes(
    createSteps(10, 0.14, 0.3).map((y): Curve => [
      [girth * (0.28 + (y - 0.1) * 0.9), y * length],
      [girth * 0.12, y * length + 3],
    ]),
    "hatch",
  );
};
