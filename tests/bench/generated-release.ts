import { join } from "node:path";
import { openReleaseFolder } from "../../app/services/content/publishing/release-folder.ts";
import { indexName, indexVersion } from "../../app/services/content/publishing/release.ts";
import { compileGeneratedContent } from "./generated-content.ts";

const noHash = "0".repeat(64);

/** Makes generated content with `count` items the current release of a data folder. */
export async function createGeneratedRelease(dataFolder: string, count: number): Promise<void> {
  const releases = openReleaseFolder(dataFolder);
  const lock = releases.lock(() => undefined);
  try {
    const draft = releases.createDraft();
    compileGeneratedContent(count, join(draft, indexName));
    const time = new Date();
    const id = "2026-01-01T000000Z-000000";
    const hashes = { folder: noHash, compiler: noHash };
    const counts = { added: count, changed: 0, removed: 0 };
    const common = { id, time: time.toISOString(), by: "benchmark", indexVersion, files: [], changes: [] };
    await releases.commit(draft, { ...common, ...hashes, counts });
    await releases.makeCurrent(id);
  } finally {
    lock.release();
  }
}
