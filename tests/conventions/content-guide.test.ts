import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { factsSchemas, wordsSchemas } from "#app/services/content/files/schemas/content-schema.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { filterMissing } from "#tests/setup/content/required-locales.ts";
import { testPhoto } from "#tests/setup/content/test-photo.ts";

const { resolvePath } = setUpContentCopy();
// The date is fixed, because a batch of the examples mustn't have been produced in the future.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-12-01"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Returns the first block of code in a guide that begins with `start`. */
function findExample(guide: string, start: string): string {
  const examples = [...guide.matchAll(/```(?:yaml|markdown)\n([\s\S]*?)```/g)].map(([, text]) => text!);
  const example = examples.find((text) => text.startsWith(start));
  expect(example, start).toBeDefined();
  return example!;
}

const write = (file: string, text: string) => writeFileSync(resolvePath(file), text);
const append = (file: string, text: string) => appendFileSync(resolvePath(file), text);

/** Writes the guide's example item, and the herb and photo that the example needs. */
function writeItem(guide: string): void {
  const text = findExample(guide, "---\ntitle: 太");
  const other = findExample(guide, "---\ntitle: Tai");
  mkdirSync(resolvePath("product/tai-zi-shen"));
  write("product/tai-zi-shen/index.cn.md", text);
  write("product/tai-zi-shen/index.en.md", other);
  cpSync(testPhoto, resolvePath(`product/tai-zi-shen/${/^cover: (\S+)/m.exec(text)![1]}`));
  write(
    "herbs/tai-zi-shen.yaml",
    "names: { cn: 太子参, en: Tai zi shen }\nlatin: Radix Pseudostellariae\nspecies: P. heterophylla\npart: root\n",
  );
}

describe.each(["en", "zh"])("the guide in the language %s", (language) => {
  const guide = readFileSync(`docs/guide.${language}.md`, "utf8");

  test("the guide's examples of a product and a batch are valid and translated", async () => {
    writeItem(guide);
    const batch = findExample(guide, "product: ");
    write("batch/TZS261001.yaml", batch.replace(/^certificate: .*$/m, "certificate: /files/certificate-HQ250901.pdf"));
    const { problems, missingTranslations } = await readContentFolder(resolvePath(""));
    expect([problems, filterMissing(missingTranslations)]).toEqual([[], []]);
  });

  test("the guide names exactly each kind's own fields, and the fields that all kinds share", () => {
    const common = ["facts", "words"].map((scope) => {
      const schemas = Object.values(scope === "facts" ? factsSchemas : wordsSchemas);
      const [first = [], ...others] = schemas.map(({ shape }) => Object.keys(shape));
      return first.filter((field) => others.every((fields) => fields.includes(field)));
    });
    for (const kind of kinds) {
      const [, , ...columns] = new RegExp(`^\\| \`${kind}\` .*$`, "m").exec(guide)![0].split("|");
      const schemas = [factsSchemas[kind], wordsSchemas[kind]];
      for (const [index, schema] of schemas.entries()) {
        const kindFields = Object.keys(schema.shape).filter((field) => !common[index]!.includes(field));
        const namedFields = [...columns[index]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
        expect([kind, kindFields.filter((field) => !namedFields.includes(field))]).toEqual([kind, []]);
      }
    }
    const isNamed = (field: string) => guide.includes(`\`${field}\``) || guide.includes(`${field}: `);
    expect(common.flat().filter((field) => !isNamed(field))).toEqual([]);
  });
});

test("the English guide's examples of a menu entry and a redirect are valid", async () => {
  const guide = readFileSync("docs/guide.en.md", "utf8");
  writeItem(guide);
  cpSync(resolvePath("page/quality"), resolvePath("page/jobs"), { recursive: true });
  for (const locale of ["cn", "en"]) append(`menu/${locale}.yaml`, `\n${findExample(guide, "- id: ")}`);
  write("redirects.yaml", findExample(guide, "- from: "));
  expect((await readContentFolder(resolvePath(""))).problems).toEqual([]);
});
