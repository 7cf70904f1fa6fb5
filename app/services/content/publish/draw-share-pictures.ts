import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp, { type Sharp } from "sharp";
import { defaultLocale } from "#app/i18n/locales.ts";
import { defaultLogo, iconSizes } from "#app/services/api/contract/pictures.ts";
import { getPublicName } from "#app/services/content/files/public-files.ts";
import { drawOnPaper } from "#app/services/content/photos/draw-on-paper.ts";
import { listEntryNames } from "#app/services/runtime/folders.ts";
import { getPalette, type Colours } from "#app/styles/theme.ts";

/** Folders of a release's generated pictures, on disk and in URLs. */
const generatedFolders = { icons: "icons", sharePictures: "share" } as const;

/** Metadata text that distinguishes generated files from the owner's. */
const generatedMark = "Drawn by the build of this site";

/** Thrown with a message on how to proceed. */
export class PictureError extends Error {
  override name = "PictureError";
}

/**
 * Generates the icons and the site's share picture, but never overwrites the owner's files. Checks the plates, which are
 * drawn when their share pictures are requested. @throws PictureError
 */
export async function drawSharePictures(index: string, files: string): Promise<void> {
  const { logo = defaultLogo, colours } = readSettings(index);
  const { paper } = getPalette("light", colours);
  const drawing = { files, paper, logo: await readLogo(files, logo) };
  for (const folder of Object.values(generatedFolders)) mkdirSync(join(files, folder), { recursive: true });
  for (const size of iconSizes) await drawIcon(size, drawing);
  await drawPicture(`${generatedFolders.sharePictures}/site.png`, drawing, () => drawOnPaper(drawing.logo, 300, paper));
  for (const name of listEntryNames(join(files, "plates"))) if (name.endsWith(".svg")) await checkPlate(files, name);
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

type Drawing = { files: string; paper: string; logo: Buffer };

/** Generates a picture, unless the owner has a file with its name. */
async function drawPicture(name: string, { files }: Drawing, create: () => Promise<Sharp>): Promise<void> {
  const file = join(files, name);
  if (existsSync(file) && !readFileSync(file).includes(generatedMark)) return;
  // The file may be a link to another release's file, which must not change.
  rmSync(file, { force: true });
  const picture = await create();
  await picture.withExif({ IFD0: { Software: generatedMark } }).toFile(file);
}

async function drawIcon(size: number, drawing: Drawing): Promise<void> {
  await drawPicture(`${generatedFolders.icons}/${size}.png`, drawing, async () => {
    const side = Math.round(size * 0.8);
    const input = await sharp(drawing.logo, { density: 600 }).resize(side, side, { fit: "inside" }).png().toBuffer();
    const blank = sharp({ create: { width: size, height: size, channels: 3, background: drawing.paper } });
    return blank.composite([{ input }]).png({ palette: true, dither: 0 });
  });
}

async function checkPlate(files: string, name: string): Promise<void> {
  try {
    await sharp(readFileSync(join(files, "plates", name))).metadata();
  } catch (error) {
    const reason = (error as Error).message;
    throw new PictureError(`The plate /plates/${name} can't be drawn (${reason}). Save it again as SVG.`);
  }
}
