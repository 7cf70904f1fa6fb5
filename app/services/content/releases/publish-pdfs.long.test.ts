import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfsPath } from "#app/services/api/contract/pdf-pages.ts";
import { publishContent } from "#app/services/content/publish/publish-content.ts";
import { listFiles } from "#app/services/runtime/folders.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { openReleaseFolder } from "./release-folder.ts";
import { createReleaseStore } from "./release-store.ts";

const originalPublic = paths.public;
const folder = setUpTestFolder();
const content = join(folder, "content");
const releases = openReleaseFolder(join(folder, "data"));

const publish = () => publishContent({ content, releases: createReleaseStore(releases) }, { by: "test" });

function listPages(): { name: string; inode: number }[] {
  const pagesFolder = join(releases.getPaths(releases.readCurrentId()!).files, pdfsPath);
  return listFiles(pagesFolder)
    .files.sort()
    .map((name) => ({ name: basename(name), inode: statSync(join(pagesFolder, name)).ino }));
}

beforeAll(async () => {
  cpSync(testContent, content, { recursive: true });
  paths.public = join(folder, "public");
  cpSync(join(originalPublic, "files"), join(paths.public, "files"), { recursive: true });
  for (const name of ["logo.svg", "fallback-plate.svg"]) cpSync(join(originalPublic, name), join(paths.public, name));
  cpSync(join(originalPublic, "qr"), join(paths.public, "qr"), { recursive: true });
  (await releases.lock("test")).release();
});
afterAll(() => void (paths.public = originalPublic));

test("publishing renders certificates and data sheets; the next publish reuses the pages and reports a PDF that it can't render", async () => {
  expect(await publish()).toMatchObject({ outcome: "published", remarks: [] });
  const first = listPages();
  // At least nine pages are rendered, each in two widths.
  expect(first.length).toBeGreaterThanOrEqual(2 * 9);
  mkdirSync(join(content, "files"), { recursive: true });
  writeFileSync(join(content, "files/certificate-HQ250901.pdf"), "%PDF-1.7\nno PDF\n%%EOF\n");
  const result = await publish();
  expect(result).toMatchObject({
    outcome: "published",
    remarks: [
      {
        file: "batch/HQ-2601.yaml",
        field: "certificate",
        message: { key: "pdfNotDrawn", values: { path: "/files/certificate-HQ250901.pdf" } },
      },
    ],
  });
  expect(result.text).toContain("/files/certificate-HQ250901.pdf");
  const second = listPages();
  expect(second).toHaveLength(first.length - 2);
  expect(first).toEqual(expect.arrayContaining(second));
  rmSync(join(content, "files"), { recursive: true });
});
