import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { kinds } from "../../api/contract/kinds.ts";
import { localeCodes } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { createFileProblem, say, type Problem } from "./problem.ts";

/** The files that are read in a folder, and its subfolders by name. `each` is the layout of subfolders with any name. */
type FolderLayout = {
  files: readonly string[];
  hasAnyYaml?: true;
  /** Subfolders may have photos. */
  hasPhotos?: true;
  folders?: Readonly<Record<string, FolderLayout>>;
  each?: FolderLayout;
};

const perLocale: FolderLayout = { files: localeCodes.map((code) => `${code}.yaml`) };
const item: FolderLayout = { files: ["item.yaml", ...localeCodes.map((code) => `${code}.md`)], hasPhotos: true };
const createKindFolders = (place: FolderLayout) => Object.fromEntries(kinds.map((kind) => [kind, place]));

/** Layout of the content folder. */
const layout: FolderLayout = {
  // Versions that compared the texts with a glossary read `glossary.yaml`.
  files: ["redirects.yaml", "synonyms.yaml", "colours.yaml", "glossary.yaml"],
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
  const names = [...place.files, ...Object.keys(place.folders ?? {})].join(", ");
  const message = names === "" ? say("unread") : say("unreadBeside", { names });
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = join(folder, name);
    // A folder in place of a file is reported when the file is read.
    if (isIgnored(name) || place.files.includes(name)) return [];
    if (entry.isSymbolicLink() && !statSync(path, { throwIfNoEntry: false })?.isFile())
      return [createFileProblem(path, say("link"), "(link)")];
    if (!entry.isDirectory()) {
      const isRead = !isLikeContent(name) || (place.hasAnyYaml && name.endsWith(".yaml"));
      return isRead ? [] : [createFileProblem(path, message)];
    }
    const inner = place.each ?? (Object.hasOwn(place.folders ?? {}, name) ? place.folders?.[name] : undefined);
    if (inner) return findUnreadIn(path, inner);
    const isOfPhotos = place.hasPhotos && !readdirSync(path).some(isLikeContent);
    return isOfPhotos ? [] : [createFileProblem(path, message, "(folder)")];
  });
}

/** Whether a name looks like content. Windows may add a hidden `.txt`: `cn.md.txt`. */
function isLikeContent(name: string): boolean {
  return name !== "README.md" && /\.(?:md|markdown|ya?ml)(?:\.txt)?$/i.test(name);
}
