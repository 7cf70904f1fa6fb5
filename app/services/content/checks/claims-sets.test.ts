import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { localeCodes } from "#app/i18n/locales.ts";
import { claimsFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import { createClaimFinder } from "./claims.ts";

const claims = claimsFileSchema.parse(parse(readFileSync("content/claims.yaml", "utf8")));
const find = createClaimFinder("content", claims);

/** Languages that the list of claims covers. */
const languages = ["cn", "en"];

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

// Another author wrote the fifth set, and the list of claims wasn't adapted to it. Sentences that deny or quote a claim
// are reported too, so that a person looks at them once.
test.each(["first", "second", "third", "fourth", "fifth"].flatMap((set) => languages.map((code) => [set, code])))(
  "in the %s set of sentences in %s, most claims are found, and most sentences without a claim aren't",
  (set, code) => {
    const sentences = readSet(`${set}.${code}`).map(({ isBad, sentence }) => ({
      isBad,
      isFound: find(`content/product/a/index.${code}.md`, sentence).length > 0,
    }));
    const [bad, good] = [sentences.filter(({ isBad }) => isBad), sentences.filter(({ isBad }) => !isBad)];
    const found = bad.filter(({ isFound }) => isFound);
    const silent = good.filter(({ isFound }) => !isFound);
    console.log(`${set} ${code}: ${found.length} of ${bad.length} found, ${silent.length} of ${good.length} silent`);
    expect(found.length / bad.length).toBeGreaterThanOrEqual(0.85);
    expect(silent.length / good.length).toBeGreaterThanOrEqual(0.65);
  },
);

test.each(languages)("every sentence with a common claim in the language %s is found", (code) => {
  const sentences = readFileSync(`tests/fixtures/claims/stock.${code}.txt`, "utf8").trim().split("\n");
  expect(sentences.filter((text) => find(`content/product/a/index.${code}.md`, text).length === 0)).toEqual([]);
});

test.each(languages)("every claim of the families of sentences in the language %s is found", (code) => {
  const claims = readSet(`families.${code}`).filter(({ isBad }) => isBad);
  expect(claims.filter(({ sentence }) => find(`content/news/a/index.${code}.md`, sentence).length === 0)).toEqual([]);
});
