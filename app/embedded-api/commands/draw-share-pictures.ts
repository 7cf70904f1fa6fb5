import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { iconSizes, sharePicture, themeColors } from "../../contract/pictures.ts";
import { paths } from "../../platform/paths.ts";

/** Draws what programs want as PNG: icons from the logo, and for each plate a picture to be shown where a page is shared. */
await Promise.all(iconSizes.map((size) => drawIcon(size)));
await drawSharePicture(join(paths.public, "logo.svg"), "site", 300);
const plates = readdirSync(paths.plates);
await Promise.all([0, 1].map((half) => drawAll(plates.filter((_, index) => index % 2 === half))));

async function drawAll(names: readonly string[]): Promise<void> {
  for (const name of names) await drawSharePicture(join(paths.plates, name), name.replace(/\.svg$/, ""), 560);
}

async function drawIcon(size: number): Promise<void> {
  const target = join(paths.icons, `${size}.png`);
  const source = join(paths.public, "logo.svg");
  if (!isOlder(target, source)) return;
  mkdirSync(paths.icons, { recursive: true });
  const logo = await sharp(readFileSync(source), { density: 600 })
    .resize(Math.round(size * 0.8))
    .png()
    .toBuffer();
  await blank(size, size)
    .composite([{ input: logo }])
    .png({ palette: true })
    .toFile(target);
}

/** A picture on paper, in its middle. */
async function drawSharePicture(source: string, name: string, height: number): Promise<void> {
  const target = join(paths.sharePictures, `${name}.png`);
  if (!isOlder(target, source)) return;
  mkdirSync(paths.sharePictures, { recursive: true });
  const plate = await sharp(readFileSync(source), { density: 81 }).resize({ height }).png().toBuffer();
  const { width, height: whole } = sharePicture;
  await blank(width, whole)
    .composite([{ input: plate }])
    .png({ palette: true, colours: 64, effort: 1 })
    .toFile(target);
}

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: themeColors.light } });
}

/** Whether a file has to be drawn: it isn't there, or what it shows has changed since. */
function isOlder(target: string, source: string): boolean {
  return !existsSync(target) || statSync(target).mtimeMs < statSync(source).mtimeMs;
}
