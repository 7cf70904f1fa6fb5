import { join } from "node:path";
import { listChangedParts, listPublished } from "../content/publishing/choose-parts.ts";
import { readRedirects } from "../content/files/redirects.ts";
import { getItemReference } from "../content/files/site-paths.ts";
import { compareContent, compareOnePart, hashPart, readPartTitle } from "../content/publishing/compare-content.ts";
import { getPartAddress } from "../content/publishing/parts.ts";
import type { PublishingStores } from "../content/publishing/release-store.ts";
import { sourceName, type Release } from "../content/publishing/release.ts";
import type { Environment } from "../runtime/environment.ts";
import type { PartHistory, ReleaseDetails, ReleaseRow } from "./desk-results.ts";
import { withPublisher, withReleases } from "./with-publisher.ts";

const maxNames = 5;
const maxChanges = 200;

/** What the desk shows of the releases. Nothing waits for who publishes, unless a release has to be fetched from the database. */
export function createReleaseFunctions(environment: Environment) {
  const read = <Result>(work: (releases: Releases) => Result | Promise<Result>) =>
    withReleases(environment, async (stores) => work(await openReleases(environment, stores)));

  return {
    listReleases: (): Promise<ReleaseRow[]> => read(({ all, describe }) => all.map(describe)),

    /** What a release changed, and what visitors would see differently if it were shown again. */
    readRelease: (id: string): Promise<ReleaseDetails | undefined> =>
      read(async ({ find, current, describe, findPrevious, getContent }) => {
        const release = find(id);
        if (!release) return undefined;
        const content = await getContent(release);
        const compareWith = async (one: Release | undefined) =>
          one && one !== release ? compareContent(await getContent(one), content).slice(0, maxChanges) : [];
        return {
          release: describe(release),
          changes: await compareWith(findPrevious(release)),
          differences: await compareWith(current),
        };
      }),

    /** The releases that changed a part; with an id, also what has changed since, up to the content as it is now. */
    readHistory: (part: string, id = ""): Promise<PartHistory> => read((releases) => readHistory(releases, part, id)),
  };
}

type Releases = Awaited<ReturnType<typeof openReleases>>;

async function openReleases(environment: Environment, { content, releases }: PublishingStores) {
  const { folder } = releases;
  const currentId = folder.readCurrentId();
  // One that other code has compiled again is listed once.
  const kept = await releases.list();
  const current = kept.find((one) => one.id === currentId) ?? kept[0];
  const byTime = new Map([...kept, ...(current ? [current] : [])].map((release) => [release.time, release]));
  const all = [...byTime.values()];
  // It may be known by the id of another compilation.
  const find = (id: string): Release | undefined => {
    const named = kept.find((one) => one.id === id);
    return named && byTime.get(named.time);
  };
  const findPrevious = (one: Release) => all.find(({ id }) => id === one.previous) ?? all[all.indexOf(one) + 1];
  return {
    content,
    all,
    current,
    find,
    findPrevious,
    describe: (one: Release) => describeRelease(one, current, findPrevious(one)),
    async getContent({ id }: Release): Promise<string> {
      if (!folder.read(id)) await withPublisher(environment, "fetch", (stores) => stores.releases.fetch(id));
      return join(folder.getFolder(id), sourceName, "content");
    },
  };
}

function describeRelease(release: Release, current: Release | undefined, previous: Release | undefined): ReleaseRow {
  const { time, by, changes, counts } = release;
  const names = changes.map((change) => change.title ?? change.id).slice(0, maxNames);
  const list = ({ files }: Release) => listPublished({ files, folder: "" });
  const count = previous
    ? listChangedParts(list(previous), list(release)).length
    : counts.added + counts.changed + counts.removed;
  return { id: release.id, time, by, isCurrent: release === current, count, names };
}

/** An item whose address was changed has a history at the addresses that lead to it, too. */
async function readHistory(
  { content, all, find, describe, getContent }: Releases,
  part: string,
  id: string,
): Promise<PartHistory> {
  const address = getPartAddress(part);
  const leading = address === undefined ? [] : readRedirects(content).filter(({ to }) => to === address);
  const parts = [part, ...leading.flatMap(({ from }) => getItemReference(from) ?? [])];
  const listFiles = ({ files }: Release, name: string) => {
    const start = `${sourceName}/content/${name}`;
    const own = files.filter(({ path }) => path === start || path.startsWith(`${start}/`));
    return own.map(({ path, hash }) => path.slice(start.length) + hash);
  };
  const findPart = (release: Release) => parts.find((name) => listFiles(release, name).length > 0) ?? part;
  const versions = all.map((release) => listFiles(release, findPart(release)).sort().join());
  const releases = all.filter((_, index) => versions[index] !== (versions[index + 1] ?? "")).map(describe);
  const release = find(id);
  const then = release && { folder: await getContent(release), part: findPart(release) };
  const places = [{ folder: content, part }, ...(then ? [then] : [])];
  const title = places.map((place) => readPartTitle(place.folder, place.part)).find(Boolean);
  const change = then && compareOnePart(then.part, content, then.folder, part);
  return { releases, title, version: hashPart(content, part), change };
}
