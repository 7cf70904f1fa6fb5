import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { kinds } from "../../api/contract/kinds.ts";
import { localeCodes, locales } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import type { Problem } from "../files/content-file.ts";
import { findNearest } from "./nearest.ts";
import { linkRemedy } from "../files/public-files.ts";
import { misnamedFolderField } from "./single-cause.ts";

/** The files that are read in a folder, and its subfolders by name. `each` is the layout of subfolders with any name. */
type FolderLayout = {
  files: readonly string[];
  hasAnyYaml?: true;
  folders?: Readonly<Record<string, FolderLayout>>;
  each?: FolderLayout;
};

const perLocale: FolderLayout = { files: localeCodes.map((code) => `${code}.yaml`) };
const item: FolderLayout = { files: ["item.yaml", ...localeCodes.map((code) => `${code}.md`)] };
const createKindFolders = (place: FolderLayout) => Object.fromEntries(kinds.map((kind) => [kind, place]));

/** Layout of the content folder, as in docs/content.md. */
const layout: FolderLayout = {
  files: ["redirects.yaml", "synonyms.yaml", "glossary.yaml", "colours.yaml"],
  folders: {
    ...createKindFolders({ files: [], each: item }),
    page: { files: [], each: item },
    batch: { files: [], hasAnyYaml: true },
    categories: { files: [], folders: createKindFolders(perLocale) },
    settings: perLocale,
    menu: perLocale,
    adverts: perLocale,
    // Versions that drew the plates themselves read `plates.yaml`.
    herbs: { files: ["facts.yaml", "plates.yaml", ...perLocale.files] },
  },
};

/**
 * Finds files and folders that look like content but aren't read, because their author expects them on the site. Hidden files,
 * a README.md and files of other types are allowed.
 */
export function findUnreadFiles(root: string): Problem[] {
  return existsSync(root) ? findUnreadIn(root, layout) : [];
}

function findUnreadIn(folder: string, place: FolderLayout): Problem[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isIgnored(name));
  const existingNames = new Set(entries.map(({ name }) => name));
  return entries.flatMap((entry) => {
    const { name } = entry;
    const path = join(folder, name);
    if (entry.isSymbolicLink() && !statSync(path, { throwIfNoEntry: false })?.isFile())
      return [{ file: path, line: 1, field: "(link)", message: linkRemedy }];
    const replacedFile = entry.isDirectory() ? undefined : findReplacedFile(name, place.files);
    if (replacedFile) {
      const message = `nothing reads files of this type: save the text as ${replacedFile}`;
      return [{ file: path, line: 1, field: "(file)", message }];
    }
    const original = entry.isDirectory() ? undefined : findCopied(name, place.files, existingNames);
    if (original) {
      const message = `is a copy of ${original}, which alone is read: move what is new in it there, and remove it`;
      return [{ file: path, line: 1, field: "(file)", message }];
    }
    const createProblems = (field: string, possibleNames: readonly string[]) => [
      {
        file: path,
        line: 1,
        field,
        message: `nothing reads it${formatSuggestion(name, possibleNames, existingNames)}`,
      },
    ];
    if (!entry.isDirectory() && place.hasAnyYaml && name.endsWith(".yaml")) return [];
    if (place.hasAnyYaml && isLikeContent(name)) {
      const message = `nothing reads it: save it as ${parse(name.replace(/\.txt$/i, "")).name}.yaml`;
      return [{ file: path, line: 1, field: "(file)", message }];
    }
    if (!entry.isDirectory() && place.each && isLikeContent(name)) {
      const { name: stem, ext } = parse(name.replace(/\.txt$/i, ""));
      const target = existingNames.has(stem) ? stem : join(stem, /ya?ml$/i.test(ext) ? "item.yaml" : "cn.md");
      const message = `nothing reads it, because each has a folder of its own: move ${existingNames.has(stem) ? "what is in it" : "it"} to ${join(folder, target)}`;
      return [{ file: path, line: 1, field: "(file)", message }];
    }
    if (!entry.isDirectory())
      return isLikeContent(name) && !place.files.includes(name) ? createProblems("(file)", place.files) : [];
    if (place === item && existsSync(join(path, "item.yaml"))) {
      const message = `lies a folder too deep: move it to ${join(dirname(folder), name)}`;
      return [{ file: path, line: 1, field: "(folder)", message }];
    }
    // Photos may be in a folder beside the text.
    if (place === item && !readdirSync(path).some(isLikeContent)) return [];
    // A folder in place of a file is reported when the file is read.
    if (place.files.includes(name)) return [];
    const inner = place.each ?? (Object.hasOwn(place.folders ?? {}, name) ? place.folders?.[name] : undefined);
    if (inner) return findUnreadIn(path, inner);
    const possibleFolders = Object.keys(place.folders ?? {});
    const isMisnamed = findUnusedName(name, possibleFolders, existingNames) !== undefined;
    return createProblems(isMisnamed ? misnamedFolderField : "(folder)", possibleFolders);
  });
}

