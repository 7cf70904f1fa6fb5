import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { testPhoto } from "../../../../tests/setup/test-photo.ts";
import { readContentFolder } from "./content-folder.ts";
import { createGuard, createPublicReader } from "../embedded-api/guarded-content.ts";

// Each test copies and reads the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const { resolvePath, edit, getProblems, withIndex } = setUpContentCopy();
const firstHundred = { page: 1, pageSize: 100, sort: "newest" } as const;
const getIds = (result: { rows: unknown[] } | undefined) => result?.rows.map((row) => (row as { id: string }).id);

test("each mistake in a plain page is reported with its file, line and field", () => {
  edit("page/quality/item.yaml", "plate: huang-qi", "plate: huang-qy");
  edit("page/privacy/item.yaml", /^updated: .*$/m, "updated: 2026-08-32");
  edit("page/quality/cn.md", "summary:", "sumary:");
  edit("page/privacy/en.md", "/contact-us", "/contact");
  expect(getProblems()).toEqual([
    expect.stringMatching(/^page\/privacy\/en\.md:8 \(text\) there is no \/contact on this site/),
    "page/privacy/item.yaml:1 updated must be a day such as 2025-03-12",
    "page/quality/cn.md:2 summary is missing",
    expect.stringMatching(/^page\/quality\/cn\.md:3 sumary is no field here/),
    expect.stringMatching(/^page\/quality\/item\.yaml:2 plate there is no herb huang-qy/),
  ]);
});

test("texts, menu and redirects may link to a plain page", () => {
  edit("page/privacy/cn.md", "/contact-us", "/page/quality");
  edit("menu/cn.yaml", "path: /about-us", "path: /page/quality");
  writeFileSync(resolvePath("redirects.yaml"), "- from: /privacy.html\n  to: /page/privacy\n");
  expect(getProblems()).toEqual([]);
});

test("a missing translation is listed, and the page is shown in the other language", async () => {
  rmSync(resolvePath("page/quality/en.md"));
  expect(readContentFolder(resolvePath("")).missingTranslations).toContain(resolvePath("page/quality/en.md"));
  await withIndex((index) => {
    expect(index.getItem("page", "en", "quality")).toMatchObject({
      title: "质量承诺",
      lang: "zh-CN",
      languages: ["zh-CN"],
      updatedAt: "2026-08-15",
      cover: { src: "/plates/huang-qi.svg" },
      seo: { title: "质量承诺与检验" },
    });
    expect(index.getItem("page", "cn", "quality")).not.toHaveProperty("lang");
    expect(index.getItem("page", "cn", "privacy")).toMatchObject({ languages: ["zh-CN", "en-US"] });
  });
});

test("plain pages are optional", async () => {
  renameSync(resolvePath("page"), resolvePath(".page"));
  expect(getProblems()).toEqual([]);
  await withIndex((index) => expect(index.list("page", "cn", firstHundred)).toEqual({ rows: [], total: 0 }));
});

test("plain pages are listed, searched apart from items, and counted once", () =>
  withIndex(async (index) => {
    const list = index.list("page", "en", firstHundred);
    expect([getIds(list), list?.total]).toEqual([["privacy", "quality"], 2]);
    const search = (kind: "page" | "news", keyword: string) =>
      index.search(kind, "en", { ...firstHundred, keyword, verbatim: "1" });
    expect(getIds(await search("page", "chromatography"))).toEqual(["quality"]);
    expect((await search("page", "privacy"))?.rows).toMatchObject([
      { id: "privacy", hit: { title: [[0, "Privacy".length]] } },
    ]);
    expect(getIds(await search("news", "privacy"))).toEqual([]);
  }));

test.each([
  [["/page/*"], true, []],
  [["/page/quality"], true, ["privacy", "quality"]],
  [["/page/list", "/product/*"], false, ["privacy", "quality"]],
])("guarded by %j", (routes, isGuarded, listed) =>
  withIndex((index) => {
    const guard = createGuard(routes);
    expect(guard.isItemGuarded("page", "quality")).toBe(isGuarded);
    // Pages that are guarded one by one are in `guard.items`, so that the public index leaves them out.
    expect(guard.items).toEqual(routes[0] === "/page/*" ? [] : [{ kind: "page", id: routes[0]!.split("/")[2] }]);
    expect(getIds(createPublicReader(index, guard).list("page", "cn", firstHundred))).toEqual(listed);
  }),
);

test("a plain page shows a photo of its folder, which each language describes", async () => {
  cpSync(testPhoto, resolvePath("page/quality/lab.JPG"));
  edit("page/quality/item.yaml", "plate: huang-qi", "cover: lab.JPG");
  const isMissing = (locale: string) =>
    expect.stringMatching(new RegExp(`^page/quality/${locale}\\.md:2 alt lab\\.JPG needs a description`)) as string;
  expect(getProblems()).toEqual([isMissing("cn"), isMissing("en")]);
  edit("page/quality/cn.md", "summary:", "alt:\n  lab.JPG: 检验室\nsummary:");
  edit("page/quality/en.md", "summary:", "alt:\n  lab.JPG: The laboratory\nsummary:");
  expect(getProblems()).toEqual([]);
  await withIndex((index) => {
    expect(index.getItem("page", "cn", "quality")).toMatchObject({
      cover: { alt: "检验室", width: 900, height: 1200 },
    });
  });
  edit("page/quality/item.yaml", "cover: lab.JPG", "cover: labor.JPG");
  expect(getProblems()).toEqual([
    expect.stringMatching(/^page\/quality\/item\.yaml:2 cover the picture labor\.JPG can’t be shown/),
  ]);
});
