import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { iconSizes } from "../../api/contract/pictures.ts";
import { decodePath } from "../../../i18n/guarded-routes.ts";
import { getContentType } from "../../../http/file-types.ts";
import { isIgnored, listFiles, type ListedFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";
import type { Problem } from "./content-file.ts";

/** The name below `public` of a path of the content, which may be percent-encoded. */
export const getPublicName = (path: string) => decodePath(path).slice(1);

/** Checks that a path of the content leads to a file below `public` that can be opened. Case matters on every system. */
export function findFileProblems(path: string): string[] {
  const name = getPublicName(path);
  const [reserved] = /[#?]|%(?![\da-f]{2})/i.exec(path) ?? [];
  if (reserved)
    return [`${path} has a ${reserved}, which addresses use for something else: rename the file without it`];
  if (name.split("/").some(isIgnored))
    return [`${path} isn't published, because a name in it begins with . or ~$: rename it`];
  if (isPublicFile(path)) return findDamage(path, join(paths.public, name));
  const file = join(paths.public, name);
  if (path.startsWith("/public/")) {
    const shorter = path.slice("/public".length);
    return [`there is no ${file}: leave out /public${isPublicFile(shorter) ? ` and write ${shorter}` : ""}`];
  }
  const guess = listPublicFiles().files.find((one) => one.toLowerCase() === name.toLowerCase());
  return [`there is no ${file}${guess ? `: did you mean /${guess}?` : ""}`];
}

/** Finds a file whose download is incomplete, and an error page that was saved in place of a file. */
function findDamage(path: string, file: string): string[] {
  if (statSync(file).size === 0) return [`${path} is empty: copy it again`];
  if (/\.svg$/i.test(file)) return findSvgDamage(path, file);
  const format = formats.find(({ ending }) => ending.test(file));
  if (!format || format.starts.some((start) => readStart(file, 8).startsWith(start))) return [];
  const name = `${/^[AEIO]/.test(format.name) ? "an" : "a"} ${format.name}`;
  return [`${path} isn't ${name}, whatever its name says: export it as ${name}`];
}

/** Finds an SVG file that is incomplete, because browsers don't show it. */
function findSvgDamage(path: string, file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (!/<(?:\w+:)?svg[\s>]/.test(text)) return [`${path} isn't an SVG, whatever its name says: export it as an SVG`];
  const isWhole = /<\/(?:\w+:)?svg\s*>|<svg[^<>]*\/>/.test(text);
  return isWhole ? [] : [`${path} is incomplete: copy or save it again`];
}

/** First bytes of ZIP files. An empty ZIP file has the second ones. */
const zipSignatures = ["PK\u0003\u0004", "PK\u0005\u0006"];

/** First bytes of office files with a password. */
const encryptedOfficeSignature = "\u00d0\u00cf\u0011\u00e0";

/** First bytes of the files of each format. */
const formats = [
  { ending: /\.pdf$/i, name: "PDF", starts: ["%PDF-"] },
  { ending: /\.png$/i, name: "PNG", starts: ["\u0089PNG"] },
  { ending: /\.jpe?g$/i, name: "JPEG", starts: ["\u00ff\u00d8\u00ff"] },
  { ending: /\.gif$/i, name: "GIF", starts: ["GIF8"] },
  { ending: /\.webp$/i, name: "WebP", starts: ["RIFF"] },
  { ending: /\.zip$/i, name: "ZIP file", starts: zipSignatures },
  { ending: /\.docx$/i, name: "Word file", starts: [...zipSignatures, encryptedOfficeSignature] },
  { ending: /\.xlsx$/i, name: "Excel file", starts: [...zipSignatures, encryptedOfficeSignature] },
  { ending: /\.pptx$/i, name: "PowerPoint file", starts: [...zipSignatures, encryptedOfficeSignature] },
];

function readStart(file: string, length: number): string {
  const start = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString("latin1");
}

/** The size in bytes of a file below `public`; `undefined` if there is none. */
export function readPublicFileSize(path: string): number | undefined {
  return isPublicFile(path) ? statSync(join(paths.public, getPublicName(path))).size : undefined;
}

/** Whether a path leads to a file below `public` with exactly this spelling. */
export function isPublicFile(path: string): boolean {
  const parts = decodePath(path).split("/").slice(1);
  if (!existsSync(join(paths.public, ...parts))) return false;
  return parts.every((part, index) => {
    const folder = join(paths.public, ...parts.slice(0, index));
    const isLast = index === parts.length - 1;
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    return entries.some((entry) => entry.name === part && entry.isFile() === isLast);
  });
}

/** Files that the site makes, with their source. `robots.txt` isn't listed, because the owner may replace it. */
const generatedFiles: readonly [pattern: RegExp, source: string][] = [
  [/^sitemap[a-z-]*\.xml$/, "from the items, pages and categories"],
  [/^(?:[a-z]+\/)?rss\.xml$/, "from the news"],
  [/^theme\.css$/, "from content/colours.yaml"],
  [/^manifest\.webmanifest$/, "from the settings and content/colours.yaml"],
  [/^(?:assets|builds)\//, "when the code is built"],
  [/^photos\//, "from the photos that the content names"],
  [/^(?:api|hooks|language|media)\//, "for requests of programs"],
];

/**
 * Finds files below `public` that the site doesn't serve, doesn't use, or makes itself.
 * @param herbs herbs by id
 * @param items `kind/id` of every item
 */
export function findPublicFileProblems(herbs: ReadonlyMap<string, unknown>, items: Iterable<string>): Problem[] {
  const ids = new Set([...items].map((item) => item.slice(item.indexOf("/") + 1)));
  const { files, links } = listPublicFiles();
  const problems = files.flatMap((name) => {
    const message = explainUnserved(name) ?? explainGenerated(name) ?? explainUnused(name, herbs, ids);
    return message === undefined ? [] : [createPublicProblem(name, message)];
  });
  return [...links.map((name) => createPublicProblem(name, linkRemedy)), ...problems];
}

function createPublicProblem(name: string, message: string): Problem {
  return { file: join(paths.public, name), line: 1, field: "(file)", message };
}

/** What to do about a link. Copies of a folder on other computers lack what it leads to. */
export const linkRemedy = "is a link to another place, which isn't followed: put the file or folder itself here";

function explainUnserved(name: string): string | undefined {
  if (/\.(?:crdownload|part|partial|download|tmp)$/i.test(name))
    return "is an incomplete download, or a file of a program: remove it, and save the file again";
  const instead = "save it as PDF, JPEG, PNG or MP4, or put it into a ZIP file";
  return getContentType(name) ? undefined : `the site doesn't serve files of this type: ${instead}`;
}

function explainGenerated(name: string): string | undefined {
  const source = generatedFiles.find(([pattern]) => pattern.test(name))?.[1];
  return source && `the site makes what has this address itself, ${source}: remove the file`;
}

/** Explains why a picture doesn't replace a drawn one although its name looks like it. */
function explainUnused(
  name: string,
  herbs: ReadonlyMap<string, unknown>,
  ids: ReadonlySet<string>,
): string | undefined {
  const [, folder, stem = "", extension] = /^(icons|share)\/([^/]+)(\.[^.]+)$/.exec(name) ?? [];
  const isDrawn = folder === "icons" ? iconSizes.map(String).includes(stem) : stem === "site" || herbs.has(stem);
  if (isDrawn && extension !== ".png")
    return `isn't used: only ${folder}/${stem}.png is, so save it as PNG with that name`;
  if (folder !== "share" || isDrawn || !ids.has(stem)) return undefined;
  return "isn't used, because only herbs have such pictures: write it as `cover` in the item.yaml of its item";
}

/** Lists the files and links below `public`, except notes about a folder. */
function listPublicFiles(): ListedFiles {
  const { files, links } = listFiles(paths.public);
  return { files: files.filter((name) => basename(name) !== "README.md"), links };
}
