import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { getContentDesk } from "#app/http/desk-context.ts";
import { notFound, type PageArgs } from "#app/http/responses.ts";
import { toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import { readRecall } from "#app/services/content/changes/recall-batch.ts";
import { idPatterns } from "#app/services/content/files/collections.ts";
import { listYamlFiles } from "#app/services/content/files/content-file.ts";
import { isMapping, readFields } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import { batchFileSchema } from "#app/services/content/files/schemas/batch-schema.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import type { Desk } from "#app/services/desk/desk.ts";
import { readResults } from "#app/services/desk/items/batch-rows.ts";
import { isFile } from "#app/services/runtime/folders.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

export type BatchArgs = PageArgs & { params: { number: string } };

/** @throws a 404 response for an unknown batch */
export function openBatch(args: BatchArgs) {
  const { desk } = getContentDesk(args.context);
  const number = findBatch(desk, args.params.number);
  if (number === undefined) throw notFound(args);
  const path = `batch/${number}.yaml`;
  const bytes = readFileSync(join(desk.environment.CONTENT_DIR, path));
  const text = decodeText(bytes);
  return { number, path, bytes, text, version: computeVersion(bytes), results: readResults(text) };
}

export const findBatch = ({ environment }: Desk, typed: string): string | undefined =>
  listYamlFiles(join(environment.CONTENT_DIR, "batch")).find((number) => toBatchKey(number) === toBatchKey(typed));

/** Whether the recall is published; after an interruption it may be a draft. */
export function isRecallPublished({ environment: { DATA_DIR } }: Desk, number: string): boolean {
  const publishedFolder = openReleaseFolder(DATA_DIR).getPublishedContent();
  const file = publishedFolder && join(publishedFolder, "batch", `${number}.yaml`);
  return file !== undefined && isFile(file) && readRecall(decodeText(readFileSync(file))) !== undefined;
}

/** The days on which the batch can be recalled: from its production to today. `first` is empty if it can't be read. */
export function getRecallDays(text: string, ownerTexts: OwnerTexts): { first: string; last: string } {
  const { produced: first } = batchFileSchema.pick({ produced: true }).strip().safeParse(readFields(text)).data ?? {};
  return { first: first ?? "", last: ownerTexts.formatSortableTime(Date.now()).slice(0, 10) };
}

const maxUnpublished = 20;

/** Lists the batches whose file was changed last and isn't published as it is. */
export function listUnpublished({ environment: { CONTENT_DIR, DATA_DIR } }: Desk): string[] {
  const publishedFolder = openReleaseFolder(DATA_DIR).getPublishedContent() ?? "";
  const folder = join(CONTENT_DIR, "batch");
  const read = (file: string) => (isFile(file) ? readFileSync(file, "latin1") : undefined);
  return listYamlFiles(folder)
    .map((number) => ({ number, time: statSync(join(folder, `${number}.yaml`)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .slice(0, maxUnpublished)
    .map(({ number }) => number)
    .filter(
      (number) => read(join(folder, `${number}.yaml`)) !== read(join(publishedFolder, "batch", `${number}.yaml`)),
    );
}

/** Finds the title of the product that a batch file names, even if the file has mistakes. */
export function findProductTitle({ environment: { CONTENT_DIR } }: Desk, number: string): string | undefined {
  const text = decodeText(readFileSync(join(CONTENT_DIR, "batch", `${number}.yaml`)));
  const fields = readFields(text);
  const id = isMapping(fields) ? fields["product"] : /^product:[ \t]+([\w-]+)/m.exec(text)?.[1];
  return typeof id === "string" && idPatterns.slug.test(id) ? readPartTitle(CONTENT_DIR, `product/${id}`) : undefined;
}
