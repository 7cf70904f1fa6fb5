import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { selectParts } from "#app/services/content/changes/choose-parts.ts";
import { endRecall } from "#app/services/content/changes/recall-batch.ts";
import type { ReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { setUpPublishedContent } from "#tests/setup/content/published-content.ts";
import { publishContent } from "./publish-content.ts";
import { publishRecall } from "./publish-recall.ts";

let publisher: PublishingStores;
let releases: ReleaseFolder;
setUpPublishedContent((published) => void ({ publisher, releases } = published));

const olderCode = "0".repeat(64);

/** Changes a file of the release and of the content, as if older code had accepted and compiled it. */
function changePublished(path: string, change: (text: string) => string): void {
  const release = releases.readCurrent()!;
  const folder = releases.getFolder(release.id);
  const file = join(folder, "source/content", path);
  const text = change(readFileSync(file, "utf8"));
  for (const one of [file, join(publisher.content, path)]) writeFileSync(one, text);
  const files = release.files.map((one) => ({ ...one, hash: hashFile(join(folder, one.path)) }));
  writeFileSync(join(folder, "release.json"), JSON.stringify({ ...release, files, compiler: olderCode }));
}

function readIndex() {
  using database = new DatabaseSync(releases.getPaths(releases.readCurrentId()!).index);
  const rows = database.prepare("SELECT kind, locale, id, opens, closes, row, info FROM item").all();
  return new Map(rows.map(({ kind, locale, id, ...columns }) => [[kind, locale, id].join(), columns]));
}

const [path, key] = ["batch/HQ-2601.yaml", "batch,en,HQ-2601"];
const recalled = {
  date: "2026-11-20",
  level: 1 as const,
  reason: { cn: "复检超出限度。", en: "A repeated test was outside the limit." },
  advice: { cn: "请退回。", en: "Send it back." },
};
const end = { ended: "2026-11-25", endReason: { cn: "复核无误。" } };
const outside = (text: string) => text.replace("8.1%", "12.1%");
const publishPart = (part: string) =>
  publishContent(publisher, {
    by: "test",
    selectSource: (published, draft) => selectParts(published, draft, new Set([part])),
  });

test("a recall and its end change only the batch in the data that older code compiled, whatever this code thinks of it", async () => {
  changePublished("herbs/gan-cao.yaml", (text) => `${text}boilFirst: true\n`);
  changePublished("batch/HQ-2512.yaml", outside);
  changePublished(path, (text) => `${outside(text)}draft: true\nuntil: 2026-02-01T00:00:00+08:00\n`);
  const before = readIndex();
  const files = readdirSync(releases.getPaths(releases.readCurrentId()!).files, { recursive: true });
  expect((await publishPart("batch/HQ-2512.yaml")).outcome).not.toBe("published");

  const result = await publishRecall(publisher, { by: "test", path, recall: { recalled } });
  expect(result).toMatchObject({ outcome: "published", changes: [{ action: "changed", id: "HQ-2601" }] });
  const after = readIndex();
  expect([...after].filter(([name, item]) => item["row"] !== before.get(name)!["row"])).toHaveLength(2);
  const { opens, closes, row } = after.get(key)!;
  const texts = { reason: recalled.reason.en, advice: recalled.advice.en };
  expect([opens, closes, JSON.parse(String(row))]).toMatchObject([null, null, { recalled: { ...recalled, ...texts } }]);
  const current = releases.readCurrent()!;
  expect(current.compiler).toBe(olderCode);
  expect(readdirSync(releases.getPaths(current.id).files, { recursive: true })).toEqual(files);
  const source = readFileSync(join(releases.getFolder(current.id), "source/content", path), "utf8");
  expect(source).toContain("recalled:");

  await publishRecall(publisher, { by: "test", path, recall: endRecall("", recalled, end) });
  expect(JSON.parse(String(readIndex().get(key)!["row"]))).toMatchObject({
    id: "HQ-2601",
    recalled: null,
    formerRecalls: [
      { date: "2026-11-20", reason: recalled.reason.en, endReason: end.endReason.cn, endReasonLang: "zh-CN" },
    ],
  });
  expect(readIndex().get(key)!["closes"]).toBe(Date.parse("2026-02-01T00:00:00+08:00"));
});

test("a mistake in what is published and unchanged is a remark on another part, but a new one is still a mistake", async () => {
  changePublished(path, outside);
  const mistake = { file: path, message: { key: "outsideLimit" } };
  appendFileSync(join(publisher.content, "product/gan-cao/index.cn.md"), "\n新的一段。\n");
  const result = await publishPart("product/gan-cao");
  expect(result).toMatchObject({
    outcome: "published",
    remarks: expect.arrayContaining([expect.objectContaining(mistake)]),
  });
  appendFileSync(join(publisher.content, path), "# edited\n");
  expect(await publishPart(path)).toMatchObject({ outcome: "mistakes", mistakes: [mistake] });
  rmSync(join(publisher.content, "product/huang-qi"), { recursive: true });
  expect(await publishPart("product/huang-qi")).toMatchObject({ outcome: "mistakes" });
});
