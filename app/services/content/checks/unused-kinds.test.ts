import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { readContentFolder } from "../files/content-folder.ts";

// Each test copies and reads the whole content.
vi.setConfig({ testTimeout: 30_000 });

/** Copies the content of the tests without news, whose menu and adverts lead to news, and reads it with these changes. */
function readWithoutNews(change: (folder: string) => void): string[] {
  const folder = mkdtempSync(join(tmpdir(), "unused-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(testContent, folder, { recursive: true });
  appendFileSync(join(folder, "settings/cn.yaml"), "kindsInUse: [product, prescription, case, service]\n");
  change(folder);
  return readContentFolder(folder).problems.map(
    ({ file, field, message }) => `${file.slice(folder.length + 1)} ${field} ${message}`,
  );
}

test("menu entries and adverts of an unused kind are accepted", () => {
  expect(readWithoutNews(() => undefined)).toEqual([]);
});

test("links between items of an unused kind are accepted, because nobody sees them", () => {
  const problems = readWithoutNews((folder) =>
    appendFileSync(join(folder, "news/bozhou-fair/cn.md"), "\n见[新闻](/news/list)。\n"),
  );
  expect(problems).toEqual([]);
});

test("links in texts and redirects to an unused kind are reported", () => {
  const problems = readWithoutNews((folder) => {
    appendFileSync(join(folder, "product/huang-qi/cn.md"), "\n见[新闻](/news/list)。\n");
    appendFileSync(join(folder, "page/quality/en.md"), "\n[The fair](/news/info/bozhou-fair)\n");
    writeFileSync(join(folder, "redirects.yaml"), "- from: /fair\n  to: /news/info/bozhou-fair\n");
  });
  const reason = "`kindsInUse` of the settings leaves news out";
  expect(problems).toEqual([
    `product/huang-qi/cn.md (text) the link to /news/list leads nowhere: ${reason}, so remove the link`,
    `page/quality/en.md (text) the link to /news/info/bozhou-fair leads nowhere: ${reason}, so remove the link`,
    `redirects.yaml [0].to /news/info/bozhou-fair can't be opened: ${reason}`,
  ]);
});

test("the settings of each language must name the same kinds", () => {
  const problems = (kinds: string) =>
    readWithoutNews((folder) => appendFileSync(join(folder, "settings/en.yaml"), `kindsInUse: [${kinds}]\n`));
  expect(problems("case, service, product, prescription")).toEqual([]);
  expect(problems("product, news")).toEqual([
    "settings/en.yaml kindsInUse isn't used, because the settings of another language name product, prescription, case, service: write it in one of them alone",
  ]);
});
