import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { getPalette, type Colours } from "../../api/contract/colours.ts";
import { defaultLogo, iconSizes, sharePicture } from "../../api/contract/pictures.ts";
import { isDrawnPlate } from "../files/drawn-plates.ts";
import { getPublicName } from "../files/public-files.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import { getDrawnFolders } from "./drawn-folders.ts";
import { canDraw, writeDrawnPng } from "./drawn-png.ts";

/** Thrown if the logo of the settings isn't a picture. Its message says what to do. */
export class LogoError extends Error {
  override name = "LogoError";
}

/**
 * Draws PNG files: icons from the logo of the settings, and a share picture for each plate. Existing share pictures of
 * plates aren't drawn again, and files of the owner aren't overwritten.
 * @param index the compiled content
 * @param files the folder whose files are served at their path, with plates and logo
 * @returns the icons and share pictures that are files of the owner, as paths on the site
 * @throws LogoError
 */
export async function drawSharePictures(index: string, files: string): Promise<string[]> {
  const { plates, icons, sharePictures } = getDrawnFolders(files);
  const { logo: logoPath = defaultLogo } = readSettings(index);
  const paper = readPaperColour(index);
  const logo = readFileSync(join(files, getPublicName(logoPath)));
  await checkLogo(logo, logoPath);
  for (const folder of [icons, sharePictures]) mkdirSync(folder, { recursive: true });
  const keptFiles: string[] = [];
  const canReplace = (file: string) => {
    const isDrawn = canDraw(file);
    if (!isDrawn) keptFiles.push(`/${relative(files, file).split(sep).join("/")}`);
    return isDrawn;
  };
  const iconFiles = iconSizes.map((size) => ({ size, target: join(icons, `${size}.png`) }));
  const iconsToDraw = iconFiles.filter(({ target }) => canReplace(target));
  await Promise.all(iconsToDraw.map(({ size, target }) => drawIcon(logo, size, paper, target)));
  const siteTarget = join(sharePictures, "site.png");
  if (canReplace(siteTarget)) await drawSharePicture(logo, 300, paper, siteTarget);
  const missingPlates = readdirSync(plates)
    .filter((name) => isDrawnPlate(plates, name))
    .map((name) => ({ plate: join(plates, name), target: join(sharePictures, name.replace(/svg$/, "png")) }))
    .filter(({ target }) => canReplace(target) && !existsSync(target));
  const drawEverySecond = async (first: number) => {
    for (const [place, { plate, target }] of missingPlates.entries()) {
      if (place % 2 === first) await drawSharePicture(readFileSync(plate), 560, paper, target);
    }
  };
  await Promise.all([drawEverySecond(0), drawEverySecond(1)]);
  return keptFiles;
}

/** Returns the background of share pictures: the paper of the settings' colours. */
export function readPaperColour(index: string): string {
  return getPalette("light", readSettings(index).colours).paper;
}

/** Reads the compiled settings. */
function readSettings(file: string): { logo?: string; colours?: Colours } {
  const database = new DatabaseSync(file, { readOnly: true });
  const select = database.prepare("SELECT data FROM document WHERE name = 'settings' AND locale = ?");
  const { data } = select.get(defaultLocale) as { data: string };
  database.close();
  return JSON.parse(data) as { logo?: string; colours?: Colours };
}

async function checkLogo(logo: Buffer, path: string): Promise<void> {
  try {
    await sharp(logo).stats();
  } catch (error) {
    const reason = (error as Error).message;
    throw new LogoError(`The logo ${path} can't be drawn (${reason}). Use an SVG, PNG or JPEG file.`);
  }
}

async function drawIcon(logo: Buffer, size: number, paper: string, target: string): Promise<void> {
  const side = Math.round(size * 0.8);
  const drawing = await sharp(logo, { density: 600 }).resize(side, side, { fit: "inside" }).png().toBuffer();
  const icon = createBlank(size, size, paper).composite([{ input: drawing }]);
  await writeDrawnPng(icon.png({ palette: true }), target);
}

/** Draws a picture centred on the background of share pictures. */
async function drawSharePicture(source: Buffer, height: number, paper: string, target: string): Promise<void> {
  const input = await sharp(source, { density: 81 }).resize({ height }).png().toBuffer();
  const picture = createBlank(sharePicture.width, sharePicture.height, paper).composite([{ input }]);
  await writeDrawnPng(picture.png({ palette: true, colours: 64, effort: 1 }), target);
}

function createBlank(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } });
}
