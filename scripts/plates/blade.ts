import type { Drawing } from "./drawing.ts";
import {
  type Curve,
  type Point,
  getPointBeside,
  growCurve,
  interpolate,
  getPolarPoint,
  sin,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { LeafSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

type Profile = readonly (readonly [along: number, halfWidth: number])[];

/** Half outlines from stalk to tip, as fractions of the leaf's length. */
const profiles: Record<LeafSpec["shape"], Profile> = {
  ovate: [[0, 0.02], [0.08, 0.17], [0.3, 0.28], [0.58, 0.21], [0.82, 0.08], [1, 0]],
  elliptic: [[0, 0.02], [0.15, 0.14], [0.45, 0.24], [0.75, 0.16], [1, 0]],
  lanceolate: [[0, 0.02], [0.12, 0.08], [0.36, 0.12], [0.7, 0.07], [1, 0]],
  oblong: [[0, 0.02], [0.1, 0.11], [0.35, 0.16], [0.65, 0.16], [0.88, 0.09], [1, 0]],
  obovate: [[0, 0.01], [0.2, 0.08], [0.55, 0.22], [0.78, 0.25], [0.94, 0.14], [1, 0]],
  linear: [[0, 0.018], [0.25, 0.034], [0.6, 0.03], [0.85, 0.015], [1, 0]],
  heart: [[0, 0], [-0.1, 0.12], [-0.08, 0.28], [0.1, 0.4], [0.36, 0.36], [0.66, 0.18], [0.86, 0.05], [1, 0]],
  kidney: [[0, 0], [-0.2, 0.16], [-0.2, 0.4], [0.05, 0.56], [0.4, 0.5], [0.75, 0.26], [0.9, 0.08], [1, 0]],
  round: [[0, 0.02], [0.06, 0.22], [0.3, 0.42], [0.62, 0.4], [0.9, 0.2], [1, 0]],
  lobed: [
    [0, 0.03], [0.13, 0.07], [0.1, 0.26], [0.24, 0.33], [0.36, 0.14], [0.37, 0.32], [0.5, 0.37], [0.62, 0.17],
    [0.68, 0.25], [0.8, 0.2], [0.84, 0.1], [1, 0],
  ],
  maple: [
    [0, 0.03], [-0.08, 0.2], [-0.14, 0.44], [0.08, 0.36], [0.22, 0.2], [0.32, 0.48], [0.54, 0.56], [0.5, 0.32],
    [0.48, 0.15], [0.72, 0.2], [0.84, 0.12], [1, 0],
  ],
  arrow: [[0, 0], [-0.16, 0.16], [-0.28, 0.32], [-0.02, 0.27], [0.3, 0.23], [0.66, 0.12], [1, 0]],
  fan: [[0, 0.01], [0.3, 0.09], [0.56, 0.34], [0.7, 0.62], [0.86, 0.52], [0.98, 0.3], [0.99, 0.09], [0.72, 0]],
  shield: [[-0.42, 0], [-0.36, 0.24], [-0.1, 0.46], [0.22, 0.54], [0.6, 0.48], [0.9, 0.24], [1, 0]],
  needle: [],
  scale: [],
}; // prettier-ignore

export interface Blade {
  shape: LeafSpec["shape"];
  margin: LeafSpec["margin"];
  tone: LeafSpec["tone"];
  breadth: number;
  length: number;
  /** Degrees by which the midrib turns between base and tip. */
  bend: number;
}

/** Bends the flat outline along the midrib. */
class BladeFrame {
  private readonly blade: Blade;
  private readonly start: number;
  private readonly profile: Curve;

  constructor(blade: Blade, start: number) {
    this.blade = blade;
    this.start = start;
    this.profile = profiles[blade.shape];
  }

  at(along: number, across: number): Point {
    const { length, bend, breadth } = this.blade;
    const turn = bend * Math.max(0, along);
    const midrib = getPolarPoint([this.start, 0], turn / 2, along * length);
    return getPolarPoint(midrib, turn + 90, across * length * breadth);
  }

  /** Returns half the width at which a line across the leaf meets its edge. */
  widthAt(along: number): number {
    let widest = 0;
    for (let index = 1; index < this.profile.length; index += 1) {
      const from = this.profile[index - 1] ?? [0, 0];
      const to = this.profile[index] ?? from;
      const [low, high] = from[0] < to[0] ? [from, to] : [to, from];
      if (along < low[0] || along > high[0] || low[0] === high[0]) continue;
      widest = Math.max(widest, interpolate(low, high, (along - low[0]) / (high[0] - low[0]))[1]);
    }
    return widest;
  }

  side(sign: 1 | -1, random: Random): Curve {
    const points = this.profile.map(([along, across]) => this.at(along, sign * random.around(across, 0.05)));
    if (this.blade.margin === "entire") return points;
    return this.addTeeth(points, sign, random);
  }

  private addTeeth(points: Curve, sign: 1 | -1, random: Random): Curve {
    const serrate = this.blade.margin === "serrate";
    const teeth = serrate ? Math.round(Math.min(9, Math.max(5, this.blade.length / 9))) : 5;
    const depth = Math.min(3.6, this.blade.length * (serrate ? 0.03 : 0.022));
    return createSteps(teeth * 2 + 1).map((share, index) => {
      const { x, y, angle } = getSpot(points, share);
      if (share === 0 || share === 1) return [x, y];
      // Teeth shrink towards the tip, which would otherwise look like a knob.
      const taper = Math.min(1, (1 - share) * 4);
      const out = taper * (index % 2 === 0 ? -depth * 0.5 : random.around(depth, 0.3));
      const leanForward = serrate && index % 2 === 1 ? depth * 1.2 * taper : 0;
      return getPolarPoint(getPolarPoint([x, y], angle + 90 * sign, out), angle, leanForward);
    });
  }
}

function countVeinPairs(blade: Blade): number {
  if (blade.length < 16) return 0;
  return Math.round(Math.min(6, Math.max(3, blade.length / 13)));
}

function createFeatherVeins(
  frame: BladeFrame,
  blade: Blade,
  sign: 1 | -1,
  pairs: number,
  reach: number,
  shift: number,
): Curve[] {
  const rise = blade.breadth > 0.8 ? 0.16 : 0.2;
  return createSteps(pairs, 0.1, 0.74).flatMap((along) => {
    const from = along + shift;
    const tip = Math.min(0.97, from + rise * reach);
    const across = frame.widthAt(tip) * reach * sign;
    if (Math.abs(across) < 0.02) return [];
    return [[frame.at(from, 0), frame.at(tip, across)]];
  });
}

function createRadiatingVeins(frame: BladeFrame, blade: Blade, sign: 1 | -1): Curve[] {
  const isFan = blade.shape === "fan";
  const angles = isFan ? [6, 14, 22, 30, 37, 43] : blade.shape === "maple" ? [16, 42, 62, 95] : [25, 60, 95, 130];
  const reach = isFan ? 0.82 : blade.shape === "maple" ? 0.44 : 0.46;
  return angles.map((angle) => {
    const [along, across] = getPolarPoint([isFan ? 0.12 : 0.03, 0], angle, reach);
    return [
      frame.at(isFan ? 0.15 : 0.03, 0),
      frame.at(along * 0.6, across * 0.5 * sign),
      frame.at(along, across * sign),
    ];
  });
}

const radiatingShapes = new Set<LeafSpec["shape"]>(["fan", "kidney", "maple", "shield"]);
const straightShapes = new Set<LeafSpec["shape"]>(["linear"]);

function drawSurface(drawing: Drawing, frame: BladeFrame, blade: Blade): void {
  if (straightShapes.has(blade.shape)) {
    if (blade.tone !== "plain")
      drawing.curve(
        [0.04, 0.4, 0.8].map((along) => frame.at(along, 0.012)),
        "hatch",
      );
    return;
  }
  const radiates = radiatingShapes.has(blade.shape);
  const pairs = countVeinPairs(blade);
  for (const sign of [1, -1] as const) {
    const isCut = blade.tone === "dark" || (blade.tone === "half" && sign === 1);
    const veins = radiates
      ? createRadiatingVeins(frame, blade, sign)
      : createFeatherVeins(frame, blade, sign, pairs, 0.86, 0);
    drawing.strokes(veins, isCut ? "carved" : blade.length > 60 ? "line" : "hatch");
    const hatches = blade.tone === "hatched" && sign === 1 && !radiates && pairs > 0;
    if (hatches) drawing.strokes(createFeatherVeins(frame, blade, sign, pairs * 2, 0.5, 0.045), "hatch");
  }
}

/** Draws one simple blade from (start, 0) along +x. */
export function drawBlade(drawing: Drawing, random: Random, blade: Blade, start = 0): void {
  if (blade.shape === "needle") return drawNeedles(drawing, random, blade);
  if (blade.shape === "scale") return drawScales(drawing, blade);
  const frame = new BladeFrame(blade, start);
  const upper = frame.side(-1, random);
  const lower = [...frame.side(1, random)].reverse();
  const midrib = [0, 0.35, 0.7, 0.96].map((along) => frame.at(along, 0));
  const outline = blade.length > 26 ? "paper" : "thin";
  const mark = blade.tone === "dark" ? "solid" : outline;
  const isSerrate = blade.margin === "serrate";
  if (isSerrate) drawing.polygon([...upper, ...lower], mark);
  else drawing.sides([upper, lower], mark);
  if (blade.tone === "half") {
    if (isSerrate) drawing.polygon([...lower, ...midrib], "solid");
    else drawing.sides([lower, midrib], "solid");
  }
  drawSurface(drawing, frame, blade);
  if (blade.shape === "fan" || blade.length < 9) return;
  drawing.curve(midrib, blade.tone === "dark" ? "carved" : blade.length > 34 ? "contour" : "line");
}

function drawNeedles(drawing: Drawing, random: Random, { length }: Blade): void {
  const needles = createSteps(6, -36, 36).map((angle): Curve => [
    [0, 0],
    getPolarPoint([0, 0], angle + random.between(-4, 4), random.around(length, 0.12)),
  ]);
  drawing.strokes(needles, "line");
}

/** Draws a flat spray of scale leaves, like that of arborvitae. */
function drawScales(drawing: Drawing, { length, bend }: Blade): void {
  const drawTwig = (from: Point, angle: number, reach: number): void => {
    const line = growCurve(from, angle, reach, bend * 0.5);
    const createSide = (sign: number): Curve =>
      [0, 0.3, 0.7, 1].map((share) => getPointBeside(line, share, sign * 2.6 * sin(share * 150 + 20)));
    const tip = getSpot(line, 1);
    drawing.sides(
      [
        [...createSide(-1), [tip.x, tip.y]],
        [[tip.x, tip.y], ...[...createSide(1)].reverse()],
      ],
      "thin",
    );
    const scales = createSteps(Math.round(reach / 5), 0.14, 0.86).map((share): Curve => [
      getPointBeside(line, share, -2),
      getPointBeside(line, Math.min(1, share + 3 / reach), 0),
      getPointBeside(line, share, 2),
    ]);
    drawing.strokes(scales, "line");
  };
  const sides = [
    [0.18, 1],
    [0.3, -1],
    [0.46, 1],
    [0.6, -1],
  ] as const;
  for (const [share, sign] of sides) drawTwig([length * share, 0], 38 * sign, length * (0.62 - share * 0.5));
  drawTwig([0, 0], 0, length);
}
