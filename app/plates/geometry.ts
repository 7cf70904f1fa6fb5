/** Points, growing curves and compact SVG path data. Angles are degrees; -90 points up the page. */
export type Point = readonly [x: number, y: number];
export type Curve = readonly Point[];

/** A place on a curve with the direction of growth there. */
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

export function polar(origin: Point, angle: number, distance: number): Point {
  return [origin[0] + cos(angle) * distance, origin[1] + sin(angle) * distance];
}

export function mix(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Evenly spaced numbers from `first` to `last`, both included. */
export function steps(count: number, first = 0, last = 1): number[] {
  if (count <= 1) return [(first + last) / 2];
  return Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1));
}

/** A curve that starts at `from` heading for `angle` and turns by `bend` degrees over its length. */
export function grow(from: Point, angle: number, length: number, bend = 0, sway = 0): Curve {
  const pieces = 10;
  const points: Point[] = [from];
  for (let index = 0; index < pieces; index += 1) {
    const share = (index + 0.5) / pieces;
    const heading = angle + bend * share + sway * Math.sin(share * Math.PI * 2);
    points.push(polar(points[index] ?? from, heading, length / pieces));
  }
  return points;
}

export function spotAt(curve: Curve, share: number): Spot {
  const last = curve.length - 1;
  const index = Math.min(last - 1, Math.max(0, Math.floor(share * last)));
  const from = curve[index] ?? [0, 0];
  const to = curve[index + 1] ?? from;
  const [x, y] = mix(from, to, share * last - index);
  return { x, y, angle: Math.atan2(to[1] - from[1], to[0] - from[0]) / RADIANS };
}

/** The point `offset` to the right of the curve's direction of growth. */
export function beside(curve: Curve, share: number, offset: number): Point {
  const spot = spotAt(curve, share);
  return polar([spot.x, spot.y], spot.angle + 90, offset);
}

export function ellipsePoint(centre: Point, rx: number, ry: number, angle: number): Point {
  return [centre[0] + cos(angle) * rx, centre[1] + sin(angle) * ry];
}

export function ring(centre: Point, rx: number, ry: number, count: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, index) => ellipsePoint(centre, rx, ry, turn + (index * 360) / count));
}

export function rounded(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
}

function joinNumbers(values: readonly number[]): string {
  let text = "";
  for (const value of values) {
    const piece = rounded(value);
    text += text === "" || piece.startsWith("-") ? piece : ` ${piece}`;
  }
  return text;
}

/** Writes relative path commands while remembering the rounded pen position, so roundings never add up. */
class PathWriter {
  private x = 0;
  private y = 0;
  private data = "";
  private started = false;

  moveTo([x, y]: Point): void {
    this.data += `${this.started ? "m" : "M"}${joinNumbers(this.started ? [x - this.x, y - this.y] : [x, y])}`;
    this.arrive(x, y);
    this.started = true;
  }

  lineTo([x, y]: Point): void {
    this.data += `l${joinNumbers([x - this.x, y - this.y])}`;
    this.arrive(x, y);
  }

  curveTo(first: Point, second: Point, [x, y]: Point): void {
    const values = [first, second, [x, y] as const].flatMap((point) => [point[0] - this.x, point[1] - this.y]);
    this.data += `c${joinNumbers(values)}`;
    this.arrive(x, y);
  }

  close(): string {
    return `${this.data}z`;
  }

  end(): string {
    return this.data;
  }

  private arrive(x: number, y: number): void {
    const fromX = this.started ? this.x : 0;
    const fromY = this.started ? this.y : 0;
    this.x = fromX + Math.round((x - fromX) * 10) / 10;
    this.y = fromY + Math.round((y - fromY) * 10) / 10;
  }
}

function throughPoints(path: PathWriter, points: Curve, at: (index: number) => Point): void {
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path.curveTo(
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    );
  }
}

const clampedAt =
  (points: Curve) =>
  (index: number): Point =>
    points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];

/** One or more smooth sides drawn end to end; where two sides meet stays a sharp tip. */
export function smoothPath(sides: readonly Curve[], closed: boolean): string {
  const path = new PathWriter();
  sides.forEach((side, index) => {
    const start = side[0];
    if (start && index === 0) path.moveTo(start);
    throughPoints(path, side, clampedAt(side));
  });
  return closed ? path.close() : path.end();
}

/** A smooth closed outline without any tip. */
export function roundPath(points: Curve): string {
  const path = new PathWriter();
  const count = points.length;
  const around = (index: number): Point => points[(index + count) % count] ?? [0, 0];
  path.moveTo(around(0));
  throughPoints(path, [...points, around(0)], around);
  return path.close();
}

/** Several unconnected strokes, each a straight or broken line, as one path. */
export function strokesPath(strokes: readonly Curve[], closed = false): string {
  const path = new PathWriter();
  for (const stroke of strokes) {
    stroke.forEach((point, index) => (index === 0 ? path.moveTo(point) : path.lineTo(point)));
  }
  return closed ? path.close() : path.end();
}

export function boxOf(points: Curve): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
