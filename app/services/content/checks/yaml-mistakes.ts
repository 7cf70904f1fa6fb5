import { visit, YAMLParseError, type Document } from "yaml";
import { say, type Message, type MessageKey } from "./problem.ts";

type Mistake = { offset: number; message: Message };

/** Matches the name of a field with the colon of a Chinese keyboard. */
const fullWidthColonPattern = /^[ -]*[a-zA-Z][\w-]*：/m;

/** The parser's own sentences are English. */
const messages: Partial<Record<string, MessageKey>> = {
  BAD_INDENT: "yamlIndent",
  BAD_SCALAR_START: "yamlQuote",
  BLOCK_AS_IMPLICIT_KEY: "yamlQuote",
  BAD_DQ_ESCAPE: "yamlEscape",
  DUPLICATE_KEY: "yamlDuplicate",
  MISSING_CHAR: "yamlUnclosed",
  MULTILINE_IMPLICIT_KEY: "yamlNoColon",
  TAB_AS_INDENT: "yamlTab",
};

/** Finds the first mistake, because one causes several errors. */
export function findYamlMistake(source: string, document: Document.Parsed): Mistake | undefined {
  try {
    if (document.errors[0]) throw document.errors[0];
    const fullWidthColon = typeof document.toJS() === "string" && findFullWidthColon(source);
    return fullWidthColon || findCutText(document);
  } catch (error) {
    return findFullWidthColon(source) ?? explainError(error as Error);
  }
}

function findFullWidthColon(source: string): Mistake | undefined {
  const found = fullWidthColonPattern.exec(source);
  return found ? { offset: found.index, message: say("fullWidthColon") } : undefined;
}

function explainError(error: Error): Mistake {
  const { pos, code } = error instanceof YAMLParseError ? error : { pos: [0] as const, code: "" };
  const key = messages[code];
  return { offset: pos[0], message: key ? say(key) : say("invalidYaml", { reason: error.message }) };
}

/** Finds a text without quotes that a `#` cuts, as in `title: 黄芪 #1`. A comment has a space after its `#`. */
function findCutText(document: Document.Parsed): Mistake | undefined {
  let found: Mistake | undefined;
  visit(document, {
    Scalar(_key, { type, comment, range }) {
      if (type !== "PLAIN" || !comment || /^\s/.test(comment)) return undefined;
      found = { offset: range![0], message: say("cutByComment") };
      return visit.BREAK;
    },
  });
  return found;
}
