import { Drawing, StampSet } from "./drawing.ts";
import type { Box } from "./geometry.ts";
import { carveOrgans, drawPlant } from "./plant.ts";
import type { PlateSpec } from "./plate-spec.ts";
import { seededRandom } from "./random.ts";
import { drawPart, growsUnderground } from "./specimens.ts";

export const plateSize = { width: 400, height: 500 };

const frame: Box = { left: 30, top: 28, right: 370, bottom: 472 };

/** Fills are inherited, so one class on a group reprints everything in it with the second ink. */
const styleRules = [
  "svg{color:#26382e;fill:#fcf9f2;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}",
  ".m{color:#a8552f;fill:#f4e3d2}",
  ".p,.c{stroke-width:1.5}.q{stroke-width:1.1}.l{stroke-width:1}.h{stroke-width:.65}.d{stroke-width:1.7}",
  ".c,.l,.h,.d,.k{fill:none}.s{fill:currentColor}",
  ".k{stroke:#fcf9f2;stroke-width:.8}",
  "@media (prefers-color-scheme:dark){svg{color:#cfd8c6;fill:#1d2420}.m{color:#e0936f;fill:#38281f}.k{stroke:#1d2420}}",
].join("");

interface Fit {
  box: Box;
  /** Never draw larger than this; strokes would turn clumsy. */
  most: number;
  /** 0 hangs the drawing from the top of the box, 1 stands it on the bottom. */
  rest: number;
}

function fitInto(target: Drawing, drawing: Drawing, { box, most, rest }: Fit, medicinal = false): void {
  const { left, top, right, bottom } = drawing.box();
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.round(Math.min(most, wide / (right - left), high / (bottom - top)) * 100) / 100;
  const x = box.left + wide / 2 - (scale * (left + right)) / 2;
  const y = box.top + (high - scale * (bottom - top)) * rest - scale * top;
  target.include(drawing, { x, y, scale, medicinal });
}

/** A plant with the root it grows from. */
function wholePlant(stamps: StampSet, seed: string, spec: PlateSpec): Drawing {
  const random = seededRandom(seed);
  const organs = carveOrgans(stamps, random, spec);
  const whole = new Drawing(stamps);
  const plant = drawPlant(stamps, random, spec, organs);
  if (growsUnderground(spec.part.form))
    whole.include(drawPart(stamps, random, spec, spec.part), { x: 0, y: 0, medicinal: true });
  whole.include(plant);
  return whole;
}

function compose(stamps: StampSet, seed: string, spec: PlateSpec): Drawing {
  const plate = new Drawing(stamps);
  const { part, detail } = spec;
  const underground = growsUnderground(part.form);
  const random = seededRandom(`${seed} detail`);
  if (spec.habit === "none") {
    fitInto(
      plate,
      drawPart(stamps, random, spec, part),
      { box: { ...frame, bottom: detail ? 360 : 430, top: 60 }, most: 1.5, rest: 0.5 },
      true,
    );
  } else {
    const bottom = underground ? frame.bottom : 356;
    fitInto(plate, wholePlant(stamps, seed, spec), {
      box: { ...frame, bottom },
      most: 1.2,
      rest: underground ? 0.5 : 0.4,
    });
  }
  if (!underground && spec.habit !== "none") {
    const right = detail ? 250 : frame.right - 20;
    fitInto(
      plate,
      drawPart(stamps, random, spec, part),
      { box: { left: detail ? 32 : 50, top: 366, right, bottom: 472 }, most: 1.3, rest: 0.6 },
      true,
    );
  }
  if (detail) {
    const box =
      spec.habit === "none"
        ? { left: 90, top: 376, right: 310, bottom: 462 }
        : { left: 266, top: underground ? 392 : 380, right: 368, bottom: 470 };
    fitInto(plate, drawPart(stamps, random, spec, detail), { box, most: 1, rest: 1 }, detail.medicinal);
  }
  return plate;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const mostBytes = 9000;

/** Draws the plate of a herb as a standalone SVG document; the title also seeds the hand's irregularity. */
export function drawPlate(spec: PlateSpec, title: string): string {
  const attempts = [1, 0.85, 0.7, 0.55, 0.4, 0.3].map((fineness) => () => engrave(spec, title, fineness));
  let svg = "";
  for (const attempt of attempts) {
    svg = attempt();
    if (svg.length <= mostBytes) break;
  }
  return svg;
}

function engrave(spec: PlateSpec, title: string, fineness: number): string {
  const { width, height } = plateSize;
  const stamps = new StampSet(fineness);
  const plate = compose(stamps, title, spec).markup();
  const turned = spec.facing === "right" ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${plate}</g>` : plate;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  return `${head}<title>${escapeText(title)}</title><style>${styleRules}</style>${stamps.defs()}${turned}</svg>`;
}
