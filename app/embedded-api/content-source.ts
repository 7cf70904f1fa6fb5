import type { Kind } from "../contract/kinds.ts";
import type { Locale } from "../i18n/locales.ts";
import type { PlateSpec } from "../plates/plate-spec.ts";
import type { Redirect } from "./redirects.ts";
import type { Facts, Words } from "./content-schema.ts";

/** A file to take away; its size in bytes, where it is on this site. */
export type Attachment = { title: string; url: string; size?: number };

/** Words and text of an item in one language. */
export type Translation<K extends Kind = Kind> = { words: Words<K>; html: string; attachments: Attachment[] };

/** One item as its files say it. */
export type SourceItem<K extends Kind = Kind> = {
  kind: K;
  id: string;
  facts: Facts<K>;
  /** At least one language; where another is asked for, the first is shown, marked as such. */
  translations: Partial<Record<Locale, Translation<K>>>;
};

export type Herb = {
  latin: string;
  species: string;
  part: string;
  names: Partial<Record<Locale, string>>;
  /** How its plate is drawn. */
  plate: PlateSpec;
};
export type CategoryWords = Record<string, { title: string; summary: string }>;

/** Everything that the index is compiled from. */
export type ContentSource = {
  herbs: ReadonlyMap<string, Herb>;
  /** Slugs in the order of the menu, with the words of each language. */
  categories: Record<Kind, Partial<Record<Locale, CategoryWords>>>;
  /** Settings, menu and adverts as `data` of their calls, a value a language. */
  documents: Record<"settings" | "menu" | "adverts", Partial<Record<Locale, unknown>>>;
  /** Old addresses. */
  redirects: Redirect[];
  items: Iterable<SourceItem>;
};
