import { createEvenGirth, createSwollenGirth, createTaperingGirth, drawBall, drawBody, drawHairs } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import { getPointBeside, growCurve, getSpot, createSteps } from "./geometry.ts";
import type { PartSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

export type DrawPart = (drawing: Drawing, random: Random, part: PartSpec) => void;

/** Angle of the direction down, in degrees. Roots hang from the crown of the plant, which is at (0, 0). */
export const down = 90;

export const drawTaproot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const main = growCurve([0, -5], down + random.between(-5, 5), length, random.between(-14, 14), 9);
  const thickness = createTaperingGirth(girth, 0.62);
  for (const [index, share] of createSteps(count - 1, 0.16, 0.62).entries()) {
    const { x, y } = getSpot(main, share);
    const sign = index % 2 === 0 ? 1 : -1;
    const side = growCurve(
      [x, y],
      down - sign * random.between(34, 52),
      length * random.between(0.42, 0.6) * (1.1 - share * 0.5),
      sign * random.between(16, 34),
      8,
    );
    drawHairs(drawing, random, side, createTaperingGirth(girth * 0.4), Math.round(hairs / 3), girth * 0.5 + 6);
    drawBody(drawing, random, side, createTaperingGirth(girth * 0.42), { sides: 5 });
  }
  drawHairs(drawing, random, main, thickness, hairs, girth * 0.5 + 10);
  drawBody(drawing, random, main, thickness, { rings });
};

export const drawFleshyRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const spread = Math.min(62, 13 * (count - 1));
  const fan = createSteps(count, -spread, spread).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const turn of fan) {
    const rootLength = random.around(length, 0.12) * (1 - Math.abs(turn) / 260);
    const root = growCurve([turn * girth * 0.012, -4], down - turn, rootLength, turn * 0.6, random.between(-10, 10));
    const thickness = createSwollenGirth(random.around(girth, 0.1), 0.42);
    drawHairs(drawing, random, root, thickness, Math.round(hairs / count), 12);
    const tail = getSpot(root, 0.97);
    drawing.curve(
      [0, 4, 8, 10].map(
        (index) => growCurve([tail.x, tail.y], tail.angle, rootLength * 0.22, turn * 0.3, 14)[index] ?? [0, 0],
      ),
      "line",
    );
    drawBody(drawing, random, root, (share) => Math.max(thickness(share), girth * 0.07), { rings });
  }
};

export const drawRootBundle: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = createSteps(count, -58, 58).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const turn of fan) {
    const root = growCurve(
      [turn * 0.12, -2],
      down - random.around(turn, 0.15),
      length * random.between(0.72, 1) * (1 - Math.abs(turn) / 240),
      turn * 0.5,
      random.between(-16, 16),
    );
    const thickness = createTaperingGirth(random.around(girth, 0.2), 0.5);
    drawHairs(drawing, random, root, thickness, Math.round(hairs / count), 9);
    drawBody(drawing, random, root, thickness, { rings, sides: 5, shade: 0.3 });
  }
  drawBall(drawing, random, [0, 0], Math.max(6, girth * 0.9), Math.max(5, girth * 0.7), 0.1);
};

/** Draws the man-shaped root: a body on legs below a scarred neck. */
export const drawForkedRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const neck = growCurve([0, -2], down, 18, 20);
  const top = getSpot(neck, 0.9);
  const body = growCurve([top.x, top.y], down + 6, length * 0.44, -10);
  const thickness = (share: number): number =>
    girth * (0.3 + 0.22 * Math.sin(Math.min(1, share * 1.5) * Math.PI * 0.62));
  const legs = createSteps(count, -30, 30).map((turn, index) => {
    const { x, y } = getSpot(body, 0.9);
    const rootLength = length * (index % 2 === 0 ? 0.62 : 0.54);
    return {
      line: growCurve([x - turn * girth * 0.009, y - 2], down - turn, rootLength, turn * 1.1, 12),
      girth: girth * 0.62,
    };
  });
  const arms = [-1, 1].map((sign) => {
    const start = getPointBeside(body, 0.3, -sign * girth * 0.24);
    return { line: growCurve(start, down - sign * 58, length * 0.42, sign * 40, sign * 8), girth: girth * 0.34 };
  });
  for (const limb of [...arms, ...legs]) {
    const shape = createTaperingGirth(limb.girth, 0.62);
    drawHairs(drawing, random, limb.line, shape, Math.round(hairs / 4), 26);
    drawBody(drawing, random, limb.line, shape, { sides: 6 });
  }
  drawBody(drawing, random, body, thickness, { rings });
  drawBody(drawing, random, neck, createEvenGirth(girth * 0.3), { rings: 4 });
};

/** Draws thin fibres, each with a spindle-shaped bead. */
export const drawBeadedRoot: DrawPart = (drawing, random, { count, length, girth, rings, hairs }) => {
  const fan = createSteps(count, -66, 66).sort((one, other) => Math.abs(other) - Math.abs(one));
  for (const [index, turn] of fan.entries()) {
    const fibre = growCurve(
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
    const start = getSpot(fibre, index % 2 === 0 ? 0.5 : 0.32);
    const bead = growCurve([start.x, start.y], start.angle, girth * 2.5, turn * 0.2);
    drawHairs(drawing, random, bead, createSwollenGirth(girth), Math.round(hairs / count), 8);
    drawBody(drawing, random, bead, createSwollenGirth(random.around(girth, 0.15), 0.5), { rings });
  }
  drawBall(drawing, random, [0, 0], 8, 6, 0.1);
};
