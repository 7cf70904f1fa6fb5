import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { localeCodes } from "#app/i18n/locales.ts";
import { claimsFileSchema } from "../files/content-schema.ts";
import { createClaimFinder } from "./claims.ts";
import { createWordFinder } from "./word-finder.ts";

const claims = claimsFileSchema.parse(parse(readFileSync("content/claims.yaml", "utf8")));
const find = createClaimFinder("content", claims);

/** Reads a set of sentences, half of them claims. A line is `bad` or `good`, a tab, and the sentence. */
const readSet = (name: string) =>
  readFileSync(`tests/fixtures/claims/${name}.txt`, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([kind, sentence = ""]) => ({ isBad: kind === "bad", sentence }));

test.each(localeCodes)("the site's messages in %s make no claim", (code) => {
  const folder = join("app/i18n/messages", code);
  const files = readdirSync(folder).filter((name) => name !== "owner.json");
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const texts = readFileSync(join(folder, name), "utf8");
    const claims = find("content/settings/cn.yaml", texts).map(({ message }) => message.values!["excerpt"]);
    expect(claims, name).toEqual([]);
  }
});

const pdfNames = readdirSync("public/files").filter((name) => name.endsWith(".pdf"));

test.each(pdfNames)("the PDF %s makes no claim", async (name) => {
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(join("public/files", name))));
  const { text } = await extractText(pdf, { mergePages: true });
  // Normalise the radicals that fonts use for Chinese characters, and remove line ends within sentences.
  const claims = find("content/product/a/index.cn.md", text.normalize("NFKC").replaceAll("\n", " "));
  expect(claims.map(({ message }) => message.values!["excerpt"])).toEqual([]);
});

// Only the fifth set measures unseen sentences: another author wrote it, and the list of claims wasn't adapted to it.
// In its first run 20 of 20 claims were found in Chinese and 17 of 20 in English, with 0 and 1 false reports. The list
// was adapted to the other sets. In the fourth set's first run 19 and 13 claims were found, with 1 and 3 false reports.
test.each(["first", "second", "third", "fourth", "fifth"].flatMap((set) => localeCodes.map((code) => [set, code])))(
  "in the %s set of sentences in %s, most claims are found, and few other sentences are reported",
  (set, code) => {
    const sentences = readSet(`${set}.${code}`).map(({ isBad, sentence }) => ({
      isBad,
      sentence,
      isFound: find(`content/product/a/index.${code}.md`, sentence).length > 0,
    }));
    const badSentences = sentences.filter(({ isBad }) => isBad);
    const goodSentences = sentences.filter(({ isBad }) => !isBad);
    const found = badSentences.filter(({ isFound }) => isFound);
    const silentSentences = goodSentences.filter(({ isFound }) => !isFound);
    console.log(
      `${set} ${code}: ${found.length} of ${badSentences.length} found, ${silentSentences.length} of ${goodSentences.length} silent`,
    );
    expect(badSentences.length, "as many claims as other sentences").toBe(goodSentences.length);
    expect(found.length / badSentences.length).toBeGreaterThanOrEqual(0.85);
    expect(silentSentences.length / goodSentences.length).toBeGreaterThanOrEqual(set === "third" ? 0.85 : 0.9);
  },
);

test.each(localeCodes)("every sentence with a common claim in the language %s is found", (code) => {
  const sentences = readFileSync(`tests/fixtures/claims/stock.${code}.txt`, "utf8").trim().split("\n");
  expect(sentences.filter((text) => find(`content/product/a/index.${code}.md`, text).length === 0)).toEqual([]);
});

test.each(localeCodes.flatMap((code) => readSet(`families.${code}`).map((row) => ({ code, ...row }))))(
  "only claims that the page itself makes are found ($code, claim: $isBad): $sentence",
  ({ code, isBad, sentence }) => {
    expect(find(`content/news/a/index.${code}.md`, sentence).length > 0).toBe(isBad);
  },
);

test("every word of `claims.yaml` occurs in a sentence of the tests", () => {
  const folder = "tests/fixtures/claims";
  const texts = [
    ...readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")),
    readFileSync("app/services/content/checks/claims.test.ts", "utf8"),
  ].join("\n");
  const words = claims.flatMap((claim) => [...claim.words, ...(claim.near ?? [])]);
  const found = new Set(
    createWordFinder(words.map((word) => ({ tag: word, words: [word] })))(texts).map(({ tag }) => tag),
  );
  expect(words.filter((word) => !found.has(word))).toEqual([]);
});
