import { statSync } from "node:fs";
import { join } from "node:path";
import { getGauge } from "./metrics.ts";

/** Returns the time of the last backup in epoch milliseconds; `undefined` if `site-admin backup` has never run. */
export const getBackupTime = (dataFolder: string): number | undefined =>
  statSync(join(dataFolder, "last-backup"), { throwIfNoEntry: false })?.mtimeMs;

/** Exposes the last backup's age. It is NaN if there is none, because another program may make the backups. */
export function exposeBackupAge(dataFolder: string): void {
  getGauge({
    name: "backup_age_seconds",
    help: "Time since the last backup by site-admin",
    collect() {
      this.set((Date.now() - (getBackupTime(dataFolder) ?? Number.NaN)) / 1000);
    },
  });
}
