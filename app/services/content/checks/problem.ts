import type { z } from "zod";
import type { Messages } from "../../../i18n/messages.ts";

/** A key of the owner's messages about mistakes of the content. */
export type MessageKey = keyof Messages["owner"]["content"]["mistakes"];

/** What is wrong, in no language yet: a message of this site with its values, or an issue of zod. */
export type Message = OwnMessage | { issue: z.core.$ZodIssue };

type OwnMessage = { key: MessageKey; values?: Readonly<Record<string, Message | string | number>> };

/** A mistake in a content file, with its line (from 1) and its field. A field in brackets is a part of the file, or all of it. */
export type Problem = { file: string; line: number; field: string; message: Message };

/**
 * Creates a problem at the line of `path`.
 * @param textLine line within the text of the field, from 0, if it is a block below its name (`|`)
 */
export type CreateProblem = (path: PropertyKey[], message: Message, textLine?: number) => Problem;

/** What the readers of the content find besides its data. */
export type Findings = { problems: Problem[]; missingTranslations: string[] };

/** Creates a message of this site. */
export function say(key: MessageKey, values?: OwnMessage["values"]): OwnMessage {
  return values ? { key, values } : { key };
}

/** Creates a problem of a whole file or folder. */
export function createFileProblem(file: string, message: Message, field = "(file)"): Problem {
  return { file, line: 1, field, message };
}
