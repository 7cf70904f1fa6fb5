import { fallbackPlate } from "../../services/api/contract/pictures.ts";

/** Replaces pictures that fail to load by the fallback, including those that failed before hydration. */
export function replaceBrokenPictures(): void {
  // Error events of pictures don't bubble, so the listener captures.
  addEventListener("error", ({ target }) => target instanceof HTMLImageElement && replaceWithFallback(target), true);
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) replaceWithFallback(image);
}

function replaceWithFallback(image: HTMLImageElement): void {
  if (image.getAttribute("src") === fallbackPlate) return;
  image.removeAttribute("srcset");
  image.src = fallbackPlate;
}
