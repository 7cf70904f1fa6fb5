import { relative, sep } from "node:path";
import type { z } from "zod";
import { findCollection } from "../files/collections.ts";
import type { claimsFileSchema } from "../files/content-schema.ts";
import { isDenied, isAdoptedQuotation } from "./denials.ts";
import { createMessage, type FindClaims } from "./problem.ts";
import { createWordFinder, isGap, type Range } from "./word-finder.ts";

type Claims = z.output<typeof claimsFileSchema>;

/** A word that starts with `…` is a claim only after a word of `near`, and one that ends with `…` only before one. */
type Role = "alone" | "before" | "after" | "near" | "except";

/** Matches titles of works and link targets, which aren't the page's words. */
const foreignTextPattern = /《[^《》]*》|\]\([^()]*\)/g;

const quotationPattern = /“[^“”]*”|「[^「」]*」|『[^『』]*』|"[^"\n]*"/g;

/** Matches characters before 种草 (to recommend) that make 种 another word: in 这种草 it means kind, in 果园间种草 planting. */
const otherSensePrefix = /[这那哪此该某每各何几两数多另同一二三四五六七八九十间园坡田垄]/;

const excerptLength = 12;

/** Maximum remarks on a text for one entry of `claims.yaml`. */
const maxClaims = 50;

export function createClaimFinder(root: string, claims: Claims): FindClaims {
  const findWords = createWordFinder(
    claims.flatMap((claim) => listWords(claim).map(({ role, words }) => ({ tag: { claim, role }, words }))),
  );
  return (file, text) => {
    const pageText = text
      .replace(foreignTextPattern, hide)
      .replace(quotationPattern, (part, start: number, all: string) =>
        isAdoptedQuotation(all, start, start + part.length) ? part : hide(part),
      );
    const pageMatches = findWords(pageText).filter(
      ({ start }) => pageText[start] !== "种" || !otherSensePrefix.test(pageText.charAt(start - 1)),
    );
    const matchesByClaim = Map.groupBy(pageMatches, ({ tag }) => tag.claim);
    return Array.from(matchesByClaim).flatMap(([{ article, instead, within, where }, matches]) => {
      const ranges = findClaims(matches, pageText, within);
      if (ranges.length === 0 || !isApplicable(where, relative(root, file).split(sep).join("/"))) return [];
      return ranges.map(({ start, end }) => ({
        line: pageText.slice(0, start).split("\n").length - 1,
        message: createMessage("claim", {
          claim: pageText.slice(start, end),
          excerpt: getExcerpt(text, start, end),
          article,
          instead,
        }),
      }));
    });
  };
}

/** Whether an entry applies to a file. None applies to synonyms or redirects, because these aren't on pages. */
function isApplicable(where: Claims[number]["where"], path: string): boolean {
  const collection = findCollection(path);
  if (!collection || collection.files === "one") return false;
  const kind = collection.files === "kinds" ? path.split(/[/.]/)[1] : collection.name;
  return !where || where.some((name) => name === kind);
}

function listWords({ words, near = [], except = [] }: Claims[number]): { role: Role; words: string[] }[] {
  const precedesNearWord = (word: string) => word.endsWith("…");
  const followsNearWord = (word: string) => word.startsWith("…");
  return [
    { role: "alone", words: words.filter((word) => !precedesNearWord(word) && !followsNearWord(word)) },
    { role: "before", words: words.filter(precedesNearWord) },
    { role: "after", words: words.filter(followsNearWord) },
    { role: "near", words: near },
    { role: "except", words: except },
  ];
}

const hide = (part: string) => part.replace(/[^\n]/g, " ");

/** Finds the claims that the page itself makes with an entry's words. Omits denied claims. */
function findClaims(
  matches: readonly (Range & { tag: { role: Role } })[],
  text: string,
  within: Claims[number]["within"],
): Range[] {
  const get = (role: Role) => matches.filter(({ tag }) => tag.role === role);
  const near = get("near");
  const join = (first: readonly Range[], others: readonly Range[]) => joinClose(first, others, text, within);
  const claims = [...get("alone"), ...join(get("before"), near), ...join(near, get("after"))];
  if (claims.length === 0) return claims;
  const exceptions = new Uint8Array(text.length);
  for (const { start, end } of get("except")) exceptions.fill(1, start, end);
  return claims
    .filter(({ start, end }) => !exceptions.subarray(start, end).includes(1) && !isDenied(text, start, end))
    .slice(0, maxClaims);
}

/**
 * Joins each range of `first` with the next of `others`, unless the text between them is too long, contains a denial,
 * or ends the clause (the sentence, if `within` is `sentence`).
 */
function joinClose(
  first: readonly Range[],
  others: readonly Range[],
  text: string,
  within: Claims[number]["within"],
): Range[] {
  let index = 0;
  return first
    .toSorted((one, other) => one.end - other.end)
    .flatMap(({ start, end }) => {
      while (index < others.length && others[index]!.start < end) index++;
      const next = others[index];
      const rest = next && text.slice(end, next.end);
      return rest && isGap(text.slice(end, next.start), within) && !isDenied(rest, next.start - end, rest.length)
        ? [{ start, end: next.end }]
        : [];
    });
}

function getExcerpt(text: string, start: number, end: number): string {
  const before = text
    .slice(Math.max(0, start - excerptLength), start)
    .split("\n")
    .at(-1)!;
  return before + text.slice(start, end + excerptLength).split("\n")[0]!;
}
