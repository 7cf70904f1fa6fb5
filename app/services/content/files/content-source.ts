import type { z } from "zod";
import type { Locale } from "#app/i18n/locales.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import type { RenderedPages } from "#app/services/api/contract/pdf-pages.ts";
import type { ItemPhotos } from "./photo.ts";
import type { Redirect } from "./redirect-addresses.ts";
import type { BatchFacts } from "./schemas/batch-schema.ts";
import type {
  categoriesFileSchema,
  Facts,
  herbFileSchema,
  PageFacts,
  PageWords,
  Words,
} from "./schemas/content-schema.ts";

/** A download; `size` in bytes, if the file is on this site. Publishing adds the rendered pages of a PDF. */
type Attachment = { title: string; url: string; size?: number } & RenderedPages;

export type Translation<Fields> = { words: Fields; renderHtml: () => string; attachments: Attachment[] };

export type SourceItem<K extends Kind = Kind> = {
  kind: K;
  id: string;
  facts: Facts<K>;
  photos: ItemPhotos;
  /** Texts in at least one language. Pages in other languages use the first text, marked with its language. */
  translations: Partial<Record<Locale, Translation<Words<K>>>>;
};

export type SourcePage = {
  kind: "page";
  id: string;
  facts: PageFacts;
  photos: ItemPhotos;
  translations: Partial<Record<Locale, Translation<PageWords>>>;
};

export type SourceBatch = {
  kind: "batch";
  /** Number of the batch. */
  id: string;
  facts: BatchFacts;
  locales: readonly Locale[];
  certificate?: { url: string; size?: number } & RenderedPages;
};

export type Herb = z.output<typeof herbFileSchema>;

export type SourceCategory = z.output<typeof categoriesFileSchema>[number];

export type ContentSource = {
  herbs: ReadonlyMap<string, Herb>;
  /** Categories in the order in which pages list them. */
  categories: Record<Kind, SourceCategory[]>;
  /** `data` in the responses to the calls for settings, menu and adverts. */
  documents: Record<"settings" | "menu" | "adverts", Partial<Record<Locale, unknown>>>;
  redirects: Redirect[];
  /** Groups of synonyms for the search. */
  synonyms: string[][];
  items: Iterable<SourceItem>;
  pages: readonly SourcePage[];
  batches: readonly SourceBatch[];
};
