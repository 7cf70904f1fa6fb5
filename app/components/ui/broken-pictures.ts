import { fallbackPlate } from "../../contract/pictures.ts";

/** Puts the plate in place of pictures that can't be loaded: those that come, and those that have failed before the script came. */
export function replaceBrokenPictures(): void {
  // Errors of pictures don't bubble.
  addEventListener("error", ({ target }) => target instanceof HTMLImageElement && replace(target), true);
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) replace(image);
}

function replace(image: HTMLImageElement): void {
  if (image.getAttribute("src") === fallbackPlate) return;
  image.removeAttribute("srcset");
  image.src = fallbackPlate;
}
