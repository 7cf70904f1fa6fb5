import type { Drawing } from "./drawing.ts";
import {
  type Curve,
  type Point,
  getPointBeside,
  cos,
  getEllipsePoint,
  growCurve,
  getPolarPoint,
  createRing,
  sin,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { Random } from "./random.ts";

/** Returns half the width of a round body at a share of its length. */
type Girth = (share: number) => number;

export const createTaperingGirth =
  (girth: number, power = 0.7): Girth =>
  (share) =>
    (girth / 2) * (1 - share) ** power;

export const createSwollenGirth =
  (girth: number, fullest = 0.45): Girth =>
  (share) => {
    const relativeShare = share < fullest ? share / fullest : (1 - share) / (1 - fullest);
    return (girth / 2) * Math.sin((relativeShare * Math.PI) / 2) ** 0.75;
  };

/** Even thickness with a blunt cut at both ends. */
export const createEvenGirth =
  (girth: number): Girth =>
  () =>
    girth / 2;

interface BodyCut {
  /** Depth of the shade from the edge, as a share of the width. */
  shade?: number;
  rings?: number;
  /** Slant of the hatching in degrees, from straight across. */
  slant?: number;
  sides?: number;
}

/** Draws strokes from the shaded edge inwards. The second, shorter set crosses them. */
function createShadeStrokes(
  random: Random,
  curve: Curve,
  girth: Girth,
  reach: number,
  slant: number,
  gap: number,
): Curve[] {
  const length = getCurveLength(curve);
  const amount = Math.max(2, Math.round(length / gap));
  return createSteps(amount, 0.03, 0.96).flatMap((share) => {
    const half = girth(share);
    if (half < 1.6) return [];
    const from = getPointBeside(curve, share, half * 0.98);
    const inner = Math.min(0.99, Math.max(0.01, share + (slant * half) / length));
    return [[from, getPointBeside(curve, inner, half * (1 - 2 * random.around(reach, 0.3)))]];
  });
}

function getCurveLength(curve: Curve): number {
  let total = 0;
  for (let index = 1; index < curve.length; index += 1) {
    const [fromX, fromY] = curve[index - 1] ?? [0, 0];
    const [toX, toY] = curve[index] ?? [0, 0];
    total += Math.hypot(toX - fromX, toY - fromY);
  }
  return total;
}

function createRingStrokes(random: Random, curve: Curve, girth: Girth, amount: number): Curve[] {
  return createSteps(amount, 0.07, 0.9).map((share) => {
    const at = random.around(share, 0.02);
    const half = girth(at);
    const sag = at + (half * 0.4) / getCurveLength(curve);
    return [getPointBeside(curve, at, -half), getPointBeside(curve, sag, 0), getPointBeside(curve, at, half)];
  });
}

/** Draws a round, hatched body along a curve: root, stem, tuber or twig. */
export function drawBody(drawing: Drawing, random: Random, curve: Curve, girth: Girth, cut: BodyCut = {}): void {
  const { shade = 0.34, rings = 0, slant = 0.5, sides = 7 } = cut;
  const createEdge = (sign: number): Curve =>
    createSteps(sides).map((share) => getPointBeside(curve, share, sign * random.around(girth(share), 0.09)));
  const left = createEdge(-1);
  const right = [...createEdge(1)].reverse();
  drawing.sides([left, [left.at(-1) ?? [0, 0], right[0] ?? [0, 0]], right], "paper");
  const widest = Math.max(...createSteps(9).map(girth));
  if (widest > 1.8) {
    drawing.strokes(createShadeStrokes(random, curve, girth, shade, slant, 3.4), "hatch");
    if (widest > 5) drawing.strokes(createShadeStrokes(random, curve, girth, shade * 0.55, -slant, 4.2), "hatch");
  }
  drawing.curves(createRingStrokes(random, curve, girth, rings), "line");
}

/** Draws fine rootlets on both sides of a body. */
export function drawHairs(
  drawing: Drawing,
  random: Random,
  curve: Curve,
  girth: Girth,
  amount: number,
  length: number,
): void {
  const hairs = Array.from({ length: Math.round(amount * drawing.stamps.fineness) }, (_, index) => {
    const share = random.between(0.12, 0.95);
    const sign = index % 2 === 0 ? 1 : -1;
    const start = getPointBeside(curve, share, sign * girth(share) * 0.9);
    const { angle } = getSpot(curve, share);
    const hair = growCurve(
      start,
      angle + sign * random.between(35, 75),
      random.around(length, 0.5),
      -sign * random.between(0, 50),
    );
    return [hair[0], hair[5], hair[10]].flatMap((point) => (point ? [point] : []));
  });
  drawing.curves(hairs, "line");
}

/** Draws the cut end of a stick or root, seen at an angle. */
export function drawCutEnd(drawing: Drawing, at: { x: number; y: number; angle: number }, girth: number): void {
  const turn = at.angle + 90;
  const getCutPoint = (angle: number, share: number): Point => {
    const [x, y] = getEllipsePoint([0, 0], (girth / 2) * share, girth * 0.24 * share, angle);
    return [at.x + x * cos(turn) - y * sin(turn), at.y + x * sin(turn) + y * cos(turn)];
  };
  drawing.blob(
    createSteps(8, 0, 315).map((angle) => getCutPoint(angle, 1)),
    "paper",
  );
  if (girth > 6)
    drawing.blob(
      createSteps(6, 0, 300).map((angle) => getCutPoint(angle, 0.45)),
      "hatch",
    );
}

/** Draws hatching on the lower right of a ball. */
function createBallShade(random: Random, centre: Point, rx: number, ry: number, gap: number): Curve[] {
  const amount = Math.max(3, Math.round((rx + ry) / gap));
  const light = 40;
  return createSteps(amount, -0.86, 0.86).map((across) => {
    const edge = Math.sqrt(1 - across * across);
    const depth = random.around(0.62, 0.25) * edge;
    const getEdgePoint = (along: number): Point => {
      const [x, y] = getPolarPoint(getPolarPoint([0, 0], light, along), light + 90, across);
      return [centre[0] + x * rx, centre[1] + y * ry];
    };
    return [getEdgePoint(edge * 0.97), getEdgePoint(edge - depth)];
  });
}

/** Draws a hatched ball or egg. */
export function drawBall(
  drawing: Drawing,
  random: Random,
  centre: Point,
  rx: number,
  ry: number,
  knobbly = 0.03,
): void {
  const points = rx + ry > 30 ? 11 : 7;
  drawing.blob(
    createRing([0, 0], rx, ry, points).map(([x, y]): Point => {
      const swell = random.around(1, knobbly);
      return [centre[0] + x * swell, centre[1] + y * swell];
    }),
    rx + ry > 12 ? "paper" : "thin",
  );
  if (rx + ry > 5) drawing.strokes(createBallShade(random, centre, rx, ry, rx + ry > 40 ? 3.6 : 2.4), "hatch");
}
