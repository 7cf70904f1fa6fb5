import type { Stamp, StampSet } from "./drawing.ts";
import {
  type DrawFlower,
  drawDaisy,
  drawFloret,
  drawOrchid,
  drawPeony,
  drawPetals,
  drawThistle,
} from "./flower-faces.ts";
import {
  drawBell,
  drawCup,
  drawHood,
  drawLily,
  drawLip,
  drawPea,
  drawSpathe,
  drawTrumpet,
  drawTubular,
} from "./flower-profiles.ts";
import type { FlowerSpec } from "../../app/services/content/files/plate-spec.ts";
import type { Random } from "./random.ts";

const drawForm: Record<FlowerSpec["form"], DrawFlower> = {
  petals: drawPetals,
  daisy: drawDaisy,
  thistle: drawThistle,
  peony: drawPeony,
  bell: drawBell,
  trumpet: drawTrumpet,
  tubular: drawTubular,
  lip: drawLip,
  pea: drawPea,
  lily: drawLily,
  hood: drawHood,
  cup: drawCup,
  orchid: drawOrchid,
  spathe: drawSpathe,
  floret: drawFloret,
};

export function createFlowerStamp(stamps: StampSet, random: Random, spec: FlowerSpec, size = spec.size): Stamp {
  return stamps.define(`flower ${size}`, (drawing) => drawForm[spec.form](drawing, random, size, spec.petals));
}
