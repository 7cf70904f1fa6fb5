import { join } from "node:path";
import { listChangedParts, listPublished } from "../app/services/content/publishing/choose-parts.ts";
import { readRedirects } from "../app/services/content/files/redirects.ts";
import { getItemReference } from "../app/services/content/files/site-paths.ts";
import {
  compareContent,
  compareOnePart,
  hashPart,
  readPartTitle,
} from "../app/services/content/publishing/compare-content.ts";
import { getPartAddress } from "../app/services/content/publishing/parts.ts";
import { sourceName, type Release } from "../app/services/content/publishing/release.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import type { PartHistory, ReleaseDetails, ReleaseRow } from "../app/services/desk/publishing.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { withPublisher } from "./with-publisher.ts";

const [work, word = "", id = ""] = process.argv.slice(2);

const maxNames = 5;
const maxChanges = 200;

/** Prints as JSON what the desk shows of the releases: `list`, `show` (a release) or `history` (a part, and a release to compare it with). */
console.log(JSON.stringify(await withPublisher(readEnvironment(process.env), run)));

async function run(publisher: PublishingStores): Promise<{ releases: ReleaseRow[] } | ReleaseDetails | null> {
  const currentId = publisher.releases.folder.readCurrentId();
  // One that other code has compiled again is listed once.
  const kept = await publisher.releases.list();
  const current = kept.find((one) => one.id === currentId) ?? kept[0];
  const byTime = new Map([...kept, ...(current ? [current] : [])].map((release) => [release.time, release]));
  const all = [...byTime.values()];
  const find = (wanted: string | undefined) => {
    const named = kept.find((one) => one.id === wanted);
    return named && byTime.get(named.time);
  };
  const findPrevious = (one: Release) => find(one.previous) ?? all[all.indexOf(one) + 1];
  const describe = (one: Release) => describeRelease(one, current, findPrevious(one));
  if (work === "list") return { releases: all.map(describe) };
  const getContent = async (one: Release) => {
    await publisher.releases.fetch(one.id);
    return join(publisher.releases.folder.getFolder(one.id), sourceName, "content");
  };
  if (work === "history") return readHistory(publisher.content, all, find(id), describe, getContent);
  const release = find(word);
  if (!release) return null;
  const content = await getContent(release);
  const compareWith = async (one: Release | undefined) =>
    one && one !== release ? compareContent(await getContent(one), content).slice(0, maxChanges) : [];
  return {
    release: describe(release),
    changes: await compareWith(findPrevious(release)),
    differences: await compareWith(current),
  };
}

function describeRelease(release: Release, current: Release | undefined, previous: Release | undefined): ReleaseRow {
  const { time, by, changes, counts } = release;
  const names = changes.map((change) => change.title ?? change.id).slice(0, maxNames);
  const [before, after] = [previous, release].map((one) => listPublished({ files: one?.files ?? [], folder: "" }));
  // A release of earlier code kept no content. What it counted are pages: an unused herb is none.
  const isKept = before!.length > 0 && after!.length > 0;
  const count = isKept ? listChangedParts(before!, after!).length : counts.added + counts.changed + counts.removed;
  return { id: release.id, time, by, isCurrent: release === current, count, names };
}

/** An item whose address was changed has a history at the addresses that lead to it, too. */
async function readHistory(
  content: string,
  all: readonly Release[],
  shown: Release | undefined,
  describe: (release: Release) => ReleaseRow,
  getContent: (release: Release) => Promise<string>,
): Promise<PartHistory> {
  const address = getPartAddress(word);
  const leading = address === undefined ? [] : readRedirects(content).filter(({ to }) => to === address);
  const parts = [word, ...leading.flatMap(({ from }) => getItemReference(from) ?? [])];
  const listFiles = ({ files }: Release, part: string) => {
    const start = `${sourceName}/content/${part}`;
    const own = files.filter(({ path }) => path === start || path.startsWith(`${start}/`));
    return own.map(({ path, hash }) => path.slice(start.length) + hash);
  };
  const findPart = (release: Release) => parts.find((part) => listFiles(release, part).length > 0) ?? word;
  const versions = all.map((release) => listFiles(release, findPart(release)).sort().join());
  const releases = all.filter((_, index) => versions[index] !== (versions[index + 1] ?? "")).map(describe);
  const then = shown && { folder: await getContent(shown), part: findPart(shown) };
  const places = [{ folder: content, part: word }, ...(then ? [then] : [])];
  const title = places.map(({ folder, part }) => readPartTitle(folder, part)).find(Boolean);
  const change = then && compareOnePart(then.part, content, then.folder, word);
  return { releases, title, version: hashPart(content, word), change };
}
