import { join } from "node:path";
import { z } from "zod";
import { openJsonList } from "#app/services/runtime/parse-json.ts";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";

/** Account that saved a part last, and when. `time`: milliseconds since the epoch. */
const editSchema = z.object({ part: z.string(), account: z.string(), time: z.number() });

export type Edit = z.output<typeof editSchema>;

const maxEdits = 500;

/** Opens the log of saves, which is a file in `DATA_DIR`. The latest save comes first. */
export function openEditLog(dataFolder: string) {
  const edits = openJsonList(join(dataFolder, "desk-edits.json"), editSchema);
  return {
    list: edits.read,
    /** The log is informational, so a failed write doesn't undo the save. @returns the error, if any */
    tryToAdd(parts: readonly string[], account: string): string | undefined {
      const added = [...new Set(parts)].map((part) => ({ part, account, time: Date.now() }));
      try {
        // The wait is short, because it blocks visitors.
        using lock = tryAcquireLock(join(dataFolder, ".desk-edits.lock"), 50);
        if (!lock) return "another process is noting edits";
        edits.write([...added, ...edits.read().filter(({ part }) => !parts.includes(part))].slice(0, maxEdits));
        return undefined;
      } catch (error) {
        return String(error);
      }
    },
  };
}
