/** Points, curves and compact SVG path data. Angles are in degrees; -90 points up the page. */
export type Point = readonly [x: number, y: number];
export type Curve = readonly Point[];

/** A point of a curve, with the direction of the curve there. */
export interface Spot {
  x: number;
  y: number;
  angle: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const RADIANS = Math.PI / 180;
export const cos = (degrees: number): number => Math.cos(degrees * RADIANS);
export const sin = (degrees: number): number => Math.sin(degrees * RADIANS);

export function getPolarPoint(origin: Point, angle: number, distance: number): Point {
  return [origin[0] + cos(angle) * distance, origin[1] + sin(angle) * distance];
}

export function interpolate(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Returns evenly spaced numbers from `first` to `last`, both included. */
export function createSteps(count: number, first = 0, last = 1): number[] {
  if (count <= 0) return [];
  if (count === 1) return [(first + last) / 2];
  return Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1));
}

/** Returns a curve that starts at `from` in the direction `angle` and turns by `bend` degrees over its length. */
export function growCurve(from: Point, angle: number, length: number, bend = 0, sway = 0): Curve {
  const pieces = 10;
  const points: Point[] = [from];
  for (let index = 0; index < pieces; index += 1) {
    const share = (index + 0.5) / pieces;
    const heading = angle + bend * share + sway * Math.sin(share * Math.PI * 2);
    points.push(getPolarPoint(points[index] ?? from, heading, length / pieces));
  }
  return points;
}

export function getSpot(curve: Curve, share: number): Spot {
  const last = curve.length - 1;
  const index = Math.min(last - 1, Math.max(0, Math.floor(share * last)));
  const from = curve[index] ?? [0, 0];
  const to = curve[index + 1] ?? from;
  const [x, y] = interpolate(from, to, share * last - index);
  return { x, y, angle: Math.atan2(to[1] - from[1], to[0] - from[0]) / RADIANS };
}

/** Returns the point at `offset` to the right of the curve's direction. */
export function getPointBeside(curve: Curve, share: number, offset: number): Point {
  const spot = getSpot(curve, share);
  return getPolarPoint([spot.x, spot.y], spot.angle + 90, offset);
}

export function getEllipsePoint(centre: Point, rx: number, ry: number, angle: number): Point {
  return [centre[0] + cos(angle) * rx, centre[1] + sin(angle) * ry];
}

export function createRing(centre: Point, rx: number, ry: number, count: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, index) => getEllipsePoint(centre, rx, ry, turn + (index * 360) / count));
}

export function formatNumber(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
}

function joinNumbers(values: readonly number[]): string {
  let text = "";
  for (const value of values) {
    const piece = formatNumber(value);
    text += text === "" || piece.startsWith("-") ? piece : ` ${piece}`;
  }
  return text;
}

/** Writes relative path commands. It tracks the rounded pen position, so that rounding errors don't add up. */
class PathWriter {
  private readonly step: number;
  private x = 0;
  private y = 0;
  private data = "";

  constructor(step = 0.1) {
    this.step = step;
  }

  moveTo([x, y]: Point): void {
    this.data += `${this.data === "" ? "M" : "m"}${this.advance(x, y)}`;
  }

  lineTo([x, y]: Point): void {
    this.data += `l${this.advance(x, y)}`;
  }

  /**
   * Writes smooth arcs with the given control points. Each `t` mirrors the previous control point, so one pair of
   * numbers per arc is enough. The next end is computed from the rounded control point, so that rounding errors don't
   * add up.
   */
  arcs(controls: Curve, end: Point): void {
    let control = controls[0] ?? end;
    controls.forEach((_, index) => {
      const next = controls[index + 1];
      const [x, y] = next ? interpolate(control, next, 0.5) : end;
      if (index === 0) {
        const offset: Point = [this.fit(control[0] - this.x), this.fit(control[1] - this.y)];
        control = [this.x + offset[0], this.y + offset[1]];
        const start = joinNumbers(offset);
        const arrival = this.advance(x, y);
        this.data += `q${start}${arrival.startsWith("-") ? "" : " "}${arrival}`;
      } else this.data += `t${this.advance(x, y)}`;
      control = [2 * this.x - control[0], 2 * this.y - control[1]];
    });
  }

