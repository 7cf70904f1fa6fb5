import { fallbackPlate } from "#app/services/api/contract/pictures.ts";

let offlinePlate = fallbackPlate;

/** Replaces pictures that fail to load with a fallback fetched in advance. */
export function replaceBrokenPictures(): void {
  void keepFallback().catch(() => undefined);
  // Listens while events are captured, because errors of pictures don't bubble.
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
