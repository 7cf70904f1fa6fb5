import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceBackend } from "#backend-kit/reference-backend.ts";
import { setUpBrowser } from "#tests/setup/browser/browser.ts";
import { createPhoto } from "#tests/setup/content/test-photo.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

let backend: Awaited<ReturnType<typeof startReferenceBackend>>;
beforeAll(async () => void (backend = await startReferenceBackend()));
afterAll(() => backend.stop());
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, LOG_LEVEL: "error" }));
const browser = setUpBrowser();

/** Returns, for each picture above the fold, the width of its `sizes` divided by its rendered width. */
function measureRatios(): number[] {
  const measuringElement = document.createElement("div");
  document.body.append(measuringElement);
  const ratios = [...document.querySelectorAll<HTMLImageElement>('main img[loading="eager"]')].map((image) => {
    for (const size of image.sizes.split(",").toReversed()) {
      const [, condition = "all", width = ""] = /^\s*(\([^()]*\)\s)?(.+)$/.exec(size) ?? [];
      if (matchMedia(condition).matches) measuringElement.style.setProperty("width", width);
    }
    return measuringElement.getBoundingClientRect().width / image.getBoundingClientRect().width;
  });
  measuringElement.remove();
  return ratios;
}

test("`sizes` of pictures above the fold match their rendered width, so that no file larger than needed is fetched", async () => {
  const { page } = await browser.visit(site.origin);
  // Replaces the backend's pictures: their hosts don't exist, and the fallback plate would have another width.
  const body = await createPhoto(4, 3).png().toBuffer();
  await page.route("**/media/pictures/**", (route) => route.fulfill({ body, contentType: "image/png" }));
  for (const path of ["/", "/about-us", "/product/list", "/product/info/21"]) {
    await page.goto(site.origin + path);
    for (const width of [360, 412, 640, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const ratios = await page.evaluate(measureRatios);
      expect(ratios.length, path).toBeGreaterThan(0);
      for (const ratio of ratios) {
        expect(ratio, `${path} at ${width}`).toBeGreaterThan(0.95);
        expect(ratio, `${path} at ${width}`).toBeLessThan(1.5);
      }
    }
  }
});
