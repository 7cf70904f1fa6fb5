import { drawBarkSlab, drawHookedTwig, drawPeel, drawQuill, drawShavings, drawSlices, drawSticks } from "./barks.ts";
import { createTaperingGirth, drawBody } from "./body.ts";
import { createClusterStamp } from "./cluster.ts";
import { drawAntlerGlue, drawBlocks, drawFibrousMineral, drawJar, drawLumpMineral, drawShell } from "./curiosities.ts";
import { drawBranchedFungus, drawCapFungus, drawSclerotium } from "./fungi.ts";
import { Drawing, type StampSet } from "./drawing.ts";
import { createFlowerStamp } from "./flower.ts";
import { createFruitStamp } from "./fruit.ts";
import { type Curve, type Point, growCurve, getSpot, createSteps } from "./geometry.ts";
import { createLeafStamps } from "./leaf.ts";
import type { PartSpec, PlateSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";
import type { DrawPart } from "./roots.ts";
import { undergroundParts } from "./underground.ts";

const laidOutParts = {
  quill: drawQuill,
  "bark-slab": drawBarkSlab,
  peel: drawPeel,
  sticks: drawSticks,
  "hooked-twig": drawHookedTwig,
  shavings: drawShavings,
  slices: drawSlices,
  seeds: drawSeeds,
  "cap-fungus": drawCapFungus,
  sclerotium: drawSclerotium,
  "branched-fungus": drawBranchedFungus,
  "fibrous-mineral": drawFibrousMineral,
  "lump-mineral": drawLumpMineral,
  shell: drawShell,
  "antler-glue": drawAntlerGlue,
  blocks: drawBlocks,
  jar: drawJar,
} satisfies Partial<Record<PartSpec["form"], DrawPart>>;

const plainParts: Partial<Record<PartSpec["form"], DrawPart>> = { ...undergroundParts, ...laidOutParts };

export function growsUnderground(form: PartSpec["form"]): boolean {
  return form in undergroundParts;
}

/** Draws rows of seeds, each a pointed egg with veins and shade. */
function drawSeeds(drawing: Drawing, random: Random, { count, length, girth, rings, tone }: PartSpec): void {
  const seed = drawing.stamps.define(`seed ${length} ${girth}`, (stamp) => {
    const s = (x: number, y: number): Point => [x * length, y * girth];
    const outline: Curve[] = [
      [s(-0.5, 0), s(-0.3, -0.38), s(0.08, -0.5), s(0.36, -0.28), s(0.5, 0)],
      [s(0.5, 0), s(0.36, 0.3), s(0.08, 0.5), s(-0.3, 0.4), s(-0.5, 0)],
    ];
    stamp.sides(outline, tone === "dark" ? "solid" : length > 12 ? "paper" : "thin");
    const veins = createSteps(rings, -0.26, 0.26).map((y): Curve => [
      s(-0.4, y * 0.3),
      s(0.05, y * 1.1),
      s(0.4, y * 0.4),
    ]);
    for (const vein of rings > 0 ? veins : []) stamp.curve(vein, tone === "dark" ? "carved" : "line");
    if (tone === "hatched" && girth > 6)
      stamp.strokes(
        createSteps(Math.round(length / 3), -0.3, 0.36).map((x): Curve => [
          s(x, 0.42 - Math.abs(x) * 0.4),
          s(x - 0.05, random.between(0.02, 0.2)),
        ]),
        "hatch",
      );
  });
  const columns = Math.max(2, Math.ceil(Math.sqrt(count * 2.2)));
  for (const index of createSteps(count, 0, count - 1)) {
    const row = Math.floor(index / columns);
    const x = ((index % columns) + (row % 2) * 0.5) * length * 1.12 + random.between(-1, 1) * length * 0.06;
    drawing.place(seed, {
      x,
      y: row * (girth * 0.8 + length * 0.2) + random.between(-0.1, 0.1) * girth,
      angle: random.between(-34, 34) + (index % 2) * 180,
    });
  }
}

function drawOrganPart(drawing: Drawing, random: Random, spec: PlateSpec, part: PartSpec): void {
  if (part.form === "leaf" && spec.leaf) {
    // A long stalk would make the blade smaller.
    const largeLeaf = { ...spec.leaf, size: part.length, stalk: Math.min(0.3, spec.leaf.stalk) };
    const stamps = createLeafStamps(drawing.stamps, random, largeLeaf);
    for (const index of createSteps(part.count, 0, part.count - 1)) {
      const stamp = stamps[index % stamps.length];
      if (stamp)
        drawing.place(stamp, {
          x: index * part.length * 0.92,
          y: (index % 2) * part.length * 0.16,
          angle: -20 + random.between(-8, 8) + index * 10,
          isMirrored: index % 2 === 1,
        });
    }
    return;
  }
  const organ = part.form === "flower" ? spec.flower : spec.fruit;
  if (!organ) throw new Error(`a plate that shows its ${part.form} needs one on the plant`);
  // A small enlargement uses the plant's stamp. A large one is drawn again, because the lines of the stamp would become
  // too thick.
  const drawnSize = part.length / organ.size > 1.7 ? part.length : organ.size;
  const stamp =
    "petals" in organ
      ? createFlowerStamp(drawing.stamps, random, organ, drawnSize)
      : createFruitStamp(drawing.stamps, random, organ, drawnSize);
  for (const index of createSteps(part.count, 0, part.count - 1)) {
    const place = {
      x: index * part.length * 1.16,
      y: (index % 2) * part.length * 0.12,
      angle: [-10, 16, -22, 6][index % 4] ?? 0,
    };
    drawing.place(stamp, { ...place, scale: part.length / drawnSize, isMirrored: index % 2 === 1 });
  }
}

/** Draws a cut sprig of the herb, lying down. */
function drawSprig(drawing: Drawing, random: Random, spec: PlateSpec, part: PartSpec): void {
  const line = growCurve([0, 0], -14, part.length, 14);
  const size = part.girth * 1.5;
  const leaves = spec.leaf ? createLeafStamps(drawing.stamps, random, { ...spec.leaf, size }) : [];
  drawBody(drawing, random, line, createTaperingGirth(4, 0.3), { sides: 5 });
  for (const [index, share] of createSteps(part.count, 0.2, 0.94).entries()) {
    const { x, y, angle } = getSpot(line, share);
    const stamp = leaves[index % Math.max(1, leaves.length)];
    if (!stamp) continue;
    for (const sign of [-1, 1]) {
      const alternates = spec.leaf?.arrangement === "alternate" && (index % 2 === 0) === sign > 0;
      if (!alternates)
        drawing.place(stamp, {
          x,
          y,
          angle: angle + sign * random.between(46, 60),
          scale: 1.1 - share * 0.4,
          isMirrored: sign < 0,
        });
    }
  }
  const tip = getSpot(line, 1);
  const motif = spec.flower && createFlowerStamp(drawing.stamps, random, spec.flower);
  if (spec.flower && motif && spec.flower.place !== "base")
    drawing.place(createClusterStamp(drawing.stamps, random, motif, spec.flower), { ...tip, scale: 1 });
  else drawing.reserve([tip.x, tip.y], tip.angle, 4);
}

/** Draws any part. Roots hang from (0, 0), other parts are around it. */
export function drawPart(stamps: StampSet, random: Random, spec: PlateSpec, part: PartSpec): Drawing {
  const drawing = new Drawing(stamps);
  const drawPlainPart = plainParts[part.form];
  if (drawPlainPart) drawPlainPart(drawing, random, part);
  else if (part.form === "herb") drawSprig(drawing, random, spec, part);
  else drawOrganPart(drawing, random, spec, part);
  return drawing;
}
