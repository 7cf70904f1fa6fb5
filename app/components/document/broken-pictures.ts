import { fallbackPlate } from "#app/services/api/contract/pictures.ts";

let offlinePlate = fallbackPlate;

/** If a picture fails to load, replaces it with a fallback that was fetched in advance. */
export function replaceBrokenPictures(): void {
  void keepFallback().catch(() => undefined);
  // Listens in the capture phase, because errors of pictures don't bubble.
  addEventListener("error", ({ target }) => target instanceof HTMLImageElement && replaceWithFallback(target), true);
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) replaceWithFallback(image);
}

async function keepFallback(): Promise<void> {
  const response = await fetch(fallbackPlate);
  if (response.ok) offlinePlate = `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
}

function replaceWithFallback(image: HTMLImageElement): void {
  if ([fallbackPlate, offlinePlate].includes(image.getAttribute("src") ?? "")) return;
  image.removeAttribute("srcset");
  image.src = navigator.onLine ? fallbackPlate : offlinePlate;
}
