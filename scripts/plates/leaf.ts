import { type Blade, drawBlade } from "./blade.ts";
import type { Drawing, Stamp, StampSet } from "./drawing.ts";
import { type Curve, growCurve, getSpot, createSteps } from "./geometry.ts";
import type { LeafSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

/** Number of different leaves of a plate: enough variety, but a small file. */
const bends = [16, -12, 30];

function createBlade(spec: LeafSpec, length: number, bend: number): Blade {
  const { shape, margin, tone, breadth } = spec;
  return { shape, margin, tone, breadth, length, bend };
}

function createLeaflet(stamps: StampSet, random: Random, spec: LeafSpec, length: number, bend = 10): Stamp {
  const size = Math.round(length);
  return stamps.define(`leaflet ${size} ${bend}`, (drawing) =>
    drawBlade(drawing, random, createBlade(spec, size, bend)),
  );
}

function drawStalkLine(drawing: Drawing, line: Curve, spec: LeafSpec): void {
  drawing.curve(
    [0, 0.5, 1].map((share) => {
      const spot = getSpot(line, share);
      return [spot.x, spot.y];
    }),
    spec.size > 30 ? "contour" : "line",
  );
}

function drawSimple(drawing: Drawing, random: Random, spec: LeafSpec, bend: number): void {
  const stalk = spec.stalk * spec.size;
  if (stalk > 1)
    drawing.curve(
      [
        [0, 0],
        [stalk * 0.5, -stalk * 0.04],
        [stalk, 0],
      ],
      "contour",
    );
  drawBlade(drawing, random, createBlade(spec, spec.size, bend), stalk);
}

/** Draws leaflets in pairs along a curved stalk, with one at the end. */
function drawPinnate(drawing: Drawing, random: Random, spec: LeafSpec, bend: number): void {
  const pairs = Math.floor(spec.leaflets / 2);
  const line = growCurve([0, 0], -bend * 0.4, spec.size * (1 + spec.stalk), bend);
  const length = Math.min(spec.size * 0.45, (spec.size / pairs) * 1.55);
  const stamp = createLeaflet(drawing.stamps, random, spec, length);
  drawStalkLine(drawing, line, spec);
  const first = Math.max(0.1, spec.stalk / (1 + spec.stalk));
  for (const share of createSteps(pairs, first, 0.9)) {
    const { x, y, angle } = getSpot(line, share);
    const scale = 1 - Math.abs(share - 0.45) * 0.5;
    drawing.place(stamp, { x, y, angle: angle - random.between(58, 68), scale, isMirrored: true });
    drawing.place(stamp, { x, y, angle: angle + random.between(58, 68), scale });
  }
  if (spec.leaflets % 2 === 1) drawing.place(stamp, { ...getSpot(line, 1), scale: 0.95 });
}

/** Draws leaflets that spread from the end of the stalk like fingers. */
function drawPalmate(drawing: Drawing, random: Random, spec: LeafSpec, bend: number): void {
  const line = growCurve([0, 0], -bend * 0.3, Math.max(4, spec.size * spec.stalk), bend);
  const { x, y, angle } = getSpot(line, 1);
  const stamp = createLeaflet(drawing.stamps, random, spec, spec.size * 0.92);
  drawStalkLine(drawing, line, spec);
  const spread = spec.division === "trifoliate" ? 66 : 26 + spec.leaflets * 10;
  const fingers = createSteps(spec.division === "trifoliate" ? 3 : spec.leaflets, -spread, spread);
  // The outer leaflets are drawn first, so that the middle one is on top.
  for (const turn of [...fingers].sort((one, other) => Math.abs(other) - Math.abs(one))) {
    const scale = 1 - Math.abs(turn) / (spec.leaflets > 3 ? 180 : 260);
    drawing.place(stamp, { x, y, angle: angle + turn + random.between(-4, 4), scale, isMirrored: turn < 0 });
  }
}

/** Draws a leaf that is divided twice in threes, like that of peony. */
function drawTernate(drawing: Drawing, random: Random, spec: LeafSpec, bend: number): void {
  const line = growCurve([0, 0], -bend * 0.3, spec.size * 0.62, bend);
  const stamp = createLeaflet(drawing.stamps, random, spec, spec.size * 0.42);
  drawStalkLine(drawing, line, spec);
  const group = (x: number, y: number, angle: number, scale: number): void => {
    for (const turn of [-48, 48, 0])
      drawing.place(stamp, {
        x,
        y,
        angle: angle + turn,
        scale: turn === 0 ? scale : scale * 0.85,
        isMirrored: turn < 0,
      });
  };
  const fork = getSpot(line, 0.5);
  for (const sign of [-1, 1]) {
    const arm = growCurve([fork.x, fork.y], fork.angle + sign * 52, spec.size * 0.24, -sign * 14);
    drawing.curve([arm[0] ?? [0, 0], arm[5] ?? [0, 0], arm[10] ?? [0, 0]], "line");
    const end = getSpot(arm, 1);
    group(end.x, end.y, end.angle, 0.9);
  }
  const end = getSpot(line, 1);
  group(end.x, end.y, end.angle, 1);
}

/** Draws feathery leaves of the carrot family: side branches with cut leaflets. */
function drawDissected(drawing: Drawing, random: Random, spec: LeafSpec, bend: number): void {
  const pairs = Math.min(5, spec.leaflets);
  const line = growCurve([0, 0], -bend * 0.3, spec.size * 0.85, bend);
  const pinna = drawing.stamps.define("pinna", (stamp) => {
    const length = spec.size * 0.4;
    const tip = createLeaflet(drawing.stamps, random, spec, length * 0.42);
    stamp.curve(
      [
        [0, 0],
        [length * 0.35, -1],
        [length * 0.7, 0],
      ],
      "line",
    );
    for (const share of [0.25, 0.5]) {
      for (const sign of [-1, 1])
        stamp.place(tip, { x: length * share, y: 0, angle: 46 * sign, scale: 1 - share * 0.3, isMirrored: sign < 0 });
    }
    stamp.place(tip, { x: length * 0.62, y: 0 });
  });
  drawStalkLine(drawing, line, spec);
  for (const share of createSteps(pairs, 0.3, 0.88)) {
    const { x, y, angle } = getSpot(line, share);
    const scale = 1.12 - share * 0.7;
    for (const sign of [-1, 1])
      drawing.place(pinna, { x, y, angle: angle + sign * random.between(48, 58), scale, isMirrored: sign < 0 });
  }
  drawing.place(pinna, { ...getSpot(line, 0.95), scale: 0.6 });
}

const drawDivided: Record<LeafSpec["division"], typeof drawSimple> = {
  simple: drawSimple,
  trifoliate: drawPalmate,
  palmate: drawPalmate,
  pinnate: drawPinnate,
  ternate: drawTernate,
  dissected: drawDissected,
};

/** Returns the stamps from which all leaves of a plate are drawn. */
export function createLeafStamps(stamps: StampSet, random: Random, spec: LeafSpec): Stamp[] {
  const cheap = spec.division === "simple" && spec.shape !== "scale" && spec.margin === "entire" && spec.size < 130;
  const variants = cheap ? bends : bends.slice(0, 2);
  return variants.map((bend) =>
    stamps.define(`leaf ${bend} ${spec.size} ${spec.stalk}`, (drawing) =>
      drawDivided[spec.division](drawing, random, spec, bend),
    ),
  );
}
