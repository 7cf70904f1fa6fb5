import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareRelease, undoRelease } from "#app/services/content/publish/activate-release.ts";
import { publishContent } from "#app/services/content/publish/publish-content.ts";
import type { ReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { type PublishingStores } from "#app/services/content/releases/release-store.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { setUpPublishedContent } from "#tests/setup/content/published-content.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { selectParts, type SelectSource } from "./choose-parts.ts";
import { listDraftNames } from "./compare-content.ts";

let publisher: PublishingStores;
let releases: ReleaseFolder;
setUpPublishedContent((published) => ({ publisher, releases } = published));

const inContent = (path: string) => join(publisher.content, path);
const add = (path: string, text: string) => appendFileSync(inContent(path), text);
const [ganCaoPath, huangQiPath] = ["product/gan-cao/index.cn.md", "product/huang-qi/index.cn.md"];

/** Publishes these parts. @returns the outcome, the unpublished parts, and missing parts that others need */
async function publish(...parts: string[]) {
  const selectSource: SelectSource = (...files) => selectParts(...files, new Set(parts));
  const result = await publishContent(publisher, { by: "test", ...(parts.length > 0 && { selectSource }) });
  const drafts = "drafts" in result ? listDraftNames(result.drafts) : undefined;
  return { needed: undefined, mistakes: [], ...result, drafts };
}

const readReleased = (path: string) =>
  readFileSync(join(releases.getFolder(releases.readCurrentId()!), "source", path), "utf8");
const isInIndex = (words: string) => readFileSync(releases.getPaths(releases.readCurrentId()!).index).includes(words);

test("only the selected parts are published, despite mistakes elsewhere, and the rest stays a draft", async () => {
  add(ganCaoPath, "\n急需更正的一段。\n");
  writeFileSync(inContent(huangQiPath), "---\ntitle: [\n---\n");
  writeFileSync(inContent("settings/cn.yaml"), "phone: [\n");
  expect((await publish()).outcome).toBe("mistakes");
  const publishResult = await publish("product/gan-cao");
  expect(publishResult).toMatchObject({
    outcome: "published",
    drafts: ["product/gan-cao", "product/huang-qi", "settings/cn.yaml"],
    changes: [{ action: "changed", kind: "product", id: "gan-cao" }],
  });
  expect([isInIndex("急需更正的一段"), isInIndex("黄芪")]).toEqual([true, true]);
  const { drafts } = await publish();
  expect(drafts).toEqual(["product/huang-qi", "settings/cn.yaml"]);
  expect((await publish("product/gan-cao")).outcome).toBe("unchanged");
});

test("a part that was published alone is served after a restart, can be undone, and can be published again with the rest", async () => {
  const first = releases.readCurrentId();
  add(ganCaoPath, "\n先发布的一段。\n");
  add(huangQiPath, "\n后发布的一段。\n");
  await publish("product/gan-cao");
  const second = releases.readCurrentId();
  await prepareRelease(publisher);
  expect(releases.readCurrentId()).toBe(second);
  expect((await undoRelease(publisher)).map(({ id }) => id)).toEqual([second, first]);
  expect((await publish("product/huang-qi")).drafts).toEqual(["product/gan-cao", "product/huang-qi"]);
  expect([isInIndex("先发布的一段"), isInIndex("后发布的一段")]).toEqual([false, true]);
  expect(await publish()).toMatchObject({ drafts: ["product/gan-cao"], changes: [{ id: "gan-cao" }] });
  expect((await publish()).outcome).toBe("unchanged");
});

test("a part that needs an unselected part isn't published, and the result names both", async () => {
  cpSync(inContent("herbs/gan-cao.yaml"), inContent("herbs/ren-shen-ye.yaml"));
  writeFileSync(
    inContent(ganCaoPath),
    readFileSync(inContent(ganCaoPath), "utf8").replace(/^herb: .*$/m, "herb: ren-shen-ye"),
  );
  add(huangQiPath, "\n见[新页面](/page/new-page)。\n");
  mkdirSync(inContent("page/new-page"));
  writeFileSync(inContent("page/new-page/index.cn.md"), "---\ntitle: 新\nupdated: 2026-01-01\n---\n\n新页面。\n");
  writeFileSync(inContent("claims.yaml"), "- { words: [根治], article: 广告法第十六条, instead: 传统用于 }\n");
  expect((await publish("claims.yaml")).outcome).toBe("published");
  add(ganCaoPath, "\n服用后可以根治。\n");
  const partResult = await publish("product/gan-cao");
  expect(partResult.remarks.map(({ file }) => file)).toEqual([ganCaoPath]);
  expect(partResult).toMatchObject({ outcome: "mistakes", needed: ["herbs/ren-shen-ye.yaml"] });
  expect(partResult.mistakes.map(({ file }) => file)).toEqual([ganCaoPath]);
  expect((await publish("product/huang-qi")).needed).toEqual(["page/new-page"]);
  expect((await publish("product/gan-cao", "herbs/ren-shen-ye.yaml")).outcome).toBe("published");
  // Deletes the herb's file, and the reference to the herb in a product.
  rmSync(inContent("herbs/ren-shen-ye.yaml"));
  cpSync(join(testContent, ganCaoPath), inContent(ganCaoPath));
  expect((await publish("herbs/ren-shen-ye.yaml")).needed).toEqual(["product/gan-cao"]);
});

test("a download is published with the batch that names it; other public files are separate parts", async () => {
  const batch = readFileSync(inContent("batch/HQ-2601.yaml"), "utf8").replace(/^certificate: .*\n/m, "");
  mkdirSync(inContent("files"), { recursive: true });
  for (const name of ["新报告.pdf", "other.pdf"]) writeFileSync(inContent(`files/${name}`), "%PDF-1.7 %%EOF");
  writeFileSync(inContent("batch/HQ-2601.yaml"), `${batch}certificate: /files/新报告.pdf\n`);
  writeFileSync(join(paths.public, "own.txt"), "own");
  const { drafts } = await publish("batch/HQ-2601.yaml");
  expect(drafts).toEqual(["/own.txt", "batch/HQ-2601.yaml", "files/other.pdf", "files/新报告.pdf"]);
  expect(readReleased("content/files/新报告.pdf")).toBe("%PDF-1.7 %%EOF");
  expect((await publish("/own.txt")).drafts).toEqual(["/own.txt", "files/other.pdf"]);
  expect(readReleased("public/own.txt")).toBe("own");
  expect(existsSync(join(releases.getPaths(releases.readCurrentId()!).files, "files/other.pdf"))).toBe(false);
});

test("a symbolic link in the content isn't followed", async () => {
  writeFileSync(join(publisher.content, "../secret"), "secret");
  mkdirSync(inContent("files"), { recursive: true });
  symlinkSync(join(publisher.content, "../secret"), inContent("files/own.pdf"));
  expect((await publish("files/own.pdf")).outcome).toBe("unchanged");
});

test("a deleted batch can be published alone, with the entry that marks its address as gone", async () => {
  rmSync(inContent("batch/HQ-2601.yaml"));
  writeFileSync(inContent("redirects.yaml"), "- { from: /batch/HQ-2601, gone: true }\n");
  add(huangQiPath, "\n没有选的一段。\n");
  expect((await publish("batch/HQ-2601.yaml")).outcome).toBe("published");
  expect(readReleased("content/redirects.yaml")).toContain("gone: true");
  expect(() => readReleased("content/batch/HQ-2601.yaml")).toThrow("ENOENT");
  expect(isInIndex("没有选的一段")).toBe(false);
});
