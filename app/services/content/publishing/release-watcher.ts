import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Log } from "../../runtime/log.ts";
import { getCounter, getGauge } from "../../runtime/metrics.ts";
import { readCurrent } from "./publisher.ts";
import type { ReleaseDatabase } from "./release-database.ts";
import { openReleaseFolder, type ReleasePaths } from "./release-folder.ts";
import { indexVersion } from "./release.ts";

/** Interval at which the id of the current release is read from the data folder. */
const checkIntervalMs = 500;

const switches = getCounter({
  name: "release_switches_total",
  help: "Switches to another release of the content, by outcome",
  labelNames: ["outcome"],
});

const activeRelease = getGauge({
  name: "release_info",
  help: "Always 1; the label is the release of the content that this node shows",
  labelNames: ["release"],
});

type WatcherOptions = {
  /** `DATA_DIR`. */
  dataFolder: string;
  /** The database that the nodes share; `undefined` for a single node. */
  database: ReleaseDatabase | undefined;
  log: Log;
  /** Why the content folder wasn't published at the start. It is a problem until the content is published. */
  problemAtStart: string | undefined;
};

/** Knows the active release, which this node serves, and notices when another one becomes current. */
export type ReleaseWatcher = Awaited<ReturnType<typeof openReleaseWatcher>>;

/**
 * Opens the watcher of a node, with the current release as the active one.
 * @throws EnvironmentError if there is none that this code can read
 */
export async function openReleaseWatcher({ dataFolder, database, log, problemAtStart }: WatcherOptions) {
  const folder = openReleaseFolder(dataFolder);
  const publishedAtStart = folder.getPublishedTime();
  let problem: string | undefined;
  /** Id of the last release that this code couldn't read or open, so that it isn't tried again. */
  let unusableId: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  function isReadable({ id, indexVersion: version }: { id: string; indexVersion: number }): boolean {
    if (version === indexVersion) return true;
    if (unusableId !== id) log.warn({ release: id }, "a release was made by another version of the site's code");
    unusableId = id;
    return false;
  }

  /** Finds the current release of the data folder; `undefined` if this code can't read it. */
  function findCurrent(): ReleasePaths | undefined {
    const release = folder.readCurrent();
    return release && isReadable(release) ? folder.getPaths(release.id) : undefined;
  }

  /** Fetches the current release from the database if the data folder doesn't have it. */
  async function pull(): Promise<void> {
    const id = await database?.readCurrentId();
    if (!database || id === undefined || id === folder.readCurrentId() || id === unusableId) return;
    const description = folder.read(id) ?? (await database.read(id));
    if (!description || !isReadable(description)) return;
    // A command that publishes is writing into the folder. The next poll tries again.
    const lock = folder.tryLock();
    if (!lock) return;
    try {
      await readCurrent({ releases: folder, database });
    } finally {
      lock.release();
    }
  }

  /** Makes the current release active if it isn't yet. */
  function update(open: (release: ReleasePaths) => void): void {
    const id = folder.readCurrentId();
    if (id === active.id) problem = undefined;
    if (id === active.id || id === unusableId) return;
    const current = findCurrent();
    if (!current) return;
    try {
      open(current);
      setActive(current);
      problem = undefined;
      switches.inc({ outcome: "shown" });
      log.info({ release: current.id }, "another release is shown");
    } catch (error) {
      switches.inc({ outcome: "failed" });
      unusableId = current.id;
      problem = `release ${current.id} can't be opened (the one before is served)`;
      log.error({ release: current.id, err: error }, "a release can't be opened");
    }
  }

  function setActive(release: ReleasePaths): void {
    active = release;
    problemAtStart = undefined;
    activeRelease.reset();
    activeRelease.set({ release: release.id }, 1);
  }

  /** Whether the content was published since the start without another release, because it equals the active one again. */
  const isPublished = () => folder.getPublishedTime() !== publishedAtStart && folder.readCurrentId() === active.id;

  for (const outcome of ["shown", "failed"]) switches.inc({ outcome }, 0);
  await pull();
  const firstRelease = findCurrent();
  if (!firstRelease) {
    throw new EnvironmentError(
      `There is no release of the content in DATA_DIR=${dataFolder}: run \`npm run publish\` first.`,
    );
  }
  let active = firstRelease;
  activeRelease.set({ release: active.id }, 1);

  return {
    /** Returns the active release. */
    getActive: (): ReleasePaths => active,

    /** Describes why the current release or the content folder isn't shown; `undefined` if there is no problem. */
    getProblem: (): string | undefined => problem ?? (isPublished() ? undefined : problemAtStart),

    pull,

    /** Calls `open` when another release becomes current. If `open` throws, the previous release stays active. */
    watch(open: (release: ReleasePaths) => void): void {
      timer = setInterval(() => update(open), checkIntervalMs).unref();
    },

    stop: (): void => clearInterval(timer),
  };
}
