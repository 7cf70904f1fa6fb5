import type { Drawing, Stamp, StampSet } from "./drawing.ts";
import { type Curve, growCurve, getSpot, createSteps } from "./geometry.ts";
import type { FlowerSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

/** Arranges flowers or fruits on one stalk, which grows from (0, 0) towards +x. */
interface Gathering {
  cluster: FlowerSpec["cluster"];
  size: number;
  count: number;
}

type Gather = (drawing: Drawing, random: Random, motif: Stamp, gathering: Gathering) => void;

function drawStalk(drawing: Drawing, line: Curve, strong = true): void {
  drawing.curve(
    [0, 3, 6, 10].map((index) => line[index] ?? [0, 0]),
    strong ? "contour" : "line",
  );
}

const gatherSolitary: Gather = (drawing, _random, motif, { size }) => {
  const line = growCurve([0, 0], 0, Math.min(20, 5 + size * 0.2), 6);
  drawStalk(drawing, line);
  drawing.place(motif, getSpot(line, 1));
};

const gatherPair: Gather = (drawing, random, motif, { size }) => {
  const reach = Math.min(9, size * 0.2);
  drawing.strokes(
    [
      [
        [0, 0],
        [reach, 0],
      ],
    ],
    "contour",
  );
  for (const sign of [-1, 1])
    drawing.place(motif, { x: reach, y: 0, angle: sign * random.between(20, 30), isMirrored: sign < 0 });
};

/** Arranges flowers on both sides of an axis, smaller towards its end. */
function gatherAlong(spacing: number, angle: number, pedicel: number, bend: number): Gather {
  return (drawing, random, motif, { size, count }) => {
    const length = size * (0.7 + count * spacing);
    const line = growCurve([0, 0], 0, length, bend, 8);
    drawStalk(drawing, line);
    for (const [index, share] of createSteps(count, 0.26, 0.98).entries()) {
      const { x, y, angle: heading } = getSpot(line, share);
      const sign = index % 2 === 0 ? 1 : -1;
      const turn = sign * angle * random.between(0.8, 1.15) * (1.1 - share * 0.5);
      const foot = growCurve([x, y], heading + turn, size * pedicel, 0);
      if (pedicel > 0.15) drawing.strokes([[foot[0] ?? [0, 0], foot[10] ?? [0, 0]]], "line");
      const end = getSpot(foot, 1);
      drawing.place(motif, { ...end, angle: heading + turn, scale: 1.06 - share * 0.4, isMirrored: sign < 0 });
    }
  };
}

const gatherSpike: Gather = (drawing, random, motif, gathering) => drawDenseSpike(drawing, random, motif, gathering, 6);
const gatherCatkin: Gather = (drawing, random, motif, gathering) =>
  drawDenseSpike(drawing, random, motif, gathering, 40);

function drawDenseSpike(
  drawing: Drawing,
  random: Random,
  motif: Stamp,
  { size, count }: Gathering,
  bend: number,
): void {
  const length = size * (1 + count * 0.3);
  const line = growCurve([0, 0], 0, length, bend, 4);
  drawStalk(drawing, line);
  for (const [index, share] of createSteps(count, 0.16, 1).entries()) {
    const { x, y, angle } = getSpot(line, share);
    const turn = [48, -48, 0][index % 3] ?? 0;
    drawing.place(motif, {
      x,
      y,
      angle: angle + turn * random.between(0.8, 1.1),
      scale: 1.05 - share * 0.4,
      isMirrored: turn < 0,
    });
  }
}

function getRayAngles(count: number): number[] {
  return createSteps(count, -82, 82).sort((one, other) => Math.abs(other) - Math.abs(one));
}

const gatherUmbel: Gather = (drawing, random, motif, { size, count }) => {
  const foot = size * 0.4;
  drawing.strokes(
    [
      [
        [0, 0],
        [foot, 0],
      ],
    ],
    "contour",
  );
  for (const turn of getRayAngles(count)) {
    const line = growCurve([foot, 0], turn * 0.9, size * random.between(0.9, 1.25) + 4, turn * 0.12);
    drawStalk(drawing, line, false);
    drawing.place(motif, getSpot(line, 1));
  }
  if (count > 8)
    for (const turn of [-34, 4, 38])
      drawing.place(motif, { x: foot + size * 0.5, y: turn * size * 0.022, angle: turn });
};

const gatherCompoundUmbel: Gather = (drawing, random, motif, { size, count }) => {
  const smallUmbel = drawing.stamps.define(`umbellet ${size}`, (stamp) => {
    for (const turn of createSteps(6, -88, 88)) {
      const line = growCurve([0, 0], turn, size * 1.5, 0);
      stamp.strokes([[[0, 0], line[10] ?? [0, 0]]], "hatch");
      stamp.place(motif, getSpot(line, 1));
    }
    for (const turn of [-24, 24]) stamp.place(motif, { x: size * 0.75, y: turn * size * 0.022 });
  });
  const foot = size * 1.4;
  drawing.strokes(
    [
      [
        [0, 0],
        [foot, 0],
      ],
    ],
    "contour",
  );
  for (const turn of getRayAngles(count)) {
    const line = growCurve(
      [foot, 0],
      turn * 0.92,
      size * (5.6 - Math.abs(turn) * 0.012) * random.between(0.92, 1.08),
      turn * 0.12,
    );
    drawStalk(drawing, line, false);
    drawing.place(smallUmbel, getSpot(line, 1));
  }
};

const gatherPanicle: Gather = (drawing, random, motif, { size, count }) => {
  const tuft = drawing.stamps.define(`panicle branch ${size}`, (stamp) => {
    stamp.curve(
      [
        [0, 0],
        [size * 1.6, -size * 0.2],
        [size * 3, 0],
      ],
      "line",
    );
    for (const [x, turn] of [
      [0.9, 50],
      [1.5, -48],
      [2.1, 42],
      [2.6, -36],
      [3, 4],
    ] as const)
      stamp.place(motif, { x: size * x, y: -size * 0.1, angle: turn, isMirrored: turn < 0 });
  });
  const line = growCurve([0, 0], 0, size * (2 + count * 0.8), 8, 5);
  drawStalk(drawing, line);
  for (const [index, share] of createSteps(count, 0.2, 0.94).entries()) {
    const { x, y, angle } = getSpot(line, share);
    const sign = index % 2 === 0 ? 1 : -1;
    drawing.place(tuft, {
      x,
      y,
      angle: angle + sign * random.between(38, 58),
      scale: 1.25 - share * 0.7,
      isMirrored: sign < 0,
    });
  }
  drawing.place(tuft, { ...getSpot(line, 0.96), scale: 0.6 });
};

/** Arranges false whorls of the mint family: layers of flowers around the axis. */
const gatherWhorls: Gather = (drawing, random, motif, { size, count }) => {
  const layerCount = Math.max(2, Math.round(count / 5));
  const line = growCurve([0, 0], 0, size * (0.5 + layerCount * 1.05), 5);
  drawStalk(drawing, line);
  for (const share of createSteps(layerCount, 0.2, 0.97)) {
    const { x, y, angle } = getSpot(line, share);
    for (const turn of [-92, 92, -52, 52, 0])
      drawing.place(motif, {
        x,
        y,
        angle: angle + turn + random.between(-8, 8),
        scale: 1.08 - share * 0.45,
        isMirrored: turn < 0,
      });
  }
};

const gatherHanging: Gather = (drawing, random, motif, { size, count }) => {
  const line = growCurve([0, 0], 0, size * (0.9 + count * 0.36), 4, 6);
  drawStalk(drawing, line);
  for (const [index, share] of createSteps(count, 0.3, 1).entries()) {
    const { x, y } = getSpot(line, share);
    const side = ([-0.42, 0.42, 0] as const)[index % 3] ?? 0;
    drawing.place(motif, {
      x: x - size * 0.4,
      y: y + side * size * random.around(1.1, 0.2) * (1.15 - share * 0.5),
      angle: side * 40,
      scale: 1.06 - share * 0.22,
    });
  }
};

const gather: Record<FlowerSpec["cluster"], Gather> = {
  solitary: gatherSolitary,
  pair: gatherPair,
  raceme: gatherAlong(0.44, 62, 0.28, 18),
  spike: gatherSpike,
  umbel: gatherUmbel,
  "compound-umbel": gatherCompoundUmbel,
  panicle: gatherPanicle,
  whorls: gatherWhorls,
  hanging: gatherHanging,
  catkin: gatherCatkin,
};

export function createClusterStamp(stamps: StampSet, random: Random, motif: Stamp, gathering: Gathering): Stamp {
  return stamps.define(`cluster ${motif.id} ${gathering.cluster}`, (drawing) =>
    gather[gathering.cluster](drawing, random, motif, gathering),
  );
}
