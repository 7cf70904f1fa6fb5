import type { PartSpec } from "../../app/services/content/files/plate-spec.ts";
import {
  drawBulb,
  drawCreepingRhizome,
  drawKnobblyRhizome,
  drawRingedRhizome,
  drawRingedTuber,
  drawTuber,
} from "./rhizomes.ts";
import { type DrawPart, drawBeadedRoot, drawFleshyRoot, drawForkedRoot, drawRootBundle, drawTaproot } from "./roots.ts";

/** Functions that draw the parts at the foot of the plant. */
export const undergroundParts = {
  taproot: drawTaproot,
  "fleshy-root": drawFleshyRoot,
  "root-bundle": drawRootBundle,
  "forked-root": drawForkedRoot,
  "beaded-root": drawBeadedRoot,
  "knobbly-rhizome": drawKnobblyRhizome,
  "ringed-rhizome": drawRingedRhizome,
  "creeping-rhizome": drawCreepingRhizome,
  tuber: drawTuber,
  "ringed-tuber": drawRingedTuber,
  bulb: drawBulb,
} satisfies Partial<Record<PartSpec["form"], DrawPart>>;
