import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRateLimiter, limitTable, type LimitedAction } from "../../../app/submissions/rate-limit.ts";
import type { Tables } from "../../../app/submissions/tables.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

const actions = Object.keys(limitTable) as LimitedAction[];

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  let database: Kysely<Tables>;
  let clock: number;
  beforeEach(async () => {
    fresh = await freshDatabase(storage);
    database = await fresh.open();
    clock = 1_800_000_000_000;
  });
  afterEach(() => fresh.remove());

  const limiter = () => createRateLimiter(database, () => clock);

  /** How many of `count` attempts pass, each from an address of its own. */
  async function passing(action: LimitedAction, count: number, addressOf: (n: number) => string): Promise<number> {
    const { countAttempt } = limiter();
    let passed = 0;
    for (let n = 0; n < count; n++) if ((await countAttempt(action, addressOf(n))) === 0) passed++;
    return passed;
  }

  test.each(actions.filter((action) => action !== "basket"))(
    "%s: all addresses of a /64 are one sender, a /48 has ten senders' worth",
    async (action) => {
      const { sender } = limitTable[action];
      expect(await passing(action, sender + 5, (n) => `2001:db8:1:1::${n.toString(16)}`)).toBe(sender);
      const rest = await passing(action, 10 * sender, (n) => `2001:db8:1:${(n + 2).toString(16)}::1`);
      expect(rest).toBe(9 * sender);
      expect(await passing(action, 1, () => "2001:db8:2::1")).toBe(1);
      expect(await passing(action, sender + 5, (n) => ["9.9.9.9", "::ffff:9.9.9.9"][n % 2]!)).toBe(sender);
    },
  );

  test("a clock that is set back makes nobody wait longer than the limit's time", async () => {
    const { sender, milliseconds } = limitTable.submission;
    await passing("submission", sender, () => "1.2.3.4");
    clock -= 2 * 60 * 60 * 1000;
    expect(await passing("submission", sender + 1, () => "1.2.3.4")).toBe(sender);
    const wait = await limiter().countAttempt("submission", "1.2.3.4");
    expect([wait > 0, wait <= milliseconds / 1000]).toEqual([true, true]);
  });

  test("the whole site has a ceiling, which who is over their own limit doesn't use up", async () => {
    const { sender, site } = limitTable.code;
    expect(await passing("code", 3 * sender, () => "1.2.3.4")).toBe(sender);
    expect(await passing("code", site, (n) => `10.0.${n >> 8}.${n & 255}`)).toBe(site - sender);
    clock += limitTable.code.milliseconds;
    // What the ceiling has refused was counted for nobody.
    expect(await passing("code", sender, () => "10.0.1.255")).toBe(sender);
  });

  test("attempts at once over two processes are counted once each", async () => {
    // SQLite's statements block: in one process, two connections would wait for each other.
    const other = storage === "PostgreSQL" ? await fresh.open() : database;
    const both = [limiter(), createRateLimiter(other, () => clock)];
    const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => both[n % 2]!.countAttempt("code", "1.2.3.4")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(limitTable.code.sender);
  });

  test("what is no address doesn't fail, and no address or account stands in the table", async () => {
    const { countAttempt } = limiter();
    for (const address of ["", "nonsense", "1.2.3", ":::", "2001:db8::1", "1.2.3.4"]) {
      expect(await countAttempt("code", address, `${address}@b.cn`)).toBe(0);
    }
    const rows = JSON.stringify(await database.selectFrom("rate_limit").selectAll().execute());
    expect(rows).not.toMatch(/1\.2\.3|2001|@b\.cn/);
  });
});
