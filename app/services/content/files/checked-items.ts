import { z } from "zod";
import type { Kind } from "../../api/contract/kinds.ts";
import { decodePath } from "../../../i18n/guarded-routes.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { readYaml, type CreateProblem } from "./content-file.ts";
import type { ItemFacts } from "../checks/content-references.ts";
import type { SourceItem } from "./content-source.ts";
import type { Target } from "./content-text.ts";
import { normalizeReference } from "../photos/item-photos.ts";
import type { PhotoLibrary } from "../photos/photo-library.ts";
import type { Photo } from "../photos/photo.ts";

/**
 * Stored result of reading an item that has no mistakes of its own. It has everything that the checks across items need, so the
 * item isn't read again until its files change.
 */
export type CheckedItem = {
  kind: Kind;
  id: string;
  /** Data of `item.yaml` before validation. */
  facts: Record<string, unknown>;
  /** Links in the text, by language. */
  links: Partial<Record<Locale, readonly Target[]>>;
  /** Photos of `item.yaml` and of the texts. */
  photos: readonly Photo[];
  /** Whether it refers to files of `public`. */
  usesPublicFiles: boolean;
};

/**
 * Creates the stored result of an item.
 * @param facts data of `item.yaml` before validation
 * @param targets links and pictures of its texts
 * @returns `undefined` if the item depends on files in other folders of the content
 */
export function createCheckedItem(
  { kind, id, facts: { cover, gallery }, photos, translations }: SourceItem,
  facts: unknown,
  targets: Partial<Record<Locale, { folder: string; links: readonly Target[]; pictures: readonly Target[] }>>,
  library: PhotoLibrary,
): CheckedItem | undefined {
  const texts = Object.values(targets);
  const pictures = texts.flatMap((text) => text.pictures.map(({ target }) => ({ target, folder: text.folder })));
  const textPhotos = pictures.flatMap(({ target, folder }) =>
    target.endsWith(".svg") ? [] : (library.find(target, folder).photo ?? []),
  );
  const attachments = Object.values(translations).flatMap((words) => words.attachments.map(({ url }) => url));
  const ownPhotos = [cover ?? "", ...gallery].filter((name) => photos.has(normalizeReference(name)));
  const pictureNames = [...ownPhotos, ...pictures.map(({ target }) => target)].map((name) =>
    normalizeReference(decodePath(name)),
  );
  if (pictureNames.some((name) => name.includes("/") && !name.startsWith("/"))) return undefined;
  const links = Object.entries(targets).map(([locale, text]) => [locale, text.links]);
  return {
    kind,
    id,
    facts: facts as Record<string, unknown>,
    links: Object.fromEntries(links) as CheckedItem["links"],
    photos: [...new Map([...photos.values(), ...textPhotos].map((photo) => [photo.name, photo])).values()],
    usesPublicFiles: [...pictureNames, ...attachments].some((name) => name.startsWith("/")),
  };
}

/**
 * Creates the facts of an item for the checks of references. The file is read only if a check finds a problem, because the problem
 * needs its line.
 */
export function createItemFacts({ kind, id, facts }: CheckedItem, file: string): ItemFacts {
  const createProblem: CreateProblem = (path, message) => {
    const { rawData } = readYaml(file, z.unknown());
    return rawData?.createProblem(path, message) ?? { file, line: 1, field: "(file)", message };
  };
  return { rawData: { value: facts, createProblem }, kind, id };
}
