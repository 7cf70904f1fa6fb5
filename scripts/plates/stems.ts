import { createTaperingGirth, drawBody, drawCutEnd } from "./body.ts";
import type { Drawing } from "./drawing.ts";
import {
  type Curve,
  type Point,
  getPointBeside,
  getEllipsePoint,
  growCurve,
  getPolarPoint,
  getSpot,
  createSteps,
} from "./geometry.ts";
import type { PlateSpec, StemSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

/** A stem or branch with leaves and flowers. */
export interface Axis {
  line: Curve;
  girth: number;
  /** Share of the stem below the first leaf. */
  bareUntil: number;
  isBranch: boolean;
}

const up = -90;

function createSideBranches(random: Random, main: Axis, stem: StemSpec, reach: number): Axis[] {
  if (stem.branches === 0) return [];
  return createSteps(stem.branches, 0.3, 0.82).map((share, index) => {
    const { x, y, angle } = getSpot(main.line, share);
    const sign = index % 2 === 0 ? 1 : -1;
    const length = stem.height * reach * (1.1 - share * 0.55) * random.between(0.88, 1.1);
    const line = growCurve([x, y], angle + sign * random.between(38, 52), length, -sign * random.between(10, 26));
    return { line, girth: main.girth * 0.55, bareUntil: 0.24, isBranch: true };
  });
}

function createHerbAxes(random: Random, stem: StemSpec): Axis[] {
  const fan = createSteps(stem.count, -17 * (stem.count - 1) * 0.6, 17 * (stem.count - 1) * 0.6);
  return fan.flatMap((turn, index) => {
    const isMain = index === Math.floor(stem.count / 2);
    const angle = up + stem.lean * 20 + turn;
    const height = stem.height * (isMain ? 1 : random.between(0.72, 0.86));
    const line = growCurve([turn * 0.25, 0], angle, height, stem.lean * 16 + turn * 0.3, 7 * Math.sign(stem.lean || 1));
    const main = { line, girth: stem.girth, bareUntil: 0.14, isBranch: false };
    return isMain ? [...createSideBranches(random, main, stem, 0.42), main] : [main];
  });
}

function createShrubAxes(random: Random, stem: StemSpec): Axis[] {
  const fan = createSteps(stem.count, -22, 22);
  return fan.flatMap((turn, index) => {
    const line = growCurve(
      [turn * 0.3, 0],
      up + stem.lean * 16 + turn,
      stem.height * random.between(0.85, 1),
      turn * 0.4 + stem.lean * 24,
      12,
    );
    const main = { line, girth: stem.girth * (index % 2 === 0 ? 1 : 0.8), bareUntil: 0.24, isBranch: false };
    return [...createSideBranches(random, main, stem, 0.4), main];
  });
}

/** Returns a stem that climbs in curves, which become smaller towards the top. */
function createVineAxes(random: Random, stem: StemSpec): Axis[] {
  const wind = (phase: number, height: number, swing: number): Curve =>
    createSteps(33).map((share) => [
      Math.sin(share * 7.4 + phase) * swing * (1 - share * 0.45) - Math.sin(phase) * swing + stem.lean * 60 * share,
      -share * height + Math.sin(share * 14.8 + phase) * 14,
    ]);
  const main = { line: wind(0, stem.height, stem.height * 0.33), girth: stem.girth, bareUntil: 0.08, isBranch: false };
  const otherAxes = createSteps(stem.count - 1, 0, stem.count - 2).map((index) => ({
    line: wind(Math.PI * (1 + index * 0.4), stem.height * 0.8, stem.height * 0.25),
    girth: stem.girth * 0.8,
    bareUntil: 0.2,
    isBranch: false,
  }));
  return [...createSideBranches(random, main, stem, 0.34), ...(stem.count > 1 ? otherAxes : []), main];
}

/** Returns a cut branch that arches across the plate. */
function createBranchAxes(random: Random, stem: StemSpec): Axis[] {
  const line = growCurve([0, 0], up + 26 + stem.lean * 30, stem.height, 14 + stem.lean * 46, -12);
  const main = { line, girth: stem.girth, bareUntil: 0.12, isBranch: false };
  return [...createSideBranches(random, main, stem, 0.5), main];
}

function createGrassAxes(random: Random, stem: StemSpec): Axis[] {
  return createSteps(stem.count, -9 * (stem.count - 1), 9 * (stem.count - 1)).map((turn) => ({
    line: growCurve(
      [turn * 0.4, 0],
      up + turn * 0.6 + stem.lean * 12,
      stem.height * random.between(0.84, 1),
      turn * 0.5 + stem.lean * 26,
    ),
    girth: stem.girth,
    bareUntil: 0.1,
    isBranch: false,
  }));
}

export function growAxes(random: Random, spec: PlateSpec): Axis[] {
  if (spec.habit === "shrub") return createShrubAxes(random, spec.stem);
  if (spec.habit === "vine") return createVineAxes(random, spec.stem);
  if (spec.habit === "branch") return createBranchAxes(random, spec.stem);
  if (spec.habit === "grass") return createGrassAxes(random, spec.stem);
  if (spec.habit === "herb") return createHerbAxes(random, spec.stem);
  return [];
}

function drawThinStem(drawing: Drawing, line: Curve, girth: number): void {
  const thickness = createTaperingGirth(girth, 0.35);
  const shares = createSteps(line.length > 12 ? 17 : 6);
  if (girth < 2.2) {
    drawing.curve(
      shares.map((share) => getPointBeside(line, share, 0)),
      "contour",
    );
    return;
  }
  const createSide = (sign: number): Curve =>
    shares.map((share) => getPointBeside(line, share, sign * (thickness(share) + 0.4)));
  drawing.sides([createSide(-1), [...createSide(1)].reverse()], "thin");
  if (girth > 3)
    drawing.curve(
      shares.slice(0, -1).map((share) => getPointBeside(line, share, thickness(share) * 0.35)),
      "hatch",
    );
}

function drawJoints(drawing: Drawing, line: Curve, girth: number, amount: number): void {
  const joints = createSteps(amount, 0.1, 0.9).map((share): Curve => {
    const half = girth * 0.5 + 1.2;
    return [
      getPointBeside(line, share, -half),
      getPointBeside(line, share + 0.012, 0),
      getPointBeside(line, share, half),
    ];
  });
  drawing.strokes(joints, "contour");
}

function drawTendril(drawing: Drawing, from: Point, angle: number): void {
  const start = growCurve(from, angle, 26, 30);
  const end = getSpot(start, 1);
  const curl = createSteps(9).map((share) =>
    getEllipsePoint(
      getPolarPoint([end.x, end.y], end.angle + 90, 7),
      7 * (1 - share * 0.7),
      7 * (1 - share * 0.7),
      end.angle - 90 + share * 500,
    ),
  );
  drawing.curve([start[0] ?? from, start[5] ?? from, ...curl], "line");
}

/** Draws the stem with its joints, thorns and tendrils. */
export function drawAxis(drawing: Drawing, random: Random, axis: Axis, spec: PlateSpec): void {
  const { stem } = spec;
  if (stem.tendrils && !axis.isBranch) {
    for (const share of [0.34, 0.62, 0.86]) {
      const { x, y, angle } = getSpot(axis.line, share);
      drawTendril(drawing, [x, y], angle + (share > 0.5 ? -70 : 60));
    }
  }
  if (stem.thorny) {
    const thorns = createSteps(5, 0.16, 0.86).map((share, index): Curve => {
      const { angle } = getSpot(axis.line, share);
      const foot = getPointBeside(axis.line, share, 0);
      return [foot, getPolarPoint(foot, angle + (index % 2 === 0 ? -70 : 70), 13)];
    });
    drawing.strokes(thorns, "contour");
  }
  if (axis.girth >= 5)
    drawBody(drawing, random, axis.line, createTaperingGirth(axis.girth, 0.4), {
      shade: 0.3,
      sides: axis.line.length > 12 ? 15 : 7,
    });
  else drawThinStem(drawing, axis.line, axis.girth);
  if (stem.jointed) drawJoints(drawing, axis.line, axis.girth, axis.isBranch ? 3 : 6);
  if (spec.habit === "branch" && !axis.isBranch) drawCutEnd(drawing, getSpot(axis.line, 0), axis.girth * 1.15);
}
