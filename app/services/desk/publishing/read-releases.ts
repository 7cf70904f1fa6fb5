import { listPublished } from "#app/services/content/changes/choose-parts.ts";
import { describeChanges, readPartTitle } from "#app/services/content/changes/compare-content.ts";
import {
  comparePart,
  compareParts,
  createFileFinder,
  findInFolder,
  getSourcePart,
  hashPart,
} from "#app/services/content/changes/compare-parts.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import { getPartAddress } from "#app/services/content/files/parts.ts";
import { readRedirects } from "#app/services/content/files/redirects.ts";
import { getItemReference } from "#app/services/content/files/site-paths.ts";
import { listPartSource, type SourceFile } from "#app/services/content/releases/fingerprints.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { sourceName, type Change, type Release } from "#app/services/content/releases/release.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { withPublisher, withReleases } from "./with-publisher.ts";

const maxParts = 5;
const maxChanges = 200;

/**
 * Creates functions that read releases. They wait for another process's publication only if a release must be fetched
 * from the database.
 */
export function createReleaseFunctions(environment: Environment) {
  const read = <Result>(work: (releases: Releases) => Result | Promise<Result>) =>
    withReleases(environment, async (stores) => work(await openReleases(environment, stores)));

  return {
    listReleases: () => read(({ all, describe }) => all.map(describe)),

    /** Lists the running nodes that don't serve the current release. */
    listLateNodes: () => withReleases(environment, ({ releases }) => releases.listLateNodes()),

    /** Returns a release's changes from the previous release, and its differences from the current one. */
    readRelease: (id: string) =>
      read(async ({ find, current, describe, findPrevious, listKept }) => {
        const release = find(id);
        if (!release) return undefined;
        const files = await listKept(release);
        const compareWith = async (one: Release | undefined) => {
          if (!one || one === release) return [];
          const comparison = compareParts(await listKept(one), files);
          return describeChanges(comparison, comparison.parts.slice(0, maxChanges));
        };
        return {
          release: describe(release),
          changes: await compareWith(findPrevious(release)),
          differences: await compareWith(current),
        };
      }),

    /**
     * Returns the releases that changed a part. With a release's id, also returns the change that restoring the part
     * from that release would make. `version`: hash of the part's current files.
     */
    readHistory: (part: string, id = "") => read((releases) => readHistory(releases, part, id)),
  };
}

type Releases = Awaited<ReturnType<typeof openReleases>>;

async function openReleases(environment: Environment, { content, releases }: PublishingStores) {
  const { folder } = releases;
  const currentId = folder.readCurrentId();
  // A release that another version of the code has recompiled keeps its time, and is listed once.
  const keptReleases = await releases.list();
  const current = keptReleases.find((one) => one.id === currentId) ?? keptReleases[0];
  const byTime = new Map([...keptReleases, ...(current ? [current] : [])].map((release) => [release.time, release]));
  const all = [...byTime.values()];
  // The id may belong to another compilation of the listed release.
  const find = (id: string): Release | undefined => {
    const named = keptReleases.find((one) => one.id === id);
    return named && byTime.get(named.time);
  };
  const findPrevious = (one: Release) => all.find(({ id }) => id === one.previous) ?? all[all.indexOf(one) + 1];
  return {
    content,
    all,
    current,
    find,
    findPrevious,
    describe: (one: Release) => describeRelease(one, current),
    /** Lists a release's source files, fetched if only the database has them. */
    async listKept(release: Release): Promise<SourceFile[]> {
      const { id, files } = release;
      if (!folder.read(id)) await withPublisher(environment, "fetch", (stores) => stores.releases.fetch(id));
      return listPublished({ files, folder: folder.getFolder(id) });
    },
  };
}

export type ReleaseRow = ReturnType<typeof describeRelease>;

/** `parts`: some of the changed parts. */
function describeRelease({ id, time, by, changes, counts }: Release, current: Release | undefined) {
  const count = counts.added + counts.changed + counts.removed;
  return { id, time, by, isCurrent: id === current?.id, count, parts: changes.slice(0, maxParts).map(toPart) };
}

function toPart({ kind, id, title }: Change): { part: string; title?: string } {
  if (kind === "document") return { part: `${id}.yaml` };
  return findCollection(`${kind}/${id}`) ? { part: `${kind}/${id}`, title } : { part: id, title: id };
}

/** Reads a part's history, including at its former URLs. */
async function readHistory({ content, all, find, describe, listKept }: Releases, part: string, id: string) {
  const address = getPartAddress(part);
  const leading = address === undefined ? [] : readRedirects(content).filter(({ to }) => to === address);
  const parts = [part, ...leading.flatMap(({ from }) => getItemReference(from) ?? [])];
  const listFingerprints = ({ files }: Release, name: string) => {
    const start = `${sourceName}/content/${name}`;
    const ownFiles = files.filter(({ path }) => path === start || path.startsWith(`${start}/`));
    return ownFiles.map(({ path, hash }) => path.slice(start.length) + hash);
  };
  const findPart = (release: Release) => parts.find((name) => listFingerprints(release, name).length > 0) ?? part;
  const versions = all.map((release) => listFingerprints(release, findPart(release)).sort().join());
  const releases = all.filter((_, index) => versions[index] !== (versions[index + 1] ?? "")).map(describe);
  const currentFiles = listPartSource(content, part);
  const shown = { releases, version: hashPart(currentFiles) };
  const release = find(id);
  if (!release) return { ...shown, title: readPartTitle(content, part), change: undefined };
  const [formerPart, keptFiles] = [findPart(release), await listKept(release)];
  const former = keptFiles.filter((file) => getSourcePart(file) === formerPart);
  const change = comparePart(formerPart, currentFiles, former, part);
  const fileFinders = { before: findInFolder(content), after: createFileFinder(keptFiles) };
  const [described] = describeChanges({ ...fileFinders, parts: change ? [change] : [] });
  return { ...shown, title: readPartTitle(content, part) ?? described?.title, change: described };
}