/** Returns the content file that somebody wrote in another program: `cn.md` for `cn.docx`. */
function findReplacedFile(name: string, possibleNames: readonly string[]): string | undefined {
  const { name: stem, ext } = parse(name.toLowerCase());
  return /^\.(?:docx?|rtf|odt|wps|txt|html?)$/.test(ext)
    ? possibleNames.find((possible) => parse(possible).name === stem)
    : undefined;
}

/** Returns the file that a program made a copy of: `cn.md` for `cn (1).md`, `cn - 副本.md` and `cn-DESKTOP-1A2B.md`. */
function findCopied(name: string, possibleNames: readonly string[], existingNames: ReadonlySet<string>) {
  return possibleNames.find((possible) => {
    const { name: stem, ext } = parse(possible);
    const rest = name.endsWith(ext) && name.startsWith(stem) ? name.slice(stem.length, -ext.length) : "";
    return (
      existingNames.has(possible) &&
      /^(?:[\s_-]|(?=[（(]))+(?:副本|复制|拷贝|冲突|copy|conflict|desktop|laptop|[（(])/iu.test(rest)
    );
  });
}

/** Whether a name looks like content. Windows may add a hidden `.txt`: `cn.md.txt`. */
function isLikeContent(name: string): boolean {
  return name !== "README.md" && /\.(?:md|markdown|ya?ml)(?:\.txt)?$/i.test(name);
}

/** Finds the name that a file or folder was meant to have, if no other has it yet. */
function findUnusedName(name: string, possibleNames: readonly string[], existingNames: ReadonlySet<string>) {
  const unusedNames = possibleNames.filter((possible) => !existingNames.has(possible));
  const stem = name.toLowerCase().split(".")[0]!;
  const findByStem = (expected: string | undefined) => unusedNames.find((unused) => parse(unused).name === expected);
  return findByStem(stem) ?? findByStem(findLocaleByName(stem)) ?? findNearest(name, unusedNames);
}

/** Formats a suggestion to append to a message: a similar name that no file has yet, or else all possible names. */
function formatSuggestion(name: string, possibleNames: readonly string[], existingNames: ReadonlySet<string>): string {
  const guess = findUnusedName(name, possibleNames, existingNames);
  if (guess) return `: did you mean ${guess}?`;
  const similarName = findNearest(name, possibleNames);
  if (similarName) return `: move what is in it to ${similarName}`;
  return possibleNames.length > 0
    ? `: what is read here is ${possibleNames.join(", ")}`
    : ": remove it, or move it to where it belongs";
}

/** Finds the locale for names such as `zh`, `zh-CN`, `english` and `EN_us`. */
function findLocaleByName(stem: string): string | undefined {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return localeCodes.find((code) => {
    const [primary] = locales[code].language.split("-");
    return stem.split(/[-_]/)[0] === primary || stem === names.of(primary!)?.toLowerCase();
  });
}
