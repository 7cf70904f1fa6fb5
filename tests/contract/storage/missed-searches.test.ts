import { expect, test } from "vitest";
import { createMissedSearches, listMissedSearches } from "../../../app/services/submissions/missed-searches.ts";
import { sweep } from "../../../app/services/submissions/sweep.ts";
import { createFreshDatabase, storages } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

const dayMs = 24 * 60 * 60 * 1000;

test.each(storages)(
  "%s: searches without results are counted by word and day, within bounds",
  async (storage) => {
    const freshStorage = await createFreshDatabase(storage);
    const database = await freshStorage.open();
    let now = Date.parse("2026-11-20T12:00:00Z");
    const missedSearches = createMissedSearches(database, createRecordingLog(), () => now);
    await Promise.all(["Zebra", "zebra ", "ZEBRA"].map((word) => missedSearches.count(word)));
    await missedSearches.count("冬虫夏草");
    now += dayMs;
    await missedSearches.count("zebra");
    await missedSearches.count("13800138000");
    expect(await listMissedSearches(database)).toEqual([
      { day: "2026-11-21", word: "zebra", count: 1 },
      { day: "2026-11-20", word: "zebra", count: 3 },
      { day: "2026-11-20", word: "冬虫夏草", count: 1 },
    ]);
    now += dayMs;
    for (let n = 0; n < 1010; n++) await missedSearches.count(`word ${String.fromCodePoint(0x4e00 + n)}`);
    const words = (await listMissedSearches(database)).filter((search) => search.day === "2026-11-22");
    expect(words.length).toBe(1000);
    await sweep(database, undefined, now + 500 * dayMs);
    expect(await listMissedSearches(database)).toEqual([]);
    await freshStorage.remove();
  },
  60_000,
);
