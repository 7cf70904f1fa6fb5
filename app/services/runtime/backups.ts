import { statSync } from "node:fs";
import { join } from "node:path";
import { getGauge, type Gauge } from "./metrics.ts";

/** Returns when `site-admin backup` last wrote a backup, in milliseconds since the epoch; `undefined` if it never has. */
export const getBackupTime = (dataFolder: string): number | undefined =>
  statSync(join(dataFolder, "last-backup"), { throwIfNoEntry: false })?.mtimeMs;

/** Registers the gauge of the last backup. It is NaN where there never was one, because then backups may be made elsewhere. */
export function exposeBackupAge(dataFolder: string): void {
  const gauge: Gauge = getGauge({
    name: "backup_age_seconds",
    help: "Time since the last backup by site-admin",
    collect: () => gauge.set((Date.now() - (getBackupTime(dataFolder) ?? Number.NaN)) / 1000),
  });
}
