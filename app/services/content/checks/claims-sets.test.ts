import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { localeCodes } from "../../../i18n/locales.ts";
import { claimsFileSchema } from "../files/content-schema.ts";
import { createClaimFinder } from "./claims.ts";

const find = createClaimFinder("content", claimsFileSchema.parse(parse(readFileSync("content/claims.yaml", "utf8"))));

/** Sentences of pages, half of them claims: `bad` or `good`, a tab, the sentence. */
const readSet = (name: string) =>
  readFileSync(`tests/fixtures/claims/${name}.txt`, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([kind, sentence = ""]) => ({ isBad: kind === "bad", sentence }));

test.each(localeCodes)("the messages of the site in %s make no claim", (code) => {
  const folder = join("app/i18n/messages", code);
  const files = readdirSync(folder).filter((name) => name !== "owner.json");
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const texts = readFileSync(join(folder, name), "utf8");
    const claims = find("content/settings/cn.yaml", texts).map(({ message }) => message.values!["excerpt"]);
    expect(claims, name).toEqual([]);
  }
});

test.each(["first", "second"].flatMap((set) => localeCodes.map((code) => [set, code])))(
  "the %s set of sentences in %s: claims are found, and other sentences left alone",
  (set, code) => {
    const sentences = readSet(`${set}.${code}`).map(({ isBad, sentence }) => ({
      isBad,
      sentence,
      isFound: find(`content/product/a/index.${code}.md`, sentence).length > 0,
    }));
    const bad = sentences.filter(({ isBad }) => isBad);
    const good = sentences.filter(({ isBad }) => !isBad);
    const found = bad.filter(({ isFound }) => isFound);
    const silent = good.filter(({ isFound }) => !isFound);
    console.log(`${set} ${code}: ${found.length} of ${bad.length} found, ${silent.length} of ${good.length} silent`);
    expect(bad.length, "a half of each").toBe(good.length);
    expect(found.length / bad.length).toBeGreaterThanOrEqual(0.85);
    expect(silent.length / good.length).toBeGreaterThanOrEqual(0.9);
  },
);
