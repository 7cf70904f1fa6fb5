import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { selectParts } from "#app/services/content/changes/choose-parts.ts";
import { listDraftNames } from "#app/services/content/changes/compare-content.ts";
import { readRedirects } from "#app/services/content/files/redirects.ts";
import { publishContent } from "#app/services/content/publish/publish-content.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore } from "#app/services/content/releases/release-store.ts";
import { compareContent } from "#tests/setup/content/compare-folders.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { moveItem } from "./move-item.ts";

test("an item's move is published completely or not at all, and moving an unpublished item leaves no redirect", async () => {
  const folder = createTestFolder();
  const environment = { CONTENT_DIR: join(folder, "content"), DATA_DIR: join(folder, "data") };
  const { CONTENT_DIR } = environment;
  cpSync(testContent, CONTENT_DIR, { recursive: true });
  const releases = openReleaseFolder(environment.DATA_DIR);
  (await releases.lock("test")).release();
  const publisher = { content: CONTENT_DIR, releases: createReleaseStore(releases) };
  await publishContent(publisher, { by: "test" });
  cpSync(join(CONTENT_DIR, "product/huang-qi"), join(CONTENT_DIR, "product/new"), { recursive: true });
  const textFile = join(CONTENT_DIR, "product/new/index.cn.md");
  writeFileSync(textFile, readFileSync(textFile, "utf8").replace(/^sku: .*$/m, "sku: NEW-1"));
  await moveItem(environment, "product/new", "newer");
  expect(readRedirects(CONTENT_DIR)).toEqual([]);
  await moveItem(environment, "product/huang-qi", "huang-qi-root");
  const changes = compareContent(releases.getPublishedContent()!, CONTENT_DIR);
  expect(changes.find(({ part }) => part === "product/huang-qi-root")).toMatchObject({
    action: "moved",
    from: "product/huang-qi",
  });
  expect(changes.some(({ part, vanished }) => part === "product/huang-qi" || vanished)).toBe(false);
  const publish = (...parts: string[]) =>
    publishContent(publisher, { by: "test", selectSource: (...files) => selectParts(...files, new Set(parts)) });
  // A move is published only together with every part that refers to the new address.
  const partResult = await publish("product/huang-qi-root");
  const needed = "needed" in partResult ? partResult.needed : [];
  expect([partResult.outcome, needed.length > 0, needed.includes("redirects.yaml")]).toEqual(["mistakes", true, false]);
  const publishResult = await publish("product/huang-qi", ...needed);
  expect(publishResult.outcome === "published" && listDraftNames(publishResult.drafts)).toContain("product/newer");
  expect(compareContent(releases.getPublishedContent()!, CONTENT_DIR).map(({ part }) => part)).toEqual([
    "product/newer",
  ]);
  renameSync(join(CONTENT_DIR, "product/newer"), join(CONTENT_DIR, "product/newest"));
});
