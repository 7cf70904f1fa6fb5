import { createClusterStamp } from "./cluster.ts";
import { Drawing, type Placement, type Stamp, type StampSet } from "./drawing.ts";
import { createFlowerStamp } from "./flower.ts";
import { createFruitStamp } from "./fruit.ts";
import { type Spot, growCurve, getSpot, createSteps } from "./geometry.ts";
import { createLeafStamps } from "./leaf.ts";
import type { FlowerSpec, FruitSpec, LeafSpec, PlateSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";
import { type Axis, drawAxis, growAxes } from "./stems.ts";

type Bloom = FlowerSpec | FruitSpec;
const down = 90;

/** Normalises an angle to -180..180. */
function normaliseAngle(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

function turnTowardsGround(angle: number, share: number): number {
  return angle + normaliseAngle(down - angle) * share;
}

interface LeafSet {
  stamps: Stamp[];
  spec: LeafSpec;
  isMedicinal: boolean;
}

function placeLeaf(random: Random, leaves: LeafSet, spot: Spot, turn: number, scale: number): [Stamp, Placement] {
  const stamp = leaves.stamps[Math.floor(random.between(0, leaves.stamps.length))] ?? leaves.stamps[0];
  if (!stamp) throw new Error("a leaf needs at least one stamp");
  return [
    stamp,
    { x: spot.x, y: spot.y, angle: spot.angle + turn, scale, isMirrored: turn < 0, isMedicinal: leaves.isMedicinal },
  ];
}

function getNodeTurns(spec: LeafSpec, index: number, share: number, random: Random): number[] {
  const open = spec.shape === "linear" ? 30 : 74 - share * 30;
  const angle = random.around(open, 0.14);
  if (spec.arrangement === "alternate") return [index % 2 === 0 ? -angle : angle];
  if (spec.arrangement === "opposite") return [-angle, random.around(open, 0.14)];
  if (spec.arrangement === "whorled") return spec.count === 1 ? [-102, 98, -48, 52] : [-96, 96, -48, 48];
  return [-62, 58, -22, 20];
}

/** Places the leaves of one axis, those behind the stem first. */
function placeAxisLeaves(
  random: Random,
  leaves: LeafSet,
  axis: Axis,
  habit: PlateSpec["habit"],
): { behind: [Stamp, Placement][]; before: [Stamp, Placement][] } {
  const { spec } = leaves;
  // A single whorl is below the flower stalk, or at the top of a palm.
  const crownAt = axis.girth > 14 ? 0.98 : 0.72;
  const behind: [Stamp, Placement][] = [];
  const before: [Stamp, Placement][] = [];
  const nodes = axis.isBranch ? Math.max(1, Math.round(spec.count * 0.45)) : spec.count;
  const shares =
    nodes === 1
      ? [axis.isBranch ? 0.9 : spec.arrangement === "whorled" ? crownAt : 0.5]
      : createSteps(nodes, axis.bareUntil, 0.98);
  const shrink = habit === "branch" || habit === "shrub" ? 0.16 : spec.shape === "linear" ? 0.2 : 0.48;
  for (const [index, share] of shares.entries()) {
    const spot = getSpot(axis.line, share);
    // Every second pair of opposite leaves points towards the viewer, so it looks shorter.
    const foreshortened = spec.arrangement === "opposite" && index % 2 === 1 ? 0.74 : 1;
    for (const turn of getNodeTurns(spec, index, share, random)) {
      const scale = (1.06 - shrink * share) * foreshortened * random.around(axis.isBranch ? 0.84 : 1, 0.1);
      const isBehind = index % 3 === 0 || Math.abs(turn) > 90;
      (isBehind ? behind : before).push(placeLeaf(random, leaves, spot, turn, scale));
    }
  }
  return { behind, before };
}

/** Places leaves at the foot: the upright ones first, the low ones in front. */
function placeBasalLeaves(random: Random, leaves: LeafSet, amount: number): [Stamp, Placement][] {
  const reach = Math.min(leaves.spec.shape === "linear" ? 68 : 80, 19 * amount);
  return createSteps(amount, -reach, reach)
    .sort((one, other) => Math.abs(one) - Math.abs(other))
    .map((turn) =>
      placeLeaf(
        random,
        leaves,
        { x: turn * 0.06, y: 0, angle: -90 },
        random.around(turn || 4, 0.1),
        random.around(1 - Math.abs(turn) / 420, 0.08),
      ),
    );
}

/** Returns the positions of the clusters of flowers or fruits. */
function findBloomSpots(random: Random, axes: readonly Axis[], bloom: Bloom, isFruit: boolean): Spot[] {
  const mains = axes.filter((axis) => !axis.isBranch);
  if (bloom.place === "base" || axes.length === 0) {
    return createSteps(bloom.clusters, -13 * (bloom.clusters - 1), 13 * (bloom.clusters - 1)).map((turn) => ({
      x: turn * 0.1,
      y: 0,
      angle: -90 + turn,
    }));
  }
  const heavy = bloom.cluster === "hanging" || bloom.cluster === "catkin";
  if (bloom.place === "top") {
    const tips = [...mains, ...axes.filter((axis) => axis.isBranch)]
      .slice(0, bloom.clusters)
      .map((axis) => getSpot(axis.line, 1));
    return tips.map((tip) => ({ ...tip, angle: heavy ? turnTowardsGround(tip.angle, 0.9) : tip.angle }));
  }
  const perAxis = Math.ceil(bloom.clusters / axes.length);
  const sag = heavy ? 0.92 : isFruit ? 0.5 : 0.04;
  const spots = [...mains, ...axes.filter((axis) => axis.isBranch)].flatMap((axis) =>
    createSteps(perAxis, axis.isBranch ? 0.5 : 0.36, 0.92).map((share, index) => {
      const spot = getSpot(axis.line, share - 0.02);
      const side = index % 2 === 0 ? 1 : -1;
      return { ...spot, angle: turnTowardsGround(spot.angle + side * random.between(44, 60), sag) };
    }),
  );
  return spots.slice(0, bloom.clusters);
}

function drawScape(drawing: Drawing, stamp: Stamp, spot: Spot, height: number, isMedicinal: boolean): void {
  const line = growCurve([spot.x, spot.y], spot.angle, height, (-90 - spot.angle) * 0.5);
  drawing.curve(
    [0, 5, 10].map((index) => line[index] ?? [0, 0]),
    "contour",
  );
  const end = line.at(-1) ?? [0, 0];
  drawing.place(stamp, { x: end[0], y: end[1], angle: spot.angle, isMedicinal });
}

function drawBlooms(
  drawing: Drawing,
  random: Random,
  axes: readonly Axis[],
  bloom: Bloom,
  motif: Stamp,
  spec: PlateSpec,
): void {
  const isFruit = "petals" in bloom === false;
  const isMedicinal = spec.part.form === (isFruit ? "fruit" : "flower");
  const stamp = createClusterStamp(drawing.stamps, random, motif, bloom);
  for (const [index, spot] of findBloomSpots(random, axes, bloom, isFruit).entries()) {
    if (bloom.place === "base" || axes.length === 0)
      drawScape(drawing, stamp, spot, spec.stem.height * (index % 2 === 0 ? 1 : 0.8), isMedicinal);
    else
      drawing.place(stamp, {
        ...spot,
        scale: random.around(1, 0.08),
        isMirrored: normaliseAngle(spot.angle + 90) < 0,
        isMedicinal,
      });
  }
}

/** Creates the stamps of a plate's organs, which the plant and its enlarged details share. */
export interface Organs {
  leaves?: LeafSet;
  flower?: Stamp;
  fruit?: Stamp;
}

export function createOrgans(stamps: StampSet, random: Random, spec: PlateSpec): Organs {
  return {
    leaves: spec.leaf && {
      stamps: createLeafStamps(stamps, random, spec.leaf),
      spec: spec.leaf,
      isMedicinal: spec.part.form === "leaf",
    },
    flower: spec.flower && createFlowerStamp(stamps, random, spec.flower),
    fruit: spec.fruit && createFruitStamp(stamps, random, spec.fruit),
  };
}

/** Draws the living plant. Its foot is at (0, 0). */
export function drawPlant(stamps: StampSet, random: Random, spec: PlateSpec, organs: Organs): Drawing {
  const drawing = new Drawing(stamps);
  const axes = growAxes(random, spec);
  const { leaves } = organs;
  const basal = leaves
    ? placeBasalLeaves(random, leaves, spec.habit === "rosette" ? leaves.spec.count : leaves.spec.basal)
    : [];
  const split = Math.ceil(basal.length * 0.5);
  for (const [stamp, placement] of basal.slice(0, split)) drawing.place(stamp, placement);
  const isFlowerBehind = spec.habit === "rosette";
  const drawFlowersAndFruit = (): void => {
    if (spec.flower && organs.flower) drawBlooms(drawing, random, axes, spec.flower, organs.flower, spec);
    if (spec.fruit && organs.fruit) drawBlooms(drawing, random, axes, spec.fruit, organs.fruit, spec);
  };
  if (isFlowerBehind) drawFlowersAndFruit();
  for (const axis of axes) {
    const placements = leaves ? placeAxisLeaves(random, leaves, axis, spec.habit) : { behind: [], before: [] };
    for (const [stamp, placement] of placements.behind) drawing.place(stamp, placement);
    drawAxis(drawing, random, axis, spec);
    for (const [stamp, placement] of placements.before) drawing.place(stamp, placement);
  }
  for (const [stamp, placement] of basal.slice(split)) drawing.place(stamp, placement);
  if (!isFlowerBehind) drawFlowersAndFruit();
  return drawing;
}
