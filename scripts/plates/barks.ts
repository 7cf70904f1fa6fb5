import { createEvenGirth, drawBody, drawCutEnd } from "./body.ts";
import {
  type Curve,
  type Point,
  getPointBeside,
  getEllipsePoint,
  growCurve,
  getPolarPoint,
  createRing,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { DrawPart } from "./roots.ts";

/** Draws bark that is rolled up from both sides, seen along its length. */
export const drawQuill: DrawPart = (drawing, random, { count, length, girth }) => {
  for (const index of createSteps(count, 0, count - 1)) {
    const angle = count === 1 ? -7 : -9 + index * 13;
    const line = growCurve([index * 16, index * girth * 1.02], angle, length * (1 - index * 0.07), 3);
    drawBody(drawing, random, line, createEvenGirth(girth), { shade: 0.3, slant: 0.25 });
    const grain = createSteps(5, 0.08, 0.86).map((share): Curve => {
      const side = random.between(-0.4, 0.1) * girth;
      return [
        getPointBeside(line, share, side),
        getPointBeside(line, Math.min(0.94, share + random.between(0.04, 0.1)), side + 1),
      ];
    });
    drawing.strokes(grain, "line");
    const end = getSpot(line, 1);
    drawing.ellipse([end.x, end.y], girth * 0.2, girth / 2, "paper");
    drawScroll(drawing, [end.x, end.y], girth);
  }
};

function drawScroll(drawing: Parameters<DrawPart>[0], centre: Point, girth: number): void {
  for (const sign of [-1, 1]) {
    const middle: Point = [centre[0], centre[1] + sign * girth * 0.22];
    const turns = createSteps(10).map((share) =>
      getEllipsePoint(
        middle,
        girth * 0.11 * (1 - share * 0.75),
        girth * 0.21 * (1 - share * 0.75),
        sign * (90 - share * 560),
      ),
    );
    drawing.curve(turns, "contour");
  }
  drawing.curve(
    [
      [centre[0] + girth * 0.19, centre[1] - girth * 0.06],
      [centre[0] + girth * 0.05, centre[1]],
      [centre[0] + girth * 0.19, centre[1] + girth * 0.06],
    ],
    "contour",
  );
}

/** Draws flat pieces of bark. `hairs` are the fine threads that hold a broken piece together. */
export const drawBarkSlab: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const width = length / count;
  for (const index of createSteps(count, 0, count - 1)) {
    const gap = hairs > 0 ? 40 : 14;
    const left = index * (width + gap);
    const tilt = index % 2 === 0 ? -4 : 5;
    const createRoughEdge = (x: number, from: number, to: number): Curve =>
      createSteps(6, from, to).map((y) => [x + random.between(-4, 4), y + tilt]);
    const nearEdge = createRoughEdge(left, 0, girth);
    const farEdge = createRoughEdge(left + width, girth, 0);
    drawing.polygon(
      [...nearEdge, [left + width * 0.5, girth + 5 + tilt], ...farEdge, [left + width * 0.5, 5 + tilt]],
      "paper",
    );
    drawing.sides(
      [
        [
          [left, tilt],
          [left + width * 0.5, 5 + tilt],
          [left + width, tilt],
        ],
        [
          [left + width, tilt],
          [left + width * 0.5, -7 + tilt],
          [left + 6, -6 + tilt],
          [left, tilt],
        ],
      ],
      "paper",
    );
    const fissures = Array.from({ length: rings * 2 }, (): Curve => {
      const x = left + random.between(0.1, 0.82) * width;
      const y = random.between(0.14, 0.9) * girth + tilt;
      return [
        [x, y],
        [x + random.between(6, 16), y + random.between(-2, 2)],
        [x + random.between(16, 24), y + 3],
      ].map(([px = 0, py = 0]): Point => [Math.min(left + width - 5, px), py]);
    });
    drawing.strokes(fissures, "line");
    drawing.strokes(
      createSteps(Math.round(girth / 3.4), 6, girth - 2).map((y): Curve => [
        [left + width - 3, y + tilt],
        [left + width * random.between(0.66, 0.82), y + tilt + 2],
      ]),
      "hatch",
    );
    if (index === 0 || hairs === 0) continue;
    drawing.strokes(
      createSteps(hairs, 4, girth - 4).map((y): Curve => [
        [left - gap + 1, y - 3],
        [left - gap / 2, y + random.between(-2, 5)],
        [left + 2, y + tilt],
      ]),
      "hatch",
    );
  }
};

