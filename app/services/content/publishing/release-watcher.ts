import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Log } from "../../runtime/log.ts";
import { getCounter, getGauge } from "../../runtime/metrics.ts";
import type { ReleaseDatabase } from "./release-database.ts";
import { openReleaseFolder, type ReleasePaths } from "./release-folder.ts";
import { pullRelease } from "./release-store.ts";

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
  /** Version of the index that this code can read. */
  indexVersion: number;
  log: Log;
};

/** Knows the active release, which this node serves, and notices when another one becomes current. */
export type ReleaseWatcher = ReturnType<typeof createReleaseWatcher>;

/** Creates the watcher of a node. No release is active before `start`. */
export function createReleaseWatcher({ dataFolder, database, indexVersion, log }: WatcherOptions) {
  const folder = openReleaseFolder(dataFolder);
  let active: ReleasePaths | undefined;
  let problem: string | undefined;
  /** Id of the last release that this code couldn't read, so that it is logged only once. */
  let unreadableId: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  for (const outcome of ["shown", "failed"]) switches.inc({ outcome }, 0);

  function setActive(release: ReleasePaths | undefined): void {
    active = release;
    activeRelease.reset();
    if (release) activeRelease.set({ release: release.id }, 1);
  }

  function isReadable(id: string, version: number): boolean {
    if (version === indexVersion) return true;
    if (unreadableId !== id) log.warn({ release: id }, "a release was made by another version of the site's code");
    unreadableId = id;
    return false;
  }

  /** Finds the current release of the data folder; `undefined` if this code can't read it. */
  function findCurrent(): ReleasePaths | undefined {
    const id = folder.readCurrentId();
    const release = id === undefined ? undefined : folder.read(id);
    return release && isReadable(release.id, release.indexVersion) ? folder.getPaths(release.id) : undefined;
  }

  /** Fetches the current release from the database if the data folder doesn't have it. */
  async function pull(): Promise<void> {
    const id = await database?.readCurrentId();
    if (!database || id === undefined || id === folder.readCurrentId() || id === unreadableId) return;
    const description = folder.read(id) ?? (await database.read(id));
    if (!description || !isReadable(id, description.indexVersion)) return;
    // A command that publishes is writing into the folder. The next poll tries again.
    const lock = folder.tryLock();
    if (!lock) return;
    try {
      await pullRelease(folder, database, id);
      await folder.makeCurrent(id);
      folder.prune();
    } finally {
      lock.release();
    }
  }

  /** Makes the current release active if it isn't yet. A release that can't be opened isn't tried again. */
  function update(open: (release: ReleasePaths) => void): void {
    if (folder.readCurrentId() === active?.id) return;
    const current = findCurrent();
    if (!current || problem?.includes(current.id)) return;
    try {
      open(current);
      setActive(current);
      problem = undefined;
      switches.inc({ outcome: "shown" });
      log.info({ release: current.id }, "another release is shown");
    } catch (error) {
      switches.inc({ outcome: "failed" });
      problem = `release ${current.id} can't be opened (the one before is served)`;
      log.error({ release: current.id, err: error }, "a release can't be opened");
    }
  }

  return {
    /** Makes the current release active. */
    async start(): Promise<void> {
      await pull();
      setActive(findCurrent());
    },

    /** Returns the active release; `undefined` if there is none. */
    getActive: (): ReleasePaths | undefined => active,

    /**
     * Returns the active release.
     * @throws EnvironmentError if there is none
     */
    requireActive(): ReleasePaths {
      if (active) return active;
      throw new EnvironmentError(
        `There is no release of the content in DATA_DIR=${dataFolder}: run \`npm run publish\` first.`,
      );
    },

    /** Describes why the current release can't be opened; `undefined` if there is no problem. */
    getProblem: (): string | undefined => problem,

    pull,

    /** Calls `open` when another release becomes current. If `open` throws, the previous release stays active. */
    watch(open: (release: ReleasePaths) => void): void {
      timer = setInterval(() => update(open), checkIntervalMs).unref();
    },

    stop: (): void => clearInterval(timer),
  };
}

/** Returns a watcher of a release that never changes, for tests and for development. */
export function createFixedRelease(release: ReleasePaths): ReleaseWatcher {
  return {
    start: async () => {},
    getActive: () => release,
    requireActive: () => release,
    getProblem: () => undefined,
    pull: async () => {},
    watch: () => {},
    stop: () => {},
  };
}
