import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp, { type Sharp } from "sharp";
import { defaultLocale } from "#app/i18n/locales.ts";
import { defaultLogo, iconSizes, sharePicture } from "#app/services/api/contract/pictures.ts";
import { getPublicName } from "#app/services/content/files/public-files.ts";
import { listEntryNames } from "#app/services/runtime/folders.ts";
import { getPalette, type Colours } from "#app/styles/theme.ts";

/** Folders of a release's generated pictures, on disk and in URLs. */
const generatedFolders = { icons: "icons", sharePictures: "share" } as const;

/** Metadata text that distinguishes generated files from the owner's. */
const generatedMark = "Drawn by the build of this site";

/** Increase the version to generate new pictures instead of reusing those of earlier releases. */
export const currentMark = `${generatedMark}, version 2`;

/** Thrown with a message on how to proceed. */
export class PictureError extends Error {
  override name = "PictureError";
}

/** Generates icons and missing share pictures, but never overwrites the owner's files. @throws PictureError */
export async function drawSharePictures(index: string, files: string): Promise<void> {
  const { logo = defaultLogo } = readSettings(index);
  const paper = readPaperColour(index);
  const drawing = { files, paper, logo: await readLogo(files, logo) };
  for (const folder of Object.values(generatedFolders)) mkdirSync(join(files, folder), { recursive: true });
  for (const size of iconSizes) await drawIcon(size, drawing);
  await drawPicture(`${generatedFolders.sharePictures}/site.png`, drawing, () =>
    createSharePicture(drawing.logo, 300, paper),
  );
  await Promise.all(listPlates(files).map((plate) => drawPlate(plate, drawing)));
}

/** Returns the path of a plate's share picture; `undefined` for another file. */
export function getSharePicture(plate: string): string | undefined {
  const id = /^plates\/([^/]+)\.svg$/.exec(plate)?.[1];
  return id && `${generatedFolders.sharePictures}/${id}.png`;
}

export function isGenerated(file: string, mark = generatedMark): boolean {
  return existsSync(file) && readFileSync(file).includes(mark);
}

export function readPaperColour(index: string): string {
  return getPalette("light", readSettings(index).colours).paper;
}

function readSettings(file: string): { logo?: string; colours?: Colours } {
  using database = new DatabaseSync(file, { readOnly: true });
  const select = database.prepare("SELECT data FROM document WHERE name = 'settings' AND locale = ?");
  const { data } = select.get(defaultLocale) as { data: string };
  return JSON.parse(data) as { logo?: string; colours?: Colours };
}

async function readLogo(files: string, path: string): Promise<Buffer> {
  const logo = readFileSync(join(files, getPublicName(path)));
  try {
    await sharp(logo).stats();
    return logo;
  } catch (error) {
    const reason = (error as Error).message;
    throw new PictureError(`The logo ${path} can't be drawn (${reason}). Use an SVG, PNG or JPEG file.`);
  }
}

function listPlates(files: string): string[] {
  const names = listEntryNames(join(files, "plates"));
  return names.filter((name) => name.endsWith(".svg")).map((name) => `plates/${name}`);
}

type Drawing = { files: string; paper: string; logo: Buffer };

/** Generates a picture, unless the owner has a file with its name. */
async function drawPicture(name: string, { files }: Drawing, create: () => Promise<Sharp>): Promise<void> {
  const file = join(files, name);
  if (existsSync(file) && !isGenerated(file)) return;
  // The file may be a link to another release's file, which must not change.
  rmSync(file, { force: true });
  const picture = await create();
  await picture.withExif({ IFD0: { Software: currentMark } }).toFile(file);
}

async function drawIcon(size: number, drawing: Drawing): Promise<void> {
  await drawPicture(`${generatedFolders.icons}/${size}.png`, drawing, async () => {
    const side = Math.round(size * 0.8);
    const input = await sharp(drawing.logo, { density: 600 }).resize(side, side, { fit: "inside" }).png().toBuffer();
    return createBlank(size, size, drawing.paper).composite([{ input }]).png({ palette: true, dither: 0 });
  });
}

async function drawPlate(plate: string, drawing: Drawing): Promise<void> {
  const picture = getSharePicture(plate)!;
  if (isGenerated(join(drawing.files, picture))) return;
  await drawPicture(picture, drawing, async () => {
    try {
      return await createSharePicture(readFileSync(join(drawing.files, plate)), 560, drawing.paper);
    } catch (error) {
      throw new PictureError(`The plate /${plate} can't be drawn (${(error as Error).message}). Save it again as SVG.`);
    }
  });
}

async function createSharePicture(source: Buffer, height: number, paper: string): Promise<Sharp> {
  const input = await sharp(source, { density: 81 }).resize({ height }).png().toBuffer();
  const picture = createBlank(sharePicture.width, sharePicture.height, paper).composite([{ input }]);
  return picture.png({ palette: true, colours: 128, dither: 0, effort: 1 });
}

function createBlank(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } });
}
