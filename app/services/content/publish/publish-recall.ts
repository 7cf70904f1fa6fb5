import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { localeCodes } from "#app/i18n/locales.ts";
import { listPublished } from "#app/services/content/changes/choose-parts.ts";
import { describeDrafts } from "#app/services/content/changes/compare-content.ts";
import { compareParts } from "#app/services/content/changes/compare-parts.ts";
import { selectRecall, type Recall } from "#app/services/content/changes/recall-batch.ts";
import { translateRecall } from "#app/services/content/compile/compile-batches.ts";
import { getVisiblePeriod } from "#app/services/content/compile/compiled-item.ts";
import { readFields } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { hashList, listSource } from "#app/services/content/releases/fingerprints.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { filesName, indexName } from "#app/services/content/releases/release.ts";
import { listFiles } from "#app/services/runtime/folders.ts";
import { createRelease, publishContent, retryConflicts } from "./publish-content.ts";
import type { ContentResult } from "./publish-result.ts";
import { copyFile, keepSource, linkOrCopy, listReleaseFiles } from "./release-files.ts";

/**
 * Publishes a batch's recall, or its end. It's added to the data of the served release, whose other data stays as it was
 * compiled and isn't checked again. An unpublished batch is published with its recall.
 */
export const publishRecall = (
  publisher: PublishingStores,
  options: { by: string; path: string; recalled: Recall | undefined },
): Promise<ContentResult> => retryConflicts(publisher, () => publishOnce(publisher, options));

async function publishOnce(
  publisher: PublishingStores,
  { by, path, recalled }: Parameters<typeof publishRecall>[1],
): Promise<ContentResult> {
  const { content, releases } = publisher;
  const { folder } = releases;
  using temporary = mkdtempDisposableSync(join(tmpdir(), "recall-"));
  const selectSource = selectRecall(path, recalled, temporary.path);
  const current = await releases.readCurrent();
  const published = current ? listPublished({ ...current, folder: folder.getFolder(current.id) }) : [];
  const served = folder.findReadable();
  const file = published.find((one) => one.path === `content/${path}`)?.file;
  if (!current || !served || file === undefined) return await publishContent(publisher, { by, selectSource });
  const all = listSource(content);
  const source = selectSource(published, all);
  const draft = folder.createDraft();
  const { files, index } = folder.getPaths(served.id);
  keepSource(draft, source, { ...current, folder: folder.getFolder(current.id) });
  for (const name of listFiles(files).files) linkOrCopy(join(files, name), join(draft, filesName, name));
  copyFile(index, join(draft, indexName));
  const facts = { ...(readFields(decodeText(readFileSync(file))) as object), recalled };
  if (!replaceRecall(join(draft, indexName), parse(path).name, facts))
    return await publishContent(publisher, { by, selectSource });
  const changes = compareParts(published, source);
  const fields = { by, previous: current.id, folder: hashList(source), files: listReleaseFiles(draft) };
  const { compiler, indexVersion } = { ...current, ...served };
  const release = { ...createRelease(fields, changes.parts), compiler, indexVersion };
  await releases.add(draft, release, current.id);
  const { id, counts } = release;
  const drafts = describeDrafts(compareParts(published, all));
  return { outcome: "published", id, counts, changes: release.changes, vanished: [], drafts, text: "", remarks: [] };
}

/** @returns whether the index has the batch */
function replaceRecall(
  index: string,
  id: string,
  facts: Parameters<typeof getVisiblePeriod>[0] & { recalled: Recall | undefined },
): boolean {
  using database = new DatabaseSync(index);
  const { opens, closes } = getVisiblePeriod(facts);
  const update = database.prepare(
    `UPDATE item SET opens = ?, closes = ?, row = json_set(row, '$.recalled', json(?))
     WHERE kind = 'batch' AND locale = ? AND id = ?`,
  );
  const counts = localeCodes.map((locale) => {
    const recalled = facts.recalled && translateRecall(facts.recalled, locale);
    return Number(update.run(opens, closes, JSON.stringify(recalled ?? null), locale, id).changes);
  });
  return counts.every((count) => count > 0);
}
