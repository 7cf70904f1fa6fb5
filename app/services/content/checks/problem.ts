import type { Messages } from "#app/i18n/messages.ts";
import type { DrawnPages } from "#app/services/api/contract/pdf-pages.ts";

export type MessageKey = keyof Messages["owner"]["content"]["mistakes"];

/** What is wrong, in no language yet: a message with its values. */
export type Message = { key: MessageKey; values?: Readonly<Record<string, Message | string | number>> };

/** A place in a content file: its line (from 1) and its field. A field in brackets is a part of the file, or all of it. */
export type Place = { file: string; line: number; field: string };

export type Problem = Place & { message: Message };

/** A link of a text or a field. Its page or file is looked for when all pages are known. */
export type Link = Place & {
  target: string;
  /** Folder of the item whose text has the link. */
  folder?: string;
  /** The site leaves out the link if its kind is switched off. */
  canBeHidden?: boolean;
};

/** A PDF of this site, and what names it. Publishing adds the pages. */
export type FoundPdf = { file: string; attachment: { url: string } & DrawnPages; locate: () => Place };

/** Finds the claims in a text of a file. Lines are counted from 0. */
export type FindClaims = (file: string, text: string) => { line: number; message: Message }[];

export type Findings = {
  problems: Problem[];
  /** What a person should look at. It stands beside the mistakes, and prevents nothing. */
  remarks: Problem[];
  missingTranslations: string[];
  links: Link[];
  pdfs: FoundPdf[];
  /** Files that were read. */
  files: Set<string>;
  findClaims: FindClaims;
};

export function createFindings(): Findings {
  return {
    problems: [],
    remarks: [],
    missingTranslations: [],
    links: [],
    pdfs: [],
    files: new Set(),
    findClaims: () => [],
  };
}

export function say(key: MessageKey, values?: Message["values"]): Message {
  return values ? { key, values } : { key };
}

export function createFileProblem(file: string, message: Message, field = "(file)"): Problem {
  return { file, line: 1, field, message };
}