/** Draws dried citrus peel: open lobes that are joined at the stalk, each curled at one edge. */
export const drawPeel: DrawPart = (drawing, random, { count, length }) => {
  const reach = length / 2;
  for (const turn of createSteps(count, 0, 360 - 360 / count)) {
    const angle = turn - 90 + random.between(-9, 9);
    const toPeelPoint = ([along, across]: readonly [number, number]): Point => {
      const [x, y] = getPolarPoint(getPolarPoint([0, 0], angle, along * reach), angle + 90, across * reach);
      return [x * 1.3, y * 0.74];
    };
    const outline = [
      [-0.04, 0.08],
      [0.22, 0.26],
      [0.6, 0.42],
      [0.94, 0.3],
      [1.08, 0],
      [0.94, -0.32],
      [0.6, -0.44],
      [0.22, -0.26],
      [-0.04, -0.08],
    ] as const;
    drawing.blob(outline.map(toPeelPoint), "paper");
    drawing.dots(
      Array.from({ length: 18 }, () => toPeelPoint([random.between(0.2, 0.84), random.between(-0.05, 0.26)])),
    );
    const rolled = (
      [
        [0.3, -0.34],
        [0.62, -0.5],
        [0.98, -0.36],
        [1.12, 0.02],
        [0.98, 0.34],
      ] as const
    ).map(toPeelPoint);
    const inside = (
      [
        [0.98, 0.34],
        [0.96, 0.04],
        [0.84, -0.18],
        [0.6, -0.28],
        [0.3, -0.34],
      ] as const
    ).map(toPeelPoint);
    drawing.sides([rolled, inside], "paper");
    const strokes = createSteps(13, -0.4, 0.2).map((across): Curve => [
      toPeelPoint([1.08 - across * across * 1.2, across]),
      toPeelPoint([0.94 - across * across * 1.3, across * 0.8]),
    ]);
    drawing.strokes(strokes, "hatch");
  }
};

/** Draws cut stems that lie across each other. `rings` are joints. */
export const drawSticks: DrawPart = (drawing, random, { count, length, girth, rings }) => {
  for (const [index, angle] of createSteps(count, 11, -13).entries()) {
    const line = growCurve(
      [random.between(-10, 10), index * girth * 0.95],
      angle,
      random.around(length, 0.08),
      random.between(-7, 7),
    );
    drawBody(drawing, random, line, createEvenGirth(girth), { shade: 0.26, rings, sides: 4 });
    drawCutEnd(drawing, getSpot(line, 1), girth * 1.05);
  }
};

/** Draws square twigs with pairs of hooks. */
export const drawHookedTwig: DrawPart = (drawing, random, { count, length, girth }) => {
  const line = growCurve([0, 0], -6, length, 10);
  for (const share of createSteps(count, 0.16, 0.84)) {
    const { x, y, angle } = getSpot(line, share);
    for (const sign of [-1, 1]) {
      const hook = growCurve([x, y], angle + sign * 64, girth * 4.6, sign * 105);
      drawBody(drawing, random, hook, (along) => (girth / 2) * (1 - along) ** 0.6 * 0.9, { sides: 6 });
    }
  }
  drawBody(
    drawing,
    random,
    line,
    (share) => (girth / 2) * (1 + 0.3 * Math.abs(Math.cos(share * Math.PI * count)) ** 6),
    { sides: 12, shade: 0.3 },
  );
  drawCutEnd(drawing, getSpot(line, 1), girth * 1.1);
};

/** Draws ribbons that were scraped from a stem and rolled into loose curls. */
export const drawShavings: DrawPart = (drawing, random, { count, length, girth }) => {
  for (const index of createSteps(count, 0, count - 1)) {
    const centre: Point = [
      (index % 4) * length * 0.27 + random.between(-6, 6),
      Math.floor(index / 4) * girth * 1.3 + random.between(-6, 6),
    ];
    const turns = random.between(1.4, 2.2) * 360;
    const createSpiral = (grown: number): Curve =>
      createSteps(13).map((share) =>
        getEllipsePoint(
          centre,
          (girth * 0.25 + share * girth * 0.6) * 1.2 + grown,
          girth * 0.2 + share * girth * 0.5 + grown,
          index * 70 + share * turns,
        ),
      );
    const [inner, outer] = [createSpiral(0), createSpiral(girth * 0.11)];
    drawing.sides([inner, [...outer].reverse()], "paper");
    drawing.strokes(
      inner.flatMap((point, at): Curve[] => (at % 2 === 0 ? [[point, outer[at] ?? point]] : [])),
      "hatch",
    );
  }
};

/** Draws slices of a root: bark, growth ring and rays. */
export const drawSlices: DrawPart = (drawing, random, { count, girth, rings, tone }) => {
  for (const index of createSteps(count, 0, count - 1)) {
    const centre: Point = [index * girth * 1.1, (index % 2) * girth * 0.5 + random.between(-3, 3)];
    const turn = random.between(-14, 14);
    const createOval = (share: number, drop = 0): Curve =>
      createRing([0, 0], girth * share, girth * share * 0.66, 10).map(([x, y]) => {
        const [px, py] = getPolarPoint(
          getPolarPoint(centre, turn, random.around(x, share === 1 ? 0.05 : 0.01)),
          turn + 90,
          y,
        );
        return [px, py + drop];
      });
    drawing.blob(createOval(1, girth * 0.15), "paper");
    const face = createOval(1);
    drawing.blob(face, "paper");
    for (const share of rings === 0 ? [0.66] : createSteps(rings, 0.4, 0.84))
      drawing.blob(createOval(share), share > 0.6 ? "line" : "hatch");
    const rays = createSteps(tone === "plain" ? 0 : 22, 0, 343).map((angle): Curve => {
      const outer = getEllipsePoint([0, 0], girth, girth * 0.66, angle);
      const getPoint = (share: number): Point =>
        getPolarPoint(getPolarPoint(centre, turn, outer[0] * share), turn + 90, outer[1] * share);
      return [
        getPoint(random.around(tone === "dark" ? 0.12 : 0.3, 0.3)),
        getPoint(random.around(tone === "dark" ? 0.9 : 0.62, 0.1)),
      ];
    });
    drawing.strokes(tone === "plain" ? [] : rays, "hatch");
  }
};
