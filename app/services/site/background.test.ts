import { expect, test, vi } from "vitest";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { createDelivery } from "#app/services/submissions/outbox/delivery.ts";
import { createPurges } from "#app/services/submissions/outbox/purges.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createBackground } from "./background.ts";

test.each([
  ["", 1],
  ["on", 1],
  ["off", 0],
])("with REMINDER=%s the start checks %i times whether reminders are due", async (REMINDER, count) => {
  const database = await openMemoryDatabase();
  const log = createRecordingLog();
  const remind = vi.fn(async () => undefined);
  const parts = { content: undefined, purges: createPurges(database), engines: [], destinations: {}, remind };
  const background = createBackground(readEnvironment({ REMINDER, DATA_DIR: createTestFolder() }), log, database, {
    ...parts,
    delivery: createDelivery(database, {}, log),
  });
  background.start();
  expect(remind).toHaveBeenCalledTimes(count);
  await background.close();
});
