import { plateSize } from "../../app/services/api/contract/pictures.ts";
import { createPlateStart } from "../../app/services/content/files/drawn-plates.ts";
import { Drawing, StampSet } from "./drawing.ts";
import type { Box } from "./geometry.ts";
import { createOrgans, drawPlant } from "./plant.ts";
import type { PlateSpec } from "../../app/services/content/files/plate-spec.ts";
import { createRandom } from "./random.ts";
import { drawPart, growsUnderground } from "./specimens.ts";

const frame: Box = { left: 30, top: 28, right: 370, bottom: 472 };

/** Groups inherit fills, so one class draws a whole group in the second colour. */
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
  /** Maximum scale, because larger strokes look clumsy. */
  maxScale: number;
  /** 0 aligns the drawing with the top of the box, 1 with the bottom. */
  verticalAlignment: number;
}

function fitInto(
  target: Drawing,
  drawing: Drawing,
  { box, maxScale, verticalAlignment }: Fit,
  isMedicinal = false,
): void {
  const { left, top, right, bottom } = drawing.box();
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.round(Math.min(maxScale, width / (right - left), height / (bottom - top)) * 100) / 100;
  const x = box.left + width / 2 - (scale * (left + right)) / 2;
  const y = box.top + (height - scale * (bottom - top)) * verticalAlignment - scale * top;
  target.include(drawing, { x, y, scale, isMedicinal });
}

/** Draws a plant with its root. */
function drawWholePlant(stamps: StampSet, seed: string, spec: PlateSpec): Drawing {
  const random = createRandom(seed);
  const organs = createOrgans(stamps, random, spec);
  const wholePlant = new Drawing(stamps);
  const plant = drawPlant(stamps, random, spec, organs);
  if (growsUnderground(spec.part.form))
    wholePlant.include(drawPart(stamps, random, spec, spec.part), { x: 0, y: 0, isMedicinal: true });
  wholePlant.include(plant);
  return wholePlant;
}

function composePlate(stamps: StampSet, seed: string, spec: PlateSpec): Drawing {
  const plate = new Drawing(stamps);
  const { part, detail } = spec;
  const underground = growsUnderground(part.form);
  const random = createRandom(`${seed} detail`);
  if (spec.habit === "none") {
    fitInto(
      plate,
      drawPart(stamps, random, spec, part),
      { box: { ...frame, bottom: detail ? 360 : 430, top: 60 }, maxScale: 1.5, verticalAlignment: 0.5 },
      true,
    );
  } else {
    const bottom = underground ? frame.bottom : 356;
    fitInto(plate, drawWholePlant(stamps, seed, spec), {
      box: { ...frame, bottom },
      maxScale: 1.2,
      verticalAlignment: underground ? 0.5 : 0.4,
    });
  }
  if (!underground && spec.habit !== "none") {
    const right = detail ? 250 : frame.right - 20;
    fitInto(
      plate,
      drawPart(stamps, random, spec, part),
      { box: { left: detail ? 32 : 50, top: 366, right, bottom: 472 }, maxScale: 1.3, verticalAlignment: 0.6 },
      true,
    );
  }
  if (detail) {
    const box =
      spec.habit === "none"
        ? { left: 90, top: 376, right: 310, bottom: 462 }
        : { left: 266, top: underground ? 392 : 380, right: 368, bottom: 470 };
    fitInto(
      plate,
      drawPart(stamps, random, spec, detail),
      { box, maxScale: 1, verticalAlignment: 1 },
      detail.medicinal,
    );
  }
  return plate;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const maxBytes = 9000;

/** Draws the plate of a herb as an SVG document. The title is the seed of its random numbers. */
export function drawPlate(spec: PlateSpec, title: string): string {
  const attempts = [1, 0.85, 0.7, 0.55, 0.4, 0.3].map((fineness) => () => renderPlate(spec, title, fineness));
  let svg = "";
  for (const attempt of attempts) {
    svg = attempt();
    if (svg.length <= maxBytes) break;
  }
  return svg;
}

function renderPlate(spec: PlateSpec, title: string, fineness: number): string {
  const { width } = plateSize;
  const stamps = new StampSet(fineness);
  const plate = composePlate(stamps, title, spec).markup();
  const turned = spec.facing === "right" ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${plate}</g>` : plate;
  return `${createPlateStart(escapeText(title))}<style>${styleRules}</style>${stamps.defs()}${turned}</svg>`;
}
