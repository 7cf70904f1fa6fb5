import { parse } from "node:path";
import { didYouMean } from "../checks/nearest.ts";
import { hasPhotoExtension } from "./photo-library.ts";

/** Herbs by id. */
type Herbs = ReadonlyMap<string, unknown>;

/** Returns the id of a herb that is written as the file of its drawing: `dang-gui.svg`, `/plates/dang-gui.svg`. */
function toHerbId(name: string): string {
  return parse(name.trim()).name;
}

/**
 * Explains a `plate:` that is the name of a file.
 * @param isPhoto whether a photo has this name
 */
export function explainPlateFile(name: string, herbs: Herbs, isPhoto: boolean): string {
  const id = toHerbId(name);
  if (isPhoto || (hasPhotoExtension(name) && !herbs.has(id))) return `${name} is a photo: write \`cover: ${name}\``;
  return `${name} isn't the id of a herb${didYouMean(id, herbs.keys()) || ", such as huang-qi"}`;
}

/** Finds the herb whose drawing somebody names as if it were a photo. */
export function findDrawnHerb(name: string, herbs: Herbs): string | undefined {
  const id = toHerbId(name);
  return !hasPhotoExtension(name) && herbs.has(id) ? id : undefined;
}
