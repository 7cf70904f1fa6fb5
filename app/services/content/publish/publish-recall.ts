import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { localeCodes } from "#app/i18n/locales.ts";
import { listPublished, replaceFiles, selectParts } from "#app/services/content/changes/choose-parts.ts";
import { describeDrafts } from "#app/services/content/changes/compare-content.ts";
import { compareParts } from "#app/services/content/changes/compare-parts.ts";
import { setRecall, type RecallFields } from "#app/services/content/changes/recall-batch.ts";
import { translateRecalls } from "#app/services/content/compile/compile-batches.ts";
import { getVisiblePeriod } from "#app/services/content/compile/compiled-item.ts";
import { readFields } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText, encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { hashList, listSource } from "#app/services/content/releases/fingerprints.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { filesName, indexName, sourceName } from "#app/services/content/releases/release.ts";
import { listFiles } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { createRelease, publishContent, retryConflicts } from "./publish-content.ts";
import type { ContentResult } from "./publish-result.ts";
import { copyFile, keepSource, linkOrCopy, listReleaseFiles } from "./release-files.ts";

type Options = { by: string; path: string; recall: RecallFields };

/**
 * Publishes a batch's recall, or its end. It's added to the data of the served release, whose other data stays as it was
 * compiled and isn't checked again. An unpublished batch is published with its recall.
 */
export const publishRecall = (publisher: PublishingStores, options: Options): Promise<ContentResult> =>
  retryConflicts(publisher, () => publishOnce(publisher, options));

async function publishOnce(publisher: PublishingStores, { by, path, recall }: Options): Promise<ContentResult> {
  const { content, releases } = publisher;
  const { folder } = releases;
  const [current, served] = [await releases.readCurrent(), folder.findReadable()];
  const previous = current && { ...current, folder: folder.getFolder(current.id) };
  const published = previous ? listPublished(previous) : [];
  const batch = published.find((file) => file.path === `content/${path}`);
  const bytes = batch && readFileSync(batch.file);
  const facts = bytes && { ...(readFields(decodeText(bytes)) as RecallFields), ...recall };
  const { files, index } = folder.getPaths(served?.id ?? "");
  const draft = folder.createDraft();
  if (served) copyFile(index, join(draft, indexName));
  if (!previous || !served || !facts || !replaceRecall(join(draft, indexName), parse(path).name, facts))
    return publishContent(publisher, { by, selectSource: (all, drafts) => selectParts(all, drafts, new Set([path])) });
  keepSource(draft, published, previous);
  const file = join(draft, sourceName, batch!.path);
  // The file may be a link to the earlier release's file, which must not change.
  rmSync(file);
  writeFileSync(file, encodeText(setRecall(decodeText(bytes), recall), bytes));
  for (const name of listFiles(files).files) linkOrCopy(join(files, name), join(draft, filesName, name));
  const source = replaceFiles(published, [{ ...batch!, file, hash: hashFile(file) }]);
  const fields = { by, previous: previous.id, folder: hashList(source), files: listReleaseFiles(draft) };
  const { compiler, indexVersion } = { ...previous, ...served };
  const release = { ...createRelease(fields, compareParts(published, source).parts), compiler, indexVersion };
  const drafts = describeDrafts(compareParts(source, listSource(content)));
  await releases.add(draft, release, previous.id);
  const { id, counts, changes } = release;
  return { outcome: "published", id, counts, changes, vanished: [], drafts, text: "", remarks: [] };
}

/** @returns whether the index has the batch */
function replaceRecall(index: string, id: string, facts: RecallFields): boolean {
  using database = new DatabaseSync(index);
  const { opens, closes } = getVisiblePeriod(facts);
  const update = database.prepare(
    `UPDATE item SET opens = ?, closes = ?, row = json_set(row, '$.recalled', json(?), '$.formerRecalls', json(?))
     WHERE kind = 'batch' AND locale = ? AND id = ?`,
  );
  return localeCodes.every((locale) => {
    const { recalled = null, formerRecalls = null } = translateRecalls(facts, locale);
    const values = [recalled, formerRecalls].map((value) => JSON.stringify(value));
    return update.run(opens, closes, ...values, locale, id).changes > 0;
  });
}
