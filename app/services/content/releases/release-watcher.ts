import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { getCounter, getGauge } from "#app/services/runtime/metrics.ts";
import { describeHolder } from "#app/services/runtime/process-lock.ts";
import type { ReleaseFolder, ReleasePaths } from "./release-folder.ts";
import type { ReleaseStore } from "./release-store.ts";
import { indexVersion } from "./release.ts";

/** Milliseconds between two reports of the same release. */
const reportMs = 30_000;

type WatcherOptions = {
  releases: ReleaseStore;
  /** Lets another process fetch the current release, which may have thousands of files. @throws Error on failure */
  fetchRelease: () => Promise<void>;
  log: Log;
  /** Why this code couldn't compile the release at the start; reported until another release becomes active. */
  problemAtStart: string | undefined;
};

/**
 * Watches for a new current release, and holds this node's active one.
 * @throws EnvironmentError without a readable release
 */
export async function openReleaseWatcher({ releases, fetchRelease, log, problemAtStart }: WatcherOptions) {
  const { folder } = releases;
  let fetchProblem: string | undefined;
  const fetchOutdated = async () => {
    const isOutdated = await releases.isOutdated();
    try {
      if (isOutdated) await fetchRelease();
      fetchProblem = undefined;
    } catch (error) {
      fetchProblem = `the current release can't be fetched (an older one is served): ${String(error)}`;
      throw error;
    }
  };
  // A later check fetches it.
  await fetchOutdated().catch((error: unknown) => log.error({ err: error }, "the current release can't be fetched"));
  let active = readFirstRelease(folder);
  let problem = problemAtStart;
  /** Id of the last unusable release, which isn't retried. */
  let unusableId: string | undefined;
  exposeActiveRelease(active);
  for (const outcome of ["shown", "failed"]) switchCounter.inc({ outcome }, 0);

  /** Activates a release, unless `open` throws. */
  function switchTo(release: ReleasePaths, open: (release: ReleasePaths) => void): void {
    try {
      open(release);
    } catch (error) {
      switchCounter.inc({ outcome: "failed" });
      unusableId = release.id;
      problem = `release ${release.id} can't be opened (the one before is served)`;
      log.error({ release: release.id, err: error }, "a release can't be opened");
      return;
    }
    switchCounter.inc({ outcome: "shown" });
    active = release;
    problem = undefined;
    exposeActiveRelease(release);
    log.info({ release: release.id }, "another release is shown");
  }

  /** Activates the folder's current release, if it is another one. */
  function activateCurrent(open: (release: ReleasePaths) => void): void {
    const id = folder.readCurrentId();
    // Once the active release is current again, a release that couldn't be opened no longer matters.
    if (id === active.id && problem !== problemAtStart) problem = undefined;
    if (id === active.id || id === unusableId) return;
    const release = folder.readCurrentVersion();
    if (!release) return;
    if (release.indexVersion === indexVersion) return switchTo(folder.getPaths(release.id), open);
    log.warn({ release: release.id }, "a release was made by another version of the site's code");
    unusableId = release.id;
  }

  let lastReport = { text: "", time: 0 };

  /** Reports a change at once, and otherwise now and then that this node runs. */
  async function report(): Promise<void> {
    const text = `${active.id} ${fetchProblem ?? problem}`;
    if (text === lastReport.text && Date.now() - lastReport.time < reportMs) return;
    await releases.report(active.id, fetchProblem ?? problem);
    lastReport = { text, time: Date.now() };
  }

  return {
    getActive: (): ReleasePaths => active,

    /** Returns the reason if this node lacks the current release, such as a full disk. It may lack a recall. */
    getFetchProblem: (): string | undefined => fetchProblem,

    /** Returns the reason if the current release isn't served, or if the releases can't be changed. */
    getProblem: (): string | undefined => problem ?? describeLongWait(folder),

    /** Calls `open` for a new current release. @throws Error if the database is unavailable */
    async check(open: (release: ReleasePaths) => void): Promise<void> {
      // Errors are ignored, because the folder may be read-only.
      await folder.deleteAbandonedDrafts().catch(() => undefined);
      try {
        await fetchOutdated();
        activateCurrent(open);
      } finally {
        await report();
      }
    },
  };
}

/** Milliseconds after which a held lock is reported. */
const longHoldMs = 60_000;

function describeLongWait(folder: ReleaseFolder): string | undefined {
  const holder = folder.findHolder();
  const isLong = holder && Date.now() - Date.parse(holder.since) > longHoldMs;
  return isLong
    ? `the releases can't be changed, because another process holds them: ${describeHolder(holder)}`
    : undefined;
}

function readFirstRelease(folder: ReleaseFolder): ReleasePaths {
  const release = folder.findReadable();
  if (release) return folder.getPaths(release.id);
  const advice = "run `npm run publish` first";
  throw new EnvironmentError(`There is no release of the content in DATA_DIR=${folder.dataFolder}: ${advice}.`);
}

const switchCounter = getCounter({
  name: "release_switches_total",
  help: "Switches to another release of the content, by outcome",
  labelNames: ["outcome"],
});

const activeReleaseGauge = getGauge({
  name: "release_info",
  help: "Always 1; the label is the release of the content that this node shows",
  labelNames: ["release"],
});

function exposeActiveRelease({ id }: ReleasePaths): void {
  activeReleaseGauge.reset();
  activeReleaseGauge.set({ release: id }, 1);
}
