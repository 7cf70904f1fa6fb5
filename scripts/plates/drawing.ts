import {
  type Box,
  type Curve,
  type Point,
  getBox,
  cos,
  createCurvesPath,
  getPolarPoint,
  createRing,
  formatNumber,
  createRoundPath,
  sin,
  createSmoothPath,
  createStrokesPath,
} from "./geometry.ts";

/**
 * How a mark is drawn: `paper` and `thin` are outlines that hide what is behind them, `solid` is filled with ink,
 * `carved` is a blank line within solid ink, `dot` is a stipple, and the others are plain lines from strong to fine.
 */
type Mark = "paper" | "thin" | "solid" | "carved" | "contour" | "line" | "hatch" | "dot";

const markClass: Record<Mark, string> = {
  paper: "p",
  thin: "q",
  solid: "s",
  carved: "k",
  contour: "c",
  line: "l",
  hatch: "h",
  dot: "d",
};

/** A motif that is drawn once and used many times (`<use>`). It grows from (0, 0) towards +x. */
export interface Stamp {
  id: string;
  box: Box;
}

export interface Placement {
  x: number;
  y: number;
  angle?: number;
  scale?: number;
  isMirrored?: boolean;
  /** Whether the stamp is drawn in the second colour, because it shows a medicinal part. */
  isMedicinal?: boolean;
}

function getCorners(box: Box): Point[] {
  return [
    [box.left, box.top],
    [box.right, box.top],
    [box.right, box.bottom],
    [box.left, box.bottom],
  ];
}

function placePoint([x, y]: Point, { x: dx, y: dy, angle = 0, scale = 1, isMirrored = false }: Placement): Point {
  const flippedY = isMirrored ? -y : y;
  return [dx + scale * (x * cos(angle) - flippedY * sin(angle)), dy + scale * (x * sin(angle) + flippedY * cos(angle))];
}

function formatPlacement({ x, y, angle = 0, scale = 1, isMirrored = false }: Placement, digits = 1): string {
  const at = [x, y].map((value) => (digits === 0 ? Math.round(value).toString() : formatNumber(value))).join(" ");
  const size = (Math.round(scale * 100) / 100).toString().replace("0.", ".");
  const turn = Math.round(angle) === 0 ? "" : `rotate(${Math.round(angle)})`;
  const grown = isMirrored ? `scale(${size}-${size})` : size === "1" ? "" : `scale(${size})`;
  return `translate(${at})${turn}${grown}`;
}

/** The stamps that all drawings of a plate share. */
export class StampSet {
  /** Share of the hatching that is left out, so that the files of crowded plates stay small. */
  readonly fineness: number;
  private readonly stamps = new Map<string, Stamp>();
  private markup = "";

  constructor(fineness = 1) {
    this.fineness = fineness;
  }

  define(key: string, draw: (drawing: Drawing) => void): Stamp {
    const existing = this.stamps.get(key);
    if (existing) return existing;
    const drawing = new Drawing(this);
    draw(drawing);
    const stamp = { id: `s${this.stamps.size.toString(36)}`, box: drawing.box() };
    this.stamps.set(key, stamp);
    this.markup += `<g id="${stamp.id}">${drawing.markup()}</g>`;
    return stamp;
  }

  defs(): string {
    return this.markup === "" ? "" : `<defs>${this.markup}</defs>`;
  }
}

/** Collects marks and their bounds, so that a drawing can be scaled to fit. */
export class Drawing {
  readonly stamps: StampSet;
  private readonly marks: string[] = [];
  private readonly reach: Point[] = [];

  constructor(stamps: StampSet) {
    this.stamps = stamps;
  }

  /** Adds a smooth line. The ends of a closed one meet in a tip. */
  curve(points: Curve, mark: Mark, isClosed = false): void {
    this.path(createSmoothPath([points], isClosed), mark, points);
  }

  curves(curves: readonly Curve[], mark: Mark): void {
    if (curves.length > 0) this.path(createCurvesPath(curves), mark, curves.flat());
  }

  /** Adds a closed outline of several smooth sides that meet in tips. */
  sides(sides: readonly Curve[], mark: Mark): void {
    this.path(createSmoothPath(sides, true), mark, sides.flat());
  }

  blob(points: Curve, mark: Mark): void {
    this.path(createRoundPath(points), mark, points);
  }

  polygon(points: Curve, mark: Mark): void {
    this.path(createStrokesPath([points], { closed: true }), mark, points);
  }

  strokes(all: readonly Curve[], mark: Mark): void {
    const { fineness } = this.stamps;
    const isKept = (_: Curve, index: number): boolean =>
      Math.floor(index * fineness) < Math.floor((index + 1) * fineness);
    const strokes = mark === "hatch" && all.length > 4 ? all.filter(isKept) : all;
    if (strokes.length === 0) return;
    const points = strokes.flat();
    const { left, top, right, bottom } = getBox(points);
    // In large hatched areas whole units are exact enough, and halve the size of the file.
    const step = mark === "hatch" && Math.max(right - left, bottom - top) > 34 ? 1 : 0.1;
    this.path(createStrokesPath(strokes, { step }), mark, points);
  }

  dots(points: Curve): void {
    this.strokes(
      points.map((point) => [point, [point[0] + 0.1, point[1]]]),
      "dot",
    );
  }

  ellipse(centre: Point, rx: number, ry: number, mark: Mark): void {
    this.blob(createRing(centre, rx, ry, rx < 5 ? 4 : 8), mark);
  }

  place(stamp: Stamp, placement: Placement): void {
    const { left, top, right, bottom } = stamp.box;
    const digits = Math.max(right - left, bottom - top) > 18 ? 0 : 1;
    const ink = placement.isMedicinal ? ' class="m"' : "";
    this.marks.push(`<use href="#${stamp.id}"${ink} transform="${formatPlacement(placement, digits)}"/>`);
    this.reach.push(...getCorners(stamp.box).map((corner) => placePoint(corner, placement)));
  }

  include(other: Drawing, placement: Placement = { x: 0, y: 0 }): void {
    if (other.isEmpty()) return;
    const isTransformed = placement.x !== 0 || placement.y !== 0 || (placement.scale ?? 1) !== 1 || placement.angle;
    const attributes = `${placement.isMedicinal ? ' class="m"' : ""}${isTransformed ? ` transform="${formatPlacement(placement)}"` : ""}`;
    this.marks.push(attributes === "" ? other.markup() : `<g${attributes}>${other.markup()}</g>`);
    this.reach.push(...getCorners(other.box()).map((corner) => placePoint(corner, placement)));
  }

  /** Reserves an area, so that nothing else is drawn there. */
  reserve(origin: Point, angle: number, distance: number): void {
    this.reach.push(getPolarPoint(origin, angle, distance));
  }

  isEmpty(): boolean {
    return this.marks.length === 0;
  }

  box(): Box {
    return this.reach.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : getBox(this.reach);
  }

  markup(): string {
    return this.marks.join("");
  }

  private path(data: string, mark: Mark, points: Curve): void {
    this.marks.push(`<path class="${markClass[mark]}" d="${data}"/>`);
    this.reach.push(...points);
  }
}
