import { z } from "zod";
import type { Kind } from "../contract/kinds.ts";
import { decodePath } from "../i18n/guarded-routes.ts";
import type { Locale } from "../i18n/locales.ts";
import { readYaml, type CreateProblem } from "./content-file.ts";
import type { ItemFacts } from "./content-references.ts";
import type { SourceItem } from "./content-source.ts";
import type { Target } from "./content-text.ts";
import { normalizeReference } from "./photos/item-photos.ts";
import type { PhotoLibrary } from "./photos/photo-library.ts";
import type { Photo } from "./photos/photo.ts";

/**
 * What is kept of an item that has no mistakes of its own: as much as the checks of all items together need. While its files stay
 * as they are, it needn't be read again.
 */
export type CheckedItem = {
  kind: Kind;
  id: string;
  /** `item.yaml` as it is in the file. */
  facts: Record<string, unknown>;
  /** Links of the text in each language that the item has. */
  links: Partial<Record<Locale, readonly Target[]>>;
  /** Photos that it names. */
  photos: readonly Photo[];
  /** Whether it names files of `public`. */
  usesPublic: boolean;
};

/**
 * Creates what is kept of an item.
 * @param facts `item.yaml` as it is in the file
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
  const own = [cover ?? "", ...gallery].filter((name) => photos.has(normalizeReference(name)));
  const named = [...own, ...pictures.map(({ target }) => target)].map((name) => normalizeReference(decodePath(name)));
  if (named.some((name) => name.includes("/") && !name.startsWith("/"))) return undefined;
  const links = Object.entries(targets).map(([locale, text]) => [locale, text.links]);
  return {
    kind,
    id,
    facts: facts as Record<string, unknown>,
    links: Object.fromEntries(links) as CheckedItem["links"],
    photos: [...new Map([...photos.values(), ...textPhotos].map((photo) => [photo.name, photo])).values()],
    usesPublic: [...named, ...attachments].some((name) => name.startsWith("/")),
  };
}

/**
 * Returns the facts of an item for the checks of references, as if its file had been read. It is read if there is a problem, to
 * find the line.
 */
export function createItemFacts({ kind, id, facts }: CheckedItem, file: string): ItemFacts {
  const createProblem: CreateProblem = (path, message) => {
    const { rawData } = readYaml(file, z.unknown());
    return rawData?.createProblem(path, message) ?? { file, line: 1, field: "(file)", message };
  };
  return { rawData: { value: facts, createProblem }, kind, id };
}
