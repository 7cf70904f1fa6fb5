import type { Messages } from "#app/i18n/messages.ts";
import type { RenderedPages } from "#app/services/api/contract/pdf-pages.ts";
import { createReadCache, type ReadCache } from "./read-cache.ts";

export type MessageKey = keyof Messages["owner"]["content"]["mistakes"];

export type Message = { key: MessageKey; values?: Readonly<Record<string, Message | string | number>> };

/**
 * A location in a content file: its line (from 1) and its field. A field in brackets stands for a part of the file, or
 * for the whole file.
 */
export type Place = { file: string; line: number; field: string };

/** `sentence`: the text that a remark is about, if not the whole file. `version`: see `selectUnconfirmed`. */
export type Problem = Place & { message: Message; sentence?: string; version?: string };

/** A link, checked when all pages are known. */
export type Link = Place & {
  target: string;
  /** Folder of the item whose text contains the link. */
  folder?: string;
  /** Whether the site omits this link while the kind of its target is unused. */
  canBeHidden?: boolean;
};

/** A PDF of this site, with its place. Publishing adds the pages. */
export type FoundPdf = { file: string; attachment: { url: string } & RenderedPages; locate: () => Place };

/** Finds a text's claims. Lines count from 0. */
export type FindClaims = (file: string, text: string) => { line: number; message: Message; sentence: string }[];

export type Findings = {
  problems: Problem[];
  /** Notes for a person, which don't block publishing. */
  remarks: Problem[];
  missingTranslations: string[];
  links: Link[];
  pdfs: FoundPdf[];
  /** Files that were read. */
  files: Set<string>;
  /** Files without usable fields. */
  unreadable: Set<string>;
  findClaims: FindClaims;
  /** Hash of the claims. */
  claimsHash: string;
  cache: ReadCache;
};

/** @param cache results of an earlier reading of the same folder */
export function createFindings(cache = createReadCache()): Findings {
  return {
    problems: [],
    remarks: [],
    missingTranslations: [],
    links: [],
    pdfs: [],
    files: new Set(),
    unreadable: new Set(),
    findClaims: () => [],
    claimsHash: "",
    cache,
  };
}

export function createMessage(key: MessageKey, values?: Message["values"]): Message {
  return values ? { key, values } : { key };
}

export function createFileProblem(file: string, message: Message, field = "(file)"): Problem {
  return { file, line: 1, field, message };
}
