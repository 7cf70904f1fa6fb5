import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { kinds } from "../contract/kinds.ts";
import { localeCodes, locales } from "../i18n/locales.ts";
import type { Problem } from "./content-file.ts";
import { nearest } from "./nearest.ts";

/** What is read in a folder: files, and folders by their names, or under any name. */
type Place = { files: readonly string[]; folders?: Readonly<Record<string, Place>>; each?: Place };

const perLocale: Place = { files: localeCodes.map((code) => `${code}.yaml`) };
const item: Place = { files: ["item.yaml", ...localeCodes.map((code) => `${code}.md`)] };
const all = (place: Place) => Object.fromEntries(kinds.map((kind) => [kind, place]));

/** The content folder, as docs/content.md lays it out. */
const layout: Place = {
  files: ["redirects.yaml"],
  folders: {
    ...all({ files: [], each: item }),
    ...{ categories: { files: [], folders: all(perLocale) }, settings: perLocale, menu: perLocale, adverts: perLocale },
    herbs: { files: ["facts.yaml", "plates.yaml", ...perLocale.files] },
  },
};

/**
 * Files and folders that look like content and that nothing reads: somebody thinks that they are on the site. Notes are left
 * alone, in a README.md or in files of other sorts, and so is what is hidden.
 */
export function unreadProblems(root: string): Problem[] {
  return existsSync(root) ? unreadIn(root, layout) : [];
}

function unreadIn(folder: string, place: Place): Problem[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  const there = new Set(entries.map(({ name }) => name));
  return entries.flatMap((entry) => {
    const { name } = entry;
    const path = join(folder, name);
    const say = (field: string, known: readonly string[]) => [
      { file: path, line: 1, field, message: `nothing reads it${meaning(name, known, there)}` },
    ];
    if (!entry.isDirectory())
      return isLikeContent(name) && !place.files.includes(name) ? say("(file)", place.files) : [];
    // A folder in place of a file is named where the file is read.
    if (place.files.includes(name)) return [];
    const inner = place.each ?? (Object.hasOwn(place.folders ?? {}, name) ? place.folders?.[name] : undefined);
    return inner ? unreadIn(path, inner) : say("(folder)", Object.keys(place.folders ?? {}));
  });
}

/** Also `cn.md.txt`, as Windows calls it without showing it. */
function isLikeContent(name: string): boolean {
  return name !== "README.md" && /\.(?:md|markdown|ya?ml)(?:\.txt)?$/i.test(name);
}

/** What was probably meant, to be put behind a sentence: a name that isn't there yet; otherwise all that there can be. */
function meaning(name: string, known: readonly string[], there: ReadonlySet<string>): string {
  const free = known.filter((one) => !there.has(one));
  const stem = name.toLowerCase().split(".")[0]!;
  const byStem = (wanted: string | undefined) => free.find((one) => parse(one).name === wanted);
  const guess = byStem(stem) ?? byStem(localeCalled(stem)) ?? nearest(name, free);
  if (guess) return `: did you mean ${guess}?`;
  return known.length > 0
    ? `: what is read here is ${known.join(", ")}`
    : ": take it out, or move it to where it belongs";
}

/** The locale that is called `zh`, `zh-CN`, `english` or `EN_us` elsewhere. */
function localeCalled(stem: string): string | undefined {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return localeCodes.find((code) => {
    const [primary] = locales[code].language.split("-");
    return stem.split(/[-_]/)[0] === primary || stem === names.of(primary!)?.toLowerCase();
  });
}
