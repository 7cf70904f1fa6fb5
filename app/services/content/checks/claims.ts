import { relative, sep } from "node:path";
import type { z } from "zod";
import { findCollection } from "../files/collections.ts";
import type { claimsFileSchema } from "../files/content-schema.ts";
import { say, type FindClaims } from "./problem.ts";

type Claims = z.output<typeof claimsFileSchema>;

/** What isn't said by the site itself: quotations, titles of works, and the targets of links. */
const quotations = /“[^“”]*”|「[^「」]*」|『[^『』]*』|《[^《》]*》|"[^"\n]*"|\]\([^()]*\)/g;

/** Words that deny what follows them in their sentence, or in Chinese in their clause. */
const denial = /\b(?:no|not|never|nor|cannot|without)\b|n[’']t\b/gi;
const chineseDenial = /(?:不|没有|未|并非|无法|勿|禁止|避免)[^，。；：！？,.;:!?\n]{0,6}$/;

/** A longer text before a claim isn't read. */
const maxNegationLength = 60;

/** A word of denial counts up to this distance from the claim. */
const maxDenialDistance = 40;

const excerptLength = 12;

export function createClaimFinder(root: string, claims: Claims): FindClaims {
  const patterns = claims.map((claim) => ({ ...claim, pattern: createPattern(claim.words) }));
  return (file, text) => {
    const path = relative(root, file).split(sep).join("/");
    const collection = findCollection(path);
    // Words that visitors type, and old addresses, aren't on a page.
    if (!collection || collection.files === "one") return [];
    const kind = collection.files === "kinds" ? path.split(/[/.]/)[1] : collection.name;
    const own = text.replace(quotations, (quotation) => quotation.replace(/[^\n]/g, " "));
    return patterns
      .filter(({ where }) => !where || where.some((name) => name === kind))
      .flatMap(({ pattern, article, instead }) =>
        Array.from(own.matchAll(pattern))
          .filter(({ index }) => !isDenied(own.slice(Math.max(0, index - maxNegationLength), index)))
          .map(({ 0: claim, index }) => ({
            line: own.slice(0, index).split("\n").length - 1,
            message: say("claim", { claim, excerpt: getExcerpt(text, index, claim.length), article, instead }),
          })),
      );
  };
}

function isDenied(before: string): boolean {
  const sentence = before.split(/[.;:!?\n]/).at(-1)!;
  const last = Array.from(sentence.matchAll(denial)).at(-1);
  const isNear = last && sentence.length - last.index - last[0].length <= maxDenialDistance;
  return isNear === true || chineseDenial.test(before);
}

function getExcerpt(text: string, index: number, length: number): string {
  const before = text
    .slice(Math.max(0, index - excerptLength), index)
    .split("\n")
    .at(-1)!;
  return before + text.slice(index, index + length + excerptLength).split("\n")[0]!;
}

/** Latin words must stand alone. Their spaces may be missing. */
function createPattern(texts: readonly string[]): RegExp {
  const sources = texts.map((text) => {
    const source = text
      .split(/\s+/)
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
      .join("\\s*");
    const [start, end] = [/^\w/.test(text) ? "(?<![\\p{L}\\p{N}])" : "", /\w$/.test(text) ? "(?![\\p{L}\\p{N}])" : ""];
    return start + source + end;
  });
  return new RegExp(sources.join("|"), "giu");
}
