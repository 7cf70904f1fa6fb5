import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { PublishResult } from "#app/services/content/publish/publish-result.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createChild } from "#app/services/runtime/child-process.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createPhoto } from "#tests/setup/content/test-photo.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFunctions, type DeskFunctions } from "./child-functions.ts";

const folder = setUpTestFolder();
const content = join(folder, "content");
const inContent = (path: string) => join(content, path);

function replace(path: string, from: string | RegExp, to: string): void {
  const before = readFileSync(inContent(path), "utf8");
  const after = before.replace(from, () => to);
  expect(after, path).not.toBe(before);
  writeFileSync(inContent(path), after);
}

const ganCao = "product/gan-cao/index.cn.md";

/** Edits of the content, in order. */
const edits: Record<string, () => unknown> = {
  "a text": () => appendFileSync(inContent(ganCao), "\n又一段，根治感冒。\n"),
  "claims that concern unchanged texts": () =>
    writeFileSync(inContent("claims.yaml"), "- { words: [根治], article: 广告法第十六条, instead: 传统用于 }\n"),
  "other claims": () =>
    writeFileSync(inContent("claims.yaml"), "- { words: [感冒], article: 广告法第十六条, instead: 传统用于 }\n"),
  "a text within its size and time": () => {
    const { atime, mtime } = statSync(inContent(ganCao));
    replace(ganCao, "又一段", "另一段");
    utimesSync(inContent(ganCao), atime, mtime);
  },
  "a herb's caution": () =>
    appendFileSync(inContent("herbs/gan-cao.yaml"), "caution: { cn: 慎用。, en: Take care. }\n"),
  "a herb that goes": () => renameSync(inContent("herbs/gan-cao.yaml"), join(folder, "herb.yaml")),
  "a herb that comes back": () => renameSync(join(folder, "herb.yaml"), inContent("herbs/gan-cao.yaml")),
  "an item that goes": () => renameSync(inContent("product/ju-hua"), join(folder, "ju-hua")),
  "an item that comes back": () => renameSync(join(folder, "ju-hua"), inContent("product/ju-hua")),
  "a language that goes": () => renameSync(inContent(ganCao), join(folder, "text.md")),
  "a language that comes back": () => renameSync(join(folder, "text.md"), inContent(ganCao)),
  "figures of one language": () =>
    appendFileSync(inContent("product/gan-cao/index.en.md"), "\nDried at 45 °C, 12 %.\n"),
  "figures of the other": () => appendFileSync(inContent(ganCao), "\n干燥温度60 °C，水分9 %。\n"),
  "a photo": async () =>
    writeFileSync(inContent("product/dan-shen/IMG_0042.JPG"), await createPhoto(640, 480).jpeg().toBuffer()),
  "a draft with a download": () => {
    mkdirSync(inContent("files"));
    copyFileSync(join("public/files", "certificate-HQ250901.pdf"), inContent("files/own.pdf"));
    replace("batch/HQ-2601.yaml", /^(?:certificate: .*\n)?/m, "draft: true\n");
    replace("batch/HQ-2601.yaml", /^certificate: .*$/m, "certificate: /files/own.pdf");
  },
  "a draft that is finished": () => replace("batch/HQ-2601.yaml", "draft: true\n", ""),
  "a menu": () => replace("menu/cn.yaml", /title: (.*)/, "title: 改名"),
  "settings of one language": () => replace("settings/en.yaml", /^phone: .*$/m, "phone: +86 10 5555 0100"),
  "a category": () =>
    appendFileSync(
      inContent("categories/product.yaml"),
      "\n- { slug: new, title: { cn: 新类, en: New }, summary: { cn: 新, en: New } }\n",
    ),
  "an item's category": () => replace(ganCao, /^cat: .*$/m, "cat: new"),
  "an unknown category": () => replace(ganCao, /^cat: .*$/m, "cat: unknown"),
  "a known category": () => replace(ganCao, /^cat: .*$/m, "cat: new"),
  redirects: () => appendFileSync(inContent("redirects.yaml"), "- { from: /old.html, to: /product/info/gan-cao }\n"),
  "invalid YAML": () => replace(ganCao, /^cat: .*$/m, "cat: ["),
  "valid YAML": () => replace(ganCao, /^cat: .*$/m, "cat: new"),
  synonyms: () => writeFileSync(inContent("synonyms.yaml"), "- [国老, 甘草]\n"),
};

/** Creates the functions of a process that has just been started. */
function startFresh(DATA_DIR: string) {
  vi.stubEnv("DATA_DIR", DATA_DIR);
  vi.stubEnv("CONTENT_DIR", content);
  return createChild<DeskFunctions>({ name: "test", timeoutMs: 60_000 });
}

/** Omits what differs between two processes. */
const describeResult = (result: PublishResult) =>
  JSON.stringify(result, (key, value: unknown) => (["id", "undoTo", "state", "time"].includes(key) ? "" : value), 1);

const [data, freshData] = [join(folder, "data"), join(folder, "fresh")];

const readFiles = (folderOfData: string, id: string) => openReleaseFolder(folderOfData).read(id)?.files;

afterAll(() => vi.unstubAllEnvs());

test(
  "after each edit, check and release are those of a process that has just been started",
  { timeout: 600_000 },
  async () => {
    cpSync(testContent, content, { recursive: true });
    const environment = { ...readEnvironment({}), CONTENT_DIR: content };
    const [functions, fresh] = [data, freshData].map((DATA_DIR) => createFunctions({ ...environment, DATA_DIR }));
    for (const one of [functions!, fresh!]) await one.prepareRelease();
    for (const [name, edit] of Object.entries(edits)) {
      await edit();
      const child = startFresh(freshData);
      const results = [await functions!.check(), await child.call("check")];
      expect(describeResult(results[0]!), name).toBe(describeResult(results[1]!));
      const [published, freshlyPublished] = [await functions!.publish("test"), await child.call("publish", "test")];
      child.close();
      expect(published.outcome, name).toBe(freshlyPublished.outcome);
      if (published.outcome !== "published" || freshlyPublished.outcome !== "published") continue;
      expect(readFiles(data, published.id), name).toEqual(readFiles(freshData, freshlyPublished.id));
    }
  },
);