  close(): string {
    return `${this.data}z`;
  }

  end(): string {
    return this.data;
  }

  private advance(x: number, y: number): string {
    const [dx, dy] = [this.fit(x - this.x), this.fit(y - this.y)];
    this.x += dx;
    this.y += dy;
    return joinNumbers([dx, dy]);
  }

  private fit(value: number): number {
    return Math.round(value / this.step) * this.step;
  }
}

/**
 * Returns control points of quadratic arcs that pass through the inner points; the arcs alone would cut the corners. A
 * few rounds of relaxation are exact enough.
 */
function getControlPoints(points: Curve): Curve {
  const inner = points.slice(1, -1);
  const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  let controls: Curve = inner;
  const computeControl = (
    target: number,
    before: number,
    after: number,
    endsBefore: boolean,
    endsAfter: boolean,
  ): number => {
    const [own, pull] = [
      2 + (endsBefore ? 0 : 0.5) + (endsAfter ? 0 : 0.5),
      before * (endsBefore ? 1 : 0.5) + after * (endsAfter ? 1 : 0.5),
    ];
    return (4 * target - pull) / own;
  };
  for (let round = 0; round < 5; round += 1) {
    const current = controls;
    controls = inner.map(([x, y], index) => {
      const [before, after] = [current[index - 1] ?? first, current[index + 1] ?? last];
      const ends = [index === 0, index === inner.length - 1] as const;
      return [computeControl(x, before[0], after[0], ...ends), computeControl(y, before[1], after[1], ...ends)];
    });
  }
  return controls;
}

function writeCurve(path: PathWriter, points: Curve): void {
  const end = points.at(-1);
  if (!end) return;
  if (points.length < 3) path.lineTo(end);
  else path.arcs(getControlPoints(points), end);
}

/** Writes the smooth sides of an outline one after another. Two sides meet in a sharp tip. */
export function createSmoothPath(sides: readonly Curve[], isClosed: boolean): string {
  const path = new PathWriter();
  sides.forEach((side, index) => {
    const start = side[0];
    if (start && index === 0) path.moveTo(start);
    writeCurve(path, side);
  });
  return isClosed ? path.close() : path.end();
}

/** Writes a smooth closed outline without tips. */
export function createRoundPath(points: Curve): string {
  const path = new PathWriter();
  // Arcs cut the corners of the outline. A slightly larger outline compensates for that.
  const count = points.length;
  const getCyclicPoint = (index: number): Point => points[(index + count) % count] ?? [0, 0];
  const controls = points.map((point, index) => {
    const middle = interpolate(getCyclicPoint(index - 1), getCyclicPoint(index + 1), 0.5);
    return interpolate(middle, point, 1.16);
  });
  const start = interpolate(controls.at(-1) ?? [0, 0], controls[0] ?? [0, 0], 0.5);
  path.moveTo(start);
  path.arcs(controls, start);
  return path.close();
}

/** Writes several unconnected strokes, each a straight or broken line, as one path. */
export function createStrokesPath(strokes: readonly Curve[], { closed = false, step = 0.1 } = {}): string {
  const path = new PathWriter(step);
  for (const stroke of strokes) {
    stroke.forEach((point, index) => (index === 0 ? path.moveTo(point) : path.lineTo(point)));
  }
  return closed ? path.close() : path.end();
}

/** Writes several unconnected smooth lines as one path. */
export function createCurvesPath(curves: readonly Curve[]): string {
  const path = new PathWriter();
  for (const curve of curves) {
    path.moveTo(curve[0] ?? [0, 0]);
    writeCurve(path, curve);
  }
  return path.end();
}

export function getBox(points: Curve): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
